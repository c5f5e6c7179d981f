import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor, isStaff } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { Encryption } from '../encryption/encryption.ts';
import { log } from '../logging.ts';
import { accountContext } from './contexts.ts';
import { type AccountProfile, StaffAccountRow } from './work.entities.ts';

/** How long an unchanged account is not saved again, in milliseconds. */
const againAfterMs = 86_400_000;
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

  /** Saves the account of an official who calls. It never fails, because the call is more important. */
  async seen(actor: Actor): Promise<void> {
    const { sub, name, userName = sub, email, roles, agencies } = actor;
    if (sub === null || !isStaff(actor)) return;
    const digest = createHash('sha256')
      .update(JSON.stringify([name, userName, email, roles, agencies]))
      .digest('base64');
    const last = this.known.get(sub);
    if (last?.digest === digest && last.until > Date.now()) return;
    if (this.known.size > 10_000) this.known.clear();
    this.known.set(sub, { digest, until: Date.now() + againAfterMs });
    const profile = this.encryption.encryptJson<AccountProfile>({ roles, agencies, email }, accountContext(sub));
    const columns = { userName: userName ?? sub, name, profile, seenAt: this.clock.now() };
    try {
      await this.db.write(
        async (tx) => {
          const { affected } = await tx.update(StaffAccountRow, { sub }, columns);
          if (!affected && !(await tx.existsBy(StaffAccountRow, { sub }))) await tx.insert(StaffAccountRow, { sub, ...columns });
        },
        { durable: false },
      );
    } catch (error) {
      // Another instance has inserted the same account.
      if (isDuplicate(error)) return;
      this.known.delete(sub);
      log().warn({ reason: (error as Error).message }, 'the account of an official was not remembered');
    }
  }

  /** Returns the accounts with this user name, or else with this name. It is one account, unless several people have the same name. */
  async named(name: string): Promise<Actor[]> {
    const byUserName = await this.db.reader.findBy(StaffAccountRow, { userName: name });
    const rows = byUserName.length ? byUserName : await this.db.reader.findBy(StaffAccountRow, { name });
    return rows.map((row) => this.actorOf(row));
  }

  /** Returns every account. There are as many accounts as officials. */
  async all(): Promise<Actor[]> {
    return (await this.db.reader.find(StaffAccountRow)).map((row) => this.actorOf(row));
  }

  /** Returns the names of all accounts, most recent callers first. */
  async names(): Promise<{ name: string; userName: string }[]> {
    const rows = await this.db.reader.find(StaffAccountRow, { select: { name: true, userName: true }, order: { seenAt: 'DESC' }, take: mostAccounts });
    return rows.map(({ name, userName }) => ({ name, userName }));
  }

  private actorOf({ sub, userName, name, profile }: StaffAccountRow): Actor {
    return { sub, userName, name, phone: '', ...this.encryption.decryptJson<AccountProfile>(profile, accountContext(sub)) };
  }
}
