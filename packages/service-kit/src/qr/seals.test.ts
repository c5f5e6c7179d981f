import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import QRCode from 'qrcode';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { statesTheSame } from './seals.ts';
import { publicKeys, Signer, type SigningKey } from './signing.ts';
import type { FactsToSeal, Statement } from './statements.ts';

const sealed: FactsToSeal = { at: 1_795_000_000, lane: 'GREEN', day: '2026-11-23', passport: 'CX998877', birthDate: '1985-11-02' };
const statement: Statement = { k: 'arrival-declaration', r: 'ARR-2026-0000017', iat: 1_794_000_000, sealed };
const folder = mkdtempSync(join(tmpdir(), 'portal-seals-'));
let files = 0;

async function aKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}
async function signerWith(...keys: SigningKey[]): Promise<Signer> {
  const file = join(folder, `keys-${++files}.json`);
  writeFileSync(file, JSON.stringify({ keys }), { mode: 0o600 });
  const signer = new Signer(loadSettings(ServiceSettings, { SIGNING_KEYS: file, PUBLIC_URL: 'https://entry.customs.gov.test' }));
  await signer.onModuleInit();
  return signer;
}

describe('the seal of a code', () => {
  it('states lane, day and person of the declaration, always in the same words', async () => {
    const key = await aKey('one');
    const signer = await signerWith(key);
    const proved = await signer.verify(signer.code(statement, 'seal'));
    expect(proved).toMatchObject({ k: statement.k, r: statement.r, iat: sealed.at, sealed: { lane: 'GREEN', day: '2026-11-23' } });
    expect((await signerWith(key)).code(statement, 'seal')).toBe(signer.code(statement, 'seal'));
    const same = (changes: Partial<FactsToSeal>) => proved?.sealed && statesTheSame(proved.sealed, { ...sealed, ...changes });
    expect([same({}), same({ passport: 'cx 99-88-77' })]).toEqual([true, true]);
    expect([same({ passport: 'CX998878' }), same({ birthDate: '1985-11-03' }), same({ lane: 'RED' }), same({ day: '2026-11-24' })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('names nobody: passport and date of birth are a salted digest, another one on each declaration', async () => {
    const signer = await signerWith(await aKey('one'));
    const person = async (r: string) => Buffer.from((await signer.verify(signer.code({ ...statement, r }, 'seal')))?.sealed?.person ?? []).toString('hex');
    expect(await person('ARR-2026-0000017')).toHaveLength(16);
    expect(await person('ARR-2026-0000017')).not.toBe(await person('ARR-2026-0000018'));
  });

  it('makes a code of QR version 8 at most', async () => {
    const signer = await signerWith(await aKey('one'));
    expect(QRCode.create(signer.url(statement, 'seal'), { errorCorrectionLevel: 'M' }).version).toBeLessThanOrEqual(8);
  });

  it('stands beside the token, which stays valid and says nothing of the person', async () => {
    const signer = await signerWith(await aKey('one'));
    const token = signer.sign(statement);
    expect(token).toBe(signer.sign({ ...statement, sealed: undefined }));
    expect(await signer.verify(token)).toMatchObject({ k: statement.k, r: statement.r, iat: statement.iat });
    expect(signer.code({ ...statement, sealed: undefined }, 'seal')).toBe(token);
    // Facts that do not fit into a seal get a token instead.
    expect(signer.code({ ...statement, k: 'another-kind' }, 'seal')).toContain('.');
  });

  it('stays valid when its key is followed by a newer one, and ends when the key is revoked', async () => {
    const [old, next] = [await aKey('old'), await aKey('next')];
    const [seal, token] = await signerWith(old).then((signer) => [signer.code(statement, 'seal'), signer.sign(statement)] as const);
    const rolled = await signerWith(next, old);
    expect(await rolled.verify(seal)).toMatchObject({ r: statement.r });
    expect(rolled.code(statement, 'seal')).not.toBe(seal);
    const revoked = await signerWith({ ...old, revoked: true }, next);
    expect([await revoked.verify(seal), await revoked.verify(token)]).toEqual([null, null]);
    expect(await revoked.verify(revoked.code(statement, 'seal'))).toMatchObject({ r: statement.r });
    expect(publicKeys([{ ...old, revoked: true }, next])).toMatchObject({ keys: [{ kid: 'next' }], revoked: ['old'] });
    expect(publicKeys([next]).keys[0]).not.toHaveProperty('d');
  });

  it('is verified by instances with the file of the step before, where a new key stands last before it stands first', async () => {
    const [old, next] = [await aKey('old'), await aKey('next')];
    const steps = [await signerWith(old), await signerWith(old, next), await signerWith(next, old)] as const;
    const verifies = async (one: Signer, other: Signer): Promise<boolean> => Boolean(await one.verify(other.code(statement, 'seal')));
    for (const [before, after] of [steps.slice(0, 2), steps.slice(1)] as [Signer, Signer][])
      expect([await verifies(before, after), await verifies(after, before)]).toEqual([true, true]);
    expect(await verifies(steps[0], steps[2])).toBe(false);
  });

  it('refuses a signer whose keys are all revoked', async () => {
    await expect(signerWith({ ...(await aKey('old')), revoked: true })).rejects.toThrow('no key that is not revoked');
  });
});
