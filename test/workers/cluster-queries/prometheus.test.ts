import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prometheus } from '../../../workers/cluster-queries/prometheus.ts'
import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'
import { prometheusBinary, startPrometheus, type TestPrometheus } from '../../support/prometheus.ts'

/* What a real Prometheus makes of our queries, and we of its answers. */

const minutes = 60
/** Samples of each minute of the last hour. */
const times = Array.from(
  { length: 60 },
  (_, index) => (Math.floor(Date.now() / 60_000) - 59 + index) * minutes,
)
const [first = 0, last = 0] = [times[0], times.at(-1)]

interface Scraped {
  pod: string
  container: string
  /** Cores. */
  cpu: number
  /** Bytes. */
  memory: number
  /** Seconds since 1970. @default now */
  until?: number
}

const containers: readonly Scraped[] = [
  { pod: 'web-1', container: 'web', cpu: 0.25, memory: 64e6 },
  { pod: 'web-1', container: 'proxy', cpu: 0.05, memory: 16e6 },
  // The pod as a whole, which is no container.
  { pod: 'web-1', container: '', cpu: 0.3, memory: 80e6 },
  { pod: 'web-0', container: 'web', cpu: 0.5, memory: 32e6, until: first + 20 * minutes },
]

/** Returns the samples as kubelets and kube-state-metrics expose them. */
function scraped(): string {
  const samples = (name: string, valueOf: (each: Scraped, time: number) => number): string[] =>
    containers.flatMap((each) =>
      times
        .filter((time) => time <= (each.until ?? last))
        .map((time) => {
          const labels = `namespace="shop",pod="${each.pod}",container="${each.container}",node="one"`
          return `${name}{${labels}} ${valueOf(each, time)} ${time}`
        }),
    )
  const labelled = containers.flatMap(({ pod, until = last, container }) =>
    container === 'web'
      ? times
          .filter((time) => time <= until)
          .map(
            (time) =>
              `kube_pod_labels{namespace="shop",pod="${pod}",label_qleet_io_object_id="a.b/c\\"d"} 1 ${time}`,
          )
      : [],
  )
  return [
    '# TYPE container_cpu_usage_seconds counter',
    ...samples('container_cpu_usage_seconds_total', ({ cpu }, time) => cpu * (time - first)),
    '# TYPE container_memory_working_set_bytes gauge',
    ...samples('container_memory_working_set_bytes', ({ memory }) => memory),
    '# TYPE kube_pod_labels gauge',
    ...labelled,
    '# EOF',
    '',
  ].join('\n')
}

describe.skipIf(prometheusBinary === undefined)('a real Prometheus', () => {
  let folder: string
  let running: TestPrometheus
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qleet-prometheus-'))
    running = await startPrometheus(folder, scraped())
  })
  afterAll(async () => {
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Answers what the API server passes on to the Service. */
  const prometheus = (): Prometheus => {
    const request = async ({ path, query = {} }: KubeRequest): Promise<unknown> => {
      const url = new URL(path.slice(path.indexOf('/proxy') + '/proxy'.length), running.url)
      for (const [name, value = ''] of Object.entries(query)) url.searchParams.set(name, value)
      return (await fetch(url)).json()
    }
    // Only requests are sent to the cluster.
    const cluster = { client: { request } } as unknown as Cluster
    const address = { namespace: 'qleet-metrics', service: 'qleet-metrics-prometheus', port: 9090 }
    return new Prometheus(cluster, address, new AbortController().signal)
  }

  const measured = {
    selector: '{namespace="shop", pod=~"web-1|web-0", container!="", container!="POD"}',
    by: ['namespace', 'pod', 'container'],
  }

  it('has what containers use now, and nothing of those that are gone', async () => {
    const found = await prometheus().current(measured)
    const rounded = found.map(({ labels: { pod, container }, current }) =>
      [pod, container, current?.cpu?.toFixed(2), current?.memory].join(' '),
    )
    expect(rounded.toSorted()).toEqual(['web-1 proxy 0.05 16000000', 'web-1 web 0.25 64000000'])
  })

  it('has what they used in a period, at the same times for CPU and memory', async () => {
    const period = { since: first + 10 * minutes, until: first + 40 * minutes, step: 60 }
    const found = await prometheus().during(measured, period)
    const ofWeb = (pod: string) =>
      found.find(({ labels }) => labels['pod'] === pod && labels['container'] === 'web')?.samples ?? []
    expect(ofWeb('web-1')).toHaveLength(31)
    for (const { time, cpu, memory } of ofWeb('web-1')) {
      expect(Date.parse(time) % 60_000).toBe(0)
      expect(cpu).toBeCloseTo(0.25, 5)
      expect(memory).toBe(64e6)
    }
    // A series ends some minutes after its last sample.
    expect(ofWeb('web-0').length).toBeGreaterThanOrEqual(11)
    expect(ofWeb('web-0').length).toBeLessThanOrEqual(16)
    expect(found).toHaveLength(3)
  })

  it('has the pods that had the label of an object, whatever its ID', async () => {
    const podsOf = (since: number) => prometheus().podsOf('a.b/c"d', { since, until: last })
    expect((await podsOf(first)).map(({ pod }) => pod).toSorted()).toEqual(['web-0', 'web-1'])
    expect(await podsOf(last - 10 * minutes)).toEqual([{ namespace: 'shop', pod: 'web-1' }])
    expect(await prometheus().podsOf('another', { since: first, until: last })).toEqual([])
  })

  it('says what it refuses', async () => {
    await expect(prometheus().current({ ...measured, selector: '{' })).rejects.toThrow(
      'Service qleet-metrics/qleet-metrics-prometheus does not answer as Prometheus does',
    )
  })
})
