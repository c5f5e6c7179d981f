/** Reads records with their places in the log, in batches and as raw rows instead of entities, because verification reads the whole log again and again. */
import { dayMs } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { AuditRow } from '../database/kit.entities.ts';
import type { AuditKeys } from './audit-keys.ts';
import { isAuthentic } from './audit-record.ts';

/** A leaf and its record. */
export interface LeafRecord {
  leafIndex: number;
  recordId: string;
  keyId: string;
  leafHash: string;
  /** Undefined where the record is missing. */
  record?: RawRecord;
}

export type RawRecord = Pick<AuditRow, 'id' | 'at' | 'userSub' | 'userName' | 'action' | 'kind' | 'documentId' | 'reference' | 'requestId' | 'details' | 'mac'>;

type Raw = Omit<LeafRecord, 'record'> & Omit<RawRecord, 'at' | 'details'> & { at: Date | string; details: unknown };

/** Some drivers return a time as a Date; for SQLite it is the stored text. */
const moment = (at: Date | string): Date => (at instanceof Date ? at : new Date(`${at.replace(' ', 'T')}Z`));
const fromJson = (value: unknown): object | null => (typeof value === 'string' ? (JSON.parse(value) as object | null) : ((value as object | null) ?? null));

const columns = ['id', 'at', 'userSub', 'userName', 'action', 'kind', 'documentId', 'reference', 'requestId', 'details', 'mac'];

function leafOf({ leafIndex, recordId, keyId, leafHash, at, details, ...rest }: Raw): LeafRecord {
  const leaf = { leafIndex: Number(leafIndex), recordId, keyId, leafHash };
  if (rest.id === null) return leaf;
  try {
    return { ...leaf, record: { ...rest, at: moment(at), details: fromJson(details) } };
  } catch {
    // Text that is not valid JSON was changed after it was written. Return it in a form that matches no leaf, so that verification reports the record.
    return { ...leaf, record: { ...rest, at: moment(at), details: { unreadable: String(details) } } };
  }
}

/** Reads leaves in order, from an index on, each with its record. */
export async function readLeaves(manager: EntityManager, from: number, limit: number): Promise<LeafRecord[]> {
  const rows: Raw[] = await manager.query(
    `select l.leafIndex, l.recordId, l.keyId, l.leafHash, ${columns.map((name) => `r.${name}`).join(', ')}
       from audit_leaf l left join audit_record r on r.id = l.recordId where l.leafIndex >= ? order by l.leafIndex limit ${limit}`,
    [from],
  );
  return rows.map(leafOf);
}

/** Reads ids of records in order, and whether each record has a place in the log. */
export async function readIds(manager: EntityManager, after: string, limit: number): Promise<{ id: string; isLogged: boolean }[]> {
  const rows: { id: string; recordId: string | null }[] = await manager.query(
    `select r.id, l.recordId from audit_record r left join audit_leaf l on l.recordId = r.id where r.id > ? order by r.id limit ${limit}`,
    [after],
  );
  return rows.map(({ id, recordId }) => ({ id, isLogged: recordId !== null }));
}

/** The record at the beginning of a log that took over an earlier version's hash chain. An operator also adds one after an earlier version was run again. */
export const beginning = { action: 'audit-log-begins', kind: 'audit', documentId: 'audit-log' } as const;

/** How long instances of an earlier version may still write while this version runs. They do not authenticate their records. */
const besideEarlierMs = dayMs;

/** Returns the time until which unauthenticated records are accepted. @returns undefined where there never was an earlier version */
export async function earlierVersionUntil(manager: EntityManager, keys: AuditKeys): Promise<Date | undefined> {
  const { documentId, action } = beginning;
  const rows = await manager.find(AuditRow, { where: { documentId, action }, order: { id: 'DESC' } });
  const last = rows.find((row) => isAuthentic(row, keys));
  return last && new Date(last.at.getTime() + besideEarlierMs);
}
