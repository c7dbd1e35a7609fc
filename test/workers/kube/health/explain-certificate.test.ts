import { describe, expect, it } from 'vitest'
import type { KubeClient, KubeObject } from '../../../../workers/kube/client/client.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import { explainCertificate } from '../../../../workers/kube/health/explain-certificate.ts'
import { healthOf } from '../../../../workers/kube/health/health.ts'
import { certificate, condition } from './cases.ts'

const live = { ...certificate(condition('Issuing', 'True', 'DoesNotExist', 'is being issued')) } as KubeObject
Object.assign(live.metadata, { uid: 'certificate', namespace: 'shop' })

/** Returns an object of the chain, created for the one with the given id. */
function made(name: string, owner: string, { status, at = '2026-01-01' }: { status: object; at?: string }) {
  const metadata = { name, uid: name, creationTimestamp: at, ownerReferences: [{ uid: owner }] }
  return { metadata, spec: {}, status }
}

/** Returns a client that lists these objects by the plural of their kind. */
function clientOf(objects: Readonly<Record<string, object[]>>): KubeClient {
  const request = async ({ path }: { path: string }) => {
    const items = objects[path.split('/').at(-1) ?? '']
    if (items === undefined) throw new KubeError('notFound', 'not found')
    return { items, metadata: {} }
  }
  return { request } as unknown as KubeClient
}

function explained(objects: Readonly<Record<string, object[]>>) {
  return explainCertificate(clientOf(objects), { live, health: healthOf(live) }, AbortSignal.timeout(5000))
}

const pending = { conditions: [condition('Ready', 'False', 'Pending', 'Waiting on certificate issuance')] }

describe('a Certificate that is not ready', () => {
  it('names the reason of the challenge, which is the deepest', async () => {
    const health = await explained({
      certificaterequests: [
        made('old', 'certificate', { status: { conditions: [condition('Ready', 'False', 'Failed')] } }),
        made('new', 'certificate', { status: pending, at: '2026-01-02' }),
        made('foreign', 'another', { status: {}, at: '2026-01-03' }),
      ],
      orders: [made('order', 'new', { status: { state: 'pending' } })],
      challenges: [
        made('challenge', 'order', {
          status: { state: 'pending', reason: "wrong status code '404', expected '200'" },
        }),
      ],
    })
    expect(health).toMatchObject({
      state: 'progressing',
      message: "is being issued; Challenge challenge: wrong status code '404', expected '200'",
    })
  })

  it('has failed once its order has', async () => {
    const health = await explained({
      certificaterequests: [made('request', 'certificate', { status: pending })],
      orders: [made('order', 'request', { status: { state: 'errored', reason: 'rateLimited' } })],
      challenges: [],
    })
    expect(health).toMatchObject({ state: 'failed', message: 'is being issued; Order order: rateLimited' })
  })

  it('keeps its own reason where nothing else is known', async () => {
    expect(await explained({})).toEqual(healthOf(live))
  })
})
