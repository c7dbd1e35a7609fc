import { createHmac, randomBytes } from 'node:crypto'
import type { BucketAddress } from '../../schema/dependencies/buckets.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { externalInventory, type ExternalEntry } from '../engine/external-inventory.ts'
import { done, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned, type OwnedObjects } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { unconfirmedRemovals } from '../resources/external-confirmation.ts'
import { externalTagsOf } from '../resources/external-resources.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { managedNamespace } from '../kube/client/namespaces.ts'
import { withNamespace } from '../resources/namespace.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import { uniqueName } from '../resources/unique-name.ts'
import { supportServiceOf } from '../support-services/require.ts'
import { parametersIn } from './parameters.ts'
import type { BucketProvider, DesiredBucket } from './provider.ts'
import { configureJob, deleteJob, keyEntries, keySecret } from './seaweedfs-jobs.ts'

/** Buckets of SeaweedFS in the runtime. The bucket is in the inventory of external resources, since it is none of Kubernetes. */
export const seaweedfs: BucketProvider = {
  name: 'seaweedfs',

  ensure: async (context, environment, desired) => {
    const { runtime } = desired
    const owned = await reconcileOwned(context, [
      { ...supportServiceOf('object-storage', runtime), field: 'spec.runtime' },
    ])
    if ('outcome' in owned) return owned
    const waiting = unreadyOwned(owned)
    if (waiting !== undefined) return waiting
    const key = keyOf(context)
    if ('outcome' in key) return key
    const inventory = externalInventory(context)
    const entry = recordedBucket(context) ?? (await inventory.intend(newBucket(context, desired)))
    // Recorded for the deletion, when the service may not respond.
    const serviceNamespace = namespaceOf(owned) ?? serviceNamespaceOf(context)
    context.updateState({ serviceNamespace })
    const parameters = parametersIn(serviceNamespace, desired.parameters)
    const namespace = managedNamespace(context.owner)
    const manifests = withNamespace(namespace, [
      secretWith(key),
      configureJob({ bucket: entry.name, parameters }, desired, digestOf(key, context)),
    ])
    const outcome = await reconcileResources(context, environment, {
      runtime,
      namespace,
      manifests,
      // Applications keep the address while the bucket changes.
      outputs: () => outputsSoFar(context),
    })
    if (outcome.outcome !== 'done') return outcome
    if (entry.externalId === null) await inventory.created(entry, entry.name)
    const { s3, region } = parameters
    const address: BucketAddress = {
      provider: 'seaweedfs',
      bucket: entry.name,
      endpoint: `http://${s3.host}:${s3.port}`,
      region,
    }
    return {
      ...outcome,
      message: `Bucket ${entry.name} is ready.`,
      outputs: { ...address, namespace },
      secretOutputs: { ...key },
    }
  },

  remove: async (context, environment, { runtime, isGuarded, parameters: decided }) => {
    const entry = recordedBucket(context)
    if (entry === undefined) return removeResources(context, environment, { runtime })
    const held = isGuarded ? unconfirmedRemovals(context, [entry]) : undefined
    if (held !== undefined) return held
    const namespace = managedNamespace(context.owner)
    const parameters = parametersIn(serviceNamespaceOf(context), decided)
    const job = deleteJob({ bucket: entry.name, parameters })
    const deleted = await reconcileResources(context, environment, {
      // A runtime that is being deleted is not ready, and waits for this.
      runtime: runtime.deletionRequestedAt === null ? runtime : { ...runtime, ready: true },
      namespace,
      manifests: withNamespace(namespace, [job]),
    })
    if (deleted.outcome !== 'done')
      return context.forced
        ? done('Its bucket and its resources are listed as abandoned.', { leaveBehind: true })
        : deleted
    await externalInventory(context).drop(entry)
    return removeResources(context, environment, { runtime })
  },
}

/** Returns the namespace in which SeaweedFS has been found or installed. */
function namespaceOf({ objects }: OwnedObjects): string | undefined {
  // The server parsed the outputs with the schema of the kind.
  const outputs = objects[0]?.status.outputs as { namespace?: string } | undefined
  return outputs?.namespace
}

/** Returns the namespace of SeaweedFS that was recorded, or else that of its documentation. */
function serviceNamespaceOf({ state }: ReconcileContext): string {
  const { serviceNamespace } = state
  return typeof serviceNamespace === 'string' ? serviceNamespace : 'seaweedfs'
}

/** The key of the user of a bucket. */
interface BucketKey {
  accessKeyId: string
  secretAccessKey: string
}

/** Returns the key of the bucket. A new one is stored before it is used, so that a crash cannot lose it. */
function keyOf({ secrets }: ReconcileContext): BucketKey | Outcome {
  const { accessKeyId, secretAccessKey } = secrets
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  const secretOutputs = {
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(30).toString('hex'),
  }
  return requeueAfter(0, { reason: 'GeneratedKey', message: 'It has generated its key.', secretOutputs })
}

function secretWith(key: BucketKey): Manifest {
  const data = Object.entries(keyEntries).map(([field, entry]) => [
    entry,
    Buffer.from(key[field as keyof BucketKey]).toString('base64'),
  ])
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: keySecret },
    data: Object.fromEntries(data) as Record<string, string>,
  }
}

/** Returns a digest that reveals nothing about the key. */
function digestOf({ accessKeyId, secretAccessKey }: BucketKey, { digestKey }: ReconcileContext): string {
  return createHmac('sha256', digestKey).update(`${accessKeyId} ${secretAccessKey}`).digest('hex')
}

const bucketType = { provider: 'seaweedfs', type: 'bucket' } as const

function recordedBucket({ external }: ReconcileContext): ExternalEntry | undefined {
  return external.find(({ provider, type }) => provider === bucketType.provider && type === bucketType.type)
}

/** Returns the entry of a bucket that is about to be created. Its name is unique, and stays. */
function newBucket({ owner, object }: ReconcileContext, { namePrefix, runtime }: DesiredBucket) {
  return {
    ...bucketType,
    account: accountOf(runtime),
    region: '',
    name: uniqueName(namePrefix ?? object.name, owner),
    order: 0,
    tags: externalTagsOf(owner),
  }
}

function accountOf({ name, projectName }: RuntimeForReconcileFragment): string {
  return `${projectName ?? 'default'}/${name}`
}
