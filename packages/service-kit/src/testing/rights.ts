/**
 * Tests a handwritten table of rights over HTTP: every route of a document kind, as every caller, on every document.
 * The table is the expectation; nothing in it is derived from the code under test.
 */
import type { DocumentEnvelope, Problem } from '@portal/contract-kit';
import type { TestUser } from './stub-services.ts';

/** What a caller gets of one document: a row of the table. */
export interface RightsRow {
  caller: string;
  document: string;
  /** The groups of fields in the response, or the status of a refusal: `facts contact`, `403`. */
  sees: string;
  /** The responses of the reading routes, by status: `200: qr version | 401: history`. */
  reads: string;
  /** The actions that this caller may perform in the document's current status; all others must be refused. */
  may: string;
}

export interface RightsTable {
  /** Path of the kind in its service, such as `/v1/professional`. */
  path: string;
  /** The service's OpenAPI document. Every route below `path` with an id must be tested. */
  openapi: { paths: Record<string, object> };
  /** How to recognise each group: a field that every document of the table has, or words in the response. */
  groups: Record<string, string | RegExp>;
  /** Routes below `path` whose id is a document code and not that of a document. */
  besides?: readonly string[];
  /** All callers; undefined stands for a caller without an account. */
  callers: Record<string, TestUser | undefined>;
  rows: readonly RightsRow[];
}

/** The running service and the documents with which the table is tested. */
export interface RightsPlace {
  url: string;
  /** Returns the `Authorization` header value of a user. */
  token(user: TestUser): Promise<string>;
  /** The ids, or keys, of the documents that the table names. */
  documents: Record<string, string>;
}

type Send = (caller: string, method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>;

/** A version that no document has. An allowed action fails because of it, and changes nothing. */
const NO_VERSION = 999;

/** The routes with which officials divide their work. They are the same for every kind, and the kit tests them for every caller. */
const officials = new Set(['claim', 'release', 'assign', 'notes', 'related', 'watch', 'colleagues', 'messages']);

/** Returns the routes that read one document, by name and method. The body is empty where the route takes one. */
function readsOf({ openapi, path, besides = [] }: RightsTable): [name: string, method: string][] {
  const start = `${path}/{id}/`;
  return Object.entries(openapi.paths)
    .filter(([route]) => route.startsWith(start) && !route.includes('/actions/'))
    .map(([route, methods]): [string, string] => [route.slice(start.length), Object.keys(methods).includes('get') ? 'GET' : 'POST'])
    .filter(([name]) => name !== 'document' && name !== 'erasure' && !officials.has(name) && !besides.includes(name));
}

const actionsOf = ({ openapi, path }: RightsTable): string[] => {
  const start = `${path}/{id}/actions/`;
  return Object.keys(openapi.paths).flatMap((route) => (route.startsWith(start) ? [route.slice(start.length)] : []));
};

/** Returns what a caller gets of one document, in the form of the table. */
async function rightsOf(table: RightsTable, send: Send, caller: string, document: string, id: string): Promise<RightsRow> {
  const at = `${table.path}/${id}`;
  const shown = await send(caller, 'GET', `${at}/document`);
  const model = shown.status === 200 ? ((JSON.parse(shown.text) as DocumentEnvelope<Record<string, unknown>>).model as Record<string, unknown>) : {};
  const holds = (mark: string | RegExp): boolean => (typeof mark === 'string' ? model[mark] !== undefined : mark.test(shown.text));
  const seen = Object.entries(table.groups).flatMap(([group, mark]) => (holds(mark) ? [group] : []));

  const reads = new Map<number, string[]>();
  for (const [name, method] of readsOf(table)) {
    const { status, text } = await send(caller, method, `${at}/${name.replace('{version}', '1')}`, method === 'POST' ? {} : undefined);
    // An allowed print answers that it is being prepared, because no renderer runs here.
    const told = status === 503 && text.includes('prepared') ? 200 : status;
    reads.set(told, [...(reads.get(told) ?? []), name.replace('{version}/', '')]);
  }

  const may: string[] = [];
  for (const action of actionsOf(table)) {
    const { status, text } = await send(caller, 'POST', `${at}/actions/${action}`, { version: NO_VERSION, comment: 'x' });
    const code = (JSON.parse(text) as Problem).errors?.[0]?.code;
    if (code === 'STALE_VERSION') may.push(action);
    else if (![401, 403, 404].includes(status) && code !== 'ACTION_NOT_ALLOWED') throw new Error(`${caller}, ${document}, ${action}: ${status} ${text}`);
  }
  return {
    caller,
    document,
    sees: shown.status === 200 ? seen.join(' ') : String(shown.status),
    reads: [...reads]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => `${status}: ${names.sort().join(' ')}`)
      .join(' | '),
    may: may.sort().join(' '),
  };
}

/** Tests that every caller gets what the table says of every document, and that the table is complete. */
export function triesRights(table: RightsTable, open: () => Promise<RightsPlace>): void {
  let place: RightsPlace;
  const tokens: Record<string, string> = {};
  const send: Send = async (caller, method, path, body) => {
    const response = await fetch(`${place.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(tokens[caller] ? { authorization: tokens[caller] } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  beforeAll(async () => {
    place = await open();
    for (const [name, user] of Object.entries(table.callers)) if (user) tokens[name] = await place.token(user);
  });

  it.each(table.rows)('$caller, of the document that is $document: sees $sees; may $may', async (row) => {
    const id = place.documents[row.document] as string;
    expect(await rightsOf(table, send, row.caller, row.document, id)).toEqual(row);
  });

  it('are said for every caller and every document', () => {
    const pairs = Object.keys(place.documents).flatMap((document) => Object.keys(table.callers).map((caller) => `${caller}, ${document}`));
    expect(table.rows.map(({ caller, document }) => `${caller}, ${document}`).sort()).toEqual(pairs.sort());
  });
}
