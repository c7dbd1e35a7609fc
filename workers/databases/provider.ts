import type { DatabaseEngine, DatabaseProviderName, DatabaseSize } from '../../schema/databases.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'

/** A database as its instance and its definition specify it, with the choices that were made for it. */
export interface DesiredDatabase {
  engine: DatabaseEngine
  /** The major version. */
  version: string
  storage: string
  /** The name of the database, and of the user that owns it. */
  databaseName: string
  highAvailability: boolean
  size: DatabaseSize
  /** The parameters that the profile decided. */
  decided: unknown
  runtime: RuntimeForReconcileFragment
  /** Holds removals of data back until a user confirms them. */
  isGuarded: boolean
}

/** Provides databases: by an operator in the runtime, or by a service outside of it. */
export interface DatabaseProvider {
  name: DatabaseProviderName
  /**
   * Drives the database towards what is desired. `done` has all outputs of a DatabaseInstance, and its `password` among the
   * secret outputs.
   */
  ensure(context: ReconcileContext, environment: Environment, database: DesiredDatabase): Promise<Outcome>
  /** Deletes the database with its data. */
  remove(
    context: ReconcileContext,
    environment: Environment,
    database: Pick<DesiredDatabase, 'runtime' | 'isGuarded'>,
  ): Promise<Outcome>
}
