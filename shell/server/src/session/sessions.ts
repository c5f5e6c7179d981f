import { serviceUnavailable } from '../problems.ts';
import type { GatewaySettings } from '../settings.ts';
import { SignInProvider, type Tokens } from './provider.ts';
import { digest, newSecret, Sealer } from './sealing.ts';
import type { SessionStore } from './session-store.ts';

export interface SessionUser {
  sub: string;
  name: string;
  email: string | null;
  phoneNumber: string | null;
}

interface SessionRecord {
  user: SessionUser;
  roles: string[];
  agencies: string[];
  csrfToken: string;
  createdAt: number;
  seenAt: number;
  accessToken: string;
  accessExpiresAt: number;
  refreshToken?: string;
  idToken?: string;
}

/** A session with the key it is stored under. */
export interface Session extends SessionRecord {
  key: string;
}

/** A token is renewed while it still lasts this long, so that it does not end on its way to a service. */
const RENEW_BEFORE = 30_000;
/** The time a session was last seen is written at most this often. */
const SEEN_EVERY = 60_000;

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

function identityOf({ claims, ...tokens }: Tokens): Omit<SessionRecord, 'csrfToken' | 'createdAt' | 'seenAt'> {
  const user = { sub: String(claims.sub), name: text(claims.name) ?? String(claims.sub), email: text(claims.email), phoneNumber: text(claims.phone_number) };
  return { user, roles: texts(claims.roles), agencies: texts(claims.agencies), ...tokens };
}

/** Sessions of people who signed in. The browser holds a random id; here only its digest is known. */
export class Sessions {
  private readonly sealer: Sealer;
  private readonly idle: number;
  private readonly longest: number;
  private readonly renewals = new Map<string, Promise<Session | undefined>>();

  constructor(
    private readonly store: SessionStore,
    private readonly provider: SignInProvider,
    settings: Pick<GatewaySettings, 'sessionSecret' | 'sessionIdleMinutes' | 'sessionMaxHours'>,
    private readonly now: () => number = Date.now,
  ) {
    this.sealer = new Sealer(settings.sessionSecret);
    this.idle = settings.sessionIdleMinutes * 60_000;
    this.longest = settings.sessionMaxHours * 3_600_000;
  }

  /** Begins a session under an id that nobody has seen before; gives the id for the cookie. */
  async begin(tokens: Tokens): Promise<string> {
    const id = newSecret();
    const now = this.now();
    await this.write({ ...identityOf(tokens), key: digest(id), csrfToken: newSecret(), createdAt: now, seenAt: now });
    return id;
  }

  async find(id: string): Promise<Session | undefined> {
    const session = await this.read(digest(id));
    if (!session) {
      return undefined;
    }
    const now = this.now();
    if (now - session.seenAt > this.idle || now - session.createdAt > this.longest) {
      await this.store.delete(session.key);
      return undefined;
    }
    if (now - session.seenAt > SEEN_EVERY) {
      session.seenAt = now;
      await this.write(session);
    }
    return session;
  }

  /**
   * The session with a bearer token that is good for the next call; undefined when the provider has ended it.
   * @throws ProblemError 503 when the token has run out and the provider is out of reach
   */
  async withFreshToken(session: Session): Promise<Session | undefined> {
    if (session.accessExpiresAt - RENEW_BEFORE > this.now()) {
      return session;
    }
    // Ten calls of one page renew once.
    const running = this.renewals.get(session.key) ?? this.renew(session).finally(() => this.renewals.delete(session.key));
    this.renewals.set(session.key, running);
    return running;
  }

  async end(session: Session): Promise<void> {
    await this.store.delete(session.key);
  }

  /** Ends every session of that person. */
  async endEverywhere(session: Session): Promise<void> {
    await this.store.deleteOwned(digest(session.user.sub));
    await this.end(session);
  }

  private async renew(session: Session): Promise<Session | undefined> {
    try {
      if (!session.refreshToken) {
        return this.keepOrEnd(session);
      }
      const tokens = await this.provider.renew(session.refreshToken);
      const renewed: Session = {
        ...session,
        ...identityOf({
          ...tokens,
          refreshToken: tokens.refreshToken ?? session.refreshToken,
          idToken: tokens.idToken ?? session.idToken,
          claims: { ...session.user, ...tokens.claims },
        }),
      };
      if (renewed.user.sub !== session.user.sub || !(await this.store.get(session.key))) {
        await this.end(session);
        return undefined;
      }
      await this.write(renewed);
      return renewed;
    } catch (error) {
      // Another instance may have renewed in the same moment and used up the refresh token.
      const stored = await this.read(session.key);
      if (stored && stored.accessToken !== session.accessToken) {
        return stored;
      }
      if (SignInProvider.refused(error)) {
        await this.end(session);
        return undefined;
      }
      return this.keepOrEnd(session, true);
    }
  }

  /** A token that still lasts is used to its end. */
  private async keepOrEnd(session: Session, outOfReach = false): Promise<Session | undefined> {
    if (session.accessExpiresAt > this.now()) {
      return session;
    }
    if (outOfReach) {
      throw serviceUnavailable(5);
    }
    await this.end(session);
    return undefined;
  }

  private async read(key: string): Promise<Session | undefined> {
    const sealed = await this.store.get(key);
    const record = sealed ? this.sealer.open<SessionRecord>(sealed) : undefined;
    return record && { ...record, key };
  }

  private async write({ key, ...record }: Session): Promise<void> {
    const left = Math.min(this.idle, record.createdAt + this.longest - this.now());
    await this.store.set(key, this.sealer.seal(record), left, digest(record.user.sub));
  }
}
