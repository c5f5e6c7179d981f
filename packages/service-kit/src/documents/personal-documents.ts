/** What a person has with the portal: the documents they registered, a copy of all that is held, and its erasure. */
import {
  type ContractClass,
  type ErasureRequest,
  type FieldMeta,
  fieldsOf,
  L,
  type Language,
  type ListResult,
  listResult,
  type OwnDocument,
  type PrintBlock,
  type PrintLayout,
} from '@portal/contract-kit';
import { In } from 'typeorm';
import { type Access, isOfAgency } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { requireRole } from '../auth/auth.guard.ts';
import { addDays, dateTime } from '../clock.ts';
import { DocumentVersionRow, ErasureRequestRow, OneTimeCodeRow } from '../database/kit.entities.ts';
import { conflict, forbidden, inWords, notFound, unauthenticated, unavailable, unprocessable, type Words } from '../http/problems.ts';
import { commentOf, type DocumentService } from './document.service.ts';
import { nextStepOf } from './document-history.ts';
import type { PrintedForm } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';

// biome-ignore lint/suspicious/noExplicitAny: serves any kind of document
type AnyDocuments = DocumentService<any, any, any, any>;
type Plain = Record<string, unknown>;

/** Days in which the office answers a request for erasure. */
export const erasureDays = 30;
/** Most documents of one person that are listed and exported; the newest. */
const most = 200;

const asObject = (body: unknown): Plain => (body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Plain) : {});

export class PersonalDocuments {
  constructor(private readonly documents: AnyDocuments) {}

  private get d() {
    return this.documents.definition;
  }
  private get kit() {
    return this.documents.kit;
  }

  private async ownRows({ actor }: Call): Promise<DocumentRow[]> {
    if (actor.sub === null) throw unauthenticated();
    await this.kit.catalogues.warm(this.d.contract);
    return this.kit.db.reader.find(this.d.row, { where: { ownerSub: actor.sub }, order: { createdAt: 'DESC', id: 'DESC' }, take: most } as never) as Promise<
      DocumentRow[]
    >;
  }

  /** The documents of the signed-in person, newest first, each with its standing and its next step. @throws 401 */
  async mine(call: Call): Promise<ListResult<OwnDocument>> {
    const rows = await this.ownRows(call);
    const requests = rows.length
      ? await this.kit.db.reader.find(ErasureRequestRow, { where: { documentId: In(rows.map(({ id }) => id)) }, order: { requestedAt: 'ASC', id: 'ASC' } })
      : [];
    const lastRequest = new Map(requests.map((request) => [request.documentId, request]));
    const records = rows.map((row) => {
      const asked = lastRequest.get(row.id);
      return { ...this.ownDocument(row, call.language), ...(asked ? { erasure: this.requestShown(asked, row, call.language) } : {}) };
    });
    return listResult(records);
  }

  private ownDocument(row: DocumentRow, language: Language): OwnDocument {
    const { d } = this;
    const model = this.documents.modelOf(row);
    const labels: Readonly<Record<string, Words>> = d.statusLabels;
    const next = this.nextStep(row, model, language);
    return {
      id: row.id,
      kind: d.kind,
      title: d.title[language],
      ...(row.reference ? { reference: row.reference } : {}),
      name: d.nameOf(model),
      documentStatus: row.documentStatus,
      statusLabel: inWords(labels[row.documentStatus] ?? row.documentStatus, language),
      createdAt: dateTime(row.createdAt),
      updatedAt: dateTime(row.updatedAt),
      ...(next ? { nextStep: next.text } : {}),
      waitsForApplicant: next?.waitsForApplicant ?? false,
      screen: `${d.publicScreen}/${row.id}`,
    };
  }

