import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { join } from 'node:path';
import { createOps, type RunningOps } from '@portal/backup/ops';

import { until } from '@portal/load/until';
import { anArrival } from 'svc-declarations/testing';
import { parse } from 'yaml';
import { components, ofKind } from './deployment/components.ts';
import { type Portal, startPortal } from './portal.ts';

const observability = (name: string): string => join(__dirname, '../../observability', name);
const file = (name: string): string => readFileSync(observability(name), 'utf8');
interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Recorded {
  record: string;
  expr: string;
  labels: Record<string, string>;
}
const rulesIn = (name: string) => (parse(file(name)) as { groups: { rules: (Alert | Recorded)[] }[] }).groups.flatMap(({ rules }) => rules);
const isAlert = (rule: Alert | Recorded): rule is Alert => 'alert' in rule;
const isRecorded = (rule: Alert | Recorded): rule is Recorded => 'record' in rule;
const levels = rulesIn('service-level-alerts.yaml');
const alerts = [...rulesIn('alerts.yaml'), ...levels].filter(isAlert);
const recorded = levels.filter(isRecorded);
/** The alerts about components without an instance, one for each. */
const gone = rulesIn('component-alerts.yaml').filter(isAlert);
const { panels } = JSON.parse(file('dashboard.json')) as { panels: { title: string; targets: { expr: string; legendFormat: string }[] }[] };

/** Title, expression and displayed text of each rule and panel. */
const expressions: [string, string, string][] = [
  ...alerts.map(({ alert, expr, annotations }): [string, string, string] => [alert, expr, annotations.summary]),
  ...recorded.map(({ record, labels, expr }): [string, string, string] => [`${record} of ${labels.service_level}`, expr, '']),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr, legendFormat }): [string, string, string] => [title, expr, legendFormat])),
];

const metricsIn = (expr: string): string[] => [...new Set(expr.match(/\b(?:portal|http|nodejs|process)_[a-z0-9_]+/g) ?? [])];
const labelsIn = (expr: string, shown: string): string[] => [
  ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) => [...(inside as string).matchAll(/(\w+)\s*(?:=|!=)/g)].map(([, name]) => name as string)),
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => (names as string).split(',').map((name) => name.trim())),
  ...[...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, name]) => name as string),
];

/** Labels of metrics that have no sample in this test. Their names are in the scrape, and their own tests check the labels. */
const withoutSample: Record<string, string[]> = {
  portal_area_loads_total: ['area', 'version'],
  portal_area_load_failures_total: ['area', 'version', 'stage'],
  portal_page_lcp_seconds_bucket: ['area', 'version', 'prefix', 'le'],
  portal_database_connections: ['state'],
  portal_sign_ins_total: ['outcome'],
  portal_canaries_ended_total: ['area', 'version'],
  portal_upstream_failures_total: ['upstream', 'reason'],
  portal_service_limit: ['upstream'],
};

