import { deleteHookAnnotation } from '../charts/hooks.ts'
import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { heldRemovals, removeAll, removeEntries, type Removed } from '../kube/apply/remove.ts'
import type { SyncContext } from '../kube/apply/sync.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { getObject, mergePatch } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { isOwn } from '../kube/client/owner.ts'
import { applyPhase } from '../kube/client/resource.ts'
import { healthOf } from '../kube/health/health.ts'
import { removeResources, type InRuntime } from './managed-resources.ts'

const jobs: ResourceType = { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true }

/**
 * Removes a release by its inventory. The Jobs that run on its deletion have been in the cluster since it was installed,
 * suspended; they run before everything else is deleted, or before what they may need is: RBAC, accounts, configuration.
 */
export function removeRelease(
  context: ReconcileContext,
  environment: Environment,
  target: InRuntime,
): Promise<Outcome> {
  return removeResources(context, environment, {
    ...target,
    holdsDefinitions: true,
    remover: (sync) => (context.forced ? removeAll(sync) : removeInPhases(sync)),
  })
}

async function removeInPhases(sync: SyncContext): Promise<Removed | Outcome> {
  const hooks = await deleteHooks(sync)
  if (hooks.length === 0) return removeAll(sync)
  const held = await heldRemovals(sync)
  if (held.length > 0) return { leaving: [], held }
  const before = await runHooks(
    sync,
    hooks.filter(({ phase }) => phase === 'pre-delete'),
  )
  if (before !== undefined) return before
  const late = hooks.filter(({ phase }) => phase === 'post-delete')
  if (late.length === 0) return removeAll(sync)
  const spared = new Set(late.map(({ entry }) => entry))
  const entries = [...sync.inventory.load().values()]
  const removed = await removeEntries(
    sync,
    entries.filter((entry) => !spared.has(entry) && applyPhase(entry) >= applyPhase({ kind: 'Service' })),
  )
  if (removed.leaving.length > 0 || removed.held.length > 0) return removed
  return (await runHooks(sync, late)) ?? removeAll(sync)
}

interface DeleteHook {
  entry: InventoryEntry
  phase: string
  live: KubeObject
}

/** Returns the Jobs of the inventory that run on deletion, in their order. Those that users have deleted are skipped. */
async function deleteHooks({ cluster, inventory, owner, signal }: SyncContext): Promise<DeleteHook[]> {
  const entries = [...inventory.load().values()]
    .filter(({ kind, group }) => kind === 'Job' && group === 'batch')
    .toSorted((a, b) => a.order - b.order)
  const found: DeleteHook[] = []
  for (const entry of entries) {
    const { namespace, name } = entry
    const live = await getObject(cluster.client, { type: jobs, namespace, name }, signal)
    const phase = live?.metadata.annotations?.[deleteHookAnnotation]
    if (live !== undefined && phase !== undefined && isOwn(live, owner)) found.push({ entry, phase, live })
  }
  return found
}

/** Runs the first hook that has not finished. Returns undefined when all have. */
async function runHooks(sync: SyncContext, hooks: readonly DeleteHook[]): Promise<Outcome | undefined> {
  for (const { entry, phase, live } of hooks) {
    const spec = live['spec'] as { suspend?: boolean } | undefined
    const key = describeIdentity(entry)
    const what = `the ${phase} hook ${key}`
    const { state, message } = healthOf(live)
    if (state === 'failed') {
      const remedy = 'correct what it complains of, or delete the Job to go on without it'
      return failed({
        reason: 'HookFailed',
        message: `${key}: ${message}; it is a ${phase} hook of the chart: ${remedy}.`,
      })
    }
    if (spec?.suspend === true) await resume(sync, entry)
    else if (state === 'ready') continue
    return requeueAfter(2000, { reason: 'RunningHook', message: `Waiting for ${what}.` })
  }
  return undefined
}

async function resume(
  { cluster, signal, assertHeld }: SyncContext,
  { namespace, name }: InventoryEntry,
): Promise<void> {
  const patch = { spec: { suspend: false } }
  await mergePatch(cluster.client, { type: jobs, namespace, name }, { patch, signal, assertHeld })
}