  private nextStep(row: DocumentRow, model: ReturnType<AnyDocuments['modelOf']>, language: Language): { text: string; waitsForApplicant: boolean } | undefined {
    const { workflow } = this.d;
    const own = this.d.nextStep?.(model);
    if (own) return { text: own.text[language], waitsForApplicant: own.waitsForApplicant };
    const done = new Set<string>(model.actions.flatMap(({ action }: { action?: string }) => (action ? [action] : [])));
    const mainPath = workflow.pathOf?.(model) ?? workflow.mainPath;
    const step = nextStepOf({ ...workflow, mainPath }, row.documentStatus, done);
    const rule = step && workflow.actions[step.action];
    if (!rule) return undefined;
    const waitsForApplicant = rule.who.owner === true;
    const label = rule.label[language];
    const office = this.documents.officeName(model, language);
    return { text: waitsForApplicant ? label : `${office}: ${label.toLowerCase()}`, waitsForApplicant };
  }

  /** All that is held on a document, for its applicant. @throws 404, 401, 403 */
  async exportOne(asked: string, call: Call): Promise<object> {
    const { row, access } = await this.documents.find(asked, call, 'export');
    return this.exported(row, access, call);
  }

  async exportMine(call: Call): Promise<object[]> {
    const rows = await this.ownRows(call);
    const all: object[] = [];
    for (const row of rows) all.push(await this.exported(row, this.documents.accessOf(row as never, 'id', call), call));
    return all;
  }

  private async exported(row: DocumentRow, access: Access, call: Call): Promise<object> {
    const past = await this.kit.db.reader.find(DocumentVersionRow, { where: { documentId: row.id }, order: { version: 'ASC' } });
    const model = this.documents.modelOf(row as never);
    const earlier = past
      .filter(({ version }) => version < row.version)
      .map(({ version, documentStatus, at, body }) => {
        const { actions: _history, ...fields } = this.documents.rows.decryptBody(row.id, body as Plain);
        const { actions: _shown, ...visible } = this.documents.visible(
          { ...fields, id: row.id, version, documentStatus, actions: [] } as never,
          access,
          call,
        ) as Plain;
        return { version, at: dateTime(at), document: visible };
      });
    await this.kit.db.write((tx) => this.kit.audit.add(tx, call, { action: 'export-own', kind: this.d.kind, documentId: row.id, reference: row.reference }));
    return {
      kind: this.d.kind,
      title: this.d.title[call.language],
      reference: row.reference,
      document: this.documents.visible(model, access, call),
      earlierVersions: earlier,
      keptUntil: this.kit.retention.keptUntil(this.d, row) ?? null,
    };
  }

  /** The same as a PDF: every field with its label. */
  async exportAsPdf(exported: object[], call: Call): Promise<PrintedForm> {
    const { language, requestId } = call;
    const documents = exported as { reference: string | null; title: string; document: Plain & { id: string; version: number } }[];
    const first = documents[0]?.document;
    if (!first) throw notFound();
    const blocks: PrintBlock[] = documents.map(({ reference, title, document }) => ({
      kind: 'section',
      title: [title, reference].filter(Boolean).join(' '),
      rows: rowsOf(this.d.contract, document, language),
    }));
    const title = L('What is held on you', 'O que é guardado sobre si')[language];
    const layout: PrintLayout = {
      page: 'form',
      language,
      issuer: this.kit.settings.portalName,
      title,
      reference: documents
        .map((one) => one.reference ?? '')
        .join(' ')
        .slice(0, 100),
      blocks,
      footer: `${this.kit.settings.portalName} ${this.kit.clock.today()}`,
    };
    const state = documents.map(({ document }) => `${document.id}-${document.version}`).join(',');
    const digest = this.kit.blindIndex.digest('export', state)?.split(':')[1] ?? '';
    const key = `${this.d.service}/${first.id}/${first.version}/export.${language}.${digest}`;
    const pdf = await this.kit.prints.fetch(key, () => layout, 10_000, requestId);
    if (!pdf)
      throw unavailable(L('The document is being prepared. Try again in a moment.', 'O documento está a ser preparado. Tente de novo dentro de momentos.'), 2);
    return { fileName: `${title}.pdf`, pdf };
  }

