import type { ListResult, SearchOperation } from '@portal/contract-kit';
import { Database, DocumentVersionRow, IdempotencyRow, OutboxRow, type RunningService } from '@portal/service-kit';
import { eq, testBackends } from '@portal/service-kit/testing';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { createService } from '../index.ts';
import { arrival, type Model, q, useDesk } from '../testing/desk.ts';

const secrets = { emailAddress: 'unmistakable@example.org', phoneNumber: '67077311904', address: 'RUA UNMISTAKABLE 7' };

describe.each(testBackends())('while encryption waits until an earlier version is replaced, on %s', (_name, makeBackend) => {
  const { desk } = useDesk(makeBackend, { SEAL_PERSONAL_DATA: 'later' });
  /** A second instance, which already encrypts. */
  let encrypting: RunningService;
  beforeAll(async () => {
    encrypting = await createService({ ...desk().env, SEAL_PERSONAL_DATA: 'now' });
  });
  afterAll(() => encrypting.close());

  const db = () => desk().service.app.get(Database);
  const at = () => [desk().service.url, encrypting.url];
  const born = { birthDate: '1990-05-17', nationalityCode: 'TL' };
  /** Writes one document with each instance: first without encryption, then with it. */
  const oneOfEach = async (...codes: [string, string]): Promise<[Model, Model]> => {
    const [clear, encrypted] = codes.map((travellerCode) => ({ ...secrets, ...born, travellerCode }));
    return [(await desk().register(arrival, clear)).model, (await desk().register(arrival, encrypted, 'public', encrypting.url)).model];
  };
  const found = async (operation: SearchOperation, values: string[], url: string): Promise<string[]> => {
    const path = `${arrival}/search${q([{ ...eq('travellerCode', ''), operation, values }])}`;
    return (await desk().call<ListResult<Model>>('border-officer', 'GET', path, undefined, {}, url)).body.records.map((r) => r.id);
  };
  const tablesHold = async (text: string): Promise<string[]> => {
    const holding: string[] = [];
    for (const { tableName } of db().reading.entityMetadatas)
      if (JSON.stringify(await db().reading.query(`select * from ${tableName}`)).includes(text)) holding.push(tableName);
    return holding;
  };

  it('rows, versions, answers and messages are as the earlier version writes them', async () => {
    const { model } = await desk().register(arrival, { ...secrets, travellerCode: 'QX7731904Z' });
    const { id, version: _version, documentStatus: _status, ...body } = model;
    await desk().call('public', 'POST', `${arrival}/`, model, { 'Idempotency-Key': 'later-1' });
    const row = await db().reader.findOneByOrFail(ArrivalRow, { id });
    expect(row).toMatchObject({ travellerCode: 'QX7731904Z', travellerCodeParts: null, body: secrets });
    expect((await db().reader.findOneByOrFail(DocumentVersionRow, { documentId: id, version: 1 })).body).toMatchObject({
      ...secrets,
      firstName: body.firstName,
    });
    // The idempotency row stores which version the call made, not the answer itself.
    for (const { answer } of await db().reader.find(IdempotencyRow)) expect(answer).toEqual({ documentId: id, version: 2 });
    for (const { payload } of await db().reader.find(OutboxRow)) expect(payload).not.toHaveProperty('sealed');
    expect(await tablesHold('enc:1:')).toEqual([]);
  });

  it('both instances read and change what the other wrote', async () => {
    const [clear, encrypted] = await oneOfEach('PA100001', 'PA100002');
    for (const url of at())
      for (const model of [clear, encrypted])
        expect((await desk().call('public', 'GET', `${arrival}/${model.id}/document`, undefined, {}, url)).body.model).toMatchObject({
          ...secrets,
          travellerCode: model.travellerCode,
        });
    const turned = [
      (await desk().call('public', 'POST', `${arrival}/`, { ...encrypted, occupation: 'COOK' })).body.model,
      (await desk().call('public', 'POST', `${arrival}/`, { ...clear, occupation: 'COOK' }, {}, encrypting.url)).body.model,
    ];
    expect(turned).toMatchObject([
      { ...secrets, version: 2, travellerCode: 'PA100002' },
      { ...secrets, version: 2, travellerCode: 'PA100001' },
    ]);
    const rows = await Promise.all([encrypted, clear].map(({ id }) => db().reader.findOneByOrFail(ArrivalRow, { id })));
    expect(rows.map((row) => [row.travellerCode === 'PA100002', 'sealed' in row.body, row.travellerCodeParts === null])).toEqual([
      [true, false, true],
      [false, true, false],
    ]);
    expect((await desk().act('border-officer', arrival, turned[0] as Model, 'arrival')).body.model).toMatchObject({ ...secrets, version: 3 });
  });

  it('both instances repeat the answer that the other stored for an idempotency key', async () => {
    const { model } = await desk().register(arrival);
    const repeated = (url: string, key: string) =>
      desk().call('public', 'POST', `${arrival}/`, { ...model, occupation: 'MASON' }, { 'Idempotency-Key': key }, url);
    const [one, other] = at() as [string, string];
    const first = await repeated(one, 'later-2');
    expect([first.status, (await repeated(other, 'later-2')).body]).toEqual([200, first.body]);
  });

  let written: [Model, Model] | undefined;
  it.each<[SearchOperation, string[]]>([
    ['EQ', ['PB200001', 'PB200002']],
    ['IN', ['PB200001', 'PB200002']],
    ['CONTAINS', ['B2000', 'b2000']],
    ['CONTAINS', ['PB', 'pb']],
  ])('%s finds both kinds of rows from both instances', async (operation, values) => {
    written ??= await oneOfEach('PB200001', 'PB200002');
    const [clear, encrypted] = written;
    for (const url of at()) {
      const ids = operation === 'IN' ? await found('IN', values, url) : (await Promise.all(values.map((value) => found(operation, [value], url)))).flat();
      expect(new Set(ids)).toEqual(new Set([encrypted.id, clear.id]));
    }
  });
  it('NEQ excludes an encrypted and an unencrypted row alike', async () => {
    const both = await oneOfEach('PC300001', 'PC300002');
    for (const url of at())
      for (const { id, travellerCode } of both) {
        expect(await found('EQ', [String(travellerCode).toLowerCase()], url)).toEqual([id]);
        expect(await found('NEQ', [String(travellerCode)], url)).not.toContain(id);
      }
  });

  it('the public finder finds both kinds of rows from both instances', async () => {
    for (const { serialReference, travellerCode } of await oneOfEach('PD400001', 'PD400002'))
      for (const url of at()) {
        const asked = q([eq('travellerCode', String(travellerCode)), eq('birthDate', born.birthDate, 'DATE'), eq('nationalityCode', 'TL')]);
        expect((await desk().call<ListResult<Model>>('public', 'GET', `${arrival}/find${asked}`, undefined, {}, url)).body.records).toMatchObject([
          { serialReference },
        ]);
      }
  });

  it('health and metrics report that personal data is not encrypted', async () => {
    const told = async (url: string): Promise<[object, string | undefined]> => [
      (await (await fetch(`${url}/health/ready`)).json()) as object,
      /^portal_personal_data_sealed\S* (\d)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1],
    ];
    expect(await told(desk().service.url)).toEqual([expect.objectContaining({ personalData: 'written unencrypted' }), '0']);
    expect(await told(encrypting.url)).toEqual([expect.not.objectContaining({ personalData: expect.anything() }), '1']);
  });
});
