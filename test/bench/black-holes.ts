import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyObject } from '../../client-sdk/index.ts'
import { accessTo } from '../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client/client.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { deploy, type Place } from './kube.ts'
import { steadily } from './latency.ts'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'
import { watchValues } from './values.ts'

/** Changes per second, over all clusters, including unavailable ones. */
const rate = 20
const seconds = 60

interface Fleet {
  stack: Stack
  /** Each cluster through a proxy that can become a black hole, and directly. */
  proxies: TcpProxy[]
  straight: KubeClient[]
  places: Place[]
  /** Makes the first clusters unavailable. */
  dead: number
}

/**
 * Turns one in five clusters into a black hole, half of them by dropping packets and half by accepting connections
 * without a response, while changes continue in all of them; then makes them available again.
 */
export async function measureBlackHoles(stack: Stack, clusters: number): Promise<Figure[]> {
  const fleet = await startFleet(stack, clusters)
  const { proxies, straight, dead } = fleet
  await changesIn(fleet, { mark: 'warm', count: clusters * 2 })
  const healthy = await changesIn(fleet, { mark: 'healthy', count: rate * seconds })
  await Promise.all(proxies.slice(0, dead).map((proxy, at) => (at % 2 === 0 ? proxy.drop() : proxy.stall())))
  const away = performance.now()
  const [holed, unknown] = await Promise.all([
    changesIn(fleet, { mark: 'holed', count: rate * seconds }),
    allUnknown(fleet).then(() => performance.now() - away),
  ])
  await Promise.all(proxies.slice(0, dead).map((proxy) => proxy.open()))
  const back = performance.now()
  const [returning, caughtUp] = await Promise.all([
    changesIn(fleet, { mark: 'returning', count: rate * 30 }),
    allNewest(fleet).then(() => performance.now() - back),
  ])
  await Promise.all([...proxies.map((proxy) => proxy.close()), ...straight.map((client) => client.close())])
  const all = `${clusters - dead} clusters`
  return [
    ...[0.5, 0.99].map((share) =>
      compare(`P${share * 100} of changes in ${all} while ${dead} are black holes`, {
        share,
        healthy,
        other: holed,
      }),
    ),
    ...[0.5, 0.99].map((share) =>
      compare(`P${share * 100} of changes in ${all} while ${dead} catch up`, {
        share,
        healthy,
        other: returning,
      }),
    ),
    {
      what: `until ${dead} black holes and their objects are Unknown`,
      value: milliseconds(unknown),
      budget: '<= 60 s',
    },
    {
      what: `until ${dead} returned clusters have their newest state`,
      value: milliseconds(caughtUp),
      budget: '<= 2 min',
    },
  ]
}

function compare(
  what: string,
  { share, healthy, other }: { share: number; healthy: readonly number[]; other: readonly number[] },
): Figure {
  const [before, during] = [percentile(healthy, share), percentile(other, share)]
  return {
    what,
    value: milliseconds(during),
    peer: `${milliseconds(before)} while all respond`,
    ratio: during / before,
    budget: '< 1.10',
  }
}

async function startFleet(stack: Stack, clusters: number): Promise<Fleet> {
  const each = await mapWithLimit(
    Array.from({ length: clusters }, (_, index) => index),
    8,
    async (index) => {
      const kubeconfig = await stack.addRuntime(`hole-behind-${index}`)
      const access = accessTo(kubeconfig)
      const { port } = new URL(access.server)
      const proxy = await startTcpProxy(Number(port))
      await stack.addRuntime(`hole-${index}`, kubeconfig.replaceAll(`:${port}`, `:${proxy.port}`))
      return { proxy, client: createKubeClient({ access }) }
    },
  )
  const places = Array.from({ length: clusters * 5 }, (_, index) => ({
    name: `hole-work-${index}`,
    runtime: `hole-${index % clusters}`,
  }))
  await deploy(stack, places)
  return {
    stack,
    places,
    dead: Math.ceil(clusters / 5),
    proxies: each.map(({ proxy }) => proxy),
    straight: each.map(({ client }) => client),
  }
}

/**
 * Returns the milliseconds until changes arrive in the clusters that always respond; the others are changed as well.
 */
async function changesIn(
  { stack, places, straight, dead }: Fleet,
  { mark, count }: { mark: string; count: number },
): Promise<number[]> {
  const watches = straight.map((cluster) => watchValues(cluster))
  await Promise.all(watches.map(({ started }) => started))
  const times = await steadily(
    count,
    async (index) => {
      const name = places[index % places.length]?.name ?? ''
      const cluster = index % straight.length
      const value = `${mark}-${index}`
      const from = performance.now()
      const arrived = watches[cluster]?.once(name, value, '') ?? Promise.resolve(from)
      await stack.client.workloadDefinitions.update({
        name,
        input: { spec: { yamlDocument: configMapYaml(name, value) } },
      })
      return cluster < dead ? -1 : (await arrived) - from
    },
    rate,
  )
  for (const watch of watches) watch.end()
  return times.filter((time) => time >= 0)
}

/** Resolves when all objects in unavailable clusters are Unknown. */
async function allUnknown({ stack: { client }, places, straight, dead }: Fleet): Promise<void> {
  const isUnknown = (object: AnyObject | undefined): boolean => object?.status.phase === 'Unreachable'
  const names = [
    ...straight.slice(0, dead).map((_, at) => ({ kind: 'KubernetesRuntimeInstance', name: `hole-${at}` })),
    ...places
      .filter((_, at) => at % straight.length < dead)
      .map(({ name }) => ({ kind: 'WorkloadInstance', name })),
  ]
  await mapWithLimit(names, 4, async (name) => {
    while (!isUnknown(await client.objects.get(name))) await sleep(500)
  })
}

/** Resolves when none of the returned clusters has the values from before. */
async function allNewest({ places, straight, dead }: Fleet): Promise<void> {
  const away = places.filter((_, at) => at % straight.length < dead)
  await mapWithLimit(away, 8, async ({ name, runtime }) => {
    const client = straight[Number(runtime.slice('hole-'.length))]
    const path = '/api/v1/configmaps'
    const query = { fieldSelector: `metadata.name=${name}` }
    const isNewer = (list: unknown): boolean =>
      /^(holed|returning)-/.test((list as ConfigMaps).items[0]?.data.value ?? '')
    while (!isNewer(await client?.request({ method: 'GET', path, query }))) await sleep(200)
  })
}

interface ConfigMaps {
  items: { data: { value: string } }[]
}
