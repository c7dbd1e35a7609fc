import {
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'

/**
 * Starts tracing. A trace leads from a request through the trigger that it causes to the calls of a cluster. Without an
 * endpoint in `OTEL_EXPORTER_OTLP_ENDPOINT`, the SDK of OpenTelemetry is not loaded and spans cost nothing.
 *
 * @returns A function that flushes and ends the export.
 */
export async function startTracing(component: string): Promise<() => Promise<void>> {
  const endpoint =
    process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (endpoint === undefined || endpoint === '') return async () => undefined
  tracing = true
  const { exportSpans } = await import('./span-export.ts')
  return exportSpans(component)
}

let tracing = false

/** Reports whether spans are exported. */
export function isTracing(): boolean {
  return tracing
}

const tracer = trace.getTracer('qleetos')

export { SpanKind }

/** Runs `work` inside a span; an error marks the span as failed and is rethrown. */
export async function inSpan<Result>(
  name: string,
  options: { attributes?: Attributes; kind?: SpanKind; traceparent?: string | undefined },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = options.traceparent === undefined ? context.active() : contextOf(options.traceparent)
  const { attributes = {}, kind = SpanKind.INTERNAL } = options
  return tracer.startActiveSpan(name, { attributes, kind }, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({
        code: SpanStatusCode.ERROR,
        message: error instanceof Error ? error.message : String(error),
      })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Returns the W3C `traceparent` of the active span, or of the request that started it. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier['traceparent']
}

/** Returns the headers that make an outgoing request part of the active span. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

/** Returns the context of a remote span. */
export function contextOf(traceparent: string): Context {
  return propagation.extract(context.active(), { traceparent })
}
