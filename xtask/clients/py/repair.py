"""Mends a refused call from the refusal alone: what a model would do that knows what it wants (GAT-6)."""

from __future__ import annotations

import copy
from typing import Any


def repair(arguments: Any, refusal: dict[str, Any], intent: dict[str, Any]) -> Any:
    """The arguments with everything mended that this refusal speaks of, and nothing else."""
    mended = copy.deepcopy(arguments)
    data = mended.get("data")
    match refusal["error"]:
        case "unknown_arguments":
            meant = {entry["key"]: entry["names"][0] for entry in refusal.get("did_you_mean", [])}
            for key in refusal["unknown"]:
                value = mended.pop(key)
                if key in refusal.get("misplaced", []):
                    mended.setdefault("data", {})[key] = value
                elif key in meant:
                    mended.setdefault(meant[key], value)
        case "invalid_argument_type":
            for entry in refusal["invalid"]:
                argument = entry["argument"]
                mended[argument] = chosen(refusal, intent) if argument == "action" else copy.deepcopy(intent[argument])
        case "missing_action":
            mended["action"] = chosen(refusal, intent)
        case "unknown_action":
            meant = refusal.get("did_you_mean", [])
            mended["action"] = meant[0] if meant else chosen(refusal, intent)
        case "missing_required_fields":
            data = mended.setdefault("data", {})
            for name in refusal["missing"]:
                data[name] = copy.deepcopy(intent["data"][name])
        case "missing_required_group":
            group = next(group for group in refusal["required_one_of"] if set(group) <= set(intent["data"]))
            for name in group:
                data[name] = copy.deepcopy(intent["data"][name])
        case "unknown_params":
            meant = {entry["path"]: entry["names"][0] for entry in refusal.get("did_you_mean", [])}
            for path in refusal["unknown"]:
                parent, _, key = path.rpartition("/")
                holder = pointed(data, parent)
                value = holder.pop(unescaped(key))
                if path in meant:
                    holder[meant[path]] = value
        case "invalid_values":
            for entry in refusal["invalid"]:
                parent, _, key = entry["path"].rpartition("/")
                holder = pointed(data, parent)
                holder[step(holder, key)] = copy.deepcopy(pointed(intent["data"], entry["path"]))
        case other:
            raise AssertionError(f"no gate says {other!r}")
    return mended


def chosen(refusal: dict[str, Any], intent: dict[str, Any]) -> str:
    """The action that was meant, if the refusal offers it."""
    if intent["action"] not in refusal["valid_actions"]:
        raise AssertionError(f"{intent['action']!r} is not among {refusal['valid_actions']}")
    return intent["action"]


def pointed(value: Any, pointer: str) -> Any:
    """What a JSON Pointer (RFC 6901) leads to."""
    for key in pointer.split("/")[1:]:
        value = value[step(value, key)]
    return value


def step(holder: Any, key: str) -> Any:
    return int(key) if isinstance(holder, list) else unescaped(key)


def unescaped(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")
