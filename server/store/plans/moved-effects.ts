import { isDeepStrictEqual } from 'node:util'
import { counted } from '../../../schema/counted.ts'
import type { FieldDifference } from '../../../schema/differences.ts'
import { shownValue } from '../../../schema/errors.ts'
import type { Reach } from '../../../schema/graphql/store-rollouts.ts'
import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'

/** An effect as far as it has to be the same: its subject, what happens to it, and the values that it changes. */
interface Effect {
  subject: string
  effect: string
  differences: readonly FieldDifference[]
}

/** The effects that have to be the same when a plan is executed. The others are information, and follow from these. */
export type ComparedEffects = Omit<PlanEffects, 'operations' | 'risks' | 'notes'>

/**
 * Returns how the effects of a mutation differ from those that were planned, one line for each. What stays as it is may differ, and so
 * may what is only information, such as the number of resources.
 */
export function movedEffects(planned: ComparedEffects, actual: ComparedEffects): string[] {
  const before = effectsBySubject(planned)
  const after = effectsBySubject(actual)
  const missing = [...before].flatMap(([subject, { effect }]) =>
    after.has(subject) ? [] : [`${subject}: planned: ${effect}, now: nothing`],
  )
  const changed = [...after].flatMap(([subject, now]) => {
    const then = before.get(subject)
    if (then === undefined) return [`${subject}: planned: nothing, now: ${now.effect}`]
    if (then.effect !== now.effect) return [`${subject}: planned: ${then.effect}, now: ${now.effect}`]
    return movedFields(then.differences, now.differences).map((line) => `${subject}: ${line}`)
  })
  return [...missing, ...changed]
}

/** The actions without an effect. */
const staying: ReadonlySet<string> = new Set(['keep', 'use', 'release'])

function effectsBySubject(effects: ComparedEffects): Map<string, Effect> {
  const all = [
    ...effects.changes
      .filter(({ action }) => !staying.has(action))
      .map(({ action, differences, reaches, ...named }) =>
        effectOf(named, reaches === undefined ? action : `${action} of ${reachText(reaches)}`, differences),
      ),
    ...effects.objects
      .filter(({ action }) => !staying.has(action))
      .map(({ action, differences, runtime, ...named }) =>
        effectOf(named, runtime === null ? action : `${action} in runtime ${runtime}`, differences),
      ),
    ...effects.placements.map(({ instance, runtime, isMade }) =>
      effectOf(instance, runtime === null ? 'no runtime' : `${isMade ? 'new ' : ''}runtime ${runtime}`),
    ),
    ...effects.deletions.map(({ keptBy, data, ...named }) => {
      const lost = data.length === 0 ? 'delete' : `delete with the data of ${data.join(', ')}`
      return effectOf(named, keptBy.length > 0 ? 'stays' : lost)
    }),
    ...effects.resources
      .filter(isCompared)
      .map(({ object, resource, action, pods, differences }): Effect => ({
        subject: `${resource} of ${object.kind} ${shownValue(object.name)}`,
        effect: pods === 'none' ? action : `${action} with ${pods} of pods`,
        differences,
      })),
    ...effects.rollouts
      .filter(({ from, to }) => from !== to)
      .map(({ application, environment, from, to }): Effect => ({
        subject: `Application ${shownValue(application.name)} in ${environment}`,
        effect: `revision ${from ?? 'none'} to ${to ?? 'none'}`,
        differences: [],
      })),
  ]
  // An object may be in several lists, and shared by several owners.
  const groups = Map.groupBy(all, ({ subject }) => subject)
  return new Map(
    [...groups].map(([subject, group]) => [
      subject,
      {
        subject,
        effect: [...new Set(group.map(({ effect }) => effect))].sort().join(' and '),
        differences: group.flatMap(({ differences }) => differences),
      },
    ]),
  )
}

/** Reports whether the effect on a resource has to be the same: a chart renders others with another version of its cluster. */
function isCompared({ rendered = false }: PlanEffects['resources'][number]): boolean {
  return !rendered
}

function effectOf(
  { kind, project, name }: { kind: string; project: string | null; name: string },
  effect: string,
  differences: readonly FieldDifference[] = [],
): Effect {
  const where = project === null || project === '' ? '' : ` in project ${project}`
  return { subject: `${kind} ${shownValue(name)}${where}`, effect, differences }
}

function reachText({ total, waves }: Reach): string {
  return `what ${counted(total, 'object')} ${total === 1 ? 'uses' : 'use'}, in ${counted(waves, 'wave')}`
}

function movedFields(then: readonly FieldDifference[], now: readonly FieldDifference[]): string[] {
  const before = new Map(then.map((each) => [each.path, each]))
  const after = new Map(now.map((each) => [each.path, each]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)]
    return isDeepStrictEqual(one, other)
      ? []
      : [`${path}: planned: ${fieldText(one)}, now: ${fieldText(other)}`]
  })
}

function fieldText(difference: FieldDifference | undefined): string {
  if (difference === undefined) return 'unchanged'
  const text = (value: unknown): string => (value === undefined ? 'nothing' : shownValue(value))
  return `${text(difference.before)} to ${text(difference.after)}`
}
