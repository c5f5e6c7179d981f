import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@portal/load/processes/servers';
import { until } from '@portal/load/until';
import { command } from './command.ts';
import { startNameServer } from './stand-ins/name-server.ts';

/** The Docker daemon, in a separate network without a connection to the outside. */
export interface Docker {
  run(...args: string[]): Promise<string>;
  env: NodeJS.ProcessEnv;
  /** The folder of images, volumes and containers. */
  dataRoot: string;
  stop(): Promise<void>;
}

/** Address of the machine in Docker's first network. Its name server knows no names outside. */
export const bridge = '172.17.0.1';

/** Host names that resolve only in this network. Caddy signs their certificates itself. */
export const hosts = { portal: 'portal.localhost', identity: 'id.localhost' };

/**
 * Starts the daemon. The caller must already run in separate network and process namespaces ("unshare").
 * @param tools a folder with the plugin "compose"
 */
export async function startDocker(folder: string, tools: string): Promise<Docker> {
  mkdirSync(join(folder, 'config/cli-plugins'), { recursive: true });
  symlinkSync(join(tools, 'usr/libexec/docker/cli-plugins/docker-compose'), join(folder, 'config/cli-plugins/docker-compose'));
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${Object.values(hosts).join(' ')}\n`);
  await command('mount', ['--bind', join(folder, 'hosts'), '/etc/hosts']);
  // The mounts in this namespace are made shared, as on a machine on which Docker runs, because the exporter of the disks needs that.
  await command('mount', ['--make-rshared', '/']);
  await command('ip', ['link', 'set', 'lo', 'up']);
  const socket = `unix://${folder}/docker.sock`;
  const dataRoot = join(folder, 'data');
  const own = ['--data-root', dataRoot, '--exec-root', join(folder, 'exec'), '--host', socket, '--pidfile', join(folder, 'pid')];
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  const daemon = spawn(findProgram('dockerd') as string, [...own, '--storage-driver', 'overlay2', '--bip', `${bridge}/16`, '--dns', bridge], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  const log = createWriteStream(join(folder, 'dockerd.log'));
  daemon.stdout.pipe(log);
  daemon.stderr.pipe(log);
  const ended = new Promise((done) => daemon.once('exit', done));
  const env = { ...process.env, PATH: path, DOCKER_HOST: socket, DOCKER_CONFIG: join(folder, 'config') };
  const run = (...args: string[]): Promise<string> => command('docker', args, { env });
  await until('the daemon of Docker answers', async () => (await run('info', '--format', '{{.ServerVersion}}')).trim(), { seconds: 60, every: 500 });
  const stopNameServer = await startNameServer(bridge);
  return {
    run,
    env,
    dataRoot,
    stop: async () => {
      stopNameServer();
      daemon.kill('SIGTERM');
      await ended;
    },
  };
}
