import { type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { writeSignedRegistry } from '@portal/remotes/testing';
import { rateLimitBucketOf } from '../limits.ts';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import { plainFormAt, plainForms } from './plain-page.ts';

const shell = `<!doctype html><html lang="en"><head><title>Single Window</title><link rel="stylesheet" href="/main.css"><!--PRELOAD--><script src="/first.js" defer></script><template id="scripts"><script src="/main.js"></script><!--SCRIPTS--></template></head>
<body><div id="shell"><header><div class="shell-account shell-account--unknown" aria-hidden="true"><span>Sign in</span></div></header><main class="shell-main"><h1>Single Window</h1></main></div><noscript><p>No script.</p><!--PLAIN--></noscript><!--LAST-RESORT--><!--REGISTRY--></body></html>`;

const hash = `sha384-${'a'.repeat(64)}`;
const area = (changes: object = {}) => ({
  name: 'mf-declarations',
  version: '1.0.0-aa',
  prefixes: ['/eservice/departure'],
  entry: '/remotes/mf-declarations/1.0.0-aa/remoteEntry.0a1b2c3d.js',
  integrity: { '/remotes/mf-declarations/1.0.0-aa/remoteEntry.0a1b2c3d.js': hash },
  title: { en: 'Declarations', pt: 'Declarações' },
  menu: [
    { path: '/eservice/departure/declaration', title: { en: 'Departure <1>', pt: 'Partida <1>' }, audience: 'public', plain: '/v1/departure/declaration' },
    { path: '/eservice/departure/declaration/search', title: { en: 'Find', pt: 'Procurar' }, audience: 'public' },
  ],
  ...changes,
});

const form = '/eservice/departure/declaration/plain';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const fromForm = { ...navigation, 'sec-fetch-site': 'same-origin', ...formType };
const page = { status: 200, title: 'Departure & more', failed: false, html: '<form><!--SESSION--><input name="_key" value="k"></form>' };

interface Reached {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('a form without script', () => {
  let gateway: GatewayUnderTest;
  const reached: Reached[] = [];
  let answer: (response: ServerResponse, request: Reached) => void;
  const json =
    (body: object, status = 200, type = 'application/json') =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  const last = (): Reached => reached.at(-1) as Reached;

  beforeAll(async () => {
    gateway = await openGateway((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { method, url, headers } = request;
        reached.push({ method, url, headers, body });
        answer(response, last());
      });
    }, shell);
    await writeSignedRegistry(gateway.folder, [area()], 1);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    answer = json(page);
    reached.length = 0;
  });
  const browser = () => new TestBrowser(gateway.origin);
  const post = (by: TestBrowser, body: string, headers: Record<string, string> = fromForm, address = `${form}?language=en`) =>
    by.open(address, headers, { method: 'POST', body });

  it('is a page of the portal without its scripts, drawn by the area’s own service', async () => {
    const { status, headers, text } = await browser().open(`${form}?language=pt`, navigation);
    expect(status).toBe(200);
    expect([last().method, last().url, last().headers['accept-language']]).toEqual(['GET', '/v1/departure/declaration/plain', 'pt']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain('<title>Departure &#38; more – Single Window</title>');
    expect(text).toContain('<html lang="pt"');
    expect(text).toContain('<main class="shell-main"><form><input name="_key" value="k"></form></main>');
    expect(text).not.toMatch(/<script|<template|<noscript|LAST-RESORT/);
    expect(headers['set-cookie']).toEqual(['portal.language=pt; Max-Age=31536000; Path=/; SameSite=Lax']);
  });

  it('hands every name and value to the service, in their order, and goes to the page of what was registered', async () => {
    answer = json({ location: `${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001` });
    const { status, headers } = await post(browser(), 'a=1&a=%C3%A9+x&csrfToken=&b%5B%5D=&__proto__=y');
    expect([status, headers.location]).toEqual([303, `${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001?language=en`]);
    expect([last().method, last().url, JSON.parse(last().body)]).toEqual([
      'POST',
      '/v1/departure/declaration/plain',
      {
        fields: [
          ['a', '1'],
          ['a', 'é x'],
          ['b[]', ''],
          ['__proto__', 'y'],
        ],
      },
    ]);
    expect(last().headers.authorization).toBeUndefined();
  });

  it.each(['/../../../../internal/x', '/..%2f..%2finternal', '/%2e%2e/x', '/a.b', '//x', '/a/../../x'])(
    'leads to no other call of the service (%s)',
    async (rest) => {
      await new Promise((done, fail) => {
        request(`${gateway.origin}/`, { path: `${form}${rest}`, headers: navigation }, (response) => response.resume().on('end', done))
          .on('error', fail)
          .end();
      });
      expect(reached).toEqual([]);
    },
  );

  it('shows the form again as the service answers it, with its status and "Error:" before the title', async () => {
    answer = json({ ...page, status: 422, failed: true });
    const { status, headers, text } = await post(browser(), 'a=1', { ...fromForm, 'accept-language': 'en' });
    expect([status, headers['cache-control']]).toEqual([422, 'private, no-cache']);
    expect(text).toContain('<title>Error: Departure &#38; more');
  });

  it('sends the session’s token with the form and takes nothing without it, but keeps the answers', async () => {
    const officer = await browser().signIn('border-officer');
    const blank = await officer.open(form, navigation);
    expect(blank.text).toContain(`<form><input type="hidden" name="csrfToken" value="${officer.csrfToken}"><input name="_key"`);
    expect([blank.headers['cache-control'], last().headers.authorization]).toEqual(['no-store', expect.stringMatching(/^Bearer /)]);
    await post(officer, `a=1&csrfToken=${officer.csrfToken}`);
    expect([JSON.parse(last().body), last().headers.authorization]).toEqual([{ fields: [['a', '1']] }, expect.stringMatching(/^Bearer /)]);
    for (const token of ['', 'guess']) {
      await post(officer, `a=1&csrfToken=${token}`);
      expect(JSON.parse(last().body)).toEqual({ fields: [['a', '1']], notice: 'token-expired' });
    }
  });

  it('offers to sign in, beside answers in a tab of its own, or shows who is signed in and signs out', async () => {
    const signIn = `href="/auth/login?returnTo=${encodeURIComponent(form)}"`;
    const visitor = browser();
    expect((await visitor.open(`${form}?language=en`, navigation)).text).toContain(`<a class="shell-header__link" ${signIn}>Sign in</a>`);
    expect((await post(visitor, 'a=1')).text).toContain(`${signIn} target="_blank" rel="noopener">Sign in</a>`);
    const officer = await browser().signIn('border-officer');
    const { text } = await officer.open(`${form}?language=en`, navigation);
    expect(text).toMatch(/<div class="shell-account"><span>Signed in as [^<]+<\/span><form method="post" action="\/auth\/logout\?keep=storage">/);
    expect(text).not.toContain('/auth/login');
    const token = /action="\/auth\/logout[^"]*"><input type="hidden" name="csrfToken" value="([^"]+)">/.exec(text)?.[1] ?? '';
    const out = async (sent: string) => (await officer.open('/auth/logout', fromForm, { method: 'POST', body: `csrfToken=${sent}` })).status;
    expect([await out('guess'), await out(token)]).toEqual([403, 303]);
    expect((await officer.open(`${form}?language=en`, navigation)).text).toContain(signIn);
  });

  it.each([
    ['keeps decisions of a gate that wait on the device of an officer, and has the next page with script delete the rest', 'border-officer', '"cache"', true],
    ['leaves nothing of another officer on the device', 'cashier', '"cache", "storage"', false],
    ['leaves nothing of an applicant on the device', 'applicant', '"cache", "storage"', false],
  ] as const)('%s when they sign out', async (_what, username, cleared, isMarked) => {
    const by = await browser().signIn(username);
    const { text } = await by.open(form, navigation);
    const [, action, token] = /action="(\/auth\/logout[^"]*)"><input type="hidden" name="csrfToken" value="([^"]+)">/.exec(text) ?? [];
    const { status, headers } = await by.open(action, fromForm, { method: 'POST', body: `csrfToken=${token}` });
    expect([status, headers['clear-site-data'], String(headers['set-cookie']).includes('portal.signed-out=1')]).toEqual([303, cleared, isMarked]);
  });

  it('marks also a sign-out with script that keeps the storage, so that the next page finishes it', async () => {
    const by = await browser().signIn('border-officer');
    const headers = { 'content-type': 'application/json', 'x-csrf-token': by.csrfToken, origin: gateway.origin };
    const { status, headers: answered } = await by.open('/auth/logout?keep=storage', headers, { method: 'POST', body: '{}' });
    expect([status, answered['clear-site-data'], String(answered['set-cookie'])]).toEqual([200, '"cache"', expect.stringContaining('portal.signed-out=1')]);
  });

  it('registers nothing for somebody whose session has ended, and keeps the answers', async () => {
    const gone = browser();
    gone.cookies.set(`portal.session.${new URL(gateway.origin).port}`, 'x'.repeat(43));
    await post(gone, 'a=1');
    expect([JSON.parse(last().body), last().headers.authorization]).toEqual([{ fields: [['a', '1']], notice: 'session-ended' }, undefined]);
    // The session cookie has been deleted, so the next attempt is anonymous.
    await post(gone, 'a=1');
    expect(JSON.parse(last().body)).toEqual({ fields: [['a', '1']] });
    // The same form sent again, as by the page that says that the service does not answer.
    await post(gone, 'a=1&csrfToken=t');
    expect(JSON.parse(last().body)).toEqual({ fields: [['a', '1']], notice: 'session-ended' });
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { ...fromForm, 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { ...fromForm, 'sec-fetch-site': 'same-site' }],
    ['another site, in a browser that says only the origin', { ...formType, origin: 'https://evil.example' }],
    ['a script of the page', { ...script, ...formType }],
  ])('takes nothing from %s', async (_who, headers) => {
    const officer = await browser().signIn('border-officer');
    reached.length = 0;
    expect((await post(officer, `a=1&csrfToken=${officer.csrfToken}`, headers)).status).toBe(403);
    expect(reached).toEqual([]);
  });

  it.each([form, `${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001`])('is read by no script of another area: %s', async (address) => {
    const officer = await browser().signIn('border-officer');
    expect(await officer.status(address, { ...script, 'x-area-token': String(officer.tokens['mf-trips']) })).toBe('403 foreign');
    expect(await officer.status(address, script)).toBe('403 missing');
  });

  it.each<[string, Record<string, string>, string, number]>([
    ['a form of more than 256 KB', fromForm, `a=${'x'.repeat(257 * 1024)}`, 413],
    ['JSON', { ...fromForm, 'content-type': 'application/json' }, '{"a":1}', 415],
    ['an upload', { ...fromForm, 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 415],
  ])('refuses %s with a page', async (_what, headers, body, status) => {
    const refused = await post(browser(), body, headers);
    expect([refused.status, refused.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(refused.text).toContain(`<a class="govuk-link" href="${form}">Back to the form</a>`);
    expect(reached).toEqual([]);
  });

  it('shows what a service refuses as a page in the reader’s language', async () => {
    const problem = { title: 'x', status: 404, errors: [{ code: 'NOT_FOUND', field: '', message: 'Este <documento> não existe' }] };
    answer = json(problem, 404, 'application/problem+json');
    const { status, text } = await browser().open(`${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001?language=pt`, navigation);
    expect(status).toBe(404);
    expect(text).toContain('<title>Erro: Não encontrado – Single Window</title>');
    expect(text).toContain('<p class="govuk-body">Este &#60;documento&#62; não existe</p>');
    answer = (response) => void response.destroy();
    const away = await browser().open(form, navigation);
    expect([away.status, away.headers['retry-after']]).toEqual([503, '2']);
    expect(away.text).toContain('Temporarily unavailable');
  });

  const preparing = { title: 'x', status: 503, errors: [{ code: 'UNAVAILABLE', field: '', message: 'The form <1> is being prepared.' }] };
  const stillDrawn = (response: ServerResponse) =>
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' }).end(JSON.stringify(preparing));

  it('shows a page that loads itself again while the printed form is being drawn', async () => {
    answer = stillDrawn;
    const { status, text } = await browser().open(`${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001/form?language=pt`, navigation);
    expect(status).toBe(503);
    expect(text).toContain('<title>Um momento – Single Window</title>');
    expect(text).toContain('<meta http-equiv="refresh" content="5">');
    expect(text).toContain('The form &#60;1&#62; is being prepared.');
    expect(text).toContain(`href="${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001"`);
  });

  it('sends nothing again by itself', async () => {
    answer = stillDrawn;
    const { status, text } = await post(browser(), 'a=1');
    expect(status).toBe(503);
    expect(text).not.toContain('http-equiv');
  });

  const filled = new URLSearchParams({ _key: 'k', 'a"<&': '1 & "2" <b>\r\n3', csrfToken: '' });
  /** Returns the form of a page as a browser would send it. */
  const formIn = (text: string): { action?: string; body: string } => {
    const unescaped = (value = '') => value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    return {
      action: /<form method="post" action="([^"]*)">/.exec(text)?.[1],
      body: String(new URLSearchParams(hidden.map(([, name, value]) => [unescaped(name), unescaped(value)]))),
    };
  };

  it('keeps the answers of a form that the service did not take for now, and sends them again when asked', async () => {
    answer = (response) => void response.destroy();
    const by = browser();
    const { status, text } = await post(by, String(filled), fromForm, `${form}?language=pt`);
    expect(status).toBe(503);
    expect(text).toContain('<p class="govuk-body">As suas respostas continuam aqui. Envie-as de novo dentro de instantes.</p>');
    expect(text).toContain('<button type="submit" class="govuk-button">Enviar de novo</button>');
    // The link would lead to a blank form.
    expect(text).not.toContain('Voltar ao formulário');
    const again = formIn(text);
    expect(again).toEqual({ action: `${form}?language=pt`, body: String(filled) });
    answer = json({ location: `${form}/x` });
    expect((await post(by, again.body, fromForm, again.action)).status).toBe(303);
    expect(JSON.parse(last().body)).toEqual({ fields: [...filled].filter(([name]) => name !== 'csrfToken') });
  });

  it('keeps the answers of a form that came too soon, although its body was not read', async () => {
    const limited = await openGateway((_request, response) => json(page)(response), shell, { RATE_LIMIT_GENERAL: '1' });
    try {
      await writeSignedRegistry(limited.folder, [area()], 1);
      const by = new TestBrowser(limited.origin);
      await post(by, String(filled));
      const refused = await post(by, String(filled));
      expect([refused.status, formIn(refused.text)]).toEqual([429, { action: `${form}?language=en`, body: String(filled) }]);
    } finally {
      await limited.close();
    }
  });

  it('shows what a call refuses as a page where a browser opens its address, and as it is to everybody else', async () => {
    const print = '/api/declarations/v1/departure/declaration/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001/print-form';
    answer = stillDrawn;
    const shown = await browser().open(print, { ...navigation, 'accept-language': 'pt' });
    expect([shown.status, shown.headers['content-type'], shown.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '2']);
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(shown.text).toContain('<meta http-equiv="refresh" content="5">');
    expect(shown.text).toContain(`href="${print}">Tentar agora</a>`);
    expect(shown.text).not.toMatch(/<script/);
    const call = await browser().open(print, {});
    expect([call.status, call.headers['content-type'], JSON.parse(call.text)]).toEqual([503, 'application/problem+json', preparing]);
    answer = json({ title: 'No such document', errors: [{ message: 'There is no such <document>.' }] }, 404, 'application/problem+json');
    const missing = await browser().open(print, navigation);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('<title>Error: No such document – Single Window</title>');
    expect(missing.text).toContain('There is no such &#60;document&#62;.');
    expect(missing.text).not.toContain('http-equiv');
    // Refusals by the gateway itself are shown as pages too.
    const nowhere = await browser().open('/api/declarations/internal/x', navigation);
    expect([nowhere.status, nowhere.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('is also the page of a link in a message, which a mail program posts to by itself', async () => {
    const link = '/eservice/messages/declarations/k1/aB-c_d';
    expect((await browser().open(link, navigation)).status).toBe(200);
    expect(last().url).toBe('/v1/messages/choice/k1/aB-c_d/plain');
    // One-click unsubscribe (RFC 8058): the request has no cookie, and does not come from a page.
    const { status } = await post(browser(), 'List-Unsubscribe=One-Click', formType, link);
    expect([status, last().method, JSON.parse(last().body)]).toEqual([200, 'POST', { fields: [['List-Unsubscribe', 'One-Click']] }]);
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect((await post(browser(), `${part('List-Unsubscribe', 'One-Click')}--b--\r\n`, multipart, link)).status).toBe(200);
    expect([last().method, JSON.parse(last().body)]).toEqual(['POST', { fields: [['List-Unsubscribe', 'One-Click']] }]);
    expect((await post(browser(), '--b\r\nx', multipart, link)).status).toBe(400);
    expect((await post(browser(), `${part('a', 'x'.repeat(9_000))}--b--\r\n`, multipart, link)).status).toBe(413);
    const file = `${part('a"; filename="a', 'x')}--b--\r\n`;
    await post(browser(), file, multipart, link);
    expect(JSON.parse(last().body)).toEqual({ fields: [] });
    expect((await post(browser(), 'news=yes', { ...fromForm, 'sec-fetch-site': 'cross-site' }, link)).status).toBe(403);
    for (const other of ['/eservice/messages/nobody/k1/aB', `${link}/more`, '/eservice/messages/declarations/k1/..', '/eservice/messages/declarations/k1'])
      expect([other, plainFormAt(other, [])?.form.service]).toEqual([other, other.includes('nobody') ? 'nobody' : undefined]);
    expect((await browser().open('/eservice/messages/nobody/k1/aB', navigation)).status).toBe(404);
    expect(rateLimitBucketOf('POST', link)).toEqual({ kind: 'general', name: 'general' });
  });

  it('passes on the printed form', async () => {
    answer = (response) =>
      void response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="a.pdf"' }).end('%PDF-1.4');
    const { headers, text } = await browser().open(`${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001/form?language=en`, navigation);
    expect(last().url).toBe('/v1/departure/declaration/plain/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001/form');
    expect([text, headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
      '%PDF-1.4',
      'application/pdf',
      'attachment; filename="a.pdf"',
      'no-store',
    ]);
  });

  it('is named by the pages of its area and of the portal where scripts are off or do not come', async () => {
    for (const address of ['/', '/eservice/departure/declaration/search']) {
      const { text } = await browser().open(address, navigation);
      const link = `<li><a class="govuk-link" href="${form}">Departure &#60;1&#62;</a></li>`;
      expect(/<noscript>(.*?)<\/noscript>/s.exec(text)?.[1]).toContain(link);
      expect(/<div id="last-resort".*<\/div>/s.exec(text)?.[0]).toContain(link);
    }
  });

  it('leaves every other address as it is', async () => {
    expect((await browser().open('/eservice/departure/declaration', navigation)).text).toContain('id="registry"');
    expect((await browser().open('/eservice/other/plain', navigation)).status).toBe(404);
    for (const address of ['/eservice/departure/declaration', '/eservice/other/plain', `${form}/0198c5a0-71d2-7f10-8a3b-5c0e9d70c001`])
      expect([address, (await post(browser(), 'a=1', fromForm, address)).status]).toEqual([address, 404]);
    expect(reached).toEqual([]);
  });

  it.each([form, `${form}/`, `${form}/0198c5a0`, '/eservice/%64eparture/declaration/plain'])('counts in the limits as the calls do: %s', (address) => {
    for (const method of ['GET', 'POST']) expect(rateLimitBucketOf(method, address)).toEqual({ kind: 'general', name: 'general' });
  });
});

describe('the forms without script of the areas', () => {
  it('are answered by the service of their own area, whatever an area says', () => {
    const forms = plainForms([area({ api: '/api/trips' })] as never);
    expect(forms).toEqual([expect.objectContaining({ address: form, service: 'declarations', path: '/v1/departure/declaration/plain' })]);
  });

  it.each<[string, object]>([
    ['outside its prefixes', { path: '/eservice/traveller/declaration', plain: '/v1/x' }],
    ['that is no path', { path: '/eservice/departure/x', plain: 'https://evil.example' }],
    ['that leads upwards', { path: '/eservice/departure/x', plain: '/v1/../internal' }],
    ['that is for services alone', { path: '/eservice/departure/x', plain: '/internal/x' }],
    ['without a title', { path: '/eservice/departure/x', plain: '/v1/x', title: undefined }],
  ])('are none %s', (_what, entry) => {
    expect(plainForms([area({ menu: [{ title: { en: 'x', pt: 'x' }, ...entry }, null] })] as never)).toEqual([]);
  });

  it('are found by their address and what is below it', () => {
    const areas = [area()] as never;
    expect(plainFormAt(`${form}/x/form`, areas)?.rest).toBe('/x/form');
    expect(plainFormAt(`${form}x`, areas)).toBeUndefined();
  });
});
