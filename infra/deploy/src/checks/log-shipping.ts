import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LogReceiver, type ReceivedMessage } from '@portal/load/log-receiver';
import { until } from '@portal/load/until';
import { type Certificate, receiverCertificate } from '../certificate.ts';
import { command } from '../command.ts';
import { bridge, hosts } from '../daemon.ts';
import type { Deployment } from '../deployment.ts';

const port = 6514;
const waiting = { seconds: 60, every: 200 };
/**
 * A container that writes 92 kB in 16 seconds, as lines of the portal with four levels. Its log is rotated at 30 kB: not more than once in a second, in which
 * rsyslog looks for new lines.
 */
const chatty = {
  name: 'chatty',
  lines: 400,
  script: `let n = 0;
    const t = setInterval(() => {
      console.log(JSON.stringify({ level: 30 + 10 * (n % 4), time: Date.now(), msg: 'line ' + n++ + 'x'.repeat(50) }));
      if (n === 400) clearInterval(t);
    }, 40)`,
};
/** A container that is not of the Compose file. */
const stranger = 'stranger';

/** Facility local0 with the severity of each level of the portal (pino). */
const priorities: Record<string, number> = { 10: 134, 20: 134, 30: 134, 40: 132, 50: 131, 60: 130 };

/** Returns whether a message has the host of the portal and, if its text is a line of the portal, the severity and the time that the line says. */
function isRight({ priority, time, host, text }: ReceivedMessage): boolean {
  const [, level, written] = /^\{"level":(\d+),"time":(\d+)/.exec(text) ?? [];
  return host === hosts.portal && (!level || (priority === priorities[level] && Math.abs(Date.parse(time) - Number(written)) < 10_000));
}

/** Asks the portal for a page. @returns the id of the call, which is in its log lines */
async function idOfCall(deployment: Deployment): Promise<string> {
  const args = ['--silent', '--output', '/dev/null', '--dump-header', '-', '--cacert', deployment.authority, `${deployment.url}/api/media/v1/nothing`];
  const [, id] = /^x-request-id: *(\S+)/im.exec(await command('curl', args)) ?? [];
  if (!id) throw new Error('An answer has no X-Request-Id');
  return id;
}

/**
 * Sends the logs of all containers to a receiver on the machine, with the container `logs` as shipped: while the receiver is away, while Docker rotates the log
 * of a container and removes it, and not to a receiver that another authority vouches for. Lines of other containers are not sent.
 */
export async function shipLogs(deployment: Deployment, version: string): Promise<string> {
  const { docker, folder } = deployment;
  const trusted = await receiverCertificate(folder);
  const receivers: LogReceiver[] = [];
  const listen = async (tls: Certificate = trusted): Promise<LogReceiver> => {
    const receiver = await LogReceiver.start(tls, { port, host: bridge });
    receivers.push(receiver);
    return receiver;
  };
  const textsOf = (container: string): Set<string> =>
    new Set(receivers.flatMap(({ messages }) => messages.flatMap((message) => (message.container.endsWith(container) ? message.text : []))));
  const arrives = (what: string, container: string, part: string): Promise<boolean> =>
    until(`${what} arrives`, () => [...textsOf(container)].some((text) => text.includes(part)), waiting);
  const faults = async (part: string): Promise<number> => (await deployment.compose('logs', '--no-color', 'logs')).split(part).length - 1;
  deployment.changeEnv('LOG_RECEIVER_HOST', bridge);
  deployment.changeEnv('DOCKER_CONTAINERS', join(deployment.docker.dataRoot, 'containers'));
  try {
    // The receiver is away at first: that keeps nothing from its start.
    await deployment.compose('--profile', 'logs', 'up', '--detach', '--no-build', '--pull', 'never', '--no-deps', 'logs');
    const early = await idOfCall(deployment);
    const first = await listen();
    await arrives('a line from before the receiver was there', 'gateway-1', early);
    for (const name of ['mariadb-1', 'redis-1', 'keycloak-1', 'svc-trips-1', 'logs-1']) await arrives(`the log of ${name}`, name, '');
    const before = await faults('cannot connect');
    await first.close();
    // Syslog acknowledges nothing: what is sent until rsyslog notices that the receiver is away is lost. So these are calls that nobody looks for.
    await until('rsyslog notices that the receiver is away', async () => (await idOfCall(deployment)) && (await faults('cannot connect')) > before, waiting);

    const start = (name: string, tag: string, script: string): Promise<string> => {
      const log = ['max-size=30k', 'max-file=5', `tag=${tag}`].flatMap((option) => ['--log-opt', option]);
      const run = ['run', '--detach', '--name', name, '--log-driver', 'json-file', ...log, '--network', 'none', '--entrypoint', 'node'];
      return docker.run(...run, `portal/ops:${version}`, '--eval', script);
    };
    await start(stranger, '{{.Name}}', "console.log('a line of another container')");
    await start(chatty.name, 'portal/{{.Name}}', chatty.script);
    const meanwhile = await idOfCall(deployment);
    await docker.run('wait', chatty.name);
    // Lines are read once a second.
    await wait(2000);
    await docker.run('rm', chatty.name, stranger);
    const other = await listen(await receiverCertificate(folder, false));
    await until('a receiver of another authority is refused', async () => (await faults('certificate verify failed')) > 0, waiting);
    await other.close();
    if (other.messages.length > 0) throw new Error(`A receiver that another authority vouches for got ${other.messages.length} messages`);
    const second = await listen();
    await arrives('a line from while the receiver was away', 'gateway-1', meanwhile);
    await until('every line of the container that is gone arrives', () => textsOf(chatty.name).size === chatty.lines, waiting);
    await deployment.healthy(60, 'logs');
    await second.close();
    const messages = receivers.flatMap((receiver) => receiver.messages);
    const wrong = messages.find((message) => !isRight(message));
    if (wrong) throw new Error(`Its priority, time or host does not fit: ${JSON.stringify(wrong)}`);
    const containers = new Set(messages.map(({ container }) => container));
    if (containers.has(stranger)) throw new Error('A line of a container that is not of the Compose file was sent');
    return `${containers.size} containers; lines written while the receiver was away arrive, also after Docker rotated a log and removed its container, with the severity of their level; no lines of other containers, and nothing sent to a receiver of another authority`;
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close().catch(() => undefined)));
    await deployment.compose('--profile', 'logs', 'rm', '--stop', '--force', 'logs');
    deployment.changeEnv('LOG_RECEIVER_HOST', 'none');
  }
}
