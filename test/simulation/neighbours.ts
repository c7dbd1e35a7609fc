import type { SimulatedCluster } from './components/cluster.ts'
import { keepOne } from './kept-rule.ts'
import { createRequests } from './requests.ts'
import { keyOf, type User, type UserOptions, type Wish, type Wishes } from './wishes.ts'

/*
 * A user of workloads that share namespaces, which have to outlive each of them. None of them may remain after the last, unless it
 * contains what people have annotated to be kept.
 */

/** The size of a run that is about shared namespaces. */
export interface NeighboursSize {
  neighbours: number
}

const namespaces = ['market', 'harbour']

export function createNeighboursUser(
  options: UserOptions,
  { neighbours }: NeighboursSize,
  clusters: ReadonlyMap<string, SimulatedCluster>,
): User {
  const { world, random, client } = options
  const wishes: Wishes = new Map()
  const { apply, remove, withRetries } = createRequests(options, wishes)
  const names = Array.from({ length: neighbours }, (_, index) => `neighbour-${index}`)

  const wishedOf = (name: string): Wish[] =>
    ['WorkloadInstance', 'WorkloadDefinition'].flatMap((kind) => wishes.get(keyOf({ kind, name })) ?? [])

  const definition = (name: string): Wish => ({
    kind: 'WorkloadDefinition',
    name,
    spec: { yamlDocument: manifestsOf(name, random.pick(['1', '2', '3'])) },
  })

  const moveIn = async (name: string): Promise<void> => {
    const spec = { definition: name, namespace: random.pick(namespaces), runtime: 'space' }
    await apply(definition(name), { kind: 'WorkloadInstance', name, spec })
  }

  const keep = async (): Promise<void> => {
    for (const cluster of clusters.values()) {
      const kept = await world.within(cluster.process, () => keepOne(cluster, random))
      if (kept !== undefined) world.trace.add('somebody', `keeps ConfigMap ${kept} in ${cluster.name}`)
    }
  }

  const actOn = async (name: string): Promise<void> => {
    if (wishedOf(name).length === 0) return moveIn(name)
    const choice = random.next()
    if (choice < 0.3) return apply(definition(name))
    if (choice < 0.7) return remove(wishedOf(name), random.chance(0.1))
    // All of a street at once, as when an application with several workloads is deleted.
    for (const each of names) if (random.chance(0.6)) await remove(wishedOf(each), false)
  }

  return {
    wishes,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply(
        { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
        { kind: 'KubernetesRuntimeInstance', name: 'space', spec: { definition: 'simulated' } },
      )
      for (const name of names) await moveIn(name)
    },
    act: () => (random.chance(0.05) ? keep() : actOn(random.pick(names))),
    tearDown: async () => {
      for (const name of names) await remove(wishedOf(name), false)
    },
  }
}

/** Returns a Deployment and a ConfigMap whose names no other workload has. */
function manifestsOf(name: string, version: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: web, image: "web:${version}" }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { version: "${version}" }
`
}
