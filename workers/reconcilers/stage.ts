import type { z } from 'zod'
import type { OwnedDocumentInput, OwnedObjectFragment } from '../generated/documents.ts'
import { withImagesOf } from '../../schema/delivery/images.ts'
import { defined } from '../../schema/inputs.ts'
import type { StageState } from '../../schema/delivery/states.ts'
import type { Environment as EnvironmentKind } from '../../schema/kinds/environment.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { Stage as Kind } from '../../schema/kinds/stage.ts'
import { event } from '../../schema/status.ts'
import { done, failed, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { recordRollouts, type RolledOut } from '../delivery/record-rollouts.ts'
import { judge, nextRollout, type Rollout } from '../delivery/rollout.ts'
import type { RolloutRecord } from '../../schema/delivery/rollouts.ts'

/** Rolls the chosen revision out in an environment, and restores the last healthy one if it fails. */
export const Stage: Reconciler<Environment> = {
  ensure: async (context) => {
    const { environment, revision, fallback } = objectAs(context.object, 'Stage')
    const rules = referenced(environment).manifestSpec as z.infer<(typeof EnvironmentKind)['spec']>
    const rollouts = knownRollouts(context)
    if (revision === null)
      return done('There is no revision yet.', { outputs: outputsOf({ state: 'Empty', rollouts }) })
    const target = numberOf(revision)
    const stored = storedRollout(context)
    if (!revision.ready) {
      const { id, kind, name, version, status } = revision
      const state = stored === undefined ? 'Empty' : 'RollingOut'
      return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready', {
        outputs: outputsOf({ ...stored, target, state, rollouts }),
      })
    }
    const rollout = nextRollout(stored, target, Date.now())
    store(context, rollout)
    const runs = rollout.active === target ? revision : fallback
    // The application names the fallback by what this stage reports, so it follows soon.
    if (runs === null || numberOf(runs) !== rollout.active)
      return requeueAfter(1000, {
        reason: 'WaitingForRevision',
        message: `Waiting for revision ${rollout.active}.`,
        outputs: outputsOf({ ...rollout, target, state: 'RollingBack', rollouts }),
      })
    const owned = await reconcileOwned(context, [instanceOf(context, { revision: runs, rules })])
    if ('outcome' in owned) return owned
    const [instance] = owned.objects
    if (instance === undefined) throw new Error('the server has not returned the instance')
    return judged(context, { rollout, revision, rules, instance, target })
  },

  remove: async () => done('Nothing is left of it.'),
}

type Rules = z.infer<(typeof EnvironmentKind)['spec']>
/** What a rollout needs of a revision. */
type Referenced = NonNullable<ReturnType<typeof stageOf>['fallback']>

function stageOf({ object }: ReconcileContext) {
  return objectAs(object, 'Stage')
}

function numberOf({ manifestSpec }: Referenced): number {
  return (manifestSpec as z.infer<(typeof ApplicationRevision)['spec']>).number
}

interface Judged {
  rollout: Rollout
  revision: Referenced
  rules: Rules
  instance: OwnedObjectFragment
  target: number
}

/** Returns the outcome by the health of the instance, and records what that means for the rollout. */
function judged(context: ReconcileContext, { rollout, revision, rules, instance, target }: Judged): Outcome {
  const { settle = 10, deadline = 600 } = rules
  const now = Date.now()
  const { next, verdict } = judge(rollout, {
    health: healthOf(instance),
    limits: { settle: settle * 1000, deadline: deadline * 1000 },
    now,
  })
  store(context, next)
  const isRestored = verdict.verdict === 'healthy' && next.active !== target
  const step = { rollout: next, isRestored, about: aboutOf(revision), now }
  const rollouts = recordRollouts(knownRollouts(context), step)
  const outputs = (state: StageState) => outputsOf({ ...next, target, state, rollouts })
  const { id, kind, name, version, status } = instance
  const awaited = { id, kind, name, version, ...inheritedStatus(status) }
  switch (verdict.verdict) {
    case 'healthy':
      return next.failed === target
        ? rolledBack(next, outputs('RolledBack'))
        : done(`Revision ${target} is healthy.`, { outputs: outputs('Healthy') })
    case 'degraded':
      return waitingFor(awaited, 'is ready', {
        outputs: outputs(next.failed === target ? 'RollingBack' : 'Degraded'),
      })
    case 'settling':
    case 'waiting': {
      const state = next.failed === target ? 'RollingBack' : 'RollingOut'
      const message =
        verdict.verdict === 'settling'
          ? `Revision ${next.active} is ready and settles.`
          : `Waiting until revision ${next.active} is ready.`
      return requeueAfter(verdict.wait, { reason: state, message, outputs: outputs(state) })
    }
    case 'failed': {
      const message = `Revision ${target} failed: ${next.cause ?? ''}`
      context.recordEvent(event('Warning', next.active === target ? 'RolloutFailed' : 'RollingBack', message))
      return next.active === target
        ? waitingFor({ ...awaited, stalled: true }, 'is ready', { outputs: outputs('Failed') })
        : requeueAfter(0, { reason: 'RollingBack', message, outputs: outputs('RollingBack') })
    }
  }
}

