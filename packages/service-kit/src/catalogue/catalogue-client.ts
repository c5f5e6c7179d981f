/** Client of svc-reference for the other services. It caches whole catalogues in memory and requests them again when they may have changed. */

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type CatalogueRecord,
  type ContractClass,
  chooseFromList,
  type FieldMeta,
  fieldOf,
  fieldsOf,
  inBoth,
  L,
  type Language,
  translation,
} from '@portal/contract-kit';
import { CallTokens } from '../auth/call-tokens.ts';
import { type Fault, unavailable } from '../http/problems.ts';
import { fetchTraced } from '../observe/tracing.ts';
import { logUnreached } from '../observe/unreached.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { onCatalogueChange } from './catalogue-events.ts';
import { recordOn } from './record-on.ts';

interface CachedCatalogue {
  etag: string;
  /** Time before which no new request is made, in milliseconds since the epoch. */
  freshUntil: number;
  /** Number of requests that svc-reference has failed to answer since its last answer. */
  failures?: number;
  records: CatalogueRecord[];
  byCode: Map<string, CatalogueRecord[]>;
}

const unreached = () => unavailable(L('The catalogues cannot be reached just now', 'De momento não é possível consultar os catálogos'));

/**
 * Age in ms after which a cached copy is checked with svc-reference again. An instance of svc-reference notices a change within one second, so every service
 * has it within two.
 */
const freshMs = 500;
/** Time after `freshUntil`, in ms, during which a cached copy may still be used for names. */
const readableMs = 60_000;
/**
 * How long a cached copy is used without a new request after svc-reference did not answer, in ms: the first value, doubled with each further failure, up to the
 * second value.
 */
const [firstAwayMs, longestAwayMs] = [500, 15_000];
type Row = Record<string, unknown>;
type Rule = NonNullable<FieldMeta['catalogue']>;

/** Whether a record is the one that a rule selects. Several records may share a code, such as sub-documents of different documents. */
const fits = (record: CatalogueRecord, { within, where }: Rule, body: Row): boolean =>
  (!within || record[within.key] === body[within.field] || body[within.field] === undefined) &&
  (!where || Object.entries(where).every(([k, v]) => record[k] === v));

/** Returns the record that a rule selects among those with a code, or else one that no longer meets the condition, such as an authoriser who has left office. */
const selected = (records: readonly CatalogueRecord[] | undefined, rule: Rule, body: Row): CatalogueRecord | undefined =>
  records?.find((record) => fits(record, rule, body)) ?? records?.find((record) => fits(record, { ...rule, where: undefined }, body));

/** Returns the name of the property that holds the translations of a text: `names` for `name`, `nationalities` for `nationality`. */
const translationsOf = (source: string): string => (source.endsWith('y') ? `${source.slice(0, -1)}ies` : `${source}s`);

function translated(record: CatalogueRecord, source: string, translations: string, language: Language): string | undefined {
  const own = (record[translations] as Record<string, unknown> | undefined)?.[language];
  if (typeof own === 'string') return own;
  const text = record[source];
  return typeof text === 'string' ? (translation(language, text) ?? text) : undefined;
}

/**
 * Returns a text of a record in a language, from the property with the plural name: `name` from `names`, `nationality` from `nationalities`, `bankName` from
 * `bankNames`. Returns undefined where the record has no such text.
 */
export const textIn = (record: CatalogueRecord, source: string, language: Language): string | undefined =>
  translated(record, source, translationsOf(source), language);

/** Returns the name of a record in a language, or its code where it has no name. */
export const nameIn = (record: CatalogueRecord, language: Language): string => textIn(record, 'name', language) ?? record.code;

/** Returns the text to write into the field beside a code, in upper case where the contract defines the field as upper case. */
const written = (cls: ContractClass, target: string, value: unknown): unknown =>
  typeof value === 'string' && fieldOf(cls, target)?.upper ? value.toUpperCase() : value;

/** A field that `localised` has to process: a code with catalogue texts beside it, or an object or list that contains such codes. */
interface PlannedField {
  name: string;
  rule?: Rule;
  /**
   * The texts beside the code: the field that gets the text, the properties of the record that hold the text and its translations, and whether the field is in
   * upper case.
   */
  texts: readonly { target: string; source: string; translations: string; upper: boolean }[];
  type?: ContractClass;
}

