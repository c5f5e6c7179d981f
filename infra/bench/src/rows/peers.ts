import assert from 'node:assert/strict';
import path from 'node:path';
import { fieldsOf } from '@portal/contract-kit';
import type { Environment } from '@portal/service-kit';
import { createPool } from 'mysql2/promise';
import { ArrivalDeclarationBody } from 'svc-declarations/contract';
import { anArrival } from 'svc-declarations/testing';
import type { Engine } from '../engines.ts';
import { fetchJson, postJson, requestsPerSecond, sideBySide } from '../measure.ts';
import { startPart } from '../part.ts';
import type { ServicesPart } from '../parts/services.ts';
import { type InstalledPeer, installPeer, startPeer } from '../peer.ts';
import type { Report } from '../report.ts';
import { arrivalsAt } from './run.ts';

type Json = Record<string, unknown>;

/** A content system that our service is compared with. */
interface Peer {
  name: string;
  package: string;
  settings(env: Environment): Record<string, string>;
  makeDatabase(env: Environment): Promise<void>;
  secrets: string[];
  prepare: string[][];
  start: string[];
  ready: string;
  /** The body that it expects for a document. */
  sends(body: Json): object;
  /** The id and the document in its answers. */
  idOf(answer: Json): string;
  documentOf(answer: Json): Json;
}

const peersOf: Record<Engine['name'], Peer> = {
  MariaDB: {
    name: 'strapi',
    package: '@strapi/strapi',
    settings: ({ MYSQL_URL = '', DATABASE_PREFIX }) => ({
      DATABASE_URL: `${MYSQL_URL.replace(/\/$/, '')}/${DATABASE_PREFIX}_strapi`,
      STRAPI_TELEMETRY_DISABLED: 'true',
    }),
    async makeDatabase({ MYSQL_URL = '', DATABASE_PREFIX }) {
      const pool = createPool(MYSQL_URL);
      await pool.query(`create database \`${DATABASE_PREFIX}_strapi\` character set utf8mb4`);
      await pool.end();
    },
    secrets: ['APP_KEYS', 'ADMIN_JWT_SECRET', 'API_TOKEN_SALT', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY'],
    prepare: [],
    start: ['strapi', 'start'],
    ready: '/_health',
    sends: (data) => ({ data }),
    idOf: ({ data }) => String((data as Json).documentId),
    documentOf: ({ data }) => data as Json,
  },
  embedded: {
    name: 'payload',
    package: 'payload',
    settings: ({ DATA_DIR = '' }) => ({
      DATABASE_URL: `file:${path.join(DATA_DIR, 'payload.db')}`,
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
    idOf: ({ doc }) => String((doc as Json).id),
    documentOf: (doc) => doc,
  },
};

// A peer has one level of fields: `typeDetails.code` is its `typeDetailsCode`.
const joined = (outer: string, inner: string): string => outer + inner[0].toUpperCase() + inner.slice(1);

/** The fields that a client may send, with the rules that a field has by itself. */
const formOf = (cls: Parameters<typeof fieldsOf>[0]): Json[] =>
  fieldsOf(cls)
    .filter((field) => !field.serverSet)
    .flatMap((field) => {
      const { name, kind, required, min, max, values } = field as typeof field & Json;
      if (kind !== 'object') return [{ name, kind, required, min, max, values }];
      return formOf((field as unknown as { type(): typeof cls }).type()).map((inner) => ({ ...inner, name: joined(name, String(inner.name)) }));
    });

const flat = (body: object): Json =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      value?.constructor === Object ? Object.entries(value).map(([inner, v]) => [joined(name, inner), v]) : [[name, value]],
    ),
  );

const brokenRules: Record<string, Json> = {
  REQUIRED: { firstName: undefined },
  MAX_LENGTH: { occupation: 'x'.repeat(36) },
  CHOICE: { hasMerchandise: 'MAYBE' },
  INTEGER: { phoneNumber: 'none' },
};

/** The comparison is fair only if both refuse a body that breaks a rule. */
async function assertRefusals(url: string, sends: Peer['sends'], body: Json): Promise<void> {
  for (const [rule, change] of Object.entries(brokenRules)) {
    const { status } = await fetch(url, postJson(sends({ ...body, ...change })));
    assert.ok(status === 400 || status === 422, `${url} answered ${status} to a body that breaks ${rule}: it must refuse it to be compared`);
  }
}

/** The comparison is fair only if what was sent can be read again. A peer may add a time to a date. */
function assertKept(sent: Json, kept: Json): void {
  for (const [name, value] of Object.entries(sent))
    if (typeof value === 'object') assert.deepEqual(kept[name], value, name);
    else assert.ok(String(kept[name]).startsWith(String(value)), `${name} was sent as ${value} and is read as ${kept[name]}`);
}

interface Options {
  report: Report;
  engines: Engine[];
  rounds: number;
  seconds: number;
}

async function comparePeer(engine: Engine, peer: Peer, installed: InstalledPeer, { report, rounds, seconds }: Options): Promise<void> {
  const place = await engine.place();
  const services = startPart<ServicesPart>('services');
  let theirs: Awaited<ReturnType<typeof startPeer>> | undefined;
  try {
    await peer.makeDatabase(place.env);
    theirs = await startPeer(installed, peer, peer.settings(place.env));
    const body = anArrival() as Json;
    const ours = `${arrivalsAt((await services.call('start', place.env)).declarations)}/`;
    const arrivals = `${theirs.url}/api/arrivals`;
    await assertRefusals(ours, (sent) => sent, body);
    await assertRefusals(arrivals, peer.sends, flat(body));

    const create = { ours: { url: ours, ...postJson(body) }, theirs: { url: arrivals, ...postJson(peer.sends(flat(body))) } };
    const { model } = await fetchJson<{ model: { id: string } }>(ours, create.ours);
    const id = peer.idOf(await fetchJson<Json>(arrivals, create.theirs));
    const load = { ours: { url: `${ours}${model.id}/document` }, theirs: { url: `${arrivals}/${id}` } };
    assertKept(flat(body), peer.documentOf(await fetchJson<Json>(load.theirs.url)));

    const comparison = `compared with ${peer.name} ${installed.version(peer.package)}`;
    for (const [what, call] of [['create', create] as const, ['read back', load] as const]) {
      const perSecond = (request: typeof call.ours) => () => requestsPerSecond(request, 16, seconds);
      // A first round does not count: a process that has just started compiles its code.
      await perSecond(call.ours)();
      await perSecond(call.theirs)();
      const pair = await sideBySide(rounds, perSecond(call.ours), perSecond(call.theirs));
      report.add({ what: `${what}, ${comparison}`, engine: engine.name, ...pair, unit: '/s' });
    }
    report.add({ what: `memory afterwards, ${comparison}`, engine: engine.name, ours: services.memory(), limit: theirs.memory(), unit: 'MiB' });
  } finally {
    await services.end();
    await theirs?.close();
    await place.remove();
  }
}

/** Compares the arrival form in our service with content systems that are installed for it: Strapi on MariaDB, Payload on the embedded database. */
export async function peers(options: Options): Promise<void> {
  const { report, engines } = options;
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
    let installed: InstalledPeer;
    try {
      installed = installPeer(peer.name, form);
    } catch (error) {
      // A registry that does not answer must not end a long run.
      report.note(`${peer.name} is not measured: ${(error as Error).message}.`);
      continue;
    }
    try {
      await comparePeer(engine, peer, installed, options);
    } finally {
      installed.remove();
    }
  }
}
