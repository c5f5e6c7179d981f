import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { codePage, loginPage, messagePage, pagePolicy } from './pages.ts';
import { asksSecondFactor, type ClientSettings, clientOrigins, createProvider, strengths } from './provider.ts';
import { findUser } from './users.ts';

export { type ClientSettings, portalClient } from './provider.ts';
export { addDevelopmentUsers, type DevelopmentUser, developmentUsers } from './users.ts';

export interface IdentitySettings {
  /** Loopback port; 0 takes a free one. */
  port: number;
  /** The public address, such as `http://localhost:8080/identity`; the provider is mounted at its path. */
  issuer: string;
  dataDir: string;
  /** Audience of the access tokens, equal to `OIDC_AUDIENCE` of the services. */
  audience?: string;
  clients: ClientSettings[];
}

export interface IdentityProvider {
  /** Loopback address at which the provider is mounted, including the path. */
  url: string;
  close(): Promise<void>;
}

const MAX_FORM = 4096;
/** The one-time code that every development user enters as second factor. */
const oneTimeCode = '123456';

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
    const { params, prompt, session } = interaction;
    // The user who is already signed in with a password, if only the second factor is missing.
    const known = session && prompt.reasons.every((reason) => reason === 'second_factor') ? findUser(session.accountId) : undefined;
    if (request.method !== 'POST') {
      return sendPage(response, 200, known ? codePage({ action }) : loginPage({ action }));
    }
    const form = await readForm(request);
    const username = (form.get('username') ?? '').trim();
    const user = known ?? findUser(username);
    if (!user || (!known && form.get('password') !== user.username)) {
      return sendPage(response, 401, loginPage({ action, username, error: 'The user name or password is not right' }));
    }
    const needsCode = asksSecondFactor(params);
    if (needsCode && form.get('otp') !== oneTimeCode) {
      const error = form.has('otp') ? 'The code is not right' : undefined;
      return sendPage(response, error ? 401 : 200, codePage({ action, username: known ? undefined : user.username, error }));
    }
    const login = needsCode
      ? { accountId: user.username, remember: true, acr: strengths.secondFactor, amr: ['pwd', 'otp', 'mfa'] }
      : { accountId: user.username, remember: true, acr: strengths.password, amr: ['pwd'] };
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith(`${basePath}/`)) {
      response.writeHead(404).end();
      return;
    }
    // The provider builds its URLs from the request, so the request gets the host of the issuer, whoever the caller is.
    request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = issuer.host;
    // As in a web framework with a mounted application, originalUrl is the whole path and url is the path below the mount.
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
