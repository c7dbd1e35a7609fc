import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ResourceIdentity } from '../../../../schema/manifests.ts'
import type { KubeObject, KubeRequest } from '../../../../workers/kube/client/client.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import type { ResourceType } from '../../../../workers/kube/client/discovery.ts'
import type { InventoryEntry } from '../../../../workers/kube/apply/inventory.ts'
import { removeEntries, type Removed } from '../../../../workers/kube/apply/remove.ts'
import { deletableVersionOf } from '../../../../workers/kube/apply/deletable.ts'
import type { SyncContext } from '../../../../workers/kube/apply/sync-context.ts'

/** What a cluster does with an object whose deletion is requested. */
type Going =
  | 'at once'
  /** A controller removes its finalizer, so that it is gone at the next look. */
  | 'soon'
  /** It has time to end, as a pod has. */
  | 'later'
  /** It has a finalizer that stays. */
  | 'never'
  /** The credentials may not read it. */
  | 'unread'
  /** The credentials may not delete it. */
  | 'refused'
  /** Another client changes it, once what it contains has been looked at. */
  | 'changed'

const types: Record<string, ResourceType> = {
  Namespace: { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  ConfigMap: { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true },
}

/** Removes resources with names of their own from a cluster. Returns what is left, and the requests. */
async function removeAll(
  resources: readonly {
    kind: 'Namespace' | 'ConfigMap'
    name: string
    going: Going
    metadata?: Partial<KubeObject['metadata']>
    /** The resource version as which it was recorded to be deletable. @default none */
    recorded?: string
  }[],
): Promise<Removed & { requests: string[]; dropped: string[]; notes: string[] }> {
  const entries = resources.map(({ kind, name, recorded = null }, order): InventoryEntry => {
    const namespace = kind === 'Namespace' ? '' : 'shop'
    const entry = { id: name, runtimeId: '1', group: '', version: 'v1', kind, namespace, name, order }
    const recordedState = { uid: `uid-${name}`, hash: 'h', deletableVersion: recorded }
    return { ...entry, ...recordedState } as unknown as InventoryEntry
  })
  const live = new Map(
    resources.map(({ kind, name, going, metadata: given }) => {
      const metadata = { name, uid: `uid-${name}`, ...given }
      const object: KubeObject = { apiVersion: 'v1', kind, metadata }
      return [name, { going, object }]
    }),
  )
  const requests: string[] = []
  const notes: string[] = []
  const dropped: string[] = []
  const request = async ({ method, path, body }: KubeRequest): Promise<unknown> => {
    const name = path.split('/').at(-1) ?? ''
    requests.push(`${method} ${name}`)
    if (name === 'pods')
      for (const [changed, { going, object }] of live) {
        const metadata = { ...object.metadata, resourceVersion: 'another' }
        if (going === 'changed') live.set(changed, { going, object: { ...object, metadata } })
      }
    const found = live.get(name)
    if (found === undefined) throw new KubeError('notFound', `${name} not found`)
    const { going, object } = found
    const { uid } = object.metadata
    if (going === (method === 'GET' ? 'unread' : 'refused')) {
      const verb = method === 'GET' ? 'get' : 'delete'
      throw new KubeError('forbidden', `needs permission to ${verb} configmaps`, { reason: 'Forbidden' })
    }
    if (method === 'GET') return object
    if (method === 'PATCH' && going === 'at once') {
      const { uid: applied } = (parse(String(body)) as KubeObject).metadata
      throw new KubeError('conflict', `uid mismatch: ${applied} is gone`, { status: 409, reason: 'Conflict' })
    }
    if (method === 'PATCH' && going === 'soon') {
      const causes = [{ field: 'metadata.uid', reason: 'FieldValueInvalid', message: 'field is immutable' }]
      throw new KubeError('invalid', 'metadata.uid: field is immutable', { reason: 'Invalid', causes })
    }
    if (method === 'PATCH') return object
    const { resourceVersion } = (body as { preconditions: { resourceVersion?: string } }).preconditions
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
      throw new KubeError('conflict', 'the object has changed', { status: 409, reason: 'Conflict' })
    live.delete(name)
    if (going === 'at once' || going === 'unread') {
      return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name, uid } }
    }
    const deletionGracePeriodSeconds = going === 'later' ? 30 : 0
    const deletionTimestamp = '2026-11-30T00:00:00Z'
    const metadata = { ...object.metadata, deletionTimestamp, deletionGracePeriodSeconds }
    if (going !== 'soon') live.set(name, { going, object: { ...object, metadata } })
    return { ...object, metadata }
  }
  const cluster = {
    client: { server: 'test', request },
    discovery: { find: async (_: string, kind: string) => types[kind] },
  }
  // Another resource stays in the namespace of the others.
  const stays = { id: 'stays', group: '', kind: 'ConfigMap', namespace: 'shop', name: 'stays' }
  const context = {
    cluster,
    inventory: {
      load: () => new Map([...entries, stays].map((entry) => [entry.id, entry])),
      drop: (all: readonly InventoryEntry[]) => void dropped.push(...all.map(({ id }) => id)),
    },
    owner: { id: '7', name: 'shop' },
    signal: new AbortController().signal,
    assertHeld: () => {},
    recordEvent: ({ note }: { note: string }) => void notes.push(note),
  } as unknown as SyncContext
  return { ...(await removeEntries(context, entries)), requests, dropped, notes }
}

