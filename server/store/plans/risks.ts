import type { NamedObject, PlanEffects, PlannedRisk } from '../../../schema/graphql/store-plans.ts'
import { resourceNameOf } from '../../../schema/manifests.ts'
import { compareRisks, highestRisk, type DowntimeRisk } from '../../../schema/operations/operation.ts'
import { riskOfChecked } from '../../../schema/operations/resource-risks.ts'
import { keyText } from '../lookups.ts'
import type { ComparedWorkload } from './resources.ts'

/* How much a plan may interrupt, for each object: from what it does to resources, in clouds, and to what an application uses. */

export interface Reason {
  object: NamedObject
  risk: DowntimeRisk
  /** Empty if there is nothing to explain. */
  reason: string
  /** What the reason is about. @default the object */
  about?: NamedObject
}

/**
 * Returns the risks of a plan, the highest first.
 *
 * @param rendered What workers have found out about releases
 */
export function risksOf(
  effects: PlanEffects,
  compared: readonly ComparedWorkload[],
  rendered: readonly Reason[],
): PlannedRisk[] {
  const reasons = [
    ...reasonsOfResources(effects, compared),
    ...rendered,
    ...reasonsOfOperations(effects),
    ...effects.deletions
      .filter(({ keptBy, resources, data }) => keptBy.length === 0 && (resources > 0 || data.length > 0))
      .map(({ kind, project, name, data }): Reason => {
        const lost = data.length === 0 ? '' : `, with the data of ${data.join(', ')}`
        return { object: { kind, project, name }, risk: 'yes', reason: `it is deleted${lost}` }
      }),
  ]
  const risks = [...Map.groupBy(reasons, ({ object }) => keyText(object)).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const risk = highestRisk(group.map((each) => each.risk))
    const explained = new Map(
      group
        .filter(({ reason }) => reason !== '')
        .map(({ object, reason, about = object }) => [reason, { text: reason, about }]),
    )
    return [{ object: first.object, risk, reasons: [...explained.values()] }]
  })
  return risks.sort((one, other) => compareRisks(one.risk, other.risk))
}

function reasonsOfResources(
  { resources }: Pick<PlanEffects, 'resources'>,
  compared: readonly ComparedWorkload[],
): Reason[] {
  const manifests = new Map(
    compared.map(({ object, before, after }) => [
      keyText(object),
      { after, byName: new Map([...before, ...after].map((each) => [resourceNameOf(each), each] as const)) },
    ]),
  )
  return resources.flatMap(({ object, checks = [], ...change }): Reason[] => {
    const known = manifests.get(keyText(object))
    const manifest = known?.byName.get(change.resource)
    if (known === undefined || manifest === undefined) return []
    const risk = riskOfChecked(change, checks, { manifest, all: known.after })
    return risk === undefined ? [] : [{ object, ...risk }]
  })
}

/** Returns the risks of operations, also for the applications that use what is operated on. */
function reasonsOfOperations({ operations, objects }: PlanEffects): Reason[] {
  const owners = Map.groupBy(objects, (each) => keyText(each))
  return operations.flatMap(({ object, action, what, risk, effect }): Reason[] => {
    if (action === 'create') return []
    const reason = risk === 'none' ? '' : `${what}: ${effect}`
    const users = risk === 'none' ? [] : (owners.get(keyText(object)) ?? [])
    return [
      { object, risk, reason },
      ...users.map(({ owner }): Reason => ({
        object: owner,
        about: object,
        risk,
        reason: `it uses ${object.kind} ${object.name}: ${effect}`,
      })),
    ]
  })
}
