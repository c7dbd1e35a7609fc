import { databaseMachines, leastDatabaseStorage } from '../aws.ts'
import type { DatabaseSize } from '../databases.ts'
import { parseQuantity } from '../kubernetes/quantity.ts'
import { databaseChanges, type AwsDatabaseState } from './aws-database.ts'
import { effectsOf, modification, type ObjectChange, type ObjectState, type Operation } from './operation.ts'

/* What becomes of a database, by who provides it. */

const what = 'database in the runtime'

/** Returns the operations of a database whose instance or definition changes. */
export function databaseOperations({ before, after }: ObjectChange): Operation[] {
  const { provider } = (after ?? before)?.spec ?? {}
  // Runs of Terraform, and the deletion of what RDS has, are operations of the objects that it owns.
  if (provider === 'terraform' || (provider === 'aws' && after === undefined)) return []
  if (provider === 'aws') return databaseChanges(before && inRds(before), after && inRds(after))
  if (after === undefined)
    return [
      { what, action: 'delete', fields: [], risk: 'yes', effect: 'its servers and volumes are deleted' },
    ]
  if (before === undefined)
    return [{ what, action: 'create', fields: [], risk: 'none', effect: 'it is new', minutes: 2 }]
  const isReplicated = before.definition['highAvailability'] === true
  return modification(
    what,
    effectsOf(before.definition, after.definition, [
      isReplicated
        ? { field: 'size', risk: 'brief', effect: 'its servers restart one after the other', minutes: 5 }
        : { field: 'size', risk: 'yes', effect: 'its only server restarts', minutes: 2 },
      { field: 'storage', risk: 'none', effect: 'its volumes grow in place' },
      {
        field: 'version',
        risk: 'yes',
        effect: 'its servers stop while the data is upgraded',
        minutes: 10,
      },
      { field: 'highAvailability', risk: 'brief', effect: 'servers are added or removed', minutes: 5 },
    ]),
  )
}

/** Returns the settings in RDS of a database, without what a profile decides. */
function inRds({ spec, definition }: ObjectState): AwsDatabaseState {
  const {
    version = '',
    size = 'small',
    storage = '10Gi',
    highAvailability = false,
  } = definition as {
    version?: string
    size?: DatabaseSize
    storage?: string
    highAvailability?: boolean
  }
  const decided = (spec['parameters'] ?? {}) as AwsDatabaseState & {
    sizes?: Partial<Record<DatabaseSize, string>>
  }
  return {
    ...decided,
    engineVersion: version,
    machineSize: decided.sizes?.[size] ?? databaseMachines[size],
    storageGb: Math.max(leastDatabaseStorage, Math.ceil(parseQuantity(storage) / 2 ** 30)),
    multiZone: highAvailability,
    guard: String(spec['guard'] ?? 'on'),
  }
}
