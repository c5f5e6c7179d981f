/** Lists the documents that the signed-in person has registered. */
import { type Language, type ListResult, listResult, type OwnDocument, say } from '@portal/contract-kit';
import { In, LessThan } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { ErasureRequestRow } from '../database/kit.entities.ts';
import { type LocalisableText, localise, unauthenticated } from '../http/problems.ts';
import { threadLength } from '../thread/thread.ts';
import { nextStepFor } from '../work/work-step.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import { toErasureRequest } from './erasure-request.ts';
import { officeName } from './visible-document.ts';

/** Maximum number of a person's documents that are listed and printed, and that are read at once; the newest ones come first. */
const most = 200;

/** Returns the newest rows of the signed-in person, newest first. @param before the row after which the list goes on. @throws 401 */
export async function ownRows({ definition: d, kit }: AnyDocuments, { actor }: Call, before?: DocumentRow): Promise<DocumentRow[]> {
  const { sub: ownerSub } = actor;
  if (ownerSub === null) throw unauthenticated();
  await kit.catalogues.warm(d.contract);
  const where = before
    ? [
        { ownerSub, createdAt: LessThan(before.createdAt) },
        { ownerSub, createdAt: before.createdAt, id: LessThan(before.id) },
      ]
    : { ownerSub };
  return kit.db.reader.find(d.row, { where, order: { createdAt: 'DESC', id: 'DESC' }, take: most } as never) as Promise<DocumentRow[]>;
}

/** Returns all rows of the signed-in person, newest first, and reads them in parts. The first part is read at once. @throws 401 */
export async function allOwnRows(documents: AnyDocuments, call: Call): Promise<AsyncIterable<DocumentRow>> {
  const first = await ownRows(documents, call);
  async function* rows(): AsyncGenerator<DocumentRow> {
    for (let part = first; part.length > 0; part = part.length < most ? [] : await ownRows(documents, call, part.at(-1))) yield* part;
  }
  return rows();
}

/**
 * Returns the newest documents of the signed-in person, newest first, each with its status, its next step and its latest request for erasure; and how many
 * documents the person has. @throws 401
 */
export async function ownDocuments(documents: AnyDocuments, call: Call): Promise<ListResult<OwnDocument>> {
  const rows = await ownRows(documents, call);
  const requests = rows.length
    ? await documents.kit.db.reader.find(ErasureRequestRow, {
        where: { documentId: In(rows.map(({ id }) => id)) },
        order: { requestedAt: 'ASC', id: 'ASC' },
      })
    : [];
  const lastRequest = new Map(requests.map((request) => [request.documentId, request]));
  const records = rows.map((row) => {
    const asked = lastRequest.get(row.id);
    return { ...ownDocument(documents, row, call.language), ...(asked ? { erasure: toErasureRequest(documents, asked, row, call.language) } : {}) };
  });
  if (rows.length < most) return listResult(records);
  const totalRecords = await documents.kit.db.reader.countBy(documents.definition.row, { ownerSub: call.actor.sub } as never);
  return { records, totalRecords };
}

function ownDocument(documents: AnyDocuments, row: DocumentRow, language: Language): OwnDocument {
  const { definition: d } = documents;
  const model = documents.modelOf(row);
  const labels: Readonly<Record<string, LocalisableText>> = d.statusLabels;
  const next = nextStep(documents, model, language);
  const words = threadLength(documents, model);
  return {
    id: row.id,
    kind: d.kind,
    title: say(d.title, language),
    ...(row.reference ? { reference: row.reference } : {}),
    name: d.nameOf(model),
    documentStatus: row.documentStatus,
    statusLabel: localise(labels[row.documentStatus] ?? row.documentStatus, language),
    createdAt: dateTime(row.createdAt),
    updatedAt: dateTime(row.updatedAt),
    ...(next ? { nextStep: next.text } : {}),
    waitsForApplicant: next?.waitsForApplicant ?? false,
    ...(words > 0 ? { words } : {}),
    screen: `${d.publicScreen}/${row.id}`,
  };
}

/** Returns the next step of a document in words, and whether the applicant has to do it. */
function nextStep(
  documents: AnyDocuments,
  model: ReturnType<AnyDocuments['modelOf']>,
  language: Language,
): { text: string; waitsForApplicant: boolean } | undefined {
  const { definition: d } = documents;
  const own = d.nextStep?.(model);
  if (own) return { text: say(own.text, language), waitsForApplicant: own.waitsForApplicant };
  const step = nextStepFor(d, model);
  const rule = step && d.workflow.actions[step.action];
  if (!rule) return undefined;
  const waitsForApplicant = rule.who.owner === true;
  const label = say(rule.label, language);
  const office = officeName(documents, model, language);
  return { text: waitsForApplicant ? label : `${office}: ${label.toLowerCase()}`, waitsForApplicant };
}
