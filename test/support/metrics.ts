/** Fetches the metrics of a process in Prometheus format. @param token Required for a server */
export async function fetchMetrics(url: string, token = ''): Promise<string> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(new URL('/metrics', url), { headers })
  const text = await response.text()
  if (!response.ok || response.headers.get('content-type')?.includes('text/plain') !== true)
    throw new Error(`cannot fetch metrics: ${response.status}: ${text}`)
  return text
}
