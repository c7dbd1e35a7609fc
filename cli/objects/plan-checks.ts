import type { SavedPlan } from '../../client-sdk/index.ts'
import { groupBy } from '../../schema/group-by.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'

/* What the API servers of clusters say about the resources of a plan. */

type Resource = SavedPlan['resources'][number]

/** Returns what clusters refuse, with the reasons; empty if they refuse nothing. */
export function refusalsText({ stdout, env }: Io, resources: readonly Resource[]): string {
  const paint = painter(stdout, env)
  return resources
    .flatMap((resource) =>
      resource.checks
        .filter(({ result }) => result === 'REFUSED')
        .map(
          ({ runtime, message }) =>
            `${paint('red', 'Refused:')} ${resource.resource} of ${nounAndName(resource.object)} in runtime ${runtime}\n  ${message}\n`,
        ),
    )
    .join('')
}

/** Returns which resources could not be checked, one line for each reason; empty if all were. */
export function uncheckedText(resources: readonly Resource[]): string {
  const unchecked = resources.flatMap(({ resource, checks }) =>
    checks.filter(({ result }) => result === 'UNCHECKED').map((check) => ({ ...check, resource })),
  )
  const groups = groupBy(unchecked, ({ runtime, message }) => `${runtime} ${message}`)
  return [...groups.values()]
    .map((group) => {
      const [first] = group
      if (first === undefined) return ''
      const { resource, runtime, message } = first
      const more = group.length > 1 ? ` and ${group.length - 1} more` : ''
      const where = runtime === '' ? '' : ` in runtime ${runtime}`
      return `Not checked${where}: ${resource}${more} (${message}).\n`
    })
    .join('')
}
