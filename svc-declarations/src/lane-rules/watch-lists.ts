/** Watch lists: persons that lane rules can check for. The entries are encrypted, and no declaration records that its traveller is on a list. */
import { Injectable } from '@nestjs/common';
import { foldIdentifier, isDay, L, type ListResult, listResult, textFault } from '@portal/contract-kit';
import {
  Audit,
  asObject,
  type Call,
  Clock,
  Database,
  dateTime,
  Encryption,
  type Fault,
  Idempotency,
  Ids,
  insertRow,
  insertTogether,
  notFound,
  type RememberAnswer,
  unprocessable,
} from '@portal/service-kit';
import { In } from 'typeorm';
import type { WatchedPerson, WatchListEntry, WatchListSummary } from '../../contract/index.ts';
import { WatchListEntryRow } from './lane-rules.entities.ts';
import { LanesInForce, watchEntryContext } from './lanes-in-force.ts';

const KIND = 'watch-list';
const most = { entries: 50_000, atOnce: 5_000, shown: 1_000, text: 200, note: 500 };
const codeForm = /^[A-Z0-9][A-Z0-9-]{0,39}$/;

/** How many entries were removed. */
interface Removal {
  model: { removed: number };
}

@Injectable()
export class WatchLists {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly encryption: Encryption,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    private readonly lanes: LanesInForce,
  ) {}

  /** Returns the lists, each with the number of its entries. */
  async all(): Promise<ListResult<WatchListSummary>> {
    const rows = await this.db.reader
      .createQueryBuilder(WatchListEntryRow, 'e')
      .select('e.list', 'code')
      .addSelect('count(*)', 'entries')
      .groupBy('e.list')
      .orderBy('e.list')
      .getRawMany<{ code: string; entries: string | number }>();
    return listResult(rows.map(({ code, entries }) => ({ code, entries: Number(entries) })));
  }

  /** Returns the entries of a list, newest first. Each read is recorded in the audit log. */
  async entries(list: string, call: Call): Promise<ListResult<WatchListEntry>> {
    const [rows, total] = await this.db.reader.findAndCount(WatchListEntryRow, { where: { list }, order: { id: 'DESC' }, take: most.shown });
    await this.audit.read(call, { action: 'watch-list-read', kind: KIND, reference: list, details: { found: rows.length } });
    return { ...listResult(rows.map((row) => this.shown(row))), totalRecords: total };
  }

  /** Adds persons to a list. @throws 422 that names the entry and the field */
  async add(list: string, body: unknown, call: Call): Promise<ListResult<WatchListEntry>> {
    const people = readPeople(list, body, 'add');
    return this.idempotency.answerOnce<ListResult<WatchListEntry>>(call, body, (remember) => this.store(list, people, call, remember));
  }

  private async store(
    list: string,
    people: readonly WatchedPerson[],
    call: Call,
    remember: RememberAnswer<ListResult<WatchListEntry>>,
  ): Promise<ListResult<WatchListEntry>> {
    const now = this.clock.now();
    const rows = people.map((person): WatchListEntryRow => {
      const id = this.ids.next();
      return { id, list, content: this.encryption.encryptJson(person, watchEntryContext(id)), addedBy: call.actor.name, addedAt: now };
    });
    const answer = listResult(rows.map((row) => this.shown(row)));
    await this.db.write(async (tx) => {
      await remember(tx, answer);
      if ((await tx.countBy(WatchListEntryRow, { list })) + rows.length > most.entries)
        throw unprocessable([
          {
            code: 'MAX_ITEMS',
            field: 'entries',
            message: L(`A list names at most ${most.entries} persons`, `Uma lista tem no máximo ${most.entries} pessoas`),
          },
        ]);
      await insertTogether(tx, async () => {
        for (const row of rows) await insertRow(tx, WatchListEntryRow, row);
      });
      await this.lanes.changed(tx);
      await this.audit.add(tx, call, { action: 'watch-list-added', kind: KIND, reference: list, details: { entries: rows.map(({ id }) => id) } });
    });
    this.lanes.dropCache();
    return answer;
  }

  /** Removes a person from a list. @throws 404 */
  async remove(list: string, id: string, call: Call): Promise<void> {
    await this.db.write(async (tx) => {
      const { affected } = await tx.delete(WatchListEntryRow, { id, list });
      if (!affected) throw notFound();
      await this.lanes.changed(tx);
      await this.audit.add(tx, call, { action: 'watch-list-removed', kind: KIND, reference: list, details: { entry: id } });
    });
    this.lanes.dropCache();
  }

  /**
   * Removes persons from a list by their passports, or names and dates of birth, because nobody can see the stored values to pick an entry. @returns the number
   * of removed entries @throws 422
   */
  async removePersons(list: string, body: unknown, call: Call): Promise<Removal> {
    const people = readPeople(list, body, 'remove');
    return this.idempotency.answerOnce<Removal>(call, body, (remember) => this.takeOff(list, people, call, remember));
  }

  private async takeOff(list: string, people: readonly WatchedPerson[], call: Call, remember: RememberAnswer<Removal>): Promise<Removal> {
    const unwanted = new Set(people.flatMap((person) => this.lanes.digestsOfEntry(person)));
    const ids: string[] = [];
    for await (const { id, digests } of this.lanes.entriesOf(list)) if (digests.some((digest) => unwanted.has(digest))) ids.push(id);
    const answer = { model: { removed: ids.length } };
    await this.db.write(async (tx) => {
      await remember(tx, answer);
      if (ids.length === 0) return;
      for (let from = 0; from < ids.length; from += 500) await tx.delete(WatchListEntryRow, { list, id: In(ids.slice(from, from + 500)) });
      await this.lanes.changed(tx);
      await this.audit.add(tx, call, { action: 'watch-list-removed', kind: KIND, reference: list, details: { entries: ids.length } });
    });
    if (ids.length) this.lanes.dropCache();
    return answer;
  }

  private shown({ id, list, content, addedBy, addedAt }: WatchListEntryRow): WatchListEntry {
    const { passport, name, note } = this.encryption.decryptJson<WatchedPerson>(content as never, watchEntryContext(id));
    const knownBy = [...(passport ? (['passport'] as const) : []), ...(name ? (['name'] as const) : [])];
    return { id, list, knownBy, ...(note ? { note } : {}), addedBy, addedAt: dateTime(addedAt) };
  }
}

