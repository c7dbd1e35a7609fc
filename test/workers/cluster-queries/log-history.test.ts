import { describe, expect, it } from 'vitest'
import { LogHistory, type StoredLine } from '../../../workers/cluster-queries/log-history.ts'
import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'

/* Pages of lines, as Loki returns them: https://grafana.com/docs/loki/latest/reference/loki-http-api/#query-logs-within-a-range-of-time */

const source = { namespace: 'shop', pod: 'web-1', container: 'web' }
const period = { from: 0n, to: 1_000_000n }

/** A Loki with lines at times. The start of a period is included, its end is not. */
function lokiWith(times: readonly number[], asked: string[] = []): LogHistory {
  const lines = times.map((time, index): [string, string] => [String(time), `line ${index}`])
  const request = async ({ path, query = {} }: KubeRequest): Promise<unknown> => {
    asked.push(`${path}?${query['query']}`)
    const [start, end] = [Number(query['start']), Number(query['end'])]
    const found = lines.filter(([time]) => Number(time) >= start && Number(time) < end)
    const limit = Number(query['limit'])
    const values =
      query['direction'] === 'forward' ? found.slice(0, limit) : found.toReversed().slice(0, limit)
    return { status: 'success', data: { resultType: 'streams', result: [{ stream: source, values }] } }
  }
  return historyOf(request)
}

function historyOf(request: (request: KubeRequest) => Promise<unknown>): LogHistory {
  // Only requests are sent to the cluster.
  const cluster = { client: { request } } as unknown as Cluster
  const address = { namespace: 'qleet-logs', service: 'qleet-loki', port: 3100 }
  return new LogHistory(cluster, address, new AbortController().signal)
}

async function textsOf(lines: AsyncIterable<StoredLine>): Promise<string[]> {
  const texts: string[] = []
  for await (const { line } of lines) texts.push(line.text)
  return texts
}

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`)

describe('lines that Loki has stored', () => {
  it('are read page by page, each line once, also where several have the same time', async () => {
    const times = Array.from({ length: 2500 }, (_, index) => Math.floor(index / 3))
    const asked: string[] = []
    expect(await textsOf(lokiWith(times, asked).ofContainer(source, period))).toEqual(numbered(0, 2500))
    expect(asked.length).toBeLessThan(5)
    expect(asked[0]).toBe(
      '/api/v1/namespaces/qleet-logs/services/http:qleet-loki:3100/proxy/loki/api/v1/query_range' +
        '?{namespace="shop", pod="web-1", container="web"}',
    )
  })

  it('are read to the end, although more than a page have the same time', async () => {
    const times = [...Array.from({ length: 1500 }, () => 5), 6, 7]
    expect(await textsOf(lokiWith(times).ofContainer(source, period))).toEqual([
      ...numbered(0, 1000),
      ...numbered(1500, 1502),
    ])
  })

  it.each([1, 10, 1200])('have the last %i of a container', async (count) => {
    const times = Array.from({ length: 1500 }, (_, index) => index)
    const lines = await lokiWith(times).lastOfContainer(source, period, count)
    expect(lines.map(({ line }) => line.text)).toEqual(numbered(1500 - count, 1500))
  })

  it('belong to an object by the label with its ID, without pods whose lines the cluster has', async () => {
    const asked: string[] = []
    const lines = {
      labelId: '7',
      namespaces: ['a.b', 'c'],
      container: undefined,
      exceptPods: new Set(['web-2']),
    }
    await textsOf(lokiWith([1], asked).ofObject(lines, period))
    expect(asked[0]).toContain('{qleet_object_id="7", namespace=~"a\\\\.b|c", init="", pod!~"web-2"}')
  })

  it('are missing with a reason if something else answers', async () => {
    const history = historyOf(async () => ({ data: 'no streams' }))
    await expect(textsOf(history.ofContainer(source, period))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Service qleet-logs/qleet-loki does not answer as Loki does',
    })
  })
})
