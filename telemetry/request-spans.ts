import { SpanKind, SpanStatusCode, context, trace, type Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { contextOf, isTracing } from './tracing.ts'

/** What asks for health and metrics all the time says nothing in a trace; a stream has no end that would be waited for. */
const untraced = /^\/(healthz|readyz|metrics|assets|graphql\/stream)/

/** One span for each request, below that of the caller if it names one. Nothing happens while nothing is exported. */
export function addRequestSpans(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', async (request) => {
    if (untraced.test(request.url)) return
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? contextOf(traceparent) : context.active()
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
    }
    const name = `${request.method} ${request.routeOptions.url ?? 'none'}`
    const span = trace.getTracer('qleetos').startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
  })
  // Only now: reading the body of a request leaves every context that was entered before.
  app.addHook('preHandler', (request, _, done) => {
    const span = spans.get(request)
    const { traceparent } = request.headers
    if (span !== undefined) context.with(trace.setSpan(context.active(), span), done)
    // What a stream causes belongs to the trace of the caller all the same.
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

/** Calls the span of the request that runs by what the request turned out to be. */
export function nameRequest(name: string): void {
  trace.getActiveSpan()?.updateName(name)
}
