import { expect, it } from 'vitest'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { createKubeClient, type KubeClient } from '../../../../workers/kube/client/client.ts'
import { deleteObject } from '../../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import { json, startServer } from './misbehaving-server.ts'

const type = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true }
const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
const terminating = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', uid: 'u', deletionTimestamp: '2026-11-26T00:00:00Z' },
}

/** Deletes the object with the UID `u` in a cluster that responds so. */
function deleted(respond: () => unknown): Promise<boolean> {
  const client = { server: 'https://example.com', request: async () => respond() } as unknown as KubeClient
  const { signal } = new AbortController()
  return deleteObject(client, { type, namespace: 'shop', name: 'a' }, { uid: 'u', signal })
}

it.each([
  ['a status with the UID of the object', { ...success, details: { name: 'a', uid: 'u' } }, true],
  ['a status with another UID', { ...success, details: { name: 'a', uid: 'v' } }, false],
  ['a status without details', success, false],
  ['the object, which is terminating', terminating, false],
])('after a response with %s, the object is known to be gone or not', async (_, response, isGone) => {
  expect(await deleted(() => response)).toBe(isGone)
})

it.each(['notFound', 'conflict'] as const)('an error %s says nothing about the object', async (kind) => {
  const isGone = await deleted(() => {
    throw new KubeError(kind, 'no')
  })
  expect(isGone).toBe(false)
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
