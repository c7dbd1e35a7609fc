import { describeCanary } from '../../schema/delivery/canary-progress.ts'
import type { DeliverySummary, StageSummary } from '../../schema/kinds/application.ts'
import { defined } from '../../schema/defined.ts'
import { isFinal } from '../../schema/delivery/states.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
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
  { spec: { number } }: KnownRevision,
  { stages, revisions }: Surroundings,
  choices: readonly Choice[],
): Omit<DeliverySummary, 'name'> {
  const revision = number
  const places = choices.map((choice) => {
    const { outputs, spec } = stages.find((stage) => stage.spec.environment === choice.environment) ?? {}
    return { choice, outputs, chosen: revisions.find(({ name }) => name === spec?.revision)?.spec.number }
  })
  const failed = places.find(({ outputs }) => outputs?.failed === number)
  if (failed !== undefined) {
    const { state, cause = '' } = failed.outputs ?? {}
    const message = `${failed.choice.environment}: ${cause}`
    return { state: state === 'Failed' ? 'Failed' : 'RolledBack', revision, message }
  }
  const automatic = places.filter(({ choice }) => choice.policy === 'automatic' && choice.hold === undefined)
  const isEverywhere = automatic.every(({ outputs }) => outputs?.healthy === number)
  if (automatic.length > 0 && isEverywhere) return { state: 'Healthy', revision }
  if (automatic.length === 0 && places.some(({ outputs }) => outputs?.healthy === number))
    return { state: 'Healthy', revision }
  if (places.some(({ choice, chosen }) => choice.revision?.spec.number === number || chosen === number)) {
    const later = choices.find((choice) => choice.revision?.spec.number !== number)
    const isRolling = places.some(
      ({ choice, outputs }) => choice.revision?.spec.number === number && outputs?.healthy !== number,
    )
    if (isRolling) return { state: 'RollingOut', revision }
    return { ...waitingFor(later, 'RollingOut'), revision }
  }
  const newer = revisions.findLast(({ spec }) => spec.number > number && spec.delivery !== undefined)
  if (newer !== undefined)
    return { state: 'Superseded', revision, message: `Revision ${newer.spec.number} has taken its place.` }
  const first = choices.find(({ waiting }) => waiting !== undefined)
  return { ...waitingFor(first, 'Accepted'), revision }
}

/** A delivery waits for people, or for a time that they have set; what is busy for a moment keeps its state, and no pipeline ends there. */
function waitingFor(
  choice: Choice | undefined,
  before: 'Accepted' | 'RollingOut',
): Pick<DeliverySummary, 'state' | 'message'> {
  return {
    state: choice?.isBusy === true ? before : 'Waiting',
    ...defined({ message: choice?.waiting }),
  }
}
