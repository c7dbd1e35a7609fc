import type {
  AppliedRecord,
  ConfirmedDeletion,
  ReconcileReport,
  StartedReconcile,
} from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Reported } from './started-objects.ts'

/* What reconciles start, record, report and confirm, one by one or together. */

/** A reconcile to start. */
export interface Start {
  id: bigint
  /** The epoch of the reconcile that it succeeds, whose lease it may take over. */
  epoch: number | null
}

export type StartedRow = StoredObject &
  Pick<
    StartedReconcile,
    | 'controlPlane'
    | 'labelId'
    | 'mayHaveOrphans'
    | 'owns'
    | 'isHeld'
    | 'hasApplied'
    | 'hasExternal'
    | 'hasAbandoned'
  > & {
    variables: Record<string, string>[] | null
    /** Whether the reconcile before has not reported. */
    isUnreported: boolean
  }

/** The reconcile that writes the inventory, identified by object and epoch. */
export interface Holder {
  objectId: bigint
  epoch: number
}

/** What a reconcile records, or is about to apply. */
export interface AppliedRecords {
  holder: Holder
  resources: readonly AppliedRecord[]
}

/** A report, with its object as its reconcile found it, if it is known. */
export interface StartedReport {
  result: ReconcileReport
  started: Reported | undefined
}

/** The deletion of an object that its reconcile confirms. */
export interface Confirmation {
  confirmed: ConfirmedDeletion
  write: Write
}