/**
 * Reads the persons of a call.
 * @param purpose a person who is added must be one whom a declaration can match; a stored person is removed whatever the passport is
 */
function readPeople(list: string, body: unknown, purpose: 'add' | 'remove'): WatchedPerson[] {
  if (!codeForm.test(list))
    throw unprocessable([
      { code: 'FORMAT', field: 'list', message: L('Enter a code: A to Z, digits and dashes', 'Indique um código: A a Z, algarismos e hífenes') },
    ]);
  const { entries } = asObject(body);
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > most.atOnce)
    throw unprocessable([{ code: 'MAX_ITEMS', field: 'entries', message: L(`Send 1 to ${most.atOnce} entries`, `Envie 1 a ${most.atOnce} entradas`) }]);
  const faults: Fault[] = [];
  const people = entries.map((entry: unknown, i) => {
    const field = (name: string): string => `entries[${i}].${name}`;
    const given = asObject(entry);
    const text = (name: 'passport' | 'name' | 'birthDate' | 'note', longest = most.text): string | undefined => {
      const value = given[name];
      if (value === undefined || value === null || value === '') return undefined;
      const trimmed = typeof value === 'string' ? value.trim() : '';
      const wrong = trimmed ? textFault(trimmed, L('This', 'Este campo'), true) : L('Enter a text', 'Indique um texto');
      if (wrong) faults.push({ code: 'TEXT', field: field(name), message: wrong });
      else if (trimmed.length > longest)
        faults.push({ code: 'MAX_LENGTH', field: field(name), message: L(`At most ${longest} characters`, `No máximo ${longest} caracteres`) });
      return trimmed;
    };
    const person = { passport: text('passport'), name: text('name'), birthDate: text('birthDate'), note: text('note', most.note) };
    // Such a passport is a line of a file that was split at the wrong places. It would match nobody.
    if (person.passport && /[,;\t"]/.test(person.passport))
      faults.push({
        code: 'FORMAT',
        field: field('passport'),
        message: L('A passport has no comma, semicolon, tab or quotation mark', 'Um passaporte não tem vírgula, ponto e vírgula, tabulação nem aspas'),
      });
    // The passports of travellers have nothing else, so such a passport would match nobody either: a dash for an unknown one, or letters of another alphabet.
    else if (purpose === 'add' && person.passport && !/^[A-Z0-9]+$/.test(foldIdentifier(person.passport)))
      faults.push({
        code: 'FORMAT',
        field: field('passport'),
        message: L(
          'A passport has letters A to Z or digits, and otherwise only spaces and - / .',
          'Um passaporte tem letras de A a Z ou algarismos e, além disso, só espaços e - / .',
        ),
      });
    if (person.birthDate && !isDay(person.birthDate))
      faults.push({ code: 'DATE', field: field('birthDate'), message: L('Enter a day, such as 1980-03-27', 'Indique um dia, como 1980-03-27') });
    const hasName = /[\p{L}\p{N}]/u.test(person.name ?? '');
    if (!person.passport && !(hasName && person.birthDate))
      faults.push({
        code: 'REQUIRED',
        field: field('passport'),
        message: L('Enter a passport, or a name and a birth date', 'Indique um passaporte, ou um nome e uma data de nascimento'),
      });
    return Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined)) as WatchedPerson;
  });
  if (faults.length) throw unprocessable(faults.slice(0, 100));
  return people;
}
