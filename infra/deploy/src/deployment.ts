import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@portal/load/until';
import { command } from './command.ts';
import { type Docker, hosts } from './daemon.ts';

/** A container as "docker compose ps" describes it. */
interface Container {
  Service: string;
  Name: string;
  State: string;
  Health: string;
  ExitCode: number;
}

/** The deployment of infra/compose in a copy of the project, driven as docs/operations.md says. */
export class Deployment {
  /** The copy of the project. */
  private readonly source: string;
  /** Its folder infra/compose. */
  readonly folder: string;
  readonly url = `https://${hosts.portal}`;
  private version = '';
  /** Further files of Compose. */
  private readonly more: string[] = [];

  constructor(
    readonly docker: Docker,
    /** The folder with the sources of each version, in folders of their names. */
    readonly scratch: string,
  ) {
    this.source = join(scratch, 'deployed');
    this.folder = join(this.source, 'infra/compose');
  }

  /** What the README says to do first. Settings that differ: every call of the tests has the same address. */
  async prepare(version: string): Promise<void> {
    await this.take(version, '--portal', hosts.portal, '--identity', hosts.identity);
    const limits = ['GENERAL', 'FIND', 'CODE', 'TARGET', 'SIGN_IN', 'UPLOAD', 'TELEMETRY'].map((name) => `RATE_LIMIT_${name}=1000000\n`);
    appendFileSync(join(this.folder, 'settings.env'), limits.join(''));
  }

  /** Gets a version: its files over those that are there, and the secrets that it asks for. @param names options of make-secrets.mjs */
  async take(version: string, ...names: string[]): Promise<void> {
    cpSync(join(this.scratch, version), this.source, { recursive: true });
    await command('node', [join(this.folder, 'make-secrets.mjs'), ...names]);
    this.setVersion(version);
  }

  setVersion(version: string): void {
    this.version = version;
    this.changeEnv('PORTAL_VERSION', version);
  }

  /** The folder of the signed release of a version. */
  releaseOf(version: string): string {
    return join(this.folder, `release-${version}`);
  }

  /** Writes a variable into `.env`. */
  changeEnv(name: string, value: string): void {
    const file = join(this.folder, '.env');
    const others = readFileSync(file, 'utf8').replace(new RegExp(`^${name}=.*\\n`, 'm'), '');
    writeFileSync(file, `${others}${name}=${value}\n`);
  }

  get secrets(): Record<string, string> {
    return Object.fromEntries([...readFileSync(join(this.folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  }

  /** docker compose … */
  compose(...args: string[]): Promise<string> {
    const files = [join(this.folder, 'compose.yaml'), join(this.releaseOf(this.version), 'digests.yaml'), ...this.more].flatMap((file) => ['--file', file]);
    return command('docker', ['compose', '--progress', 'quiet', ...files, ...args], {
      env: this.docker.env,
      cwd: this.source,
    });
  }

  /** Adds to the Compose file. @param name of the file, without its ending */
  override(name: string, content: object): void {
    const file = join(this.folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify(content));
    this.more.push(file);
  }

  /** Keeps what every container logs from now on, those among them that are replaced meanwhile. @returns ends it and gives what was logged */
  followLogs(): () => string {
    const file = join(this.folder, 'followed.log');
    const out = openSync(file, 'w');
    const args = ['compose', '--file', join(this.folder, 'compose.yaml'), 'logs', '--follow', '--no-color', '--since', '1s'];
    const child = spawn('docker', args, { env: this.docker.env, cwd: this.source, stdio: ['ignore', out, out] });
    return () => {
      child.kill();
      return readFileSync(file, 'utf8');
    };
  }

  async containers(...services: string[]): Promise<Container[]> {
    const lines = (await this.compose('ps', '--all', '--format', 'json', ...services)).trim().split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Container);
  }

  /** Waits until every container of these services (of all, if none is named) is healthy, or has ended well. @throws Error with the log of one that has not */
  async healthy(seconds: number, ...services: string[]): Promise<void> {
    const open = async (): Promise<Container[]> =>
      (await this.containers(...services)).filter(({ State, Health, ExitCode }) =>
        State === 'exited' ? ExitCode !== 0 : State !== 'running' || (Health && Health !== 'healthy'),
      );
    try {
      await until('every container is healthy', async () => (await open()).length === 0, { seconds, every: 1000 });
    } catch {
      const late = await open();
      const logs = await Promise.all(
        late.slice(0, 3).map(async ({ Name }) => `${Name}:\n${await this.docker.run('logs', '--tail', '30', Name).catch(String)}`),
      );
      throw new Error(
        `Not healthy after ${seconds} s: ${late.map(({ Name, State, Health }) => `${Name} (${State} ${Health})`).join(', ')}\n${logs.join('\n')}`,
      );
    }
  }

  async up(...args: string[]): Promise<void> {
    await this.compose('up', '--detach', '--no-build', '--pull', 'never', ...args);
  }

  /** Waits until the gateway and the services behind it are ready. */
  async ready(): Promise<void> {
    await until('the gateway is ready', async () => (JSON.parse(await this.get('/health/ready')) as { status: string }).status === 'ok', {
      seconds: 180,
      every: 1000,
    });
  }

  /** The text at an address of the portal, over https with the authority of the ingress alone. @throws Error unless it is 200 */
  get(path: string): Promise<string> {
    return command('curl', ['--silent', '--show-error', '--fail', '--max-time', '20', '--cacert', this.authority, `${this.url}${path}`]);
  }

  /** The certificate of the authority that Caddy has made for itself. */
  get authority(): string {
    return join(this.folder, 'authority.crt');
  }

  /** The same, and the certificate under it that signs for the names: a browser counts only keys that a server sends it. */
  get chain(): string {
    return join(this.folder, 'authority-chain.crt');
  }

  async readAuthority(): Promise<void> {
    const folder = '/data/caddy/pki/authorities/local';
    const read = (name: string): Promise<string> => this.compose('exec', '-T', 'ingress', 'cat', `${folder}/${name}.crt`);
    const root = await until('Caddy has its authority', () => read('root'), { seconds: 30 });
    writeFileSync(this.authority, root);
    writeFileSync(this.chain, root + (await read('intermediate')));
  }

  /** Runs a command in a new container, and nothing beside it. @param args options, the service and the words of the command @returns what it prints */
  run(...args: string[]): Promise<string> {
    return this.compose('run', '--rm', '-T', '--no-deps', ...args);
  }

  /** A command of the image ops: what it prints. */
  ops(...args: string[]): Promise<string> {
    return this.run('ops', ...args);
  }

  /** SQL with all rights, on the database server. */
  sql(statement: string): Promise<string> {
    return this.compose('exec', '-T', 'mariadb', 'sh', '-c', `MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb -uroot -N -e "${statement}"`);
  }

  /** Puts a new key before or behind the others of data-keys.json. */
  addDataKey(place: 'first' | 'last', id: string): void {
    const file = join(this.folder, 'secrets/data-keys.json');
    const keys = JSON.parse(readFileSync(file, 'utf8')) as { keys: { id: string; key: string }[] };
    const known = keys.keys.find((key) => key.id === id);
    const key = known ?? { id, key: randomBytes(32).toString('base64url') };
    const others = keys.keys.filter((one) => one.id !== id);
    this.writeSecret(file, { ...keys, keys: place === 'first' ? [key, ...others] : [...others, key] });
  }

  private writeSecret(file: string, content: object): void {
    // A bind mount follows the file itself, so it is written in place.
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
}
