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

/** Returns the encryption context that binds a stored answer to its idempotency key. */
export const answerContext = (id: string): string => `answer ${id}`;

export interface Answer<T> {
  status: number;
  body: T;
}

/**
 * What a write has produced. The answer to a repeated call is built again from the document version; storing the answer itself would double the size of every
 * document.
 */
export interface StoredAnswer {
  status: number;
  documentId: string;
  version: number;
  /** The document versions that a write of several documents has produced, by id. */
  parts?: [id: string, version: number][];
  /** The body of the answer, where it cannot be built again from a document version. */
  answer?: object;
}

/** Stores in the transaction of a write what the call has produced. */
export type Remember = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

/** Stores in the transaction of a write what the call is going to answer. */
export type RememberAnswer<T> = (tx: EntityManager, answer: T) => Promise<void>;

/** Idempotency keys: the first call stores what it produced, in the transaction of its write. Repeated calls are answered from that record. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Answers a repeated call like the first one; otherwise does the work.
   * @param work does the work; it must first call `remember` in its transaction, with what it is going to produce
   * @param again builds the answer to a repeated call
   * @throws 409 IDEMPOTENCY_CONFLICT when the key was used before with another request
   */
  async once<T extends object>(
    call: Call,
    body: unknown,
    work: (remember: Remember) => Promise<Answer<T>>,
    again: (made: StoredAnswer) => Promise<Answer<T>>,
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
      // The same call may have run at the same time and caused this failure. Then its answer is also the answer to this call.
      const first = isDuplicate(error) || error instanceof ProblemError ? await this.find<T>(id, fingerprint, again) : null;
      if (first) return first;
      throw error;
    }
  }

  /**
   * Does the work once, and stores the whole answer for repeated calls.
   * @param work does the work; it must call `remember` in its transaction
   * @throws 409 IDEMPOTENCY_CONFLICT when the key was used before with another request
   */
  async answerOnce<T extends object>(call: Call, body: unknown, work: (remember: RememberAnswer<T>) => Promise<T>): Promise<T> {
    const first = async (remember: Remember) => ({
      status: 200,
      body: await work((tx, answer) => remember(tx, { status: 200, documentId: '', version: 0, answer })),
    });
    return (await this.once(call, body, first, async ({ status, answer }) => ({ status, body: answer as T }))).body;
  }

  /**
   * Claims the key of a call that does several things, each under its own key.
   * @throws 409 IDEMPOTENCY_CONFLICT when the key was used before with another request
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

  private async find<T>(id: string, fingerprint: string, again: (made: StoredAnswer) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    const row = await this.db.findById(IdempotencyRow, id);
    if (!row) return null;
    if (row.fingerprint !== fingerprint)
      throw conflict('IDEMPOTENCY_CONFLICT', L('This Idempotency-Key was used for another request', 'Esta Idempotency-Key foi usada para outro pedido'));
    const kept = this.encryption.decryptJson<StoredAnswer | T>(row.answer as StoredAnswer | EncryptedJson, answerContext(id));
    // Earlier releases stored the whole answer.
    if (!('documentId' in (kept as object))) return { status: row.status, body: kept as T };
    const { answer } = kept as StoredAnswer;
    if (answer) return { status: row.status, body: answer as T };
    return again({ ...(kept as StoredAnswer), status: row.status });
  }
}
