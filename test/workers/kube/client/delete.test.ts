import { expect, it } from 'vitest'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { createKubeClient, type KubeClient } from '../../../../workers/kube/client/client.ts'
import { deleteObject, type Deletion } from '../../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import { json, startServer } from './misbehaving-server.ts'

const type = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true }
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
const terminating = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', uid: 'u', deletionTimestamp: '2026-11-26T00:00:00Z' },
}
const former = { ...terminating, metadata: { name: 'a', uid: 'u' } }

/** Deletes the object with the UID `u` in a cluster that responds so. */
function deleted(
  respond: () => unknown,
  { group = '', dryRun = false }: { group?: string; dryRun?: boolean } = {},
): Promise<Deletion> {
  const client = { server: 'https://example.com', request: async () => respond() } as unknown as KubeClient
  const { signal } = new AbortController()
  const ref = { type: { ...type, group }, namespace: 'shop', name: 'a' }
  return deleteObject(client, ref, { uid: 'u', signal, dryRun })
}

it.each<[string, unknown, Deletion]>([
  ['a status with the UID of the object', { ...success, details: { name: 'a', uid: 'u' } }, { isGone: true }],
  ['a status with another UID', { ...success, details: { name: 'a', uid: 'v' } }, { isGone: false }],
  ['a status without details', success, { isGone: false }],
  ['the object, which is terminating', terminating, { isGone: false, live: terminating }],
  ['the object, which was deleted at once', former, { isGone: true }],
  ['another object', { ...terminating, metadata: { ...terminating.metadata, uid: 'v' } }, { isGone: false }],
  ['something else', 'deleted', { isGone: false }],
])(
  'after a response with %s, the object is known to be gone, terminating or neither',
  async (_, response, deletion) => {
    expect(await deleted(() => response)).toEqual(deletion)
  },
)

it('is not known to be gone after a dry run, or if an API server of another group responds with the object', async () => {
  expect(await deleted(() => former, { dryRun: true })).toEqual({ isGone: false })
  expect(await deleted(() => former, { group: 'metrics.example.com' })).toEqual({ isGone: false })
})

it.each(['notFound', 'conflict'] as const)('an error %s says nothing about the object', async (kind) => {
  const deletion = await deleted(() => {
    throw new KubeError(kind, 'no')
  })
  expect(deletion).toEqual({ isGone: false })
})

it('leaves the connection open for the next request', async () => {
  const sockets = new Set<unknown>()
  const server = await startServer((request, response) => {
    sockets.add(request.socket)
    request.resume().on('end', () => json(200, terminating)(request, response))
  })
  const client = createKubeClient({ access: { server: server.url, policy: trustedPolicy } })
  const { signal } = new AbortController()
  const names = Array.from({ length: 10 }, (_, index) => `a-${index}`)
  for (const name of names)
    await deleteObject(client, { type, namespace: 'shop', name }, { uid: 'u', signal })
  await client.close()
  expect(server.requests).toHaveLength(names.length)
  // The pool may open a second one before it has noticed that the first is free.
  expect(sockets.size).toBeLessThanOrEqual(2)
})
