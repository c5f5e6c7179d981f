import type { ListResult } from '@portal/contract-kit';
import { contractBetween, eachLike, integer, string } from '@portal/web-kit/testing';
import type { CatalogueInfo, Proposal } from 'svc-reference/contract';
import { proposalIn, type WriteAnswer } from './shared/catalogue-admin.api.ts';

const expects = contractBetween('mf-catalogues', 'svc-reference');
const words = { en: string('Fees'), pt: string('Taxas') };

expects('describes the catalogues', {
  as: 'admin',
  path: '/v1/catalogues',
  answer: {
    status: 200,
    body: {
      records: eachLike({
        name: string('fees'),
        title: words,
        records: integer(24),
        active: integer(24),
        waiting: integer(0),
      }),
    },
  },
  call: async (api) => expect((await api.get<ListResult<CatalogueInfo>>('/v1/catalogues')).records.length).toBeGreaterThan(0),
});

const fee = { code: 'CONTRACT', name: 'Fee', documentCode: 'TIBE', amount: 1, currencyCode: 'USD', stage: 'permit' };
const proposal = {
  id: string('01900000-0000-7000-8000-000000000001'),
  version: integer(1),
  catalogue: 'fees',
  code: 'CONTRACT',
  documentStatus: 'WAITING',
  proposedBy: string('Adao'),
};

expects('takes the change of a fee as a proposal', {
  as: 'admin',
  method: 'POST',
  path: '/v1/catalogue/fees',
  body: fee,
  answer: { status: 202, body: { model: proposal } },
  call: async (api) => expect(proposalIn(await api.post<WriteAnswer>('/v1/catalogue/fees', fee))?.documentStatus).toBe('WAITING'),
});

expects('lists what waits for a second person', {
  given: [['a proposal']],
  as: 'admin',
  path: '/v1/catalogue-proposals',
  query: { status: 'WAITING' },
  answer: { status: 200, body: { records: eachLike({ id: string('x'), documentStatus: 'WAITING', size: integer(1) }), totalRecords: integer(1) } },
  call: async (api) => expect((await api.get<ListResult<Proposal>>('/v1/catalogue-proposals', { query: { status: 'WAITING' } })).totalRecords).toBe(1),
});
