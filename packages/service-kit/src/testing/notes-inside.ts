/** For tests only: proves that notes among officials appear only in answers about notes, and in no message, export or print. */
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import type { TestDesk } from './desk.ts';
import { messagesOf, sentFiles } from './messages.ts';

interface NotesPlace<User extends string> {
  /** The service's OpenAPI document. Every reading route in it is called. */
  openapi: { paths: Record<string, object> };
  /** Path of the kind in its service, such as `/v1/professional`. */
  path: string;
  id: string;
  /** The officer who writes the note. */
  officer: User;
  /** The callers who call every reading route. */
  callers: readonly (User | 'public')[];
}

/** A text that appears nowhere else. It is long, because files and encrypted values are random characters, which contain any short word now and then. */
const secret = 'Zxqvforgedzxqv';
const isSaid = /zxqvforgedzxqv/i;
/** Event streams do not end, so they are not called. */
const isStream = /events|watch$/;
/** Routes that also answer with CSV. */
const isList = /(search|actions)$/;

/** Writes a note and calls every reading route of the service, for JSON and for CSV. @returns the routes that were called */
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
  // The prints that were requested above are drawn from these layouts.
  expect(JSON.stringify([...desk.around.awaited])).not.toMatch(isSaid);
  expect(desk.around.awaited.size).toBeGreaterThan(0);
  return routes.map(({ route }) => route);
}
