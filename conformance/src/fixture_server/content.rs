//! Tools that answer at once, one for each kind of content.

use wymcp_router::{Content, Failure, PlainTool, PlainToolBuilder, Reply};

use super::media;

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    let text = || Content::text("This is a simple text response for testing.");
    let image = || Content::image(media::PNG, "image/png");
    let resource = |text| Content::embedded_text("test://embedded-resource", "text/plain", text);
    vec![
        answering("test_simple_text", "Answers with one text block", [text()]),
        answering("test_image_content", "Answers with an image of one pixel", [image()]),
        answering(
            "test_audio_content",
            "Answers with a moment of silence",
            [Content::audio(media::WAV, "audio/wav")],
        ),
        answering(
            "test_embedded_resource",
            "Answers with an embedded resource",
            [resource("This is an embedded resource.")],
        ),
        answering(
            "test_multiple_content_types",
            "Answers with text, an image and a resource",
            [text(), image(), resource("One block of three.")],
        ),
        PlainTool::builder("test_error_handling")
            .description("Always fails")
            .handler_without_arguments(|_| async {
                Err(Failure::caller("This tool intentionally returns an error for testing"))
            }),
    ]
}

fn answering<const N: usize>(name: &str, description: &str, content: [Content; N]) -> PlainToolBuilder {
    PlainTool::builder(name)
        .description(description)
        .handler_without_arguments(move |_| {
            let content = content.clone();
            async move { Ok(Reply::content(content)) }
        })
}
