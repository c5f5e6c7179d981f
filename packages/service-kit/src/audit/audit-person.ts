import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type AuditedDocument, type AuditedPerson, sentence } from '@portal/contract-kit';
import { In } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { badRequest } from '../http/problems.ts';
import { LookupRows } from '../lookup/lookup-rows.ts';
import { folded } from '../search/folding.ts';
import { Audit } from './audit.ts';

/** Maximum number of documents of one kind in an answer. */
const mostDocuments = 50;
const shortest = 3;

/**
 * Finds the documents of the person whose audit trail an auditor wants to see, by passport or identity card number. The documents are found by the blind index
 * of the number. The audit log itself holds only the ids of documents, and a digest of the number that was looked up.
 */
@Injectable()
export class AuditPerson {
  constructor(
    private readonly modules: ModuleRef,
    private readonly audit: Audit,
    private readonly blindIndex: BlindIndex,
  ) {}

  /** Returns the documents of a person in this service, of every agency, newest first. @throws 400 */
  async documents(number: unknown, call: Call): Promise<AuditedPerson> {
    const asked = typeof number === 'string' ? folded(number, 'number') : '';
    if (asked.length < shortest || asked.length > 100)
      throw badRequest(
        'BAD_VALUE',
        'number',
        sentence('{{field}} must have at least {{least}} letters or digits', '{{field}} deve ter pelo menos {{least}} letras ou algarismos', {
          field: 'number',
          least: shortest,
        }),
      );
    const found = await Promise.all(this.kinds().map(async (documents) => ({ documents, ids: await ofKind(documents, number as string, call) })));
    const records = (await Promise.all(found.map(({ documents, ids }) => described(documents, ids.slice(0, mostDocuments))))).flat();
    // The digest lets anyone who knows a number check whether it was looked up.
    await this.audit.read(call, { action: 'person', kind: 'audit', details: { person: this.blindIndex.digest('audit/person', asked), found: records.length } });
    const incomplete = found.some(({ ids }) => ids.length > mostDocuments);
    return { records, totalRecords: records.length, ...(incomplete ? { incomplete } : {}) };
  }

  private kinds(): readonly AnyDocuments[] {
    try {
      return this.modules.get<AnyDocuments[]>(DOCUMENTS, { strict: false });
    } catch {
      // This service has no documents.
      return [];
    }
  }
}

const ofKind = (documents: AnyDocuments, number: string, call: Call): Promise<string[]> => new LookupRows(documents, call).everyOf(number, mostDocuments + 1);

async function described(documents: AnyDocuments, ids: readonly string[]): Promise<AuditedDocument[]> {
  if (ids.length === 0) return [];
  const { definition: d, kit } = documents;
  const rows = (await kit.db.reader.findBy(d.row, { id: In([...ids]) } as never)) as DocumentRow[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const group = d.printedWith ? (row as unknown as Record<string, string | null>)[d.printedWith] : null;
    const files = d.filesOf?.(documents.modelOf(row) as never) ?? [];
    const others = [...new Set([group, ...files].filter((each): each is string => typeof each === 'string' && each !== ''))];
    return [{ kind: d.kind, title: d.title, documentId: id, reference: row.reference, others }];
  });
}
