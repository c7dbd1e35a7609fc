import { describe, expect, it } from 'vitest'
import type { KubeObject, KubeRequest } from '../../../../workers/kube/client/client.ts'
import type { InventoryEntry } from '../../../../workers/kube/apply/inventory.ts'
import {
  inheritedNamespaces,
  leaveInUse,
  mayBeShared,
} from '../../../../workers/kube/apply/shared-namespace.ts'
import type { SyncContext } from '../../../../workers/kube/apply/sync-context.ts'

const owner = { id: '7', kind: 'WorkloadInstance', project: 'default', name: 'shop', controlPlane: 'here' }

const deployment = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels },
})

const ownedBy = (name: string, controlPlane = owner.controlPlane): Record<string, string> => ({
  'qleet.io/object-id': `id-of-${name}`,
  'qleet.io/object': name,
  'qleet.io/kind': 'WorkloadInstance',
  'qleet.io/project': 'default',
  'qleet.io/control-plane': controlPlane,
})

/**
 * Leaves a namespace in a cluster with the given deployments at each look. Returns what is said about it, its version, and its new labels.
 */
async function leave(...looks: readonly (readonly KubeObject[])[]) {
  const remaining = [...looks]
  const labels: unknown[] = []
  const request = async ({ method, path, body }: KubeRequest): Promise<unknown> => {
    if (method === 'PATCH') {
      labels.push((body as { metadata: { labels: unknown } }).metadata.labels)
      return namespaceAt(String(1 + labels.length))
    }
    return { items: path.endsWith('/deployments') ? remaining.shift() : [] }
  }
  const context = {
    cluster: { client: { server: 'test', request } },
    owner,
    signal: new AbortController().signal,
    assertHeld: () => {},
  } as unknown as SyncContext
  const type = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false }
  const ref = { type, namespace: '', name: 'shared' }
  const { use, namespace } = await leaveInUse(context, ref, namespaceAt('1'))
  return { use, version: namespace.metadata.resourceVersion, labels }
}

const namespaceAt = (resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shared', resourceVersion },
})

const released = Object.fromEntries(Object.keys(ownedBy('any')).map((label) => [label, null]))

describe('a namespace that others may use', () => {
  it('has a name that is not derived from its object', () => {
    const context = { owner } as SyncContext
    const namespace = (name: string) => ({ kind: 'Namespace', group: '', name })
    expect(mayBeShared(context, namespace('shop-7'))).toBe(false)
    expect(mayBeShared(context, namespace('shop'))).toBe(true)
    expect(mayBeShared(context, { kind: 'ConfigMap', group: '', name: 'shop' })).toBe(false)
  })

  it('is not left if it contains only what is its own, or goes', async () => {
    const going = deployment('going', ownedBy('another'))
    going.metadata.deletionTimestamp = '2026-11-30T00:00:00Z'
    const ofController = deployment('dependent')
    ofController.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }]
    const own = deployment('own', { ...ownedBy('shop'), 'qleet.io/object-id': '7' })
    expect(await leave([own, going, ofController])).toEqual({
      use: undefined,
      version: '1',
      labels: [],
    })
  })

  it('passes to an object that stays', async () => {
    const web = deployment('web', ownedBy('other'))
    expect(await leave([web], [web])).toEqual({
      use: 'It contains Deployment.apps web of WorkloadInstance default/other. It belongs to WorkloadInstance default/other now.',
      version: '2',
      labels: [ownedBy('other')],
    })
  })

  it('does not stay for an object that leaves at the same time', async () => {
    expect(await leave([deployment('web', ownedBy('other'))], [])).toEqual({
      use: undefined,
      version: '2',
      labels: [ownedBy('other')],
    })
  })

  it('passes on to the next object if the first one leaves at the same time', async () => {
    const next = deployment('next', ownedBy('next'))
    const { use, labels } = await leave([deployment('web', ownedBy('other')), next], [next], [next])
    expect(use).toContain('It belongs to WorkloadInstance default/next now.')
    expect(labels).toEqual([ownedBy('other'), ownedBy('next')])
  })

  it.each([
    ['other clients', deployment('web'), 'It contains Deployment.apps web.'],
    [
      'another control plane',
      deployment('web', ownedBy('web', 'there')),
      'It contains Deployment.apps web of WorkloadInstance default/web of another control plane (there).',
    ],
  ])('is released to %s', async (_, found, use) => {
    expect(await leave([found])).toEqual({ use, version: '2', labels: [released] })
  })
})

describe('a namespace that has passed to an object', () => {
  const identity = (kind: string, name: string, namespace = '') => ({ group: '', kind, namespace, name })
  const entryOf = (each: ReturnType<typeof identity>): InventoryEntry =>
    ({ ...each, id: `${each.kind} ${each.name}` }) as InventoryEntry
  const gone = entryOf(identity('ConfigMap', 'gone', 'shared'))

  /** Returns the namespaces that leave with a ConfigMap in `shared`, of an object that also has and desires other resources. */
  async function leaving({
    remaining = [],
    desired = [],
    namespaceOwner = 'shop',
  }: {
    remaining?: readonly ReturnType<typeof identity>[]
    desired?: readonly ReturnType<typeof identity>[]
    namespaceOwner?: string
  }): Promise<string[]> {
    const labels =
      namespaceOwner === 'shop' ? { ...ownedBy('shop'), 'qleet.io/object-id': '7' } : ownedBy(namespaceOwner)
    const live: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shared', labels } }
    const context = {
      cluster: { client: { server: 'test', request: async () => live } },
      inventory: { load: () => new Map([gone, ...remaining.map(entryOf)].map((entry) => [entry.id, entry])) },
      owner,
      signal: new AbortController().signal,
    } as unknown as SyncContext
    const desires = desired.map((each) => ({ identity: each }))
    return (await inheritedNamespaces(context, [gone], desires)).map(({ kind, name }) => `${kind} ${name}`)
  }

  it('leaves with the last resource that the object has in it', async () => {
    expect(await leaving({})).toEqual(['Namespace shared'])
    expect(await leaving({ remaining: [identity('ConfigMap', 'other', 'elsewhere')] })).toEqual([
      'Namespace shared',
    ])
  })

  it.each([
    ['it has another resource in it', { remaining: [identity('ConfigMap', 'other', 'shared')] }],
    ['it has recorded the namespace', { remaining: [identity('Namespace', 'shared')] }],
    ['it is about to have a resource in it', { desired: [identity('ConfigMap', 'new', 'shared')] }],
    ['it is about to declare the namespace', { desired: [identity('Namespace', 'shared')] }],
    ['the namespace belongs to another object', { namespaceOwner: 'other' }],
  ])('stays if %s', async (_, state) => {
    expect(await leaving(state)).toEqual([])
  })
})