it('looks once more at what a controller removes in an instant, and goes on with what that needed', async () => {
  const { leaving, requests, dropped } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'soon' },
    { kind: 'ConfigMap', name: 'settings', going: 'soon' },
    { kind: 'ConfigMap', name: 'plain', going: 'at once' },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['plain', 'settings', 'shop-7'])
  expect(requests.filter((each) => each.endsWith('settings'))).toEqual([
    'GET settings',
    'DELETE settings',
    'GET settings',
  ])
  expect(requests.slice(-3)).toEqual(['GET shop-7', 'DELETE shop-7', 'GET shop-7'])
})

it('does not look again at what has time to end', async () => {
  const { leaving, requests, dropped } = await removeAll([
    { kind: 'ConfigMap', name: 'ending', going: 'later' },
    { kind: 'ConfigMap', name: 'settings', going: 'soon' },
  ])
  expect(leaving.map(({ key }) => key).sort()).toEqual(['ConfigMap shop/ending', 'ConfigMap shop/settings'])
  expect(dropped).toEqual([])
  expect(requests.filter((each) => each.startsWith('GET'))).toHaveLength(2)
})

it('keeps what is still there, and what it needs', async () => {
  const { leaving, requests, dropped } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'soon' },
    { kind: 'ConfigMap', name: 'held', going: 'never' },
    { kind: 'ConfigMap', name: 'settings', going: 'soon' },
  ])
  expect(leaving).toMatchObject([
    { key: 'ConfigMap shop/held', health: { state: 'terminating' }, live: { metadata: { name: 'held' } } },
  ])
  expect(dropped).toEqual(['settings'])
  expect(requests).not.toContain('DELETE shop-7')
})

it('leaves what it may not read, with its namespace, and removes all others', async () => {
  const { leaving, requests, dropped } = await removeAll([
    { kind: 'Namespace', name: 'shop', going: 'at once' },
    { kind: 'Namespace', name: 'shop-7', going: 'at once' },
    { kind: 'ConfigMap', name: 'hidden', going: 'unread' },
    { kind: 'ConfigMap', name: 'plain', going: 'at once' },
  ])
  expect(leaving).toMatchObject([
    {
      key: 'ConfigMap shop/hidden',
      health: {
        state: 'failed',
        reason: 'Forbidden',
        message: 'needs permission to get configmaps; it is no longer desired, and stays until then',
      },
    },
  ])
  expect(dropped.sort()).toEqual(['plain', 'shop-7'])
  expect(requests.filter((each) => each.startsWith('DELETE')).sort()).toEqual([
    'DELETE plain',
    'DELETE shop-7',
  ])
})

it('reports what it may not delete, and keeps what that needs', async () => {
  const { leaving, dropped } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'at once' },
    { kind: 'ConfigMap', name: 'locked', going: 'refused' },
    { kind: 'ConfigMap', name: 'plain', going: 'at once' },
  ])
  expect(leaving).toMatchObject([
    {
      key: 'ConfigMap shop/locked',
      health: { state: 'failed', reason: 'Forbidden', message: 'needs permission to delete configmaps' },
    },
  ])
  expect(dropped).toEqual(['plain'])
})

