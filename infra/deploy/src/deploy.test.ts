import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentUsers } from '@portal/identity';
import type { Answer } from '@portal/load/client';
import { credentialsOf, readCredentials } from '@portal/load/credentials';
import { freePort } from '@portal/load/processes/free-port';
import { kinds } from '@portal/load/traces/kinds';
import { parse } from 'yaml';
import { receiverCertificate } from './certificate.ts';
import { afterCopy, beforeCopy, copied, copyBack, emptyRedis, putBack } from './checks/disaster.ts';
import { lynisFindings, openFindings, sqlmapFindings, testsslFindings, wapitiFindings } from './checks/findings.ts';
import { rawAnswer } from './checks/gateway-killed.ts';
import { writeCredentials } from './checks/over-https.ts';
import { strength } from './checks/second-factor.ts';
import { renewalCommands, replaceKeys } from './checks/secrets.ts';
import { replacedLast, serverHashes, servers } from './checks/upgrade.ts';
import { standIns } from './images.ts';
import { reportText } from './report.ts';
import { startAlertmanager } from './stand-ins/alertmanager.ts';
import { noSuchName } from './stand-ins/name-server.ts';
import { clientOf, readRealm, withoutGroup } from './stand-ins/realm.ts';
import { Steps, stepsTable } from './steps.ts';
import { describeMissingPrograms } from './tools.ts';

const root = join(__dirname, '../../..');
const realmText = readFileSync(join(root, 'infra/compose/keycloak/realm.json'), 'utf8');
const environment = { PORTAL_NAME: 'Single Window', PUBLIC_URL: 'https://portal.localhost', OIDC_CLIENT_SECRET: 'secret' };

