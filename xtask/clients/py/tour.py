"""The official Python client against the fixture server: what a session has beside tools, on both transports and in both eras.

Usage: tour.py TOUR URL SERVER [ARGUMENT...], where SERVER with its arguments speaks MCP on stdio. Prints a line per check.
"""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
import warnings
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPDeprecationWarning

from repair import pointed

LOG_LEVEL = "io.modelcontextprotocol/logLevel"
PATIENCE = 10

# What the later protocol has no more is deprecated in the client, and part of the earlier one.
warnings.simplefilter("ignore", MCPDeprecationWarning)


class Session:
    """One session: the client, and what it was told beside results since the check began."""

    def __init__(self, name: str, era: str, answers: dict[str, Any], server: Any) -> None:
        self.name, self.era, self.answers = name, era, answers
        self.forget()
        self.client = Client(
            server,
            mode="auto" if era == "modern" else era,
            read_timeout_seconds=PATIENCE,
            logging_callback=self.logged,
            sampling_callback=self.sampled,
            elicitation_callback=self.elicited,
        )

    def forget(self) -> None:
        self.progress: list[float] = []
        self.log: list[Any] = []
        self.asked: list[str] = []

    async def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append(progress)

    async def logged(self, params: types.LoggingMessageNotificationParams) -> None:
        self.log.append(params.data)

    async def sampled(self, _: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        return types.CreateMessageResult.model_validate(self.told("sampling/createMessage"))

    async def elicited(self, _: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        return types.ElicitResult.model_validate(self.told("elicitation/create"))

    def told(self, method: str) -> Any:
        self.asked.append(method)
        return self.answers[method]

    async def run(self, check: dict[str, Any]) -> None:
        self.forget()
        seen: dict[str, Any] = {"progress": self.progress, "log": self.log, "asked": self.asked}
        params = json.loads(json.dumps(check.get("params", {})).replace("$session", self.name))
        meta = {LOG_LEVEL: check["logLevel"]} if "logLevel" in check and self.era == "modern" else None
        try:
            seen["result"] = wire(await self.answer(check["method"], params, meta))
        except MCPError as error:
            seen["error"] = {"code": error.code, "data": error.data}
        wanted = {**check["want"], **check.get(self.era, {})}
        loop = asyncio.get_running_loop()
        begin = loop.time()
        # What a server said before its result may reach a callback after it.
        while any(at(seen, pointer) != value for pointer, value in wanted.items()) and loop.time() - begin < PATIENCE:
            await asyncio.sleep(0.005)
        for pointer, value in wanted.items():
            if at(seen, pointer) != value:
                raise AssertionError(f"{pointer} of {seen!r}, wanted {value!r}")

    async def answer(self, method: str, params: dict[str, Any], meta: Any) -> Any:
        client = self.client
        match method:
            case "connect":
                return self.connected()
            case "resources/list":
                return await client.list_resources()
            case "resources/templates/list":
                return await client.list_resource_templates()
            case "resources/read":
                return await client.read_resource(params["uri"])
            case "prompts/list":
                return await client.list_prompts()
            case "prompts/get":
                return await client.get_prompt(params["name"], params["arguments"])
            case "completion/complete":
                return await client.complete(types.PromptReference.model_validate(params["ref"]), params["argument"])
            case "logging/setLevel":
                return await client.set_logging_level(params["level"])
            case "tools/call":
                return await client.call_tool(
                    params["name"], params["arguments"], progress_callback=self.progressed, meta=meta
                )
            case "cancel":
                return await self.cancel(params)
            case other:
                raise AssertionError(f"the tour asks for {other}")

    def connected(self) -> Any:
        info = self.client.server_info
        capabilities = wire(self.client.server_capabilities)
        return {"version": self.client.protocol_version, "name": info and info.name, "capabilities": capabilities}

    async def cancel(self, params: dict[str, Any]) -> str:
        """Gives the call up at its first word."""
        begun = asyncio.Event()

        async def heard(progress: float, total: float | None, message: str | None) -> None:
            begun.set()

        call = asyncio.create_task(
            self.client.call_tool(params["name"], params["arguments"], progress_callback=heard)
        )
        await asyncio.wait_for(begun.wait(), PATIENCE)
        call.cancel()
        await asyncio.wait([call])
        return "cancelled" if call.cancelled() else "answered"


def wire(result: Any) -> Any:
    """As it stood on the wire."""
    return result.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(result, "model_dump") else result


def at(seen: Any, pointer: str) -> Any:
    try:
        return pointed(seen, pointer)
    except (KeyError, IndexError, TypeError):
        return None


async def main() -> int:
    tour_path, url, command, *arguments = sys.argv[1:]
    with open(tour_path, encoding="utf-8") as file:
        tour = json.load(file)
    servers = {"http": url, "stdio": StdioServerParameters(command=command, args=arguments)}
    failed = 0
    for transport in tour["transports"]:
        for era in tour["eras"]:
            session = Session(f"py {transport} {era}", era, tour["answers"], servers[transport])
            async with session.client:
                for check in tour["checks"]:
                    if era not in check.get("eras", [era]):
                        continue
                    try:
                        await session.run(check)
                    except Exception as error:
                        failed += 1
                        print(f"FAIL {session.name}: {check['name']}: {type(error).__name__}: {error}", flush=True)
                        traceback.print_exc()
                    else:
                        print(f"ok   {session.name}: {check['name']}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
