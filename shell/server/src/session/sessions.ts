import { setTimeout as sleep } from 'node:timers/promises';
import { dateTime } from '@portal/service-kit';
import { serviceUnavailable } from '../problems.ts';
import type { GatewaySettings } from '../settings.ts';
import { digest, newSecret, SessionCipher } from './encryption.ts';
import { claimsIn, SignInProvider, type Tokens } from './provider.ts';
import type { SessionStore } from './session-store.ts';
import { isStrongEnough, staffStrengths } from './strength.ts';

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
  /** Id of the browser in which the session began. Area tokens are bound to it. A client that is not a browser has none. */
  page?: string;
  /** The browser and the operating system with which the session began, according to the user agent. */
  device?: string;
}

/** A session as it is shown to its own user. */
export interface OwnSession {
  id: string;
  /** Whether this is the session that makes the request. */
  here: boolean;
  device: string | null;
  /** Time of the sign-in, in UTC. `seenAt` is the time of the last call, accurate to about a minute. */
  signedInAt: string;
  seenAt: string;
}

/** A session with its storage key, which is never sent to anybody. */
export interface Session extends SessionRecord {
  key: string;
  /** The encrypted record as it was read. The record is replaced only if it has not changed since (compare and set). */
  stored: string;
  /** The new id for the browser, when the one that it sent must be replaced. */
  nextId?: string;
}

/** The record stored under the digest of a session id: the session, and the time since when the id exists. Ids rotate, while the session stays. */
interface Handle {
  session: string;
  since: number;
  /** The time when the id was first replaced. When it is set, `since` is the time of the latest replacement. */
  replacedAt?: number;
}

/** An access token is renewed when it expires within this many milliseconds, so that it does not expire on its way to a service. */
const RENEW_BEFORE = 30_000;
/** Minimum milliseconds between two updates of the time of last activity. */
const SEEN_EVERY = 60_000;
/** Milliseconds for which a replaced id stays valid. Other calls of the same page, and calls after a lost response, may still send it. */
const OLD_ID_LASTS = 60_000;
/** A browser that still sends the old id after this many milliseconds did not receive the new one, and gets another. */
const TRY_AGAIN = 5_000;

/** Milliseconds for which an instance that asks the provider for a new token keeps the others from asking. */
const RENEWAL_LASTS = 15_000;
/** Maximum milliseconds for which an instance waits for the renewal of another one, and the milliseconds between two checks. */
const RENEWAL_WAIT = 10_000;
const RENEWAL_STEP = 200;

const idKey = (id: string): string => `id:${digest(id)}`;
/** Key of the mark of a running renewal of an access token. */
const renewingKey = (token: string): string => `renewing:${digest(token)}`;
/** Key of the mark of a revoked access token. `revokedBeforeKey` revokes all tokens that were issued to a person before a certain time. */
const revokedKey = (token: string): string => `revoked:${digest(token)}`;
const revokedBeforeKey = (sub: string): string => `revoked-before:${digest(sub)}`;
/** Maximum lifetime of an access token, in milliseconds. */
const LONGEST_TOKEN = 24 * 3_600_000;
const CLOCKS_DIFFER = 120_000;

/** Key that maps the provider's session id to the portal's session. */
const providerKey = (sid: string): string => `sid:${digest(sid)}`;

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/** Extracts who signed in, and their tokens. */
export function identityOf({ claims, ...tokens }: Tokens): Omit<SessionRecord, 'csrfToken' | 'createdAt' | 'seenAt' | 'page' | 'device'> {
  const user = { sub: String(claims.sub), name: text(claims.name) ?? String(claims.sub), email: text(claims.email), phoneNumber: text(claims.phone_number) };
  return { user, roles: texts(claims.roles), agencies: texts(claims.agencies), ...tokens };
}

/**
 * Manages the sessions of signed-in users. The browser holds a random id, which rotates every `sessionRotateMinutes`. The store has only the digest of the id.
 */
export class Sessions {
  private readonly cipher: SessionCipher;
  private readonly idle: number;
  private readonly longest: number;
  private readonly rotation: number;
  private readonly strengths: readonly string[];
  /**
   * Called when a session has ended, whether it expired or was ended by its user or the provider. The argument is the digest of the session's key, or the
   * digest of the person when all sessions of a person have ended.
   */
  onEnd: (ended: { session: string } | { person: string }) => void = () => undefined;
  private readonly renewals = new Map<string, Promise<Session | undefined>>();

