import type { ListResult } from '@portal/contract-kit';
import { type Call, fetchTraced, notFound, unavailable } from '@portal/service-kit';
import type { LookupSource } from './lookup-source.ts';

const timeoutMs = 8_000;
const largest = 20 * 1024 * 1024;

/** Answers lookups by calling another service that serves the same paths. */
export class UpstreamSource implements LookupSource {
  private readonly base: string;

  /** @param productSlug the product's name in URLs */
  constructor(
    url: string,
    private readonly token: string | undefined,
    private readonly productSlug: string,
  ) {
    this.base = url.replace(/\/$/, '');
  }

  medicineByCode(code: string): Promise<ListResult<object>> {
    return this.list(`/v1/medicine/item/${encodeURIComponent(code)}/searchItemByCode`);
  }

  medicinesByText(text: string): Promise<ListResult<object>> {
    return this.list(`/v1/medicine/item/${encodeURIComponent(text)}/searchItems`);
  }

  async productDeclaration(id: string, call: Call): Promise<{ model: object; actions: [] }> {
    const answer = (await this.json(`/v1/${this.productSlug}/declaration/${encodeURIComponent(id)}/simpleDocument`, call)) as { model?: unknown };
    if (answer?.model === null || typeof answer?.model !== 'object') throw this.down();
    // Actions of the other service cannot be performed here.
    return { model: answer.model, actions: [] };
  }

  productDeclarationContent(id: string, call: Call): Promise<Buffer> {
    return this.pdf(`/v1/${this.productSlug}/declaration/${encodeURIComponent(id)}/contentData`, call);
  }

  membershipContent(id: string, call: Call): Promise<Buffer> {
    return this.pdf(`/v1/membership/registration/${encodeURIComponent(id)}/contentData`, call);
  }

  private down = () => unavailable('This register does not answer just now', 10);

  private async ask(path: string, call?: Call): Promise<Response> {
    let response: Response;
    try {
      response = await fetchTraced('GET of the lookups’ upstream', `${this.base}${path}`, {
        headers: { ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...(call ? { 'X-Request-Id': call.requestId } : {}) },
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

  private async list(path: string): Promise<ListResult<object>> {
    const answer = (await this.json(path)) as { records?: unknown; totalRecords?: unknown };
    if (!Array.isArray(answer?.records)) throw this.down();
    return { records: answer.records as object[], totalRecords: typeof answer.totalRecords === 'number' ? answer.totalRecords : answer.records.length };
  }

  private async pdf(path: string, call: Call): Promise<Buffer> {
    const response = await this.ask(path, call);
    const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
    // Only a PDF is passed on, whatever content type the other service names.
    if (bytes.length > largest || bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw this.down();
    return bytes;
  }
}
