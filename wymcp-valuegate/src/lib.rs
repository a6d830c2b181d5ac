//! Whether values fit a JSON Schema, told in bounded words and linear time.
