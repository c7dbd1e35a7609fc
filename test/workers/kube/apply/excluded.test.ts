import { expect, it } from 'vitest'
import type { TakenResource } from '../../../../schema/errors.ts'
import { describeIdentity } from '../../../../schema/manifests.ts'
import { claimResources } from '../../../../workers/kube/apply/excluded.ts'
import type { InventoryEntry } from '../../../../workers/kube/apply/inventory.ts'
import type { SyncContext } from '../../../../workers/kube/apply/sync-context.ts'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import type { DesiredResource } from '../../../../workers/kube/client/resource.ts'

const owner = { id: '7', kind: 'WorkloadInstance', project: 'default', name: 'shop', controlPlane: 'here' }

function desired(kind: 'Namespace' | 'ConfigMap', name: string): DesiredResource {
  const namespace = kind === 'Namespace' ? '' : 'shop'
  const identity = { group: '', kind, namespace, name }
  const type = {
    group: '',
    version: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: namespace !== '',
  }
  return {
    key: describeIdentity(identity),
    identity,
    type,
    order: 0,
    hash: 'h',
  } as unknown as DesiredResource
}

const shop = desired('Namespace', 'shop')
const settings = desired('ConfigMap', 'settings')
const others = desired('ConfigMap', 'others')

function live(
  { identity: { kind, name } }: DesiredResource,
  metadata: Partial<KubeObject['metadata']> = {},
): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, ...metadata } }
}

const own = { labels: { 'qleet.io/object-id': owner.id } }
const ending = { deletionTimestamp: '2026-11-30T00:00:00Z' }

interface InCluster {
  objects?: readonly (readonly [DesiredResource, KubeObject])[]
  refused?: readonly DesiredResource[]
  applied?: readonly DesiredResource[]
  taken?: readonly DesiredResource[]
}

/** Claims a namespace and two ConfigMaps in it. Returns why some are excluded, their states, and which ones are recorded. */
async function claim({ objects = [], refused = [], applied = [], taken = [] }: InCluster) {
  const recorded: string[] = []
  const refusal = new KubeError('forbidden', 'needs permission to get configmaps', { reason: 'Forbidden' })
  const inventory = {
    intend: async (resources: readonly DesiredResource[]): Promise<TakenResource[]> => {
      recorded.push(...resources.map(({ key }) => key))
      const by = { kind: 'WorkloadInstance', name: 'other' }
      return taken.map(({ identity }) => ({ ...identity, by })) as TakenResource[]
    },
  }
  const entry = { hash: 'h', order: 0, version: 'v1' } as InventoryEntry
  const excluded = await claimResources(
    { owner, inventory } as unknown as SyncContext,
    [shop, settings, others],
    {
      entries: new Map(applied.map(({ key }) => [key, entry])),
      live: {
        objects: new Map(objects.map(([{ key }, object]) => [key, object])),
        refused: new Map(refused.map(({ key }) => [key, refusal])),
      },
    },
  )
  const why = Object.fromEntries([...excluded].map(([key, each]) => [key, each.why]))
  const states = [...excluded.values()].flatMap(({ state }) => state ?? [])
  return {
    why,
    health: states.map(({ key, health: { reason, message } }) => `${key}: ${reason}: ${message}`),
    recorded,
  }
}

it('records all resources, and excludes none of them, if nothing is in the way', async () => {
  const all = ['Namespace shop', 'ConfigMap shop/settings', 'ConfigMap shop/others']
  expect(await claim({})).toEqual({ why: {}, health: [], recorded: all })
  expect(await claim({ objects: [[shop, live(shop, own)]], applied: [shop] })).toMatchObject({ why: {} })
})

it('leaves a namespace that existed before, and reports nothing of it', async () => {
  const { why, health, recorded } = await claim({ objects: [[shop, live(shop)]] })
  expect(why).toEqual({ 'Namespace shop': 'foreign' })
  expect(health).toEqual([])
  expect(recorded).not.toContain('Namespace shop')
})

it('reports a namespace of others that is being deleted, and what waits for it', async () => {
  const { why, health } = await claim({
    objects: [
      [shop, live(shop, ending)],
      [settings, live(settings)],
    ],
  })
  expect(why).toEqual({ 'Namespace shop': 'foreign', 'ConfigMap shop/others': 'blocked' })
  expect(health).toEqual([
    'Namespace shop: NamespaceTerminating: has been terminating since 2026-11-30T00:00:00Z; it and what is desired in it are created once it is gone',
    'ConfigMap shop/others: NamespaceTerminating: waits until namespace shop is deleted, to be created in a new one',
  ])
})

it('reports what the cluster refuses to show once, whatever else is in the way', async () => {
  const { why, health, recorded } = await claim({
    objects: [[shop, live(shop, { ...own, ...ending })]],
    refused: [settings],
  })
  expect(why).toEqual({ 'ConfigMap shop/settings': 'unreadable', 'ConfigMap shop/others': 'blocked' })
  expect(health).toHaveLength(2)
  expect(health[0]).toBe('ConfigMap shop/settings: Forbidden: needs permission to get configmaps')
  expect(recorded).toEqual(['Namespace shop'])
})

it('reports what belongs to another object, but not a namespace that is passing to it', async () => {
  const { why, health } = await claim({ objects: [[shop, live(shop, own)]], taken: [shop, settings] })
  expect(why).toEqual({ 'Namespace shop': 'taken', 'ConfigMap shop/settings': 'taken' })
  expect(health).toEqual([
    'ConfigMap shop/settings: OwnedByAnother: already belongs to WorkloadInstance other',
  ])
})
