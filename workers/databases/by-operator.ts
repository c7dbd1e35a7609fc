import type { Manifest } from '../../schema/manifests.ts'
import type { SupportService } from '../../schema/support-services.ts'
import { requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { managedNamespace } from '../kube/client/namespaces.ts'
import { withNamespace } from '../resources/namespace.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import { guardOf } from '../resources/resource-policy.ts'
import { supportServiceOf } from '../support-services/require.ts'
import { parametersOf, type DatabaseParameters, type OperatorName } from './parameters.ts'
import type { DatabaseProvider, DesiredDatabase } from './provider.ts'

/** A database that an operator maintains in a namespace of its own. */
export interface OperatedDatabase extends Omit<DesiredDatabase, 'runtime'> {
  /** The value of the label by which watches find the owner of a resource. */
  ownerId: string
  parameters: DatabaseParameters
}

interface PasswordPlace {
  namespace: string
  signal: AbortSignal
}

/** The differences between operators. */
interface DatabaseOperator {
  name: OperatorName
  /** The support service that installs the operator. */
  service: SupportService
  /** The Service of the server that accepts writes. */
  host: string | ((database: OperatedDatabase) => string)
  port: number
  /** Returns the resources of a database. A pure function of its arguments. */
  manifests(database: OperatedDatabase, password: string | undefined): readonly Manifest[]
  /** Finds the password of the user, which is undefined until the operator has created it. */
  findPassword(
    context: ReconcileContext,
    cluster: Cluster,
    place: PasswordPlace,
  ): Promise<{ password: string | undefined } | Outcome>
  /** What a database that is ready may still lack, for the status. */
  awaited: string
}

/** Returns the provider of databases that an operator in the runtime maintains. */
export function databaseByOperator(operator: DatabaseOperator): DatabaseProvider {
  return {
    name: operator.name,
    ensure: async (context, environment, desired) => {
      const { runtime, isGuarded } = desired
      const service = { ...supportServiceOf(operator.service, runtime), field: 'spec.runtime' }
      const owned = await reconcileOwned(context, [service])
      if ('outcome' in owned) return owned
      const waiting = unreadyOwned(owned)
      if (waiting !== undefined) return waiting
      const parameters = parametersOf({ provider: operator.name, size: desired.size }, desired.decided)
      const database = { ...desired, ownerId: context.owner.id, parameters }
      const namespace = managedNamespace(context.owner)
      let password: string | undefined
      const outcome = await reconcileResources(context, environment, {
        runtime,
        namespace,
        guard: guardOf({ guard: isGuarded ? 'on' : 'off' }),
        manifests: async (cluster) => {
          const found = await operator.findPassword(context, cluster, { namespace, signal: context.signal })
          if ('outcome' in found) return found
          password = found.password
          return withNamespace(namespace, operator.manifests(database, password))
        },
        // Applications keep the address while the database changes.
        outputs: () => outputsSoFar(context),
      })
      if (outcome.outcome !== 'done') return outcome
      if (password === undefined)
        return requeueAfter(2000, {
          reason: 'WaitingForPassword',
          message: `Waiting for ${operator.awaited}.`,
          outputs: outputsSoFar(context),
        })
      return {
        ...outcome,
        message: `It is ready, with ${operator.name}.`,
        outputs: outputsOf(operator, database, namespace),
        secretOutputs: { password },
      }
    },
    remove: (context, environment, { runtime, isGuarded }) =>
      removeResources(context, environment, {
        runtime,
        guard: guardOf({ guard: isGuarded ? 'on' : 'off' }),
      }),
  }
}

function outputsOf(
  { name, host, port }: DatabaseOperator,
  database: OperatedDatabase,
  namespace: string,
): Record<string, unknown> {
  const { engine, version, databaseName } = database
  const service = typeof host === 'string' ? host : host(database)
  return {
    provider: name,
    engine,
    version,
    host: `${service}.${namespace}.svc.cluster.local`,
    port,
    database: databaseName,
    username: databaseName,
    namespace,
  }
}
