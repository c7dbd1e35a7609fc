import { createRequests } from './requests.ts'
import { keyOf, type User, type UserOptions, type Wish, type Wishes } from './wishes.ts'

/* A user of many applications, each with dependencies of several kinds, in several runtimes. */

/** The size of a run that is about applications. */
export interface ApplicationsSize {
  applications: number
  runtimes: number
}

/** The number of dependencies of each application. */
const dependenciesEach = 5
/** The number of applications in one request, as of a repository that is applied as a whole. */
const batch = 20

type Dependency = Record<string, unknown> & { name: string }

const service = `apiVersion: v1
kind: Service
metadata:
  name: node
spec:
  selector:
    app: node
  ports:
    - name: http
      port: 8545
`

function deployment(image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: ${image}
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - name: http
      port: 80
`
}

const images = ['web:1', 'web:2', 'web:3']

/** Definitions that applications name in dependencies. */
const sharedDefinitions: readonly Wish[] = [
  { kind: 'WorkloadDefinition', name: 'archive', spec: { yamlDocument: service } },
  { kind: 'SecretDefinition', name: 'mail', spec: { data: { password: 'correct horse' } } },
  { kind: 'SecretDefinition', name: 'key', spec: { data: { key: 'battery staple' } } },
]

/** Where an application runs, and the port of its gateway. */
interface Place {
  application: string
  runtime: string
  port: number
}

/** The dependencies from which applications have some: all kinds, and all ways to name what is depended on. */
function dependenciesOf({ application, runtime, port }: Place): Dependency[] {
  return [
    { name: 'node', kind: 'Workload', spec: { yamlDocument: service }, inject: [{ workload: 'web' }] },
    { name: 'cache', kind: 'Workload', spec: { yamlDocument: service }, shared: `cache-${runtime}` },
    { name: 'archive', kind: 'Workload', definition: 'archive' },
    { name: 'mail', kind: 'Secret', definition: 'mail' },
    { name: 'key', kind: 'Secret', definition: 'key', inject: [{ workload: 'web' }] },
    {
      name: 'rates',
      kind: 'WorkloadServiceDependency',
      spec: { upstreamHost: `${application}.example.com` },
    },
    { name: 'maps', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'maps.example.com' } },
    { name: 'db', kind: 'Database', spec: { engine: 'postgres', guard: 'off' } },
    { name: 'images', kind: 'Bucket', spec: { versioning: false, guard: 'off' } },
    {
      name: 'site',
      kind: 'Gateway',
      spec: { service: 'web', http: [{ port }] },
    },
  ]
}

export function createApplicationsUser(options: UserOptions, size: ApplicationsSize): User {
  const { random, client } = options
  const wishes: Wishes = new Map()
  const { apply, remove, withRetries } = createRequests(options, wishes)
  const runtimes = Array.from({ length: size.runtimes }, (_, index) => `runtime-${index}`)
  const names = Array.from({ length: size.applications }, (_, index) => `application-${index}`)
  const placeOf = (application: string): Place => {
    const index = names.indexOf(application)
    return { application, runtime: runtimes[index % runtimes.length] ?? '', port: 8000 + index }
  }
  const keys = (name: string): { kind: string; name: string }[] => [
    { kind: 'WorkloadInstance', name },
    { kind: 'WorkloadDefinition', name },
  ]
  const wishedOf = (name: string): Wish[] => keys(name).flatMap((key) => wishes.get(keyOf(key)) ?? [])

  const application = (name: string): Wish[] => {
    const place = placeOf(name)
    const dependencies = random.shuffled(dependenciesOf(place)).slice(0, dependenciesEach)
    return [
      {
        kind: 'WorkloadDefinition',
        name,
        spec: { yamlDocument: deployment(random.pick(images)), dependencies },
      },
      { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: place.runtime } },
    ]
  }

  /** Changes the manifests of an application, or one of its dependencies for another. */
  const change = async (name: string, definition: Wish): Promise<void> => {
    const before = definition.spec['dependencies'] as Dependency[]
    const others = dependenciesOf(placeOf(name)).filter(
      (each) => !before.some((existing) => existing.name === each.name),
    )
    const changed = random.chance(0.5)
      ? { ...definition.spec, yamlDocument: deployment(random.pick(images)) }
      : { ...definition.spec, dependencies: [...random.shuffled(before).slice(1), random.pick(others)] }
    await apply({ ...definition, spec: changed })
    // Changes it and back, faster than any reconcile can follow.
    if (random.chance(0.2)) await apply(definition)
  }

  const actOn = async (name: string): Promise<void> => {
    const [instance, definition] = wishedOf(name)
    if (instance === undefined || definition === undefined) return apply(...application(name))
    const choice = random.next()
    if (choice < 0.6) return change(name, definition)
    if (choice < 0.9) return remove([instance, definition], random.chance(0.1))
    const { kind } = instance
    await withRetries(`trigger ${name}`, () => client.objects.reconcile({ kind, name }))
  }

  return {
    wishes,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply({ kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } })
      await apply(
        ...runtimes.map((name) => ({
          kind: 'KubernetesRuntimeInstance',
          name,
          spec: { definition: 'simulated' },
        })),
        ...sharedDefinitions,
      )
      for (let from = 0; from < names.length; from += batch)
        await apply(...names.slice(from, from + batch).flatMap(application))
    },
    act: async () => {
      const acts = Math.max(1, Math.round(size.applications / batch))
      for (let index = 0; index < acts; index++) await actOn(random.pick(names))
    },
    tearDown: async () => {
      for (const name of names) {
        const wished = wishedOf(name)
        if (wished.length > 0) await remove(wished, false)
      }
    },
  }
}
