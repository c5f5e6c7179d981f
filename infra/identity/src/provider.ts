import { join } from 'node:path';
import type Provider from 'oidc-provider';
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { FileAdapter } from './file-adapter.ts';
import { messagePage, pagePolicy, signOutPage } from './pages.ts';
import { providerSecrets } from './secrets.ts';
import { endSessionByHint } from './sign-out.ts';
import { findUser } from './users.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const RESOURCE = 'urn:portal:api';

/** The strength of a sign-in, in the claim `acr`: with a password, or also with a second factor. */
export const strengths = { password: '1', secondFactor: '2' } as const;

/** Returns whether a sign-in asks for a second factor. */
export const asksSecondFactor = ({ acr_values: values }: { acr_values?: unknown }): boolean =>
  String(values ?? '')
    .split(' ')
    .includes(strengths.secondFactor);

export interface ClientSettings {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** Address that receives a signed logout token when a session ends (OpenID Connect Back-Channel Logout). */
  backchannelLogoutUri: string;
}

/** Returns the settings of the portal as a client of the provider. @param origins the addresses of the portal, the public one first */
export const portalClient = (clientSecret: string, origins: string[], clientId = 'portal'): ClientSettings => ({
  clientId,
  clientSecret,
  redirectUris: origins.map((origin) => `${origin}/auth/callback`),
  postLogoutRedirectUris: origins.map((origin) => `${origin}/`),
  backchannelLogoutUri: `${origins[0]}/auth/backchannel-logout`,
});

function claimsOf(username: string): Record<string, unknown> | undefined {
  const user = findUser(username);
  return (
    user && {
      name: user.name,
      preferred_username: user.username,
      email: user.email,
      email_verified: true,
      phone_number: user.phoneNumber,
      phone_number_verified: true,
      roles: user.roles,
      agencies: user.agencies,
    }
  );
}

const metadata = (client: ClientSettings): ClientMetadata => ({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  backchannel_logout_uri: client.backchannelLogoutUri,
  // This puts `sid` into the logout token and the ID token, so that sign-out can find the session.
  backchannel_logout_session_required: true,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: 'ES256',
});

/** Returns the origins to which a sign-in form may lead: browsers apply form-action to redirects, too. */
export const clientOrigins = (clients: ClientSettings[]): string[] => [
  ...new Set(clients.flatMap(({ redirectUris }) => redirectUris.map((uri) => new URL(uri).origin))),
];

/**
 * Runs a function without console warnings. It hides a warning that the package prints at every start on Node 20, where the tests run it: users of the portal
 * cannot act on it.
 */
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}

/** Returns a policy that asks users who are signed in with a password alone for the second factor, if the portal requests one. */
function policyWithSecondFactor({ interactionPolicy: { base, Check } }: typeof import('oidc-provider')) {
  const policy = base();
  policy
    .get('login')
    ?.checks.add(
      new Check('second_factor', 'A second factor is asked for', ({ oidc }) =>
        oidc.params && asksSecondFactor(oidc.params) && oidc.session?.acr !== strengths.secondFactor ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Creates an oidc-provider for the portal: code flow with PKCE, JWT access tokens, no consent page. */
export async function createProvider(issuer: string, folder: string, clients: ClientSettings[], audience: string): Promise<Provider> {
  const { jwks, cookieKeys } = providerSecrets(folder);
  const records = join(folder, 'records');
  const basePath = new URL(issuer).pathname.replace(/\/$/, '');
  const start = new URL('/auth/login', issuer).href;
  const sessionCookie = `_session_${new URL(issuer).port || 'default'}`;
  const adapters = new Map<string, FileAdapter>();
  const adapterOf = (kind: string): FileAdapter => {
    const adapter = adapters.get(kind) ?? new FileAdapter(records, kind);
    adapters.set(kind, adapter);
    return adapter;
  };

  const showMessage = (ctx: KoaContextWithOIDC, title: string, text: string): void => {
    ctx.type = 'html';
    ctx.set('content-security-policy', pagePolicy([]));
    ctx.body = messagePage(title, text, { href: start, text: 'Start again' });
  };

  const package_ = await quietly(() => import('oidc-provider'));
  const configuration: Configuration = {
    adapter: adapterOf,
    clients: clients.map(metadata),
    jwks: jwks as Configuration['jwks'],
    cookies: {
      keys: cookieKeys,
      // Browsers share cookies between ports, and two portals may run on one machine, so the name contains the port.
      names: { session: sessionCookie },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: `${basePath}/` },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
      portal: ['roles', 'agencies'],
    },
    scopes: ['openid', 'profile', 'email', 'phone', 'portal'],
    // The portal reads its claims from the ID token, without a call to the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    acrValues: Object.values(strengths),
    responseTypes: ['code'],
    // By default the package refuses to call loopback addresses. The portal runs on this machine, and no other address is called.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.set('content-security-policy', pagePolicy(clientOrigins(clients)));
          ctx.body = signOutPage(form);
        },
        postLogoutSuccessSource: (ctx) => showMessage(ctx, 'You are signed out', 'You can close this page.'),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience,
          scope: 'portal',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 5 * MINUTE,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    extraTokenClaims: ({ oidc: { entities } }, token) => {
      const { acr, authTime } = entities.AuthorizationCode ?? entities.RefreshToken ?? {};
      return 'accountId' in token && token.accountId ? { ...claimsOf(token.accountId), acr, auth_time: authTime } : undefined;
    },
    findAccount: (_ctx, id) => {
      const claims = claimsOf(id);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    // The portal and the provider belong together, so no consent page asks whether the portal may read the name of the user.
    loadExistingGrant: async (ctx) => {
      const { session, client, provider } = ctx.oidc;
      const accountId = session?.accountId;
      if (!client || !accountId) {
        return undefined;
      }
      const known = session.grantIdFor(client.clientId);
      const existing = known ? await provider.Grant.find(known) : undefined;
      if (existing) {
        return existing;
      }
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope('openid profile email phone portal');
      grant.addResourceScope(RESOURCE, 'portal');
      await grant.save();
      return grant;
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    interactions: { url: (_ctx, interaction) => `${basePath}/interaction/${interaction.uid}`, policy: policyWithSecondFactor(package_) },
    renderError: (ctx, out) => showMessage(ctx, 'Sorry, this sign-in did not work', out.error_description ?? out.error),
    ttl: { AuthorizationCode: MINUTE, IdToken: HOUR, Interaction: HOUR, Session: 8 * HOUR, Grant: 24 * HOUR, RefreshToken: 12 * HOUR, AccessToken: 5 * MINUTE },
  };

  const provider = new package_.default(issuer, configuration);
  provider.proxy = true;
  provider.use(endSessionByHint(provider, adapterOf('Session'), sessionCookie));
  return provider;
}