/** What the rollouts of the stage tell about a revision. */
function aboutOf({ manifestSpec }: Referenced): RolledOut {
  const { delivery, commit, deliveredAt, committedAt } = manifestSpec as z.infer<
    (typeof ApplicationRevision)['spec']
  >
  return defined({ delivery, commit, requestedAt: deliveredAt, committedAt })
}

function knownRollouts({ object }: ReconcileContext): RolloutRecord[] {
  // The server has validated outputs with the schemas of the kinds.
  const { rollouts = [] } = object.status.outputs as Partial<z.infer<(typeof Kind)['outputs']>>
  return rollouts
}

function rolledBack(
  { failed: number, cause = '', active }: Rollout,
  outputs: Record<string, unknown>,
): Outcome {
  const message = `Revision ${number} failed, and revision ${active} runs again: ${cause}`
  return failed({ reason: 'RolledBack', message, blocked: true }, { retryable: false, final: true, outputs })
}

/** The health of an instance, as far as it is about its latest spec. */
function healthOf({ ready, generation, observedGeneration, status }: OwnedObjectFragment) {
  if (generation !== observedGeneration) return { isReady: false }
  const isUnknown = status.phase === 'Unreachable'
  const cause = status.cause?.message
  return {
    isReady: ready,
    // An unreachable cluster tells nothing about a revision.
    isStalled: status.stalled && !isUnknown,
    ...defined({ cause }),
  }
}

function instanceOf(
  { object }: ReconcileContext,
  { revision, rules }: { revision: Referenced; rules: Rules },
): OwnedDocumentInput {
  // The server has validated specs and outputs with the schemas of the kinds.
  const { images } = revision.status.outputs as z.infer<(typeof ApplicationRevision)['outputs']>
  const { parameters, overrides } = object.manifestSpec as z.infer<(typeof Kind)['spec']>
  return {
    kind: 'WorkloadInstance',
    name: object.name,
    project: object.projectName ?? 'default',
    spec: {
      definition: revision.name,
      ...defined({
        runtime: rules.runtime,
        tier: rules.tier,
        parameters,
        overrides: withImagesOf(images, overrides),
      }),
    },
    field: 'spec.revision',
  }
}

function storedRollout({ state }: ReconcileContext): Rollout | undefined {
  const { target, active, startedAt, readyAt, healthy, healthyAt, failed, cause } = state
  if (typeof target !== 'number' || typeof active !== 'number' || typeof startedAt !== 'number')
    return undefined
  return {
    target,
    active,
    startedAt,
    ...(typeof readyAt === 'number' ? { readyAt } : {}),
    ...(typeof healthy === 'number' ? { healthy } : {}),
    ...(typeof healthyAt === 'number' ? { healthyAt } : {}),
    ...(typeof failed === 'number' ? { failed } : {}),
    ...(typeof cause === 'string' ? { cause } : {}),
  }
}

function store({ updateState }: ReconcileContext, rollout: Rollout): void {
  const { target, active, startedAt, readyAt, healthy, healthyAt, failed, cause } = rollout
  updateState({
    target,
    active,
    startedAt,
    readyAt,
    healthy,
    healthyAt,
    failed,
    cause: cause?.slice(0, 1000),
  })
}

interface Reported extends Partial<Rollout> {
  state: StageState
  rollouts: readonly RolloutRecord[]
}

function outputsOf({ target, state, healthy, healthyAt, failed, cause, rollouts }: Reported) {
  return defined({
    state,
    revision: target,
    healthy,
    since: healthyAt === undefined ? undefined : new Date(healthyAt).toISOString(),
    failed,
    cause,
    rollouts: rollouts.length === 0 ? undefined : rollouts,
  })
}
