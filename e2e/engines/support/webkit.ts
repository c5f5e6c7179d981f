import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, Engine, Options, Source } from './driver.ts';
import { freePort, start } from './program.ts';

export interface WebkitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** Starts WebKitGTK, controlled over WebDriver (https://www.w3.org/TR/webdriver2/) by its own driver, on a virtual display in memory. */
export async function startWebkit(programs: WebkitPrograms): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'portal-webkit-'));
  // The toolbar would make the minimum width of the window larger than a phone.
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(
    join(home, '.config/gtk-3.0/gtk.css'),
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.05); }',
  );
  const display = await start(programs.display, ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {}, /^(\d+)\s/m);
  const port = await freePort();
  const driver = await start(programs.driver, [`--port=${port}`], {
    DISPLAY: `:${display.match?.[1]}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local'),
    XDG_CACHE_HOME: join(home, '.cache'),
    LANG: 'en_GB.UTF-8',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    NO_AT_BRIDGE: '1',
  });
  const address = `http://127.0.0.1:${port}`;
  await answering(`${address}/status`);
  const session = (options: Options): Promise<Window> => Window.open(address, programs.browser, home, driver.output, options);
  const first = await session({ script: true });
  await first.close();
  return {
    version: `WebKitGTK ${first.version}`,
    browser: session,
    async stop() {
      await driver.stop();
      await display.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function answering(address: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetch(address);
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const answer = await fetch(address, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** A browser window with its own cookies and storage. */
class Window implements Driver {
  private readonly from: number;
  private constructor(
    private readonly session: string,
    readonly version: string,
    readonly downloads: string,
    private readonly output: string[],
  ) {
    this.from = output.length;
  }

  static async open(address: string, binary: string, home: string, output: string[], { script }: Options): Promise<Window> {
    const args = ['--automation', '--time-zone=Asia/Dili', '--enable-write-console-messages-to-stdout=true'];
    // This setting does not affect the scripts of the driver itself.
    if (!script) args.push('--enable-javascript-markup=false');
    const { sessionId, capabilities } = await send<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', `${address}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
    });
    return new Window(`${address}/session/${sessionId}`, capabilities.browserVersion, home, output);
  }

  /** The browser prints the console messages to its output. */
  get errors(): string[] {
    const lines = this.output.slice(this.from).join('').split('\n');
    return lines.filter((line) => /^CONSOLE (?:JS|SECURITY|RENDERING|\w+) ERROR/.test(line));
  }

  private post<Result = void>(path: string, body: object = {}): Promise<Result> {
    return send('POST', `${this.session}/${path}`, body);
  }
  open = (url: string): Promise<void> => this.post('url', { url });
  reload = (): Promise<void> => this.post('refresh');
  back = (): Promise<void> => this.post('back');

  async run<Input, Output>(code: (input: Input) => Output, input: Input): Promise<Output> {
    const script = `return JSON.stringify((${code})(JSON.parse(arguments[0])) ?? null)`;
    return JSON.parse(await this.post<string>('execute/sync', { script, args: [JSON.stringify(input ?? null)] }));
  }

  async setFiles<Input>(code: (input: Input) => Element | null, input: Input, files: string[]): Promise<void> {
    const script = `return (${code})(JSON.parse(arguments[0]))`;
    const element = await this.post<Record<string, string>>('execute/sync', { script, args: [JSON.stringify(input)] });
    await this.post(`element/${element[ELEMENT]}/value`, { text: files.join('\n') });
  }

  perform = (actions: Source[]): Promise<void> => this.post('actions', { actions });
  release = (): Promise<void> => send('DELETE', `${this.session}/actions`);
  resize = (width: number, height: number): Promise<void> => this.post('window/rect', { x: 0, y: 0, width, height });
  /** The driver does not respond to a request for a picture. */
  picture = (): Promise<undefined> => Promise.resolve(undefined);

  async close(): Promise<void> {
    await send('DELETE', this.session);
  }
}
