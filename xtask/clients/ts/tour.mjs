// The official TypeScript client against the fixture server: what a session has beside tools, on both transports and in both eras.
//
// Usage: node tour.mjs TOUR URL SERVER [ARGUMENT...], where SERVER with its arguments speaks MCP on stdio. Prints a line per check.

import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pointed } from './repair.mjs';

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const PATIENCE = 10_000;

const [tourPath, url, command, ...args] = process.argv.slice(2);
const tour = JSON.parse(readFileSync(tourPath, 'utf8'));
let failed = 0;

/** One session: the client, and what it was told beside results since the check began. */
class Session {
  constructor(name, era, transport) {
    Object.assign(this, { name, era, transport, progress: [], log: [], asked: [] });
    this.client = new Client(
      { name: 'wymcp-tour-ts', version: '1.0.0' },
      { capabilities: { sampling: {}, elicitation: {} }, versionNegotiation: { mode: era === 'modern' ? 'auto' : era } }
    );
    this.client.setNotificationHandler('notifications/message', ({ params }) => void this.log.push(params.data));
    for (const [method, answer] of Object.entries(tour.answers)) {
      this.client.setRequestHandler(method, () => (this.asked.push(method), answer));
    }
  }

  async run(check) {
    Object.assign(this, { progress: [], log: [], asked: [] });
    const seen = { progress: this.progress, log: this.log, asked: this.asked };
    const params = JSON.parse(JSON.stringify(check.params ?? {}), (_, value) => (value === '$session' ? this.name : value));
    if (check.logLevel && this.era === 'modern') params._meta = { [LOG_LEVEL]: check.logLevel };
    try {
      seen.result = await this.answer(check.method, params);
    } catch (error) {
      if (typeof error.code !== 'number') throw error;
      seen.error = { code: error.code, data: error.data };
    }
    const wanted = { ...check.want, ...check[this.era] };
    const begin = Date.now();
    // What a server said before its result may reach a callback after it.
    while (Object.entries(wanted).some(([pointer, value]) => !equal(at(seen, pointer), value)) && Date.now() - begin < PATIENCE) {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    for (const [pointer, value] of Object.entries(wanted)) {
      deepStrictEqual(at(seen, pointer), value, `${pointer} of ${JSON.stringify(seen)}, wanted ${JSON.stringify(value)}`);
    }
  }

  async answer(method, params) {
    const { client } = this;
    const options = { timeout: PATIENCE, onprogress: ({ progress }) => void this.progress.push(progress) };
    switch (method) {
      case 'connect': return this.connect();
      case 'resources/list': return client.listResources(params);
      case 'resources/templates/list': return client.listResourceTemplates(params);
      case 'resources/read': return client.readResource(params);
      case 'prompts/list': return client.listPrompts(params);
      case 'prompts/get': return client.getPrompt(params);
      case 'completion/complete': return client.complete(params);
      case 'logging/setLevel': return client.setLoggingLevel(params.level);
      case 'tools/call': return client.callTool(params, options);
      case 'cancel': return this.cancel(params);
      default: throw new Error(`the tour asks for ${method}`);
    }
  }

  async connect() {
    this.open = this.transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command, args });
    await this.client.connect(this.open, { timeout: PATIENCE });
    const version = this.client.getNegotiatedProtocolVersion();
    return { version, name: this.client.getServerVersion()?.name, capabilities: this.client.getServerCapabilities() };
  }

  /** Gives the call up at its first word. */
  async cancel(params) {
    const control = new AbortController();
    const call = this.client.callTool(params, { signal: control.signal, onprogress: () => control.abort('enough') });
    return call.then(() => 'answered', () => (control.signal.aborted ? 'cancelled' : 'failed'));
  }

  async end() {
    await this.open?.terminateSession?.();
    await this.client.close();
  }
}

function at(seen, pointer) {
  try {
    return pointed(seen, pointer) ?? null;
  } catch {
    return null;
  }
}

function equal(seen, wanted) {
  try {
    deepStrictEqual(seen, wanted);
    return true;
  } catch {
    return false;
  }
}

for (const transport of tour.transports) {
  for (const era of Object.keys(tour.eras)) {
    const session = new Session(`ts ${transport} ${era}`, era, transport);
    for (const check of tour.checks) {
      if (!(check.eras ?? [era]).includes(era)) continue;
      try {
        await session.run(check);
        console.log(`ok   ${session.name}: ${check.name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL ${session.name}: ${check.name}: ${error.stack ?? error}`);
      }
    }
    await session.end();
  }
}
process.exitCode = failed > 0 ? 1 : 0;
