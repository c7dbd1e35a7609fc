import { expect, it } from 'vitest'
import type { Manifest } from '../../../schema/manifests.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import type { ResourceState } from '../../../workers/kube/apply/sync-context.ts'
import type { BoundDependency } from '../../../workers/resources/bindings.ts'
import { dueRestarts } from '../../../workers/resources/due-restarts.ts'

/** A Deployment whose pods use the binding. */
function deployment(name: string, image: string): Manifest {
  const env = [{ name: 'PORT', valueFrom: { secretKeyRef: { name: 'node-binding', key: 'port' } } }]
  const template = { spec: { containers: [{ name, image, env }] } }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop' },
    spec: { template },
  }
}

function applied({ apiVersion, kind, metadata }: Manifest): ResourceState {
  const live = { apiVersion, kind, metadata: { name: metadata.name, namespace: 'shop' } }
  return {
    key: metadata.name,
    applied: { live },
    health: { state: 'progressing' },
  } as unknown as ResourceState
}

/** An application with a binding of rollout `manual`, reconciled again and again. */
function application() {
  let state: ReconcileContext['state'] = {}
  const reconcile = (digest: string, manifests: readonly Manifest[]) => {
    const bound = { dependency: { name: 'node', rollout: 'manual' }, secret: 'node-binding', digest }
    const context = {
      state,
      updateState: (changes: object) => void (state = { ...state, ...changes }),
      digestKey: Buffer.from('key'),
    }
    return dueRestarts(context as unknown as ReconcileContext, manifests, [
      bound as unknown as BoundDependency,
    ])
  }
  return { reconcile }
}

it('is due once a binding has changed after the pods that use it were rolled out', () => {
  const { reconcile } = application()
  const web = deployment('web', 'nginx:1')
  const first = reconcile('a', [web])
  expect(first.names).toEqual([])
  first.recordApplied()
  expect(reconcile('a', [web]).names).toEqual([])
  const changed = reconcile('b', [web])
  expect(changed.names).toEqual(['node'])
  changed.recordApplied()
  expect(reconcile('b', [web]).names).toEqual(['node'])
})

it('is due for a binding that changes while the pods are not ready yet', () => {
  const { reconcile } = application()
  const [web, api] = [deployment('web', 'nginx:1'), deployment('api', 'nginx:1')]
  reconcile('a', [web, api]).recordRollouts([applied(web), applied(api)])
  expect(reconcile('b', [web, api]).names).toEqual(['node'])
})

it('is not due before all templates were applied, nor after they have changed', () => {
  const { reconcile } = application()
  const [web, api] = [deployment('web', 'nginx:1'), deployment('api', 'nginx:1')]
  reconcile('a', [web, api]).recordRollouts([applied(web)])
  const next = reconcile('b', [web, api])
  expect(next.names).toEqual([])
  next.recordApplied()
  expect(reconcile('c', [web, api]).names).toEqual(['node'])
  const restarted = [deployment('web', 'nginx:2'), api]
  const rolled = reconcile('c', restarted)
  expect(rolled.names).toEqual([])
  rolled.recordRollouts(restarted.map(applied))
  expect(reconcile('c', restarted).names).toEqual([])
})
