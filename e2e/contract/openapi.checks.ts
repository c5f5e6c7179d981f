import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@portal/service-kit/testing';
import fc from 'fast-check';
import { type Answered, type Caller, day, type Model, type Plain } from './caller.ts';
import { aPassport, arrivals, departures } from './documents.ts';
import { documents, form, formType, licences, onePage, onePicture, receipts, trips } from './fuzz/bodies.ts';
import { faultsOf } from './fuzz/oracle.ts';
import { type Area, type Route, routes } from './fuzz/routes.ts';
import { type Breakage, breakagesOf, flat, validOf } from './fuzz/values.ts';
import { send, type WireAnswer } from './fuzz/wire.ts';
import type { Portal, RunningPortal } from './portal-under-test.ts';
import { exemptions, scenarios } from './scenarios.ts';

/** For a longer search use another seed and more traces: OPENAPI_SEED=7 OPENAPI_TRACES=200. */
const seed = Number(process.env.OPENAPI_SEED ?? 20261126);
const traces = Number(process.env.OPENAPI_TRACES ?? 4);
const longest = process.env.OPENAPI_TRACES ? 3_600_000 : 600_000;
/** Number of bodies with a broken rule that are sent before the valid one. */
const brokenOfEach = 5;

/** The users who work on each kind of document. `public` has no account. */
const people: Record<string, readonly string[]> = {
  [departures]: ['border-officer', 'border-supervisor', 'public'],
  [arrivals]: ['border-officer', 'border-supervisor', 'public'],
  [licences]: ['licence-clerk', 'licence-verifier', 'licence-assessor', 'licence-approver', 'licence-approver-2', 'applicant'],
  [trips]: ['trip-agent', 'trip-verifier', 'trip-approver', 'trip-border', 'applicant'],
};
const everybody: Record<Area, readonly string[]> = {
  reference: ['admin', 'cashier', 'public'],
  declarations: ['border-supervisor', 'border-officer', 'agent', 'admin', 'public'],
  licences: ['licence-approver', 'licence-verifier', 'admin', 'applicant', 'public'],
  trips: ['trip-verifier', 'trip-border', 'trip-agent', 'admin', 'applicant', 'public'],
  media: ['applicant', 'border-officer', 'admin', 'public'],
};
const kindOf = (path: string): string | undefined => Object.keys(documents).find((kind) => path === kind || path.startsWith(`${kind}/`));

/** Values that are not defined by any schema: existing codes, and values that belong together. */
const parameters: Record<string, string> = {
  name: 'vehicle-colours',
  documentCode: 'TIBE',
  subDocumentCode: 'TIBE-PRI',
  year: '2026',
  serial: 'E',
  number: '1',
  version: '1',
  product: 'customs',
  scope: 'default',
  list: 'gate',
  text: 'para',
  by: 'status',
  document: 'TIBE',
  from: 'TODAY-7',
  to: 'TODAY',
};

/** The criteria that finding a document of each kind requires; their values are those with which the document was registered. */
const wanted: Record<string, readonly string[]> = {
  [departures]: ['travellerCode', 'birthDate', 'nationalityCode'],
  [arrivals]: ['travellerCode', 'birthDate', 'nationalityCode'],
};
/** For each kind, a document that can be found. */
const findable = Object.fromEntries(Object.entries(documents).map(([kind, { body }]) => [kind, body()]));
const search = (kind: string): Plain => ({
  criteria: (wanted[kind] ?? []).map((fieldName) => ({
    fieldName,
    operation: 'EQ',
    values: [findable[kind]?.[fieldName]],
    dataType: fieldName === 'birthDate' ? 'DATE' : 'TEXT',
  })),
});
const words = { en: 'Words', pt: 'Palavras' };

