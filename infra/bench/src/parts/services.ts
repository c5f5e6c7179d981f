/** The services under measurement, all in this process, with a provider of tokens for officers. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { serve } from '../lib/child.mjs';
import { root } from '../lib/root.mjs';

const built = (file) => import(path.join(root, file));
const running = [];
let issuer;
let privateKey;
let declarations;

async function startIssuer() {
  const pair = await generateKeyPair('ES256');
  privateKey = pair.privateKey;
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' }];
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys })));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  running.push({ close: async () => server.close() });
  issuer = `http://127.0.0.1:${server.address().port}`;
}

async function start(env) {
  await startIssuer();
  const common = { ...env, PORT: '0', HOST: '127.0.0.1', OIDC_ISSUER: issuer, OIDC_JWKS_URL: `${issuer}/jwks` };
  const service = async (name, more) => {
    const { createService } = await import(name);
    const one = await createService({ ...common, ...more });
    running.push(one);
    return one;
  };
  const media = await service('svc-media');
  const reference = await service('svc-reference', { MEDIA_URL: media.url });
  const urls = { REFERENCE_URL: reference.url, MEDIA_URL: media.url };
  declarations = await service('svc-declarations', urls);
  const { createGateway } = await import('shell/server');
  const gateway = await createGateway({ ...common, ...urls, DECLARATIONS_URL: declarations.url, WEB_DIR: path.join(root, 'shell/dist/web') });
  running.push(gateway);
  return { declarations: declarations.url, reference: reference.url, media: media.url, gateway: gateway.url, settings: { ...common, ...urls } };
}

const token = (roles) =>
  new SignJWT({ name: 'Bench', roles, agencies: ['CUSTOMS', 'IMMIGRATION'] })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience('portal')
    .setSubject('bench')
    .setIssuedAt()
    .setExpirationTime('4h')
    .sign(privateKey);

const body = async () => (await built('svc-declarations/dist/src/testing/bodies.js')).anArrival();

const first = ['MARIA', 'JOSE', 'ANA', 'PEDRO', 'LUCIA', 'MANUEL', 'TERESA', 'CARLOS'];
const last = ['DA SILVA', 'PEREIRA', 'XIMENES', 'SOARES', 'GUTERRES', 'BELO', 'FERNANDES', 'RAMOS'];
const pick = (list, n) => list[n % list.length];

/** Writes arrivals straight into the table, as the service writes them: sealed, with their columns, counted, spread over days, statuses and names. */
async function seed(from, to) {
  const { ArrivalService } = await built('svc-declarations/dist/src/arrival/arrival.service.js');
  const arrivals = declarations.app.get(ArrivalService);
  const { kit, definition: d } = arrivals;
  const call = { actor: { sub: null, name: 'bench', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' };
  const { model: registered } = (await arrivals.register('register', await body(), call)).body;
  const base = arrivals.modelOf(await kit.db.findById(d.row, registered.id));
  const statuses = ['CREATED', 'ARRIVED', 'CLEARED', 'REFERRED'];
  const began = Date.now() - 200 * 86_400_000;
  for (let n = from; n < to; ) {
    const rows = [];
    for (; rows.length < 500 && n < to; n++) {
      const at = new Date(began + n * 10_000);
      const red = n % 7 === 0;
      const model = {
        ...structuredClone(base),
        id: kit.ids.next(),
        version: 1,
        documentStatus: statuses[n % 11 === 0 ? 0 : n % 4],
        firstName: `${pick(first, n)} ${pick(first, n >> 3)}`,
        lastName: pick(last, n >> 5),
        travellerCode: `P${String(n).padStart(8, '0')}`,
        hasMerchandise: red ? 'YES' : 'NO',
        lane: red ? 'RED' : 'GREEN',
        serialReference: {
          year: 2026,
          number: n,
          date: at.toISOString().slice(0, 10),
          dateTime: at.toISOString().slice(0, 19),
          reference: `SEED-2026-${String(n).padStart(7, '0')}`,
        },
        documentCreatedAt: at.toISOString().slice(0, 19),
        actions: [],
      };
      rows.push(arrivals.rows.close(arrivals.rowFor(model, call, at, 'register', { ownerSub: null, createdAt: at })));
    }
    await kit.db.write(async (tx) => {
      await tx.createQueryBuilder().insert().into(d.row).values(rows).updateEntity(false).execute();
      await kit.counts.changed(d, tx, [], rows);
    });
  }
  if (kit.db.engine === 'mysql') await kit.db.reader.query(`analyze table ${kit.db.reader.getRepository(d.row).metadata.tableName}`);
  return kit.db.reader.getRepository(d.row).metadata.tableName;
}

/** Waits until nothing is left of earlier registrations: their prints are drawn when nobody waits for them, for minutes after thousands of them. */
async function settle() {
  const { ArrivalService } = await built('svc-declarations/dist/src/arrival/arrival.service.js');
  const { kit } = declarations.app.get(ArrivalService);
  const end = Date.now() + 300_000;
  while (Date.now() < end) {
    const [{ n }] = await kit.db.reader.query('select count(*) as n from outbox where state = 0');
    if (Number(n) === 0) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('Messages of registrations are still open after five minutes');
}

/** A registered arrival and the layout of its print, as svc-media is asked to draw it. */
async function aPrint() {
  const { ArrivalService } = await built('svc-declarations/dist/src/arrival/arrival.service.js');
  const arrivals = declarations.app.get(ArrivalService);
  const { definition, kit } = arrivals;
  const call = { actor: { sub: null, name: '', roles: [], agencies: [] }, requestId: randomUUID(), language: 'en' };
  const { model } = (await arrivals.register('register', await body(), call)).body;
  const [form] = Object.values(definition.prints);
  const { productName, portalName } = kit.settings;
  return {
    id: model.id,
    layout: form.layout(model, { language: 'en', today: kit.clock.today(), qrUrl: kit.signer.url(arrivals.statement(model)), productName, portalName }),
  };
}

serve({
  start,
  token,
  body,
  seed,
  settle,
  aPrint,
  end: async () => {
    for (const part of running.splice(0).reverse()) await part.close();
  },
});
