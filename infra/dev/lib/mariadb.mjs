import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './run.mjs';

/** @param {string} program */
const isInstalled = (program) => spawnSync(program, ['--version']).status === 0;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Starts a MariaDB server that keeps its data in `folder` and does not wait for the disk.
 * @param {string} folder an empty folder that the caller removes after `stop`
 * @returns {Promise<{ url: string, stop(): Promise<void> } | undefined>} undefined where MariaDB is not installed or does not start
 */
export async function startMariadb(folder) {
  if (!isInstalled('mariadbd') || !isInstalled('mariadb-install-db')) return undefined;
  // A process of root runs the server as root only when told to.
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${folder}`, ...asRoot];
  const made = await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], { quiet: true });
  if (made.code) return undefined;
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      ...common,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${path.join(folder, 'socket')}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      '--character-set-server=utf8mb4',
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-flush-method=nosync',
      '--innodb-doublewrite=0',
      '--innodb-log-file-size=32M',
    ],
    { stdio: 'ignore' },
  );
  const kill = () => server.kill('SIGKILL');
  // Before the listener that removes the folder.
  process.prependOnceListener('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    kill();
    await ended;
  };
  const url = `mysql://root@127.0.0.1:${port}`;
  const { createConnection } = await import('mysql2/promise');
  for (let tries = 0; server.exitCode === null && tries < 300; tries++) {
    try {
      await (await createConnection(url)).end();
      return { url, stop };
    } catch {
      await wait(100);
    }
  }
  await stop();
  return undefined;
}
