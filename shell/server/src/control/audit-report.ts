import type { FastifyRequest } from 'fastify';
import type { DevelopmentProcesses } from '../development.ts';
import { services } from '../proxy/api-proxy.ts';
import type { GatewaySettings } from '../settings.ts';

/** What was decided about an area, for the audit log. */
export interface AreaDecision {
  area: string;
  action: string;
  version: string;
  share?: number;
  why: string;
  asked?: string;
  confirmedBy?: string;
}

/** Has the audit log record what the caller has decided. */
export type ReportAudit = (request: FastifyRequest, decision: AreaDecision) => void;

/** An officer's token lasts for minutes; after that the record cannot be written in their name. */
const pauses = [0, 1_000, 5_000, 20_000, 60_000];

/**
 * Reports decisions to svc-reference, whose audit log holds them in the name of who decided. An emergency does not wait for it: while the
 * service is away it is tried again, and what could not be recorded stands in the log of the gateway. The history of the areas has it in any case.
 */
export function auditReports(settings: GatewaySettings, developmentProcesses: DevelopmentProcesses): ReportAudit {
  async function send(decision: AreaDecision, token: string, requestId: string): Promise<void> {
    const service = developmentProcesses.of('svc-reference') ?? services(settings).reference;
    const answer = await fetch(`${service}/v1/area-decisions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': requestId, 'idempotency-key': requestId },
      body: JSON.stringify(decision),
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer().catch(() => undefined);
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  }

  return (request, decision) => {
    const { id, portalSession, log } = request;
    const token = portalSession?.accessToken ?? '';
    void (async () => {
      let reason = '';
      for (const pause of pauses) {
        if (pause) await new Promise((done) => setTimeout(done, pause).unref());
        try {
          return await send(decision, token, id);
        } catch (error) {
          reason = (error as Error).message;
        }
      }
      log.error({ requestId: id, user: portalSession?.user.sub, ...decision, reason }, 'a decision about an area is not in the audit log');
    })();
  };
}
