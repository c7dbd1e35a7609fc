import { counted } from '../../schema/counted.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import { defined } from '../../schema/defined.ts'
import { locationInstances } from '../../schema/placement/locations.ts'
import { nextWave, type RolledLocation, type WaveStep } from '../../schema/placement/waves.ts'
import { isRecord } from '../../schema/records.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned, type OwnedObject, type OwnedObjects } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { describeStep, progressState, rulesOf, storedProgress } from './location-rollout.ts'

/** Milliseconds until a rollout that waits for a person or a location is reconciled again. Either triggers it at once. */
const longestWait = 3_600_000

/**
 * Reconciles the instances of the locations. Without a rollout, each is independent of the others: one that fails does not hold them
 * up. With one, a change reaches them in waves: until its turn, an instance keeps the spec that it has.
 */
export async function reconcileLocations(context: ReconcileContext, placement: Placement): Promise<Outcome> {
  const { kind, name, projectName, labels } = context.object
  const project = projectName ?? 'default'
  const spec = openedSpec(context)
  const desired = locationInstances({ kind, name, project, labels, spec }, placement).map((each) => ({
    location: each.location,
    document: { ...each.document, field: 'spec.placement.locations' },
  }))
  const rolled = await (placement.rollout === undefined
    ? writeAll(context, desired)
    : writeInWaves(context, { desired, placement }))
  if ('outcome' in rolled) return rolled
  const { owned, step } = rolled
  const locations = owned.objects.map((object, index) =>
    stateOf(object, { location: desired[index]?.location ?? '', heldBack: owned.heldBack }),
  )
  const outputs = {
    resources: sum(owned.objects.map(({ status }) => numberIn(status.outputs, 'resources'))),
    readyResources: sum(owned.objects.map(({ status }) => numberIn(status.outputs, 'readyResources'))),
    locations,
    ...(step === undefined ? {} : { rollout: describeStep(step, context.object.generation) }),
  }
  return (
    (step && outcomeOf(step, { owned, outputs, now: context.now() })) ??
    settledOutcome(owned, { locations, outputs })
  )
}

interface Desired {
  location: string
  document: Parameters<typeof reconcileOwned>[1][number]
}

interface Rolled {
  owned: OwnedObjects
  step?: WaveStep
}

async function writeAll(context: ReconcileContext, desired: readonly Desired[]): Promise<Rolled | Outcome> {
  const documents = desired.map(({ document }) => document)
  const owned = await reconcileOwned(context, documents, { withLocations: true })
  return 'outcome' in owned ? owned : { owned }
}

/** Compares all instances with what they should be, and then changes those whose turn it is. */
async function writeInWaves(
  context: ReconcileContext,
  { desired, placement }: { desired: readonly Desired[]; placement: Placement },
): Promise<Rolled | Outcome> {
  const write = (released: readonly string[]) =>
    reconcileOwned(
      context,
      desired.map(({ location, document }) => ({ ...document, holdBack: !released.includes(location) })),
      { withLocations: true },
    )
  const compared = await write([])
  if ('outcome' in compared) return compared
  const now = context.now()
  const step = nextWave(storedProgress(context.state, now), {
    locations: compared.objects.map((object, index) =>
      rolledLocation(object, { location: desired[index]?.location ?? '', heldBack: compared.heldBack }),
    ),
    rules: rulesOf(placement.rollout ?? {}),
    now,
  })
  const owned = step.released.length === 0 ? compared : await write(step.released)
  if ('outcome' in owned) return owned
  context.updateState(progressState(step.progress))
  return { owned, step }
}

interface Place {
  location: string
  /** The IDs of the instances that wait for the latest change. */
  heldBack: ReadonlySet<string>
}

function rolledLocation(object: OwnedObject, { location, heldBack }: Place): RolledLocation {
  const { status } = object
  const isReady = isCurrentlyReady(object)
  return {
    location,
    labels: ('runtime' in object && object.runtime?.labels) || {},
    isOutdated: heldBack.has(object.id),
    isReady,
    // An unreachable cluster says nothing about a change.
    isStalled:
      object.observedGeneration === object.generation && status.stalled && status.phase !== 'Unreachable',
    ...defined({ cause: isReady ? undefined : status.cause?.message }),
  }
}

function isCurrentlyReady({ ready, observedGeneration, generation }: OwnedObject): boolean {
  return ready && observedGeneration === generation
}

/** Returns the outcome of a rollout that is not complete. */
function outcomeOf(
  step: WaveStep,
  { owned, outputs, now }: { owned: OwnedObjects; outputs: { rollout?: { cause?: string } }; now: number },
): Outcome | undefined {
  const { state, progress, waves, until } = step
  const message = `Wave ${progress.wave} of ${waves}.`
  if (state === 'Complete') return undefined
  // A change that keeps an instance ready triggers nobody who does not watch it.
  const watching = owned.objects.find((object) => !isCurrentlyReady(object))
  const waiting = { isTriggered: true, message, outputs, ...defined({ watching }) }
  if (state === 'Paused') return requeueAfter(longestWait, { reason: 'Paused', ...waiting })
  if (state === 'Progressing') {
    const wait = Math.max(1, Math.min((until ?? Infinity) - now, longestWait))
    return requeueAfter(wait, { reason: 'RollingOut', ...waiting })
  }
  const { cause = message } = outputs.rollout ?? {}
  return failed(
    { reason: 'RolloutHalted', message: cause, blocked: true },
    { retryable: false, final: true, outputs },
  )
}

function settledOutcome(
  owned: OwnedObjects,
  {
    locations,
    outputs,
  }: { locations: readonly ReturnType<typeof stateOf>[]; outputs: Readonly<Record<string, unknown>> },
): Outcome {
  const ready = locations.filter((each) => each.ready)
  const waiting = unreadyOwned(owned)
  if (waiting === undefined) return done(`It runs in ${counted(ready.length, 'location')}.`, { outputs })
  const away = locations.filter((each) => !each.ready).map((each) => each.location)
  const message = `Ready in ${ready.length} of ${counted(locations.length, 'location')}; not in ${away.join(', ')}.`
  return waiting.outcome === 'waitingFor' ? { ...waiting, message, outputs } : waiting
}

/** Returns the spec with its secrets: the instance of a location does not know the placeholders of another object. */
function openedSpec({ object: { manifestSpec }, secrets }: ReconcileContext): Record<string, unknown> {
  const spec = manifestSpec as Record<string, unknown>
  return {
    ...spec,
    ...Object.fromEntries(Object.entries(secrets).filter(([field]) => Object.hasOwn(spec, field))),
  }
}

function stateOf(object: OwnedObject, { location, heldBack }: Place) {
  const { id, name, status } = object
  const placement = isRecord(status.outputs) ? status.outputs['placement'] : undefined
  const runtime = isRecord(placement) ? placement['runtime'] : undefined
  const isReady = isCurrentlyReady(object)
  const definition = 'definition' in object ? object.definition?.name : undefined
  return {
    location,
    instance: name,
    ready: isReady,
    ...(typeof runtime === 'string' ? { runtime } : {}),
    ...(definition === undefined ? {} : { definition }),
    ...(heldBack.has(id) ? { outdated: true } : {}),
    ...(isReady ? {} : { reason: status.cause?.message ?? status.phase }),
  }
}

function numberIn(outputs: unknown, field: string): number {
  const value = isRecord(outputs) ? outputs[field] : undefined
  return typeof value === 'number' ? value : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
