/** The metrics of a process as Prometheus text. @param token For a server, which wants one */
export async function fetchMetrics(url: string, token = ''): Promise<string> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(new URL('/metrics', url), { headers })
  const text = await answer.text()
  if (!answer.ok || answer.headers.get('content-type')?.includes('text/plain') !== true)
    throw new Error(`no metrics but ${answer.status}: ${text}`)
  return text
}