  /**
   * The applicant asks that what is held be erased. A draft goes at once; what is registered is a case of the office, which answers within 30 days.
   * Asked again, the open request is answered.
   */
  async askForErasure(asked: string, body: unknown, call: Call): Promise<{ model: ErasureRequest }> {
    const { kit, d } = this;
    const { row, access } = await this.documents.find(asked, call);
    if (!access.acts('applicant')) throw call.actor.sub === null ? unauthenticated() : forbidden();
    const open = await kit.db.reader.findOneBy(ErasureRequestRow, { documentId: row.id, state: 'OPEN' });
    if (open) return { model: this.requestShown(open, row, call.language) };
    const now = kit.clock.now();
    const isDraft = row.reference === null;
    const { reason } = asObject(body);
    const request: ErasureRequestRow = {
      id: kit.ids.next(),
      kind: d.kind,
      documentId: row.id,
      reference: row.reference,
      agencyCode: row.agencyCode,
      state: isDraft ? 'GRANTED' : 'OPEN',
      requestedAt: now,
      dueAt: new Date(`${addDays(kit.clock.today(), erasureDays)}T00:00:00Z`),
      reason: typeof reason === 'string' ? reason.trim().slice(0, 500) : null,
      decidedAt: isDraft ? now : null,
      decidedBy: null,
      comment: null,
    };
    await kit.db.write(async (tx) => {
      await tx.insert(ErasureRequestRow, request);
      await tx.delete(OneTimeCodeRow, { documentId: row.id });
      await kit.audit.add(tx, call, { action: 'erasure-asked', kind: d.kind, documentId: row.id, reference: row.reference });
      if (isDraft && !(await kit.retention.eraseIn(tx, d, row, call, { asked: request.id })))
        throw conflict('STALE_VERSION', L('The document was changed meanwhile. Try again.', 'O documento foi alterado entretanto. Tente de novo.'));
    });
    return { model: this.requestShown(request, row, call.language) };
  }

  private requestShown(request: ErasureRequestRow, row: DocumentRow | null, language: Language): ErasureRequest {
    const isDraft = row !== null && row.reference === null;
    const until = row ? this.kit.retention.keptUntil(this.d, row) : undefined;
    const title = this.d.title[language];
    return {
      id: request.id,
      ...(request.reference ? { reference: request.reference } : {}),
      state: request.state as ErasureRequest['state'],
      requestedAt: dateTime(request.requestedAt),
      dueAt: dateTime(request.dueAt),
      ...(request.reason ? { reason: request.reason } : {}),
      ...(request.comment ? { comment: request.comment } : {}),
      erasedNow: isDraft
        ? [L('The draft and its files', 'O rascunho e os seus ficheiros')[language]]
        : [L('One-time codes', 'Códigos de utilização única')[language]],
      kept:
        isDraft || row === null
          ? []
          : [
              {
                what: title,
                ...(until ? { until } : {}),
                why: until
                  ? L('The law asks the office to keep it until then.', 'A lei obriga o serviço a guardá-lo até essa data.')[language]
                  : L('It is still being worked on. The office answers your request.', 'Ainda está a ser tratado. O serviço responde ao seu pedido.')[language],
              },
            ],
    };
  }

  /** Whether the caller answers requests for erasure. @throws 401, 403 */
  private requireOffice({ actor }: Call): void {
    requireRole(actor, `${this.d.rolePrefix}-supervise`, `${this.d.rolePrefix}-erasure`);
  }

