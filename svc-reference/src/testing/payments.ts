/** Requests and announcements that the payment tests share. */
import { INVOICE_DUE_TOPIC, type InvoiceDue, type Problem } from '@portal/contract-kit';
import type { RunningService } from '@portal/service-kit';
import { Invoices } from '../payments/invoices.service.ts';

export const permit = { code: 'TIBE-PERMIT', name: 'Permit', amount: 1000 };

/** Returns what has to be paid for trip `number`: by default a permit. */
export const anInvoice = (number: number, more: Partial<InvoiceDue> = {}): InvoiceDue => ({
  service: 'trips',
  documentId: `trip-${number}`,
  version: 1,
  documentCode: 'TIBE',
  year: 2026,
  serial: 'E',
  number,
  reference: `TIBE-2026-${String(number).padStart(7, '0')}`,
  payer: 'ANA SOARES',
  currencyCode: 'USD',
  lines: [permit],
  ...more,
});

let jobs = 0;
/**
 * Delivers an announcement as the queue does.
 * @param id of the job: two deliveries with the same id are the same message
 */
export const announceTo = (service: RunningService, invoice: InvoiceDue, id = `job-${++jobs}`): Promise<void> =>
  service.app.get(Invoices).announce({ id, topic: INVOICE_DUE_TOPIC, payload: invoice });

/** Calls the payments API of a service with a token, or without one if the token is empty. */
export async function callPayments<T>(service: RunningService, token: string, method: string, path: string, body?: unknown, headers: object = {}) {
  const r = await fetch(`${service.url}/v1/payment${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), authorization: token, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await r.text();
  return { status: r.status, headers: r.headers, body: (r.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T & Problem };
}
