/** Shared schemas for the OpenAPI documents of all services, and decorators that use them. */
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { type ContractClass, type JsonSchema, searchOperations } from '@portal/contract-kit';
import { fieldSchemas } from './field-schemas.ts';

export const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

const { text, textOf, moment, day, count, version, flag, words, listOf, object, fields, bytes, maybe, oneOf } = fieldSchemas;

const searchOperation = {
  ...text,
  enum: [...searchOperations],
  description: 'A DATE may be TODAY, TODAY-7 or TODAY+30. EMPTY and ANY take no values, BETWEEN two, IN up to 200, all others one',
};
const searchDataType = { ...text, enum: ['TEXT', 'INTEGER', 'DATE'] };

const claimOf = (description: string): JsonSchema => ({ ...object({ assignee: object({ name: text }), since: moment }), description });
const claim = claimOf('With CLAIMED: who has the case, and since when');
const current = { ...fields, description: 'With STALE_VERSION: who changed the document since, what and when' };

/** The fields of every answer about a document, beside the document itself. */
export const documentAnswerFields: Record<string, JsonSchema> = {
  actions: listOf(ref('OfferedAction')),
  blocked: listOf(ref('BlockedAction')),
  claim: claimOf('The claim that this call began'),
};

/** The published envelopes, matching the types in `envelopes.ts` of contract-kit. */
export const sharedSchemas: Record<string, JsonSchema> = {
  FieldError: object({ code: text, field: { ...text, description: 'Dotted path into the body; empty where no field is meant' }, message: text }),
  Problem: object(
    {
      type: text,
      title: text,
      status: { ...count, minimum: 400, maximum: 599 },
      detail: { ...text, description: 'The message of the first error' },
      requestId: text,
      errors: listOf(ref('FieldError')),
      current,
      claim,
    },
    ['type', 'title', 'status', 'errors'],
  ),
  OfferedAction: object(
    {
      name: text,
      label: text,
      method: { ...text, enum: ['GET', 'POST', 'PUT', 'DELETE'] },
      url: { ...text, description: "Relative to the service's prefix" },
      modes: listOf(text),
      kind: { ...text, enum: ['submit', 'navigate', 'download', 'delete'] },
      hideOnSubmit: flag,
      commentRequired: flag,
      commentRequiredFor: { ...listOf(text), description: 'The values of `decision` that need a comment, where not all do' },
      toApplicant: { ...flag, description: 'The applicant can read the comment' },
      thread: {
        ...text,
        enum: ['question', 'answer'],
        description: 'The comment is an entry of the thread; a question takes requirementCode, an answer files',
      },
      canBeUndone: { ...flag, description: 'Whoever does it may take it back within ten minutes' },
    },
    ['name', 'label', 'method', 'url', 'modes', 'kind', 'hideOnSubmit', 'commentRequired'],
  ),
  BlockedAction: object({ name: text, label: text, modes: listOf(text), code: { ...text, enum: ['FOUR_EYES', 'CLAIMED'] }, message: text, claim }, [
    'name',
    'label',
    'modes',
    'code',
    'message',
  ]),
  Claim: object({ version: { ...version, description: 'The version that the official has seen; where it is another by now, nothing is claimed' } }, []),
  Release: object({ since: { ...moment, description: 'The claim to end, as the answer to `claim` gave it; where it has ended, nothing is released' } }, []),
  Assignment: object({ assignee: { ...text, description: 'The user name of an account, or its name' } }),
  Account: object({ name: text, userName: text }),
  Bulk: object(
    {
      action: { ...text, description: 'The action to do on every document' },
      items: { ...listOf(object({ id: text, version }), 500), minItems: 1 },
      body: { ...fields, description: 'What the action takes beside the version' },
    },
    ['action', 'items'],
  ),
  LookupText: object({ text: { ...text, description: 'At least three letters or digits' } }),
  BulkChoice: object({ ids: { ...listOf(text, 500), minItems: 1 } }),
  BulkAnswer: object({
    records: listOf(object({ id: text, status: count, errors: listOf(ref('FieldError')), claim, current }, ['id', 'status', 'errors'])),
    totalRecords: count,
  }),
  ThreadAnswer: object({
    records: listOf(
      object(
        {
          id: text,
          at: moment,
          by: { ...text, description: "The officer's name for officials, the office's for the applicant" },
          from: { ...text, enum: ['office', 'applicant'] },
          operation: text,
          text,
          requirementCode: text,
          requirement: text,
          files: listOf(object({ uid: text, name: text, size: count })),
        },
        ['id', 'at', 'by', 'from', 'operation', 'text', 'files'],
      ),
    ),
    totalRecords: count,
  }),
  Watch: object({ kind: { ...text, description: 'The path of the kind' }, version: { ...count, description: 'The present one' } }),
  NoteText: object({ text: { ...text, description: 'A name after @ tells that officer' } }),
  Note: object({ id: text, text, createdAt: moment, user: object({ name: text }), mentions: listOf(object({ name: text })) }),
  NoteAnswer: object({ model: ref('Note') }),
  SavedView: object(
    {
      name: textOf(80),
      list: textOf(200),
      q: ref('SearchQuery'),
      columns: listOf(text),
      density: { ...text, nullable: true },
      sharedWithRole: { ...text, nullable: true, description: 'A role of the sender; whoever has it reads the view' },
    },
    ['name', 'list'],
  ),
  OwnTabs: object({ list: text, first: text, order: listOf(text) }, ['list']),
  OwnTabsAnswer: object({ model: object({ first: text, order: listOf(text) }, ['order']) }),
  SavedViewAnswer: object({
    model: { allOf: [ref('SavedView'), object({ id: text, owner: object({ name: text }), mine: flag, updatedAt: moment })] },
  }),
  LookupAnswer: object(
    {
      records: {
        ...listOf(
          object({
            kind: text,
            id: text,
            reference: text,
            title: { ...text, description: 'The person or vehicle that the document is about' },
            subtitle: text,
            documentStatus: text,
            statusName: text,
            date: { ...moment, description: 'When it was registered' },
            url: { ...text, description: 'The screen that shows it to staff' },
            groupKeys: {
              ...object({ person: { ...text, nullable: true }, vehicle: { ...text, nullable: true } }),
              description: 'Keyed digests: the same for all documents of one person or vehicle, in every area',
            },
          }),
        ),
        maxItems: 20,
      },
      totalRecords: count,
      atLeast: { ...flag, description: 'There are more than these' },
      incomplete: { ...flag, description: 'Soon after an upgrade: some documents of the earlier release are not found by name yet' },
    },
    ['records', 'totalRecords'],
  ),
  PersonNumber: object({ number: { ...textOf(100), description: 'Of a passport or identity card' } }),
  AuditedPersonAnswer: object(
    {
      records: listOf(
        object({
          kind: text,
          title: words,
          documentId: text,
          reference: { ...text, nullable: true },
          others: { ...listOf(text), description: 'Further ids under which something was recorded of it: its group, its files' },
        }),
      ),
      totalRecords: count,
      incomplete: { ...flag, description: 'There are older ones' },
    },
    ['records', 'totalRecords'],
  ),
  HelpAnswer: object({
    records: listOf(
      object({
        kind: text,
        path: text,
        title: words,
        ways: listOf(listOf(object({ label: words, status: words, minutes: count, mine: flag }, ['label', 'status']))),
        statuses: listOf(words),
        actions: listOf(
          object(
            {
              name: text,
              label: words,
              from: { ...listOf(words), nullable: true },
              to: listOf(words),
              begins: flag,
              asks: listOf(words),
              comment: { ...text, enum: ['always', 'sometimes'] },
              applicantReads: flag,
              notBy: listOf(words),
              undoes: object({ actions: listOf(words), minutes: count }),
              minutes: { ...count, description: 'Of office time' },
              tells: listOf(words),
              download: flag,
            },
            ['name', 'label', 'from', 'to', 'asks', 'notBy', 'tells'],
          ),
        ),
        reminders: listOf(words),
      }),
    ),
    totalRecords: count,
  }),
  JobReason: object({ reason: textOf(500) }),
  JobAnswer: object({ model: object({ id: text }) }),
  AuditStandingAnswer: object({
    model: object(
      {
        size: { ...count, description: 'Records in the signed head' },
        rootHash: text,
        signedAt: { ...moment, nullable: true },
        isWhole: { ...flag, description: 'Missing before the log was first verified' },
        fault: text,
        witness: object({ size: count, rootHash: text, signedAt: moment, secondsAgo: count, refusal: text }, ['size', 'secondsAgo']),
      },
      ['size', 'rootHash', 'signedAt'],
    ),
  }),
  StatisticsAnswer: object(
    {
      records: listOf(
        object(
          {
            kind: text,
            hour: { ...text, description: 'The beginning of the hour, in UTC' },
            status: text,
            statusName: { ...text, description: "With status: in the reader's language" },
            lane: { ...text, nullable: true },
            entryPoint: { ...text, nullable: true },
            officer: { ...text, description: 'The name of an official' },
            userName: { ...text, description: 'With officer: what they sign in with' },
            age: { ...text, enum: ['0-1h', '1-4h', '4-24h', '1-3d', '3-7d', '7d+'], description: 'How long the present step has been waited for' },
            count,
          },
          ['kind', 'count'],
        ),
      ),
      totalRecords: count,
      kinds: listOf(object({ kind: text, officers: { ...text, enum: ['ALL', 'ME'] }, counted: { ...text, enum: ['documents', 'actions', 'waiting'] } })),
      timeZone: { ...text, description: 'Where days are those of the offices' },
      span: ref('StatisticsSpan'),
      ages: listOf({ allOf: [object({ age: text }), ref('StatisticsSpan')] }),
      incomplete: { ...flag, description: 'Soon after an upgrade: documents of the earlier release are still being counted' },
    },
    ['records', 'totalRecords', 'kinds', 'timeZone', 'span'],
  ),
  ActionsDone: object(
    {
      records: listOf(
        object({
          id: text,
          at: moment,
          officer: text,
          userName: text,
          action: text,
          actionName: text,
          status: text,
          statusName: text,
          done: { ...maybe(oneOf('onTime', 'late')), description: 'Null: it ended no step that was due' },
          documentId: text,
          reference: text,
        }),
      ),
      totalRecords: count,
    },
    ['records', 'totalRecords'],
  ),
  OpenDataList: object({ records: listOf(ref('OpenDataset')), totalRecords: count }, ['records', 'totalRecords']),
  OpenDataset: object(
    {
      name: text,
      title: text,
      by: { ...maybe(oneOf('day', 'month')), description: 'Null: all documents as they stand now' },
      columns: listOf(text),
      fewest: { ...count, description: 'Smaller counts are null' },
      roundedTo: { ...count, description: 'Counts are multiples of this' },
      licence: object({ name: text, url: text }),
    },
    ['name', 'title', 'by', 'columns', 'fewest', 'roundedTo', 'licence'],
  ),
  OpenDataTable: {
    allOf: [
      ref('OpenDataset'),
      object(
        {
          from: { ...day, nullable: true },
          to: { ...day, nullable: true },
          records: listOf({
            ...object({ count: { ...count, nullable: true } }, ['count']),
            maxProperties: 20,
            additionalProperties: { ...text, nullable: true },
          }),
          totalRecords: count,
        },
        ['from', 'to', 'records', 'totalRecords'],
      ),
    ],
  },
  StatisticsSpan: {
    ...object({ from: { ...moment, nullable: true }, to: { ...moment, nullable: true } }),
    description: 'Date-times in UTC; both belong to the span; null where it has no end',
  },
  OfficeStatisticsAnswer: object({
    model: object(
      {
        kinds: listOf(object({ kind: text, officers: { ...text, enum: ['ALL', 'ME'] } })),
        at: { ...moment, description: 'The moment of the queues: what is overdue was due before it' },
        timeZone: text,
        span: ref('StatisticsSpan'),
        queues: listOf(
          object({
            kind: text,
            status: text,
            statusName: text,
            count,
            oldest: { ...moment, nullable: true, description: 'Since when' },
            overdue: count,
            unlimited: { ...count, description: 'Without a due time' },
          }),
        ),
        steps: listOf(object({ kind: text, action: text, actionName: text, done: count, onTime: count })),
        overrides: listOf(object({ kind: text, lane: text, status: text, statusName: text, count })),
        laneRules: listOf(object({ kind: text, rule: text, ruleName: text, hits: count, overridden: count })),
        incomplete: flag,
      },
      ['kinds', 'at', 'timeZone', 'span', 'queues', 'steps', 'overrides', 'laneRules'],
    ),
  }),
  TravelDayWish: object({ emailAddress: text, travelDay: day }),
  TravelDayOpening: object({ opensOn: day }),
  MessagesAnswer: object({
    records: listOf(
      object({
        id: text,
        event: text,
        label: text,
        channel: { ...text, enum: ['email', 'sms'] },
        to: { ...text, description: 'Most of the address is hidden' },
        createdAt: moment,
        state: { ...text, enum: ['WAITING', 'SENT', 'FAILED', 'RETURNED'], description: 'SENT: a server took it. RETURNED: it came back afterwards' },
        sentAt: { ...moment, nullable: true },
        attempts: count,
        reason: { ...text, nullable: true, description: 'What the server said' },
      }),
    ),
    totalRecords: count,
  }),
  CodeRequest: object({ id: { ...text, description: "The finder's key" } }),
  CodeSent: object({ sentTo: listOf(text), expiresAt: moment }),
  CodeEntry: object({ id: { ...text, description: "The finder's key" }, code: text }),
  ErasureWish: object({ reason: textOf(500) }, []),
  ErasureDecision: object({ decision: { ...text, enum: ['GRANT', 'REFUSE'] }, comment: text }),
  ErasureAnswer: object({
    model: object(
      {
        id: text,
        documentId: text,
        reference: text,
        state: { ...text, enum: ['OPEN', 'GRANTED', 'REFUSED'] },
        requestedAt: moment,
        dueAt: { ...moment, description: 'By when the office must answer' },
        reason: text,
        comment: text,
        erasedNow: { ...listOf(text), description: 'What was erased at once' },
        kept: { ...listOf(object({ what: text, until: day, why: text }, ['what', 'why'])), description: 'What must be kept by law' },
      },
      ['id', 'state', 'requestedAt', 'dueAt', 'erasedNow', 'kept'],
    ),
  }),
  DocumentExport: object({ exportedAt: moment, documents: listOf(fields) }),
  SerialReference: object({ year: count, number: count, date: day, dateTime: moment, reference: text, serial: text }),
  DocumentFields: object(
    {
      id: { ...text, description: 'The key to the document; empty before registration' },
      version: count,
      documentStatus: text,
      serialReference: ref('SerialReference'),
      applicantUser: object({ name: text }),
      documentCreatedAt: moment,
      actions: listOf(fields),
    },
    ['id', 'version'],
  ),
  DocumentAnswer: object({ model: ref('DocumentFields'), ...documentAnswerFields }, ['model', 'actions']),
  ListAnswer: object(
    {
      records: listOf(fields),
      totalRecords: count,
      atLeast: { ...flag, description: 'There are more than these: the total was not counted further' },
      incomplete: { ...flag, description: 'Of a staff search soon after an upgrade: rows of the earlier release are found only as they are written' },
    },
    ['records', 'totalRecords'],
  ),
  CatalogueRecord: object({ code: text, name: text, names: { type: 'object', maxProperties: 20, additionalProperties: text } }, ['code', 'name']),
  SearchQuery: object(
    {
      criteria: listOf(
        object(
          {
            expressionType: { ...text, enum: ['SearchCriterion'] },
            operation: searchOperation,
            dataType: searchDataType,
            fieldName: text,
            values: listOf({ oneOf: [text, count] }, 200),
          },
          ['operation', 'fieldName'],
        ),
        50,
      ),
      paging: object({ page: { ...count, minimum: 1 }, size: { ...count, minimum: 1, maximum: 200 } }, []),
      sorting: {
        ...listOf(object({ fieldName: text, direction: { ...text, enum: ['ASC', 'DESC'] } }), 3),
        description: 'Orders the whole list; rows without a value come last. Without it the newest come first',
      },
      viewColumns: listOf({ ...text, maxLength: 100 }, 100),
      totalUpTo: { ...count, minimum: 1, maximum: 1_000_000, description: 'The total need not be counted beyond this: then the answer has atLeast' },
    },
    [],
  ),
  SearchFieldList: object({
    records: listOf(object({ fieldName: text, dataType: searchDataType, operations: listOf(searchOperation), sortable: flag })),
    totalRecords: count,
  }),
  VersionSeen: object({ version: { ...version, description: 'The version of the document that the sender has seen' }, comment: text }, ['version']),
  HistoryRequest: object({ isTimeline: flag, isAscending: flag, fillMissingTimelineStatuses: flag, useDynamicPaths: flag }, []),
  HistoryAnswer: object({
    order: { ...text, enum: ['ASC', 'DES'] },
    type: { ...text, enum: ['HISTORY', 'TIMELINE'] },
    documentActions: listOf(fields),
  }),
  FileAnswer: object({ model: object({ id: text, name: text, type: text, fileBlob: { ...bytes, format: 'byte' } }) }),
  PlainPage: object({ status: count, title: text, failed: flag, html: { ...textOf(1_000_000), description: "The content of the page's main element" } }),
  PlainSubmission: object(
    {
      fields: listOf({ ...listOf(textOf(100_000), 2), minItems: 2, description: 'A name and its value, as a browser sends them' }),
      notice: { ...text, enum: ['session-ended', 'token-expired'], description: 'Answers the form again with this notice, and registers nothing' },
    },
    ['fields'],
  ),
  PlainAnswer: { oneOf: [ref('PlainPage'), object({ location: { ...text, description: 'Public address of the page after registration' } })] },
  Verification: object({ genuine: flag }),
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const answer = (status: number, description: string, content?: object): MethodDecorator =>
  ApiResponse({ status, description, ...(content ? { content } : {}) } as Parameters<typeof ApiResponse>[0]);

/** Decorator: the route answers with JSON of a named schema. */
export const Answers = (schema: string, description = '', status = 200): MethodDecorator => answer(status, description, json(ref(schema)));
/** Decorator: the route answers with a document and its available actions. */
export const AnswersDocument = (status = 200): MethodDecorator => Answers('DocumentAnswer', 'The document and the actions offered on it', status);
/** Decorator: the route answers with a list of records. */
export const AnswersList = (): MethodDecorator => Answers('ListAnswer', 'Records');
/** Decorator: the route answers with the fields that a list can be searched by. */
export const AnswersSearchFields = (): MethodDecorator => Answers('SearchFieldList', 'Search fields');
/** Decorator: the route answers with a PDF, or with 503 and `Retry-After` while the PDF is not ready. */
export const AnswersPdf = (): MethodDecorator =>
  applyDecorators(
    answer(200, 'The form', { 'application/pdf': { schema: bytes } }),
    answer(503, 'It is still being drawn: try again after `Retry-After`', { 'application/problem+json': { schema: ref('Problem') } }),
  );
/** Decorator: the route answers with a picture. */
export const AnswersImage = (): MethodDecorator => answer(200, 'The picture', { 'image/png': { schema: bytes }, 'image/svg+xml': { schema: bytes } });

/** Decorator: the route answers with one page of records, or with all of them as CSV. */
export const AnswersListOrCsv = (schema: string): MethodDecorator =>
  answer(200, 'One page of records; with `Accept: text/csv` all that are found', { ...json(ref(schema)), 'text/csv': { schema: bytes } });

/** Decorator: the route answers with the data that is held on documents, as JSON or PDF. */
export const AnswersExport = (): MethodDecorator => answer(200, 'What is held', { ...json(ref('DocumentExport')), 'application/pdf': { schema: bytes } });
/** Decorator: the route answers with a table as CSV. */
export const AnswersCsv = (): MethodDecorator => answer(200, 'The table', { 'text/csv': { schema: bytes } });

/** Decorator: the route takes the search query `q`. */
export const TakesQuery = (): MethodDecorator =>
  ApiQuery({ name: 'q', required: false, description: 'The search, as JSON', content: json(ref('SearchQuery')) } as never);
/** Decorator: the route is a search. It takes `q`, and answers with one page of records, or with all of them as CSV. */
export const Search = (): MethodDecorator => applyDecorators(TakesQuery(), AnswersListOrCsv('ListAnswer'));
/** Decorator: the route takes JSON of a contract class or of a named schema. A class must be among the service's `contracts`. */
export const TakesBody = (schema: ContractClass | string, required = true): MethodDecorator =>
  ApiBody({ required, schema: ref(typeof schema === 'string' ? schema : schema.name) });
/** Decorator: the route takes an idempotency key. Every repeat with the same key and body gets the first answer again. */
export const Repeatable = (): MethodDecorator => ApiHeader({ name: 'Idempotency-Key', required: false, schema: textOf(200) });
