import { expect, it } from 'vitest'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import type { Environment } from '../../../workers/environment.ts'
import { GatewayInstance } from '../../../workers/reconcilers/gateway.ts'

it('confirms no weight of a canary while its routes cannot be seen, and still names their Service', async () => {
  const status = { phase: 'Waiting', conditions: [], cause: null }
  const application = { id: '2', kind: 'WorkloadInstance', name: 'shop', version: 1, runtime: null, status }
  const outputs = { service: 'web:80', url: 'http://shop.example.com' }
  const object = {
    kind: 'GatewayInstance',
    name: 'shop',
    runtime: { id: '1', name: 'space' },
    workloadInstance: application,
    helmWorkloadInstance: null,
    status: { ...status, outputs: { ...outputs, canaryWeight: 0 } },
  }
  const context = { object } as unknown as ReconcileContext
  const outcome = await GatewayInstance.ensure(context, {} as Environment)
  expect(outcome).toMatchObject({ outcome: 'waitingFor' })
  expect(outcome.outputs).toEqual(outputs)
})