it('releases what existed before, unless others delete it', async () => {
  const annotations = { 'qleet.io/adopted': 'true' }
  const deletionTimestamp = '2026-11-30T00:00:00Z'
  const { leaving, dropped, requests, notes } = await removeAll([
    { kind: 'ConfigMap', name: 'adopted', going: 'never', metadata: { annotations } },
    { kind: 'ConfigMap', name: 'ending', going: 'never', metadata: { annotations, deletionTimestamp } },
    { kind: 'ConfigMap', name: 'vanished', going: 'at once', metadata: { annotations } },
    { kind: 'ConfigMap', name: 'replaced', going: 'soon', metadata: { annotations } },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['adopted', 'ending', 'replaced', 'vanished'])
  expect(notes).toEqual(['ConfigMap shop/adopted existed before and is not deleted.'])
  expect(requests.filter((each) => !each.startsWith('GET')).sort()).toEqual([
    'PATCH adopted',
    'PATCH replaced',
    'PATCH vanished',
  ])
})

it('looks at nothing that is as it was applied, unless it is slow to leave', async () => {
  const metadata = { resourceVersion: '12' }
  const { leaving, dropped, requests, notes } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'at once' },
    { kind: 'ConfigMap', name: 'plain', going: 'at once', metadata, recorded: '12' },
    { kind: 'ConfigMap', name: 'settings', going: 'soon', metadata, recorded: '12' },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['plain', 'settings', 'shop-7'])
  expect(requests.slice(0, 2).sort()).toEqual(['DELETE plain', 'DELETE settings'])
  expect(requests.slice(2)).toEqual(['GET settings', 'GET shop-7', 'DELETE shop-7'])
  expect(notes.sort()).toEqual([
    'Deleted ConfigMap shop/plain.',
    'Deleted ConfigMap shop/settings.',
    'Deleted Namespace shop-7.',
  ])
})

it('waits for what was deleted without a look, with the others', async () => {
  const metadata = { resourceVersion: '12' }
  const { leaving, dropped, requests } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'at once' },
    { kind: 'ConfigMap', name: 'held', going: 'never', metadata, recorded: '12' },
    { kind: 'ConfigMap', name: 'ending', going: 'later', metadata },
  ])
  expect(leaving.map(({ key, health: { state } }) => `${key}: ${state}`).sort()).toEqual([
    'ConfigMap shop/ending: terminating',
    'ConfigMap shop/held: terminating',
  ])
  expect(dropped).toEqual([])
  expect(requests).not.toContain('DELETE shop-7')
})

