import type { z } from 'zod'
import { describeCanary } from '../../schema/delivery/canary-progress.ts'
import type { DeliverySummary, StageSummary } from '../../schema/kinds/application.ts'
import { defined } from '../../schema/defined.ts'
import { newestWhole } from '../../schema/delivery/composition.ts'
import { isRecorded } from '../../schema/delivery/recorded.ts'
import { isFinal } from '../../schema/delivery/states.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import type { Sorted } from '../../schema/delivery/builds.ts'
import type { Choice } from '../../schema/delivery/choose.ts'
import type { KnownRevision, Related, Surroundings } from '../../schema/delivery/surroundings.ts'

/** Returns the state of an application in each of its environments. */
export function stageSummaries(choices: readonly Choice[], { stages }: Surroundings): StageSummary[] {
  return choices.map(({ environment, revision, waiting, needsApproval, hold }) => {
    const { outputs = {} } = stages.find(({ spec }) => spec.environment === environment) ?? {}
    const { state = 'Empty', healthy, canary, wave, waves } = outputs
    const isCurrent = revision === undefined || outputs.revision === revision.spec.number
    const isInWave = isCurrent && state === 'RollingOut' && wave !== undefined
    return {
      environment,
      state: isCurrent ? state : 'RollingOut',
      ...(revision === undefined ? {} : { revision: revision.spec.number }),
      ...(healthy === undefined ? {} : { healthy }),
      ...(canary === undefined ? {} : { progress: describeCanary(canary) }),
      ...(isInWave ? { progress: `wave ${wave} of ${waves}` } : {}),
      ...defined({ waiting, needsApproval, hold }),
    }
  })
}

/** Returns what becomes of a delivery. A final state stays. */
export function deliverySummary(
  { name, outputs }: Related<typeof Delivery>,
  { around, choices, ended }: { around: Surroundings; choices: readonly Choice[]; ended: Sorted['ended'] },
): DeliverySummary {
  const { state, revision: number, message } = outputs
  if (state !== undefined && isFinal(state) && !isTriedAgain(number, around))
    return { name, state, ...defined({ revision: number, message }) }
  const end = ended.get(name)
  if (end !== undefined) return { name, ...end }
  const invalid = around.invalid.find(({ spec }) => spec.delivery === name)
  if (invalid !== undefined)
    return { name, state: 'Rejected', message: invalid.status.cause?.message ?? 'Its revision is invalid.' }
  const revision = around.revisions.find(({ spec }) => spec.delivery === name)
  return revision === undefined
    ? { name, state: 'Accepted' }
    : { name, ...revisionState(revision, around, choices) }
}

/** Reports whether somebody wants a revision that has failed to be rolled out again, and that has begun. */
function isTriedAgain(number: number | undefined, { stages, decisions }: Surroundings): boolean {
  return decisions.some(
    ({ spec: { action, revision, environment, attempt } }) =>
      action === 'retry' &&
      revision === number &&
      stages.some(
        ({ spec, outputs }) =>
          spec.environment === environment &&
          outputs.revision === number &&
          outputs.attempt !== undefined &&
          outputs.attempt > attempt,
      ),
  )
}

function revisionState(
  revision: KnownRevision,
  { stages, revisions }: Surroundings,
  choices: readonly Choice[],
): Omit<DeliverySummary, 'name'> {
  const { number } = revision.spec
  const places = choices.map((choice): Place => {
    const stage = stages.find(({ spec }) => spec.environment === choice.environment)
    return { ...choice, outputs: stage?.outputs ?? {}, chosen: choice.revision?.spec.number }
  })
  const result = resultIn(places, number)
  if (result !== undefined) return { ...result, revision: number }
  const next = places.find((place) => place.chosen === number && !hasBeenHealthy(place, number))
  if (next !== undefined) return { state: 'RollingOut', revision: number }
  const isThere = places.some(({ chosen, outputs }) => chosen === number || outputs.healthy === number)
  const newer = newestWhole(revisions.filter(isRecorded))
  if (!isThere && newer !== undefined && newer.spec.number > number)
    return {
      state: 'Superseded',
      revision: number,
      message: `Revision ${newer.spec.number} has taken its place.`,
    }
  if (!isRecorded(revision))
    return { state: 'Accepted', revision: number, ...defined({ message: revision.status.cause?.message }) }
  const waiting = places.find((place) => place.waiting !== undefined && !hasBeenHealthy(place, number))
  return { ...waitingFor(waiting, isThere ? 'RollingOut' : 'Accepted'), revision: number }
}

/** An environment, as far as one delivery is concerned. */
interface Place extends Omit<Choice, 'revision'> {
  outputs: Partial<StageOutputs>
  /** The number of the chosen revision. */
  chosen: number | undefined
}

type StageOutputs = z.infer<(typeof Stage)['outputs']>

/** Returns the state of a delivery that has failed somewhere, or is healthy everywhere; undefined otherwise. */
function resultIn(
  places: readonly Place[],
  number: number,
): Pick<DeliverySummary, 'state' | 'message'> | undefined {
  const failures = places.filter(({ outputs }) => outputs.failed === number)
  const failed = failures.find(({ outputs }) => outputs.state === 'RollingBack') ?? failures[0]
  if (failed !== undefined) {
    const { state, cause = '' } = failed.outputs
    const message = `${failed.environment}: ${cause}`
    return { state: state === 'Failed' || state === 'RollingBack' ? state : 'RolledBack', message }
  }
  const automatic = places.filter(({ policy, hold }) => policy === 'automatic' && hold === undefined)
  const isHealthy =
    automatic.length === 0
      ? places.some((place) => hasBeenHealthy(place, number))
      : automatic.every((place) => hasBeenHealthy(place, number))
  return isHealthy ? { state: 'Healthy' } : undefined
}

/** Reports whether a revision is healthy in an environment, or was until another took its place. */
function hasBeenHealthy({ outputs: { healthy, rollouts = [] } }: Place, number: number): boolean {
  return (
    healthy === number ||
    rollouts.some(({ revision, healthyAt }) => revision === number && healthyAt !== undefined)
  )
}

/** A delivery waits for people, or for a time that they have set; until then, no pipeline ends. */
function waitingFor(
  place: Pick<Choice, 'waiting' | 'isBusy'> | undefined,
  before: 'Accepted' | 'RollingOut',
): Pick<DeliverySummary, 'state' | 'message'> {
  const { waiting: message, isBusy = false } = place ?? {}
  return message === undefined ? { state: before } : { state: isBusy ? before : 'Waiting', message }
}
