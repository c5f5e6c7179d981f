import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type Component, components, ofKind } from './components.ts';

const folder = 'infra/observability';

const componentsHead = `# Generated from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
# Prometheus alert rules for the containers of infra/compose.
`;

const componentTestsHead = `# Generated from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
# Tests of component-alerts.yaml: promtool test rules component-alerts.test.yaml
`;

const levelsHead = `# Generated from service-levels.yaml: do not edit. npm run check -- --write "generated files"
`;

const prometheusHead = `# Generated from the components (\`portal\` in their package.json): do not edit. npm run check -- --write "generated files"
# For the containers of infra/compose. On a cluster Prometheus finds the pods by their labels: see README.md.
`;

const yamlText = (content: object): string => stringify(content, { lineWidth: 0, aliasDuplicateObjects: false });

/** The components that may have several instances, with the job in which Prometheus scrapes them. */
const scaledComponents = (root: string): { job: string; component: Component }[] => [
  ...ofKind(components(root), 'gateway').map((component) => ({ job: 'gateway', component })),
  ...ofKind(components(root), 'service').map((component) => ({ job: 'services', component })),
];

/** Returns the text of prometheus.yaml: every component that has metrics, and the exporters of the servers. */
function prometheusText(root: string): string {
  const ca = { ca_file: '/run/trusted/authorities.pem' };
  const overTls = { scheme: 'https', tls_config: ca };
  const authorization = { credentials_file: '/run/secrets/metrics-token' };
  // The name server of Docker answers with the addresses of all instances. The certificate of each is for the name.
  const instancesOf = ({ job, component: { name, port } }: { job: string; component: Component }) => ({
    job_name: name,
    scheme: 'https',
    tls_config: { ...ca, server_name: name },
    authorization,
    dns_sd_configs: [{ names: [name], type: 'A', port, refresh_interval: '5s' }],
    relabel_configs: [
      { target_label: 'job', replacement: job },
      { target_label: 'component', replacement: name },
      // Alerts name the instance: `svc-trips 172.18.0.5:4103`.
      { source_labels: ['component', '__address__'], separator: ' ', target_label: 'instance' },
    ],
  });
  const exporter = (name: string, target: string) => ({ job_name: name, ...overTls, static_configs: [{ targets: [target] }] });
  const seenFromOutside = {
    job_name: 'visitors',
    ...overTls,
    metrics_path: '/probe',
    params: { module: ['page'] },
    // make-secrets.mjs writes the addresses of the portal and of Keycloak to this file.
    file_sd_configs: [{ files: ['/run/secrets/sites.json'] }],
    relabel_configs: [
      { source_labels: ['__address__'], target_label: '__param_target' },
      { source_labels: ['__param_target'], target_label: 'instance' },
      { target_label: '__address__', replacement: 'blackbox:9115' },
    ],
  };
  const jobs = [
    ...scaledComponents(root).map(instancesOf),
    // There is one ops.
    ...ofKind(components(root), 'ops').map(({ name, port }) => ({ ...exporter(name, `${name}:${port}`), authorization })),
    exporter('node', 'node:9100'),
    exporter('redis', 'redis-metrics:9121'),
    exporter('database', 'database-metrics:9104'),
    seenFromOutside,
  ];
  // With these intervals an alert is raised within a minute: two scrapes, an evaluation, and the time for which the condition must hold.
  const global = { scrape_interval: '10s', evaluation_interval: '10s' };
  // The folder `own` is the operator's: only its README is shipped. Files that are not there are no fault.
  const alertmanagers = [{ ...overTls, file_sd_configs: [{ files: ['own/alertmanagers.yaml'], refresh_interval: '1m' }] }];
  return (
    prometheusHead +
    yamlText({
      global,
      alerting: { alertmanagers },
      rule_files: ['alerts.yaml', 'service-level-alerts.yaml', 'servers-alerts.yaml', 'component-alerts.yaml', 'own/*.rules.yaml'],
      scrape_config_files: ['own/*.scrape.yaml'],
      scrape_configs: jobs,
    })
  );
}

/** The number of instances of each component that the name server knows, whether they answer or not. */
const instances = 'portal:instances:count';

