import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Digits, ListOf, Nested, Text } from '@portal/contract-kit';
import fc from 'fast-check';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { BlindIndex } from './blind-index.ts';
import { type DataKeysFile, loadDataKeys, newKey, readDataKeys } from './data-keys.ts';
import { Encryption, isEncryptedJson, keyIdOf } from './encryption.ts';
import { mergePersonal, personalPaths, personalTree, splitPersonal } from './personal-fields.ts';

const file = (...ids: string[]): DataKeysFile => ({ keys: ids.map(newKey), indexKeys: [newKey('i1')] });

describe('encrypting a value', () => {
  const keys = file('k1');
  const encryption = new Encryption(readDataKeys(keys));

  it('decrypts to the same text, and gives another ciphertext each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const encrypted = encryption.encrypt(text, context);
        expect(encrypted).toMatch(/^enc:1:k1:[\w-]+$/);
        expect(encryption.decrypt(encrypted, context)).toBe(text);
        expect(encryption.encrypt(text, context)).not.toBe(encrypted);
      }),
      { numRuns: 50 },
    );
  });

  it('does not decrypt in another place, and the message names neither value nor document', () => {
    const encrypted = encryption.encrypt('P1234567', 'permit 1');
    for (const context of ['permit 2', 'trip 1', '']) expect(() => encryption.decrypt(encrypted, context)).toThrow(/^Personal data of a \S* ?does not open/);
    expect(() => encryption.decrypt(encrypted, 'permit 0198c5a0')).toThrow(/^(?!.*(P1234567|0198c5a0))/);
  });

  it('does not decrypt after one byte was changed', () => {
    const encrypted = encryption.encrypt('P1234567', 'permit 1');
    const [head, body] = [encrypted.slice(0, 'enc:1:k1:'.length), Buffer.from(encrypted.slice('enc:1:k1:'.length), 'base64url')];
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => encryption.decrypt(head + changed.toString('base64url'), 'permit 1')).toThrow(/does not open/);
    }
    for (const cut of [0, 4, 20]) expect(() => encryption.decrypt(head + body.subarray(0, cut).toString('base64url'), 'permit 1')).toThrow(/does not open/);
  });

  it('encrypts with the first key, decrypts with every key, and names a missing key', () => {
    const next = new Encryption(readDataKeys({ ...keys, keys: [newKey('k2'), ...keys.keys] }));
    const old = encryption.encrypt('P1234567', 'permit 1');
    expect(next.decrypt(old, 'permit 1')).toBe('P1234567');
    const fresh = next.encrypt('P1234567', 'permit 1');
    expect(keyIdOf(fresh)).toBe('k2');
    expect(() => encryption.decrypt(fresh, 'permit 1')).toThrow(
      'Personal data is encrypted with the key k2, which DATA_KEYS does not hold. Put the key back into the file.',
    );
  });

  it('does not decrypt with another key of the same name', () => {
    const other = new Encryption(readDataKeys(file('k1')));
    expect(() => other.decrypt(encryption.encrypt('P1234567', 'permit 1'), 'permit 1')).toThrow(/does not open/);
  });

  it('encrypts JSON as a whole, and reads values that were never encrypted', () => {
    const encrypted = encryption.encryptJson({ passport: 'P1' }, 'answer 1');
    expect(isEncryptedJson(encrypted)).toBe(true);
    expect(encryption.decryptJson(encrypted, 'answer 1')).toEqual({ passport: 'P1' });
    for (const clear of [{ passport: 'P1' }, { sealed: 'with wax' }, { sealed: 'enc:1:k1:AAAA', more: 1 }, null, 7])
      expect(encryption.decryptJson(clear, 'answer 1')).toBe(clear);
  });
});

describe('the blind index', () => {
  const keys = file('k1');
  const index = new BlindIndex(readDataKeys(keys));
  const like = (pattern: string, text: string): boolean =>
    new RegExp(
      `^${pattern
        .split('%')
        .map((s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^]*')}$`,
    ).test(text);

  it('is the same for every spelling of a value, and differs by purpose and value', () => {
    expect(index.digest('permit/code', ' p1234567 ')).toBe(index.digest('permit/code', 'P1234567'));
    expect(index.digest('permit/code', 'P1234567')).toMatch(/^i1:[\w-]{22}$/);
    const digests = [index.digest('permit/code', 'P1234567'), index.digest('trip/code', 'P1234567'), index.digest('permit/code', 'P1234568')];
    expect(new Set(digests).size).toBe(3);
    expect([index.digest('permit/code', null), index.digest('permit/code', undefined), index.tokens('permit/code', '')]).toEqual([null, null, null]);
  });

  it('finds a value by any part of three letters or more', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABC0129-'), minLength: 3, maxLength: 70 });
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (value, from, length) => {
        const start = from % (value.length - 2);
        const asked = value.slice(start, start + 3 + (length % value.length)).toLowerCase();
        const tokens = index.tokens('permit/code', value) as string;
        expect(tokens.length).toBeLessThanOrEqual(10 + 3 * value.length);
        fc.pre(asked.trim().length >= 3);
        const [patterns = []] = index.patterns('permit/code', asked);
        expect(patterns.length).toBeGreaterThan(1);
        expect(patterns.every((p) => like(p, tokens))).toBe(true);
      }),
    );
    expect(index.patterns('permit/code', 'AB')).toEqual([]);
  });

  it('after a new key still finds what the old key wrote, and what was never indexed', () => {
    const next = new BlindIndex(readDataKeys({ ...keys, indexKeys: [newKey('i2'), ...keys.indexKeys] }));
    const forms = next.forms('permit/code', 'P1234567');
    expect(forms).toEqual([next.digest('permit/code', 'P1234567'), index.digest('permit/code', 'P1234567'), 'P1234567']);
    expect(next.patterns('permit/code', '1234').map(([head]) => head)).toEqual(['i2:%', 'i1:%']);
  });
});

