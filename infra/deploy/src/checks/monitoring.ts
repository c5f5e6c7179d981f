import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { components, ofKind } from '@portal/dev/deployment/components';
import { type Alert, firingAlerts } from '@portal/load/chaos/alerts';
import { until } from '@portal/load/until';
import { parse, stringify } from 'yaml';
import { receiverCertificate } from '../certificate.ts';
import { bridge, hosts } from '../daemon.ts';
import type { Deployment } from '../deployment.ts';
import { type Alertmanager, type SentAlert, startAlertmanager } from '../stand-ins/alertmanager.ts';

const profile = ['prometheus', 'blackbox', 'node', 'redis-metrics', 'database-metrics'];
/** The number of seconds within which an alert must be raised. */
const mostSeconds = 60;
/** The tests of the rules, for promtool. */
const ruleTests = ['alerts.test.yaml', 'component-alerts.test.yaml'];
/** The service that the test stops and that nothing starts again. */
const victim = 'svc-trips';

/** What an operator adds in infra/observability/own, as its README says: an Alertmanager on this machine, a scrape job, and a rule about it. */
const alertmanagerPort = 9093;
const own = {
  'alertmanagers.yaml': [{ targets: [`${bridge}:${alertmanagerPort}`] }],
  'own.scrape.yaml': { scrape_configs: [{ job_name: 'own', static_configs: [{ targets: ['localhost:9090'] }] }] },
  'own.rules.yaml': { groups: [{ name: 'own', rules: [{ alert: 'OwnRule', expr: 'up{job="own"} == 1', annotations: { summary: 'an own rule' } }] }] },
};

/**
 * Starts the monitoring that compose.yaml ships, with an Alertmanager, a scrape job and a rule that an operator has added. Checks that it sees everything, and
 * that stopping one component raises one alert and no others, of which the Alertmanager is told.
 */
export async function checkMonitoring(deployment: Deployment, root: string): Promise<string> {
  const folder = join(deployment.folder, '../observability/own');
  const alertmanager = await startAlertmanager(await receiverCertificate(deployment.folder), bridge, alertmanagerPort);
  try {
    for (const [name, content] of Object.entries(own)) writeFileSync(join(folder, name), stringify(content));
    return await watch(deployment, root, alertmanager);
  } finally {
    alertmanager.stop();
    // The next step needs the whole portal, also after a failure.
    await deployment.up(victim);
    await deployment.healthy(120, victim);
    await deployment.compose('--profile', 'monitoring', 'rm', '--stop', '--force', ...profile);
    for (const name of Object.keys(own)) rmSync(join(folder, name), { force: true });
  }
}

