import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sha384 } from '@portal/remotes';
import { writeSignedRegistry } from '@portal/remotes/testing';
import type { TestBackend } from '@portal/service-kit/testing';
import { Caller } from './caller.ts';

export const root = join(__dirname, '../..');

/** A file for every remote. The checks test how it is served, not its content. */
const remoteFile = 'remoteEntry.0123abcd.js';

const codeOf = (name: string): string => `globalThis[${JSON.stringify(name)}] = 1;\n`;

/** Creates a registry with all areas of this project, as after one deployment of each. */
async function deployRemotes(folder: string): Promise<void> {
  const areas = readdirSync(root)
    .filter((name) => name.startsWith('mf-'))
    .map((name) => ({
      ...JSON.parse(readFileSync(join(root, name, 'area.json'), 'utf8')),
      version: '1.0.0-test',
      entry: `/remotes/${name}/1.0.0-test/${remoteFile}`,
      integrity: { [`/remotes/${name}/1.0.0-test/${remoteFile}`]: sha384(codeOf(name)) },
    }));
  for (const { name } of areas) {
    const place = join(folder, name, '1.0.0-test');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, remoteFile), codeOf(name));
  }
  await writeSignedRegistry(folder, areas);
}

/** A running portal. The checks know only its address. */
export class RunningPortal {
  private readonly callers = new Map<string, Promise<Caller>>();
  /** @param behindIngress whether a proxy in front of the portal answers some malformed HTTP requests itself */
  constructor(
    readonly url: string,
    readonly behindIngress = false,
  ) {}

  /** Returns a caller without a session. */
  get public(): Caller {
    return new Caller(this.url);
  }

  /** Returns a development user, who signs in once for all checks. */
  as(username: string): Promise<Caller> {
    const known = this.callers.get(username) ?? Caller.signedIn(this.url, username);
    this.callers.set(username, known);
    return known;
  }

  /** Discards the user's session: the next `as` signs in again. */
  forget(username: string): void {
    this.callers.delete(username);
  }
}

/** The built portal in a separate process. */
export class PortalUnderTest extends RunningPortal {
  private constructor(
    url: string,
    private readonly child: ChildProcess,
    private readonly output: string[],
    private readonly folder: string,
    /** The environment with which the portal was started. */
    readonly environment: NodeJS.ProcessEnv,
  ) {
    super(url);
  }

  static async start(backend: TestBackend): Promise<PortalUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-contract-'));
    await deployRemotes(folder);
    const page = join(folder, 'web');
    mkdirSync(page);
    writeFileSync(
      join(page, 'index.html'),
      '<!doctype html><html lang="en"><head><title>Single Window</title><!--PRELOAD--></head><body><!--REGISTRY--></body></html>',
    );
    const environment = {
      PATH: process.env.PATH,
      ...backend.env,
      // The same Redis hash slot as the queue, so that removing the keys of the queue also removes the sessions.
      SESSION_PREFIX: `{${backend.env.QUEUE_PREFIX}}`,
      PORT: '0',
      LOG_LEVEL: 'debug',
      // Without these settings, some operations answer 404.
      OPEN_DATA: 'on',
      PUBLIC_NUMBERS: 'on',
      REMOTES_DIR: folder,
      WEB_DIR: page,
    };
    const script = pathToFileURL(join(root, 'infra/dev/dist/src/main.js')).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', `(await import(${JSON.stringify(script)})).runPortal(${JSON.stringify(root)})`], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      let started = false;
      const read = (chunk: Buffer): void => {
        output.push(chunk.toString());
        if (started) return;
        const ready = /The portal is ready after .*: (http\S+)/.exec(output.join(''));
        started = ready !== null;
        if (ready) resolve(ready[1] as string);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`The portal ended with code ${code}:\n${output.join('')}`)));
    });
    return new PortalUnderTest(url, child, output, folder, environment);
  }

  /** Returns the folder with the portal's keys and files. */
  get dataDir(): string {
    return String(this.environment.DATA_DIR);
  }

  /** Returns everything that the portal has written to its log and to the terminal. */
  get log(): string {
    return this.output.join('');
  }

  /** Returns the one-time code in the newest message to an address. The development portal stores messages. */
  async codeSentTo(address: unknown): Promise<string> {
    let code: string | undefined;
    for (const end = Date.now() + 60_000; !code && Date.now() < end; await wait(50)) code = this.codeIn(address);
    return code ?? '';
  }

  private codeIn(address: unknown): string | undefined {
    const folder = join(this.dataDir, 'mail');
    const messages = (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; subject: string; text: string; at: string })
      .filter(({ to, subject }) => to === address && subject.startsWith('Your code'))
      .sort((one, other) => one.at.localeCompare(other.at));
    return /\b\d{6}\b/.exec(messages.at(-1)?.text ?? '')?.[0];
  }

  /** Verifies the audit logs of this portal, as `npm run audit:verify` does. */
  async verifyAudit(): Promise<{ whole: boolean; says: string }> {
    const script = pathToFileURL(join(root, 'infra/backup/dist/src/audit-verify.js')).href;
    const code = `process.exit((await (await import(${JSON.stringify(script)})).verifyAudits(process.env, ${JSON.stringify(root)})) ? 0 : 1)`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env: this.environment, stdio: ['ignore', 'pipe', 'inherit'] });
    let says = '';
    child.stdout.on('data', (chunk: Buffer) => {
      says += chunk.toString();
    });
    return new Promise((resolve) => child.once('close', (status) => resolve({ whole: status === 0, says })));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = new Promise((done) => this.child.once('exit', done));
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Gives a section of checks access to a portal, which exists only while the tests run. */
export type Portal<Kind extends RunningPortal = PortalUnderTest> = () => Kind;
