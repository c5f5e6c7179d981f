import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { findProgram } from '@portal/build/programs';

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** Several machines on one network, each imitated by a network namespace of this machine. The portal runs on this machine, which is on the network too. */
export class Network {
  private readonly id = randomInt(16 ** 6).toString(16);
  // An address range for network tests (RFC 2544).
  private readonly range = `198.18.${randomInt(256)}`;
  private readonly bridge = `pgb${this.id}`;
  private readonly hosts: Host[] = [];

  /** @throws Error if the caller is not root */
  constructor() {
    ip('link', 'add', this.bridge, 'type', 'bridge');
    ip('addr', 'add', `${this.range}.1/24`, 'dev', this.bridge);
    ip('link', 'set', this.bridge, 'up');
  }

  /** Adds a machine. */
  add(): Host {
    const number = this.hosts.length + 11;
    const host = new Host(`pg${this.id}-${number}`, `${this.range}.${number}`, `${this.range}.1`);
    const { namespace, address } = host;
    ip('netns', 'add', namespace);
    this.hosts.push(host);
    const device = `pgv${this.id}${number}`;
    ip('link', 'add', device, 'master', this.bridge, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', device, 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    for (const each of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', each, 'up');
    return host;
  }

  /** Removes the network. The programs of its machines must have ended. */
  remove(): void {
    for (const { namespace } of this.hosts) ip('netns', 'del', namespace);
    ip('link', 'del', this.bridge);
  }
}

/** A machine on a `Network`. */
export class Host {
  constructor(
    readonly namespace: string,
    readonly address: string,
    private readonly portal: string,
  ) {}

  /** Returns the arguments with which `ip` runs a program on this machine. @throws Error if the program is not installed */
  command(program: string, args: string[]): string[] {
    const found = findProgram(program);
    if (!found) throw new Error(`${program} is not on this machine.`);
    return ['netns', 'exec', this.namespace, found, ...args];
  }

  /** Cuts this machine off from all others except the one on which the portal runs, or reconnects it. */
  partition(cut: boolean): void {
    for (const rule of [
      ['INPUT', '!', '-s', this.portal],
      ['OUTPUT', '!', '-d', this.portal],
    ])
      ip('netns', 'exec', this.namespace, 'iptables', cut ? '-A' : '-D', ...rule, '-j', 'DROP');
  }
}