/** Bodies of operations with rules that are not in any schema, by the end of their path. */
const examples: [end: string, body: (kind?: string) => Plain][] = [
  ['/find', (kind = '') => search(kind)],
  ['/declaration/group', (kind = '') => ({ travellers: [documents[kind]?.body(), documents[kind]?.body()] })],
  ['/assign', (kind = '') => ({ assignee: people[kind]?.[0] })],
  ['/audit/person', () => ({ number: 'C1234567' })],
  ['/travel-day', () => ({ emailAddress: 'somebody@example.com', travelDay: day(30) })],
  ['/gate/decisions', () => ({ key: randomUUID(), decision: 'ARRIVAL', reference: 'ARR-2026-0000001', at: new Date().toISOString() })],
  ['/entries', () => ({ entries: [{ passport: aPassport(), note: 'Look at the luggage' }] })],
  [
    '/v1/lane-rules',
    () => ({
      code: aPassport(),
      name: words,
      hitPolicy: 'FIRST',
      inputs: ['gender'],
      rules: [{ when: ['"F"'], lane: 'RED', reason: words }],
      order: 5,
      effectiveFrom: day(1),
    }),
  ],
];

interface Sent {
  route: Route;
  path: string;
  who: string;
  body?: unknown;
}

/**
 * Holds the answers to valid and invalid calls of all operations against the OpenAPI documents.
 * @param codeSentTo returns the one-time code in the newest message to an address. Without it, as for a deployed portal, nothing demands that every operation
 * accepts a call.
 */
