/** Previews a form for a given day: the questions, requirements and fees of a document, optionally with the changes of a proposal as if they were approved. */

import { Injectable } from '@nestjs/common';
import { type Bilingual, type CatalogueRecord, isDay, type Language } from '@portal/contract-kit';
import { badRequest, Database, feesOf, nameIn, notFound, type QuestionSet, questionsOf, recordOn, requirementsOf } from '@portal/service-kit';
import type { FormPreview } from '../../contract/index.ts';
import { CatalogueProposalRow } from '../database/catalogue.entities.ts';
import { catalogueTitles } from './catalogue-labels.ts';
import { publish } from './catalogue-record.ts';
import { CatalogueStore } from './catalogue-store.ts';

/** Largest number of options of one list in a response. */
const mostOptions = 500;
/** The catalogues that a form shows as a whole; all others are choices in its fields. */
const listed = ['questions', 'declarations', 'requirements', 'fees'];

export interface PreviewAsked {
  document?: string;
  subDocument?: string;
  day?: string;
  /** Id of a proposal that waits for approval. */
  proposal?: string;
}

@Injectable()
export class FormPreviews {
  constructor(
    private readonly db: Database,
    private readonly store: CatalogueStore,
  ) {}

  /**
   * Returns the preview.
   * @throws 400 if `day` is not a day; 404 if there is no such document, sub-document or proposal
   */
  async of({ document: code = '', subDocument: subCode, day = this.store.today(), proposal: id }: PreviewAsked, language: Language): Promise<FormPreview> {
    if (!isDay(day)) throw badRequest('BAD_VALUE', 'day', 'day must be a real date, such as 2026-03-27');
    const document = this.store.record('documents', code);
    const subDocument = subCode ? this.store.record('sub-documents', subCode) : undefined;
    if (subDocument && subDocument.documentCode !== code) throw notFound('sub-document');
    const proposal = id ? await this.db.findById(CatalogueProposalRow, id) : null;
    if (id && !proposal) throw notFound('proposal');
    const catalogues = { records: async (name: string) => this.recordsWith(name, proposal) };
    const questions = (set: QuestionSet) => questionsOf(catalogues, set, day, code, language, () => ({}));
    const named = (record: CatalogueRecord) => ({ code: record.code, name: nameIn(recordOn(record, day), language) });
    return {
      document: named(document),
      subDocument: subDocument ? named(subDocument) : null,
      day,
      questions: await questions('questions'),
      declarations: await questions('declarations'),
      requirements: await requirementsOf(catalogues, day, code, subCode, language, ({ quantity }) => (quantity ? { quantity: Number(quantity) } : {})),
      fees: await feesOf(catalogues, day, code, subCode, language, ({ stage }) => ({ stage: String(stage ?? '') })),
      options: proposal && !listed.includes(proposal.catalogue) ? this.options(proposal, day, language) : null,
      changed: proposal?.changes.map((change) => change.code) ?? [],
    };
  }

  private options(proposal: CatalogueProposalRow, day: string, language: Language): FormPreview['options'] {
    const name = proposal.catalogue;
    const records = this.recordsWith(name, proposal)
      .map((record) => recordOn(record, day))
      .filter(({ retired }) => retired !== true);
    return {
      catalogue: name,
      title: catalogueTitles[name] as Bilingual,
      total: records.length,
      records: records.slice(0, mostOptions).map((record) => ({ code: record.code, name: nameIn(record, language) })),
    };
  }

  /** Returns the records of a catalogue as they will be if the proposal is approved. */
  private recordsWith(name: string, proposal: CatalogueProposalRow | null): readonly CatalogueRecord[] {
    const { definition, records } = this.store.get(name);
    if (proposal?.catalogue !== name || proposal.status !== 'WAITING') return records;
    const after = new Map(proposal.changes.map((change) => [change.code, publish(definition, { code: change.code, ...change.after }, this.store.today())]));
    const known = new Set(records.map(({ code }) => code));
    return [...records.map((record) => after.get(record.code) ?? record), ...[...after.values()].filter(({ code }) => !known.has(code))];
  }
}
