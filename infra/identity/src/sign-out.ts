import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { FileAdapter } from './file-adapter.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/** What of an ID token says which sign-in it came from. */
interface Hint {
  aud?: string;
  sid?: string;
}

/** What a session's record says of who is signed in where. */
interface SessionRecord {
  accountId?: string;
  authorizations?: Record<string, { sid?: string }>;
}

/** What the package's clients can do, and its types do not say. */
interface Told {
  backchannelLogout(accountId: string, sid: string): Promise<void>;
}

function decode(token: string): Hint | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Hint;
  } catch {
    return undefined;
  }
}

/** Tells every client of a session that it has ended. One that does not answer is not waited for again. */
async function tellClients(provider: Provider, { accountId, authorizations }: SessionRecord): Promise<void> {
  await Promise.allSettled(
    Object.entries(authorizations ?? {}).map(async ([clientId, { sid }]) => {
      const client = await provider.Client.find(clientId);
      if (accountId && sid && client) await (client as unknown as Told).backchannelLogout(accountId, sid);
    }),
  );
}

/**
 * Sign-out asked for by the portal with an ID token of the session: no second question, and the session ends even when
 * the call comes from the portal's server without the browser's cookies. Everything else takes the provider's own way.
 */
export function endSessionByHint(provider: Provider, sessions: FileAdapter): Middleware {
  return async (ctx, next) => {
    const hintText = ctx.path === '/session/end' && ctx.method === 'GET' ? ctx.query.id_token_hint : undefined;
    const hint = typeof hintText === 'string' ? decode(hintText) : undefined;
    const client = hint?.aud ? await provider.Client.find(hint.aud) : undefined;
    if (typeof hintText !== 'string' || !hint || !client) {
      return next();
    }
    try {
      await provider.IdToken.validate(hintText, client);
    } catch {
      return next();
    }
    for (const session of sessions.all()) {
      const record = session as SessionRecord;
      if (hint.sid && record.authorizations?.[client.clientId]?.sid === hint.sid && session.jti) {
        await sessions.destroy(String(session.jti));
        await tellClients(provider, record);
      }
    }
    const target = ctx.query.post_logout_redirect_uri;
    ctx.set('cache-control', 'no-store');
    if (typeof target === 'string' && client.postLogoutRedirectUriAllowed(target)) {
      ctx.status = 303;
      ctx.redirect(target);
    } else {
      ctx.redirect('./end/success');
    }
  };
}
