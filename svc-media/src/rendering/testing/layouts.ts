import type { PrintBlock, PrintLayout } from '@portal/contract-kit';

/** Returns a form as the services send it; a test overrides the fields that matter to it. */
export const aForm = (changes: Partial<PrintLayout> = {}): PrintLayout => ({
  page: 'form',
  language: 'en',
  issuer: 'Customs, Single Window',
  title: 'Arrival declaration',
  subtitle: 'Declaração de chegada',
  reference: 'ARR-2026-0000123',
  badge: { text: 'Green lane: walk through', tone: 'good' },
  qr: { text: 'https://portal.example/v/eyJhbGciOiJFZERTQSJ9.eyJrIjoiYXJyaXZhbCJ9.c2lnbmF0dXJl', caption: 'Scan to check this form' },
  blocks: [
    section('Traveller', [
      ['Surname', 'DA SILVA'],
      ['Given names', 'MARIA JOSÉ'],
      ['Nationality', 'Timor-Leste'],
    ]),
  ],
  footer: 'Issued electronically by the Single Window.',
  ...changes,
});

export const aCard = (changes: Partial<PrintLayout> = {}): PrintLayout =>
  aForm({
    page: 'card',
    title: 'Professional licence',
    subtitle: 'Dr MARIA JOSÉ DA SILVA',
    reference: 'MED-2026-0000045',
    badge: { text: 'VALID', tone: 'good' },
    ...changes,
  });

export const section = (title: string, rows: [string, string][]): PrintBlock => ({
  kind: 'section',
  title,
  rows: rows.map(([label, value]) => ({ label, value })),
});
