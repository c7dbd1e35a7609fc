import { afterAll, beforeAll } from 'vitest'
import { ConfirmRemovalDocument } from '../../../client-sdk/generated/documents.ts'
import { anyReference, type AnyObject } from '../../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { poll } from '../../support/eventually.ts'
import { apiOf, type Api } from './api.ts'
import { startCountingProxy, type CountingProxy } from './counting-proxy.ts'
import { onEachTarget, type Target } from './target.ts'

/** A control plane with a cluster, and the cluster as other clients see it. */
export interface Stage {
  plane: TestControlPlane
  target: Target
  api: Api
  /** The proxy that records the control plane's requests to the cluster. */
  proxy: CountingProxy
  /** Returns a namespace with this name for this run; it is deleted at the end. */
  namespaceOf(name: string): string
  /** Declares a workload in a namespace of its own. */
  apply(name: string, yaml: string, spec?: object): Promise<void>
  /** Declares a workload, and waits until it is ready. */
  deploy(name: string, yaml: string, spec?: object): Promise<AnyObject>
  ready(name: string): Promise<AnyObject>
  /** Returns the workload once its cause has the reason. */
  because(name: string, reason: string): Promise<AnyObject>
  /** Requests the deletion of the workload and its definition. */
  remove(name: string): Promise<void>
  gone(name: string, within?: number): Promise<void>
  confirm(name: string, token: string): Promise<void>
  /** Returns the reasons of its events. */
  reasons(name: string): Promise<string[]>
  /** Returns the note of an event, once there is one. */
  noteOf(name: string, reason: string): Promise<string>
}

/** Runs scenarios through the whole control plane for every target, as an imported cluster. */
export function onEachStage(subject: string, scenarios: (stage: () => Stage) => void): void {
  onEachTarget(subject, (target) => {
    let stage: Stage | undefined
    const endings: (() => Promise<void>)[] = []
    beforeAll(async () => {
      const proxy = await startCountingProxy(target().kubeconfig)
      endings.push(proxy.close)
      // The restore kills its processes.
      const plane = await startControlPlane({ ownProcesses: true })
      endings.push(plane.stop)
      stage = await stageOf(target(), plane, proxy)
    })
    afterAll(async () => {
      for (const end of endings.reverse()) await end()
    })
    scenarios(() => {
      if (stage === undefined) throw new Error('the stage is not available before the first test')
      return stage
    })
  })
}

/** Returns the cluster as an imported default runtime `target`. */
export function targetRuntime(kubeconfig: string) {
  return [
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: 'target',
      spec: { definition: 'imported', defaultRuntime: true, kubeconfig },
    },
  ]
}

const kind = 'WorkloadInstance'

async function stageOf(target: Target, plane: TestControlPlane, proxy: CountingProxy): Promise<Stage> {
  await plane.client.apply(targetRuntime(proxy.kubeconfig))
  await plane.ready('KubernetesRuntimeInstance', 'target')
  const namespaceOf = (name: string): string => {
    const namespace = `${target.prefix}-${name}`
    target.owned(`/api/v1/namespaces/${namespace}`)
    return namespace
  }
  const until = async (name: string, condition: (object: AnyObject) => boolean): Promise<AnyObject> => {
    let last: AnyObject | undefined
    const found = await poll(
      async () => {
        last = await plane.client.objects.get({ kind, name })
        return last !== undefined && condition(last) ? last : undefined
      },
      { within: 60_000 },
    )
    if (found === undefined) throw new Error(`${name} is not as expected: ${JSON.stringify(last?.status)}`)
    return found
  }
  const stage: Stage = {
    plane,
    target,
    api: apiOf(target.client),
    proxy,
    namespaceOf,
    apply: async (name, yamlDocument, spec = {}) => {
      await plane.client.apply([
        { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
        { kind, name, spec: { definition: name, namespace: namespaceOf(name), ...spec } },
      ])
    },
    deploy: async (name, yaml, spec) => {
      await stage.apply(name, yaml, spec)
      return stage.ready(name)
    },
    ready: (name) =>
      until(name, ({ ready, generation, observedGeneration }) => ready && generation === observedGeneration),
    because: (name, reason) => until(name, ({ status }) => status.cause?.reason === reason),
    remove: async (name) => {
      await plane.client.objects.delete([kind, 'WorkloadDefinition'].map((each) => ({ kind: each, name })))
    },
    gone: async (name, within = 60_000) => {
      let last: AnyObject | undefined
      const isGone = await poll(
        async () => {
          last = await plane.client.objects.get({ kind, name })
          return last === undefined ? true : undefined
        },
        { within },
      )
      if (isGone === undefined) throw new Error(`${name} still exists: ${JSON.stringify(last?.status)}`)
    },
    confirm: async (name, token) => {
      await plane.client.execute(ConfirmRemovalDocument, {
        input: { target: anyReference({ kind, name }), token },
      })
    },
    reasons: async (name) => (await plane.client.objects.events({ kind, name })).map(({ reason }) => reason),
    noteOf: async (name, reason) => {
      const event = await poll(async () =>
        (await plane.client.objects.events({ kind, name })).find((each) => each.reason === reason),
      )
      if (event === undefined) throw new Error(`${name} has no event with reason ${reason}`)
      return event.note
    },
  }
  return stage
}