/** Returns the texts beside a code. A code that is copied from a catalogue is not among them: it stays as the document has it. */
const textsOf = (cls: ContractClass, { copy = {} }: Rule): PlannedField['texts'] =>
  Object.entries(copy).flatMap(([target, source]) => {
    const field = fieldOf(cls, target);
    return field?.catalogue ? [] : [{ target, source, translations: translationsOf(source), upper: field?.upper === true }];
  });

/** The fields of a contract that `localised` has to process. Computed once per class. */
const plans = new WeakMap<ContractClass, readonly PlannedField[]>();
function planOf(cls: ContractClass): readonly PlannedField[] {
  const known = plans.get(cls);
  if (known) return known;
  const plan = fieldsOf(cls).flatMap(({ name, catalogue: rule, type }): PlannedField[] => {
    if (rule) return Object.keys(rule.copy ?? {}).length ? [{ name, rule, texts: textsOf(cls, rule) }] : [];
    return type && planOf(type()).length ? [{ name, texts: [], type: type() }] : [];
  });
  plans.set(cls, plan);
  return plan;
}

const cataloguesOf = (cls: ContractClass): string[] => planOf(cls).flatMap(({ rule, type }) => (rule ? [rule.name] : cataloguesOf(type as ContractClass)));
const namesOfCatalogues = new WeakMap<ContractClass, readonly string[]>();

/**
 * Returns a record as it was when its texts were written into a document. If the record has been corrected since, so that no period has these texts, it is the
 * record on the document's day.
 */
function recordWritten(held: CatalogueRecord, texts: PlannedField['texts'], body: Row, day: string): CatalogueRecord {
  const hasTexts = (record: CatalogueRecord): boolean =>
    texts.every(({ target, source, translations, upper }) => {
      const stored = body[target];
      return [record[source], translated(record, source, translations, 'en')].some(
        (text) => stored === (upper && typeof text === 'string' ? text.toUpperCase() : (text ?? undefined)),
      );
    });
  const onDay = recordOn(held, day);
  return [onDay, ...((held.periods ?? []) as CatalogueRecord[])].find(hasTexts) ?? onDay;
}

@Injectable()
export class CatalogueClient implements OnApplicationShutdown {
  private readonly held = new Map<string, CachedCatalogue>();
  private readonly asking = new Map<string, Promise<CachedCatalogue>>();
  private readonly stopListening: () => void;

  constructor(
    private readonly settings: ServiceSettings,
    private readonly calls: CallTokens,
  ) {
    this.stopListening = onCatalogueChange((name) => {
      const held = this.held.get(name);
      if (held) held.freshUntil = 0;
      // A response that is still on its way may have been made before the change.
      this.asking.delete(name);
    });
  }

  onApplicationShutdown(): void {
    this.stopListening();
  }

  /**
   * Returns all records of a catalogue, including retired ones (`retired: true`). Uses a cached copy while svc-reference does not answer. @throws 503 when
   * there is no cached copy
   */
  async records(name: string): Promise<CatalogueRecord[]> {
    return (await this.catalogue(name)).records;
  }

  /**
   * Returns the record with a code, whether retired or not; undefined when there is none. `matching` selects among records that share a code (such as
   * sub-documents).
   * @param day the day for which the record is wanted; today if omitted
   */
  async find(
    name: string,
    code: string,
    { day, matching }: { day?: string; matching?: (record: CatalogueRecord) => boolean } = {},
  ): Promise<CatalogueRecord | undefined> {
    const all = (await this.catalogue(name)).byCode.get(code)?.map((record) => recordOn(record, day)) ?? [];
    return matching ? all.find(matching) : all[0];
  }

  /**
   * Loads the catalogues that supply the names of a contract's codes. Where svc-reference does not answer, cached copies are used; without a cached copy,
   * documents show the names that were stored with them.
   */
  async warm(cls: ContractClass): Promise<void> {
    let names = namesOfCatalogues.get(cls);
    if (!names) {
      names = [...new Set(['agencies', ...cataloguesOf(cls)])];
      namesOfCatalogues.set(cls, names);
    }
    const now = Date.now();
    const old = names.filter((name) => (this.held.get(name)?.freshUntil ?? 0) + readableMs < now);
    if (old.length) await Promise.all(old.map((name) => this.catalogue(name).catch(() => undefined)));
  }

