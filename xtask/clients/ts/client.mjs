// The official TypeScript client against the tasks example: both transports, both eras.
//
// Usage: node client.mjs WALK URL SERVER [ARGUMENT...], where SERVER with its arguments speaks MCP on stdio.
// Prints a line per check and a closing count; exits 1 when a check failed or none ran.

import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pointed, repair } from './repair.mjs';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

const [walkPath, url, command, ...args] = process.argv.slice(2);
const walk = JSON.parse(readFileSync(walkPath, 'utf8'));
const { tool } = walk;
let passed = 0;
let failed = 0;
/** What each refusal said, by its code and the session that met it. */
const texts = new Map();

/** A check that throws is a failed one, and the next still runs. */
async function check(name, body) {
  try {
    await body();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.stack ?? error}`);
  }
}

function want(what, seen, wanted) {
  deepStrictEqual(seen, wanted, `${what}: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(seen)}`);
}

/** The walk's `$id` is the id of the task that this session made. */
function withId(value, made) {
  return JSON.parse(JSON.stringify(value), (_, inner) => (inner === '$id' ? made : inner));
}

function text(result) {
  want('kind of the first block', result.content[0].type, 'text');
  return result.content[0].text;
}

async function session(name, transport, versionNegotiation, version) {
  const client = new Client({ name: 'wymcp-client-ts', version: '1.0.0' }, { versionNegotiation });
  const errors = [];
  client.onerror = error => errors.push(String(error));
  const call = (tool, args) => client.callTool({ name: tool, arguments: args }, { timeout: 20_000 });
  await client.connect(transport, { timeout: 20_000 });
  let made;

  await check(`${name}: connects`, async () => {
    want('version', client.getNegotiatedProtocolVersion(), version);
    want('server name', client.getServerVersion()?.name, walk.server);
    want('tools capability', client.getServerCapabilities()?.tools !== undefined, true);
  });

  await check(`${name}: lists the tools`, async () => {
    const { tools } = await client.listTools();
    want('tools', tools.map(listed => listed.name), walk.tools);
    const { inputSchema } = tools.find(listed => listed.name === tool);
    want('keys', Object.keys(inputSchema.properties).sort(), ['action', 'data']);
    want('required', inputSchema.required, ['action']);
    want('additionalProperties', inputSchema.additionalProperties, false);
  });

  await check(`${name}: calls`, async () => {
    const result = await call(tool, walk.create);
    want('isError', result.isError ?? false, false);
    want('text is the structured content', JSON.parse(text(result)), result.structuredContent);
    made = pointed(result.structuredContent, walk.id);
    const again = await call(tool, withId(walk.get, made));
    want('isError', again.isError ?? false, false);
    want('the same task', pointed(again.structuredContent, walk.id), made);
  });

  for (const { gate, error, ...given } of walk.refusals) {
    await check(`${name}: gate ${gate} ${error}, repaired`, async () => {
      const { wrong, intent } = withId(given, made);
      const refused = await call(tool, wrong);
      want('isError', refused.isError, true);
      want('structured content of a refusal', refused.structuredContent, undefined);
      want('blocks of a refusal', refused.content.length, 1);
      const refusal = JSON.parse(text(refused));
      want('error', refusal.error, error);
      if (!texts.has(error)) texts.set(error, new Map());
      texts.get(error).set(name, text(refused));
      want('help pointer', refusal.help.startsWith('help {'), true);
      const page = await call('help', JSON.parse(refusal.help.slice('help '.length)));
      want('the help that the refusal points at', page.isError ?? false, false);
      const mended = await call(tool, repair(wrong, refusal, intent));
      want(`the repaired call is an error, ${text(mended)}`, mended.isError ?? false, false);
    });
  }

  await check(`${name}: calls with many mistakes, repaired gate by gate (GAT-6)`, async () => {
    const numbers = new Map(walk.refusals.map(({ error, gate }) => [error, gate]));
    for (const { gates, ...given } of walk.mixed) {
      let { wrong: attempt, intent } = withId(given, made);
      const met = [];
      for (const _ of gates) {
        const refusal = JSON.parse(text(await call(tool, attempt)));
        met.push(numbers.get(refusal.error));
        attempt = repair(attempt, refusal, intent);
      }
      want('gates met, in order', met, gates);
      const result = await call(tool, attempt);
      want(`the repaired call is an error, ${text(result)}`, result.isError ?? false, false);
    }
  });

  await check(`${name}: help at three levels`, async () => {
    const pages = {};
    for (const [level, args] of Object.entries(walk.help)) {
      const result = await call('help', args);
      want(`isError at level ${level}`, result.isError ?? false, false);
      pages[level] = JSON.parse(text(result));
    }
    want('tools of the index', pages.index.tools.map(entry => entry.tool).sort(), [...walk.tools].sort());
    want('an action page', 'required' in pages.tool.actions.create, true);
    want('description', typeof pages.action.description, 'string');
    want('properties', 'title' in pages.action.properties, true);
  });

  await check(`${name}: protocol errors`, async () => {
    const wrong = {
      'an unknown tool': () => call('no-such-tool', {}),
      'a bogus cursor': () => client.listTools({ cursor: 'bogus' })
    };
    for (const [what, body] of Object.entries(wrong)) {
      const error = await body().then(() => ({ code: 'answered' }), error => error);
      want(`code for ${what}`, error.code, -32602);
    }
  });

  await check(`${name}: sixteen calls at once`, async () => {
    const results = await Promise.all(Array.from({ length: 16 }, () => call(tool, { action: 'list' })));
    want('errors', results.filter(result => result.isError).map(text), []);
  });

  await client.close();
  // The transport reports what it could not make sense of, and nothing else, here.
  await check(`${name}: the client's own error handler was never called`, () => want('errors', errors, []));
}

const transports = {
  http: () => new StreamableHTTPClientTransport(new URL(url)),
  stdio: () => new StdioClientTransport({ command, args })
};
const eras = { modern: [{ mode: { pin: MODERN } }, MODERN], auto: [{ mode: 'auto' }, MODERN], legacy: [{ mode: 'legacy' }, LEGACY] };
for (const [transport, open] of Object.entries(transports)) {
  for (const [era, [negotiation, version]] of Object.entries(eras)) {
    const name = `ts ${transport} ${era}`;
    await check(`${name}: ends`, () => session(name, open(), negotiation, version));
  }
}
await check('ts: a refusal says the same in both eras and on both transports (GAT-1)', () => {
  for (const [error, said] of texts) {
    want(`sessions that met ${error}`, said.size, 6);
    want(`texts of ${error}`, new Set(said.values()).size, 1);
  }
});
console.log(`ts: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
