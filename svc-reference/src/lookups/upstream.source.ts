import { type CatalogueRecord, L, type ListResult } from '@portal/contract-kit';
import { type Audit, type Call, fetchTraced, forbidden, isStaff, notFound, type PrintClient, unauthenticated, unavailable } from '@portal/service-kit';
import { definitionOf } from '../catalogue/definitions.ts';
import { readField } from '../catalogue/field-kinds.ts';
import type { ReferenceSettings } from '../reference.settings.ts';
import { productLayout } from './lookup.layouts.ts';
import { printNow } from './lookup.print.ts';
import type { LookupSource } from './lookup-source.ts';
import { publicModel, publicRecord, wholeModel } from './product-declaration.ts';

const timeoutMs = 8_000;
const largest = 20 * 1024 * 1024;

/** Whether the text is the id of a record, which cannot be guessed. Any other text counts as a printed reference, which can be guessed. */
const isId = (asked: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(asked);

/**
 * Answers lookups by calling another service that serves the same paths. The other service trusts the portal and does not know the caller, so this class checks
 * who may see what, as for the tables of this service.
 */
export class UpstreamSource implements LookupSource {
  private readonly base: string;

  /** @param url address of the other service */
  constructor(
    url: string,
    private readonly settings: ReferenceSettings,
    private readonly prints: PrintClient,
    private readonly audit: Audit,
  ) {
    this.base = url.replace(/\/$/, '');
  }

  medicineByCode(code: string): Promise<ListResult<object>> {
    return this.medicines(`/v1/medicine/item/${encodeURIComponent(code)}/searchItemByCode`);
  }

  medicinesByText(text: string): Promise<ListResult<object>> {
    return this.medicines(`/v1/medicine/item/${encodeURIComponent(text)}/searchItems`);
  }

  async productDeclaration(asked: string, call: Call): Promise<{ model: object; actions: [] }> {
    const record = await this.declaration(asked, call);
    await this.recordRead(call, 'simpleDocument', record.code);
    // The actions are left out because actions of the other service cannot be performed here.
    return { model: isStaff(call.actor) || isId(asked) ? wholeModel(record) : publicModel(record), actions: [] };
  }

  async productDeclarationContent(asked: string, call: Call): Promise<Buffer> {
    if (!isStaff(call.actor) && !isId(asked)) return this.publicContent(await this.declaration(asked, call), call);
    await this.recordRead(call, 'contentData', asked);
    return this.pdf(`${this.declarationPath(asked)}/contentData`, call);
  }

  async membershipContent(asked: string, call: Call): Promise<Buffer> {
    const pdf = await this.pdf(`/v1/membership/registration/${encodeURIComponent(asked)}/contentData`, call);
    // The other service only returns the whole registration, and a member's number can be guessed, so it is not enough here.
    if (!isStaff(call.actor) && !isId(asked)) throw call.actor.sub === null ? unauthenticated(needsId) : forbidden(needsId);
    await this.recordRead(call, 'contentData', asked);
    return pdf;
  }

  /** Returns the form with only the public fields. */
  private publicContent(record: CatalogueRecord, call: Call): Promise<Buffer> {
    const layout = productLayout(publicRecord(record), call.language, this.settings);
    return printNow(this.prints, 'upstream', 'content-public', layout, call);
  }

  private declarationPath = (asked: string): string => `/v1/${this.settings.productSlug}/declaration/${encodeURIComponent(asked)}`;

  private async declaration(asked: string, call: Call): Promise<CatalogueRecord> {
    const { model } = ((await this.json(`${this.declarationPath(asked)}/simpleDocument`, call)) ?? {}) as { model?: Record<string, unknown> | null };
    if (typeof model?.id !== 'string') throw this.down();
    return known('product-declarations', { ...model, code: model.id, name: model.reference });
  }

  private async medicines(path: string): Promise<ListResult<object>> {
    const answer = (await this.json(path)) as { records?: unknown; totalRecords?: unknown } | null;
    if (!Array.isArray(answer?.records)) throw this.down();
    const records = answer.records.filter((record) => record !== null && typeof record === 'object').map((record) => known('medicine-items', record));
    return { records, totalRecords: typeof answer.totalRecords === 'number' ? answer.totalRecords : records.length };
  }

  private async recordRead(call: Call, action: string, id: string): Promise<void> {
    if (isStaff(call.actor)) await this.audit.read(call, { action, kind: 'lookup', documentId: id.slice(0, 36) });
  }

  private down = () => unavailable(L('This register cannot be reached just now', 'De momento não é possível consultar este registo'), 10);

  private async ask(path: string, call?: Call): Promise<Response> {
    const { lookupsToken } = this.settings;
    let response: Response;
    try {
      response = await fetchTraced('GET of the lookups’ upstream', `${this.base}${path}`, {
        headers: { ...(lookupsToken ? { Authorization: `Bearer ${lookupsToken}` } : {}), ...(call ? { 'X-Request-Id': call.requestId } : {}) },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
    } catch {
      throw this.down();
    }
    if (response.ok) return response;
    await response.body?.cancel();
    throw response.status === 404 ? notFound() : this.down();
  }

  private async json(path: string, call?: Call): Promise<unknown> {
    const response = await this.ask(path, call);
    try {
      return await response.json();
    } catch {
      throw this.down();
    }
  }

  private async pdf(path: string, call: Call): Promise<Buffer> {
    const response = await this.ask(path, call);
    const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
    // Only a PDF is passed on, whatever content type the other service states.
    if (bytes.length > largest || bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw this.down();
    return bytes;
  }
}

const needsId = L('Give the id of the registration, or sign in as an officer', 'Indique o identificador da inscrição, ou inicie sessão como funcionário');

/** Returns the fields of a record that this catalogue defines. Further fields from the other service are not passed on. */
function known(catalogue: string, raw: Record<string, unknown>): CatalogueRecord {
  const record: CatalogueRecord = { code: String(raw.code ?? ''), name: String(raw.name ?? '') };
  for (const [name, field] of Object.entries(definitionOf(catalogue)?.fields ?? {})) {
    if (raw[name] === undefined) continue;
    const reading = readField(raw[name], field, name);
    if ('value' in reading && reading.value !== undefined) record[name] = reading.value;
  }
  return record;
}
