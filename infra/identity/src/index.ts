import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loginPage, messagePage, pagePolicy } from './pages.ts';
import { type ClientSettings, clientOrigins, createProvider } from './provider.ts';
import { findUser } from './users.ts';

export { type ClientSettings, portalClient } from './provider.ts';
export { addDevelopmentUsers, type DevelopmentUser, developmentUsers } from './users.ts';

export interface IdentitySettings {
  /** Loopback port; 0 takes a free one. */
  port: number;
  /** The public address, such as `http://localhost:8080/identity`; its path is where the provider is mounted. */
  issuer: string;
  dataDir: string;
  /** Audience of the access tokens; the services' `OIDC_AUDIENCE`. */
  audience?: string;
  clients: ClientSettings[];
}

export interface IdentityProvider {
  /** Loopback address of the mount, path included. */
  url: string;
  close(): Promise<void>;
}

const MAX_FORM = 4096;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_FORM) {
      break;
    }
  }
  return new URLSearchParams(text.slice(0, MAX_FORM));
}

/**
 * Starts the development OpenID provider on a loopback port.
 * @throws Error with `NODE_ENV=production`: its passwords are public.
 */
export async function createIdentityProvider(settings: IdentitySettings): Promise<IdentityProvider> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The development identity provider does not start with NODE_ENV=production. Set OIDC_ISSUER to your own provider.');
  }
  const issuer = new URL(settings.issuer);
  const basePath = issuer.pathname.replace(/\/$/, '');
  const provider = await createProvider(settings.issuer, join(settings.dataDir, 'identity'), settings.clients, settings.audience ?? 'portal');
  const policy = pagePolicy(clientOrigins(settings.clients));
  const handleProtocol = provider.callback();

  const sendPage = (response: ServerResponse, status: number, html: string): void => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(html);
  };

  async function handleLogin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = `${basePath}${request.url?.split('?')[0]}`;
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
    if (!interaction) {
      const again = { href: new URL('/auth/login', issuer).href, text: 'Sign in again' };
      return sendPage(response, 400, messagePage('This sign-in has ended', 'It took too long, or it was finished in another window.', again));
    }
    if (request.method !== 'POST') {
      return sendPage(response, 200, loginPage({ action }));
    }
    const form = await readForm(request);
    const username = (form.get('username') ?? '').trim();
    const user = findUser(username);
    if (!user || form.get('password') !== user.username) {
      return sendPage(response, 401, loginPage({ action, username, error: 'The user name or password is not right' }));
    }
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: user.username, remember: true, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    );
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith(`${basePath}/`)) {
      response.writeHead(404).end();
      return;
    }
    // The provider builds its URLs from the request: give it the host of the issuer, whoever calls.
    request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = issuer.host;
    // Like a web framework for a mounted application: originalUrl is the whole path, url the path below the mount.
    Object.assign(request, { originalUrl: path, url: path.slice(basePath.length) });
    if (request.url?.startsWith('/interaction/')) {
      handleLogin(request, response).catch(() => (response.headersSent ? response.end() : response.writeHead(500).end()));
    } else {
      void handleProtocol(request, response);
    }
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
