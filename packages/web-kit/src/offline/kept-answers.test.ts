import { keepAnswer, keptAnswer } from './kept-answers.ts';

const mockItems = new Map<string, object>();
jest.mock('./device-store.ts', () => ({
  canKeep: () => true,
  keepItem: async (_kind: string, id: string, value: object) => mockItems.set(id, value),
  keptItem: async (_kind: string, id: string) => mockItems.get(id),
}));

it('a document that was kept says that it is a copy; a code is as it was kept', async () => {
  const document = { model: { id: 'a', version: 1, firstName: 'João' }, actions: [] };
  await keepAnswer('/v1/a/document', 'application/json', new TextEncoder().encode(JSON.stringify(document)), '2026-11-29');
  await keepAnswer('/v1/a/qr', 'image/png', new Uint8Array([137, 80, 78, 71]), '2026-11-29');
  expect(await (await keptAnswer('/v1/a/document'))?.json()).toEqual({ ...document, kept: true });
  expect(new Uint8Array((await (await keptAnswer('/v1/a/qr'))?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(new Uint8Array([137, 80, 78, 71]));
  expect(await keptAnswer('/v1/b/document')).toBeUndefined();
});
