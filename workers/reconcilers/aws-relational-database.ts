import type { z } from 'zod'
import {
  AwsRelationalDatabaseDefinition,
  type AwsRelationalDatabaseInstance as InstanceKind,
} from '../../schema/kinds/aws-relational-database.ts'
import { spread } from '../../schema/retry.ts'
import { callsOfDatabase, ensureDatabase, usernameOf } from '../aws/database.ts'
import { usualDeletion } from '../aws/database-removal.ts'
import { inAccount, regionOf, removeFromAccount } from '../aws/reconcile.ts'
import { done } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { ensureWorkloadSecret } from '../aws/workload-secret.ts'
import { unready } from '../resources/runtime-access.ts'

/** The interval in milliseconds at which the database is compared with what RDS has. */
const recheckInterval = 5 * 60_000

/** Reconciles a database of Amazon RDS, with its subnet group and its security group. */
export const AwsRelationalDatabaseInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, account, runtime, workloadInstance, spec } = partsOf(context)
    const network = runtime?.outputs?.network
    if (runtime !== null && network == null && context.external.length === 0) {
      // A cluster that is still being created has no network yet.
      const waiting = unready(runtime)
      if (waiting !== undefined) return waiting
    }
    return inAccount(context, { account, environment }, async (access) => {
      const region = regionOf(context, spec.region ?? network?.region ?? access.defaultRegion)
      const isNear = network?.region === region && network.accountId === access.accountId
      const subnets = chosenSubnets(context, definition.subnets ?? (isNear ? network.subnets : undefined))
      const desired = { ...definition, region, subnets, isProtected: spec.guard !== 'off' }
      const found = await ensureDatabase(context, access, desired)
      if ('outcome' in found) return found
      const { DBInstanceIdentifier: identifier = '', DBInstanceArn, EngineVersion, Endpoint } = found
      const { password = '' } = context.secrets
      const { Address: host = '', Port: port = 0 } = Endpoint ?? {}
      const address = { host, port, database: definition.databaseName, username: usernameOf(definition) }
      const outputs = {
        identifier,
        arn: DBInstanceArn,
        region,
        engine: definition.engine,
        version: EngineVersion,
        ...address,
        passwordChangedAt: context.state['passwordChangedAt'],
      }
      const waiting = await ensureWorkloadSecret(context, {
        application: workloadInstance,
        secretName: definition.workloadSecretName,
        connection: { ...address, password },
      })
      if (waiting !== undefined) return { ...waiting, outputs }
      return done(`Database ${identifier} is available.`, {
        outputs,
        secretOutputs: { password },
        recheckAfter: spread(recheckInterval),
      })
    })
  },

  remove: (context, environment) => {
    const { account, spec } = partsOf(context)
    const { guard, finalSnapshot: keepsSnapshot } = spec
    const { epoch, recordEvent } = context
    return removeFromAccount(context, {
      account,
      environment,
      isGuarded: guard !== 'off',
      callsFor: (access, entry) => callsOfDatabase(access, entry, { keepsSnapshot, epoch, recordEvent }),
      interval: 15_000,
      usualMinutes: usualDeletion(keepsSnapshot),
    })
  },
}

/** Returns the subnets that were chosen first: a database cannot move to others. Undefined for the default VPC. */
function chosenSubnets(
  { state, updateState }: ReconcileContext,
  given: readonly string[] | undefined,
): string[] | undefined {
  const { subnets = given?.join(' ') ?? '' } = state
  updateState({ subnets })
  return subnets === '' ? undefined : String(subnets).split(' ')
}

function partsOf({ object }: ReconcileContext) {
  const references = objectAs(object, 'AwsRelationalDatabaseInstance')
  const { definition: referencedDefinition, runtime, workloadInstance } = references
  const definition = referenced(referencedDefinition)
  return {
    definition: AwsRelationalDatabaseDefinition.spec.parse(definition.manifestSpec),
    account: referenced(definition.awsAccount),
    runtime,
    workloadInstance,
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof InstanceKind)['spec']>,
  }
}
