import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '@portal/build/programs';
import { createConnection } from 'mysql2/promise';
import { until } from '../until.ts';
import { freePort } from './free-port.ts';
import { ManagedProcess } from './managed-process.ts';
import { type Host, Network } from './network.ts';
import { type RedisWithReplica, startRedisWithReplica } from './redis-with-replica.ts';
import { answersMysql } from './servers.ts';

const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so', '/usr/lib64/galera/libgalera_smm.so'];
const needed = {
  mariadbd: 'mariadb-server',
  'mariadb-install-db': 'mariadb-server',
  mariabackup: 'mariadb-backup',
  'redis-server': 'redis-server',
  socat: 'socat',
  ip: 'iproute2',
  iptables: 'iptables',
  haproxy: 'haproxy',
};

/** Returns why no cluster can be started here; undefined if it can. */
export function clusterImpossible(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make network namespaces';
  const missing = Object.entries(needed)
    .filter(([name]) => !findProgram(name))
    .map(([name, debian]) => `${name} (Debian: ${debian})`);
  if (!providers.some((file) => existsSync(file))) missing.push('libgalera_smm.so (Debian: galera-4)');
  return missing.length ? `not on this machine: ${missing.join(', ')}` : undefined;
}

/** Timeouts with which a dead node is noticed after two seconds. docs/operations.md gives the same values. */
export const groupTimeouts = {
  'evs.keepalive_period': 'PT0.5S',
  'evs.inactive_check_period': 'PT0.25S',
  'evs.suspect_timeout': 'PT2S',
  'evs.inactive_timeout': 'PT4S',
  'evs.install_timeout': 'PT4S',
  'gmcast.peer_timeout': 'PT2S',
};

/** One MariaDB node of the cluster, on a machine of its own. */
export class GaleraNode {
  process: ManagedProcess;

  constructor(
    readonly name: string,
    readonly host: Host,
    private readonly args: string[],
  ) {
    this.process = this.prepared([]);
  }

  get url(): string {
    return `mysql://root@${this.host.address}:3306`;
  }

  private prepared(more: string[]): ManagedProcess {
    const ready = async (): Promise<boolean> => (await answersMysql(this.url)) && (await this.status('wsrep_local_state_comment')) === 'Synced';
    return new ManagedProcess(this.name, 'ip', this.host.command('mariadbd', [...this.args, ...more]), { ready });
  }

  /** Starts the node at its last position, so that it receives from the other nodes only what it lacks. @returns when it is part of the cluster again */
  async start(newCluster = false): Promise<void> {
    const { stderr } = spawnSync(findProgram('mariadbd') ?? '', [...this.args, '--wsrep-recover'], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    const position = /Recovered position:\s*(\S+)/.exec(stderr)?.[1];
    this.process = this.prepared([...(position ? [`--wsrep-start-position=${position}`] : []), ...(newCluster ? ['--wsrep-new-cluster'] : [])]);
    await this.process.start();
  }

  /** Returns a status variable. `wsrep_local_state_comment` is `Synced` if the node is part of the cluster. */
  async status(variable: string): Promise<string> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 1000 });
    try {
      const [rows] = await connection.query('show status where variable_name = ?', [variable]);
      return (rows as { Value: string }[])[0]?.Value ?? '';
    } finally {
      connection.destroy();
    }
  }
}

/** Three nodes, an HAProxy before them that sends every connection to the same node as long as that node accepts statements, and a Redis with a replica. */
export interface Galera {
  url: string;
  redis: RedisWithReplica;
  nodes: GaleraNode[];
  haproxy: ManagedProcess;
  /** The address at which HAProxy answers Prometheus. */
  metrics: string;
  /** Returns the node that currently receives the statements. */
  writer(): Promise<GaleraNode>;
  stop(): Promise<void>;
}

/** Returns a packet of the MySQL protocol in hexadecimal. */
function packet(sequence: number, ...parts: (Buffer | string)[]): string {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([body.length, 0, 0, sequence]), body]).toString('hex');
}
/** The login packet: flags, maximum packet size, utf8mb4, 23 zeros, then an account without a password, which has no rights. */
const login = packet(1, Buffer.from('0182080000000000', 'hex'), Buffer.from([45]), Buffer.alloc(23), 'health\0', '\0', 'mysql_native_password\0');
/** The statement of the health check. A node that is not part of the cluster refuses it with error 1047. Unlike SELECT it does not wait for other nodes. */
const statement = packet(0, Buffer.from([3]), 'do 1');

