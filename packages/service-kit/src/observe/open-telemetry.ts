/** Tracing with OpenTelemetry. This module is loaded only where tracing is on: see tracing.ts. */
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Several parts share a process, so the context records which part's tracer continues a trace. */
const ownTracer = createContextKey('tracer of this part');
let registered = false;

/** The tracing of one part: spans under its own name, sent in batches. */
export class Traces {
  private readonly provider: NodeTracerProvider;
  private readonly tracer: Tracer;

  constructor(name: string, endpoint: string) {
    this.provider = new NodeTracerProvider({
      resource: detectResources({ detectors: [envDetector] }).merge(resourceFromAttributes({ 'service.name': name, 'service.namespace': 'portal' })),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }))],
    });
    if (!registered) this.provider.register();
    registered = true;
    this.tracer = this.provider.getTracer('portal');
  }

  /**
   * Records a span for each call, named after its route pattern.
   * @param continued whether to accept the trace context that callers send; must be false on a port that is open to the internet
   */
  watchCalls(fastify: FastifyInstance, continued: boolean): void {
    const contexts = new WeakMap<FastifyRequest, Context>();
    fastify.addHook('onRequest', (request, _reply, done) => {
      const parent = continued ? parentOf(request.headers.traceparent) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': request.method, 'portal.request_id': request.id };
      const running = this.begin(request.method, SpanKind.SERVER, attributes, parent);
      contexts.set(request, running);
      context.with(running, done);
    });
    // The body is read in socket events, which run outside the context set above.
    fastify.addHook('preValidation', (request, _reply, done) => context.with(contexts.get(request) ?? ROOT_CONTEXT, done));
    fastify.addHook('onResponse', (request, reply, done) => {
      const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
      const route = request.routeOptions.url ?? 'none';
      span?.updateName(`${request.method} ${route}`).setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  }

  /** Runs a job as a span, in the trace of the request that caused it. */
  job<T>(topic: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T> {
    return within(this.begin(`job ${topic}`, SpanKind.CONSUMER, { 'messaging.destination.name': topic }, parentOf(traceparent)), work);
  }

  private begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Context {
    return trace.setSpan(parent, this.tracer.startSpan(name, { kind, attributes }, parent)).setValue(ownTracer, this.tracer);
  }

  /** Sends the remaining spans. */
  async close(): Promise<void> {
    // An unreachable receiver must not stop the shutdown.
    await this.provider.shutdown().catch(() => undefined);
  }
}

const parentOf = (traceparent: unknown): Context => propagation.extract(ROOT_CONTEXT, { traceparent });

/** Runs work in a context. Records only the name of an error, because its message may hold personal data. */
async function within<T>(running: Context, work: () => Promise<T>): Promise<T> {
  const span = trace.getSpan(running) as Span;
  try {
    return await context.with(running, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** Runs the work as a span of the current trace; without a trace, runs only the work. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>, kind = SpanKind.INTERNAL): Promise<T> {
  const around = context.active();
  const tracer = around.getValue(ownTracer) as Tracer | undefined;
  return tracer ? within(trace.setSpan(around, tracer.startSpan(name, { kind, attributes }, around)), work) : work();
}

export const outgoing = <T>(name: string, work: () => Promise<T>): Promise<T> => inSpan(name, {}, work, SpanKind.CLIENT);

/** Returns the W3C `traceparent` of the current span. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

export const traceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;

/** Runs work outside the current trace, although a traced call started it. */
export const outsideTrace = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);
