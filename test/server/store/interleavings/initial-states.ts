import type { ObjectStatus } from '../../../../schema/status.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import type { ReconcileReport } from '../../../../schema/graphql/store-reconciles.ts'
import type { ObjectInput } from '../../../../schema/inputs.ts'
import { restartReconcile, defaultRuntime, definition, write } from '../../../support/store.ts'
import { describeOutcome } from './end-state.ts'
import type { Operation, Race } from './race.ts'

/** The initial states and common operations of races. */

/** The started reconciles, by the name of the object. */
export type Known = Readonly<Record<string, Started>>

export interface Started {
  id: bigint
  epoch: number
  triggers: number
  generation: number
  version: number
}

export const runtime = { kind: 'KubernetesRuntimeInstance', name: 'space' }
export const web = { kind: 'WorkloadDefinition', name: 'web' }

export function target(name: string, project = 'default') {
  return { kind: 'WorkloadInstance', name, project }
}

export function instance(name: string, spec: object = {}): ObjectInput & { kind: string; name: string } {
  return { kind: 'WorkloadInstance', name, spec: { definition: 'web', runtime: 'space', ...spec } }
}

export async function started(
  store: Store,
  object: { kind: string; name: string; project?: string },
): Promise<Started> {
  const found = await store.find(object)
  const started = await restartReconcile(store, found?.id ?? 0n)
  if (started === undefined) throw new Error(`there is no ${object.kind} ${object.name}`)
  const { id, epoch, triggers, generation, version } = started.object
  return { id, epoch, triggers, generation, version }
}

/** The default runtime, a definition, and instances of it whose reconciles have started. */
export async function running(store: Store, ...names: string[]): Promise<Known> {
  await store.apply([...defaultRuntime, definition('web'), ...names.map((name) => instance(name))], write)
  return allStarted(store, names)
}

/** The same, with the deletion of the instances requested together with that of `others`. */
export async function going(
  store: Store,
  names: readonly string[],
  others: readonly { kind: string; name: string }[] = [web],
): Promise<Known> {
  await running(store, ...names)
  await store.delete([...others, ...names.map((name) => target(name))], write)
  return allStarted(store, names)
}

async function allStarted(store: Store, names: readonly string[]): Promise<Known> {
  const known: Record<string, Started> = {}
  for (const name of names) known[name] = await started(store, target(name))
  return known
}

const nothing: Started = { id: 0n, epoch: 0, triggers: 0, generation: 0, version: 0 }

export function startedOf(known: Known, name: string): Started {
  return known[name] ?? nothing
}

/** Executes operations at the same time, as the requests of a busy worker. */
export const together =
  (...operations: Operation<Known>[]): Operation<Known> =>
  async (on, known) => {
    const outcomes = await Promise.allSettled(operations.map((operation) => operation(on, known)))
    return outcomes.map((outcome) =>
      describeOutcome(
        outcome.status === 'fulfilled' ? { value: outcome.value } : { error: outcome.reason as unknown },
      ),
    )
  }

export const confirm =
  (name: string, leaveBehind = false): Operation<Known> =>
  ({ store }, known) => {
    const { id, epoch } = startedOf(known, name)
    return store.confirmDeletion({ id, epoch, leaveBehind }, write)
  }

export const remove =
  (
    ...targets: { kind: string; name: string; project?: string; expectedVersion?: number }[]
  ): Operation<Known> =>
  ({ store }) =>
    store.delete(targets, write)

export const apply =
  (...inputs: Parameters<Store['apply']>[0]): Operation<Known> =>
  ({ store }) =>
    store.apply(inputs, write)

export const create =
  (input: ObjectInput): Operation<Known> =>
  ({ store }) =>
    store.create(input, write)

export const report =
  (name: string, more: Partial<ReconcileReport> = {}): Operation<Known> =>
  ({ store }, known) =>
    store.report({ ...reportOf(startedOf(known, name)), ...more })

export function reportOf(
  { id, epoch, triggers, generation }: Started,
  phase: 'Ready' | 'Failed' = 'Ready',
): ReconcileReport {
  const ready = {
    type: 'Ready',
    status: phase === 'Ready' ? 'True' : 'False',
    reason: phase,
    message: 'test',
    observedGeneration: generation,
    lastTransitionTime: '2026-01-01T00:00:00.000Z',
  } as const
  const status: ObjectStatus = { phase, conditions: [ready], outputs: {} }
  const rest = { observedGeneration: generation, failures: 0, events: [], applied: [], requeueAfter: 600_000 }
  return { id, epoch, triggers, status, actor: 'worker', ...rest }
}

/** The races of a file by their operations. */
export type RaceTable = Readonly<Record<string, Race<Known>>>
