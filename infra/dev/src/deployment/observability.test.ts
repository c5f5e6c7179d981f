import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { composeText, readCompose, sampleEnv } from './compose.ts';

const root = join(__dirname, '../../../..');
const folder = 'infra/observability';
const textOf = (name: string): string => readFileSync(join(root, folder, name), 'utf8');
const contentOf = <T>(name: string): T => parse(textOf(name)) as T;

interface Config {
  alerting: { alertmanagers: { scheme: string; tls_config: object; file_sd_configs: { files: string[] }[] }[] };
  rule_files: string[];
  scrape_config_files: string[];
}
const config = contentOf<Config>('prometheus.yaml');
const shippedRules = config.rule_files.filter((file) => !file.startsWith('own/'));

interface RuleTests {
  rule_files: string[];
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
}

describe('the tests of the alert rules, which deploy:test runs with promtool', () => {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.yaml'));
  const all = files.map((name) => contentOf<RuleTests>(name));
  const cases = all.flatMap(({ tests }) => tests).flatMap(({ alert_rule_test: each }) => each);
  const alerts = shippedRules.flatMap((file) => contentOf<{ groups: { rules: { alert?: string }[] }[] }>(file).groups.flatMap(({ rules }) => rules));

  it('read every file of rules that Prometheus reads', () => expect(all.flatMap(({ rule_files: read }) => read).sort()).toEqual([...shippedRules].sort()));
  it.each([...new Set(alerts.flatMap(({ alert }) => alert ?? []))])('see %s raised', (alert) =>
    expect(cases.filter(({ alertname, exp_alerts: raised }) => alertname === alert && raised.length)).not.toEqual([]),
  );
  it('are run by deploy:test, and their command is in the page', () => {
    const check = readFileSync(join(root, 'infra/deploy/src/checks/monitoring.ts'), 'utf8');
    expect(check).toContain(`const ruleTests = ['${files.join("', '")}'];`);
    expect(textOf('README.md')).toContain(`promtool test rules ${files.join(' ')}`);
  });
});

describe("the operator's own files for Prometheus", () => {
  const [alertmanagers] = config.alerting.alertmanagers;
  const named = [...(alertmanagers?.file_sd_configs.flatMap(({ files }) => files) ?? []), ...config.rule_files, ...config.scrape_config_files];
  const own = named.filter((file) => !shippedRules.includes(file));

  it('are an Alertmanager over TLS, rules and scrape jobs, as the page says', () => {
    expect(alertmanagers).toMatchObject({ scheme: 'https', tls_config: { ca_file: '/run/trusted/authorities.pem' } });
    expect(own).toEqual(['own/alertmanagers.yaml', 'own/*.rules.yaml', 'own/*.scrape.yaml']);
    for (const file of own) expect(textOf('own/README.md')).toContain(`\`${file.replace('own/', '')}\``);
  });
  it('are in a folder that its container mounts, and of which only the README is committed', () => {
    const { volumes } = readCompose(composeText(root), sampleEnv(root)).services.prometheus ?? {};
    expect(volumes).toContain('../observability:/etc/prometheus:ro');
    const files = own.map((file) => `${folder}/${file.replace('*', 'a')}`);
    expect(
      execFileSync('git', ['check-ignore', ...files], { cwd: root, encoding: 'utf8' })
        .trim()
        .split('\n'),
    ).toEqual(files);
    expect(execFileSync('git', ['ls-files', `${folder}/own`], { cwd: root, encoding: 'utf8' }).trim()).toBe(`${folder}/own/README.md`);
  });
});