async function watch(deployment: Deployment, root: string, { alerts: told }: Alertmanager): Promise<string> {
  // Visitors reach the ingress by names that lead to this machine, and trust the authority that signed its certificate.
  copyFileSync(deployment.authority, join(deployment.folder, 'secrets/trusted/ingress.crt'));
  const networks = await deployment.docker.run(
    'inspect',
    '--format',
    '{{json .NetworkSettings.Networks}}',
    (await deployment.containers('ingress'))[0]?.Name ?? '',
  );
  const edge = Object.entries(JSON.parse(networks) as Record<string, { IPAddress: string }>).find(([name]) => name.endsWith('_edge'));
  deployment.override('monitoring', { services: { blackbox: { extra_hosts: Object.values(hosts).map((host) => `${host}:${edge?.[1].IPAddress}`) } } });
  await deployment.compose('--profile', 'monitoring', 'up', '--detach', '--no-build', '--pull', 'never', '--no-deps', ...profile);

  const inPrometheus = (...words: string[]): Promise<string> => deployment.compose('exec', '-T', 'prometheus', ...words);
  const ask = async <T>(path: string): Promise<T> =>
    (JSON.parse(await inPrometheus('wget', '-qO-', `http://localhost:9090/api/v1/${path}`)) as { data: T }).data;
  await inPrometheus('promtool', 'check', 'config', '/etc/prometheus/prometheus.yaml');
  await inPrometheus('promtool', 'test', 'rules', ...ruleTests.map((name) => `/etc/prometheus/${name}`));
  const firing = async (): Promise<string[]> => [...firingAlerts((await ask<{ alerts: Alert[] }>('alerts')).alerts).values()];

  interface Target {
    labels: { component?: string };
    health: string;
    scrapeUrl: string;
    lastError: string;
  }
  const scaled = ofKind(components(root), 'gateway', 'service').map(({ name }) => name);
  let targets: Target[] = [];
  const allAnswer = async (): Promise<boolean> => {
    targets = (await ask<{ activeTargets: Target[] }>('targets?state=active')).activeTargets;
    const isThere = (name: string): boolean => targets.some(({ labels }) => labels.component === name);
    return scaled.every(isThere) && targets.every(({ health }) => health === 'up');
  };
  await until('every target answers Prometheus', allAnswer, { seconds: 60, every: 1000 }).catch((error: Error) => {
    const silent = targets.filter(({ health }) => health !== 'up').map(({ scrapeUrl, lastError }) => `${scrapeUrl}: ${lastError}`);
    throw new Error(`${error.message}; ${silent.join(', ')}`);
  });
  const { groups } = await ask<{ groups: { rules: { name: string; health: string; lastError?: string }[] }[] }>('rules');
  const rules = groups.flatMap((group) => group.rules);
  const bad = rules.filter(({ health }) => health === 'err');
  if (bad.length) throw new Error(bad.map(({ name, lastError }) => `${name}: ${lastError}`).join(', '));

  // Components that were started a moment ago raise alerts for two minutes. Alerts about disks are ignored, because the disks of this machine are not the
  // portal's. Nobody else calls the portal meanwhile, so no service level can be missed.
  const isIgnored = (name: string): boolean => /^(ServerDisk|OwnRule)/.test(name);
  const raised = async (): Promise<string[]> => (await firing()).filter((name) => !isIgnored(name));
  await until('nothing is raised', async () => (await raised()).length === 0, { seconds: 240, every: 2000 }).catch(async (error: Error) => {
    throw new Error(`${error.message}; raised: ${await raised()}`);
  });
  await until('the Alertmanager is told of the own rule', () => told.some(({ labels }) => labels.alertname === 'OwnRule'), { seconds: mostSeconds });
  // Without calls Prometheus calculates NaN, which raises nothing. It calculates nothing if the rule names other metrics than the gateway has. The share of failed
  // calls is known only after a call has failed, and that of late messages after a message was sent.
  const speed = `query?query=${encodeURIComponent('portal:service_level_errors:ratio_rate5m{service_level="speed"}')}`;
  const isMeasured = async (): Promise<boolean> => {
    await deployment.get('/auth/session');
    return (await ask<{ result: unknown[] }>(speed)).result.length > 0;
  };
  await until('the service level for speed is measured', isMeasured, { seconds: mostSeconds * 2, every: 1000 });
  const panels = parse(readFileSync(join(root, 'infra/observability/dashboard.yaml'), 'utf8')) as { title: string; query: string }[];
  const empty: string[] = [];
  for (const { title, query } of panels) {
    const { result } = await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`);
    if (result.length === 0) empty.push(title);
  }

  const began = Date.now();
  await deployment.compose('stop', victim);
  const sent = (): SentAlert | undefined => told.find(({ labels }) => labels.alertname === 'ComponentGone' && labels.component === victim);
  await until(`the Alertmanager is told that ${victim} is gone`, sent, { seconds: mostSeconds, every: 500 }).catch(async (error: Error) => {
    throw new Error(`${error.message}; raised: ${await raised()}`);
  });
  const seconds = Math.round((Date.now() - began) / 1000);
  // Until the name server forgets the stopped container, it is a target that does not answer.
  const others = (await raised()).filter((name) => name !== `ComponentGone of ${victim}` && !name.startsWith(`TargetDown of ${victim} `));
  if (others.length) throw new Error(`Raised besides ComponentGone: ${others}`);
  return `${targets.length} targets answer, ${rules.length} rules, ${panels.length - empty.length} of ${panels.length} panels have data, all but: ${empty.join('; ')}. ${victim} stopped: after ${seconds} s an Alertmanager was told “${sent()?.annotations.summary}”, and nothing else was raised`;
}
