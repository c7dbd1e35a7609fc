import { maxPackedWorkload, type QueryWorkers } from '../../../schema/cluster-queries.ts'
import type { PlannedResource } from '../../../schema/graphql/store-plans.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { pack } from '../../../schema/packed-text.ts'
import { createTurns, type TakeTurn } from '../../pacing/turns.ts'
import { deadlineIn, readAnswers, type Deadline } from './answers.ts'
import type { ReleaseTarget } from './release-targets.ts'
import { maxResources } from './resources.ts'
import type { Reason } from './risks.ts'

/*
 * What a plan does to the resources of Helm workloads. Workers render the charts, after the transaction of the plan, and for information: a
 * plan without an answer says what it does not list, and why.
 */

/** The most Helm workloads that are rendered for a plan. */
const maxReleases = 50
/** The most of them that are rendered at the same time. A worker renders two charts at a time. */
const concurrency = 4

interface ReleaseEffects {
  resources: PlannedResource[]
  notes: string[]
  risks: Reason[]
}

interface ToRender {
  targets: readonly ReleaseTarget[]
  /** The number of resources that the plan lists already. */
  listed: number
  /** The milliseconds after which the answers of workers are not awaited any longer. @default 10000 */
  deadline?: number
}

/** Returns what becomes of the resources of Helm workloads, as far as workers can find it out. */
export async function releaseEffects(
  queryWorkers: QueryWorkers,
  { targets, listed, deadline }: ToRender,
): Promise<ReleaseEffects> {
  const limits = { until: deadlineIn(deadline), takeTurn: createTurns() }
  const all = await mapWithLimit(targets.slice(0, maxReleases), concurrency, (target) =>
    effectsOfRelease(queryWorkers, target, limits),
  )
  const resources = all.flatMap((each) => each.resources)
  const shown = resources.slice(0, Math.max(0, maxResources - listed))
  const left = targets.length - maxReleases
  const more = resources.length - shown.length
  return {
    resources: shown,
    notes: [
      ...all.flatMap(({ notes }) => notes),
      ...(left > 0 ? [`The resources of ${left} further Helm workloads are not listed.`] : []),
      ...(more > 0 ? [`${more} further resources of Helm workloads are not listed.`] : []),
    ],
    risks: all.flatMap(({ risks }) => risks),
  }
}

/** Returns the note on a Helm workload whose resources are not listed. */
export function notListed({ name }: PlannedResource['object'], runtime: string, why: string): string {
  const where = runtime === '' ? '' : ` in runtime ${runtime}`
  return `The resources of Helm workload ${name}${where} are not listed: ${why.replace(/\.$/, '')}.`
}

async function effectsOfRelease(
  queryWorkers: QueryWorkers,
  { object, runtime, place, release }: ReleaseTarget,
  { until, takeTurn }: { until: Deadline; takeTurn: TakeTurn },
): Promise<ReleaseEffects> {
  const effects: ReleaseEffects = { resources: [], notes: [], risks: [] }
  const note = (why: string): ReleaseEffects => {
    effects.notes.push(notListed(object, runtime, why))
    return effects
  }
  if (!('id' in place)) return note(place.message)
  const late = `they were not rendered and checked within ${until.seconds} seconds`
  if (until.passed.aborted) return note(late)
  const text = await takeTurn(() => pack(JSON.stringify(release)))
  if (text.length > maxPackedWorkload) return note('its values are too large for a message to a worker')
  let isComplete = false
  const query = { about: 'releaseDryRun', objectId: String(place.id), packed: text } as const
  const missing = await readAnswers(
    queryWorkers,
    { query, until },
    ({ changes, omitted, problem, isLast }) => {
      isComplete ||= isLast
      for (const { change, check, risk } of changes) {
        effects.resources.push({ object, ...change, rendered: true, checks: [{ runtime, ...check }] })
        if (risk !== undefined) effects.risks.push({ object, ...risk })
      }
      if (problem !== '') note(problem)
      if (omitted > 0)
        effects.notes.push(`${omitted} further resources of Helm workload ${object.name} are not listed.`)
    },
  )
  if (isComplete) return effects
  const rest = effects.resources.length === 0 ? '' : 'some of them: '
  const why = missing.reason === 'DeadlineExceeded' ? late : missing.message
  return note(`${rest}${why}`)
}
