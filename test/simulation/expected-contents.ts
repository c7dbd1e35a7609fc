import { isDeepStrictEqual } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { KubeObject } from '../../workers/kube/client/client.ts'
import type { Tables } from './database/tables.ts'
import { withDeliveredImages } from './delivered.ts'
import type { Outside } from './outside.ts'
import {
  definitionOf,
  dependenciesOf,
  isConnection,
  locationsOf,
  partsOf,
  recordOf,
} from './stored-objects.ts'
import { keyOf } from './wishes.ts'

/* What objects must have in their clusters, by their specs. */

export function contentProblems(outside: Outside): string[] {
  return [...outside.tables.objects.values()].flatMap(
    (object) => contents[object.kind]?.(object, outside) ?? [],
  )
}

/** The keys of the Secret with the connection of a database. */
const connectionKeys = ['db-endpoint', 'db-name', 'db-password', 'db-port', 'db-user']

type Content = (object: StoredObject, outside: Outside) => string[]

/** Checks of the resources that objects of a kind have in their cluster, for kinds whose specs determine them. */
const contents: Readonly<Record<string, Content>> = {
  WorkloadInstance: (object, { tables, clusters }) => {
    const locations = locationsOf(object.spec)
    if (locations !== undefined) return locationProblems(tables, object, locations)
    // It has what the jobs before its first revision need, and nothing else yet.
    if (recordOf(object.spec)['prepareOnly'] === true) return []
    const { runtime } = recordOf(object.spec)
    const named = definitionOf(tables, object)
    const outputs = recordOf(recordOf(object.status)['outputs'])
    const own = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const documents = parseAllDocuments(String(recordOf(named?.spec)['yamlDocument']))
    const bindings = bindingsOf(tables, object)
    const desired: Record<string, unknown>[] = [
      ...documents.map((document) => withDeliveredImages(recordOf(document.toJS()), object)),
      ...bindings,
    ]
    const problems = desired.flatMap((manifest) => {
      const metadata = recordOf(manifest['metadata'])
      const live = own.find(
        (each) =>
          each.kind === manifest['kind'] &&
          each.metadata.name === metadata['name'] &&
          isPlaced(each, metadata, outputs),
      )
      const what = `${keyOf(object)}: ${String(manifest['kind'])} ${String(metadata['name'])}`
      if (live === undefined) return [`${what} is not in the cluster`]
      return contains(live, readable(manifest)) ? [] : [`${what} differs from the definition`]
    })
    const extra =
      own.filter(({ kind }) => kind !== 'Namespace').length -
      desired.filter(({ kind }) => kind !== 'Namespace').length
    return [
      ...problems,
      ...unmetDependencies(tables, object),
      ...variableProblems(tables, object, own),
      ...(extra === 0 ? [] : [`${keyOf(object)} has ${extra} extra resources`]),
    ]
  },
  SecretInstance: (object, { tables, clusters, wishes }) => {
    const { definition, runtime, type } = recordOf(object.spec)
    if (isConnection(tables, object)) {
      const [found] = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
      const keys = Object.keys(recordOf(found?.['data'])).toSorted((one, other) => (one < other ? -1 : 1))
      return isDeepStrictEqual(keys, connectionKeys) ? [] : [`${keyOf(object)} has the keys ${keys.join()}`]
    }
    const { data = {}, binaryData = {} } = recordOf(
      wishes.get(`SecretDefinition ${String(definition)}`)?.spec,
    )
    const encoded = Object.entries(recordOf(data)).map(([key, value]) => [key, btoa(String(value))])
    const desired = { type, data: { ...(Object.fromEntries(encoded) as object), ...recordOf(binaryData) } }
    const [live, ...further] = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const isRight =
      further.length === 0 && isDeepStrictEqual({ type: live?.['type'], data: live?.['data'] }, desired)
    return isRight ? [] : [`${keyOf(object)} differs from its definition`]
  },
  HelmWorkloadInstance: (object, { tables, clusters }) => {
    const locations = locationsOf(object.spec)
    if (locations !== undefined) return locationProblems(tables, object, locations)
    const { runtime, valuesDocument } = recordOf(object.spec)
    const spec = recordOf(definitionOf(tables, object)?.spec)
    const values = { ...valuesIn(spec['valuesDocument']), ...valuesIn(valuesDocument) }
    const own = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const settings = own.find(({ metadata }) => metadata.name === `${object.name}-settings`)
    const found: unknown = JSON.parse(String(recordOf(settings?.['data'])['values'] ?? null))
    const problems = isDeepStrictEqual(found, values)
      ? []
      : [`${keyOf(object)} runs with the values ${JSON.stringify(found)}, not ${JSON.stringify(values)}`]
    const bindings = bindingsOf(tables, object)
    const missing = bindings.filter(
      ({ metadata: { name } }) =>
        !own.some(({ kind, metadata }) => kind === 'Secret' && metadata.name === name),
    )
    const extra =
      own.filter(({ kind }) => kind !== 'Namespace').length -
      (spec['additionalResources'] === undefined ? 2 : 3) -
      bindings.length
    return [
      ...problems,
      ...missing.map(({ metadata: { name } }) => `${keyOf(object)}: Secret ${name} is not in the cluster`),
      ...unmetDependencies(tables, object),
      ...(extra === 0 ? [] : [`${keyOf(object)} has ${extra} extra resources`]),
    ]
  },
  ObservabilityStackDefinition: stackProblems,
  ObservabilityStackInstance: stackProblems,
  LogStorageInstance: (object, { tables, clusters, wishes }) => {
    const { runtime } = recordOf(object.spec)
    const names = recordOf(definitionOf(tables, object)?.spec)['backends'] as string[]
    const backends = names.map((name) => [name, recordOf(wishes.get(`LogBackend ${name}`)?.spec)] as const)
    const ours = clusters.get(String(runtime))?.ours() ?? []
    const config = ours.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'qleet-log-collector',
    )
    const unsent = backends.filter(
      ([, { destination }]) => !JSON.stringify(config?.['data'] ?? '').includes(String(destination)),
    )
    const keys = backends.flatMap(([name, { token, password }]) =>
      token === undefined && password === undefined ? [] : [`default.${name}`],
    )
    const secrets = ours.filter(isOf(object))
    const found = secrets.flatMap(({ data }) => Object.keys(recordOf(data)))
    return [
      ...unsent.map(([name]) => `${keyOf(object)}: the collector sends nothing to LogBackend ${name}`),
      ...(isDeepStrictEqual(new Set(found), new Set(keys)) && secrets.length === Math.min(1, keys.length)
        ? []
        : [`${keyOf(object)} has credentials for ${found.join()}, not for ${keys.join()}`]),
    ]
  },
  WorkloadServiceDependency: (object, { clusters }) => {
    const host = String(recordOf(object.spec)['upstreamHost'])
    const all = [...clusters.values()].flatMap((cluster) => cluster.ours())
    const isServed = all.some(({ kind, data }) => kind === 'ConfigMap' && JSON.stringify(data).includes(host))
    const problems = isServed ? [] : [`${keyOf(object)}: no proxy leads to ${host}`]
    const services = all.filter(isOf(object))
    return services.length === 1
      ? problems
      : [...problems, `${keyOf(object)} has ${services.length} resources, not 1`]
  },
}

