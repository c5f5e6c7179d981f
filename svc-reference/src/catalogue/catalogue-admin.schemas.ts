/** The request and response schemas of catalogue administration, for the OpenAPI document. */
import type { JsonSchema } from '@portal/contract-kit';
import { fieldSchemas, ref } from '@portal/service-kit';

const { text, count, version, flag, day, moment, words, listOf, object, records } = fieldSchemas;
const maybe = { ...text, nullable: true };
const action = { ...text, enum: ['create', 'change', 'retire', 'restore', 'revert', 'import'] };
const differences = listOf(object({ field: text, from: { ...text, description: 'The day from which it holds' }, before: {}, after: {} }, ['field']));
const counts = { created: count, changed: count, unchanged: count, retired: count };

export const catalogueAdminSchemas: Record<string, JsonSchema> = {
  Catalogues: records(
    object({
      name: text,
      title: words,
      approval: { ...flag, description: 'A change waits for a second person' },
      codes: { ...maybe, description: 'What a code has to be' },
      records: count,
      active: count,
      waiting: count,
      fields: listOf(
        object({
          name: text,
          label: words,
          kind: { ...text, enum: ['text', 'integer', 'flag', 'bit', 'list', 'day'] },
          required: flag,
          max: { ...count, nullable: true },
          of: { ...maybe, description: 'The value is a code of this catalogue' },
        }),
      ),
    }),
  ),
  CatalogueProposal: object(
    {
      id: text,
      version,
      catalogue: text,
      code: maybe,
      action,
      documentStatus: { ...text, enum: ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] },
      reason: maybe,
      proposedBy: text,
      proposedAt: moment,
      decidedBy: maybe,
      decidedAt: { ...moment, nullable: true },
      decision: maybe,
      size: count,
      mine: flag,
      changes: listOf(object({ code: text, name: text, action, differences })),
      preview: { ...object({ document: text, subDocument: text, day }, []), description: 'The form that it changes' },
    },
    ['id', 'version', 'catalogue', 'action', 'documentStatus', 'proposedBy', 'proposedAt', 'size', 'mine'],
  ),
  CatalogueProposals: records(ref('CatalogueProposal')),
  CatalogueProposalAnswer: object({ model: ref('CatalogueProposal'), actions: listOf(ref('OfferedAction')) }),
  ProposalDecision: object({ version, reason: text }, ['version']),
  RecordVersions: records(object({ version, action: text, changedAt: moment, changedBy: text, approvedBy: maybe, reason: maybe, differences })),
  FormPreviewAnswer: object({
    model: object({
      document: object({ code: text, name: text }),
      subDocument: { ...object({ code: text, name: text }), nullable: true },
      day,
      questions: listOf(object({ id: text, rank: count, description: text })),
      declarations: listOf(object({ id: text, rank: count, description: text })),
      requirements: listOf(object({ id: text, description: text, quantity: count }, ['id', 'description'])),
      fees: listOf(object({ id: text, code: text, name: text, amount: count, currencyCode: text, status: text, stage: text })),
      options: { ...object({ catalogue: text, title: words, total: count, records: listOf(object({ code: text, name: text })) }), nullable: true },
      changed: { ...listOf(text), description: 'Codes of the records that the proposal changes' },
    }),
  }),
  RecordUses: records(
    object({
      service: text,
      answers: { ...flag, description: 'False where the service does not answer: then its numbers are not known' },
      uses: listOf(
        object({
          of: { ...text, enum: ['documents', 'records', 'receipts'] },
          name: text,
          title: words,
          number: count,
          complete: { ...flag, description: 'False where documents from before an upgrade are still being counted' },
        }),
      ),
    }),
  ),
  RecordRevert: object({ version, to: { ...version, description: 'The version to go back to' }, reason: text }, ['version', 'to']),
  ImportResult: object(counts),
  ImportPlan: object({
    ...counts,
    refused: count,
    plan: { ...text, description: 'An import with ?plan= is refused where the file would no longer change the same' },
    rows: listOf(
      object({ row: { ...count, nullable: true }, code: text, name: text, outcome: { ...text, enum: ['CREATED', 'CHANGED', 'RETIRED'] }, differences }),
    ),
    faults: listOf(object({ row: count, code: text, column: text, value: text, fault: text, message: text })),
    totalFaults: count,
  }),
};
