import { actionFor, loadDocument, performAction, searchDocuments } from '@portal/web-kit';
import { arrayContaining, contractBetween, eachLike, fromProviderState, integer, offered, regex, searchQuery, string } from '@portal/web-kit/testing';
import type { SampleDocument } from 'svc-samples/contract';
import { sampleKind, samplePath } from './sample/sample.api.ts';

const expects = contractBetween('mf-samples', 'svc-samples');

const id = '01900000-0000-7000-8000-000000000001';
const sample = { applicantName: 'Ana Silva', contactNumber: '7700', purpose: 'To try it', fromDate: '2026-05-01' };
const shown = {
  id: string(id),
  version: integer(1),
  documentStatus: 'SUBMITTED',
  serialReference: { reference: regex('^SAMPLE-\\d{4}-\\d{7}$', 'SAMPLE-2026-0000001') },
  applicantName: string('Ana Silva'),
  fromDate: string('2026-05-01'),
};

expects('gives a blank sample and the way to register it', {
  path: '/v1/sample/info',
  answer: { status: 200, body: { model: { id: '' }, actions: arrayContaining(offered('register', 'POST', '/v1/sample/', 'register')) } },
  call: async (api) => expect(actionFor((await loadDocument(api, sampleKind)).actions, 'register', 'register')?.url).toBe('/v1/sample/'),
});

expects('registers a sample', {
  method: 'POST',
  path: '/v1/sample/',
  once: true,
  body: sample,
  answer: { status: 201, body: { model: shown } },
  call: async (api) => {
    const { model } = await performAction<SampleDocument>(api, { method: 'POST', url: '/v1/sample/' }, sample, 'contract');
    expect(model.documentStatus).toBe('SUBMITTED');
  },
});

const list = { criteria: [], paging: { page: 1, size: 25 } };
expects('lists samples for officers', {
  given: [['a sample']],
  as: 'sample-officer',
  path: '/v1/sample/search',
  query: searchQuery(list),
  answer: { status: 200, body: { records: eachLike(shown), totalRecords: integer(1) } },
  call: async (api) => expect((await searchDocuments<SampleDocument>(api, '/v1/sample/search', list)).totalRecords).toBe(1),
});

expects('verifies a sample', {
  given: [['a sample']],
  as: 'sample-officer',
  method: 'POST',
  path: fromProviderState(`/v1/sample/\${id}/actions/verification`, `${samplePath(id)}/actions/verification`),
  once: true,
  body: { version: 1 },
  answer: { status: 200, body: { model: { ...shown, documentStatus: 'VERIFIED' } } },
  call: async (api) => {
    const { model } = await performAction<SampleDocument>(api, { method: 'POST', url: `${samplePath(id)}/actions/verification` }, { version: 1 });
    expect(model.documentStatus).toBe('VERIFIED');
  },
});
