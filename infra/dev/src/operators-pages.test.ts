import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** The pages and alerts by which people operate a deployment. They must not need a checkout of the project. */
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('what operators read', () => {
  it.each(['docs/on-call.md', 'infra/observability/alerts.yaml', 'infra/observability/servers-alerts.yaml', 'infra/observability/component-alerts.yaml'])(
    '%s names commands of the deployment, and none that would read the data of a checkout',
    (file) => {
      const commands = read(file)
        .replace(/^#.*$/gm, '')
        .match(/npm run [\w:-]+/g);
      expect(commands).toBeNull();
    },
  );

  it('names the namespace in each command for a cluster, unless it applies an overlay, which has the namespace', () => {
    const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const commands = documents.flatMap((file) => read(file).match(/(?<=`|^ {4}|\| )kubectl (?!kustomize)\S+ [^`\n]+/gm) ?? []);
    const complete = commands.filter((command) => / -n portal /.test(`${command} `));
    expect(complete.length).toBeGreaterThan(8);
    for (const command of commands.filter((one) => !complete.includes(one))) expect(command).toMatch(/^kubectl apply .*-k/);
    expect(read('infra/k8s/overlays/production/kustomization.yaml')).toContain('\nnamespace: portal\n');
  });

  it('puts no password into the arguments of a command, which every user of the machine can list', () => {
    const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const shown = documents.flatMap((file) => (read(file).match(/-e "?\w+=[^\s`]*(PASSWORD|SECRET|TOKEN)\w*/g) ?? []).map((command) => `${file}: ${command}`));
    expect(shown).toEqual([]);
  });

  it('the restore of a deployment passes the password on as a variable', () => {
    const commands = read('docs/operations.md').match(/(?<=`)MYSQL_URL=[^`]+/g) ?? [];
    expect(commands).toHaveLength(2);
    const folder = mkdtempSync(join(tmpdir(), 'portal-page-'));
    try {
      writeFileSync(join(folder, '.env'), 'MYSQL_PASSWORD_OPS=b\nMYSQL_ROOT_PASSWORD=a-secret_0\n');
      writeFileSync(join(folder, 'docker'), '#!/bin/sh\necho "$MYSQL_URL $*"\n', { mode: 0o755 });
      for (const command of commands) {
        const told = execFileSync('sh', ['-c', command], { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' });
        expect(told).toMatch(/^mysql:\/\/root:a-secret_0@mariadb:3306 compose run --rm -e MYSQL_URL ops restore 2026-05-03T01-00-00 --force/);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
