import { readFile } from 'node:fs/promises'
import type { ClusterContext, Log, Settings } from '../context.ts'
import { builtinControllers, startControllers } from '../controllers/controllers.ts'
import { definitionController, definitions, resourcesOf } from '../controllers/definitions.ts'
import { startKubelet } from '../controllers/kubelet.ts'
import { loadBalancerController } from '../controllers/services.ts'
import { startController } from '../controllers/controller.ts'
import { objectOf, objectsOf } from '../json.ts'
import { createRegistry, storageKey, type Registry } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { standIns } from '../stand-ins/index.ts'
import { metricsServer } from '../stand-ins/metrics.ts'
import type { ApiClient } from './client.ts'
import type { ControllerChoice } from './assets.ts'
import type { Credentials } from './credentials.ts'
import { follow, type Following } from './follow.ts'
import { furnish } from './furniture.ts'
import { serveKubelet } from './kubelet-server.ts'
import { createMirror } from './mirror.ts'
import { keepNodes } from './nodes.ts'
import { remoteWrites } from './remote-writes.ts'
import { provisionerController } from './volumes.ts'

/* The components of a cluster that are ours: nodes that run nothing, and what else the programs of Kubernetes do not do. */

export interface ComponentsOptions {
  name: string
  client: ApiClient
  credentials: Credentials
  controllers: Exclude<ControllerChoice, 'none'>
  settings: Settings
  log: Log
}

/** Starts the components. Resolves once they have read all objects, with what stops them. */
export async function startComponents(options: ComponentsOptions): Promise<() => Promise<void>> {
  const { name, client, credentials, settings, log } = options
  const mirror = createMirror()
  const context: ClusterContext = {
    name,
    store: mirror,
    registry: createRegistry(),
    log,
    settings,
    ca: await readFile(credentials.ca, 'utf8'),
    now: () => new Date(),
    tokenKey: '',
    issuer: '',
    // The API server is another process, which connects to pods itself.
    backends: [],
  }
  context.remoteWrites = (component) => remoteWrites(context, client, component)
  const following = new Followings((resource) => follow({ client, mirror, resource, log }))
  const stops: (() => Promise<void> | void)[] = [() => following.stop()]
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each()
  }
  try {
    await following.followAll(builtinResources(context.registry))
    stops.push(await serveDefinitions(context, following))
    await furnish(context)
    const kubelet = await serveKubelet(context, credentials)
    stops.push(kubelet.stop)
    stops.push(await keepNodes(context, kubelet.port))
    const running = startOurControllers(context, options.controllers)
    stops.push(() => running.stop())
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function startOurControllers(
  context: ClusterContext,
  choice: ComponentsOptions['controllers'],
): { stop(): Promise<void> } {
  // Metrics would have to be an API of its own.
  const others = standIns.filter((each) => each !== metricsServer)
  // The API server serves definitions itself.
  if (choice === 'simulated') {
    return startControllers(context, [
      ...builtinControllers.filter((each) => each !== definitionController),
      ...others,
    ])
  }
  const ours = [loadBalancerController, provisionerController, ...others]
  const running = [...ours.map((each) => startController(context, each)), startKubelet(context)]
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}

/** Returns the resources that every cluster may serve, in the version in which they are stored. */
function builtinResources(registry: Registry): Resource[] {
  return registry.all().filter(
    ({ verbs, version, storageVersion, group }) =>
      // Events are served by two groups.
      verbs.includes('watch') && version === storageVersion && group !== 'events.k8s.io',
  )
}

/** What is followed, by stored resource. */
class Followings {
  readonly #follow: (resource: Resource) => Following
  readonly #running = new Map<string, Following>()

  constructor(followOne: (resource: Resource) => Following) {
    this.#follow = followOne
  }

  async followAll(resources: readonly Resource[]): Promise<void> {
    await Promise.all(resources.map((resource) => this.follow(resource)))
  }

  async follow(resource: Resource): Promise<void> {
    const key = storageKey(resource)
    const known = this.#running.get(key)
    const running = known ?? this.#follow(resource)
    this.#running.set(key, running)
    await running.listed
  }

  unfollow(key: string): void {
    this.#running.get(key)?.stop()
    this.#running.delete(key)
  }

  stop(): void {
    for (const each of this.#running.values()) each.stop()
  }
}

/** Follows the resources of definitions as they come and go. Resolves once those of the existing ones have been read. */
async function serveDefinitions(context: ClusterContext, following: Followings): Promise<() => void> {
  const { store, registry } = context
  const serve = async (definition: KubeObject): Promise<void> => {
    if (!isEstablished(definition)) return
    const resources = resourcesOf(definition)
    registry.serve(definition.metadata.name, resources)
    const stored = resources.find(({ version, storageVersion }) => version === storageVersion) ?? resources[0]
    if (stored !== undefined) await following.follow(stored)
  }
  await Promise.all(store.list(definitions).map(serve))
  return store.subscribe(definitions, ({ type, object }) => {
    const { name } = object.metadata
    if (type !== 'DELETED') {
      void serve(object)
      return
    }
    following.unfollow(name)
    registry.serve(name, [])
    for (const { metadata } of store.list(name))
      store.remove({ resource: name, namespace: metadata.namespace ?? '', name: metadata.name })
  })
}

function isEstablished(definition: KubeObject): boolean {
  return objectsOf(objectOf(definition['status'])['conditions']).some(
    ({ type, status }) => type === 'Established' && status === 'True',
  )
}
