import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeFolder } from './compose.ts';

const root = join(__dirname, '../../../..');
const out = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const make = (...words: string[]) => execFileSync(process.execPath, [join(root, composeFolder, 'make-secrets.mjs'), '--out', out, ...words], { stdio: 'pipe' });
const read = (...names: string[]): string => readFileSync(join(out, ...names), 'utf8');
const replace = (text: string, ...names: string[]): void => {
  rmSync(join(out, ...names));
  writeFileSync(join(out, ...names), text);
};

it('the secrets of a portal on one machine are made once, and those of a new area added to them', () => {
  make('--portal', 'portal.example.org', '--identity', 'id.example.org');
  const [env, data, trusted] = [read('.env'), read('secrets', 'data-keys.json'), JSON.parse(read('secrets', 'remotes-keys.json'))];
  expect(Object.keys(trusted)).toEqual(expect.arrayContaining(['mf-declarations', 'mf-licences', 'mf-trips']));
  expect(env).toContain('PORTAL_HOST=portal.example.org');
  expect(env).toContain(`METRICS_TOKEN=${read('secrets', 'metrics-token')}\n`);
  expect(read('secrets', 'sites.json')).toContain('https://portal.example.org/health/live');

  // Since the first run an area was added, another area is changing its key, and an operator has added a setting.
  const { 'mf-trips': trips, ...others } = trusted;
  const licences = [...trusted['mf-licences'], 'the next key'];
  replace(JSON.stringify({ ...others, 'mf-licences': licences }), 'secrets', 'remotes-keys.json');
  replace(`${env}RATE_LIMIT=off\n`, '.env');
  make();
  expect(JSON.parse(read('secrets', 'remotes-keys.json'))).toEqual({ ...trusted, 'mf-trips': trips, 'mf-licences': licences });
  expect(read('.env')).toBe(`${env}RATE_LIMIT=off\n`);
  expect(read('secrets', 'data-keys.json')).toBe(data);
});
