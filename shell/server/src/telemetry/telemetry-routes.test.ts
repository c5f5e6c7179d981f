import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSignedRegistry } from '@portal/remotes/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { openRemotes } from '../page/remotes.ts';
import { sendProblem } from '../problems.ts';
import { gatewaySettings } from '../settings.ts';
import { Telemetry } from './telemetry.ts';
import { telemetryRoutes } from './telemetry-routes.ts';

const load = { kind: 'load', area: 'mf-trips', version: '1.0.0-aa' };
const ours = { 'sec-fetch-site': 'same-origin' };

describe('POST /telemetry', () => {
  let folder: string;
  let app: FastifyInstance;
  let telemetry: Telemetry;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-telemetry-'));
    const entry = '/remotes/mf-trips/1.0.0-aa/entry.js';
    const areas = [{ name: 'mf-trips', version: '1.0.0-aa', prefixes: ['/triptic'], entry, integrity: { [entry]: `sha384-${'0'.repeat(64)}` } }];
    await writeSignedRegistry(folder, areas);
    telemetry = new Telemetry();
    app = Fastify();
    app.setErrorHandler(sendProblem);
    const { registry } = await openRemotes(gatewaySettings({ REMOTES_DIR: folder, DATA_DIR: folder }), app.log, telemetry);
    const settings = { publicUrl: 'http://portal.test', alsoServedAt: 'http://other.test' };
    await app.register(telemetryRoutes, { settings, registry, telemetry });
  });

  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const report = async (payload: unknown, headers: Record<string, string> = ours): Promise<number> => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const answer = await app.inject({ method: 'POST', url: '/telemetry', payload: body, headers: { 'content-type': 'application/json', ...headers } });
    return answer.statusCode;
  };

  it('counts what a page of ours reports, and answers nothing', async () => {
    const vital = { ...load, kind: 'vital', metric: 'LCP', value: 812.5, prefix: '/triptic' };
    expect(await report({ events: [load, { ...load, failed: 'integrity' }, { ...load, kind: 'error', name: 'TypeError' }, vital] })).toBe(204);
    expect(telemetry.lastHour()).toMatchObject([{ ...{ area: 'mf-trips', version: '1.0.0-aa' }, loads: 2, failures: 1, errors: 1 }]);
  });

  it.each([
    ['a list', []],
    ['no events', { events: [] }],
    ['something beside the events', { events: [load], session: 'abc' }],
    ['a field more', { events: [{ ...load, path: '/triptic/trip/123' }] }],
    ['a message of an error', { events: [{ ...load, kind: 'error', name: 'Error', message: 'Maria' }] }],
    ['an unknown kind', { events: [{ ...load, kind: 'constructor' }] }],
    ['an unknown stage', { events: [{ ...load, failed: 'elsewhere' }] }],
    ['a value that is no number', { events: [{ ...load, kind: 'vital', metric: 'LCP', value: '1', prefix: '/triptic' }] }],
    ['a value below zero', { events: [{ ...load, kind: 'vital', metric: 'LCP', value: -1, prefix: '/triptic' }] }],
    ['a version that is a list', { events: [{ ...load, version: ['1.0.0-aa'] }] }],
    ['more events than a page has', { events: Array.from({ length: 41 }, () => load) }],
    ['no JSON', '{"events":'],
  ])('refuses %s', async (_name, payload) => {
    expect(await report(payload)).toBe(400);
    expect(telemetry.lastHour()).toEqual([]);
  });

  it('refuses what is longer than 4 kB', async () => {
    expect(await report({ events: [{ ...load, version: 'x'.repeat(4096) }] })).toBe(413);
  });

  it('drops an area that is not deployed', async () => {
    expect(await report({ events: [{ ...load, area: 'mf-other' }] })).toBe(204);
    expect(telemetry.lastHour()).toEqual([]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://portal.test' }, 403],
    ['a neighbour of this site', { 'sec-fetch-site': 'same-site' }, 403],
    ['nobody who says where', {}, 403],
    ['another origin, from an older browser', { origin: 'http://evil.test' }, 403],
    ['our own origin, from an older browser', { origin: 'http://portal.test' }, 204],
    ['an origin we also serve', { origin: 'http://other.test' }, 204],
  ])('from %s', async (_name, headers, status) => {
    expect(await report({ events: [load] }, headers as Record<string, string>)).toBe(status);
  });

  it('takes no form, so that another site cannot send one without asking first', async () => {
    const answer = await app.inject({ method: 'POST', url: '/telemetry', payload: 'events=1', headers: { 'content-type': 'text/plain', ...ours } });
    expect(answer.statusCode).toBe(400);
  });
});
