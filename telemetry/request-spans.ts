import { SpanKind, SpanStatusCode, context, trace, type Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { routeTemplate } from './route-template.ts'
import { contextOf, isTracing } from './tracing.ts'

/** Paths without spans: probes and scrapes would only clutter traces, and streams have no end to wait for. */
const untraced = /^\/(healthz|readyz|metrics|assets|graphql\/stream)/

/**
 * Adds a span for each request, as a child of the caller's span if the request has one. Does nothing when tracing is
 * disabled.
 */
export function addRequestSpans(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', async (request) => {
    if (untraced.test(request.url)) return
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? contextOf(traceparent) : context.active()
    const route = routeTemplate(request)
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const name = `${request.method} ${route}`
    const span = trace.getTracer('qleetos').startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
  })
  // Only after the body is read: reading it loses any context that was entered earlier.
  app.addHook('preHandler', (request, _, done) => {
    const span = spans.get(request)
    const { traceparent } = request.headers
    if (span !== undefined) context.with(trace.setSpan(context.active(), span), done)
    // The effects of a stream belong to the trace of the caller as well.
    else if (typeof traceparent === 'string') context.with(contextOf(traceparent), done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Renames the span of the current request, once its operation is known. */
export function nameRequest(name: string): void {
  trace.getActiveSpan()?.updateName(name)
}
