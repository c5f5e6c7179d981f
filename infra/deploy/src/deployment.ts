import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@portal/load/until';
import { command } from './command.ts';
import { type Docker, hosts } from './daemon.ts';

/** A container in the output of "docker compose ps". */
interface Container {
  Service: string;
  Name: string;
  State: string;
  Health: string;
  ExitCode: number;
}

/** The deployment of infra/compose in a copy of the project, operated as docs/operations.md describes. */
export class Deployment {
  /** The folder of the copy of the project. */
  private readonly source: string;
  /** The folder infra/compose in that copy. */
  readonly folder: string;
  readonly url = `https://${hosts.portal}`;
  private version = '';
  /** Additional Compose files. */
  private readonly more: string[] = [];

  constructor(
    readonly docker: Docker,
    /** The folder that contains the sources of each version, each in a folder with the name of the version. */
    readonly scratch: string,
  ) {
    this.source = join(scratch, 'deployed');
    this.folder = join(this.source, 'infra/compose');
  }

  /** Does the first steps of the README. It differs in raising the rate limits, because every call of the tests comes from the same address. */
  async prepare(version: string): Promise<void> {
    await this.take(version, '--portal', hosts.portal, '--identity', hosts.identity);
    const limits = ['GENERAL', 'FIND', 'CODE', 'TARGET', 'SIGN_IN', 'UPLOAD', 'TELEMETRY'].map((name) => `RATE_LIMIT_${name}=1000000\n`);
    appendFileSync(join(this.folder, 'settings.env'), limits.join(''));
  }

  /**
   * Switches the copy to a version: copies the files of the version over the existing ones, and creates the secrets that it needs. @param names options of
   * make-secrets.mjs
   */
  async take(version: string, ...names: string[]): Promise<void> {
    cpSync(join(this.scratch, version), this.source, { recursive: true });
    await this.makeSecrets(...names);
    this.setVersion(version);
  }

  /** Runs make-secrets.mjs. @param words its options */
  async makeSecrets(...words: string[]): Promise<void> {
    await command('node', [join(this.folder, 'make-secrets.mjs'), ...words]);
  }

  setVersion(version: string): void {
    this.version = version;
    this.changeEnv('PORTAL_VERSION', version);
  }

  /** Returns the folder of the signed release of a version. */
  releaseOf(version: string): string {
    return join(this.folder, `release-${version}`);
  }

  /** Sets a variable in `.env`. */
  changeEnv(name: string, value: string): void {
    const file = join(this.folder, '.env');
    const others = readFileSync(file, 'utf8').replace(new RegExp(`^${name}=.*\\n`, 'm'), '');
    writeFileSync(file, `${others}${name}=${value}\n`);
  }

  get secrets(): Record<string, string> {
    return Object.fromEntries([...readFileSync(join(this.folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  }

  /** Runs `docker compose …`. */
  compose(...args: string[]): Promise<string> {
    return this.composeWith({}, ...args);
  }

  /** Runs `docker compose …` with variables that no list of processes shows. */
  composeWith(variables: Record<string, string>, ...args: string[]): Promise<string> {
    const files = [join(this.folder, 'compose.yaml'), join(this.releaseOf(this.version), 'digests.yaml'), ...this.more].flatMap((file) => ['--file', file]);
    return command('docker', ['compose', '--progress', 'quiet', ...files, ...args], {
      env: { ...this.docker.env, ...variables },
      cwd: this.source,
    });
  }

  /** Adds a Compose file that overrides others. @param name of the file, without its extension */
  override(name: string, content: object): void {
    const file = join(this.folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify(content));
    this.more.push(file);
  }

  /**
   * Records the logs of all containers from now on, including those that are replaced meanwhile. @returns a function that stops recording and returns the log
   */
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

  /**
   * Waits until every container of these services (or of all services, if none is named) is healthy or has ended with exit code 0. @throws Error with the logs
   * of containers that are not
   */
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

  /**
   * Fetches the text at an address of the portal, over HTTPS, trusting only the authority of the ingress. @throws Error for a failed call or an error status
   */
  get(path: string): Promise<string> {
    return command('curl', ['--silent', '--show-error', '--fail', '--max-time', '20', '--cacert', this.authority, `${this.url}${path}`]);
  }

  /** The certificate of the authority that Caddy has created for itself. */
  get authority(): string {
    return join(this.folder, 'authority.crt');
  }

  /**
   * The certificate of the authority together with the intermediate certificate that signs for the host names. A browser accepts a key only if the server sends
   * it.
   */
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

  /**
   * Runs a command in a new container, without starting the services that it depends on. @param args options, the service and the words of the command @returns
   * what it prints
   */
  run(...args: string[]): Promise<string> {
    return this.runWith({}, ...args);
  }

  /** Does the same with variables, which an option `-e` without a value passes on to the container. */
  runWith(variables: Record<string, string>, ...args: string[]): Promise<string> {
    return this.composeWith(variables, 'run', '--rm', '-T', '--no-deps', ...args);
  }

  /** Runs a command of the image `ops`. @returns what it prints */
  ops(...args: string[]): Promise<string> {
    return this.run('ops', ...args);
  }

  /** Runs SQL on the database server as its root user. */
  sql(statement: string): Promise<string> {
    return this.compose('exec', '-T', 'mariadb', 'sh', '-c', `MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb -uroot -N -e "${statement}"`);
  }

  /** Moves or adds a key to the first or last place of data-keys.json. */
  addDataKey(place: 'first' | 'last', id: string): void {
    const file = join(this.folder, 'secrets/data-keys.json');
    const keys = JSON.parse(readFileSync(file, 'utf8')) as { keys: { id: string; key: string }[] };
    const known = keys.keys.find((key) => key.id === id);
    const key = known ?? { id, key: randomBytes(32).toString('base64url') };
    const others = keys.keys.filter((one) => one.id !== id);
    this.writeSecret(file, { ...keys, keys: place === 'first' ? [key, ...others] : [...others, key] });
  }

  private writeSecret(file: string, content: object): void {
    // A bind mount stays bound to this very file, so the file is overwritten in place.
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
}
