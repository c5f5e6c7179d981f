import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { AUDIT_KEYS, type AuditKeys } from './audit-keys.ts';
import { macOf } from './audit-record.ts';

export interface AuditEntry {
  action: string;
  kind: string;
  documentId?: string | null;
  reference?: string | null;
  details?: object;
}

/** Append-only record of every write and of every read of personal data by staff. `AuditSequencer` puts the records into the log. */
@Injectable()
export class Audit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    @Inject(AUDIT_KEYS) private readonly keys: AuditKeys,
  ) {}

  /** Records a write in the transaction of that write. */
  async add(tx: EntityManager, call: Call, entry: AuditEntry): Promise<void> {
    await insertRow(tx, AuditRow, this.row(call, entry));
  }

  /** Records a read. The record is on disk before the response is sent. */
  async read(call: Call, entry: AuditEntry): Promise<void> {
    await this.db.write((tx) => this.add(tx, call, entry));
  }

  private row(call: Call, entry: AuditEntry): Partial<AuditRow> {
    const content = {
      id: this.ids.next(),
      at: this.clock.now(),
      userSub: call.actor.sub,
      userName: call.actor.name,
      action: entry.action,
      kind: entry.kind,
      documentId: entry.documentId ?? null,
      reference: entry.reference ?? null,
      requestId: call.requestId,
      details: entry.details ?? null,
    };
    return { ...content, mac: macOf(content, this.keys) };
  }
}
