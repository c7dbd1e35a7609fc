import { databaseClasses } from '../aws.ts'
import { effectsOf, modification, type CostChange, type ObjectChange, type Operation } from './operation.ts'
import { costOfDatabase, fixedCost, nothing } from './prices.ts'

/*
 * What RDS does with a database, by the settings that `workers/aws/database.ts` changes:
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_ModifyInstance.Settings.html
 */

/** The settings of a database, with those of its instance. */
export interface AwsDatabaseState {
  engineVersion?: string
  databasePort?: number
  backupDays?: number
  machineSize?: string
  storageGb?: number
  multiZone?: boolean
  allowedCidrs?: readonly string[]
  guard?: string
  finalSnapshot?: boolean
  passwordVersion?: number
}

const what = 'database of Amazon RDS'

/** Returns the operations of a database whose instance or definition changes. */
export function awsDatabaseOperations({ before, after }: ObjectChange): Operation[] {
  return databaseChanges(
    before && { ...before.definition, ...before.spec },
    after && { ...after.definition, ...after.spec },
  )
}

/** Returns what changes of its settings do to a database of RDS. */
export function databaseChanges(
  before: AwsDatabaseState | undefined,
  after: AwsDatabaseState | undefined,
): Operation[] {
  const cost: CostChange = { prices: 'aws', before: costOf(before), after: costOf(after) }
  if (after === undefined) return before === undefined ? [] : [removal(before, cost)]
  if (before === undefined) {
    const minutes = after.multiZone === true ? 20 : 10
    return [{ what, action: 'create', fields: [], risk: 'none', effect: 'it is new', minutes, cost }]
  }
  const isStandby = before.multiZone === true
  const isBackedUp = (days = 7): boolean => days > 0
  return modification(
    what,
    effectsOf(before, after, [
      {
        field: 'machineSize',
        ...(isStandby
          ? {
              risk: 'brief',
              effect: 'RDS changes the standby first and then fails over, which takes a minute',
            }
          : { risk: 'yes', effect: 'RDS restarts the database on another machine, which takes minutes' }),
        minutes: 10,
      },
      {
        field: 'engineVersion',
        risk: 'yes',
        effect: 'RDS stops the database while it upgrades the engine, which takes minutes',
        minutes: 20,
      },
      { field: 'storageGb', risk: 'none', effect: 'the storage grows in place', minutes: 10 },
      {
        field: 'multiZone',
        risk: 'none',
        effect: after.multiZone === true ? 'a standby is added' : 'the standby is removed',
        minutes: 10,
      },
      {
        field: 'backupDays',
        ...(isBackedUp(before.backupDays) === isBackedUp(after.backupDays)
          ? { risk: 'none', effect: 'backups are kept for another time' }
          : { risk: 'brief', effect: 'RDS interrupts the database for seconds to turn backups on or off' }),
      },
      {
        field: 'databasePort',
        risk: 'brief',
        effect: 'RDS restarts the database, and applications have to connect to the new port',
        minutes: 5,
      },
      { field: 'allowedCidrs', risk: 'none', effect: 'the rules of its security group change', minutes: 0 },
      { field: 'guard', risk: 'none', effect: 'its protection from deletion changes', minutes: 0 },
      {
        field: 'passwordVersion',
        risk: 'brief',
        effect: 'the password is replaced, and applications cannot connect until they have the new one',
        minutes: 1,
      },
    ]),
    cost,
  )
}

function removal({ finalSnapshot = true }: AwsDatabaseState, cost: CostChange): Operation {
  const effect = finalSnapshot
    ? 'the data is kept in a last snapshot, whose storage costs money'
    : 'the data is deleted, without a last snapshot'
  return { what, action: 'delete', fields: [], risk: 'yes', effect, minutes: finalSnapshot ? 10 : 5, cost }
}

function costOf(state: AwsDatabaseState | undefined) {
  if (state === undefined) return nothing
  const { machineSize = 'Small', storageGb = 20, multiZone = false } = state
  return fixedCost(
    costOfDatabase({ machine: databaseClasses[machineSize] ?? machineSize, storageGb, multiZone }),
  )
}
