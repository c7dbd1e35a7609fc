import { expect, it } from 'vitest'
import type { KubeClient } from '../../../../workers/kube/client/client.ts'
import { deleteObject } from '../../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'

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
