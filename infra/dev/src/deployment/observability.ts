import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { components, hasTls, type Kind, ofKind } from './components.ts';

const folder = 'infra/observability';

const prometheusHead = `# Generated from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
# For the containers of infra/compose. On a cluster Prometheus finds the pods by their labels: see README.md.
`;

/** The text of prometheus.yaml: every component that has metrics, and the exporters of the servers. */
function prometheusText(root: string): string {
  const job = (name: string, ...kinds: Kind[]) => ({
    job_name: name,
    ...(ofKind(components(root), ...kinds).every(hasTls) ? { scheme: 'https', tls_config: { ca_file: '/run/trusted/authorities.pem' } } : {}),
    authorization: { credentials_file: '/run/secrets/metrics-token' },
    static_configs: [{ targets: ofKind(components(root), ...kinds).map((one) => `${one.name}:${one.port}`) }],
  });
  const exporter = (name: string, target: string) => ({ job_name: name, static_configs: [{ targets: [target] }] });
  const seenFromOutside = {
    job_name: 'visitors',
    metrics_path: '/probe',
    params: { module: ['page'] },
    // The addresses of the portal and of Keycloak, which make-secrets.mjs writes.
    file_sd_configs: [{ files: ['/run/secrets/sites.json'] }],
    relabel_configs: [
      { source_labels: ['__address__'], target_label: '__param_target' },
      { source_labels: ['__param_target'], target_label: 'instance' },
      { target_label: '__address__', replacement: 'blackbox:9115' },
    ],
  };
  const jobs = [
    job('gateway', 'gateway'),
    job('services', 'service'),
    job('ops', 'ops'),
    exporter('node', 'node:9100'),
    exporter('redis', 'redis-metrics:9121'),
    exporter('database', 'database-metrics:9104'),
    seenFromOutside,
  ];
  return prometheusHead + stringify({ rule_files: ['alerts.yaml', 'servers-alerts.yaml'], scrape_configs: jobs }, { lineWidth: 0 });
}

interface Panel {
  title: string;
  /** Unit of the values, by its name in Grafana. */
  unit: string;
  query: string;
  legend: string;
}

const datasource = { type: 'prometheus', uid: '$' + '{datasource}' };

const panelOf = ({ title, unit, query, legend }: Panel, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource,
  gridPos: { h: 8, w: 12, x: (index % 2) * 12, y: Math.floor(index / 2) * 8 },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
  targets: [{ refId: 'A', datasource, expr: query, legendFormat: legend }],
});

/** The dashboard as Grafana imports it. */
function dashboard(root: string): object {
  const panels = parse(readFileSync(join(root, folder, 'dashboard.yaml'), 'utf8')) as Panel[];
  return {
    uid: 'single-window',
    title: 'Single Window portal',
    description: 'Generated from dashboard.yaml: do not edit',
    tags: ['portal'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    annotations: { list: [] },
    panels: panels.map(panelOf),
  };
}

/** The text of each generated file in `infra/observability`. */
export const observabilityFiles = (root: string): Record<string, string> => ({
  [`${folder}/prometheus.yaml`]: prometheusText(root),
  [`${folder}/dashboard.json`]: `${JSON.stringify(dashboard(root), null, 2)}\n`,
});