  /** The open requests of the officer's agencies, the most urgent first. */
  async erasures(call: Call): Promise<ListResult<ErasureRequest>> {
    this.requireOffice(call);
    const { kit, d } = this;
    const agencies = [...call.actor.agencies];
    const requests = agencies.length
      ? await kit.db.reader.find(ErasureRequestRow, {
          where: { kind: d.kind, state: 'OPEN', agencyCode: In(agencies) },
          order: { dueAt: 'ASC', id: 'ASC' },
          take: most,
        })
      : [];
    const rows = requests.length ? ((await kit.db.reader.findBy(d.row, { id: In(requests.map((r) => r.documentId)) } as never)) as DocumentRow[]) : [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    const records = requests.map((request) => {
      const row = byId.get(request.documentId) ?? null;
      return { ...this.requestShown(request, row, call.language), ...(row ? { documentId: row.id } : {}) };
    });
    return listResult(records);
  }

  /**
   * Answers a request. Granted: a document that the law asks for no longer is erased; of one that it asks for, the addresses by which the person is
   * reached are. Refused: with the reason, which the person reads.
   */
  async decideErasure(id: string, body: unknown, call: Call): Promise<{ model: ErasureRequest }> {
    this.requireOffice(call);
    const { kit, d } = this;
    const plain = asObject(body);
    const comment = commentOf(plain);
    const faults = [
      ...(plain.decision === 'GRANT' || plain.decision === 'REFUSE'
        ? []
        : [{ code: 'CHOICE', field: 'decision', message: L('Choose to grant or to refuse', 'Escolha deferir ou indeferir') }]),
      ...(comment ? [] : [{ code: 'REQUIRED', field: 'comment', message: L('Say why in the comment', 'Indique o motivo no comentário') }]),
      ...(comment.length > 2_000
        ? [
            {
              code: 'MAX_LENGTH',
              field: 'comment',
              message: L('The comment must be 2000 characters or fewer', 'O comentário deve ter no máximo 2000 caracteres'),
            },
          ]
        : []),
    ];
    if (faults.length) throw unprocessable(faults);
    const request = await kit.db.reader.findOneBy(ErasureRequestRow, { id, kind: d.kind });
    if (!request || !isOfAgency(call.actor, request.agencyCode)) throw notFound('request');
    const row = (await kit.db.findById<DocumentRow>(d.row, request.documentId)) as DocumentRow | null;
    const granted = plain.decision === 'GRANT';
    const until = row && kit.retention.keptUntil(d, row);
    if (granted && row && !until)
      throw conflict(
        'ACTION_NOT_ALLOWED',
        L('This document is still being worked on: finish it first', 'Este documento ainda está a ser tratado: conclua-o primeiro'),
      );
    const decided = { state: granted ? 'GRANTED' : 'REFUSED', decidedAt: kit.clock.now(), decidedBy: call.actor.name, comment };
    await kit.db.write(async (tx) => {
      const { affected } = await tx.update(ErasureRequestRow, { id, state: 'OPEN' }, decided);
      if (affected !== 1) throw conflict('ACTION_NOT_ALLOWED', L('This request was answered already', 'Este pedido já foi respondido'));
      await kit.audit.add(tx, call, {
        action: granted ? 'erasure-granted' : 'erasure-refused',
        kind: d.kind,
        documentId: request.documentId,
        reference: request.reference,
      });
      if (!granted || !row || !until) return;
      if (until <= kit.clock.today()) await kit.retention.eraseIn(tx, d, row, call, { asked: id });
      else {
        const versions = await tx.findBy(DocumentVersionRow, { documentId: row.id });
        for (const past of versions)
          await tx.update(
            DocumentVersionRow,
            { documentId: row.id, version: past.version },
            { body: this.withoutAddresses(row.id, past.body as Plain) as never },
          );
        await tx.update(d.row, { id: row.id, version: row.version } as never, { body: this.withoutAddresses(row.id, row.body) } as never);
      }
    });
    return { model: this.requestShown({ ...request, ...decided }, null, call.language) };
  }

  /** A stored body without the addresses by which its applicant is reached. */
  private withoutAddresses(documentId: string, stored: Plain): Plain {
    const { rows, kit } = this.documents;
    const body = rows.decryptBody(documentId, stored);
    const paths = Object.values(this.d.reachedBy).filter((path): path is string => path !== undefined);
    const left: Plain = { ...body };
    for (const path of paths) delete left[path];
    return kit.encryption.isOn ? rows.encryptBody(documentId, left) : left;
  }
}

/** The fields of a document that are filled in, with their labels. */
function rowsOf(cls: ContractClass, value: Plain, language: Language, prefix = ''): { label: string; value: string }[] {
  return fieldsOf(cls).flatMap((meta: FieldMeta) => {
    const held = value[meta.name];
    if (held === undefined || held === null || held === '') return [];
    const label = prefix + (meta.label?.[language] ?? meta.name);
    const type = meta.type?.();
    if (type && Array.isArray(held)) return held.flatMap((row, i) => rowsOf(type, row as Plain, language, `${label} ${i + 1}: `));
    if (type) return rowsOf(type, held as Plain, language, prefix);
    return [{ label, value: String(held) }];
  });
}