/** A stack owns exactly its parts. */
function stackProblems(object: StoredObject, { tables }: Outside): string[] {
  const owned = [...tables.ownerships.values()]
    .filter(({ ownerId }) => ownerId === object.id)
    .map(({ ownedId }) => tables.objects.get(ownedId)?.kind ?? '')
  const parts = partsOf(object)
  return isDeepStrictEqual(new Set(owned), new Set(parts)) && owned.length === parts.length
    ? []
    : [`${keyOf(object)} owns ${owned.join()}, not ${parts.join()}`]
}

/** An instance with several locations owns one instance for each, and runs nowhere itself. */
function locationProblems(tables: Tables, object: StoredObject, locations: readonly string[]): string[] {
  const specs = [...tables.ownerships.values()]
    .filter(({ ownerId }) => ownerId === object.id)
    .map(({ ownedId }) => recordOf(tables.objects.get(ownedId)?.spec))
  const owned = specs.map((spec) => recordOf(spec['placement'])['location'])
  const { definition } = recordOf(object.spec)
  const rollout = recordOf(recordOf(recordOf(object.status)['outputs'])['rollout'])
  const isOver = !['Halted', 'Paused'].includes(String(rollout['state']))
  const behind = specs.filter((spec) => isOver && spec['definition'] !== definition)
  return [
    ...behind.map(
      (spec) =>
        `${keyOf(object)} has a location with ${String(spec['definition'])}, not ${String(definition)}`,
    ),
    ...(isDeepStrictEqual(new Set(owned), new Set(locations)) && owned.length === locations.length
      ? []
      : [`${keyOf(object)} has instances in ${owned.join()}, not in ${locations.join()}`]),
    ...(recordOf(object.spec)['runtime'] === undefined ? [] : [`${keyOf(object)} has a runtime itself`]),
  ]
}

