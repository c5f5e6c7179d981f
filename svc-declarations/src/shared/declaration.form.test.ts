import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { testBackends, until } from '@portal/service-kit/testing';
import { type DateOption, decisionNames, decisions, type QuestionRecord } from '../../contract/index.ts';
import { anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, codes, day, departure, nowhere, useDesk } from '../testing/desk.ts';

it('decisions have the names of their catalogue', () => {
  const rows = readFileSync(join(__dirname, '../../../svc-reference/seed/common/decisions.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual(decisions.map((code) => [code, decisionNames[code].en, decisionNames[code].pt]));
});

describe.each(testBackends())('the forms on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  describe('forms', () => {
    it('begin blank, with agency, document and requirements filled in', async () => {
      const { status, body } = await desk().call('public', 'GET', `${departure}/info`);
      expect(status).toBe(200);
      expect(body.model).toMatchObject({
        agencyCode: 'IMMIGRATION',
        documentCode: 'DEP',
        questions: [],
        requirements: [{ id: 'DEP-PASSPORT', description: 'Passport', accepted: false }, { id: 'DEP-TICKET' }],
      });
      expect(body.actions.map((a) => [a.name, a.method, a.url])).toEqual([['register', 'POST', `${departure}/`]]);
      const other = await desk().call('public', 'GET', `${arrival}/info`);
      expect(other.body.model).toMatchObject({ agencyCode: 'CUSTOMS', documentCode: 'ARR', arrivalWizard: 'five', goods: [{ id: expect.any(String) }] });
    });

    it('have ids of their own, are in the reader’s language and follow the catalogues', async () => {
      const form = async (language = 'en') => (await desk().call('public', 'GET', `${arrival}/info`, undefined, { 'accept-language': language })).body.model;
      const [one, other] = [await form(), await form()];
      expect(other).toEqual({ ...one, goods: [{ id: expect.any(String) }] });
      expect(other.goods).not.toEqual(one.goods);
      const [requirement] = catalogues.requirements.filter((r) => r.documentCode === 'ARR');
      const changed = { ...requirement, name: 'Something else', names: { pt: 'Outra coisa' } } as never;
      const before = catalogues.requirements;
      catalogues.requirements = before.map((r) => (r === requirement ? changed : r));
      await until(async () => (await form()).requirements?.[0]?.description === 'Something else');
      expect((await form('pt')).requirements?.[0]?.description).toBe('Outra coisa');
      catalogues.requirements = before;
    });

    it('contain the known data of a signed-in applicant', async () => {
      expect((await desk().call('applicant', 'GET', `${departure}/info`)).body.model).toMatchObject({
        emailAddress: 'applicant@example.org',
        phoneNumber: '67077000000',
      });
      expect((await desk().call('border-officer', 'GET', `${departure}/info`)).body.model.emailAddress).toBeUndefined();
    });

    it.each([departure, arrival])('offer today and the seven days after it at %s', async (path) => {
      const { body } = await desk().call<ListResult<DateOption>>('public', 'GET', `${path}/getDates`);
      expect(body.totalRecords).toBe(8);
      expect(body.records.map((r) => r.code)).toEqual(Array.from({ length: 8 }, (_, i) => day(i)));
    });

    it('give the questions of a document code or a document, and otherwise 404', async () => {
      const { body } = await desk().call<ListResult<QuestionRecord>>('public', 'GET', `${departure}/DEP/searchDeclaration`);
      expect(body).toEqual({
        totalRecords: 2,
        records: [
          { id: 'DEP-Q1', rank: 1, description: 'More than 5000 USD?', descriptions: { en: 'More than 5000 USD?', pt: 'Mais de 5000 USD?' } },
          { id: 'DEP-Q2', rank: 2, description: 'Goods for sale?', descriptions: { en: 'Goods for sale?', pt: 'Bens para venda?' } },
        ],
      });
      const { model } = await desk().register(departure);
      const again = await desk().call<ListResult<QuestionRecord>>('public', 'GET', `${departure}/${model.id}/searchDeclaration`, undefined, {
        'accept-language': 'pt',
      });
      expect(again.body.records.map((r) => r.description)).toEqual(['Mais de 5000 USD?', 'Bens para venda?']);
      expect(
        (await desk().call<ListResult<QuestionRecord>>('public', 'GET', `${arrival}/ARR/searchDeclaration?set=declarations`)).body.records.map((r) => r.id),
      ).toEqual(['ARR-D1']);
      expect((await desk().call('public', 'GET', `${departure}/ARR/searchDeclaration`)).status).toBe(404);
      expect((await desk().call('public', 'GET', `${departure}/${nowhere}/searchDeclaration`)).status).toBe(404);
    });

    it('list the possible decisions', async () => {
      const records = async (language: string) =>
        (await desk().call<ListResult<CatalogueRecord>>('public', 'GET', `${arrival}/getDeclarationDecision`, undefined, { 'accept-language': language })).body
          .records;
      expect((await records('en')).map(({ code, name }) => [code, name])).toEqual(decisions.map((code) => [code, decisionNames[code].en]));
      expect((await records('pt')).map(({ name }) => name)).toEqual(decisions.map((code) => decisionNames[code].pt));
      // The whole record of the catalogue, including fields that an administrator added.
      expect((await records('en')).map(({ final }) => final)).toEqual([true, false, false]);
    });
  });
});

describe.each(testBackends())('the forms of a deployment with its own settings on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend, { ARRIVAL_WIZARD: 'three', ARRIVAL_DAYS: '2' });

  it('have the three-step wizard and fewer days to choose from', async () => {
    expect((await desk().call('public', 'GET', `${arrival}/info`)).body.model).toMatchObject({ arrivalWizard: 'three' });
    expect((await desk().call<ListResult<DateOption>>('public', 'GET', `${arrival}/getDates`)).body.totalRecords).toBe(3);
    const late = await desk().call('public', 'POST', `${arrival}/`, anArrival({ arrivalDate: day(3) }));
    expect(codes(late.body)).toEqual(['arrivalDate CHOICE']);
  });
});