it('looks at what has changed since it was applied, and at what is gone', async () => {
  const kept = { annotations: { 'helm.sh/resource-policy': 'keep' }, resourceVersion: '13' }
  const taken = { labels: { 'qleet.io/object-id': '8' }, uid: 'new', resourceVersion: '13' }
  const { leaving, dropped, requests, notes } = await removeAll([
    {
      kind: 'ConfigMap',
      name: 'changed',
      going: 'at once',
      metadata: { resourceVersion: '13' },
      recorded: '12',
    },
    { kind: 'ConfigMap', name: 'kept', going: 'never', metadata: kept, recorded: '12' },
    { kind: 'ConfigMap', name: 'taken', going: 'at once', metadata: taken, recorded: '12' },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['changed', 'kept', 'taken'])
  expect(requests.filter((each) => each.startsWith('DELETE')).sort()).toEqual([
    'DELETE changed',
    'DELETE changed',
    'DELETE kept',
    'DELETE taken',
  ])
  expect(notes.sort()).toEqual([
    'ConfigMap shop/kept is kept, as its annotation helm.sh/resource-policy asks.',
    'Deleted ConfigMap shop/changed.',
  ])
})

it('reports what it may not delete unread as any other refusal', async () => {
  const metadata = { resourceVersion: '12' }
  const { leaving, dropped } = await removeAll([
    { kind: 'Namespace', name: 'shop-7', going: 'at once' },
    { kind: 'ConfigMap', name: 'locked', going: 'refused', metadata, recorded: '12' },
    { kind: 'ConfigMap', name: 'unread', going: 'unread', metadata, recorded: '12' },
  ])
  expect(leaving).toMatchObject([
    {
      key: 'ConfigMap shop/locked',
      health: { state: 'failed', reason: 'Forbidden', message: 'needs permission to delete configmaps' },
    },
  ])
  expect(dropped).toEqual(['unread'])
})

it('leaves what an interrupted reconcile has released', async () => {
  const managedFields = [{ manager: 'kubectl', operation: 'Update' }]
  const { leaving, dropped, requests } = await removeAll([
    { kind: 'ConfigMap', name: 'released', going: 'at once', metadata: { managedFields } },
    {
      kind: 'ConfigMap',
      name: 'unlabelled',
      going: 'at once',
      metadata: { managedFields: [...managedFields, { manager: 'qleetos', operation: 'Apply' }] },
    },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['released', 'unlabelled'])
  expect(requests.filter((each) => each.startsWith('DELETE'))).toEqual(['DELETE unlabelled'])
})

it('keeps a namespace with what stays in it, at once and later', async () => {
  const owned = { labels: { 'qleet.io/object-id': '7' } }
  const annotations = { 'helm.sh/resource-policy': 'keep' }
  const { leaving, dropped, requests, notes } = await removeAll([
    { kind: 'Namespace', name: 'shop', going: 'never', metadata: owned },
    { kind: 'ConfigMap', name: 'kept', going: 'never', metadata: { annotations } },
    { kind: 'ConfigMap', name: 'plain', going: 'at once' },
  ])
  expect(leaving).toEqual([])
  expect(dropped.sort()).toEqual(['kept', 'plain', 'shop'])
  expect(notes.sort()).toEqual([
    'ConfigMap shop/kept is kept, as its annotation helm.sh/resource-policy asks.',
    'Deleted ConfigMap shop/plain.',
    'Namespace shop is kept, because it contains ConfigMap shop/kept.',
  ])
  // The first marks it.
  expect(requests.filter((each) => each.endsWith(' shop'))).toEqual([
    'GET shop',
    'PATCH shop',
    'GET shop',
    'PATCH shop',
  ])

  const marked = { ...owned, annotations: { 'qleet.io/keeps': 'ConfigMap shop/kept' } }
  const later = await removeAll([{ kind: 'Namespace', name: 'shop', going: 'never', metadata: marked }])
  expect(later.dropped).toEqual(['shop'])
  expect(later.requests).toEqual(['GET shop', 'PATCH shop'])
  expect(later.notes).toEqual(['Namespace shop is kept, because it contains ConfigMap shop/kept.'])
})

it('leaves a shared namespace that has changed since it was looked at, for example because something is kept in it', async () => {
  const metadata = { labels: { 'qleet.io/object-id': '7' }, resourceVersion: '1' }
  const removed = (going: Going) => removeAll([{ kind: 'Namespace', name: 'shop', going, metadata }])
  const { leaving, dropped, notes } = await removed('changed')
  expect(leaving).toMatchObject([{ key: 'Namespace shop' }])
  expect([dropped, notes]).toEqual([[], []])
  const { dropped: deleted, notes: of } = await removed('at once')
  expect([deleted, of]).toEqual([['shop'], ['Deleted Namespace shop.']])
})

describe('a resource that was applied', () => {
  const configMap = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' }
  const applied: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', uid: 'u', resourceVersion: '12' },
  }
  const of = (metadata: Partial<KubeObject['metadata']>, identity: Partial<ResourceIdentity> = {}) =>
    deletableVersionOf(
      { ...applied, metadata: { ...applied.metadata, ...metadata } },
      { ...configMap, ...identity },
    )

  it('may be deleted as it is', () => {
    expect(of({})).toBe('12')
    expect(of({ annotations: { 'helm.sh/resource-policy': 'delete' } })).toBe('12')
  })

  it.each([
    ['existed before', of({ annotations: { 'qleet.io/adopted': 'true' } })],
    ['is to be kept', of({ annotations: { 'helm.sh/resource-policy': 'keep' } })],
    ['has a status', of({ generation: 1 })],
    ['may hold data', of({}, { kind: 'PersistentVolumeClaim' })],
    ['is a namespace', of({}, { kind: 'Namespace', namespace: '' })],
  ])('is to be looked at if it %s', (_, version) => {
    expect(version).toBeUndefined()
  })
})
