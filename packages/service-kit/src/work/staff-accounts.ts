import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { dayMs } from '@portal/contract-kit';
import { type EntityManager, type FindOptionsWhere, In, MoreThanOrEqual } from 'typeorm';
import { type Actor, isStaff } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { Encryption } from '../encryption/encryption.ts';
import { log } from '../logging.ts';
import { accountContext } from './contexts.ts';
import { type AccountProfile, StaffAccountRow } from './work.entities.ts';

/** How long an unchanged account is not saved again, in milliseconds. */
const againAfterMs = dayMs;
/** How long after the last call an account still counts as that of a present official, in milliseconds. */
const goneAfterMs = 90 * dayMs;
/** Maximum number of accounts in one list. */
const mostAccounts = 2_000;

/**
 * The accounts of the officials who have called this service. An OpenID provider has no list of accounts that a service could ask for, so the service saves the
 * account of each caller. Supervisors can assign documents to these accounts, and notes can mention them.
 */
@Injectable()
export class StaffAccounts {
  private readonly known = new Map<string, { digest: string; until: number }>();

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Saves the account of an official who calls, and removes the roles from the stored account of a caller who has none any more. It never fails, because the
   * call is more important.
   */
  async seen(actor: Actor): Promise<void> {
    const { sub, name, userName = sub, email, roles, agencies } = actor;
    if (sub === null) return;
    const digest = createHash('sha256')
      .update(JSON.stringify([name, userName, email, roles, agencies]))
      .digest('base64');
    const now = this.clock.now();
    const last = this.known.get(sub);
    if (last?.digest === digest && last.until > now.getTime()) return;
    if (this.known.size > 10_000) this.known.clear();
    this.known.set(sub, { digest, until: now.getTime() + againAfterMs });
    try {
      if (isStaff(actor)) await this.save(sub, { userName: userName ?? sub, name, profile: this.profileOf(sub, { roles, agencies, email }), seenAt: now });
      else await this.removeRoles(sub, now);
    } catch (error) {
      // Another instance has inserted the same account.
      if (isDuplicate(error)) return;
      this.known.delete(sub);
      log().warn({ reason: (error as Error).message }, 'the account of an official was not remembered');
    }
  }

  private async save(sub: string, columns: Omit<StaffAccountRow, 'sub'>): Promise<void> {
    await this.db.write(
      async (tx) => {
        const { affected } = await tx.update(StaffAccountRow, { sub }, columns);
        if (!affected && !(await tx.existsBy(StaffAccountRow, { sub }))) await tx.insert(StaffAccountRow, { sub, ...columns });
      },
      { durable: false },
    );
  }

  /** Removes roles and agencies from a stored account. The row remains, because statistics and the history name the official. */
  private async removeRoles(sub: string, now: Date): Promise<void> {
    const row = await this.db.reader.findOneBy(StaffAccountRow, { sub });
    if (!row) return;
    const { roles, email } = this.actorOf(row);
    if (roles.length === 0) return;
    const columns = { profile: this.profileOf(sub, { roles: [], agencies: [], email }), seenAt: now };
    await this.db.write((tx) => tx.update(StaffAccountRow, { sub }, columns), { durable: false });
  }

  /** Returns the accounts with this user name, or else with this name. It is one account, unless several people have the same name. */
  async named(name: string): Promise<Actor[]> {
    const byUserName = await this.current({ userName: name });
    if (byUserName.length) return byUserName;
    return this.currentAmong({ name });
  }

  /** Returns those of these accounts that are of present officials. */
  withIds(subs: readonly string[], reader: EntityManager = this.db.reader): Promise<Actor[]> {
    return this.currentAmong({ sub: In([...subs]) }, reader);
  }

  private async currentAmong(where: FindOptionsWhere<StaffAccountRow>, reader = this.db.reader): Promise<Actor[]> {
    const rows = await reader.find(StaffAccountRow, { where, select: { sub: true, userName: true } });
    if (rows.length === 0) return [];
    const subs = new Set<string | null>(rows.map(({ sub }) => sub));
    // A newer account with the same user name may have another name.
    return (await this.current({ userName: In(rows.map(({ userName }) => userName)) }, reader)).filter(({ sub }) => subs.has(sub));
  }

  /** Returns every account of the present officials, most recent callers first. There are as many accounts as officials. */
  all(): Promise<Actor[]> {
    return this.current();
  }

  /** Returns the names of the present officials, most recent callers first. */
  async names(): Promise<{ name: string; userName: string }[]> {
    return (await this.current()).slice(0, mostAccounts).map(({ sub, name, userName }) => ({ name, userName: userName ?? String(sub) }));
  }

  /**
   * Returns the accounts of officials who have roles and have called lately, most recent callers first. Of several accounts with one user name only the newest
   * counts: an account that was made again has another id.
   */
  private async current(where: FindOptionsWhere<StaffAccountRow> = {}, reader = this.db.reader): Promise<Actor[]> {
    const since = new Date(this.clock.now().getTime() - goneAfterMs);
    const rows = await reader.find(StaffAccountRow, { where: { ...where, seenAt: MoreThanOrEqual(since) }, order: { seenAt: 'DESC', sub: 'DESC' } });
    const userNames = new Set<string>();
    const newest = rows.filter(({ userName }) => !userNames.has(userName) && userNames.add(userName));
    return newest.map((row) => this.actorOf(row)).filter(isStaff);
  }

  private profileOf(sub: string, profile: AccountProfile): StaffAccountRow['profile'] {
    return this.encryption.encryptJson<AccountProfile>(profile, accountContext(sub));
  }

  private actorOf({ sub, userName, name, profile }: StaffAccountRow): Actor {
    return { sub, userName, name, phone: '', ...this.encryption.decryptJson<AccountProfile>(profile, accountContext(sub)) };
  }
}