/** The containers of an application have the variables of the buckets that are attached to it, and no others. */
function variableProblems(tables: Tables, object: StoredObject, live: readonly KubeObject[]): string[] {
  const expected = [...tables.objects.values()].flatMap((bucket): [string, unknown][] => {
    if (bucket.kind !== 'AwsObjectStorageBucketInstance') return []
    const { workloadBucketEnvVar } = recordOf(definitionOf(tables, bucket)?.spec)
    const isAttached = recordOf(bucket.spec)['workloadInstance'] === object.name
    return isAttached && workloadBucketEnvVar !== undefined
      ? [[String(workloadBucketEnvVar), recordOf(recordOf(bucket.status)['outputs'])['bucket']]]
      : []
  })
  const containers = live
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => recordOf(recordOf(recordOf(spec)['template'])['spec'])['containers'] as object[])
  return containers.flatMap((container) => {
    const { env = [] } = container as { env?: { name: string; value?: string }[] }
    const given = env.filter(({ value }) => value !== undefined)
    const names = given.map(({ name }) => name).toSorted()
    const isRight =
      isDeepStrictEqual(names, [...new Set(expected.map(([name]) => name))].toSorted()) &&
      given.every(({ name, value }) => expected.some((each) => each[0] === name && each[1] === value))
    return isRight
      ? []
      : [`${keyOf(object)} has the variables ${names.join()} instead of those of its buckets`]
  })
}

/** Returns the Secrets that an application has for its dependencies; one of kind Secret delivers itself. */
function bindingsOf(tables: Tables, object: StoredObject): { kind: string; metadata: { name: string } }[] {
  return dependenciesOf(tables, object)
    .filter((each) => each['kind'] !== 'Secret')
    .map((each) => ({ kind: 'Secret', metadata: { name: `${String(each['name'])}-binding` } }))
}

/** Every dependency of an application has an object that the application owns. */
function unmetDependencies(tables: Tables, object: StoredObject): string[] {
  return dependenciesOf(tables, object)
    .filter(
      ({ name }) =>
        ![...tables.ownerships.values()].some(
          ({ ownerId, ownedId }) =>
            ownerId === object.id &&
            recordOf(tables.objects.get(ownedId)?.labels)['qleet.io/dependency'] === name,
        ),
    )
    .map(({ name }) => `${keyOf(object)} has no object for its dependency ${String(name)}`)
}

function valuesIn(text: unknown): Record<string, unknown> {
  return text === undefined ? {} : recordOf(parse(String(text)))
}

function isOf({ id }: StoredObject): (live: KubeObject) => boolean {
  return ({ metadata }) => metadata.labels?.['qleet.io/object-id'] === String(id)
}

function isPlaced(
  { metadata }: KubeObject,
  desired: Record<string, unknown>,
  outputs: Record<string, unknown>,
): boolean {
  return (
    metadata.namespace === undefined || metadata.namespace === (desired['namespace'] ?? outputs['namespace'])
  )
}

/** Returns what can be compared of a manifest: the definition has only placeholders of the values of Secrets. */
function readable(manifest: Record<string, unknown>): Record<string, unknown> {
  if (manifest['kind'] !== 'Secret') return manifest
  const { data: _, stringData: __, ...rest } = manifest
  return rest
}

/** Reports whether the live value contains everything that is desired; compares list items by name if they have one. */
function contains(live: unknown, desired: unknown): boolean {
  if (Array.isArray(desired))
    return (
      Array.isArray(live) &&
      desired.every((each, index) => {
        const name = recordOf(each)['name']
        return contains(
          name === undefined ? live[index] : live.find((item) => recordOf(item)['name'] === name),
          each,
        )
      })
    )
  if (isRecord(desired))
    return isRecord(live) && Object.entries(desired).every(([key, value]) => contains(live[key], value))
  return live === desired
}
