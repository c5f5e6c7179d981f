/** For tests only: stubs of the services around a service, and users with real tokens. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { CatalogueRecord, MediaDescription, PrintLayout } from '@portal/contract-kit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Environment } from '../settings/settings.ts';

export interface TestUser {
  sub: string;
  name?: string;
  roles?: string[];
  agencies?: string[];
  /** How the user signed in. `auth_time` is the time of the sign-in, in seconds since 1970. */
  acr?: string;
  auth_time?: number;
}

export interface StubServices {
  env: Environment;
  /** Returns the `Authorization` header value of a user. */
  token(user: TestUser): Promise<string>;
  /** Requested renders by key; a test may add one. */
  renders: Map<string, Buffer>;
  /** Layouts that came with a call for a print that does not exist yet, by key. */
  awaited: Map<string, PrintLayout>;
  /** Layouts of the forms that were drawn without being stored. */
  unstored: PrintLayout[];
  /** Files that svc-media has, by uid; a test may add one. */
  files: Map<string, MediaDescription>;
  /** The uids that were reserved for a document. */
  reserved: Set<string>;
  close(): Promise<void>;
}

/**
 * Starts stubs of the services around a service: an identity provider's keys and, over HTTP, the catalogues of svc-reference and the files and renders of
 * svc-media. The end-to-end suite tests the whole portal together.
 */
export async function startStubServices(catalogues: Record<string, CatalogueRecord[]> = {}): Promise<StubServices> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
  const renders = new Map<string, Buffer>();
  const awaited = new Map<string, PrintLayout>();
  const unstored: PrintLayout[] = [];
  const files = new Map<string, MediaDescription>();
  const reserved = new Set<string>();
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] as string);
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json', etag: '"1"' }).end(JSON.stringify(body));
    if (path === '/jwks') return send(200, { keys: [jwk] });
    if (path.startsWith('/internal/catalogue/')) {
      const records = catalogues[path.slice('/internal/catalogue/'.length)];
      return records ? send(200, { records }) : send(404, {});
    }
    const photo = files.get(/^\/v1\/photo\/(.+)\/document$/.exec(path)?.[1] ?? '');
    if (photo) return send(200, { model: { id: photo.uid, name: photo.name, type: 'image/jpeg', fileBlob: 'AAAA' } });
    if (path === '/internal/media/describe') {
      void json(request).then((asked) => {
        const { uids, reserve } = asked as { uids: unknown[]; reserve?: boolean };
        if (!uids.every((uid) => typeof uid === 'string')) return send(400, {});
        if (reserve) for (const uid of uids) reserved.add(uid as string);
        const records = uids.flatMap((uid) => files.get(uid as string) ?? []);
        send(200, { records, totalRecords: records.length });
      });
      return;
    }
    if (path === '/internal/renders' && request.method === 'POST') {
      void json(request).then((layout) => {
        unstored.push(layout as PrintLayout);
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-unstored');
      });
      return;
    }
    const key = /^\/internal\/renders\/(.+)/.exec(path)?.[1] ?? '';
    const pdf = renders.get(key);
    if (pdf) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    if (!key || request.method !== 'POST') return send(404, {});
    void json(request).then((layout) => {
      awaited.set(key, layout as PrintLayout);
      send(404, {});
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { OIDC_ISSUER: url, OIDC_JWKS_URL: `${url}/jwks`, REFERENCE_URL: url, MEDIA_URL: url },
    renders,
    awaited,
    unstored,
    files,
    reserved,
    token: async (user) =>
      `Bearer ${await new SignJWT({
        name: user.name ?? user.sub,
        email: `${user.sub}@example.org`,
        phone_number: '67077000000',
        roles: user.roles ?? [],
        agencies: user.agencies ?? [],
        acr: user.acr,
        auth_time: user.auth_time,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })
        .setIssuer(url)
        .setAudience('portal')
        .setSubject(user.sub)
        .setExpirationTime('1h')
        .sign(privateKey)}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
