import { counted } from '../../schema/counted.ts'
import { LogBackend } from '../../schema/kinds/log-backend.ts'
import { LogStorageDefinition } from '../../schema/kinds/log-storage.ts'
import { defined } from '../../schema/defined.ts'
import { destinationUrl } from '../../schema/log-backends.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { qualify } from '../../schema/names.ts'
import { requeueAfter } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { ReferencedObjectsDocument, type ReferencedObjectsQuery } from '../generated/documents.ts'
import { collectorClaim } from '../observability/collector.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { unready } from '../resources/runtime-access.ts'
import { collectorNamespace, type LogDestination } from '../support-services/log-collector.ts'

/** Reconciles the claim on the collector of a runtime, and the Secret with the credentials of its destinations. */
export const LogStorageInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const runtime = runtimeOf(context)
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    const backends = await backendsOf(context)
    const credentials = Object.fromEntries(
      backends.flatMap(({ key, credential }) => (credential === undefined ? [] : [[key, credential]])),
    )
    const hasSecret = context.inventory.some(({ kind, uid }) => kind === 'Secret' && uid !== null)
    // A collector that starts with a missing file would not start, so destinations follow their credentials.
    const usable = backends.filter(({ credential }) => credential === undefined || hasSecret)
    const destinations = usable.map(({ destination }) => destination)
    const owned = await reconcileOwned(context, [collectorClaim(context, runtime, { destinations })])
    if ('outcome' in owned) return owned
    const outputs = { destinations: destinations.map(({ url }) => url) }
    const waiting = unreadyOwned(owned)
    // The namespace of the Secret is that of the collector.
    if (waiting !== undefined && !hasSecret) return { ...waiting, outputs }
    const outcome = await reconcileResources(context, environment, {
      runtime,
      namespace: collectorNamespace,
      manifests: Object.keys(credentials).length === 0 ? [] : [secretOf(context, credentials)],
      outputs: () => outputs,
    })
    if (outcome.outcome !== 'done') return outcome
    if (usable.length < backends.length)
      return requeueAfter(0, {
        reason: 'Configuring',
        message: 'Adding the destinations to the collector.',
        outputs,
      })
    if (waiting !== undefined) return { ...waiting, outputs }
    return {
      ...outcome,
      message: `The collector sends logs to ${counted(destinations.length, 'destination')}.`,
    }
  },

  remove: (context, environment) => removeResources(context, environment, { runtime: runtimeOf(context) }),
}

function runtimeOf({ object }: ReconcileContext) {
  return referenced(objectAs(object, 'LogStorageInstance').runtime)
}

/** A backend as the collector needs it. */
interface Backend {
  destination: LogDestination
  /** The key of its credential in the Secret. */
  key: string
  /** The password or the token; undefined if it has none. */
  credential: string | undefined
}

/** Reads the backends of the definition, in its order. */
async function backendsOf({ client, object, epoch, owner }: ReconcileContext): Promise<Backend[]> {
  const definition = referenced(objectAs(object, 'LogStorageInstance').definition)
  const { backends } = LogStorageDefinition.spec.parse(definition.manifestSpec)
  const { result } = await client.execute(ReferencedObjectsDocument, { id: object.id, epoch })
  const found = new Map(
    result.map((each) => [`${each.object.kind} ${each.object.projectName ?? ''}/${each.object.name}`, each]),
  )
  return backends.flatMap((reference) => {
    const name = qualify(reference, definition.projectName ?? 'default')
    const backend = found.get(`LogBackend ${name}`)
    if (backend === undefined) return []
    return [backendOf(backend, { key: name.replace('/', '.'), secret: secretName(owner) })]
  })
}

type Found = ReferencedObjectsQuery['result'][number]

function backendOf({ object, secrets }: Found, { key, secret }: { key: string; secret: string }): Backend {
  const { destination, protocol, tenant, username, caCertificate, labels } = LogBackend.spec.parse(
    object.manifestSpec,
  )
  // The server decrypted the secret fields of the kind.
  const { password, token } = secrets as { password?: string; token?: string }
  const credential = username === undefined ? token : password
  return {
    key,
    credential,
    destination: {
      protocol,
      url: destinationUrl(destination, protocol),
      ...defined({ tenant, username, caCertificate, labels }),
      ...(credential === undefined ? {} : { credential: { secret, key } }),
    },
  }
}

function secretName({ id }: ReconcileContext['owner']): string {
  return `log-storage-${id}`
}

function secretOf({ owner }: ReconcileContext, credentials: Record<string, string>): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName(owner) },
    stringData: credentials,
  }
}
