import { fetchTraced, type PlainSubmission, ProblemError } from '@portal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { DevelopmentProcesses } from '../development.ts';
import { noSuchAddress, serviceUnavailable } from '../problems.ts';
import { services } from '../proxy/api-proxy.ts';
import { toServiceHeaders } from '../proxy/headers.ts';
import type { GatewaySettings } from '../settings.ts';

interface Refusal {
  errors?: { code: string; field: string; message: string }[];
}

/** A call of the service of a form, with the session of the caller. */
export interface PlainCall {
  service: string;
  path: string;
  language: string;
  body?: PlainSubmission;
}

async function refusalOf(response: Response): Promise<ProblemError> {
  const { errors = [] } = (await response.json().catch(() => ({}))) as Refusal;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return response.status < 500 || response.status === 503 ? new ProblemError(response.status, errors, { retryAfter }) : serviceUnavailable();
}

/** Asks the services for the forms that work without script. */
export class PlainService {
  constructor(
    private readonly settings: GatewaySettings,
    private readonly developmentProcesses: DevelopmentProcesses,
  ) {}

  /** @throws ProblemError when the service refuses, or does not answer */
  async ask(request: FastifyRequest, { service, path, language, body }: PlainCall): Promise<Response> {
    const upstream = this.addressOf(service);
    if (!upstream) throw noSuchAddress();
    const headers = this.headersFor(request, language);
    const call = body
      ? { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
      : { method: 'GET', headers };
    const response = await fetchTraced(`${call.method} ${service} plain form`, `${upstream}${path}`, {
      ...call,
      headers: call.headers as Record<string, string>,
      signal: AbortSignal.timeout(this.settings.upstreamTimeoutSeconds * 1000),
    }).catch((error: unknown) => {
      request.log.warn({ requestId: request.id, code: (error as { cause?: NodeJS.ErrnoException }).cause?.code }, 'a service does not answer');
      throw serviceUnavailable();
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  private addressOf(service: string): string | undefined {
    const ofDevelopment = this.settings.nodeEnv === 'production' ? undefined : this.developmentProcesses.of(`svc-${service}`);
    return ofDevelopment ?? services(this.settings)[service];
  }

  private headersFor({ headers, id: requestId, ip, portalSession }: FastifyRequest, language: string) {
    const { 'user-agent': agent } = headers;
    const caller = { requestId, ip, publicUrl: this.settings.publicUrl, language, accessToken: portalSession?.accessToken };
    return toServiceHeaders({ accept: 'application/json, application/pdf', ...(agent ? { 'user-agent': agent } : {}) }, undefined, caller);
  }
}
