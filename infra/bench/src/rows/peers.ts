import assert from 'node:assert/strict';
import path from 'node:path';
import { fieldsOf } from '@portal/contract-kit';
import { createPool } from 'mysql2/promise';
import { ArrivalDeclarationBody } from 'svc-declarations/contract';
import { startPart } from '../lib/child.mjs';
import { place } from '../lib/engines.mjs';
import { ask, requestsPerSecond, sideBySide } from '../lib/measure.mjs';
import { installPeer, startPeer } from '../lib/peer.mjs';

const json = { 'content-type': 'application/json' };

const peersOf = {
  MariaDB: {
    name: 'strapi',
    package: '@strapi/strapi',
    settings: ({ env, prefix }) => ({ DATABASE_URL: `${env.MYSQL_URL.replace(/\/$/, '')}/${prefix}_strapi`, STRAPI_TELEMETRY_DISABLED: 'true' }),
    async makeDatabase({ env, prefix }) {
      const pool = createPool(env.MYSQL_URL);
      await pool.query(`create database \`${prefix}_strapi\` character set utf8mb4`);
      await pool.end();
    },
    secrets: ['APP_KEYS', 'ADMIN_JWT_SECRET', 'API_TOKEN_SALT', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY'],
    prepare: [],
    start: ['strapi', 'start'],
    ready: '/_health',
    sends: (data) => ({ data }),
    idOf: ({ data }) => data.documentId,
    documentOf: ({ data }) => data,
  },
  embedded: {
    name: 'payload',
    package: 'payload',
    settings: ({ dataDir }) => ({
      DATABASE_URL: `file:${path.join(dataDir, 'payload.db')}`,
      PAYLOAD_CONFIG_PATH: 'payload.config.js',
      NEXT_TELEMETRY_DISABLED: '1',
    }),
    makeDatabase: async () => {},
    secrets: ['PAYLOAD_SECRET'],
    prepare: [
      ['payload', 'migrate:create', 'first'],
      ['payload', 'migrate'],
      ['next', 'build'],
    ],
    start: ['next', 'start', '-H', '127.0.0.1'],
    ready: '/api/arrivals?limit=1',
    sends: (body) => body,
    idOf: ({ doc }) => doc.id,
    documentOf: (doc) => doc,
  },
};

// A peer has one level of fields: `typeDetails.code` is its `typeDetailsCode`.
const joined = (outer, inner) => outer + inner[0].toUpperCase() + inner.slice(1);

/** What a client may send, with the rules that a field has of itself. */
const formOf = (cls) =>
  fieldsOf(cls)
    .filter((field) => !field.serverSet)
    .flatMap(({ name, kind, required, min, max, values, type }) =>
      kind === 'object' ? formOf(type()).map((inner) => ({ ...inner, name: joined(name, inner.name) })) : [{ name, kind, required, min, max, values }],
    );

const flat = (body) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      value?.constructor === Object ? Object.entries(value).map(([inner, v]) => [joined(name, inner), v]) : [[name, value]],
    ),
  );

const breaks = {
  REQUIRED: { firstName: undefined },
  MAX_LENGTH: { occupation: 'x'.repeat(36) },
  CHOICE: { hasMerchandise: 'MAYBE' },
  INTEGER: { phoneNumber: 'none' },
};

/** The comparison is fair only where both refuse what breaks a rule. */
async function refusesBrokenRules(url, sends, body) {
  for (const [rule, change] of Object.entries(breaks)) {
    const { status } = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(sends({ ...body, ...change })) });
    assert.ok(status === 400 || status === 422, `${url} answered ${status} to a body that breaks ${rule}: it must refuse it to be compared`);
  }
}

/** The comparison is fair only where what was sent can be read again. A peer may add a time of day to a day. */
function assertKept(sent, kept) {
  for (const [name, value] of Object.entries(sent))
    if (typeof value === 'object') assert.deepEqual(kept[name], value, name);
    else assert.ok(String(kept[name]).startsWith(value), `${name} was sent as ${value} and is read as ${kept[name]}`);
}

async function besidePeer({ report, peer, installed, engine, rounds, seconds }) {
  const own = place(engine);
  const services = startPart(new URL('../parts/services.mjs', import.meta.url));
  let theirs;
  try {
    await peer.makeDatabase(own);
    theirs = await startPeer(installed, peer, peer.settings(own));
    const body = await services.call('body');
    const ours = `${(await services.call('start', own.env)).declarations}/v1/traveller/declaration/`;
    const arrivals = `${theirs.url}/api/arrivals`;
    await refusesBrokenRules(ours, (b) => b, body);
    await refusesBrokenRules(arrivals, peer.sends, flat(body));

    const create = { ours: { url: ours, method: 'POST', headers: json, body: JSON.stringify(body) } };
    create.theirs = { ...create.ours, url: arrivals, body: JSON.stringify(peer.sends(flat(body))) };
    const { model } = JSON.parse(await ask(ours, create.ours));
    const id = peer.idOf(JSON.parse(await ask(arrivals, create.theirs)));
    const load = { ours: { url: `${ours}${model.id}/document` }, theirs: { url: `${arrivals}/${id}` } };
    assertKept(flat(body), peer.documentOf(JSON.parse(await ask(load.theirs.url))));

    const beside = `compared with ${peer.name} ${installed.version(peer.package)}`;
    for (const [what, call] of [
      ['create', create],
      ['read back', load],
    ]) {
      const perSecond = (request) => () => requestsPerSecond(request, 16, seconds);
      // One round of each uncounted: a just-started process compiles its code first.
      await perSecond(call.ours)();
      await perSecond(call.theirs)();
      const pair = await sideBySide(rounds, perSecond(call.ours), perSecond(call.theirs));
      report.add({ what: `${what}, ${beside}`, engine: engine.name, ...pair, unit: '/s' });
    }
    report.add({ what: `memory afterwards, ${beside}`, engine: engine.name, ours: services.memory(), limit: theirs.memory(), unit: 'MiB' });
  } finally {
    await services.end();
    await theirs?.close();
    await own.remove();
  }
}

/** The arrival form in the portal and in content management systems installed for the comparison: Strapi on MariaDB, Payload on the embedded database. */
export async function peers({ report, engines, ...rest }) {
  const form = formOf(ArrivalDeclarationBody);
  report.section(
    'Content management systems',
    `The arrival form (${form.length} fields) with 16 connections. Baseline: a content management system, configured for production without its admin pages. ` +
      'Both check required fields, lengths, ranges, choices and digits; it was verified that both refuse what breaks these rules. ' +
      'The other system stores one row of columns, with lists as JSON. It has no serial numbers, history, audit log or outbox, encrypts no personal field, looks up no code in a catalogue, ' +
      'and has no rules over several fields or over the rows of a list. The portal does all of this in the measured call. ' +
      'The memory of the portal is that of three services and the gateway in one process, including the token provider of the benchmark.',
  );
  for (const engine of engines) {
    const peer = peersOf[engine.name];
    let installed;
    try {
      installed = installPeer(peer.name, form);
    } catch (error) {
      // A registry that does not answer must not cost the rest of a long run.
      report.note(`${peer.name} is not measured: ${error.message}.`);
      continue;
    }
    try {
      await besidePeer({ report, peer, installed, engine, ...rest });
    } finally {
      installed.remove();
    }
  }
}
