import { once } from 'node:events';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Certificate } from '../certificate.ts';

/** An alert as Prometheus sends it. */
export interface SentAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** Takes alerts by the API of Alertmanager (`POST /api/v2/alerts`) and keeps them. */
export interface Alertmanager {
  readonly alerts: SentAlert[];
  stop(): void;
}

/** Starts something that stands in for an Alertmanager with TLS. */
export async function startAlertmanager(certificate: Certificate, host: string, port: number): Promise<Alertmanager> {
  const alerts: SentAlert[] = [];
  const server = createServer(certificate, async (request, response) => {
    const isKnown = request.method === 'POST' && request.url === '/api/v2/alerts';
    if (isKnown) alerts.push(...((await json(request)) as SentAlert[]));
    response.writeHead(isKnown ? 200 : 404).end();
  });
  await once(server.listen(port, host), 'listening');
  return {
    alerts,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
