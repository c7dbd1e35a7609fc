import { timestamp, type ClusterContext } from '../context.ts'
import { isObject, at, equal, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import {
  controllerReference,
  isDeleting,
  isOwnedBy,
  itself,
  keyOf,
  splitKey,
  type Control,
} from '../controllers/controller.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of External Secrets, with two of its providers: `fake`, whose values are in the store itself, and `kubernetes`,
 * without a server of its own: Secrets of another namespace of the same cluster.
 */

const service = 'secrets'
const component = 'external-secrets'
const externalSecretResource = 'externalsecrets.external-secrets.io'
const storeResources = {
  SecretStore: 'secretstores.external-secrets.io',
  ClusterSecretStore: 'clustersecretstores.external-secrets.io',
} as const
const supported = ['fake', 'kubernetes']

/** Validates stores. */
export const stores: readonly StandIn[] = Object.values(storeResources).map((resource) => ({
  name: resource,
  service,
  component,
  resource,
  watches: { [resource]: itself },
  async reconcile(key, control) {
    const store = control.context.store.get({ resource, ...splitKey(key) })
    if (store === undefined || isDeleting(store)) return
    const provider = providerOf(store)
    await report(store, control, {
      condition: supported.includes(provider)
        ? { type: 'Ready', status: 'True', reason: 'Valid', message: 'store validated' }
        : {
            type: 'Ready',
            status: 'False',
            reason: 'InvalidProviderConfig',
            message: `simulated clusters have the providers ${supported.join(' and ')} only, not ${provider}`,
          },
      fields: { capabilities: 'ReadOnly' },
    })
  },
}))

/** Writes the Secrets of ExternalSecrets. */
export const externalSecrets: StandIn = {
  name: externalSecretResource,
  service,
  component,
  resource: externalSecretResource,
  watches: {
    [externalSecretResource]: itself,
    [storeResources.SecretStore]: usersOf,
    [storeResources.ClusterSecretStore]: usersOf,
    secrets: usersOfSecret,
  },
  async reconcile(key, control) {
    const { store } = control.context
    const external = store.get({ resource: externalSecretResource, ...splitKey(key) })
    if (external === undefined || isDeleting(external)) return
    const values = valuesOf(external, store)
    if (typeof values === 'string') {
      await report(external, control, { condition: failure(values), fields: {} })
      return
    }
    const name = stringOf(at(external, 'spec', 'target', 'name')) || external.metadata.name
    const problem = await writeSecret(external, control, { name, values })
    const { generation, labels, annotations } = external.metadata
    await report(external, control, {
      condition:
        problem === undefined
          ? { type: 'Ready', status: 'True', reason: 'SecretSynced', message: 'secret synced' }
          : failure(problem),
      fields:
        problem === undefined
          ? {
              binding: { name },
              syncedResourceVersion: `${generation}-${shortHash({ ...labels, ...annotations })}`,
            }
          : {},
      isRefresh: problem === undefined,
    })
    const interval = milliseconds(stringOf(at(external, 'spec', 'refreshInterval')))
    if (interval > 0) control.enqueueAfter(key, interval)
  },
}

function failure(message: string): Condition {
  return { type: 'Ready', status: 'False', reason: 'SecretSyncedError', message }
}

function usersOf({ object }: StoreEvent, { store }: ClusterContext): string[] {
  return store.list(externalSecretResource, object.metadata.namespace).map(keyOf)
}

/** Returns the ExternalSecrets that may read a Secret, or that it was made from. */
function usersOfSecret(_: StoreEvent, { store }: ClusterContext): string[] {
  return store.list(externalSecretResource).map(keyOf)
}

function providerOf(store: KubeObject): string {
  const [name = ''] = Object.keys(objectOf(at(store, 'spec', 'provider')))
  return name
}

interface Report {
  condition: Condition
  fields: JsonObject
  /** Sets the time of the refresh if anything else changes. */
  isRefresh?: boolean
}

async function report(
  object: KubeObject,
  { context, writes }: Control,
  { condition, fields, isRefresh = false }: Report,
): Promise<void> {
  const before = objectOf(object['status'])
  const now = timestamp(context.now())
  // Only withCondition writes the conditions of these objects.
  const conditions = withCondition(before['conditions'] as Condition[] | undefined, condition, now)
  const status = { ...before, ...fields, conditions }
  if (equal(before, status)) return
  await writes.updateStatus(object, (draft) => {
    draft['status'] = { ...status, ...(isRefresh ? { refreshTime: now } : {}) }
  })
}

/** Returns the values by key, as base64, or why there are none. */
function valuesOf(external: KubeObject, store: Store): Record<string, string> | string {
  const spec = objectOf(external['spec'])
  const values: Record<string, string> = {}
  for (const { secretKey, remoteRef, sourceRef } of objectsOf(spec['data'])) {
    const reference = objectOf(objectOf(sourceRef)['storeRef'] ?? spec['secretStoreRef'])
    const found = readValue({ external, store, reference }, objectOf(remoteRef))
    if ('problem' in found) return found.problem
    values[stringOf(secretKey)] = Buffer.from(found.value).toString('base64')
  }
  for (const { extract, sourceRef } of objectsOf(spec['dataFrom'])) {
    const reference = objectOf(objectOf(sourceRef)['storeRef'] ?? spec['secretStoreRef'])
    const found = readValue({ external, store, reference }, objectOf(extract))
    if ('problem' in found) return found.problem
    for (const [key, value] of Object.entries(jsonMap(found.value)))
      values[key] = Buffer.from(textOf(value)).toString('base64')
  }
  return values
}

interface Source {
  external: KubeObject
  store: Store
  /** The reference to the store with the values. */
  reference: JsonObject
}

function readValue(source: Source, remote: JsonObject): { value: string } | { problem: string } {
  const { external, store, reference } = source
  const kind = stringOf(reference['kind']) === 'ClusterSecretStore' ? 'ClusterSecretStore' : 'SecretStore'
  const name = stringOf(reference['name'])
  const namespace = kind === 'SecretStore' ? (external.metadata.namespace ?? '') : ''
  const found = store.get({ resource: storeResources[kind], namespace, name })
  if (found === undefined)
    return { problem: `could not get secret data from provider: ${kind} "${name}" not found` }
  const conditions = objectsOf(at(found, 'status', 'conditions')) as unknown as Condition[]
  if (!isTrue(conditions, 'Ready')) return { problem: `${kind} "${name}" is not ready` }
  const entry = entryOf(found, store, remote)
  const value = entry === undefined ? undefined : propertyOf(entry, stringOf(remote['property']))
  const key = stringOf(remote['key'])
  return value === undefined
    ? { problem: `could not get secret data from provider: key "${key}" does not exist in ${kind} "${name}"` }
    : { value }
}

/** Returns the entry of a store as text; several values of an entry are a JSON object. */
function entryOf(found: KubeObject, store: Store, remote: JsonObject): string | undefined {
  const provider = objectOf(at(found, 'spec', 'provider'))
  const [key, version] = [stringOf(remote['key']), stringOf(remote['version'])]
  if (isObject(provider['fake'])) {
    const entries = objectsOf(provider['fake']['data'])
    const entry = entries.find((each) => each['key'] === key && stringOf(each['version']) === version)
    return entry === undefined ? undefined : stringOf(entry['value'])
  }
  const namespace = stringOf(at(provider['kubernetes'], 'remoteNamespace')) || 'default'
  const secret = store.get({ resource: 'secrets', namespace, name: key })
  if (secret === undefined) return undefined
  const decoded = Object.entries(objectOf(secret['data'])).map(([each, value]) => [
    each,
    Buffer.from(stringOf(value), 'base64').toString(),
  ])
  return JSON.stringify(Object.fromEntries(decoded))
}

function propertyOf(entry: string, property: string): string | undefined {
  if (property === '') return entry
  const map = jsonMap(entry)
  // A name with dots may be one key, or a path.
  const value = map[property] ?? at(map, ...property.split('.'))
  return value === undefined ? undefined : textOf(value)
}

function jsonMap(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text) as Json)
  } catch {
    return {}
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Creates or updates the Secret. Returns why it cannot. */
async function writeSecret(
  external: KubeObject,
  { context, writes }: Control,
  { name, values }: { name: string; values: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const { namespace = '' } = external.metadata
  const policy = stringOf(at(external, 'spec', 'target', 'creationPolicy')) || 'Owner'
  const type = stringOf(at(external, 'spec', 'target', 'template', 'type')) || 'Opaque'
  const existing = context.store.get({ resource: 'secrets', namespace, name })
  const labels = { 'reconcile.external-secrets.io/managed': 'true' }
  if (existing === undefined) {
    if (policy === 'Merge') return `secret "${name}" does not exist, which creationPolicy Merge requires`
    if (policy === 'None') return undefined
    const ownerReferences = policy === 'Owner' ? [controllerReference(external)] : []
    const metadata = { name, namespace, labels, ownerReferences }
    await writes.create({ apiVersion: 'v1', kind: 'Secret', metadata, type, data: { ...values } })
    return undefined
  }
  if (policy === 'Owner' && !isOwnedBy(existing, external))
    return `secret "${name}" exists and is not owned by ExternalSecret "${external.metadata.name}"`
  const data = policy === 'Owner' ? { ...values } : { ...objectOf(existing['data']), ...values }
  if (!equal(existing['data'] ?? {}, data))
    await writes.update(existing, (draft) => {
      draft['data'] = data
    })
  return undefined
}

const units = { h: 3_600_000, m: 60_000, s: 1000 } as const

/** Returns the milliseconds of a duration such as `1h0m0s`; 0 if it is none. */
function milliseconds(duration: string): number {
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+)([hms])/g))
    total += Number(amount) * units[unit as keyof typeof units]
  return total
}