  /** Returns the name of a code in a language from the cached catalogue. */
  cachedNameOf(catalogue: string, code: string | null | undefined, language: Language): string | undefined {
    const record = code ? this.held.get(catalogue)?.byCode.get(code)?.[0] : undefined;
    return record && textIn(record, 'name', language);
  }

  /**
   * Returns a copy of a document, or of part of one, in which every code has the catalogue's name beside it, in this language and as it was on the document's
   * day, or as an action wrote it where the contract says so. Returns the same object where nothing differs. Call `warm` first.
   */
  localised<T extends object>(cls: ContractClass, model: T, language: Language, day: string): T {
    let copy: Row | undefined;
    const source = model as Row;
    const put = (name: string, value: unknown): void => {
      if (source[name] === value) return;
      copy ??= { ...source };
      copy[name] = value;
    };
    for (const { name, rule, texts, type } of planOf(cls)) {
      const value = source[name];
      if (value === undefined || value === null) continue;
      if (rule) {
        const held = typeof value === 'string' ? this.recordHeld(rule, value, source) : undefined;
        if (!held) continue;
        const record = rule.asWritten ? recordWritten(held, texts, source, day) : recordOn(held, day);
        for (const { target, source: from, translations, upper } of texts) {
          const text = translated(record, from, translations, language);
          if (text !== undefined) put(target, upper ? text.toUpperCase() : text);
        }
      } else if (Array.isArray(value)) {
        const rows = value.map((row) => this.localised(type as ContractClass, row as object, language, day));
        if (rows.some((row, i) => row !== value[i])) put(name, rows);
      } else put(name, this.localised(type as ContractClass, value as object, language, day));
    }
    return (copy ?? model) as T;
  }

  /** Returns the record that a rule selects for a stored code, from the cached catalogue. */
  private recordHeld(rule: Rule, code: string, body: Row): CatalogueRecord | undefined {
    return selected(this.held.get(rule.name)?.byCode.get(code), rule, body);
  }

  private async catalogue(name: string): Promise<CachedCatalogue> {
    const held = this.held.get(name);
    if (held && Date.now() < held.freshUntil) return held;
    try {
      return await (this.asking.get(name) ?? this.ask(name, held));
    } catch (error) {
      if (!held) throw error;
      held.failures = (held.failures ?? 0) + 1;
      held.freshUntil = Date.now() + Math.min(longestAwayMs, firstAwayMs * 2 ** (held.failures - 1));
      return held;
    }
  }

  /** Requests a catalogue. All callers that wait for the same catalogue share one request. */
  private ask(name: string, held: CachedCatalogue | undefined): Promise<CachedCatalogue> {
    const asking: Promise<CachedCatalogue> = this.fetch(name, held)
      .then((fresh) => {
        if (this.asking.get(name) === asking) {
          fresh.freshUntil = Date.now() + freshMs;
          fresh.failures = 0;
          this.held.set(name, fresh);
        }
        return fresh;
      })
      .finally(() => {
        if (this.asking.get(name) === asking) this.asking.delete(name);
      });
    this.asking.set(name, asking);
    return asking;
  }

  private async fetch(name: string, held: CachedCatalogue | undefined): Promise<CachedCatalogue> {
    let response: Response;
    try {
      response = await fetchTraced('GET /internal/catalogue/:name', `${this.settings.referenceUrl}/internal/catalogue/${encodeURIComponent(name)}`, {
        headers: { ...(await this.calls.headers('svc-reference')), ...(held ? { 'If-None-Match': held.etag } : {}) },
        signal: AbortSignal.timeout(held ? 1_000 : 5_000),
      });
    } catch (error) {
      logUnreached('GET /internal/catalogue/:name', error);
      throw unreached();
    }
    if (response.status === 304 && held) return held;
    if (!response.ok) throw unreached();
    const { records } = (await response.json()) as { records: CatalogueRecord[] };
    const byCode = new Map<string, CatalogueRecord[]>();
    for (const r of records) {
      const same = byCode.get(r.code);
      if (same) same.push(r);
      else byCode.set(r.code, [r]);
    }
    return { etag: response.headers.get('etag') ?? '', freshUntil: 0, records, byCode };
  }

