/** Decides the lane of arrivals by the rule of the specification and the tables that are in force. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { foldIdentifier, foldName } from '@portal/contract-kit';
import { BlindIndex, Clock, Database, dateTime, Encryption, WorkCalendar } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import {
  type ArrivalDeclaration,
  type ArrivalDeclarationBody,
  type LaneDecision,
  type LaneReason,
  type LaneTableBody,
  laneFact,
  laneInputFields,
  laneOf,
  merchandiseReason,
  mustSpeakToOfficer,
  type WatchedPerson,
  watchListOf,
} from '../../contract/index.ts';
import { LaneRevisionRow, LaneTableRow, WatchListEntryRow } from './lane-rules.entities.ts';
import { type CompiledTable, compileTable, type Draw, reasonsOf } from './lane-table.ts';

/** Time after which the revision is read again, in ms. When one instance puts a table in force, the others follow within two seconds. */
const rereadMs = 1_000;
const batch = 1_000;
/** The fields from which the draw for a rule with a share is computed. */
const drawnFrom = ['travellerCode', 'nationalityCode', 'arrivalDate'];
const revisionId = 'lane-rules';

export const laneTableContext = (id: string): string => `lane-table ${id}`;
export const watchEntryContext = (id: string): string => `watch-list-entry ${id}`;

export interface LaneResult {
  lane: 'RED' | 'GREEN';
  reasons: LaneReason[];
  decision: LaneDecision;
}

type Person = Pick<ArrivalDeclarationBody, 'travellerCode' | 'firstName' | 'lastName' | 'birthDate'>;

/** The cached tables. */
interface TableCache {
  at: number;
  revision: number;
  rows: Promise<LaneTableRow[]>;
  /** The compiled rules, by the ids of their tables, because most days have the same tables. */
  rules: Map<string, Promise<RulesInForce>>;
}

/** The rules that apply on one day. */
export interface RulesInForce {
  tables: readonly CompiledTable[];
  /** The watch lists that the tables refer to, each with the digests of its persons. */
  watched: ReadonlyMap<string, ReadonlySet<string>>;
}