describe('dashboard and alert rules', () => {
  let folder: string;
  let portal: Portal;
  let ops: RunningOps;
  let scrape: string;
  const labels = new Map<string, Set<string>>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-watched-'));
    portal = await startPortal({
      environment: { PORT: '0', DATA_DIR: folder, REMOTES_DIR: folder, WEB_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMIT_FIND: '1' },
      root: join(__dirname, '../../..'),
    });
    const arrivals = `${portal.url}/api/declarations/v1/traveller/declaration`;
    const registered = await fetch(`${arrivals}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(anArrival()) });
    const { model } = (await registered.json()) as { model: { id: string } };
    await fetch(`${arrivals}/${model.id}/print-form`);
    for (let i = 0; i < 3; i++) await fetch(`${arrivals}/find`);
    ops = await createOps({ PORT: '0', DATA_DIR: join(folder, 'ops'), LOG_LEVEL: 'silent' }, folder, async () => true);
    const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text();
    await until('the message about the declaration has been handed over', async () => {
      scrape = (await metricsOf(portal.url)) + (await metricsOf(ops.url));
      return scrape.includes('portal_message_seconds_count{');
    });
    for (const [, name, inside] of scrape.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
      const known = labels.get(name as string) ?? new Set(['instance']);
      for (const [, label] of (inside ?? '').matchAll(/(\w+)="/g)) known.add(label as string);
      labels.set(name as string, known);
    }
  });
  afterAll(async () => {
    await ops?.close();
    await portal?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(expressions)('%s uses metrics and labels that the running portal has', (_title, expr, shown) => {
    const names = metricsIn(expr);
    const ofRules = expr.match(/\bportal:\w+:\w+/g) ?? [];
    expect(names.length + ofRules.length || expr.startsWith('vector(')).toBeTruthy();
    for (const name of ofRules) expect(recorded.map(({ record }) => record)).toContain(name);
    for (const name of names) expect(scrape).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
    const known = names.flatMap((name) => [...(labels.get(name) ?? ['instance', 'service', ...(withoutSample[name] ?? [])])]);
    if (ofRules.length) known.push('service_level');
    for (const label of labelsIn(expr, shown)) expect([...names, ...known]).toContain(label);
    // This is a simple check of the syntax: an expression with unmatched brackets cannot be parsed.
    for (const [open, close] of ['()', '{}', '[]']) expect(expr.split(open as string).length).toBe(expr.split(close as string).length);
  });

  it('an alert about the last success of a task, or the last copied backup, is also raised if ops does not run', () => {
    const series = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/max\((portal_ops_\w+_timestamp_seconds(?:\{.*?\})?)\)/g)].map(([, one]) => [expr, one as string]),
    );
    expect(series).toHaveLength(4);
    for (const [expr, one] of series) expect(expr).toContain(` or absent(${one})`);
  });

  it('each alert has a severity and a summary', () => {
    for (const { labels: given, annotations } of alerts)
      expect([given.severity, annotations.summary]).toEqual([expect.stringMatching(/^(page|ticket)$/), expect.any(String)]);
  });

  it('the page for whoever is on call has each alert, and no other', () => {
    const page = readFileSync(join(__dirname, '../../../docs/on-call.md'), 'utf8');
    const named = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const all = [...alerts, ...rulesIn('servers-alerts.yaml').filter(isAlert), ...gone].map(({ alert }) => alert);
    expect([...named].sort()).toEqual([...new Set(all)].sort());
  });
});

describe('the instances that Prometheus scrapes in the containers of Compose', () => {
  interface Scrape {
    job_name: string;
    tls_config: { server_name?: string };
    dns_sd_configs?: { names: string[]; type: string; port: number }[];
    relabel_configs?: { target_label: string; replacement?: string }[];
  }
  const { scrape_configs: jobs } = parse(file('prometheus.yaml')) as { scrape_configs: Scrape[] };
  const scaled = ofKind(components(join(__dirname, '../../..')), 'gateway', 'service');

  it('are all that the name server knows, of the gateway and of each service', () => {
    for (const { name, port, kind } of scaled) {
      const { dns_sd_configs: found, tls_config: tls, relabel_configs: labels } = jobs.find(({ job_name }) => job_name === name) as Scrape;
      expect([found, tls.server_name]).toMatchObject([[{ names: [name], type: 'A', port }], name]);
      expect(labels).toEqual(
        expect.arrayContaining([
          { target_label: 'job', replacement: kind === 'gateway' ? 'gateway' : 'services' },
          { target_label: 'component', replacement: name },
        ]),
      );
    }
  });

  it('have an alert if there are none', () => {
    const all = scaled.map(({ name, kind }) => `absent(up{job="${kind === 'gateway' ? 'gateway' : 'services'}", component="${name}"})`);
    const absent = gone.filter(({ alert }) => alert === 'ComponentGone');
    expect(absent.map(({ expr }) => expr).sort()).toEqual(all.sort());
  });
});
