import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfirmRemovalDocument } from '../../../client-sdk/generated/documents.ts'
import { anyReference } from '../../../client-sdk/index.ts'
import { delivery, shopDefinition } from '../../support/applications-delivered.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

/* Environments that leave an application, and come back. */

const claim = `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  const { kind, name, spec } = shopDefinition('shop')
  await started.plane.client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
    { kind: 'Environment', name: 'live', spec: { settle: 0 } },
    { kind, name, spec: { yamlDocument: `${spec.yamlDocument}${claim}` } },
    applicationIn('staging', 'live'),
  ])
  await started.plane.ready('Application', 'shop')
})
afterAll(() => started?.stop())

function applicationIn(...names: string[]) {
  const environments = names.map((environment) => ({ environment }))
  return { kind: 'Application', name: 'shop', spec: { definition: 'shop', environments } }
}

/** Takes the environment away, and waits until that needs a confirmation. */
async function withoutLive() {
  const { client, until } = started.plane
  await client.apply([applicationIn('staging')])
  return until('Application', 'shop', ({ status }) => status.cause?.reason === 'AwaitingConfirmation')
}

async function volumeOfLive(): Promise<string | undefined> {
  const { status } = await started.plane.ready('WorkloadInstance', 'shop-live')
  const path = `/api/v1/namespaces/${String(status.outputs['namespace'])}/persistentvolumeclaims/data`
  return (await started.cluster.get(path))?.metadata.uid
}

it('an environment with data stays until its loss is confirmed, and comes back with its data if it is added again', async () => {
  const { client } = started.plane
  const before = await volumeOfLive()
  const { status } = await withoutLive()
  expect(status.cause?.message).toContain('data of WorkloadInstance shop-live (holds data)')
  const stage = await client.objects.get({ kind: 'Stage', name: 'shop-live' })
  expect(stage?.deletionRequestedAt).toBeNull()
  await client.apply([applicationIn('staging', 'live')])
  const { confirmation } = await started.plane.ready('Application', 'shop')
  expect(confirmation ?? null).toBeNull()
  expect(await volumeOfLive()).toBe(before)
})

it('builds go on in the others meanwhile, and it goes with everything once that is confirmed', async () => {
  const { client, gone, until } = started.plane
  const { confirmation } = await withoutLive()
  await client.apply([delivery('shop', 1, 'a1')])
  await until('Delivery', 'shop-1', ({ status }) => status.outputs['state'] === 'Healthy')
  await client.execute(ConfirmRemovalDocument, {
    input: {
      target: anyReference({ kind: 'Application', name: 'shop' }),
      token: confirmation?.token ?? '',
    },
  })
  await gone('WorkloadInstance', 'shop-live')
  const { status } = await started.plane.ready('Application', 'shop')
  expect(status.outputs['environments']).toMatchObject([{ environment: 'staging', state: 'Healthy' }])
})
