/** The samples of metrics, by their names. */
export type Metrics = ReadonlyMap<string, readonly { labels: string; value: number }[]>

/**
 * Parses the samples of the text format of Prometheus, as far as the server writes it.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function parseMetrics(content: string): Metrics {
  const metrics = new Map<string, { labels: string; value: number }[]>()
  for (const line of content.split('\n')) {
    const [, name, labels = '', value] = /^([A-Za-z_:][\w:]*)(\{.*\})? (\S+)/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    metrics.set(name, [...(metrics.get(name) ?? []), { labels, value: Number(value) }])
  }
  return metrics
}
