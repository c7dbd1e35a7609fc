import type { DBInstance, RDS } from '@aws-sdk/client-rds'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { databaseType, isBroken } from './database-state.ts'
import { AwsBlocked, isAwsError } from './errors.ts'

/* How databases of RDS are deleted. */

/**
 * States of which RDS keeps no snapshot:
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DeleteDBInstance.html
 */
const withoutSnapshot = ['failed', 'incompatible-restore', 'incompatible-network']

/** Minutes that the deletion of a database usually takes, with and without a last snapshot. */
export function usualDeletion(keepsSnapshot: boolean): Record<string, number> {
  return { [databaseType]: keepsSnapshot ? 10 : 5 }
}

/** How a database is deleted. */
export interface DatabaseRemoval extends Pick<ReconcileContext, 'epoch' | 'recordEvent'> {
  keepsSnapshot: boolean
}

interface Removed {
  externalId: string
  state: DBInstance
  removal: DatabaseRemoval
  signal: AbortSignal
}

/** Requests the deletion of a database, with a last snapshot if one is wanted. */
export async function removeDatabase(
  rds: RDS,
  { externalId, state, removal, signal }: Removed,
): Promise<void> {
  const { DBInstanceStatus: status = '', DeletionProtection: isProtected } = state
  const DBInstanceIdentifier = externalId
  const keepsSnapshot = removal.keepsSnapshot && !withoutSnapshot.includes(status)
  const remove = (FinalDBSnapshotIdentifier: string) =>
    rds.deleteDBInstance(
      {
        DBInstanceIdentifier,
        DeleteAutomatedBackups: true,
        SkipFinalSnapshot: !keepsSnapshot,
        ...(keepsSnapshot ? { FinalDBSnapshotIdentifier } : {}),
      },
      { abortSignal: signal },
    )
  try {
    if (isProtected === true)
      await rds.modifyDBInstance(
        { DBInstanceIdentifier, DeletionProtection: false, ApplyImmediately: true },
        { abortSignal: signal },
      )
    await remove(`${externalId}-final`).catch(async (error: unknown) => {
      // Of an earlier deletion, which did not end: its snapshot lacks what was written since.
      if (!isAwsError(error, 'DBSnapshotAlreadyExists', 'DBSnapshotAlreadyExistsFault')) throw error
      await remove(`${externalId}-${removal.epoch}`)
    })
  } catch (error) {
    if (!isAwsError(error, 'InvalidDBInstanceState', 'InvalidDBInstanceStateFault')) throw error
    // Otherwise it is being created or changed, so it can be deleted only later.
    if (isBroken.test(status)) throw notDeletable(externalId, status)
    return
  }
  if (removal.keepsSnapshot && !keepsSnapshot) {
    const note = `Database ${externalId} is deleted without a last snapshot, because RDS keeps none while it is ${status}.`
    removal.recordEvent(event('Warning', 'NoLastSnapshot', note))
  }
}

function notDeletable(name: string, status: string): AwsBlocked {
  return new AwsBlocked(
    'DatabaseNotDeleted',
    `RDS refuses to delete database ${name} while it is ${status}. Mend it in RDS, or delete it there.`,
  )
}
