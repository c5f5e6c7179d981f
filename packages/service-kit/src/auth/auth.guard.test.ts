import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { TokenVerifier } from './auth.guard.ts';

describe('an access token', () => {
  let provider: Server;
  let key: CryptoKey;
  let url: string;

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256');
    key = pair.privateKey;
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }] });
    provider = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys));
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  afterAll(() => provider.close());

  const verifier = (more: Record<string, string> = {}): TokenVerifier =>
    new TokenVerifier(loadSettings(ServiceSettings, { OIDC_ISSUER: url, OIDC_JWKS_URL: `${url}/jwks`, ...more }));
  const aToken = (typ: string | undefined, audience = 'portal'): Promise<string> =>
    new SignJWT({ roles: ['professional-license-read'], agencies: ['MOH', 'MOE', 'DNTT'] })
      .setProtectedHeader({ alg: 'ES256', kid: 'k', ...(typ ? { typ } : {}) })
      .setIssuer(url)
      .setAudience(audience)
      .setSubject('ana')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);

  it('names the caller with all roles and agencies', async () => {
    expect(await verifier().actorOf(await aToken('at+jwt'))).toMatchObject({
      sub: 'ana',
      roles: ['professional-license-read'],
      agencies: ['MOH', 'MOE', 'DNTT'],
    });
    expect(await verifier().actorOf(await aToken('application/at+jwt'))).toMatchObject({ sub: 'ana' });
  });

  it.each(['JWT', 'logout+jwt', 'dpop+jwt', undefined])('is refused if the same key signed it as %s', async (typ) => {
    await expect(verifier().actorOf(await aToken(typ))).rejects.toMatchObject({ status: 401 });
  });

  it('is accepted only for the audience in the settings', async () => {
    const own = verifier({ OIDC_AUDIENCE: 'border' });
    expect(await own.actorOf(await aToken('at+jwt', 'border'))).toMatchObject({ sub: 'ana' });
    await expect(own.actorOf(await aToken('at+jwt'))).rejects.toMatchObject({ status: 401 });
  });
});