describe('deploy:test, without deploying', () => {
  it('has something that stands in for every server of the Compose file, and for the TLS proxy of the scanner', () => {
    const { services } = parse(readFileSync(join(root, 'infra/compose/servers.yaml'), 'utf8')) as {
      services: Record<string, { image?: string }>;
    };
    const [, proxy = ''] = /image: (nginxinc\S+)/.exec(readFileSync(join(root, 'infra/k8s/base/clamd.yaml'), 'utf8')) ?? [];
    const images = [...Object.values(services).flatMap(({ image }) => image ?? []), proxy];
    const known = Object.keys(standIns).map((name) => name.replace(/^docker\.io\/(library\/)?/, ''));
    expect(known.sort()).toEqual([...new Set(images)].sort());
  });

  it('copies the volumes of the page to another machine, between the commands of the page', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    for (const [volume, folder] of Object.entries(copied))
      expect(page).toContain(`--format '{{.Mountpoint}}' ${volume})/" backup@elsewhere.example.org:portal/${folder} &&\n`);
    expect(page).toContain(`\n    newest=$(docker compose ${beforeCopy.join(' ')}) &&\n`);
    expect(page).toContain(`\n    docker compose ${afterCopy.join(' ')} "$newest"\n`);
  });

  it('copies the backups back, restores from them and empties Redis by the commands of the page', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    for (const [container, words] of Object.entries(copyBack))
      expect(page).toContain(`--cap-add DAC_OVERRIDE --volume <copy>:/kept:ro --entrypoint sh ${container} -c '${words}'`);
    expect(page).toContain(`exec redis sh -c '${emptyRedis}'`);
    for (const words of Object.values(putBack)) expect(page).toContain(`docker compose run --rm --no-deps ${words.join(' ')} 2026-`);
  });

  it('replaces last by the commands of the page, which replace no server, and then the servers of the Compose file one at a time', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    expect(page).toContain(`At the end, \`docker compose up --detach --no-deps ${replacedLast.join(' ')}\` replaces these`);
    expect(page).toMatch(/, and `docker compose up --detach --no-deps publish-\w+( publish-\w+)*` publishes the screens/);
    for (const [command, option, ...words] of serverHashes) {
      const quoted = words.map((word) => (word.includes(' ') ? `'${word}'` : word));
      expect(page).toContain(`\n       docker compose ${[command, option, ...quoted].join(' ')}\n`);
    }
    const { services } = parse(readFileSync(join(root, 'infra/compose/servers.yaml'), 'utf8')) as {
      services: Record<string, { profiles?: string[]; restart: string }>;
    };
    const running = Object.entries(services).filter(([, { profiles, restart }]) => !profiles && restart !== 'no');
    expect(['ingress', 'keycloak-dump', ...servers].sort()).toEqual(running.map(([name]) => name).sort());
  });

  it('renews keys and passwords by the commands of the page', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    expect(page).toContain(`make-secrets.mjs --replace svc-trips\`, or \`${replaceKeys.join(' ')}\` for all`);
    for (const words of Object.values(renewalCommands).flat())
      expect(page).toContain(`docker compose ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}\``);
  });

  it('asks for the second factor by the settings of the page, which are off as shipped', () => {
    const compose = (name: string): string => readFileSync(join(root, 'infra/compose', name), 'utf8');
    expect(compose('README.md')).toContain(`Then set both settings to \`${strength}\`.`);
    for (const name of ['OIDC_STAFF_ACR', 'STEP_UP_ACR']) expect(compose('.env.example')).toContain(`\n${name}=none\n`);
    expect(kinds.map(({ title }) => title)).toContain('Departure declaration');
  });

  it('takes alerts over TLS as an Alertmanager does, and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
    const certificate = await receiverCertificate(folder, false);
    const port = await freePort();
    const alertmanager = await startAlertmanager(certificate, '127.0.0.1', port);
    const post = (path: string, content: object): Promise<IncomingMessage> =>
      new Promise((done, fail) => {
        const options = { method: 'POST', ca: certificate.cert, checkServerIdentity: () => undefined };
        request(`https://127.0.0.1:${port}${path}`, options, done).on('error', fail).end(JSON.stringify(content));
      });
    try {
      const alert = { labels: { alertname: 'ComponentGone' }, annotations: {} };
      expect((await post('/api/v2/alerts', [alert])).statusCode).toBe(200);
      expect((await post('/api/v1/alerts', [alert])).statusCode).toBe(404);
      expect(alertmanager.alerts).toEqual([alert]);
    } finally {
      alertmanager.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it("calls the portal with a file of its staff's credentials, in which nobody is missing", () => {
    const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
    try {
      const credentials = readCredentials(writeCredentials(folder));
      for (const { username } of developmentUsers) {
        const { otp, ...person } = credentialsOf(username, credentials);
        expect([person, otp()]).toMatchObject([{ username, password: username }, '123456']);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('answers in its network that a name does not exist', () => {
    // The name gateway.example, and its type and class A and IN.
    const question = `07${Buffer.from('gateway').toString('hex')}07${Buffer.from('example').toString('hex')}0000010001`;
    const query = Buffer.from(`abcd01000001000000000001${question}0000291000000000000000`, 'hex');
    expect(noSuchName(query)?.toString('hex')).toBe(`abcd81830001000000000000${question}`);
    expect(noSuchName(query.subarray(0, 20))).toBeUndefined();
    expect(noSuchName(Buffer.alloc(3))).toBeUndefined();
  });

  it('says which programs are missing and how to install them', () => {
    expect(describeMissingPrograms(() => '/usr/bin/x', true)).toBeUndefined();
    expect(describeMissingPrograms((name) => (name === 'buildah' || name.startsWith('docker') ? undefined : '/usr/bin/x'), true)).toBe(
      'Missing: dockerd, docker, buildah. On Debian: apt-get install docker.io buildah',
    );
    expect(describeMissingPrograms(() => '/usr/bin/x', false)).toMatch(/root/);
  });

  it('reads the client of the shipped realm, and a group for the work of every development user', () => {
    const realm = readRealm(realmText, environment);
    expect(clientOf(realm)).toEqual({
      clientId: 'portal',
      clientSecret: 'secret',
      redirectUris: ['https://portal.localhost/auth/callback'],
      postLogoutRedirectUris: ['https://portal.localhost/'],
      backchannelLogoutUri: 'https://gateway:8443/auth/backchannel-logout',
    });
    expect(withoutGroup(realm, developmentUsers)).toEqual([]);
    expect(withoutGroup(realm, [{ username: 'nobody', roles: ['no-such-role'] }])).toEqual(['nobody']);
    expect(() => readRealm(realmText, {})).toThrow(/is not given/);
  });

  it('tells a raw answer from one that says what is wrong and when to try again', () => {
    const problem = '{"title":"Service unavailable","status":502,"errors":[{"code":"UNAVAILABLE","field":"","message":"Try again."}]}';
    const answer = (status: number, type: string | undefined, text: string, retry?: string): Answer => ({
      status,
      headers: { 'content-type': type, 'retry-after': retry },
      bytes: Buffer.from(text),
      body: {} as Answer['body'],
    });
    expect(rawAnswer(answer(502, 'application/problem+json', problem, '5'))).toBeUndefined();
    expect(rawAnswer(answer(201, undefined, ''))).toBeUndefined();
    expect(rawAnswer(answer(503, 'text/html; charset=utf-8', '<h1>Please try again</h1>', '5'), true)).toBeUndefined();
    expect(rawAnswer(answer(502, undefined, ''))).toMatch('without Retry-After: 502');
    expect(rawAnswer(answer(502, 'application/problem+json', problem))).toMatch('without Retry-After');
    expect(rawAnswer(answer(502, 'text/plain', 'Bad gateway', '5'))).toMatch('not as a problem');
    expect(rawAnswer(answer(503, 'application/problem+json', problem, '5'), true)).toMatch('not as a page');
  });

  it('reads what scanners have found, and lets pass what is explained', () => {
    const found = [
      ...testsslFindings(
        JSON.stringify([
          { id: 'TLS1', severity: 'LOW', finding: 'offered' },
          { id: 'TLS1_3', severity: 'OK', finding: 'offered' },
        ]),
      ),
      ...wapitiFindings(JSON.stringify({ vulnerabilities: { XSS: [{ path: '/a', parameter: 'q', info: 'script' }], SQL: [] }, anomalies: {} })),
      ...sqlmapFindings('sqlmap identified the following injection point(s)', '/call'),
      ...sqlmapFindings('[ERROR] all tested parameters do not appear to be injectable.', '/other'),
      ...lynisFindings('suggestion[]=A-1|do this|-|-|\nwarning[]=B-2|klogd is not running|-|-|\nhardening_index=57'),
    ];
    expect(found.map(({ tool, id, text }) => `${tool} ${id} ${text}`)).toEqual([
      'testssl.sh TLS1 offered',
      'wapiti XSS /a q script',
      'sqlmap injection /call',
      'lynis B-2 klogd is not running',
    ]);
    expect(() => sqlmapFindings('connection refused', '/call')).toThrow(/did not come to its end/);
    const explained = [
      { tool: 'lynis', id: 'B-2', why: 'a container' },
      { tool: 'wapiti', id: 'XSS', about: '/b ', why: 'another page' },
    ];
    expect(openFindings(found, explained).map(({ tool }) => tool)).toEqual(['testssl.sh', 'wapiti', 'sqlmap']);
  });

  it('keeps what each step showed, and throws the error of the step that fails', async () => {
    const lines: string[] = [];
    const steps = new Steps((line) => lines.push(line));
    await steps.run('one', async () => 'a | b');
    await expect(steps.run('two', () => Promise.reject(new Error('no bucket\nmore')))).rejects.toThrow('no bucket');
    expect(lines).toHaveLength(2);
    const table = stepsTable(steps.done);
    expect(table).toContain('| one | 0 | a \\| b |');
    expect(table).toContain('| two | 0 | **failed** no bucket |');
    const text = reportText('', steps.done, { commit: 'abc', day: '2026-01-02', machine: '2 processors', base: "Debian's packages" });
    for (const part of ['2026-01-02', 'commit abc', 's3rver', 'debootstrap', 'No cluster was tried', table]) expect(text).toContain(part);
    const pulled = reportText(text, steps.done, { commit: 'abc', day: '2026-01-02', machine: '2 processors', base: 'a registry' });
    for (const part of ['s3rver', '| node:22-slim | the image itself |']) expect(pulled).toContain(part);
  });

  it('reports the whole run and the upgrade from an earlier version in parts of their own', async () => {
    const [whole, upgraded] = [new Steps(() => undefined), new Steps(() => undefined)];
    await whole.run('Everything lost', async () => 'back');
    await upgraded.run('Upgrade under load', async () => 'none failed');
    const run = { commit: 'abc', day: '2026-01-02', machine: '2 processors', base: 'a registry' as const };
    const both = reportText(reportText('', whole.done, run), upgraded.done, { ...run, commit: 'def', from: 'abc' });
    for (const part of ['commit abc', 'Everything lost', '## Upgrade from an earlier version', 'commit def', 'Upgrade under load'])
      expect(both).toContain(part);
    expect(reportText(both, upgraded.done, { ...run, commit: 'def', from: 'abc' })).toBe(both);
    expect(reportText(both, whole.done, run)).toBe(both);
  });
});