  /**
   * Checks every code of a body against its catalogue and writes the catalogue's texts beside the code.
   * @param body already sanitised; changed in place
   * @param day day on which the codes have to be in force
   * @param previous the stored document; a code that it already contains is accepted even if it can no longer be chosen
   * @param keepsWritten whether an unchanged code whose rule has `asWritten` keeps the texts of the stored document, although it could be chosen again
   * @returns a CHOICE error for each code that cannot be chosen
   */
  async resolve(cls: ContractClass, body: object, day: string, previous?: object, keepsWritten = false): Promise<Fault[]> {
    const names = new Set<string>();
    namesUsed(cls, body as Row, names);
    const catalogues = new Map(await Promise.all([...names].map(async (name) => [name, (await this.catalogue(name)).byCode] as const)));
    const errors: Fault[] = [];
    walk({ catalogues, day, keepsWritten }, cls, body as Row, previous as Row | undefined, '', errors);
    return errors;
  }
}

/** The catalogues that a document uses, and the day that decides for it. */
interface Known {
  catalogues: ReadonlyMap<string, ReadonlyMap<string, CatalogueRecord[]>>;
  day: string;
  keepsWritten: boolean;
}

const coded = new WeakMap<ContractClass, readonly FieldMeta[]>();

/** Returns the fields of a contract that hold a code or contain one in their objects or rows. Computed once per class. */
export function codedFields(cls: ContractClass): readonly FieldMeta[] {
  const known = coded.get(cls);
  if (known) return known;
  const fields = fieldsOf(cls).filter(({ catalogue, type }) => catalogue || (type && codedFields(type()).length > 0));
  coded.set(cls, fields);
  return fields;
}

/**
 * Collects the catalogues in which the codes of a body are looked up. This includes codes that are copied from a catalogue record, such as the movement that a
 * document record supplies.
 */
function namesUsed(cls: ContractClass, body: Row, names: Set<string>): void {
  const fields = codedFields(cls);
  const given = new Set(fields.flatMap(({ name, catalogue }) => (typeof body[name] === 'string' ? Object.keys(catalogue?.copy ?? {}) : [])));
  for (const { name, catalogue, kind, type } of fields) {
    const value = body[name];
    if (catalogue) {
      if (typeof value === 'string' || given.has(name)) names.add(catalogue.name);
    } else if (kind === 'object' && value && type) namesUsed(type(), value as Row, names);
    else if (kind === 'list' && Array.isArray(value) && type) for (const row of value as Row[]) namesUsed(type(), row, names);
  }
}

function walk(known: Known, cls: ContractClass, body: Row, previous: Row | undefined, prefix: string, errors: Fault[]): void {
  for (const meta of codedFields(cls)) {
    const value = body[meta.name];
    const before = previous?.[meta.name];
    const path = `${prefix}${meta.name}`;
    if (meta.catalogue) resolveCode(known, cls, meta, body, previous, path, errors);
    else if (meta.kind === 'object' && value && meta.type) walk(known, meta.type(), value as Row, before as Row | undefined, `${path}.`, errors);
    else if (meta.kind === 'list' && Array.isArray(value) && meta.type) {
      const rows = Array.isArray(before) ? (before as Row[]) : [];
      for (const [i, row] of (value as Row[]).entries()) {
        const stored = rows.find((r) => r.id !== undefined && r.id === row.id);
        walk(known, meta.type(), row, stored, `${path}.${i}.`, errors);
      }
    }
  }
}

function resolveCode(
  { catalogues, day, keepsWritten }: Known,
  cls: ContractClass,
  meta: FieldMeta,
  body: Row,
  previous: Row | undefined,
  path: string,
  errors: Fault[],
): void {
  const rule = meta.catalogue as Rule;
  const copied = Object.entries(rule.copy ?? {});
  for (const [target] of copied) delete body[target];
  const value = body[meta.name];
  if (typeof value !== 'string') return;
  const records = catalogues
    .get(rule.name)
    ?.get(value)
    ?.map((r) => recordOn(r, day));
  const record = selected(records, rule, body);
  const isChoosable = record !== undefined && record.retired !== true && fits(record, rule, body);
  const isStored = previous?.[meta.name] === value;
  if (!record || !(isChoosable || isStored)) {
    const label = meta.label ?? inBoth(meta.name);
    errors.push({ code: 'CHOICE', field: path, message: chooseFromList(label) });
    return;
  }
  if (rule.asWritten && isStored && (keepsWritten || !isChoosable)) {
    for (const [target] of copied) if (previous[target] !== undefined) body[target] = previous[target];
    return;
  }
  for (const [target, source] of copied) if (record[source] !== undefined && record[source] !== null) body[target] = written(cls, target, record[source]);
}
