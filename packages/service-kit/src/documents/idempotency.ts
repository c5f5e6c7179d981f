import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { Clock } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { IdempotencyRow } from '../database/kit.entities.ts';
import { type EncryptedJson, Encryption } from '../encryption/encryption.ts';
import { conflict, ProblemError } from '../http/problems.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a stored answer belongs to. */
export const answerContext = (id: string): string => `answer ${id}`;

export interface Answer<T> {
  status: number;
  body: T;
}

/** What a write has made. The answer to a repeated call is made from its version again; storing the answer would double every document. */
export interface Made {
  status: number;
  documentId: string;
  version: number;
  /** The versions of documents that a write of several has made, by id. */
  parts?: [id: string, version: number][];
  /** The body of the answer, where what was made has no versions to make it from again. */
  answer?: object;
}

/** Idempotency keys: the first call stores what it made, in the transaction of its write. Every repeat is answered from that. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Answers a repeated call as the first one was answered, otherwise does the work.
   * @param work receives `remember`, to be called first in its transaction with what it is going to make
   * @param again makes the answer to a repeat
   * @throws 409 IDEMPOTENCY_CONFLICT when the key came with another body before
   */
  async once<T extends object>(
    call: Call,
    body: unknown,
    work: (remember: (tx: EntityManager, made: Made) => Promise<void>) => Promise<Answer<T>>,
    again: (made: Made) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    if (!call.idempotencyKey) return work(async () => undefined);
    const id = sha(`${call.actor.sub ?? 'public'} ${call.idempotencyKey}`);
    const fingerprint = sha(`${call.method} ${call.path.replace(/\/$/, '')} ${JSON.stringify(body)}`);
    const before = await this.find<T>(id, fingerprint, again);
    if (before) return before;
    try {
      return await work(async (tx, made) => {
        const { status, ...document } = made;
        await insertRow(tx, IdempotencyRow, {
          id,
          fingerprint,
          status,
          answer: this.encryption.encryptJson(document, answerContext(id)),
          at: this.clock.now(),
        });
      });
    } catch (error) {
      // The same call may have run at the same time and caused this failure: then its answer is the answer to this one too.
      const first = isDuplicate(error) || error instanceof ProblemError ? await this.find<T>(id, fingerprint, again) : null;
      if (first) return first;
      throw error;
    }
  }

  /**
   * Takes the key of a call that does several things, each with a key of its own.
   * @throws 409 IDEMPOTENCY_CONFLICT when the key came with another body before
   */
  async claimKey(call: Call, body: unknown): Promise<void> {
    const made = { status: 200, documentId: '', version: 0 };
    await this.once(
      call,
      body,
      async (remember) => {
        await this.db.write((tx) => remember(tx, made));
        return { status: 200, body: {} };
      },
      async () => ({ status: 200, body: {} }),
    );
  }

  private async find<T>(id: string, fingerprint: string, again: (made: Made) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    const row = await this.db.findById(IdempotencyRow, id);
    if (!row) return null;
    if (row.fingerprint !== fingerprint)
      throw conflict('IDEMPOTENCY_CONFLICT', L('This Idempotency-Key was used for another request', 'Esta Idempotency-Key foi usada para outro pedido'));
    const kept = this.encryption.decryptJson<Made | T>(row.answer as Made | EncryptedJson, answerContext(id));
    // Earlier releases kept the whole answer.
    if (!('documentId' in (kept as object))) return { status: row.status, body: kept as T };
    const { answer } = kept as Made;
    if (answer) return { status: row.status, body: answer as T };
    return again({ ...(kept as Made), status: row.status });
  }
}