  constructor(
    private readonly store: SessionStore,
    private readonly provider: SignInProvider,
    settings: Pick<GatewaySettings, 'sessionSecret' | 'sessionIdleMinutes' | 'sessionMaxHours' | 'sessionRotateMinutes' | 'oidcStaffAcr'>,
    private readonly now: () => number = Date.now,
    /** Called when somebody uses an id that was replaced long ago. This means that the id was stolen. */
    private readonly stolen: (session: Session) => void = () => undefined,
  ) {
    this.cipher = new SessionCipher(settings.sessionSecret);
    this.idle = settings.sessionIdleMinutes * 60_000;
    this.longest = settings.sessionMaxHours * 3_600_000;
    this.rotation = settings.sessionRotateMinutes * 60_000;
    this.strengths = staffStrengths(settings);
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
   * Finds the session of an id. When the id has reached a certain age, it is replaced by a new one.
   * @param renew false to read the session without counting it as activity
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
      // The browser has received a newer id. It is impossible to tell which of the two callers is the thief, so both must sign in again.
      await this.end(session);
      this.stolen(session);
      return undefined;
    }
    if (renew && now - session.seenAt > SEEN_EVERY) {
      session.seenAt = now;
      // This may fail because another call has recorded the activity or ended the session. Both are fine.
      await this.replace(session);
      if (!handle.replacedAt) {
        await this.store.set(idKey(id), this.cipher.encrypt(handle), this.left(session));
      }
    }
    // A call that is no activity also gets an id that was lost: it may be the only one before the old id ends the session.
    if (handle.replacedAt ? now - handle.since > TRY_AGAIN : renew && now - handle.since > this.rotation) {
      const old: Handle = { ...handle, since: now, replacedAt: handle.replacedAt ?? now };
      session.nextId = await this.newId(session);
      // The old id is kept as long as the session may last, so that a later use of it is recognised.
      await this.store.set(idKey(id), this.cipher.encrypt(old), session.createdAt + this.longest - now);
    }
    return session;
  }

  /** Reads the current state of a session without counting it as activity, for connections that stay open. Returns undefined when the session has ended. */
  async latest({ key }: Pick<Session, 'key'>): Promise<Session | undefined> {
    const session = await this.read(key);
    if (!session) return undefined;
    const now = this.now();
    if (now - session.seenAt <= this.idle && now - session.createdAt <= this.longest) return session;
    await this.end(session);
    return undefined;
  }

  /**
   * Returns the session with an access token that is valid for the next call; undefined when the provider has ended the session.
   * @throws ProblemError 503 when the token has expired and the provider is unreachable
   */
  async withFreshToken(session: Session): Promise<Session | undefined> {
    if (session.accessExpiresAt - RENEW_BEFORE > this.now()) {
      return session;
    }
    // Concurrent calls with the same session share one renewal.
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

  /** Lists the sessions of the person, the most recently used first. */
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

  /**
   * Ends one session of the person, on whatever device it is.
   * @returns the ended session; undefined when the person has no session with this id
   */
  async endOne({ user }: Session, id: string): Promise<Session | undefined> {
    const found = (await this.owned(user.sub)).find(({ key }) => digest(key) === id);
    await (found && this.end(found));
    return found;
  }

  /**
   * Ends every session of that person, and revokes all access tokens issued to the person until now.
   * @returns the ended sessions
   */
  async endEverywhere(session: Session): Promise<Session[]> {
    const others = (await this.owned(session.user.sub)).filter(({ key }) => key !== session.key);
    await this.endAll(session.user.sub);
    await this.end(session);
    return [session, ...others];
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

  /** Ends the sessions that the provider has ended: the session of one sign-in by its `sid`, or all sessions of a person. */
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
    // The services tolerate clock differences of two minutes, so the token must be refused for that much longer.
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

  /**
   * Renews the access token of a session. A refresh token can be used only once, so only one instance asks the provider, and the others wait for its result.
   */
  private async renew(session: Session): Promise<Session | undefined> {
    const mark = renewingKey(session.accessToken);
    for (let waited = 0; waited <= RENEWAL_WAIT; waited += RENEWAL_STEP) {
      const isClaimed = await this.store.claim(mark, RENEWAL_LASTS);
      // The session is read after the claim, because an earlier call may have renewed the token.
      const stored = await this.read(session.key);
      if (stored?.accessToken !== session.accessToken) {
        return stored;
      }
      if (!stored.refreshToken) {
        return this.keepOrEnd(stored);
      }
      if (isClaimed) {
        return this.renewAtProvider(session, stored, stored.refreshToken);
      }
      await sleep(RENEWAL_STEP);
    }
    return this.keepOrEnd(session, true);
  }

  private async renewAtProvider(session: Session, before: Session, usedToken: string): Promise<Session | undefined> {
    try {
      let stored: Session | undefined = before;
      const tokens = await this.provider.renew(usedToken);
      for (; stored?.accessToken === session.accessToken; stored = await this.read(session.key)) {
        const { refreshToken = stored.refreshToken, idToken = stored.idToken } = tokens;
        const renewed: Session = { ...stored, ...identityOf({ ...tokens, refreshToken, idToken, claims: { ...stored.user, ...tokens.claims } }) };
        // A session of somebody who was not staff may have begun with a sign-in that is too weak for staff.
        const isTooWeak = !stored.roles.length && !isStrongEnough(renewed.roles, tokens.claims.acr, this.strengths);
        if (renewed.user.sub !== session.user.sub || isTooWeak) {
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
      // If the renewal took longer than its mark lasts, another instance may have used up the refresh token.
      const stored = await this.read(session.key);
      if (stored && stored.accessToken !== session.accessToken) {
        return stored;
      }
      if (SignInProvider.refused(error)) {
        await this.end(session);
        return undefined;
      }
      await this.store.delete(renewingKey(session.accessToken));
      return this.keepOrEnd(session, true);
    }
  }

  /**
   * Keeps a session whose token could not be renewed until the token expires, then ends it.
   * @param outOfReach true when the provider could not be reached: then the session is kept and the call is refused with 503
   */
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

  /** Returns the milliseconds that the session lasts without another call. */
  private left({ createdAt }: Session): number {
    return Math.min(this.idle, createdAt + this.longest - this.now());
  }

  private encrypted({ key: _, stored: __, nextId: ___, ...record }: Session): string {
    return this.cipher.encrypt(record);
  }

  /**
   * Replaces the stored record of a session, unless it has changed since it was read.
   * @returns false when another call has changed or ended the session
   */
  private async replace(session: Session): Promise<boolean> {
    const before = session.stored;
    session.stored = this.encrypted(session);
    return this.store.swap(session.key, before, session.stored, this.left(session), digest(session.user.sub));
  }
}
