/** For tests only: proves that notes among officials are in no answer but their own, in no message, export or print. */
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import type { TestDesk } from './desk.ts';
import { messagesOf, sentFiles } from './messages.ts';

interface NotesPlace<User extends string> {
  /** The service's OpenAPI document: every reading route of it is asked. */
  openapi: { paths: Record<string, object> };
  /** Address of the kind in its service: `/v1/professional`. */
  path: string;
  id: string;
  /** Writes the note. */
  officer: User;
  /** Whoever asks for everything that there is. */
  callers: readonly (User | 'public')[];
}

/** Nothing else says this. It is long, because files and encrypted values are random letters too, which say any short word now and then. */
const secret = 'Zxqvforgedzxqv';
const isSaid = /zxqvforgedzxqv/i;
/** Streams of news do not end. */
const isStream = /events|watch$/;
/** These answer CSV too. */
const isList = /(search|actions)$/;

/** Writes a note and asks every reading route of the service, as JSON and as CSV. @returns the routes that were asked */
export async function expectNotesInside<User extends string>(
  desk: TestDesk<User, object>,
  { openapi, path, id, officer, callers }: NotesPlace<User>,
): Promise<string[]> {
  const note = await desk.call<object>(officer, 'POST', `${path}/${id}/notes`, { text: `${secret}, ask @${officer}` });
  expect(note.status).toBe(201);
  const own = await desk.call<object>(officer, 'GET', `${path}/${id}/notes`);
  expect(JSON.stringify(own.body)).toMatch(isSaid);
  const routes = Object.entries(openapi.paths)
    .filter(([route]) => !isStream.test(route) && route !== `${path}/{id}/notes`)
    .flatMap(([route, methods]) =>
      (['get', 'post'] as const).filter((method) => method in methods && (method === 'get' || /history$/.test(route))).map((method) => ({ route, method })),
    );
  for (const { route, method } of routes) {
    const address = route
      .replace('{id}', id)
      .replace(/\{ver(sion)?\}/, '1')
      .replace(/\{\w+\}/g, 'x');
    const ask = async (caller: User | 'public', accept: string): Promise<void> => {
      const { body } = await desk.call<unknown>(caller, method.toUpperCase(), address, method === 'post' ? {} : undefined, { accept });
      expect([route, caller, JSON.stringify(body)]).toEqual([route, caller, expect.not.stringMatching(isSaid)]);
    };
    await Promise.all(callers.flatMap((caller) => [ask(caller, 'application/json'), ...(isList.test(route) ? [ask(caller, 'text/csv')] : [])]));
  }
  const topics = await desk.service.app.get(Database).reader.find(OutboxRow, { select: { id: true, topic: true } });
  for (const topic of new Set(topics.map((row) => row.topic)))
    expect([topic, JSON.stringify(await messagesOf(desk.service, topic))]).toEqual([topic, expect.not.stringMatching(isSaid)]);
  expect(JSON.stringify(sentFiles(String(desk.env.DATA_DIR)))).not.toMatch(isSaid);
  // Prints that were asked for above are drawn from these layouts.
  expect(JSON.stringify([...desk.around.awaited])).not.toMatch(isSaid);
  expect(desk.around.awaited.size).toBeGreaterThan(0);
  return routes.map(({ route }) => route);
}
