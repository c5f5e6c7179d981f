/** For tests only: valid samples, catalogues and users. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { TestUser } from '@portal/service-kit/testing';
import accounts from '../../development-users.json';

export const catalogues: Record<string, CatalogueRecord[]> = {};

/** The development users, and an officer of another agency. */
export const users: Readonly<Record<string, TestUser>> = {
  ...Object.fromEntries(accounts.map(({ username, ...account }) => [username, { sub: username, ...account }])),
  stranger: { sub: 'stranger', name: 'Sara Stranger', roles: ['samples-sample-read'], agencies: ['HEALTH'] },
};

/** Returns a valid application in which `changes` replace fields. */
export const aSample = (changes: object = {}): Record<string, unknown> => ({
  applicantName: 'Ana Silva',
  contactNumber: '7700',
  purpose: 'To try it',
  fromDate: '2026-05-01',
  untilDate: '2026-05-31',
  ...changes,
});
