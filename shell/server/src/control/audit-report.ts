import type { FastifyRequest } from 'fastify';
import type { DevelopmentProcesses } from '../development.ts';
import { services } from '../proxy/api-proxy.ts';
import type { GatewaySettings } from '../settings.ts';

/** A decision about an area, as it is sent to the audit log. */
export interface AreaDecision {
  area: string;
  action: string;
  version: string;
  share?: number;
  why: string;
  asked?: string;
  confirmedBy?: string;
}

/** Records a decision of the caller in the audit log. */
export type ReportAudit = (request: FastifyRequest, decision: AreaDecision) => void;

/**
 * Pauses in milliseconds before each attempt. They are short, because an officer's access token is valid for minutes only, and the record is written in the
 * officer's name.
 */
const pauses = [0, 1_000, 5_000, 20_000, 60_000];

/**
 * Reports decisions to svc-reference, whose audit log records them in the name of the person who decided. The decision itself does not wait for this, because
 * it may be an emergency. While the service is down, the report is retried. A report that fails for good is written to the gateway's log. The history of the
 * area has the decision in any case.
 */
export function auditReports(settings: GatewaySettings, developmentProcesses: DevelopmentProcesses): ReportAudit {
  async function send(decision: AreaDecision, token: string, requestId: string): Promise<void> {
    const service = developmentProcesses.of('svc-reference') ?? services(settings).reference;
    const answer = await fetch(`${service}/internal/area-decisions`, {
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
