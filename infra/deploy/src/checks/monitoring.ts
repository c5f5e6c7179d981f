import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { components, ofKind } from '@portal/dev/deployment/components';
import { type Alert, firingAlerts } from '@portal/load/chaos/alerts';
import { until } from '@portal/load/until';
import { parse } from 'yaml';
import { hosts } from '../daemon.ts';
import type { Deployment } from '../deployment.ts';

const profile = ['prometheus', 'blackbox', 'node', 'redis-metrics', 'database-metrics'];
/** The number of seconds within which an alert must be raised. */
const mostSeconds = 60;
/** The service that the test stops and that nothing starts again. */
const victim = 'svc-trips';

/** Starts the monitoring that compose.yaml ships. Checks that it sees everything, and that stopping one component raises one alert and no others. */
export async function checkMonitoring(deployment: Deployment, root: string): Promise<string> {
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

  const ask = async <T>(path: string): Promise<T> => {
    const text = await deployment.compose('exec', '-T', 'prometheus', 'wget', '--quiet', '--output-document=-', `http://localhost:9090/api/v1/${path}`);
    return (JSON.parse(text) as { data: T }).data;
  };
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
  // portal's.
  const own = async (): Promise<string[]> => (await firing()).filter((name) => !name.startsWith('ServerDisk') && !name.startsWith('ServiceLevel'));
  await until('nothing is raised', async () => (await own()).length === 0, { seconds: 240, every: 2000 }).catch(async (error: Error) => {
    throw new Error(`${error.message}; raised: ${await own()}`);
  });
  const panels = parse(readFileSync(join(root, 'infra/observability/dashboard.yaml'), 'utf8')) as { title: string; query: string }[];
  const empty: string[] = [];
  for (const { title, query } of panels) {
    const { result } = await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`);
    if (result.length === 0) empty.push(title);
  }

  const began = Date.now();
  await deployment.compose('stop', victim);
  // The name server forgets a stopped container. If it cannot ask any other one, Prometheus keeps the target instead.
  const isExpected = (name: string): boolean => name === `ComponentGone of ${victim}` || name.startsWith(`TargetDown of ${victim} `);
  let expected: string | undefined;
  const isRaised = async (): Promise<boolean> => {
    expected = (await firing()).find(isExpected);
    return expected !== undefined;
  };
  await until(`the alert about ${victim} is raised`, isRaised, { seconds: mostSeconds, every: 500 });
  const seconds = Math.round((Date.now() - began) / 1000);
  const others = (await own()).filter((name) => !isExpected(name));
  await deployment.up(victim);
  await deployment.healthy(120, victim);
  if (others.length) throw new Error(`Raised besides ${expected}: ${others}`);
  await deployment.compose('--profile', 'monitoring', 'rm', '--stop', '--force', ...profile);
  return `${targets.length} targets answer, ${rules.length} rules, ${panels.length - empty.length} of ${panels.length} panels have data, all but: ${empty.join('; ')}. ${victim} stopped: ${expected?.split(' ')[0]} after ${seconds} s, and nothing else`;
}
