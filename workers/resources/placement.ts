import type { Placement } from '../../schema/placement/declaration.ts'
import type { Rejection } from '../../schema/placement/fit.ts'
import { isRecord } from '../../schema/records.ts'
import { PlaceInstanceDocument, type PlaceInstanceMutation } from '../generated/documents.ts'
import { failed, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { reconcileLocations } from './locations.ts'

/** The milliseconds after which the choice of a runtime is repeated when none fits. */
const retryInterval = 15_000

/** The maximum number of rejected runtimes in outputs and messages. */
const maxRejected = 20

type PlacementResult = PlaceInstanceMutation['result']

/**
 * Reconciles an instance without a runtime: divides it into the instances of its locations, or has its runtime chosen, which
 * the next reconcile then reads.
 */
export async function reconcilePlacement(context: ReconcileContext): Promise<Outcome> {
  const { placement = {} } = context.object.manifestSpec as { placement?: Placement }
  return placement.locations === undefined ? chooseRuntime(context) : reconcileLocations(context, placement)
}

async function chooseRuntime(context: ReconcileContext): Promise<Outcome> {
  const { client, object, epoch, assertHeld } = context
  assertHeld()
  const { result } = await client.execute(PlaceInstanceDocument, { id: object.id, epoch })
  const { runtime, pending, documents } = result
  const outputs = { resources: 0, readyResources: 0, placement: choiceOf(result) }
  if (runtime !== null)
    return requeueAfter(0, { reason: 'Placed', message: `It will run in ${runtime}.`, outputs })
  if (pending !== null) {
    return waitingFor({ ...pending, ...inheritedStatus(pending.status) }, 'is ready', { outputs })
  }
  if (documents.length > 0) {
    const owned = await reconcileOwned(context, documents)
    if ('outcome' in owned) return owned
    const waiting = unreadyOwned(owned)
    return waiting === undefined || waiting.outcome !== 'waitingFor'
      ? requeueAfter(0, { reason: 'Placing', message: 'Its runtime is ready.', outputs })
      : { ...waiting, outputs }
  }
  return failed(
    { reason: 'NoRuntimeFits', message: explain(result), grace: 0 },
    { retryAfter: retryInterval, outputs },
  )
}

/** Returns the choice as the outputs of the instance show it. */
function choiceOf({ runtime, reason, rejected }: PlacementResult): Choice {
  return { ...(runtime === null ? {} : { runtime }), reason, rejected: rejected.slice(0, maxRejected) }
}

interface Choice {
  runtime?: string
  reason: string
  rejected: readonly Rejection[]
}

/** Returns the recorded choice of the runtime, for the outputs of an instance that has one. */
export function recordedChoice({ object }: ReconcileContext): { placement?: unknown } {
  const { placement, runtime } = object.manifestSpec as { placement?: Placement; runtime?: string }
  if (placement === undefined || runtime === undefined) return {}
  const { outputs } = object.status
  const before = isRecord(outputs) && isRecord(outputs['placement']) ? outputs['placement'] : {}
  return {
    placement:
      before['runtime'] === runtime ? before : { runtime, reason: 'It was chosen earlier.', rejected: [] },
  }
}

function explain({ rejected }: PlacementResult): string {
  const remedy = 'Change placement, or create a runtime that fits'
  if (rejected.length === 0)
    return (
      'The project has no runtime, and no profile makes one. Create a runtime in it, set runtime to one of another ' +
      'project as "project/name", or ask your platform team for a profile of type KubernetesRuntime.'
    )
  const listed = rejected.slice(0, maxRejected).map(({ runtime, reason }) => `${runtime} ${reason}`)
  const more = rejected.length > listed.length ? `; and ${rejected.length - listed.length} more` : ''
  return `No runtime fits: ${listed.join('; ')}${more}. ${remedy}.`
}
