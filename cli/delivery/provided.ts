import type { AnyObject, Client } from '../../client-sdk/index.ts'
import type { WorkloadInstance } from '../../schema/kinds/workload.ts'
import { isRecord } from '../../schema/manifests.ts'
import { decidedFields } from '../../schema/profiles/fields.ts'
import { ownedBy, typed, type KnownStage } from './application.ts'

/**
 * Returns how the dependencies of an environment are provided, by their names: what profiles have decided about them, and by which
 * versions of the profiles. In an environment with several locations, the first one stands for all.
 */
export async function providedIn(client: Client, stage: KnownStage): Promise<Record<string, unknown>> {
  const instances = await ownedBy(client, stage.object)
  const instance = instances.find(({ kind }) => kind === 'WorkloadInstance')
  if (instance === undefined) return {}
  const { dependencies = [] } = typed<typeof WorkloadInstance>(instance).outputs
  if (dependencies.length === 0) return {}
  const owned = await ownedBy(client, instance)
  return Object.fromEntries(
    dependencies.flatMap(({ name, object }) => {
      // A definition and its instance have the same name.
      const decided = owned.filter((each) => each.name === object).map(decisionOf)
      const all: Record<string, unknown> = Object.assign({}, ...decided)
      return Object.keys(all).length === 0 ? [] : [[name, all]]
    }),
  )
}

/** Returns what a profile has decided about an object. */
function decisionOf({ manifestSpec: spec }: AnyObject): Record<string, unknown> {
  return !isRecord(spec) || spec['profile'] === undefined
    ? {}
    : Object.fromEntries(
        decidedFields.flatMap((field) => {
          const value = spec[field]
          return value === undefined ? [] : [[field, value]]
        }),
      )
}