@Injectable()
export class LanesInForce {
  private read?: TableCache;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
    private readonly index: BlindIndex,
    private readonly calendar: WorkCalendar,
  ) {}

  /** Decides the lane of an arrival whose codes have been looked up. @param day on which the rules must be in force */
  async decide(model: ArrivalDeclarationBody, day: string): Promise<LaneResult> {
    return this.decideBy(await this.rules(day), model);
  }

  /** Decides the lane by given rules. */
  decideBy({ tables, watched }: RulesInForce, model: ArrivalDeclarationBody): LaneResult {
    const digests = watched.size ? this.digestsOf(model) : [];
    const isListed = (list: string): boolean => digests.some((digest) => watched.get(list)?.has(digest));
    const draw = this.drawOf(model);
    const reasons: LaneReason[] = laneOf(model) === 'RED' ? [merchandiseReason] : [];
    for (const table of tables) {
      const facts = table.inputs.map((input) => laneFact(input, model, isListed));
      reasons.push(...reasonsOf(table, facts, draw));
    }
    return {
      lane: reasons.length ? 'RED' : 'GREEN',
      reasons,
      decision: { tables: tables.map(({ code, number }) => `${code}/${number}`), at: dateTime(this.clock.now()) },
    };
  }

  /** Returns the fields of a declaration that these rules read. */
  fieldsOf({ tables }: RulesInForce): ReadonlySet<string> {
    const drawn = tables.some(({ rules }) => rules.some(({ share }) => share < 100));
    return new Set(['hasMerchandise', ...(drawn ? drawnFrom : []), ...tables.flatMap(({ inputs }) => inputs.flatMap(laneInputFields))]);
  }

  /** Returns the rules for declarations of a day. */
  async rules(day: string): Promise<RulesInForce> {
    const read = await this.tables();
    const rows = latestOn(await read.rows, day);
    const key = rows.map(({ id }) => id).join(' ');
    const known = read.rules.get(key);
    if (known) return known;
    const rules = this.compiled(rows.map((row) => ({ body: this.bodyOf(row), number: row.number })));
    read.rules.set(key, rules);
    rules.catch(() => read.rules.delete(key));
    return rules;
  }

  /** Returns the tables in force, from a cache that is at most about a second old. */
  private async tables(): Promise<TableCache> {
    const now = this.clock.now().getTime();
    const { read } = this;
    if (read && now >= read.at && now - read.at < rereadMs) return read;
    const revision = (await this.db.findById(LaneRevisionRow, revisionId))?.revision ?? 0;
    if (read?.revision === revision) {
      read.at = now;
      return read;
    }
    const next: TableCache = { at: now, revision, rows: this.inForce(), rules: new Map() };
    this.read = next;
    next.rows.catch(() => {
      if (this.read === next) this.read = undefined;
    });
    return next;
  }

  /**
   * Returns the rules as they would be with a further table, which replaces the version of the same code.
   * @param day on which the other rules must be in force
   */
  async rulesWith(table: LaneTableBody, number: number, day: string): Promise<RulesInForce> {
    const present = latestOn(await this.inForce(), day)
      .filter(({ code }) => code !== table.code)
      .map((row) => ({ body: this.bodyOf(row), number: row.number }));
    return this.compiled([...present, { body: table, number }]);
  }

  /** Tells all instances that the rules have changed. Runs in the transaction of the change. */
  async changed(tx: EntityManager): Promise<void> {
    const { affected } = await tx.increment(LaneRevisionRow, { id: revisionId }, 'revision', 1);
    if (!affected) await tx.insert(LaneRevisionRow, { id: revisionId, revision: 1 });
  }

  /** Drops the cache of this instance. Callers must call it after they commit a change. */
  dropCache(): void {
    this.read = undefined;
  }

  /** Returns the day whose rules apply to declarations of today. */
  today(): Promise<string> {
    return this.calendar.dayOf();
  }

  /** Returns the ids of the table versions that apply to declarations of a day. @param from reads the tables: the transaction, in one */
  async deciding(day: string, from?: EntityManager): Promise<ReadonlySet<string>> {
    return new Set(latestOn(await this.inForce(from), day).map(({ id }) => id));
  }

  bodyOf({ id, content, code, effectiveFrom }: LaneTableRow): LaneTableBody {
    return { ...this.encryption.decryptJson<LaneTableBody>(content as never, laneTableContext(id)), code, effectiveFrom };
  }

  /** Returns the digests by which a traveller is looked up in a watch list. */
  digestsOf({ travellerCode, firstName, lastName, birthDate }: Person): string[] {
    return [this.passportDigest(travellerCode), this.nameDigest(`${firstName ?? ''} ${lastName ?? ''}`, birthDate)].flatMap((digest) => digest ?? []);
  }

  /** Returns the digests of a watch list entry. */
  digestsOfEntry({ passport, name, birthDate }: WatchedPerson): string[] {
    return [this.passportDigest(passport), this.nameDigest(name, birthDate)].flatMap((digest) => digest ?? []);
  }

  /** Reads the entries of a watch list in batches, each with its digests. */
  async *entriesOf(list: string): AsyncGenerator<{ id: string; digests: string[] }> {
    for (let after = ''; ; ) {
      const rows = await this.db.reader
        .createQueryBuilder(WatchListEntryRow, 'e')
        .where('e.list = :list and e.id > :after', { list, after })
        .orderBy('e.id')
        .limit(batch)
        .getMany();
      for (const { id, content } of rows)
        yield { id, digests: this.digestsOfEntry(this.encryption.decryptJson<WatchedPerson>(content as never, watchEntryContext(id))) };
      if (rows.length < batch) return;
      after = rows.at(-1)?.id ?? '';
    }
  }

  private passportDigest(passport: string | undefined): string | null {
    return passport ? this.index.digest('watch-list/passport', foldIdentifier(passport)) : null;
  }

  private nameDigest(name: string | undefined, birthDate: string | undefined): string | null {
    // Sorted, because lists have first and last names in any order.
    const words = foldName(name ?? '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .sort()
      .join(' ');
    return words && birthDate ? this.index.digest('watch-list/name', `${words} ${birthDate}`) : null;
  }

  /**
   * Returns the draw for a declaration. The same traveller on the same day always gets the same number for a rule, so that filing a second declaration does not
   * help.
   */
  private drawOf({ travellerCode, nationalityCode, arrivalDate }: ArrivalDeclarationBody): Draw {
    let person: string | null | undefined;
    return (code, number, rule) => {
      person ??= this.index.digest('lane-share', [foldIdentifier(travellerCode ?? ''), nationalityCode, arrivalDate].join(' '));
      return (createHash('sha256').update(`${person} ${code}/${number}/${rule}`).digest().readUInt32BE() / 2 ** 32) * 100;
    };
  }

  private async compiled(found: { body: LaneTableBody; number: number }[]): Promise<RulesInForce> {
    const sorted = found.sort((a, b) => a.body.order - b.body.order || (a.body.code < b.body.code ? -1 : 1));
    const lists = new Set(sorted.flatMap(({ body }) => body.inputs.flatMap((input) => watchListOf(input) ?? [])));
    return { tables: sorted.map(({ body, number }) => compileTable(body, number)), watched: await this.watched([...lists]) };
  }

  /** Returns all versions in force, including those whose first day is still to come. */
  private inForce(from: EntityManager = this.db.reader): Promise<LaneTableRow[]> {
    return from.find(LaneTableRow, { where: { status: 'IN_FORCE' }, order: { effectiveFrom: 'ASC', number: 'ASC' } });
  }

  private async watched(lists: readonly string[]): Promise<Map<string, Set<string>>> {
    const found = new Map(lists.map((list) => [list, new Set<string>()]));
    for (const list of lists) for await (const { digests } of this.entriesOf(list)) for (const digest of digests) found.get(list)?.add(digest);
    return found;
  }
}

/** Returns the version of each table that applies to declarations of a day: the latest one that starts on or before that day. */
const latestOn = (rows: readonly LaneTableRow[], day: string): LaneTableRow[] => [
  ...new Map(rows.filter(({ effectiveFrom }) => effectiveFrom <= day).map((row) => [row.code, row])).values(),
];

/** Sets the lane fields of a declaration after its answers changed. If an officer moved it to the red lane, it stays there. */
export function withLane(model: ArrivalDeclaration, { lane, reasons, decision }: LaneResult): void {
  const stays = model.laneOverride?.lane === 'RED';
  if (!stays) delete model.laneOverride;
  if (mustSpeakToOfficer(model)) model.tellsOfficer = true;
  else delete model.tellsOfficer;
  Object.assign(model, { lane: stays ? 'RED' : lane, laneReasons: reasons, laneDecision: decision });
}
