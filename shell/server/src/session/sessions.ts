import { dateTime } from '@portal/service-kit';
import { serviceUnavailable } from '../problems.ts';
import type { GatewaySettings } from '../settings.ts';
import { digest, newSecret, SessionCipher } from './encryption.ts';
import { claimsIn, SignInProvider, type Tokens } from './provider.ts';
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
  /** Id of the browser it began in, to which area tokens are bound; a client that is no browser has none. */
  page?: string;
  /** The browser and system that it began with, as they called themselves. */
  device?: string;
}

/** A session as its person sees it. */
export interface OwnSession {
  id: string;
  /** Whether it is the one that asks. */
  here: boolean;
  device: string | null;
  /** In UTC: of the sign-in, and of the last call, to about a minute. */
  signedInAt: string;
  seenAt: string;
}

/** A session with its storage key, which is never sent to anybody. */
export interface Session extends SessionRecord {
  key: string;
  /** The encrypted record as it was read: it is only replaced where it is still the same (compare and set). */
  stored: string;
  /** The new id for the browser, where the one it sent is old. */
  nextId?: string;
}

/** Stored under the digest of an id: its session, and since when. Ids rotate; the session stays. */
interface Handle {
  session: string;
  since: number;
  /** When the id was first replaced; `since` is then the time of the last replacement. */
  replacedAt?: number;
}

/** A token is renewed when less than this is left, so that it does not expire on its way to a service. */
const RENEW_BEFORE = 30_000;
/** The time of last activity is written at most this often. */
const SEEN_EVERY = 60_000;
/** The old id stays valid for this long: other calls of the same page, and calls after a lost response, may still send it. */
const OLD_ID_LASTS = 60_000;
/** A browser that still sends the old id after this did not receive the new one, and gets another. */
const TRY_AGAIN = 5_000;

const idKey = (id: string): string => `id:${digest(id)}`;
/** Mark of a revoked access token; the next one revokes all tokens that a person got before a time. */
const revokedKey = (token: string): string => `revoked:${digest(token)}`;
const revokedBeforeKey = (sub: string): string => `revoked-before:${digest(sub)}`;
/** The longest lifetime of an access token. */
const LONGEST_TOKEN = 24 * 3_600_000;
const CLOCKS_DIFFER = 120_000;

/** Key that maps the provider's session id to the portal's session. */
const providerKey = (sid: string): string => `sid:${digest(sid)}`;

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/** Who signed in, and their tokens. */
export function identityOf({ claims, ...tokens }: Tokens): Omit<SessionRecord, 'csrfToken' | 'createdAt' | 'seenAt' | 'page' | 'device'> {
  const user = { sub: String(claims.sub), name: text(claims.name) ?? String(claims.sub), email: text(claims.email), phoneNumber: text(claims.phone_number) };
  return { user, roles: texts(claims.roles), agencies: texts(claims.agencies), ...tokens };
}

/** Sessions of signed-in users. The browser holds a random id that rotates every quarter of an hour; the store has only its digest. */
export class Sessions {
  private readonly cipher: SessionCipher;
  private readonly idle: number;
  private readonly longest: number;
  private readonly rotation: number;
  /** Called when a session has ended by itself, by its user or by the provider: with the digest of its key, or of the person whose sessions have all ended. */
  onEnd: (ended: { session: string } | { person: string }) => void = () => undefined;
  private readonly renewals = new Map<string, Promise<Session | undefined>>();

  constructor(
    private readonly store: SessionStore,
    private readonly provider: SignInProvider,
    settings: Pick<GatewaySettings, 'sessionSecret' | 'sessionIdleMinutes' | 'sessionMaxHours' | 'sessionRotateMinutes'>,
    private readonly now: () => number = Date.now,
    /** Called when an id is used that was replaced long ago: somebody else has it. */
    private readonly stolen: (session: Session) => void = () => undefined,
  ) {
    this.cipher = new SessionCipher(settings.sessionSecret);
    this.idle = settings.sessionIdleMinutes * 60_000;
    this.longest = settings.sessionMaxHours * 3_600_000;
    this.rotation = settings.sessionRotateMinutes * 60_000;
  }

