import type { AnyObject } from '../../../client-sdk/index.ts'

/** Something that is not well: one cause, and all that suffers from it. */
export interface Concern {
  key: string
  /** The object that people know best. */
  head: AnyObject
  others: readonly AnyObject[]
  message: string
  /** In RFC 3339. */
  since: string
}

/** The kinds that people know, the best known first. What they own is named after them. */
const known: readonly string[] = [
  'Application',
  'WorkloadInstance',
  'HelmWorkloadInstance',
  'KubernetesRuntimeInstance',
]

/** Groups objects that are not well by their cause, so that one failure is one line. */
export function concernsOf(objects: readonly AnyObject[]): Concern[] {
  const groups = Map.groupBy(objects, ({ kind, name, status: { cause } }) =>
    cause === undefined ? `${kind}/${name}` : `${cause.kind}/${cause.name}/${cause.message}`,
  )
  const concerns = [...groups].flatMap(([key, members]): Concern[] => {
    const [head, ...others] = members.toSorted((one, other) => rank(one) - rank(other))
    if (head === undefined) return []
    const { cause, conditions } = head.status
    const ready = conditions.find(({ type }) => type === 'Ready')
    return [
      {
        key,
        head,
        others,
        message: cause?.message ?? ready?.message ?? '',
        since: cause?.since ?? ready?.lastTransitionTime ?? head.updatedAt,
      },
    ]
  })
  return concerns.toSorted((one, other) => Date.parse(other.since) - Date.parse(one.since))
}

function rank({ kind }: AnyObject): number {
  const at = known.indexOf(kind)
  return at < 0 ? known.length : at
}
