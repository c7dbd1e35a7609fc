import { createHash } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import { done, inheritedStatus, waitingFor, type FailureCause } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { OwnedObjectFragment } from '../generated/documents.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { addressManifest, addressName, proxyHost } from '../support-services/forward-proxy.ts'
import { supportServiceOf } from '../support-services/require.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { unready } from '../resources/runtime-access.ts'

/**
 * Reconciles a dependency as a claim on the forward proxy, which all dependencies of the runtime share, and a Service
 * in the namespace of the application that points to the proxy.
 */
export const WorkloadServiceDependency: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { name, spec, ...references } = objectAs(context.object, 'WorkloadServiceDependency')
    const application = referenced(references.workloadInstance ?? references.helmWorkloadInstance)
    const { runtime } = application
    const notReady = runtime === null ? undefined : unready(runtime)
    if (notReady !== undefined) return notReady
    const namespace = application.outputs?.namespace
    if (runtime === null || namespace == null) {
      const { id, kind, name: instance, version, status } = application
      return waitingFor({ id, kind, name: instance, version, ...inheritedStatus(status) }, 'has a namespace')
    }
    const host = `${addressName(name)}.${namespace}.svc.cluster.local`
    const { upstreamHost, upstreamPath, upstreamPort, upstreamTls } = spec
    const proxy = {
      ...supportServiceOf('forward-proxy', runtime),
      claim: host,
      parameters: {
        host: upstreamHost.toLowerCase(),
        port: upstreamPort,
        tls: upstreamTls,
        path: upstreamPath,
      },
      field: references.workloadInstance === null ? 'spec.helmWorkloadInstance' : 'spec.workloadInstance',
    }
    const owned = await reconcileOwned(context, [proxy], { taken: addressTaken })
    if ('outcome' in owned) return owned
    const manifests = [addressManifest(addressName(name), namespace) as Manifest]
    const address = await reconcileResources(context, environment, { runtime, namespace, manifests })
    if (address.outcome !== 'done') return address
    const claim = createHash('sha256')
      .update(JSON.stringify([proxy.claim, proxy.parameters]))
      .digest('hex')
    const isServed = context.state['served'] === claim
    if (!isServed || !owned.objects.every(isUpdating)) {
      const waiting = unreadyOwned(owned)
      if (waiting !== undefined) return waiting
    }
    context.updateState({ served: claim })
    const isOnly = owned.objects.some(({ status }) => outputsOf(status).defaultHost === host)
    const outputs = {
      address: `http://${host}`,
      ...(isOnly ? { legacyAddress: `http://${proxyHost}` } : {}),
    }
    return { ...address, message: `Requests to ${outputs.address} go to ${upstreamHost}.`, outputs }
  },

  remove: async (context, environment) => {
    const { workloadInstance, helmWorkloadInstance } = objectAs(context.object, 'WorkloadServiceDependency')
    const { runtime } = referenced(workloadInstance ?? helmWorkloadInstance)
    if (runtime === null) return done('Nothing is left of it.')
    return removeResources(context, environment, { runtime })
  },
}

/** The reasons for which a service that takes in a change is not ready for a moment. Others, as `Unschedulable`, are faults. */
const updateReasons: readonly string[] = ['Waiting', 'NotObserved', 'RollingOut', 'Progressing', 'NotReady']

/**
 * Reports whether a shared service is ready, or only takes in a change. That of another of its owners must not make
 * this one unready: the service goes on with what it has.
 */
function isUpdating({ ready, status: { phase, cause } }: OwnedObjectFragment): boolean {
  if (ready || phase === 'Pending') return true
  const isFaulty = cause !== null && !updateReasons.includes(cause.reason)
  return !isFaulty && ['Progressing', 'Waiting'].includes(phase)
}

function addressTaken({ claim, owner }: { claim: string; owner: { name: string } }): FailureCause {
  const message = `${claim} already belongs to dependency ${owner.name}. Delete this dependency and create it under another name.`
  return { reason: 'AddressTaken', message, grace: 0 }
}

function outputsOf({ outputs }: { outputs: unknown }): { defaultHost?: string } {
  // The server parsed the outputs with the schema of the kind.
  return outputs as { defaultHost?: string }
}
