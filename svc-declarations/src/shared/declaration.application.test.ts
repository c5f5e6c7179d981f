import { Database, DocumentVersionRow } from '@portal/service-kit';
import { testBackends, withRecords } from '@portal/service-kit/testing';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { DepartureRow } from '../departure/departure.row.ts';
import { aDeparture, anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, codes, day, departure, useDesk } from '../testing/desk.ts';

describe.each(testBackends())('registration on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  describe('registration', () => {
    it('stores what was declared, with catalogue names, upper case and ids', async () => {
      const { model } = await desk().register(departure, {
        hack: 1,
        flightDetails: { code: 'DIL', airport: '0', description: 'mine' },
        questions: [
          { id: 'DEP-Q2', rank: 1, declined: true },
          { id: 'DEP-Q1', rank: 9, description: 'Is this fine?', accepted: true },
        ],
      });
      expect(model).toMatchObject({
        documentStatus: 'CREATED',
        version: 1,
        firstName: 'MARIA',
        lastName: 'DA COSTA',
        travellerCode: 'P1234567',
        flightNumber: 'QG 501',
        occupation: 'NURSE',
        phoneNumber: '67077123456',
        nationalityName: 'Timorese',
        destinationName: 'Portugal',
        flightDetails: { code: 'DIL', description: 'Dili airport', airport: '1' },
        applicantUser: { name: 'MARIA DA COSTA' },
        questions: [
          { id: 'DEP-Q1', rank: 1, description: 'More than 5000 USD?', accepted: true, declined: false },
          { id: 'DEP-Q2', rank: 2, description: 'Goods for sale?', accepted: false, declined: true },
        ],
      });
      expect(model).not.toHaveProperty('hack');
      expect(model.serialReference).toMatchObject({ reference: expect.stringMatching(/^DEP-\d{4}-\d{7}$/), serial: 'A' });
      expect((await desk().call('public', 'GET', `${departure}/${model.id}/document`)).body.model).toEqual(model);
      expect((await desk().call('public', 'GET', `${departure}/${model.id}/1/version`)).body.model).toEqual(model);
      expect((await desk().call('public', 'GET', `${departure}/${model.id}/2/version`)).status).toBe(404);
    });

    it('assigns the lane and ids of rows, and adds the empty row of goods', async () => {
      const green = (await desk().register(arrival, { goods: undefined })).model;
      expect([green.lane, green.goods?.length, green.goods?.[0]?.id?.length, green.questions?.[0]?.id, green.typeDetails.foreigner]).toEqual([
        'GREEN',
        1,
        36,
        'ARR-Q1',
        true,
      ]);
      expect(green.serialReference.reference).toMatch(/^ARR-\d{4}-\d{7}$/);
      expect((await desk().register(arrival, { hasMerchandise: 'YES' })).model.lane).toBe('RED');
      expect((await desk().register(arrival, { lane: 'GREEN', hasMerchandise: 'YES', documentStatus: 'CLEARED' })).model).toMatchObject({
        lane: 'RED',
        documentStatus: 'CREATED',
      });
    });

    it('reports every broken rule, and codes that no catalogue has', async () => {
      const { status, body } = await desk().call('public', 'POST', `${departure}/`, {});
      expect(status).toBe(422);
      expect(codes(body)).toEqual(
        [
          'agencyCode',
          'birthDate',
          'currencyStatus',
          'departureDate',
          'destinationCode',
          'documentCode',
          'entryPointCode',
          'expiryDate',
          'firstName',
          'flightDetails.code',
          'flightNumber',
          'gender',
          'lastName',
          'nationalityCode',
          'occupation',
          'reason',
          'travellerCode',
        ]
          .map((f) => `${f} REQUIRED`)
          .concat('questions.0 QUESTION_UNANSWERED', 'questions.1 QUESTION_UNANSWERED')
          .sort(),
      );
      const wrong = await desk().call(
        'public',
        'POST',
        `${arrival}/`,
        anArrival({ nationalityCode: 'XX', originCode: 'YU', typeDetails: { code: 'SPY' }, goods: [], arrivalDate: day(30) }),
      );
      expect(codes(wrong.body)).toEqual(['arrivalDate CHOICE', 'goods MIN_ITEMS', 'nationalityCode CHOICE', 'originCode CHOICE', 'typeDetails.code CHOICE']);
      expect((await desk().call('public', 'POST', `${arrival}/`, anArrival({ typeDetails: {}, flightDetails: {} }))).body.errors.map((e) => e.message)).toEqual(
        expect.arrayContaining(['Please Select Traveler Type', 'Please Select Entry Point']),
      );
    });

    it("asks by the catalogue's flags, not the client's", async () => {
      const asVisitor = anArrival({
        typeDetails: { code: 'VIS', foreigner: false },
        flightDetails: { code: 'DIL', airport: '0' },
        returnTicket: undefined,
        flightCode: undefined,
      });
      expect(codes((await desk().call('public', 'POST', `${arrival}/`, asVisitor)).body)).toEqual(['flightCode REQUIRED', 'returnTicket REQUIRED']);
      await desk().register(arrival, {
        typeDetails: { code: 'CIT', foreigner: true },
        flightDetails: { code: 'BTG', airport: '1' },
        entryPointCode: 'BTG',
        returnTicket: undefined,
        flightCode: undefined,
        embarkationPortCode: undefined,
      });
    });

    it('takes a municipality by code or by name', async () => {
      const friends = { accommodationType: 'FFA', contactDetails: { name: 'Ana', identity: 'BI 1', phone: '77' } };
      for (const [district, subDistrict] of [
        ['DI', 'DI01'],
        ['dili', 'Cristo Rei'],
        ['Díli', 'cristo  rei'],
        ['DI\u0301LI', 'CRISTO REI'],
      ]) {
        const { model } = await desk().register(arrival, { ...friends, addressDetails: { district, subDistrict, village: 'Becora', subVillage: 'Mota Ulun' } });
        expect(model.addressDetails).toMatchObject({ district: 'DI', districtName: 'Dili', subDistrict: 'DI01', subDistrictName: 'Cristo Rei' });
      }
      const wrong = await desk().call(
        'public',
        'POST',
        `${arrival}/`,
        anArrival({ ...friends, addressDetails: { district: 'DI', subDistrict: 'BO01', village: 'a', subVillage: 'b' } }),
      );
      expect(codes(wrong.body)).toEqual(['addressDetails.subDistrict CHOICE']);
    });

    it('takes the municipality that a name means today, not a retired or renamed one', async () => {
      const renamed = {
        name: 'Alas Foun',
        periods: [
          { code: 'DIX4', name: 'Alas' },
          { code: 'DIX4', name: 'Alas Foun', effectiveFrom: '2026-01-02' },
        ],
      };
      const districts = [
        { code: 'DIX1', name: 'Zumalai Novo', retired: true },
        { code: 'DIX2', name: 'Zumalái Novo' },
        { code: 'DIX3', name: 'Zumalaí Novo' },
        { code: 'DIX4', ...renamed },
        { code: 'DIX5', name: 'Alas' },
        { code: 'DIX6', name: 'Hera', retired: true },
        {
          code: 'DIX7',
          name: 'Metinaro Foun',
          periods: [
            { code: 'DIX7', name: 'Metinaro' },
            { code: 'DIX7', name: 'Metinaro Foun', effectiveFrom: '2026-01-02' },
          ],
        },
      ];
      const posts = ['DIX2', 'DIX3', 'DIX4', 'DIX5', 'DIX6', 'DIX7'].map((districtCode) => ({ code: `${districtCode}01`, name: 'Central', districtCode }));
      const living = (district: string) => ({
        accommodationType: 'FFA',
        contactDetails: { name: 'Ana', identity: 'BI 1', phone: '77' },
        addressDetails: { district, subDistrict: 'central', village: 'Becora', subVillage: 'Mota Ulun' },
      });
      const active = districts.map((district) => (district.code === 'DIX6' ? { ...district, retired: false } : district));
      await withRecords(catalogues, { districts: active, 'sub-districts': posts }, async () => {
        for (const [name, code] of [
          ['zumalái novo', 'DIX2'],
          ['ZUMALAÍ NOVO', 'DIX3'],
          ['Zumalai Novo', 'DIX2'],
          ['Alas', 'DIX5'],
          ['Alás', 'DIX5'],
          ['Alas Foun', 'DIX4'],
          ['Metinaro', 'DIX7'],
        ] as const) {
          const { model } = await desk().register(arrival, living(name));
          expect([name, model.addressDetails]).toMatchObject([name, { district: code, subDistrict: `${code}01` }]);
        }
        const { model } = await desk().register(arrival, living('Hera'));
        await withRecords(catalogues, { districts }, async () => {
          const refused = await desk().call('public', 'POST', `${arrival}/`, anArrival(living('Hera')));
          expect(codes(refused.body)).toEqual(['addressDetails.district CHOICE']);
          // A correction may send the name of a retired municipality that the declaration already has.
          const amended = await desk().done('border-officer', arrival, model, 'amendment', { ...anArrival(living('hera')), comment: 'Asked' });
          expect(amended.addressDetails).toMatchObject({ district: 'DIX6', subDistrict: 'DIX601' });
        });
      });
    });

    it('creates one document when the form is submitted twice', async () => {
      const key = { 'idempotency-key': `twice-${Math.random()}` };
      const body = aDeparture();
      const both = await Promise.all([desk().call('public', 'POST', `${departure}/`, body, key), desk().call('public', 'POST', `${departure}/`, body, key)]);
      expect(both.map((r) => r.status)).toEqual([201, 201]);
      expect(both[1]?.body).toEqual(both[0]?.body);
      const other = await desk().call('public', 'POST', `${departure}/`, aDeparture({ firstName: 'Eva' }), key);
      expect([other.status, codes(other.body)]).toEqual([409, ['IDEMPOTENCY_CONFLICT']]);
    });

    it('gives fifty concurrent registrations different numbers', async () => {
      const all = await Promise.all(Array.from({ length: 50 }, (_, i) => desk().register(i % 2 ? arrival : departure)));
      expect(new Set(all.map((a) => a.model.serialReference.reference)).size).toBe(50);
    });

    it('stores nothing when it fails', async () => {
      const db = desk().service.app.get(Database);
      const count = () => Promise.all([db.reader.count(DepartureRow), db.reader.count(ArrivalRow), db.reader.count(DocumentVersionRow)]);
      const before = await count();
      await desk().call('public', 'POST', `${departure}/`, aDeparture({ reason: 'NONE' }));
      const failing = jest.spyOn(desk().service.app.get(ArrivalService).kit.prints, 'begin').mockRejectedValueOnce(new Error('power cut'));
      expect((await desk().call('public', 'POST', `${arrival}/`, anArrival())).status).toBe(500);
      failing.mockRestore();
      expect(await count()).toEqual(before);
    });
  });

  it('has a table column for every column of the entities', async () => {
    const { connection } = desk().service.app.get(Database).reader;
    const runner = connection.createQueryRunner();
    for (const entity of [DepartureRow, ArrivalRow]) {
      const { tableName, columns } = connection.getMetadata(entity);
      const table = await runner.getTable(tableName);
      const lengthOf = (c: { type: unknown; length?: string }) => (c.type === 'varchar' ? c.length : '');
      expect(Object.fromEntries((table?.columns ?? []).map((c) => [c.name, lengthOf(c)]))).toEqual(
        Object.fromEntries(columns.map((c) => [c.databaseName, lengthOf(c)])),
      );
    }
    await runner.release();
  });
});
