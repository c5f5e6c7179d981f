import { createPrivateKey, type JsonWebKeyInput, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import type { StaffAccounts } from '../work/staff-accounts.ts';
import { AuthGuard, callOf, TokenVerifier } from './auth.guard.ts';
import type { CallTokens } from './call-tokens.ts';

describe('an access token', () => {
  let provider: Server;
  let key: CryptoKey;
  let rsaKey: CryptoKey;
  let url: string;

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256');
    key = pair.privateKey;
    const rsa = await generateKeyPair('RS256', { extractable: true });
    rsaKey = rsa.privateKey;
    const keys = JSON.stringify({
      keys: [
        { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' },
        { ...(await exportJWK(rsa.publicKey)), kid: 'r' },
      ],
    });
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

  it('is refused when it is signed by an algorithm that is not listed, although the published key would fit', async () => {
    const signer = createPrivateKey({ key: await exportJWK(rsaKey), format: 'jwk' } as JsonWebKeyInput);
    const aSigned = (alg: 'RS256' | 'RS512'): string => {
      const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const now = Math.floor(Date.now() / 1000);
      const text = `${part({ alg, kid: 'r', typ: 'at+jwt' })}.${part({ iss: url, aud: 'portal', sub: 'ana', iat: now, exp: now + 300 })}`;
      return `${text}.${sign(alg.replace('RS', 'sha'), Buffer.from(text), signer).toString('base64url')}`;
    };
    expect(await verifier().actorOf(aSigned('RS256'))).toMatchObject({ sub: 'ana' });
    await expect(verifier().actorOf(aSigned('RS512'))).rejects.toMatchObject({ status: 401 });
  });

  it('is accepted only for the audience in the settings', async () => {
    const own = verifier({ OIDC_AUDIENCE: 'border' });
    expect(await own.actorOf(await aToken('at+jwt', 'border'))).toMatchObject({ sub: 'ana' });
    await expect(own.actorOf(await aToken('at+jwt'))).rejects.toMatchObject({ status: 401 });
  });

  describe('in the header of a call', () => {
    const callerWith = async (authorization?: string): Promise<string | null> => {
      const guard = new AuthGuard(new Reflector(), verifier(), {} as CallTokens, { seen: async () => undefined } as unknown as StaffAccounts);
      const request = { headers: { authorization }, query: {}, url: '/' } as unknown as FastifyRequest;
      const context = { getHandler: () => callerWith, getClass: () => AuthGuard, switchToHttp: () => ({ getRequest: () => request }) };
      await guard.canActivate(context as unknown as ExecutionContext);
      return callOf(request).actor.sub;
    };

    it.each(['Bearer ', 'bearer ', 'BEARER ', 'Bearer  '])('names the caller behind %j', async (scheme) => {
      expect(await callerWith(scheme + (await aToken('at+jwt')))).toBe('ana');
    });

    it.each([undefined, ''])('is missing, and the caller is nobody: %j', async (header) => {
      expect(await callerWith(header)).toBeNull();
    });

    it.each(['Basic x', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearerx', 'x'])('is refused as %j', async (header) => {
      await expect(callerWith(header)).rejects.toMatchObject({ status: 401 });
    });
  });
});
