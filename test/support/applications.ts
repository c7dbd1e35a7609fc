import type { Random } from './random.ts'

/*
 * Applications with dependencies, for runs that create, change and delete many of them at random. Their dependencies are of all
 * kinds, and name what they depend on in all ways.
 */

/** The number of dependencies of each application. */
const dependenciesEach = 5

export interface ApplicationDocument {
  kind: string
  name: string
  spec: Record<string, unknown>
}

export type ApplicationDependency = Record<string, unknown> & { name: string }

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
export const sharedDefinitions: readonly ApplicationDocument[] = [
  { kind: 'WorkloadDefinition', name: 'archive', spec: { yamlDocument: service } },
  { kind: 'SecretDefinition', name: 'mail', spec: { data: { password: 'correct horse' } } },
  { kind: 'SecretDefinition', name: 'key', spec: { data: { key: 'battery staple' } } },
]

/** Where an application runs, and the port of its gateway. */
export interface ApplicationPlace {
  application: string
  runtime: string
  port: number
  /** The kinds of dependencies that are possible there. @default all */
  kinds?: readonly string[] | undefined
}

/** The dependencies from which applications have some: all kinds, and all ways to name what is depended on. */
function dependenciesOf({ application, runtime, port, kinds }: ApplicationPlace): ApplicationDependency[] {
  const all: ApplicationDependency[] = [
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
  return all.filter(({ kind }) => kinds?.includes(String(kind)) ?? true)
}

/** Returns an application with some of the dependencies: its definition and its instance. */
export function randomApplication(random: Random, place: ApplicationPlace): ApplicationDocument[] {
  const { application: name, runtime } = place
  const dependencies = random.shuffled(dependenciesOf(place)).slice(0, dependenciesEach)
  return [
    {
      kind: 'WorkloadDefinition',
      name,
      spec: { yamlDocument: deployment(random.pick(images)), dependencies },
    },
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
  ]
}

/** Returns a definition with other manifests, or with another dependency in place of one. */
export function changedApplication(
  random: Random,
  place: ApplicationPlace,
  definition: ApplicationDocument,
): ApplicationDocument {
  const before = definition.spec['dependencies'] as ApplicationDependency[]
  const others = dependenciesOf(place).filter(
    (each) => !before.some((existing) => existing.name === each.name),
  )
  const isSame = random.chance(0.5) || others.length === 0
  const change = isSame
    ? { yamlDocument: deployment(random.pick(images)) }
    : { dependencies: [...random.shuffled(before).slice(1), random.pick(others)] }
  return { ...definition, spec: { ...definition.spec, ...change } }
}
