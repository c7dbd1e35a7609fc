import type { DBInstance, RDS } from '@aws-sdk/client-rds'
import { event } from '../../schema/status.ts'
import { progressInterval, sinceWhen } from '../clouds/progress.ts'
import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'

/* What RDS does with a database: https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/accessing-monitoring.html */

/** The type of databases in the inventory. */
export const databaseType = 'database'

/** Returns the outcome while RDS does something that takes minutes. */
export function inProgress(context: ReconcileContext, reason: string, message: string): Outcome {
  return requeueAfter(progressInterval, { reason, message, outputs: outputsSoFar(context) })
}

/** States in which a database works although RDS still does something with it. */
const working = ['available', 'storage-optimization', 'storage-config-upgrade', 'backing-up']

/** States in which a database works no more. */
export const isBroken =
  /^(failed|incompatible-|inaccessible-|restore-error|storage-full|insufficient-capacity)/

/** Minutes that the creation of a database usually takes; a standby takes as long again. */
const usualCreation = 10

/** Returns the outcome of a database that works not yet or no more; undefined when it is available or stopped. */
export function unavailable(
  context: ReconcileContext,
  { DBInstanceStatus: status = 'creating' }: DBInstance,
  { multiZone }: { multiZone: boolean },
): Outcome | undefined {
  if (working.includes(status) || status === 'stopped') return undefined
  if (isBroken.test(status)) {
    const message = `RDS reports that the database is ${status}. The events of RDS have the cause.`
    return failed(
      { reason: 'DatabaseFailed', message },
      { outputs: outputsSoFar(context), retryAfter: 60_000 },
    )
  }
  return status === 'creating'
    ? inProgress(context, 'Creating', describeCreation(context, multiZone))
    : inProgress(context, 'Waiting', `The database is ${status}, which may take some minutes.`)
}

function describeCreation({ external, now }: ReconcileContext, multiZone: boolean): string {
  // RDS names no time until the database has been created.
  const intended = external.find(({ type }) => type === databaseType)?.intendedAt
  const usual = multiZone ? 2 * usualCreation : usualCreation
  const since = sinceWhen(intended === undefined ? undefined : new Date(intended), now())
  return `RDS is creating the database${since}, which usually takes ${usual} minutes.`
}

/** Starts a database that was stopped outside of QleetOS. RDS would start it, too, but only after a week. */
export async function startAgain(
  context: ReconcileContext,
  rds: RDS,
  { DBInstanceIdentifier, DBInstanceStatus }: DBInstance,
): Promise<Outcome | undefined> {
  if (DBInstanceStatus !== 'stopped') return undefined
  context.assertHeld()
  await rds.startDBInstance({ DBInstanceIdentifier }, { abortSignal: context.signal })
  const note = 'Its database was stopped from outside of QleetOS, and is started again.'
  context.recordEvent(event('Warning', 'DriftCorrected', note))
  return inProgress(context, 'Starting', 'RDS is starting the database, which usually takes 5 minutes.')
}