export function openapi(portal: Portal<RunningPortal>, codeSentTo?: (address: unknown) => Promise<string>): void {
  describe(`the OpenAPI documents, with the seed ${seed}`, () => {
    const callers: Record<string, Caller> = {};
    /** The statuses with which each operation has responded. */
    const seen = new Map<Route, Set<number>>(routes.map((route) => [route, new Set()]));
    const faults = new Set<string>();
    /** Ids in responses, by the path of the operation. */
    const ids = new Map<string, string[]>();
    const firstCodes = new Map<string, Promise<string>>();
    /** Number of values drawn for each kind of document, counted separately because traces of several kinds run at the same time. */
    const drawn = new Map<string, number>();

    /** Returns the next value of an arbitrary, which is the same in every run with the same seed. */
    const draw = <T>({ path }: { path: string }, arbitrary: fc.Arbitrary<T>): T => {
      const kind = kindOf(path) ?? '';
      const number = drawn.get(kind) ?? 0;
      drawn.set(kind, number + 1);
      return fc.sample(arbitrary, { seed: seed + number, numRuns: 1 })[0] as T;
    };
    const pick = <T>(place: { path: string }, values: readonly T[]): T => draw(place, fc.constantFrom(...values));

    beforeAll(async () => {
      for (const [kind, body] of Object.entries(findable)) await portal().public.post(`${kind}/`, body);
      for (const name of new Set([...Object.values(people), ...Object.values(everybody)].flat().concat('cashier')))
        callers[name] = name === 'public' ? portal().public : await portal().as(name);
    });

    const call = async ({ route, path, who, body }: Sent): Promise<WireAnswer & { json: Answered }> => {
      const caller = callers[who] ?? (await portal().as(who));
      callers[who] = caller;
      const { cookies, csrfToken } = caller;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const isForm = route.takes?.type === 'multipart/form-data';
      const sent = body === undefined ? undefined : isForm || typeof body === 'string' ? (body as string) : JSON.stringify(body);
      const answer = await send(portal().url, {
        method: route.method,
        path,
        headers: {
          ...(cookie ? { cookie, 'x-csrf-token': csrfToken } : {}),
          ...(sent === undefined ? {} : { 'content-type': isForm ? formType : (route.takes?.type ?? 'application/json') }),
        },
        body: sent,
      });
      seen.get(route)?.add(answer.status);
      for (const fault of faultsOf(answer, route))
        faults.add(`${route.method} ${route.path}: ${fault}\n  ${String(sent).slice(0, 300)}\n  ${answer.bytes.toString().slice(0, 500)}`);
      const isJson = /json/.test(String(answer.headers['content-type']));
      const json = (isJson ? JSON.parse(answer.bytes.toString()) : {}) as Answered;
      if (answer.status < 300) {
        const found = [json.model, ...(json.records ?? []), json as unknown as Model].flatMap((one) => (typeof one?.id === 'string' ? [one.id] : []));
        ids.set(route.path, [...(ids.get(route.path) ?? []), ...found].slice(-20));
      }
      return { ...answer, json };
    };

    /** Returns a file that the operation accepts. */
    const fileFor = ({ path }: Route) => (path.includes('/image/') ? form('a.png', onePicture) : form('a.pdf', onePage));

    /** Returns the first code of a catalogue. */
    const codeOf = (catalogue: string): Promise<string> => {
      const known =
        firstCodes.get(catalogue) ??
        portal()
          .public.get(`/api/reference/v1/catalogue/${catalogue}/search`)
          .then(({ body }) => String(body.records?.[0]?.code ?? 'X'));
      firstCodes.set(catalogue, known);
      return known;
    };

    /** Returns a body for an operation: what the document already contains, the required fields, and a reason. */
    const bodyFor = async (route: Route, model: Plain = {}): Promise<Plain> => {
      const { takes, named, path } = route;
      const kind = kindOf(path);
      const example = kind === path ? documents[kind]?.body() : examples.find(([end]) => path.endsWith(end))?.[1](kind);
      if (example) return example;
      const schema = flat(takes?.schema ?? {}, named);
      const body: Plain = {};
      for (const [name, given] of Object.entries(schema.properties ?? {})) {
        const field = flat(given, named);
        const isRequired = schema.required?.includes(name);
        if (field.readOnly) continue;
        if (name === 'id' && path.endsWith('/code')) body[name] = pick(route, ids.get(`${kind}/find`) ?? ['none']);
        else if (name === 'comment') body[name] = 'Because it is so';
        else if (model[name] !== undefined && model[name] !== null && name !== 'actions') body[name] = model[name];
        else if (name === 'reason' && !field['x-catalogue']) body[name] = 'Because it is so';
        else if (field['x-catalogue'] && (isRequired || (name === 'bankCode' && path.endsWith('/verification'))))
          body[name] = await codeOf(String(field['x-catalogue']));
        else if (isRequired || name === 'decision') body[name] = draw(route, validOf(given, named));
      }
      if (Array.isArray(body.requirements)) body.requirements = body.requirements.map((row) => ({ ...(row as Plain), confirmed: true }));
      return body;
    };

    /**
     * Sends bodies that break one rule each, then the valid body. If the valid body is accepted, each of the others must be refused with the name of its field.
     * @returns the response to the valid body, or to a broken one that was accepted
     */
    const callBrokenAndSound = async (sent: Sent): Promise<WireAnswer & { json: Answered }> => {
      const { takes, named } = sent.route;
      const complaints: string[] = [];
      const all = takes?.type === 'application/json' ? breakagesOf(takes.schema, sent.body, named) : [];
      const number = Math.min(brokenOfEach, all.length);
      for (const breakage of draw(sent.route, fc.shuffledSubarray(all, { minLength: number, maxLength: number }))) {
        const answer = await call({ ...sent, body: broken(sent.body, breakage) });
        const { status, json } = answer;
        const at = breakage.path.join('.');
        const names = (json.errors ?? []).map(({ field }) => field.replaceAll(/\[(\d+)\]/g, '.$1'));
        const isNamed = names.some((field) => field === at || field.startsWith(`${at}.`) || (field && at.startsWith(`${field}.`)));
        const isRefused =
          ([400, 422].includes(status) && isNamed) ||
          // An unknown version is refused as stale, and an unknown id as not found.
          (at === 'version' && status === 409) ||
          (at === 'id' && status === 404) ||
          // The contract of licences names a comment `action.details`. The error of a criterion names the field that is searched.
          (at === 'comment' && status === 422 && names.some((field) => field.endsWith('details'))) ||
          (breakage.path[0] === 'criteria' && status === 400);
        // An action uses only some of the fields of its document, and drops the others.
        const isDropped =
          status < 300 &&
          /\/actions\//.test(sent.route.path) &&
          !['comment', 'version'].includes(at) &&
          !JSON.stringify(json.model).includes(JSON.stringify(breakage.value));
        if (!isRefused && !isDropped)
          complaints.push(`${sent.route.method} ${sent.route.path}: ${at} breaks ${breakage.rule} and is answered ${status} ${names}`);
        if (status < 300) {
          for (const complaint of complaints) faults.add(complaint);
          return answer;
        }
      }
      const answer = await call(sent);
      if (answer.status < 300) for (const complaint of complaints) faults.add(complaint);
      return answer;
    };

    const isOfTrace = (path: string): boolean =>
      /\/actions\/[^{]+$/.test(path) && Object.keys(documents).some((kind) => new RegExp(`^${kind}/(\\{id\\}/)?actions/`).test(path));
    const routeOf = (method: string, path: string): Route | undefined => routes.find((route) => route.method === method && route.path === path);
    const isReached = (route: Route): boolean => [...(seen.get(route) ?? [])].some((status) => status < 300);

    /** Registers a document and performs offered actions until none is left: every offered action must be accepted. */
    const trace = async (kind: string): Promise<void> => {
      const ways = routes.filter(({ method, path }) => method === 'POST' && (path === kind || path.startsWith(`${kind}/actions/`)));
      const fresh = ways.filter((route) => !isReached(route));
      const registration = pick({ path: kind }, fresh.length ? fresh : ways);
      const owner = people[kind]?.at(-1) as string;
      const body = { ...(draw(registration, validOf(registration.takes?.schema ?? {}, registration.named)) as Plain), ...documents[kind]?.body() };
      const valid = { ...documents[kind]?.body() };
      const sentFirst = { route: registration, path: registration.path, who: owner, body: valid };
      await call({ ...sentFirst, body });
      const first = await callBrokenAndSound(sentFirst);
      let model = first.json.model;
      if (first.status !== 201) throw new Error(`${kind} is not registered: ${first.bytes.toString()}`);
      for (let step = 0; step < 12; step++) {
        const offers: { who: string; route: Route }[] = [];
        const shown = routeOf('GET', `${kind}/{id}/document`) as Route;
        for (const who of people[kind] ?? []) {
          const { status, json } = await call({ route: shown, path: `${kind}/${model.id}/document`, who });
          if (status !== 200) continue;
          model = json.model.version >= model.version ? json.model : model;
          for (const { name } of json.actions.filter(({ kind: way }) => way === 'submit')) {
            const route = routeOf('POST', `${kind}/{id}/actions/${name}`);
            if (route) offers.push({ who, route });
          }
        }
        const untried = offers.filter(({ route }) => !isReached(route));
        if ((kind === trips || kind === licences) && (await pay(kind, model))) continue;
        if (offers.length === 0) return;
        const { who, route } = pick({ path: kind }, untried.length ? untried : offers);
        const sent = { route, who, path: route.path.replace('{id}', model.id), body: { ...(await bodyFor(route, model)), version: model.version } };
        const { status, json } = await callBrokenAndSound(sent);
        if (status < 300) model = json.model;
        else if (status !== 422)
          faults.add(`${route.path} is offered to ${who} and answered ${status} ${json.errors?.map(({ code, message }) => `${code} ${message}`)}`);
      }
    };

    /**
     * Pays what is due for a document, and waits until the receipt has reached it: what was offered before is not accepted afterwards.
     * @returns whether anything was due
     */
    const pay = async (kind: string, { serialReference, id, version }: Model): Promise<boolean> => {
      const { reference, year, number, serial } = serialReference ?? {};
      const documentCode = String(reference).split('-')[0];
      const route = routeOf('GET', `${receipts}/{documentCode}/{year}/{serial}/{number}/searchDocumentToPay`) as Route;
      const due = await call({ route, who: 'cashier', path: `${receipts}/${documentCode}/${year}/${serial ?? 'A'}/${number}/searchDocumentToPay` });
      const total = due.json.records?.[0]?.total;
      if (!total) return false;
      const receipt = { documentCode, year, serial: serial ?? 'A', number, total, payer: id };
      const { status } = await call({ route: routeOf('POST', receipts) as Route, who: 'cashier', path: receipts, body: receipt });
      if (status !== 201) return false;
      const reader = callers[people[kind]?.[0] as string] as Caller;
      await until(async () => (await reader.get(`${kind}/${id}/document`)).body.model.version > version);
      return true;
    };

    /** Returns an address of an operation; ids are taken from responses of related operations. */
    const pathOf = (route: Route): string => {
      const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string, offset: number) => {
        const before = route.path.slice(0, offset).replace(/\/$/, '');
        const near = [...ids].filter(([from]) => from.startsWith(before)).flatMap(([, found]) => found);
        return encodeURIComponent(
          /^(id|uid|request|key|trial)$/.test(name) && near.length
            ? pick(route, near)
            : route.path.includes('/enums/')
              ? 'Gender-Enums'
              : (parameters[name] ?? 'WHITE'),
        );
      });
      const query = route.parameters
        .filter((one) => one.in === 'query' && (parameters[one.name] || one.name === 'list'))
        .map(({ name }) => `${name}=${parameters[name] ?? kindOf(route.path) ?? 'declarations'}`);
      if (route.path.endsWith('/find')) return `${path}?q=${encodeURIComponent(JSON.stringify(search(kindOf(route.path) ?? '')))}`;
      return query.length && draw(route, fc.nat(3)) > 0 ? `${path}?${query.join('&')}` : path;
    };

    it(
      'say what becomes of every action that is offered, and each refuses what its schema does not allow',
      async () => {
        for (let i = 0; i < traces; i++) await Promise.all(Object.keys(documents).map(trace));
        expect([...faults].join('\n')).toBe('');
      },
      longest,
    );

    it(
      'say what every other operation answers to valid calls',
      async () => {
        for (let round = 0; round < 2; round++) {
          for (const route of routes.filter(({ path }) => !isOfTrace(path))) {
            for (const who of everybody[route.area]) {
              if (isReached(route) && round > 0 && !route.takes) continue;
              const body = !route.takes
                ? undefined
                : route.takes.type === 'multipart/form-data'
                  ? fileFor(route)
                  : route.takes.type === 'text/csv'
                    ? 'code,name\nZZ-FUZZ,Fuzz\n'
                    : {
                        ...(await bodyFor(route)),
                        ...(routeOf('POST', route.path) === route && kindOf(route.path) === route.path ? documents[route.path]?.body() : {}),
                      };
              const sent = { route, who, path: pathOf(route), body };
              await (route.method === 'GET' || round > 0 ? call(sent) : callBrokenAndSound(sent));
            }
          }
        }
        expect([...faults].join('\n')).toBe('');
      },
      longest,
    );

    if (!codeSentTo) return;

    const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

    /** Makes a call that must be accepted. */
    const accept = async (who: string, operation: string, given: Record<string, unknown> = {}, body?: unknown): Promise<Answered> => {
      const route = routes.find((each) => nameOf(each) === operation);
      if (!route) throw new Error(`There is no operation ${operation}`);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(given)) if (!route.path.includes(`{${name}}`)) query.set(name, String(value));
      const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(given[name])));
      const sent = body ?? (route.takes?.type === 'application/json' ? await bodyFor(route) : undefined);
      const sending = { route, who, path: query.size ? `${path}?${query}` : path, body: sent };
      let answer = await call(sending);
      // The calls before may have used up the limit of a finder.
      for (; answer.status === 429; answer = await call(sending)) {
        const seconds = Number(answer.headers['retry-after']);
        // Every limit that these calls meet is for one minute. A longer wait would hide a fault.
        if (!(seconds > 0 && seconds <= 60)) throw new Error(`${operation} is refused with Retry-After: ${answer.headers['retry-after']}`);
        await wait(seconds * 1000);
      }
      const { status, bytes, json } = answer;
      if (status >= 300) throw new Error(`${operation} by ${who} is answered ${status}: ${bytes.toString().slice(0, 1_000)}`);
      return json;
    };
    const act = async (who: string, kind: string, model: Model, action: string, changes: Plain = {}): Promise<Model> => {
      const operation = `POST ${kind}/{id}/actions/${action}`;
      const route = routes.find((each) => nameOf(each) === operation);
      const body = route ? { ...(await bodyFor(route, model)), ...changes, version: model.version } : changes;
      return (await accept(who, operation, { id: model.id }, body)).model;
    };

    it.each(Object.entries(scenarios))(
      'say what is answered about %s',
      async (_about, scenario) => {
        const before = new Set(faults);
        await scenario({ accept, act, codeSentTo });
        expect([...faults].filter((fault) => !before.has(fault)).join('\n')).toBe('');
      },
      longest,
    );

    it('are proved for every operation: each has accepted a call, except those with a reason', () => {
      const unreached = routes.filter((route) => !isReached(route)).map((route) => nameOf(route));
      expect(unreached.sort()).toEqual(Object.keys(exemptions).sort());
    });
  });
}

/** Returns the body with the broken value in its place. */
function broken(body: unknown, { path, value }: Breakage): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as Plain) }) as Record<string | number, unknown>;
  copy[key] = broken(copy[key], { path: rest, rule: '', value });
  return copy;
}
