"""The official Python client against the tasks example: both transports, both eras.

Usage: client.py WALK URL SERVER [ARGUMENT...], where SERVER with its arguments speaks MCP on stdio.
Prints a line per check and a closing count; exits 1 when a check failed or none ran.
"""

from __future__ import annotations

import asyncio
import copy
import json
import sys
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from repair import pointed, repair

MODERN, LEGACY = "2026-07-28", "2025-11-25"


class Report:
    """Counts checks; a check that raises is a failed one, and the next still runs."""

    def __init__(self) -> None:
        self.passed = self.failed = 0
        self.texts: dict[str, dict[str, str]] = {}

    async def check(self, name: str, body: Callable[[], Awaitable[None]]) -> None:
        try:
            await body()
        except Exception as error:
            self.failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {error}", flush=True)
            traceback.print_exc()
        else:
            self.passed += 1
            print(f"ok   {name}", flush=True)


def want(what: str, seen: Any, wanted: Any) -> None:
    if seen != wanted:
        raise AssertionError(f"{what}: wanted {wanted!r}, got {seen!r}")


def with_id(value: Any, made: Any) -> Any:
    """The walk's `$id` is the id of the task that this session made."""
    if value == "$id":
        return made
    if isinstance(value, dict):
        return {key: with_id(inner, made) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_id(inner, made) for inner in value]
    return copy.deepcopy(value)


def text(result: Any) -> str:
    want("kind of the first block", result.content[0].type, "text")
    return result.content[0].text


async def session(report: Report, name: str, walk: dict[str, Any], server: Any, mode: str, version: str) -> None:
    async with Client(server, mode=mode, read_timeout_seconds=20) as client:
        tool = walk["tool"]
        made: dict[str, Any] = {}

        async def refused(arguments: dict[str, Any], error: str) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            want("isError", result.is_error, True)
            want("structured content of a refusal", result.structured_content, None)
            want("blocks of a refusal", len(result.content), 1)
            refusal = json.loads(text(result))
            want("error", refusal["error"], error)
            return refusal

        async def connects() -> None:
            want("version", client.protocol_version, version)
            want("tools capability", client.server_capabilities.tools is not None, mode in ("auto", "legacy"))
            if mode in ("auto", "legacy"):
                want("server name", client.server_info and client.server_info.name, walk["server"])

        async def lists() -> None:
            tools = (await client.list_tools()).tools
            want("tools", [tool.name for tool in tools], walk["tools"])
            schema = next(listed for listed in tools if listed.name == tool).input_schema
            want("keys", sorted(schema["properties"]), ["action", "data"])
            want("required", schema["required"], ["action"])
            want("additionalProperties", schema["additionalProperties"], False)

        async def calls() -> None:
            result = await client.call_tool(tool, walk["create"])
            want("isError", bool(result.is_error), False)
            want("text is the structured content", json.loads(text(result)), result.structured_content)
            made["id"] = pointed(result.structured_content, walk["id"])
            result = await client.call_tool(tool, with_id(walk["get"], made["id"]))
            want("isError", bool(result.is_error), False)
            want("the same task", pointed(result.structured_content, walk["id"]), made["id"])

        def gate(case: dict[str, Any]) -> Callable[[], Awaitable[None]]:
            async def body() -> None:
                wrong, intent = with_id(case["wrong"], made["id"]), with_id(case["intent"], made["id"])
                refusal = await refused(wrong, case["error"])
                report.texts.setdefault(case["error"], {})[name] = json.dumps(refusal)
                head, _, pointer = refusal["help"].partition(" ")
                want("help pointer", head, "help")
                page = await client.call_tool("help", json.loads(pointer))
                want("the help that the refusal points at", bool(page.is_error), False)
                result = await client.call_tool(tool, repair(wrong, refusal, intent))
                want(f"the repaired call is an error, {text(result)}", bool(result.is_error), False)

            return body

        async def mixed() -> None:
            gates = {case["error"]: case["gate"] for case in walk["refusals"]}
            for case in walk["mixed"]:
                intent, arguments = with_id(case["intent"], made["id"]), with_id(case["wrong"], made["id"])
                met = []
                for _ in case["gates"]:
                    refusal = json.loads(text(await client.call_tool(tool, arguments)))
                    met.append(gates[refusal["error"]])
                    arguments = repair(arguments, refusal, intent)
                want("gates met, in order", met, case["gates"])
                result = await client.call_tool(tool, arguments)
                want(f"the repaired call is an error, {text(result)}", bool(result.is_error), False)

        async def reads_help() -> None:
            for level, arguments in walk["help"].items():
                result = await client.call_tool("help", arguments)
                want(f"isError at level {level}", bool(result.is_error), False)
                page = json.loads(text(result))
                if level == "index":
                    want("tools of the index", {entry["tool"] for entry in page["tools"]}, set(walk["tools"]))
                if level == "tool":
                    want("an action page", "required" in page["actions"]["create"], True)
                if level == "action":
                    want("description", isinstance(page["description"], str), True)
                    want("properties", "title" in page["properties"], True)

        async def protocol_errors() -> None:
            for what, call in (
                ("an unknown tool", lambda: client.call_tool("no-such-tool", {})),
                ("a bogus cursor", lambda: client.list_tools(cursor="bogus")),
            ):
                try:
                    await call()
                except MCPError as error:
                    want(f"code for {what}", error.code, -32602)
                else:
                    raise AssertionError(f"{what} was answered")

        async def at_once() -> None:
            results = await asyncio.gather(*(client.call_tool(tool, {"action": "list"}) for _ in range(16)))
            want("errors", [text(result) for result in results if result.is_error], [])

        await report.check(f"{name}: connects", connects)
        await report.check(f"{name}: lists the tools", lists)
        await report.check(f"{name}: calls", calls)
        for case in walk["refusals"]:
            await report.check(f"{name}: gate {case['gate']} {case['error']}, repaired", gate(case))
        await report.check(f"{name}: calls with many mistakes, repaired gate by gate (GAT-6)", mixed)
        await report.check(f"{name}: help at three levels", reads_help)
        await report.check(f"{name}: protocol errors", protocol_errors)
        await report.check(f"{name}: sixteen calls at once", at_once)


async def main() -> int:
    walk_path, url, command, *arguments = sys.argv[1:]
    with open(walk_path, encoding="utf-8") as file:
        walk = json.load(file)
    stdio = StdioServerParameters(command=command, args=arguments)
    report = Report()
    for transport, server in (("http", url), ("stdio", stdio)):
        for mode, version in ((MODERN, MODERN), ("auto", MODERN), ("legacy", LEGACY)):
            name = f"py {transport} {mode if mode != MODERN else 'modern'}"

            async def whole() -> None:
                await asyncio.wait_for(session(report, name, walk, server, mode, version), 120)

            await report.check(f"{name}: ends", whole)

    async def same_text() -> None:
        for error, texts in report.texts.items():
            want(f"sessions that met {error}", len(texts), 6)
            want(f"texts of {error}", len(set(texts.values())), 1)

    await report.check("py: a refusal says the same in both eras and on both transports (GAT-1)", same_text)
    print(f"py: {report.passed} passed, {report.failed} failed", flush=True)
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
