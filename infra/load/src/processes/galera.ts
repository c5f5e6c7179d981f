import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '@portal/build/programs';
import { createConnection } from 'mysql2/promise';
import { until } from '../until.ts';
import { freePort } from './free-port.ts';
import { ManagedProcess } from './managed-process.ts';
import { answersMysql, startRedisWithReplica } from './servers.ts';

const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so', '/usr/lib64/galera/libgalera_smm.so'];
const needed = {
  mariadbd: 'mariadb-server',
  'mariadb-install-db': 'mariadb-server',
  mariabackup: 'mariadb-backup',
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

/** The port for the traffic between the nodes. A partition drops this traffic and leaves the SQL port open. */
const groupPort = '4567';

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** One MariaDB node of the cluster, in a separate network namespace. */
export class GaleraNode {
  process: ManagedProcess;

  constructor(
    readonly name: string,
    readonly namespace: string,
    readonly address: string,
    private readonly args: string[],
  ) {
    this.process = this.prepared([]);
  }

  private prepared(more: string[]): ManagedProcess {
    const url = `mysql://root@${this.address}:3306`;
    const program = ['netns', 'exec', this.namespace, findProgram('mariadbd') ?? '', ...this.args, ...more];
    return new ManagedProcess(this.name, 'ip', program, { ready: async () => (await answersMysql(url)) && (await this.state()) === 'Synced' });
  }

  /** Starts the node at its last position, so that it receives from the other nodes only what it lacks. @returns when it is part of the cluster again */
  async start(newCluster = false): Promise<void> {
    const { stderr } = spawnSync(findProgram('mariadbd') ?? '', [...this.args, '--wsrep-recover'], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    const position = /Recovered position:\s*(\S+)/.exec(stderr)?.[1];
    this.process = this.prepared([...(position ? [`--wsrep-start-position=${position}`] : []), ...(newCluster ? ['--wsrep-new-cluster'] : [])]);
    await this.process.start();
  }

  /** Returns the state of the node: `Synced` if it is part of the cluster. */
  async state(): Promise<string> {
    const connection = await createConnection({ host: this.address, user: 'root', connectTimeout: 1000 });
    try {
      const [rows] = await connection.query("show status like 'wsrep_local_state_comment'");
      return (rows as { Value: string }[])[0]?.Value ?? '';
    } finally {
      connection.destroy();
    }
  }

  /** Cuts the node off from the other nodes, or reconnects it. Clients that send SQL statements still reach it. */
  partition(cut: boolean): void {
    for (const chain of ['INPUT', 'OUTPUT'])
      for (const end of ['--dport', '--sport'])
        execFileSync('ip', ['netns', 'exec', this.namespace, 'iptables', cut ? '-A' : '-D', chain, '-p', 'tcp', end, groupPort, '-j', 'DROP'], {
          stdio: 'pipe',
        });
  }
}

/** Three nodes, an HAProxy before them that sends every connection to the same node as long as that node accepts statements, and a Redis with a replica. */
export interface Galera {
  url: string;
  redis: Awaited<ReturnType<typeof startRedisWithReplica>>;
  nodes: GaleraNode[];
  haproxy: ManagedProcess;
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

export const balancer = (port: number, nodes: Pick<GaleraNode, 'name' | 'address'>[]): string => `
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
${nodes.map(({ name, address }) => `  server ${name} ${address}:3306`).join('\n')}
`;

/** Starts the cluster. @throws Error if `clusterImpossible` gives a reason, or a node does not start */
export async function startGalera(): Promise<Galera> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-galera-'));
  chmodSync(folder, 0o755);
  const id = randomInt(16 ** 6).toString(16);
  // An address range for network tests (RFC 2544).
  const net = `198.18.${randomInt(256)}`;
  const bridge = `pgb${id}`;
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    closing.push(() => ip('link', 'del', bridge));
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    const nodes = [11, 12, 13].map((host, i) => {
      const [name, namespace, address] = [`node${i + 1}`, `pg${id}-${i + 1}`, `${net}.${host}`];
      ip('netns', 'add', namespace);
      closing.push(() => ip('netns', 'del', namespace));
      ip('link', 'add', `pgv${id}${i}`, 'master', bridge, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', `pgv${id}${i}`, 'up');
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up');
      const data = path.join(folder, name);
      const temporary = path.join(folder, `${name}-temporary`);
      for (const each of [data, temporary]) mkdirSync(each);
      const options = { 'gmcast.listen_addr': `tcp://${address}:${groupPort}`, ...groupTimeouts };
      return new GaleraNode(name, namespace, address, [
        '--no-defaults',
        '--user=root',
        `--datadir=${data}`,
        `--tmpdir=${temporary}`,
        `--socket=${data}/s`,
        `--pid-file=${data}/pid`,
        `--bind-address=${address}`,
        '--skip-name-resolve',
        '--character-set-server=utf8mb4',
        '--max-connections=300',
        '--innodb-flush-log-at-trx-commit=1',
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${providers.find((file) => existsSync(file))}`,
        `--wsrep-cluster-address=gcomm://${net}.11,${net}.12,${net}.13`,
        `--wsrep-node-name=${name}`,
        `--wsrep-node-address=${address}`,
        '--wsrep-sst-method=mariabackup',
        '--wsrep-sst-auth=root:',
        '--wsrep-sync-wait=1',
        `--wsrep-provider-options=${Object.entries(options)
          .map(([key, value]) => `${key}=${value}`)
          .join(';')}`,
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
    const port = await freePort();
    const url = `mysql://root@127.0.0.1:${port}`;
    writeFileSync(path.join(folder, 'haproxy.cfg'), balancer(port, nodes));
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
    const redis = await startRedisWithReplica(folder);
    closing.push(() => Promise.all(redis.processes.map((each) => each.kill())));
    return { url, redis, nodes, haproxy, writer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
