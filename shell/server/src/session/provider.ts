import { tokenAlgorithms } from '@portal/service-kit';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { GatewaySettings } from '../settings.ts';

/** Tokens of a sign-in or a renewal. Times are milliseconds since the epoch. */
export interface Tokens {
  accessToken: string;
  accessExpiresAt: number;
  refreshToken?: string;
  idToken?: string;
  claims: Record<string, unknown>;
}

export interface Handshake {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** Requirements of a sign-in beyond the identity of the person. */
export interface Strength {
  /** The required value of the claim `acr`. */
  acr?: string;
  /** Maximum age in seconds of a sign-in at the provider. */
  maxAge?: number;
}

/** The content of a logout token. */
export interface LogoutClaims {
  /** Id of the token. A token may be used only once. */
  token: string;
  /** Milliseconds for which the token could still be replayed. */
  goodFor: number;
  sid?: string;
  sub?: string;
}

const TIMEOUT_SECONDS = 10;
const LOGOUT_TOKEN_SECONDS = 300;
const CLOCK_SECONDS = 120;

/** Returns the claims of a JWT that was received directly from the provider. It is only decoded here; the services verify it. */
export function claimsIn(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Client of the OpenID provider. */
export class SignInProvider {
  private configuration?: Promise<oidc.Configuration>;
  private keys?: ReturnType<typeof createRemoteJWKSet>;

  constructor(private readonly settings: GatewaySettings) {}

  newHandshake(redirectUri: string): Handshake {
    return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), redirectUri };
  }

  async signInUrl({ state, nonce, verifier, redirectUri }: Handshake, { acr, maxAge }: Strength = {}): Promise<string> {
    return oidc.buildAuthorizationUrl(await this.configured(), {
      redirect_uri: redirectUri,
      scope: this.settings.oidcScope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(acr ? { acr_values: acr } : {}),
      ...(maxAge ? { max_age: String(maxAge) } : {}),
    }).href;
  }

  /**
   * Exchanges the code in the callback's address for tokens.
   * @throws Error when anything does not match the handshake
   */
  async finish(query: string, { state, nonce, verifier, redirectUri }: Handshake): Promise<Tokens> {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return tokensOf(await oidc.authorizationCodeGrant(await this.configured(), new URL(query, redirectUri), checks));
  }

  async renew(refreshToken: string): Promise<Tokens> {
    return tokensOf(await oidc.refreshTokenGrant(await this.configured(), refreshToken));
  }

  /**
   * Returns the address at which the browser ends its session at the provider; undefined when the provider has none. The address contains no ID token, because
   * addresses are kept in histories and logs. A provider that still has the session asks its user whether to end it.
   */
  async signOutUrl(returnTo: string): Promise<string | undefined> {
    const configuration = await this.configured();
    return configuration.serverMetadata().end_session_endpoint
      ? oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
      : undefined;
  }

  /** Ends the session at the provider by a server-side call: the ID token identifies the session, and is sent in the body, not in the address. */
  async signOut({ idToken, refreshToken }: { idToken?: string; refreshToken?: string }): Promise<void> {
    const configuration = await this.configured();
    const { end_session_endpoint: endSession } = configuration.serverMetadata();
    await Promise.allSettled([
      endSession &&
        idToken &&
        this.fetchIssuer(endSession, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ id_token_hint: idToken, client_id: this.settings.oidcClientId }),
        }),
      refreshToken &&
        configuration.serverMetadata().revocation_endpoint &&
        oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }),
    ]);
  }

  /**
   * Verifies a logout token of the provider (OpenID Connect Back-Channel Logout 1.0).
   * @returns whose sign-in has ended
   * @throws Error when the token is not from the provider, not for this portal, too old, or not a logout token
   */
  async verifyLogoutToken(logoutToken: string): Promise<LogoutClaims> {
    const { issuer, jwks_uri } = (await this.configured()).serverMetadata();
    this.keys ??= createRemoteJWKSet(new URL(String(jwks_uri)), { [customFetch]: (url, options) => this.fetchIssuer(url, options as RequestInit) });
    const { payload } = await jwtVerify(logoutToken, this.keys, {
      issuer,
      audience: this.settings.oidcClientId,
      // This type distinguishes logout tokens from everything else that the provider signs.
      typ: 'logout+jwt',
      algorithms: tokenAlgorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      clockTolerance: CLOCK_SECONDS,
    });
    const { sid, sub, events, nonce, jti, iat = 0 } = payload;
    // The provider signs ID tokens with the same key. They have a nonce and no logout event.
    if (nonce !== undefined || !Object.hasOwn(Object(events), 'http://schemas.openid.net/event/backchannel-logout')) {
      throw new Error('not a logout token');
    }
    const goodFor = (iat + LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS) * 1000 - Date.now();
    return { token: String(jti), goodFor, ...(typeof sid === 'string' ? { sid } : {}), ...(sub ? { sub } : {}) };
  }

  /** Checks whether the provider itself has refused, as opposed to being unreachable. */
  static refused(error: unknown): boolean {
    return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant';
  }

  private configured(): Promise<oidc.Configuration> {
    this.configuration ??= this.discover().catch((error) => {
      // The discovery is retried at the next sign-in, because the provider may start after the gateway.
      this.configuration = undefined;
      throw error;
    });
    return this.configuration;
  }

  private discover(): Promise<oidc.Configuration> {
    const { oidcIssuer, oidcClientId, oidcClientSecret, nodeEnv } = this.settings;
    const insecure = oidcIssuer.startsWith('http:') || this.settings.oidcInternalUrl?.startsWith('http:');
    return oidc.discovery(new URL(oidcIssuer), oidcClientId, undefined, oidc.ClientSecretBasic(oidcClientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: insecure && (nodeEnv !== 'production' || this.settings.oidcInternalUrl) ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: (url, options) => this.fetchIssuer(url, options as RequestInit),
    });
  }

  /** Makes a request to the provider. The gateway may have to use another address for it than browsers do. */
  private fetchIssuer(url: string, options: RequestInit): Promise<Response> {
    const { oidcIssuer, oidcInternalUrl } = this.settings;
    const address = oidcInternalUrl && url.startsWith(oidcIssuer) ? oidcInternalUrl + url.slice(oidcIssuer.length) : url;
    return fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000), ...options });
  }
}

function tokensOf(response: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): Tokens {
  return {
    accessToken: response.access_token,
    accessExpiresAt: Date.now() + (response.expiresIn() ?? 300) * 1000,
    refreshToken: response.refresh_token,
    idToken: response.id_token,
    claims: { ...response.claims(), ...claimsIn(response.access_token) },
  };
}