/**
 * Returns the alerts on containers that have stopped. The name server forgets such a container, so Prometheus has no target, and no value of `up` that could
 * be 0.
 *
 * `InstanceGone`: no file says how many instances there should be, because `--scale` may set the number. So the alert compares with the median of the last day.
 * An upgrade does not change it: it runs a second instance for some minutes.
 *
 * `ComponentGone`: of a component without any instance nothing can be counted. With these times the alert is raised within a minute: the look-up (5 s), the time
 * until Prometheus ends the series of a target that is gone (22 s, two scrapes and a tenth), an evaluation (5 s), and the time for which the condition must hold
 * (10 s).
 */
const componentRules = (root: string): Groups => ({
  groups: [
    {
      name: 'components',
      interval: '5s',
      rules: [
        { record: instances, expr: 'count by (job, component) (up{job=~"gateway|services"})' },
        {
          alert: 'InstanceGone',
          expr: `${instances} < quantile_over_time(0.5, ${instances}[1d])`,
          // A container that is replaced is away for some seconds.
          for: '2m',
          labels: { severity: 'ticket' },
          annotations: { summary: '{{ $labels.component }} has fewer instances ({{ $value }}) than for most of the last day' },
        },
        ...scaledComponents(root).map(({ job, component: { name } }) => ({
          alert: 'ComponentGone',
          expr: `absent(up{job="${job}", component="${name}"})`,
          for: '10s',
          // The expression already gives this label. Here it tells the rules apart for promtool, which warns of rules with the same name and labels.
          labels: { severity: 'page', component: name },
          annotations: { summary: 'There is no container of {{ $labels.component }}' },
        })),
      ],
    },
  ],
});

/** Returns the tests of component-alerts.yaml for promtool: no alert while every component has its containers, and one for each that has fewer or none. */
function componentTests(root: string): object {
  const scaled = scaledComponents(root);
  const seriesOf = ({ job, component }: (typeof scaled)[number], values: string, address = '10.0.0.1') => ({
    series: `up{job="${job}",component="${component.name}",instance="${component.name} ${address}"}`,
    values,
  });
  const test = (name: string, isGone: (component: Component) => boolean) => ({
    name,
    interval: '10s',
    // A component without a container has no target, and so no series.
    input_series: scaled.filter(({ component }) => !isGone(component)).map((one) => seriesOf(one, '1x12')),
    alert_rule_test: [
      {
        eval_time: '1m',
        alertname: 'ComponentGone',
        exp_alerts: scaled
          .filter(({ component }) => isGone(component))
          .map(({ job, component: { name: component } }) => ({
            exp_labels: { severity: 'page', job, component },
            exp_annotations: { summary: `There is no container of ${component}` },
          })),
      },
    ],
  });
  const scaledTest = (one: (typeof scaled)[number]) => {
    const { job, component } = one;
    const gone = {
      exp_labels: { severity: 'ticket', job, component: component.name },
      exp_annotations: { summary: `${component.name} has fewer instances (1) than for most of the last day` },
    };
    return [
      {
        name: `one of two containers of ${component.name} is gone`,
        interval: '1m',
        input_series: [seriesOf(one, '1x400'), seriesOf(one, '1x300 stale', '10.0.0.2')],
        alert_rule_test: [
          { eval_time: '301m', alertname: 'InstanceGone', exp_alerts: [] },
          { eval_time: '304m', alertname: 'InstanceGone', exp_alerts: [gone] },
        ],
      },
      {
        name: `${component.name} has a second container during an upgrade`,
        interval: '1m',
        input_series: [seriesOf(one, '1x70 stale'), seriesOf(one, '_x60 1x40', '10.0.0.2')],
        alert_rule_test: [
          { eval_time: '80m', alertname: 'InstanceGone', exp_alerts: [] },
          { eval_time: '95m', alertname: 'InstanceGone', exp_alerts: [] },
        ],
      },
    ];
  };
  return {
    rule_files: ['component-alerts.yaml'],
    evaluation_interval: '10s',
    tests: [
      test('every component has a container', () => false),
      ...scaled.map(({ component: { name } }) => test(`there is no container of ${name}`, (component) => component.name === name)),
      ...scaled.slice(0, 1).flatMap(scaledTest),
    ],
  };
}

