import type { ListResult, SearchOperation } from '@portal/contract-kit';
import { Database, DocumentVersionRow, Encryption, IdempotencyRow, OutboxRow } from '@portal/service-kit';
import { eq, testBackends } from '@portal/service-kit/testing';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { arrival, departure, type Model, nowhere, q, useDesk } from '../testing/desk.ts';

const secrets = { travellerCode: 'QX7731904Z', emailAddress: 'unmistakable@example.org', phoneNumber: '67077311904', address: 'RUA UNMISTAKABLE 7' };

describe.each(testBackends())('personal fields at rest on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const db = () => desk().service.app.get(Database);
  const search = async (operation: SearchOperation, values: string[], more: object = {}): Promise<ListResult<Model>> => {
    const reply = await desk().call<ListResult<Model>>(
      'border-officer',
      'GET',
      `${arrival}/search${q([{ ...eq('travellerCode', ''), operation, values }], more)}`,
    );
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const found = async (...asked: Parameters<typeof search>): Promise<string[]> => (await search(...asked)).records.map((r) => r.id);
  const find = (travellerCode: string) =>
    desk().call<ListResult<Model>>(
      'public',
      'GET',
      `${arrival}/find${q([eq('travellerCode', travellerCode), eq('birthDate', '1990-05-17', 'DATE'), eq('nationalityCode', 'TL')])}`,
    );
  const passport = (() => {
    let n = 0;
    return () => `SEAL${String(++n).padStart(5, '0')}Q`;
  })();
  const arrive = async (travellerCode: string): Promise<Model> =>
    (await desk().register(arrival, { travellerCode, birthDate: '1990-05-17', nationalityCode: 'TL' })).model;

  it('no table contains one in plain text, and every answer does', async () => {
    const { model } = await desk().register(arrival, secrets);
    await desk().call('public', 'POST', `${arrival}/`, { ...model, occupation: 'SAILOR' }, { 'Idempotency-Key': 'at-rest-1' });
    await desk().act('border-officer', arrival, { ...model, version: 2 }, 'arrival');
    const everything: unknown[] = [];
    for (const { tableName } of db().reading.entityMetadatas) everything.push(await db().reading.query(`select * from ${tableName}`));
    const text = JSON.stringify(everything);
    for (const secret of [...Object.values(secrets), 'border-officer@example.org']) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(text).toContain(model.firstName as string);

    for (const path of ['document', '1/version', '2/version'])
      expect((await desk().call('border-officer', 'GET', `${arrival}/${model.id}/${path}`)).body.model).toMatchObject(secrets);
    const again = await desk().call('public', 'POST', `${arrival}/`, { ...model, occupation: 'SAILOR' }, { 'Idempotency-Key': 'at-rest-1' });
    expect([again.status, again.body.model]).toEqual([200, expect.objectContaining({ ...secrets, version: 2 })]);
    const officer = (await desk().call('border-officer', 'GET', `${arrival}/${model.id}/document`)).body.model.actions.at(-1)?.user;
    expect(officer).toMatchObject({ email: 'border-officer@example.org', mobile: '67077000000' });
  });

  it('a passport number is found by EQ, IN and NEQ, and by the finder', async () => {
    const [one, two] = [await arrive(passport()), await arrive(passport())];
    const codes = [one.travellerCode as string, two.travellerCode as string] as const;
    expect(await found('EQ', [codes[0]])).toEqual([one.id]);
    expect(await found('EQ', [codes[0].toLowerCase()])).toEqual([one.id]);
    expect(await found('EQ', [codes[0].slice(0, -1)])).toEqual([]);
    expect(await found('IN', [...codes, 'OTHER'])).toEqual([two.id, one.id]);
    const others = await found('NEQ', [codes[0]], { paging: { page: 1, size: 200 } });
    expect([others.includes(one.id), others.includes(two.id)]).toEqual([false, true]);
    expect((await find(` ${codes[1].toLowerCase()}`)).body).toMatchObject({ totalRecords: 1, records: [{ serialReference: two.serialReference }] });
    expect((await find(codes[1].slice(1))).body.totalRecords).toBe(0);
  });

  it('CONTAINS finds a passport number by a part of it, in pages and as CSV', async () => {
    const mark = 'KJW';
    const all: Model[] = [];
    for (const code of [`1${mark}9`, `${mark}12345`, `AA77${mark}`, `${mark}`]) all.unshift(await arrive(code));
    // The first number has the same letters but other search tokens. The second has the same tokens in another order. Neither may match.
    await arrive('KJ8W99');
    await arrive('WKJ-JWK');
    expect(await found('CONTAINS', [mark])).toEqual(all.map((m) => m.id));
    expect(await found('CONTAINS', ['kjw123'])).toEqual([all[2]?.id]);
    expect(await found('CONTAINS', ['77kj'])).toEqual([all[1]?.id]);
    expect(await found('CONTAINS', ['kjw%'])).toEqual([]);
    const page = await search('CONTAINS', [mark], { paging: { page: 2, size: 3 } });
    expect([page.totalRecords, page.records.map((r) => r.id)]).toEqual([4, [all[3]?.id]]);
    const short = await search('CONTAINS', ['kj'], { paging: { page: 1, size: 200 } });
    expect(short.records.filter((r) => /KJ/.test(r.travellerCode as string))).toHaveLength(short.totalRecords);
    expect(short.totalRecords).toBe(6);
    const csv = await desk().call<string>(
      'border-officer',
      'GET',
      `${arrival}/search${q([{ ...eq('travellerCode', mark), operation: 'CONTAINS' }])}`,
      undefined,
      {
        accept: 'text/csv',
      },
    );
    expect(csv.body.split('\r\n').filter((line) => line.includes(mark))).toHaveLength(4);
  });

  it('an empty CONTAINS finds every row', async () => {
    const { id } = await arrive(passport());
    expect((await found('CONTAINS', ['']))[0]).toBe(id);
  });

  it('rows stored before encryption can be read, found and changed', async () => {
    const { model } = await desk().register(arrival, { ...secrets, travellerCode: passport(), birthDate: '1990-05-17', nationalityCode: 'TL' });
    const { id, version, documentStatus, ...body } = model;
    await db().write(async (tx) => {
      await tx.update(ArrivalRow, { id }, { body, travellerCode: model.travellerCode, travellerCodeParts: null } as never);
      await tx.update(DocumentVersionRow, { documentId: id }, { body } as never);
    });
    const code = model.travellerCode as string;
    expect((await desk().call('public', 'GET', `${arrival}/${id}/document`)).body.model).toMatchObject({ ...secrets, travellerCode: code });
    expect((await desk().call('public', 'GET', `${arrival}/${id}/1/version`)).body.model.travellerCode).toBe(code);
    expect(await found('EQ', [code])).toEqual([id]);
    expect(await found('CONTAINS', [code.slice(2)])).toEqual([id]);
    expect((await find(code)).body.totalRecords).toBe(1);
    expect((await desk().call('public', 'POST', `${arrival}/`, { ...model, version, occupation: 'COOK' })).body.model).toMatchObject({
      version: 2,
      travellerCode: code,
      documentStatus,
    });
    const row = await db().reader.findOneByOrFail(ArrivalRow, { id });
    expect([JSON.stringify(row).includes(code), await found('EQ', [code])]).toEqual([false, [id]]);
  });

  it('an encrypted part copied into another row is not decrypted, and the answer reveals nothing', async () => {
    const [from, to] = [await arrive(passport()), await arrive(passport())];
    const { body } = await db().reader.findOneByOrFail(ArrivalRow, { id: from.id });
    const own = (await db().reader.findOneByOrFail(ArrivalRow, { id: to.id })).body;
    await db().write((tx) => tx.update(ArrivalRow, { id: to.id }, { body: { ...own, sealed: body.sealed } } as never));
    const reply = await desk().call<string>('public', 'GET', `${arrival}/${to.id}/document`);
    expect(reply.status).toBe(500);
    expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`${from.travellerCode}|sealed|enc:1|Personal`));
    await db().write((tx) => tx.update(ArrivalRow, { id: to.id }, { body: own } as never));
    expect((await desk().call('public', 'GET', `${arrival}/${to.id}/document`)).body.model.travellerCode).toBe(to.travellerCode);
  });

  it('a body that claims to be encrypted is treated like any other', async () => {
    const sealed = desk().service.app.get(Encryption).encrypt('{"travellerCode":"STOLEN"}', `arrival-declaration ${nowhere}`);
    const { model } = await desk().register(departure, { sealed, lastName: sealed.slice(0, 70) } as never);
    expect(model).not.toHaveProperty('sealed');
    expect((await desk().call('public', 'GET', `${departure}/${model.id}/document`)).body.model.lastName).toBe(sealed.slice(0, 70).toUpperCase());
  });

  it('stored answers and messages are encrypted as a whole', async () => {
    await desk().call('public', 'POST', `${arrival}/`, {}, { 'Idempotency-Key': 'at-rest-2' });
    for (const { answer } of await db().reader.find(IdempotencyRow)) expect(Object.keys(answer)).toEqual(['sealed']);
    for (const { payload } of await db().reader.find(OutboxRow)) expect(Object.keys(payload)).toEqual(['sealed']);
  });
});
