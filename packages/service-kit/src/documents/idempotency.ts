import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { IdempotencyRow } from '../database/kit.entities.ts';
import { conflict, ProblemError } from '../http/problems.ts';
import { type SealedJson, Sealer } from '../sealing/sealer.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a stored answer belongs to. */
export const answerContext = (id: string): string => `answer ${id}`;

export interface Answer<T> {
  status: number;
  body: T;
}

/** One key, one effect: the first answer is stored in the transaction of the write and given again to every repeat. */
@Injectable()
export class Idempotency {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Sealer) private readonly sealer: Sealer,
  ) {}

  /**
   * Gives the first answer of a repeated call, otherwise does the work.
   * @param work receives `remember`, to be called first in its transaction with the answer it is going to give
   * @throws 409 IDEMPOTENCY_CONFLICT when the key came with another body before
   */
  async once<T extends object>(
    call: Call,
    body: unknown,
    work: (remember: (tx: EntityManager, answer: Answer<T>) => Promise<void>) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    if (!call.idempotencyKey) return work(async () => undefined);
    const id = sha(`${call.actor.sub ?? 'public'} ${call.idempotencyKey}`);
    const fingerprint = sha(`${call.method} ${call.path.replace(/\/$/, '')} ${JSON.stringify(body)}`);
    const before = await this.find<T>(id, fingerprint);
    if (before) return before;
    try {
      return await work(async (tx, answer) => {
        await insertRow(tx, IdempotencyRow, {
          id,
          fingerprint,
          status: answer.status,
          answer: this.sealer.sealJson(answer.body, answerContext(id)),
          at: this.clock.now(),
        });
      });
    } catch (error) {
      // The same call was under way, and this one may have been refused for what that one has done: its answer is the first one.
      const first = isDuplicate(error) || error instanceof ProblemError ? await this.find<T>(id, fingerprint) : null;
      if (first) return first;
      throw error;
    }
  }

  private async find<T>(id: string, fingerprint: string): Promise<Answer<T> | null> {
    const row = await this.db.findById(IdempotencyRow, id);
    if (!row) return null;
    if (row.fingerprint !== fingerprint) throw conflict('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another request');
    return { status: row.status, body: this.sealer.openJson<T>(row.answer as T | SealedJson, answerContext(id)) };
  }
}