  /** Starts a session under a new id. @returns the id for the cookie */
  async begin(tokens: Tokens, { page, device }: Pick<SessionRecord, 'page' | 'device'> = {}): Promise<string> {
    const now = this.now();
    const session: Session = { ...identityOf(tokens), page, device, key: newSecret(), stored: '', csrfToken: newSecret(), createdAt: now, seenAt: now };
    session.stored = this.encrypted(session);
    await this.store.set(session.key, session.stored, this.left(session), digest(session.user.sub));
    if (typeof tokens.claims.sid === 'string') {
      await this.store.set(providerKey(tokens.claims.sid), this.cipher.encrypt(session.key), this.longest);
    }
    return this.newId(session);
  }

  /**
   * The session of an id; after a certain age the id is replaced by a new one.
   * @param renew false to read it without counting it as activity
   */
  async find(id: string, renew = true): Promise<Session | undefined> {
    const handle = await this.open<Handle>(idKey(id));
    const session = handle?.session ? await this.read(handle.session) : undefined;
    if (!handle || !session) {
      return undefined;
    }
    const now = this.now();
    if (now - session.seenAt > this.idle || now - session.createdAt > this.longest) {
      await this.end(session);
      return undefined;
    }
    if ((handle.replacedAt ?? now) + OLD_ID_LASTS < now) {
      // The browser has a newer id. Nobody can tell which of the two callers is the thief, so both must sign in again.
      await this.end(session);
      this.stolen(session);
      return undefined;
    }
    if (!renew) {
      return session;
    }
    if (now - session.seenAt > SEEN_EVERY) {
      session.seenAt = now;
      // If this fails, another call has recorded activity or ended the session.
      await this.replace(session);
      if (!handle.replacedAt) {
        await this.store.set(idKey(id), this.cipher.encrypt(handle), this.left(session));
      }
    }
    if (now - handle.since > (handle.replacedAt ? TRY_AGAIN : this.rotation)) {
      const old: Handle = { ...handle, since: now, replacedAt: handle.replacedAt ?? now };
      session.nextId = await this.newId(session);
      // Kept as long as the session may last, to recognise the id when it is used again.
      await this.store.set(idKey(id), this.cipher.encrypt(old), session.createdAt + this.longest - now);
    }
    return session;
  }

  /** A session as it is now, without counting as activity; undefined when it has ended. For connections that stay open. */
  async latest({ key }: Pick<Session, 'key'>): Promise<Session | undefined> {
    const session = await this.read(key);
    if (!session) return undefined;
    const now = this.now();
    if (now - session.seenAt <= this.idle && now - session.createdAt <= this.longest) return session;
    await this.end(session);
    return undefined;
  }

  /**
   * The session with a bearer token that is valid for the next call; undefined when the provider has ended it.
   * @throws ProblemError 503 when the token has expired and the provider is unreachable
   */
  async withFreshToken(session: Session): Promise<Session | undefined> {
    if (session.accessExpiresAt - RENEW_BEFORE > this.now()) {
      return session;
    }
    // Concurrent calls of one page share a renewal.
    const running = this.renewals.get(session.key) ?? this.renew(session).finally(() => this.renewals.delete(session.key));
    this.renewals.set(session.key, running);
    return running;
  }

  /** Ends a session and revokes its access tokens. */
  async end(session: Session): Promise<void> {
    const latest = await this.read(session.key);
    await this.store.delete(session.key);
    this.onEnd({ session: digest(session.key) });
    await this.revoke(session);
    if (latest && latest.accessToken !== session.accessToken) {
      await this.revoke(latest);
    }
  }

  /** The sessions of the person, the latest first. */
  async ofPerson({ key, user }: Session): Promise<OwnSession[]> {
    const sessions = await this.owned(user.sub);
    return sessions
      .sort((one, other) => other.seenAt - one.seenAt)
      .map((each) => ({
        id: digest(each.key),
        here: each.key === key,
        device: each.device ?? null,
        signedInAt: dateTime(new Date(each.createdAt)),
        seenAt: dateTime(new Date(each.seenAt)),
      }));
  }

  /** Ends one session of the person, wherever it is. @returns false where there is none of this id */
  async endOne({ user }: Session, id: string): Promise<boolean> {
    const found = (await this.owned(user.sub)).find(({ key }) => digest(key) === id);
    await (found && this.end(found));
    return found !== undefined;
  }