describe('the personal part of a document', () => {
  class Contact {
    @Text() name?: string;
    @Digits({ personal: true }) phone?: string;
  }
  class Permit {
    @Text() name?: string;
    @Text({ personal: true }) code?: string;
    @Nested(() => Contact, { personal: true }) address?: Contact;
    @Nested(() => Contact) contact?: Contact;
    @ListOf(() => Contact) directors?: Contact[];
  }
  const tree = personalTree(Permit);

  it('has the fields that the contract marks, at every depth', () => {
    expect(personalPaths(tree)).toEqual(['code', 'address', 'contact.phone', 'directors.phone']);
    const model = {
      id: '1',
      name: 'ANA',
      code: 'P1',
      address: { name: 'HOME' },
      contact: { name: 'RUI', phone: '7' },
      directors: [{ name: 'EVA' }, { name: 'IVO', phone: '8' }],
    };
    const { clear, personal } = splitPersonal(model, tree);
    expect(clear).toEqual({ id: '1', name: 'ANA', contact: { name: 'RUI' }, directors: [{ name: 'EVA' }, { name: 'IVO' }] });
    expect(personal).toEqual({ code: 'P1', address: { name: 'HOME' }, contact: { phone: '7' }, directors: [null, { phone: '8' }] });
    expect(splitPersonal({ id: '1', name: 'ANA' }, tree).personal).toBeUndefined();
  });

  it('merged back gives the whole document, also with fields that are no longer marked', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    const contact = fc.record({ name: value, phone: value }, { requiredKeys: [] });
    const permit = fc.record(
      {
        name: value,
        code: value,
        address: fc.oneof(contact, value),
        contact: fc.oneof(contact, value),
        directors: fc.oneof(fc.array(fc.oneof(contact, value)), value),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(permit, (model) => {
        const before = JSON.stringify(model);
        const { clear, personal } = JSON.parse(JSON.stringify(splitPersonal(model, tree))) as ReturnType<typeof splitPersonal>;
        expect(personal === undefined ? clear : mergePersonal(clear, personal)).toEqual(model);
        expect(JSON.stringify(model)).toBe(before);
      }),
    );
  });
});

describe('DATA_KEYS', () => {
  const good = newKey('k1');

  it.each<[string, unknown, string]>([
    ['nothing', {}, 'DATA_KEYS: keys must be a list of at least one key'],
    ['no encryption key', { keys: [], indexKeys: [good] }, 'DATA_KEYS: keys must be a list'],
    ['no index key', { keys: [good] }, 'DATA_KEYS: indexKeys must be a list'],
    ['a short key', { keys: [{ id: 'k1', key: 'AAAA' }], indexKeys: [good] }, 'DATA_KEYS: keys has the key k1, which is not 32 bytes in base64url'],
    ['an id with a colon', { keys: [{ ...good, id: 'k:1' }], indexKeys: [good] }, 'DATA_KEYS: keys has a key whose id'],
    ['a long id of an index key', { keys: [good], indexKeys: [{ ...good, id: 'january-2026' }] }, 'DATA_KEYS: indexKeys has a key whose id is not 1 to 8'],
    ['an id twice', { keys: [good, newKey('k1')], indexKeys: [good] }, 'DATA_KEYS: keys has the id k1 twice'],
  ])('with %s is refused in words', (_what, content, says) => {
    expect(() => readDataKeys(content as DataKeysFile)).toThrow(says);
  });

  describe('at a start', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'portal-keys-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));
    const settings = (more: Record<string, string> = {}) => loadSettings(ServiceSettings, { DATA_DIR: folder, ...more });

    it('is created once in development for services that start together, and only its owner may read it', async () => {
      const all = await Promise.all([1, 2, 3].map(() => loadDataKeys(settings())));
      const encrypted = new Encryption(all[0] as never).encrypt('P1', 'permit 1');
      for (const keys of all) expect(new Encryption(keys).decrypt(encrypted, 'permit 1')).toBe('P1');
      const made = join(folder, 'data-keys.json');
      expect(statSync(made).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(made, 'utf8'))).toMatchObject({ keys: [{ id: 'k1' }], indexKeys: [{ id: 'i1' }] });
    });

    it('is never created in production', async () => {
      const production = {
        NODE_ENV: 'production',
        MYSQL_TLS: 'off',
        PUBLIC_URL: 'https://portal.test',
        OIDC_ISSUER: 'https://id.test',
        OIDC_JWKS_URL: 'https://id.test/jwks',
        SERVICE_KEY: 'service.json',
        CALLER_KEYS: 'callers.json',
        SERVICES_TLS: 'off',
        SIGNING_KEYS: 'signing.json',
        AUDIT_KEYS: 'audit.json',
        WITNESS_URL: 'https://witness.test',
        WITNESS_TOKEN: 'a-token-of-the-witness',
      };
      expect(() => settings(production)).toThrow('DATA_KEYS is not set');
      await expect(loadDataKeys(settings({ ...production, DATA_KEYS: join(folder, 'none') }))).rejects.toThrow(
        'DATA_KEYS must name a file with the keys of personal data; it does not exist',
      );
      writeFileSync(join(folder, 'keys.json'), JSON.stringify(file('k7')));
      expect((await loadDataKeys(settings({ ...production, DATA_KEYS: join(folder, 'keys.json') }))).encryption[0].id).toBe('k7');
    });
  });
});
