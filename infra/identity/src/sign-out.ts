import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { FileAdapter } from './file-adapter.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

const LONGEST_FORM = 16_384;

/** The claims of an ID token that identify the sign-in. */
interface Hint {
  aud?: string;
  sid?: string;
}

/** The fields of a stored session that say who is signed in at which clients. */
interface SessionRecord {
  accountId?: string;
  authorizations?: Record<string, { sid?: string }>;
}

/** A method of the package's clients that its types leave out. */
interface BackchannelLogoutClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>;
}

function decode(token: string): Hint | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Hint;
  } catch {
    return undefined;
  }
}

/** Notifies every client of a session that it has ended. There is no retry. */
async function tellClients(provider: Provider, { accountId, authorizations }: SessionRecord): Promise<void> {
  await Promise.allSettled(
    Object.entries(authorizations ?? {}).map(async ([clientId, { sid }]) => {
      const client = await provider.Client.find(clientId);
      if (accountId && sid && client) await (client as unknown as BackchannelLogoutClient).backchannelLogout(accountId, sid);
    }),
  );
}

/** Reads the parameters of a sign-out, from the query or from the body of a form. */
async function wordsOf(ctx: KoaContextWithOIDC): Promise<URLSearchParams> {
  if (ctx.method !== 'POST') return new URLSearchParams(ctx.querystring);
  let text = '';
  for await (const chunk of ctx.req) text = (text + chunk).slice(0, LONGEST_FORM);
  const words = new URLSearchParams(text);
  // The package expects the parsed body here, because the body can be read only once.
  Object.assign(ctx.req, { body: Object.fromEntries(words) });
  return words;
}

function goTo(ctx: KoaContextWithOIDC, allowed: (target: string) => boolean, target: string | null): void {
  ctx.set('cache-control', 'no-store');
  if (target && allowed(target)) {
    ctx.status = 303;
    ctx.redirect(target);
  } else {
    ctx.redirect('./end/success');
  }
}

/**
 * Returns a middleware for sign-out by the portal with an ID token of the session. It needs no confirmation, and also works for calls from the portal's server,
 * which have no cookies of the browser. A browser that arrives without a session is redirected back at once. The provider handles every other sign-out itself.
 */
export function endSessionByHint(provider: Provider, sessions: FileAdapter, sessionCookie: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/session/end' || !['GET', 'POST'].includes(ctx.method)) {
      return next();
    }
    const words = await wordsOf(ctx);
    const hintText = words.get('id_token_hint');
    const hint = hintText ? decode(hintText) : undefined;
    const client = await provider.Client.find(hint?.aud ?? words.get('client_id') ?? '').catch(() => undefined);
    if (!client || (hintText && !hint)) {
      return next();
    }
    const isAllowed = (target: string): boolean => client.postLogoutRedirectUriAllowed(target);
    if (!hintText) {
      const own = ctx.cookies.get(sessionCookie);
      const isSignedIn = own !== undefined && Boolean((await sessions.find(own))?.accountId);
      return isSignedIn ? next() : goTo(ctx, isAllowed, words.get('post_logout_redirect_uri'));
    }
    try {
      await provider.IdToken.validate(hintText, client);
    } catch {
      return next();
    }
    for (const session of sessions.all()) {
      const record = session as SessionRecord;
      if (hint?.sid && record.authorizations?.[client.clientId]?.sid === hint.sid && session.jti) {
        await sessions.destroy(String(session.jti));
        await tellClients(provider, record);
      }
    }
    goTo(ctx, isAllowed, words.get('post_logout_redirect_uri'));
  };
}
