import type { Proposal } from '../contract/index.ts';
import 'reflect-metadata';
import type { DocumentEnvelope, Problem, Receipt } from '@portal/contract-kit';
import type { RunningService } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, testBackends } from '@portal/service-kit/testing';
import { createService } from './index.ts';
import { anInvoice, announceTo, permit } from './testing/payments.ts';

const [[, embedded]] = testBackends();

describe('a second person confirms who they are', () => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let first: string;
  let second: string;
  let confirmed: string;

  const post = async <T>(authorization: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization };
    const answer = await fetch(`${service.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as T & Problem };
  };

  beforeAll(async () => {
    backend = await embedded();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env, STEP_UP_ACR: '2', STEP_UP_MINUTES: '15' });
    const roles = ['reference-admin', 'payment-receipt-create', 'payment-receipt-search', 'payment-receipt-read', 'payment-receipt-void'];
    const person = (sub: string, acr: string) => around.token({ sub, name: sub, agencies: ['TREASURY'], roles, acr, auth_time: Math.round(Date.now() / 1000) });
    [first, second, confirmed] = await Promise.all([person('celia', '1'), person('dora', '1'), person('dora', '2')]);
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  const codes = ({ status, body }: { status: number; body: Problem }) => [status, body.errors?.[0]?.code];

  it('before a change of a catalogue is approved', async () => {
    const fee = { code: 'DECREE', name: 'Fee of the decree', documentCode: 'TIBE', amount: 1500, currencyCode: 'USD', stage: 'permit' };
    const { model } = (await post<DocumentEnvelope<Proposal>>(first, '/catalogue/fees', fee)).body;
    const approve = (who: string) => post<DocumentEnvelope<Proposal>>(who, `/catalogue-proposals/${model.id}/actions/approve`, { version: 1 });
    expect(codes(await approve(second))).toEqual([401, 'STEP_UP_REQUIRED']);
    expect((await approve(confirmed)).body.model.documentStatus).toBe('APPROVED');
  });

  it('before a receipt is voided', async () => {
    await announceTo(service, anInvoice(1, { voidable: [permit.code] }));
    const paid = await post<DocumentEnvelope<Receipt>>(first, '/payment/receipt/', { documentCode: 'TIBE', year: 2026, serial: 'E', number: 1, total: 1000 });
    const voided = (who: string) =>
      post<DocumentEnvelope<Receipt>>(who, `/payment/receipt/${paid.body.model.id}/actions/void`, { version: 1, comment: 'Wrong document' });
    expect(codes(await voided(second))).toEqual([401, 'STEP_UP_REQUIRED']);
    expect((await voided(confirmed)).body.model.total).toBe(-1000);
  });
});
