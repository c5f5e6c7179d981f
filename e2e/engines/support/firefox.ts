import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import type { Driver, Engine, Source } from './driver.ts';
import { start } from './program.ts';

/**
 * Starts Firefox, controlled by its own implementation of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). Whether scripts may run is a setting of the
 * whole program, so a second program is started for pages without script.
 */
export async function startFirefox(program: string): Promise<Engine> {
  const usual = await startProgram(program, true);
  let other: ReturnType<typeof startProgram> | undefined;
  return {
    version: usual.version,
    async browser({ script }) {
      if (script) return usual.tab();
      other ??= startProgram(program, false);
      return (await other).tab();
    },
    async stop() {
      await usual.stop();
      await (await other)?.stop();
    },
  };
}

async function startProgram(program: string, script: boolean) {
  const profile = mkdtempSync(join(tmpdir(), 'portal-firefox-'));
  const downloads = mkdtempSync(join(tmpdir(), 'portal-firefox-downloads-'));
  const preferences = {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.download.alwaysOpenPanel': false,
    'intl.accept_languages': 'en-GB, en',
    'pdfjs.disabled': true,
    'javascript.enabled': script,
    // Prevent requests to other hosts.
    'app.update.enabled': false,
    'browser.safebrowsing.downloads.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.reportingpolicy.firstRun': false,
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n'),
  );
  const firefox = await start(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { TZ: 'Asia/Dili', HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    /WebDriver BiDi listening on (ws:\/\/\S+)/,
  );
  const connection = await Connection.open(`${firefox.match?.[1]}/session`);
  const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    tab: () => Tab.open(connection, downloads),
    async stop() {
      connection.close();
      await firefox.stop();
      for (const folder of [profile, downloads]) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

interface LogEntry {
  level: string;
  text: string | null;
  source: { context?: string };
}

class Connection {
  private last = 0;
  private readonly waiting = new Map<number, { done: (result: never) => void; failed: (error: Error) => void }>();
  readonly listeners = new Set<(entry: LogEntry) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === 'success') waiting?.done(message.result as never);
      else if (message.type === 'error') waiting?.failed(new Error(`${message.error}: ${message.message}`));
      else if (message.method === 'log.entryAdded') for (const listener of this.listeners) listener(message.params);
    });
    socket.on('close', () => {
      for (const { failed } of this.waiting.values()) failed(new Error('Firefox has ended'));
    });
  }

  static open(address: string): Promise<Connection> {
    return new Promise((opened, failed) => {
      const socket = new WebSocket(address);
      socket.once('error', failed).once('open', () => opened(new Connection(socket)));
    });
  }

  send<Result>(method: string, params: object): Promise<Result> {
    this.last += 1;
    const id = this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.socket.close();
  }
}

interface Remote {
  type: 'success' | 'exception';
  result: { type: string; value?: unknown; sharedId?: string };
  exceptionDetails?: { text: string };
}

/** A tab with cookies and storage of its own. */
class Tab implements Driver {
  readonly errors: string[] = [];
  private constructor(
    private readonly connection: Connection,
    private readonly userContext: string,
    private readonly context: string,
    readonly downloads: string,
  ) {
    connection.listeners.add(this.note);
  }

  private readonly note = ({ level, text, source }: LogEntry): void => {
    if (level === 'error' && source.context === this.context) this.errors.push(text ?? '');
  };

  static async open(connection: Connection, downloads: string): Promise<Tab> {
    const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext', {});
    const { context } = await connection.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
    return new Tab(connection, userContext, context, downloads);
  }

  private async navigate(method: string, params: object): Promise<void> {
    await this.connection.send(`browsingContext.${method}`, { context: this.context, ...params });
  }
  open = (url: string): Promise<void> => this.navigate('navigate', { url, wait: 'complete' });
  reload = (): Promise<void> => this.navigate('reload', { wait: 'complete' });
  back = (): Promise<void> => this.navigate('traverseHistory', { delta: -1 });

  private async call(code: string, input: unknown): Promise<Remote['result']> {
    const answer = await this.connection.send<Remote>('script.callFunction', {
      functionDeclaration: code,
      arguments: [{ type: 'string', value: JSON.stringify(input) }],
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  }

  async run<Input, Output>(code: (input: Input) => Output, input: Input): Promise<Output> {
    const { value } = await this.call(`(input) => JSON.stringify((${code})(JSON.parse(input)) ?? null)`, input ?? null);
    return JSON.parse(value as string);
  }

  async setFiles<Input>(code: (input: Input) => Element | null, input: Input, files: string[]): Promise<void> {
    const { sharedId } = await this.call(`(input) => (${code})(JSON.parse(input))`, input);
    await this.connection.send('input.setFiles', { context: this.context, element: { sharedId }, files });
  }

  async perform(actions: Source[]): Promise<void> {
    await this.connection.send('input.performActions', { context: this.context, actions });
  }

  async release(): Promise<void> {
    await this.connection.send('input.releaseActions', { context: this.context });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.connection.send('browsingContext.setViewport', { context: this.context, viewport: { width, height } });
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.connection.send<{ data: string }>('browsingContext.captureScreenshot', { context: this.context, origin: 'document' });
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    this.connection.listeners.delete(this.note);
    await this.connection.send('browser.removeUserContext', { userContext: this.userContext });
  }
}
