/*
 * What a change makes the reconciler of an object do outside of manifests: in a cloud, or to a database. These are functions of the specs
 * alone. Whoever changes what a reconciler acts on changes the function of its kind, in this folder.
 */

export const operationActions = ['create', 'modify', 'replace', 'delete', 'run'] as const

/** How much a change may interrupt. `unknown` is for what only a later step finds out. */
export const downtimeRisks = ['none', 'brief', 'yes', 'unknown'] as const
export type DowntimeRisk = (typeof downtimeRisks)[number]

/** The specs of an object and of its definition. */
export interface ObjectState {
  spec: Readonly<Record<string, unknown>>
  /** Empty for a kind without definitions. */
  definition: Readonly<Record<string, unknown>>
}

export interface ObjectChange {
  /** Undefined for a new object. */
  before: ObjectState | undefined
  /** Undefined for an object that is deleted. */
  after: ObjectState | undefined
}

/** US dollars a month. Both numbers differ if the load decides, as for nodes. */
export interface MonthlyCost {
  least: number
  most: number
}

/** The costs of what an operation changes, by the list prices of a cloud; undefined if they are not known. */
export interface CostChange {
  /** The cloud whose price list it is. */
  prices: 'aws' | 'gcp' | 'azure'
  before: MonthlyCost | undefined
  after: MonthlyCost | undefined
}

export interface Operation {
  /** What is operated on, for example `database of Amazon RDS`. */
  what: string
  action: (typeof operationActions)[number]
  /** The fields of the spec, or of that of the definition, that cause it; empty unless something is modified. */
  fields: string[]
  risk: DowntimeRisk
  /** What happens, and why that interrupts or does not. */
  effect: string
  /** The minutes that it usually takes, 0 for seconds; undefined if that is not known. */
  minutes?: number | undefined
  /** Undefined for what costs nothing by itself, or is paid elsewhere. */
  cost?: CostChange | undefined
}

/** What a change of a field does. */
export interface FieldEffect {
  field: string
  risk: DowntimeRisk
  effect: string
  minutes?: number
}

const order: readonly DowntimeRisk[] = ['none', 'brief', 'unknown', 'yes']

/** Returns the highest of several risks. */
export function highestRisk(risks: readonly DowntimeRisk[]): DowntimeRisk {
  return order.findLast((risk) => risks.includes(risk)) ?? 'none'
}

/** Compares risks, the highest first. */
export function compareRisks(one: DowntimeRisk, other: DowntimeRisk): number {
  return order.indexOf(other) - order.indexOf(one)
}

/** Returns the operation that changes of fields make up; none if there are none. */
export function modification(what: string, effects: readonly FieldEffect[], cost?: CostChange): Operation[] {
  if (effects.length === 0) return []
  const minutes = effects.flatMap((each) => each.minutes ?? [])
  return [
    {
      what,
      action: 'modify',
      fields: effects.map(({ field }) => field),
      risk: highestRisk(effects.map(({ risk }) => risk)),
      effect: [...new Set(effects.map(({ effect }) => effect))].join('; '),
      minutes: minutes.length === 0 ? undefined : Math.max(...minutes),
      cost,
    },
  ]
}

/** Returns those of the effects whose field differs between two specs. */
export function effectsOf(
  before: object,
  after: object,
  effects: readonly (FieldEffect | undefined)[],
): FieldEffect[] {
  const valueOf = (spec: object, field: string): string | undefined =>
    JSON.stringify((spec as Record<string, unknown>)[field])
  return effects.filter(
    (effect) => effect !== undefined && valueOf(before, effect.field) !== valueOf(after, effect.field),
  ) as FieldEffect[]
}
