import { SpanKind, inSpan } from '../../telemetry/tracing.ts'
import type { KubeClient } from '../kube/client/client.ts'

/** Wraps a client so that each request is traced in a span. Streams have none, because they are long-lived. */
export function traced(client: KubeClient): KubeClient {
  return {
    server: client.server,
    isVerified: client.isVerified,
    stream: (options) => client.stream(options),
    text: (options) => client.text(options),
    close: () => client.close(),
    request: (options) => {
      const { method, path } = options
      const attributes = { 'server.address': client.server, 'http.request.method': method, 'url.path': path }
      return inSpan(`kubernetes ${method}`, { kind: SpanKind.CLIENT, attributes }, () =>
        client.request(options),
      )
    },
  }
}
