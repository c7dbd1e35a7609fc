/** The protocols by which logs are sent. */
export const logProtocols = ['loki', 'otlp'] as const
export type LogProtocol = (typeof logProtocols)[number]

/** The path of each protocol, for destinations without one. */
const paths: Readonly<Record<LogProtocol, string>> = { loki: '/loki/api/v1/push', otlp: '/v1/logs' }

/** Returns the URL to which logs are sent. */
export function destinationUrl(destination: string, protocol: LogProtocol): string {
  const url = new URL(destination)
  if (url.pathname === '/') url.pathname = paths[protocol]
  return url.href
}