/**
 * Returns the settings of HAProxy.
 * @param port the port on which it takes connections to the database
 * @param metricsPort the port on which it answers Prometheus
 * @param nodes the addresses of the nodes, by name
 */
export const databaseBalancer = (port: number, metricsPort: number, nodes: Record<string, string>): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 8h
  timeout server 8h
  timeout check 800ms
  retries 3
  option redispatch 1

listen mysql
  bind 127.0.0.1:${port}
  maxconn 1000
  stick-table type ip size 1 nopurge
  stick on dst
  option tcp-check
  tcp-check connect
  tcp-check expect rbinary ^..0000000A
  tcp-check send-binary ${login}
  tcp-check expect rbinary ^......0200
  tcp-check send-binary ${statement}
  tcp-check expect rbinary ^......0100
  default-server check inter 500ms fall 2 rise 3 on-marked-down shutdown-sessions
${Object.entries(nodes)
  .map(([name, address]) => `  server ${name} ${address}:3306`)
  .join('\n')}

listen metrics
  mode http
  bind 127.0.0.1:${metricsPort}
  http-request use-service prometheus-exporter if { path /metrics }
`;

/** Starts the cluster. @throws Error if `clusterImpossible` gives a reason, or a node does not start */
export async function startGalera(): Promise<Galera> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-galera-'));
  chmodSync(folder, 0o755);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const network = new Network();
    closing.push(() => network.remove());
    const hosts = [network.add(), network.add(), network.add()];
    const nodes = hosts.map((host, i) => {
      const name = `node${i + 1}`;
      const data = path.join(folder, name);
      const temporary = path.join(folder, `${name}-temporary`);
      for (const each of [data, temporary]) mkdirSync(each);
      const options = Object.entries(groupTimeouts).map(([key, value]) => `${key}=${value}`);
      return new GaleraNode(name, host, [
        '--no-defaults',
        '--user=root',
        `--datadir=${data}`,
        `--tmpdir=${temporary}`,
        `--socket=${data}/s`,
        `--pid-file=${data}/pid`,
        `--bind-address=${host.address}`,
        '--skip-name-resolve',
        '--character-set-server=utf8mb4',
        '--max-connections=300',
        '--innodb-flush-log-at-trx-commit=1',
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${providers.find((file) => existsSync(file))}`,
        `--wsrep-cluster-address=gcomm://${hosts.map(({ address }) => address)}`,
        `--wsrep-node-name=${name}`,
        `--wsrep-node-address=${host.address}`,
        '--wsrep-sst-method=mariabackup',
        '--wsrep-sst-auth=root:',
        '--wsrep-sync-wait=1',
        `--wsrep-provider-options=${options.join(';')}`,
      ]);
    });
    const accounts = path.join(folder, 'accounts.sql');
    writeFileSync(accounts, "flush privileges;\ncreate user root@'%';\ngrant all on *.* to root@'%' with grant option;\ncreate user health@'%';\n");
    const install = [
      '--no-defaults',
      `--datadir=${folder}/node1`,
      `--tmpdir=${folder}/node1-temporary`,
      '--user=root',
      '--skip-test-db',
      `--extra-file=${accounts}`,
    ];
    execFileSync(findProgram('mariadb-install-db') ?? '', install, { stdio: 'pipe' });
    closing.push(() => Promise.all(nodes.map((node) => node.process.kill())));
    // The other nodes copy the data of the first node, including its accounts.
    for (const node of nodes) await node.start(node === nodes[0]);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const url = `mysql://root@127.0.0.1:${port}`;
    const addresses = Object.fromEntries(nodes.map(({ name, host }) => [name, host.address]));
    writeFileSync(path.join(folder, 'haproxy.cfg'), databaseBalancer(port, metricsPort, addresses));
    const haproxy = new ManagedProcess('HAProxy', findProgram('haproxy') ?? '', ['-db', '-f', path.join(folder, 'haproxy.cfg')], {
      ready: () => answersMysql(url),
    });
    closing.push(() => haproxy.kill());
    await haproxy.start();
    const writer = (): Promise<GaleraNode> =>
      until('a node answers', async () => {
        const connection = await createConnection(url);
        try {
          const [rows] = await connection.query('select @@wsrep_node_name as name');
          return nodes.find(({ name }) => name === (rows as { name: string }[])[0].name) as GaleraNode;
        } finally {
          connection.destroy();
        }
      });
    const redis = await startRedisWithReplica(folder, network);
    closing.push(() => redis.stop());
    return { url, redis, nodes, haproxy, metrics: `127.0.0.1:${metricsPort}`, writer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