  /** Ends every session of that person, and revokes all access tokens issued to the person until now. */
  async endEverywhere(session: Session): Promise<void> {
    await this.endAll(session.user.sub);
    await this.end(session);
  }

  /** Whether an access token sent by a caller belongs to an ended session. The services check everything else about it. */
  async isRevoked(accessToken: string): Promise<boolean> {
    if ((await this.store.get(revokedKey(accessToken))) !== undefined) {
      return true;
    }
    const { sub, iat } = claimsIn(accessToken);
    const before = typeof sub === 'string' ? await this.store.get(revokedBeforeKey(sub)) : undefined;
    return before !== undefined && !(typeof iat === 'number' && iat * 1000 > Number(before));
  }

  /** Ends the sessions that the provider has ended: one sign-in by its `sid`, or all of a person. */
  async endAtProvidersWord({ sid, sub }: { sid?: string; sub?: string }): Promise<void> {
    if (sid) {
      const key = await this.open<string>(providerKey(sid));
      const session = key && (await this.read(key));
      await (session && this.end(session));
    } else if (sub) {
      await this.endAll(sub);
    }
  }

  private async owned(sub: string): Promise<Session[]> {
    const keys = await this.store.owned(digest(sub));
    const sessions = await Promise.all(keys.map((key) => this.latest({ key })));
    return sessions.filter((session) => session !== undefined);
  }

  private async endAll(sub: string): Promise<void> {
    await this.store.set(revokedBeforeKey(sub), String(this.now()), LONGEST_TOKEN);
    await this.store.deleteOwned(digest(sub));
    this.onEnd({ person: digest(sub) });
  }

  private async revoke({ accessToken, accessExpiresAt }: Pick<Session, 'accessToken' | 'accessExpiresAt'>): Promise<void> {
    // Services tolerate clocks that differ by two minutes.
    const left = accessExpiresAt + CLOCKS_DIFFER - this.now();
    if (left > 0) {
      await this.store.set(revokedKey(accessToken), '1', left);
    }
  }

  private async newId(session: Session): Promise<string> {
    const id = newSecret();
    await this.store.set(idKey(id), this.cipher.encrypt({ session: session.key, since: this.now() } satisfies Handle), this.left(session));
    return id;
  }

  private async renew(session: Session): Promise<Session | undefined> {
    try {
      // Read again: an earlier call may have renewed it, and a refresh token can be used only once.
      let stored = await this.read(session.key);
      if (stored?.accessToken !== session.accessToken) {
        return stored;
      }
      if (!stored.refreshToken) {
        return this.keepOrEnd(stored);
      }
      const tokens = await this.provider.renew(stored.refreshToken);
      for (; stored?.accessToken === session.accessToken; stored = await this.read(session.key)) {
        const { refreshToken = stored.refreshToken, idToken = stored.idToken } = tokens;
        const renewed: Session = { ...stored, ...identityOf({ ...tokens, refreshToken, idToken, claims: { ...stored.user, ...tokens.claims } }) };
        if (renewed.user.sub !== session.user.sub) {
          await this.end(session);
          return undefined;
        }
        if (await this.replace(renewed)) {
          await this.revoke(session);
          return renewed;
        }
      }
      return stored;
    } catch (error) {
      // Another instance may have renewed at the same moment and used the refresh token.
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

  /** A token that is still valid is used until it expires. */
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

  private async open<T>(key: string): Promise<T | undefined> {
    const encrypted = await this.store.get(key);
    return encrypted ? this.cipher.decrypt<T>(encrypted) : undefined;
  }

  private async read(key: string): Promise<Session | undefined> {
    const stored = await this.store.get(key);
    const record = stored && this.cipher.decrypt<SessionRecord>(stored);
    return record ? { ...record, key, stored } : undefined;
  }

  /** How long it lasts without another call. */
  private left({ createdAt }: Session): number {
    return Math.min(this.idle, createdAt + this.longest - this.now());
  }

  private encrypted({ key: _, stored: __, nextId: ___, ...record }: Session): string {
    return this.cipher.encrypt(record);
  }

  /** Replaces the record that a session was read from. @returns false where it was ended, or changed by another call */
  private async replace(session: Session): Promise<boolean> {
    const before = session.stored;
    session.stored = this.encrypted(session);
    return this.store.swap(session.key, before, session.stored, this.left(session), digest(session.user.sub));
  }
}
