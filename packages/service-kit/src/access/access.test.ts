import { publicActor, systemActor } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { newKey, readDataKeys } from '../encryption/data-keys.ts';
import { Encryption } from '../encryption/encryption.ts';
import { TestClock } from '../testing/index.ts';
import { accessTo, type KeyKind, type Protected, withoutFields } from './access.ts';
import { makeDocumentKey, readDocumentKey } from './document-keys.ts';

const person = { ...publicActor, sub: 'ana', name: 'Ana' };
const staff = (agency: string, ...roles: string[]) => ({ ...publicActor, sub: 'olga', name: 'Olga', roles, agencies: [agency] });
const callers = {
  nobody: publicActor,
  ana: person,
  rui: { ...person, sub: 'rui' },
  'reader of the agency': staff('BORDER', 'permit-read'),
  'reader of another agency': staff('HEALTH', 'permit-read'),
  'reader without an agency': { ...staff('BORDER', 'permit-read'), agencies: [] },
  'approver of the agency': staff('BORDER', 'permit-approval'),
  'approver of another agency': staff('HEALTH', 'permit-approval'),
  'staff of another kind': staff('BORDER', 'licence-read'),
  'staff of a kind whose name begins alike': staff('BORDER', 'permits-read'),
  'the portal': systemActor,
  'somebody whose subject is "system"': { ...person, sub: 'system' },
};
const documents: Record<string, Protected> = {
  public: { ownerSub: null, agencyCode: 'BORDER', isDraft: false },
  "Ana's": { ownerSub: 'ana', agencyCode: 'BORDER', isDraft: false },
  "Olga's from the counter": { ownerSub: 'olga', agencyCode: 'BORDER', isDraft: false },
  "Ana's draft": { ownerSub: 'ana', agencyCode: 'BORDER', isDraft: true },
  'public, without an agency': { ownerSub: null, agencyCode: null, isDraft: false },
};

// The expected relations, written by hand: document, kind of key, caller, and the caller's relations to the document.
const expected: [keyof typeof documents, KeyKind, keyof typeof callers, string][] = [
  ['public', 'id', 'nobody', 'applicant'],
  ['public', 'id', 'ana', 'applicant'],
  ['public', 'id', 'reader of the agency', 'reader'],
  ['public', 'id', 'reader of another agency', ''],
  ['public', 'id', 'reader without an agency', ''],
  ['public', 'id', 'approver of the agency', 'officer'],
  ['public', 'id', 'approver of another agency', ''],
  ['public', 'id', 'staff of another kind', ''],
  ['public', 'id', 'staff of a kind whose name begins alike', ''],
  ['public', 'id', 'the portal', 'system'],
  ['public', 'id', 'somebody whose subject is "system"', 'applicant'],
  ['public', 'finder', 'nobody', 'finder'],
  ['public', 'finder', 'ana', 'finder'],
  ['public', 'finder', 'reader of the agency', 'reader'],
  ['public', 'finder', 'reader of another agency', ''],
  ['public', 'finder', 'staff of another kind', ''],
  ['public', 'code', 'nobody', 'applicant'],
  ['public', 'code', 'staff of another kind', ''],
  ["Ana's", 'id', 'nobody', 'holder'],
  ["Ana's", 'id', 'ana', 'owner'],
  ["Ana's", 'id', 'rui', 'holder'],
  ["Ana's", 'id', 'reader of the agency', 'reader'],
  ["Ana's", 'id', 'staff of another kind', ''],
  ["Ana's", 'finder', 'ana', 'owner'],
  ["Ana's", 'finder', 'rui', 'finder'],
  ["Ana's", 'code', 'nobody', 'applicant'],
  ["Olga's from the counter", 'id', 'reader of the agency', 'owner reader'],
  ["Olga's from the counter", 'id', 'reader of another agency', 'owner'],
  ["Olga's from the counter", 'id', 'nobody', 'holder'],
  ["Ana's draft", 'id', 'ana', 'owner'],
  ["Ana's draft", 'id', 'nobody', ''],
  ["Ana's draft", 'id', 'rui', ''],
  ["Ana's draft", 'code', 'nobody', ''],
  ["Ana's draft", 'id', 'reader of the agency', ''],
  ['public, without an agency', 'id', 'reader of the agency', ''],
  ['public, without an agency', 'id', 'nobody', 'applicant'],
];

it.each(expected)('of a document that is %s, by %s, %s is: %s', (document, key, caller, relations) => {
  expect(accessTo(documents[document] as Protected, key, callers[caller], 'permit').relations.join(' ')).toBe(relations);
});

describe('hidden fields', () => {
  it('are left out at every depth, and the document object is not changed', () => {
    const model = { name: 'Ana', email: 'a@b.c', home: { town: 'Dili', street: '1' }, rows: [{ id: 1, phone: '2' }, { id: 2 }] };
    const shown = withoutFields(model, ['email', 'home.street', 'rows.phone', 'missing.deep']);
    expect(shown).toEqual({ name: 'Ana', home: { town: 'Dili' }, rows: [{ id: 1 }, { id: 2 }] });
    expect(model.rows[0]?.phone).toBe('2');
  });
});

describe('a key in place of an id', () => {
  const encryption = new Encryption(readDataKeys({ keys: [newKey('k1')], indexKeys: [newKey('i1')] }));
  const id = '0190b5a0-0000-7000-8000-000000000001';

  it('opens its document until it expires, and no other kind of document', () => {
    const clock = new TestClock();
    const key = makeDocumentKey(encryption, clock, 'permit', id, 'finder');
    expect(readDocumentKey(encryption, clock, 'permit', key)).toEqual({ documentId: id, kind: 'finder', asked: key });
    expect(readDocumentKey(encryption, clock, 'licence', key)).toBeNull();
    clock.pass(15 * 60_000 + 1);
    expect(readDocumentKey(encryption, clock, 'permit', key)).toBe('expired');
  });

  it('tells by its beginning whether the finder or a one-time code gave it', () => {
    const keyOf = (kind: 'finder' | 'code') => makeDocumentKey(encryption, new Clock(), 'permit', id, kind);
    expect([keyOf('finder').slice(0, 2), keyOf('code').slice(0, 2)]).toEqual(['k.', 'c.']);
    expect(readDocumentKey(encryption, new Clock(), 'permit', keyOf('code'))).toMatchObject({ documentId: id, kind: 'code' });
  });

  it('does not reveal the id, fits into an address, and is refused when one letter is changed', () => {
    const key = makeDocumentKey(encryption, new Clock(), 'permit', id, 'code');
    expect(Buffer.from(key.split('.')[2] as string, 'base64url').toString('latin1')).not.toContain(id.slice(0, 8));
    expect(encodeURIComponent(key)).toBe(key);
    for (const at of [10, 40, key.length - 1]) {
      const other = key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
      const read = readDocumentKey(encryption, new Clock(), 'permit', other);
      // The last base64 character may hold unused bits, so changing it does not always change the key.
      if (at !== key.length - 1) expect(read).toBeNull();
    }
  });

  it.each(['', 'x', 'k.', 'k.k1.', `k.k1.${'A'.repeat(700)}`, `k.k9.${'A'.repeat(80)}`, '../../etc'])('is refused where it reads %s', (asked) => {
    expect(readDocumentKey(encryption, new Clock(), 'permit', asked)).toBeNull();
  });
});
