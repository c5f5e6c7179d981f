/** For tests only: a gateway with a sign-in provider and one server that stands for all services, and browsers that call it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdentityProvider } from '@portal/identity';
import { freePort } from '@portal/service-kit/testing';
import { buildGateway } from '../gateway.ts';
import { gatewaySettings } from '../settings.ts';

/** Headers that a browser sends when it opens a page. */
export const navigation = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** Headers that a browser sends with a call by a script of this portal. */
export const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

export interface BrowserAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Returns the area tokens in a page; undefined when there are none. */
export const tokensIn = (html: string): Record<string, string> | undefined => {
  const block = /<script type="application\/json" id="area-tokens">(.*?)<\/script>/.exec(html)?.[1];
  return block === undefined ? undefined : JSON.parse(block);
};

/** A simulated browser. It keeps cookies by name. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  tokens: Record<string, string> = {};
  csrfToken = '';
  /** Value of the `User-Agent` header. */
  userAgent?: string;

  constructor(private readonly origin: string) {}

  /** Sends a request. It does not use fetch, because fetch sets its own `Sec-Fetch-Mode`. */
  open(address: string, headers: Record<string, string> = {}, { method = 'GET', body = '' }: { method?: string; body?: string } = {}): Promise<BrowserAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      ...(this.userAgent ? { 'user-agent': this.userAgent } : {}),
      ...headers,
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest(new URL(address, this.origin), { method, headers: sent, agent: false }, async (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
          if (value) this.cookies.set(name, value);
          else this.cookies.delete(name);
        }
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      request.on('error', reject).end(body);
    });
  }

  /** Opens a page as a browser does, and takes the area tokens from it, as the shell does. */
  async page(path = '/'): Promise<this> {
    this.tokens = tokensIn((await this.open(path, navigation)).text) ?? {};
    return this;
  }

  async signIn(username: string): Promise<this> {
    let at = '/auth/login?returnTo=/staff';
    for (let answer = await this.open(at, navigation); ; ) {
      const location = answer.headers.location;
      if (!location) {
        const action = /<form[^>]* action="([^"]+)"/.exec(answer.text)?.[1];
        if (!action) break;
        const form = { ...navigation, 'content-type': 'application/x-www-form-urlencoded' };
        answer = await this.open(action, form, { method: 'POST', body: `username=${username}&password=${username}` });
        continue;
      }
      at = location;
      answer = await this.open(at, navigation);
    }
    this.csrfToken = JSON.parse((await this.open('/auth/session', script)).text).csrfToken;
    return this.page('/staff');
  }

  /** Returns the status of a response, and the reason if the area was refused. */
  async status(address: string, headers: Record<string, string> = {}, init?: { method: string; body: string }): Promise<string> {
    const answer = await this.open(address, headers, init);
    return [answer.status, answer.headers['x-area-refused']].filter(Boolean).join(' ');
  }
}

export interface GatewayUnderTest {
  origin: string;
  /** The folder of the remotes; also the gateway's data folder. */
  folder: string;
  close(): Promise<void>;
}

/** The address at which a gateway announces an official who has signed in to each service. */
export const announcement = '/v1/account';

/**
 * Starts a gateway with a sign-in provider.
 * @param service answers the calls to all services
 * @param page the shell's page
 * @param logTo destination of the gateway's log; its level is `LOG_LEVEL` in `more`
 * @param announced answers the announcements of officials; they come at any moment after a sign-in, so a test that counts calls must not get them
 */
export async function openGateway(
  service: RequestListener,
  page: string,
  more: Record<string, string> = {},
  logTo?: { write(line: string): void },
  announced: RequestListener = (_request, response) => void response.end('{}'),
): Promise<GatewayUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-areas-'));
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'index.html'), page);
  const behind = createServer((request, response) => (request.url === announcement ? announced : service)(request, response));
  await new Promise<void>((done) => behind.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  // The provider needs to know the portal's address, so the port must be chosen first.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `${origin}/identity`;
  const identity = await createIdentityProvider({
    port: 0,
    issuer,
    dataDir: folder,
    clients: [
      {
        clientId: 'portal',
        clientSecret: 'development-only',
        redirectUris: [`${origin}/auth/callback`],
        postLogoutRedirectUris: [`${origin}/`],
        backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
      },
    ],
  });
  const app = await buildGateway(
    gatewaySettings({
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      WEB_DIR: join(folder, 'web'),
      REMOTES_DIR: folder,
      OIDC_ISSUER: issuer,
      OIDC_INTERNAL_URL: identity.url,
      IDENTITY_URL: identity.url,
      REFERENCE_URL: url,
      MEDIA_URL: url,
      DECLARATIONS_URL: url,
      LICENCES_URL: url,
      TRIPS_URL: url,
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value.replace('{service}', url)])),
    }),
    logTo,
  );
  await app.listen({ port, host: '127.0.0.1' });
  return {
    origin,
    folder,
    close: async () => {
      await app.close();
      await identity.close();
      behind.closeAllConnections();
      behind.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
