import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BUCKET_COOKIE, bucketOf } from '../page/canary.ts';
import type { Registry } from '../page/registry.ts';
import { badReport, foreignReport } from '../problems.ts';
import { readChoiceCookie } from '../reader-choices.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { knownAreas } from './known-areas.ts';
import { eventsOf, MOST_BYTES } from './report.ts';
import type { Telemetry } from './telemetry.ts';
import { mayReport, visitorOf } from './visitors.ts';

export interface TelemetryParts {
  settings: Pick<GatewaySettings, 'publicUrl' | 'alsoServedAt'>;
  registry: Pick<Registry, 'current'>;
  telemetry: Telemetry;
}

/** Registers `POST /telemetry`, which receives the reports of pages. No network address is stored. The bucket cookie shows whether a visitor gets a canary. */
export async function telemetryRoutes(app: FastifyInstance, { settings, registry, telemetry }: TelemetryParts): Promise<void> {
  const origins = new Set([settings.publicUrl, ...listOf(settings.alsoServedAt)]);

  const isOurs = ({ headers }: FastifyRequest): boolean => {
    const site = headers['sec-fetch-site'];
    return site === undefined ? origins.has(headers.origin ?? '') : site === 'same-origin';
  };

  app.post('/telemetry', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    if (!isOurs(request)) {
      throw foreignReport();
    }
    const events = eventsOf(request.body);
    if (!events) {
      throw badReport();
    }
    const state = await registry.current();
    const bucket = bucketOf(readChoiceCookie(request.cookies ?? {}, BUCKET_COOKIE));
    const visitor = visitorOf(request.ip, bucket);
    telemetry.know(knownAreas(state));
    telemetry.record(events, (event) => (mayReport(event, bucket, state.canaries) ? visitor : undefined));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