interface ServiceLevel {
  name: string;
  /** The promised share of calls that are served well, such as 0.999. */
  objective: number;
  summary: string;
  /** PromQL expressions in which WINDOW stands for a range. `calls` counts all calls, `errors` the bad ones. */
  calls: string;
  errors: string;
}

interface Groups {
  groups: { name: string; interval?: string; rules: Rule[] }[];
}

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

const errorRatio = (window: string): string => `portal:service_level_errors:ratio_rate${window}`;
const budget = 'portal:service_level_budget:ratio';

/**
 * Returns the condition that the error budget of a month is used this many times too fast, in the long window and still in the short one (Site Reliability
 * Workbook, chapter 5).
 */
const burns = (times: number, long: string, short: string): string =>
  `(${errorRatio(long)} > ${times} * ${budget} and ${errorRatio(short)} > ${times} * ${budget})`;

/** Returns the recording rules and alerts of the service levels. @param levels content of service-levels.yaml */
export const serviceLevelRules = (levels: ServiceLevel[]): Groups => {
  const recorded = levels.flatMap(({ name, objective, calls, errors }): Rule[] => {
    const labels = { service_level: name };
    const over = (text: string, window: string): string => text.replaceAll('WINDOW', window);
    return [
      { record: budget, expr: `vector(${Number((1 - objective).toFixed(6))})`, labels },
      ...['5m', '30m', '1h', '2h', '6h', '1d', '3d'].map((window) => ({
        record: errorRatio(window),
        expr: `(${over(errors, window)}) / (${over(calls, window)})`,
        labels,
      })),
    ];
  });
  const told = (pace: string) => ({ summary: `The promise of {{ $labels.service_level }} is being broken: ${pace}` });
  const alerts: Rule[] = [
    {
      alert: 'ServiceLevelBurnsFast',
      expr: `${burns(14.4, '1h', '5m')} or ${burns(6, '6h', '30m')}`,
      labels: { severity: 'page' },
      annotations: told('at this pace the errors of a month are used up within five days'),
    },
    {
      alert: 'ServiceLevelBurns',
      expr: `${burns(3, '1d', '2h')} or ${burns(1, '3d', '6h')}`,
      labels: { severity: 'ticket' },
      annotations: told('at this pace the errors of a month are used up before its end'),
    },
  ];
  return { groups: [{ name: 'service-levels', interval: '30s', rules: [...recorded, ...alerts] }] };
};

const yamlIn = (root: string, file: string) => parse(readFileSync(join(root, folder, file), 'utf8'));

/** Returns the rules on the metrics of the portal itself, which apply wherever it runs. */
const portalRules = (root: string): Groups => ({
  groups: [...yamlIn(root, 'alerts.yaml').groups, ...serviceLevelRules(yamlIn(root, 'service-levels.yaml')).groups],
});

/**
 * Returns the rules for a cluster, whose Prometheus also has the targets of others. A pod that does not answer stays a target until it is deleted. A new one is
 * a target before it answers, so the alert waits longer than on one machine.
 */
export const clusterRules = (root: string): Groups => {
  const servers = (yamlIn(root, 'servers-alerts.yaml') as Groups).groups.flatMap(({ rules }) => rules);
  const down = servers.filter(({ alert }) => alert === 'TargetDown').map((rule) => ({ ...rule, expr: 'up{namespace="portal"} == 0', for: '2m' }));
  return { groups: [...portalRules(root).groups, { name: 'targets', interval: '10s', rules: down }] };
};

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

/** Returns the dashboard in the form in which Grafana imports it. */
function dashboard(root: string): object {
  const panels = yamlIn(root, 'dashboard.yaml') as Panel[];
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

/** Returns the text of each generated file in `infra/observability`. */
export const observabilityFiles = (root: string): Record<string, string> => ({
  [`${folder}/prometheus.yaml`]: prometheusText(root),
  [`${folder}/component-alerts.yaml`]: componentsHead + yamlText(componentRules(root)),
  [`${folder}/component-alerts.test.yaml`]: componentTestsHead + yamlText(componentTests(root)),
  [`${folder}/service-level-alerts.yaml`]: levelsHead + yamlText(serviceLevelRules(yamlIn(root, 'service-levels.yaml'))),
  [`${folder}/dashboard.json`]: `${JSON.stringify(dashboard(root), null, 2)}\n`,
});
