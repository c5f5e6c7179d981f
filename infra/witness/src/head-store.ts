/** Stores the tree heads that the witness keeps: one append-only file of JSON lines per log. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type HeadSubmission, logName, readTreeHead, type SignedTreeHead, signersOf, verifyConsistency, type WitnessAnswer } from '@portal/service-kit/audit';

/** An entry about a reset: an operator has reset a log to an older state after a restore. */
export interface Restoration {
  at: string;
  /** Number of records in the log after the reset. */
  size: number;
  reason: string;
}

type Line = { head: SignedTreeHead } | { restored: Restoration };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/**
 * Of the heads that are older than `age`, only the last of each `period` is kept, in ms. The last head extends all earlier ones, so these are needed only after
 * a restore: the restored log must extend the last one that is not longer. Each instance of a busy service sends a head every five seconds; so about 13,000
 * heads of a log are kept, and one more for each day.
 */
const thinning = [
  { age: 90 * dayMs, period: dayMs },
  { age: 7 * dayMs, period: hourMs },
  { age: hourMs, period: minuteMs },
];
/** When a file has this many lines, older heads are removed. */
const thinAfter = 20_000;
/** A file that still has about as many lines after that must grow by this factor before it is written again. */
const growth = 1.25;

/** Returns the folder in which the witness of `npm start` stores its heads. */
export const localFolder = (dataDir: string): string => join(dataDir, 'witness');

const isHash = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

/** The stored heads of one log. */
class LogHeads {
  private lines: Line[] = [];
  private bytes = 0;
  private thinAt = thinAfter;

  constructor(
    private readonly file: string,
    private readonly now: () => number,
  ) {
    this.reload();
  }

  /** The valid heads, by size: those that no later reset has revoked. */
  get heads(): SignedTreeHead[] {
    let heads: SignedTreeHead[] = [];
    for (const line of this.lines) {
      if ('head' in line) heads.push(line.head);
      else heads = heads.filter(({ size }) => size <= line.restored.size);
    }
    return heads;
  }

  get restored(): Restoration[] {
    return this.lines.flatMap((line) => ('restored' in line ? [line.restored] : []));
  }

  get latest(): SignedTreeHead | undefined {
    return this.heads.at(-1);
  }

  /** The keys that may sign the next head: those that signed the last head, even if that head was revoked. */
  get keys(): string[] {
    const last = this.lines.findLast((line) => 'head' in line);
    return last && 'head' in last ? signersOf(last.head) : [];
  }

  add(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    const file = openSync(this.file, 'a', 0o600);
    try {
      writeSync(file, text);
      // The head must be on the disk before the log is told that it is kept.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.bytes += Buffer.byteLength(text);
    this.lines.push(line);
    if (this.lines.length >= this.thinAt) this.thin();
  }

  /** Reads the file again if a command has written to it meanwhile. */
  refresh(): void {
    if ((existsSync(this.file) ? statSync(this.file).size : 0) !== this.bytes) this.reload();
  }

  private reload(): void {
    const text = existsSync(this.file) ? readFileSync(this.file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A power failure has cut this line off. No log was told that it is kept, so it is dropped.
    if (whole.length < text.length) truncateSync(this.file, Buffer.byteLength(whole));
    this.bytes = Buffer.byteLength(whole);
    this.lines = whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  }

  private thin(): void {
    const now = this.now();
    const periodOf = (line: Line | undefined): string | undefined => {
      const at = line && 'head' in line ? line.head.timestamp : now;
      const period = thinning.find(({ age }) => at < now - age)?.period;
      return period === undefined ? undefined : `${period} ${Math.floor(at / period)}`;
    };
    this.lines = this.lines.filter((line, i) => {
      const period = periodOf(line);
      return period === undefined || period !== periodOf(this.lines[i + 1]);
    });
    this.thinAt = Math.max(thinAfter, this.lines.length * growth);
    const text = this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
    this.bytes = Buffer.byteLength(text);
  }
}

export class HeadStore {
  private readonly ledgers = new Map<string, LogHeads>();

  /** @param folder the folder of the files; it is created if it is missing */
  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  latest(log: string): SignedTreeHead | null {
    return this.ledger(log).latest ?? null;
  }

  log(log: string): { heads: SignedTreeHead[]; restored: Restoration[] } {
    const { heads, restored } = this.ledger(log);
    return { heads, restored };
  }

  /**
   * Keeps a head that extends the last one. The first head of a log is trusted as it is and defines the keys of the log. A head that one of these keys has
   * signed may add other keys.
   * @returns the head that is kept now, with a code if the new head was refused
   */
  submit(log: string, submission: Partial<HeadSubmission>): WitnessAnswer {
    const ledger = this.ledger(log);
    const { latest } = ledger;
    const refuse = (code: WitnessAnswer['code'], message: string): WitnessAnswer => ({ head: latest ?? null, code, message });
    const head = readTreeHead(submission.head);
    const { from, proof } = submission;
    if (!head || head.log !== log || head.size < 1) return refuse('BAD_HEAD', 'this is no head of that log');
    if (!Array.isArray(proof) || proof.length > 64 || !proof.every(isHash)) return refuse('BAD_HEAD', 'the proof is no list of hashes');
    const signers = signersOf(head);
    if (signers.length < head.signatures.length) return refuse('BAD_HEAD', 'a signature of the head is wrong');
    const { keys } = ledger;
    if (keys.length && !signers.some((key) => keys.includes(key))) return refuse('UNKNOWN_KEY', 'the head is signed by keys that did not sign the one before');
    if (latest) {
      if (head.size < latest.size) return refuse('SHORTER', `the head has ${head.size} records, the one before has ${latest.size}`);
      if (from !== latest.size) return refuse('ANOTHER_START', `the proof leads from ${from} records, the last head has ${latest.size}`);
      const hashes = proof.map((hash) => Buffer.from(hash, 'hex'));
      if (!verifyConsistency(latest.size, head.size, Buffer.from(latest.root, 'hex'), Buffer.from(head.root, 'hex'), hashes))
        return refuse('NOT_AN_EXTENSION', `the log of ${head.size} records does not begin with the ${latest.size} records of the head before`);
      if (head.size === latest.size && signers.every((key) => keys.includes(key))) return { head: latest };
    }
    ledger.add({ head });
    return { head };
  }

  /**
   * Resets a log to an older state after an operator has restored a backup. Heads with more records become invalid, and stay in the file.
   * @returns the number of heads that became invalid
   */
  restore(log: string, size: number, reason: string): number {
    const ledger = this.ledger(log);
    const before = ledger.heads.length;
    ledger.add({ restored: { at: new Date(this.now()).toISOString(), size, reason } });
    return before - ledger.heads.length;
  }

  private ledger(log: string): LogHeads {
    if (!logName.test(log)) throw new RangeError(`${log} is no name of a log`);
    let ledger = this.ledgers.get(log);
    if (!ledger) {
      ledger = new LogHeads(join(this.folder, `${log}.ndjson`), this.now);
      this.ledgers.set(log, ledger);
    }
    ledger.refresh();
    return ledger;
  }
}
