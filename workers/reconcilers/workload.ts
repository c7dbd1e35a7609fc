import { LRUCache } from 'lru-cache'
import {
  WorkloadDefinitionDocumentDocument,
  WorkloadInstanceForReconcileDocument,
  type RuntimeForReconcileFragment,
} from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Removal } from '../../schema/confirmation.ts'
import { parseManifests, type Manifest } from '../../schema/manifests.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { InventoryEntry } from '../kube/inventory.ts'
import {
  prepareResources,
  type DriftMode,
  type IgnoredFields,
  type PrepareOptions,
  type WantedResource,
} from '../kube/resource.ts'
import { removeAll, syncResources, type ResourceState } from '../kube/sync.ts'
import { inClusterOf, syncContext, unready } from './in-cluster.ts'
import { judge } from './judgement.ts'

/** Milliseconds after which a workload is compared with its cluster although no watch told of a change. */
const recheckEvery = 10 * 60_000

export const WorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { runtime, definition, inventory } = await refsOf(context)
    const wait = unready(runtime)
    if (wait !== undefined) return wait
    return inClusterOf(runtime, environment, async (cluster) => {
      const manifests = await manifestsOf(context.client, definition)
      const { namespace, complete } = placed(context.object, manifests)
      const owner = ownerOf(context)
      const { wanted, unknown } = await prepareResources({
        manifests: complete,
        namespace,
        owner,
        discovery: cluster.discovery,
        policy: policyOf(context.object),
      })
      const sync = syncContext(context, {
        cluster,
        owner,
        loaded: inventory,
        guarded: isGuarded(context.object),
      })
      const { resources, leaving, held } = await syncResources(sync, wanted)
      const states = [...resources, ...unknown.map(unknownKind)]
      const verdict = await judge(cluster, { resources: states, leaving, held }, context.signal)
      const outputs = {
        namespace,
        resources: wanted.length + unknown.length,
        readyResources: states.filter(({ health }) => health.state === 'ready').length,
        ...driftOf(states),
      }
      if (held.length > 0) return awaitConfirmation(held, outputs)
      switch (verdict.state) {
        case 'ready':
          return done(describeReady(wanted), {
            outputs,
            recheckAfter: recheckEvery * (0.9 + Math.random() / 5),
          })
        case 'progressing':
          // The watch wakes it at each change; the time is for a watch that is down.
          return requeueAfter(verdict.urgent ? 2000 : 30_000, {
            reason: verdict.reason,
            message: verdict.message,
            outputs,
          })
        case 'failed':
          return failed({ reason: verdict.reason, message: verdict.message }, { outputs })
      }
    })
  },

  remove: async (context, environment) => {
    const { runtime, inventory } = await refsOf(context)
    return inClusterOf(runtime, environment, async (cluster) => {
      const { leaving, held } = await removeAll(
        syncContext(context, {
          cluster,
          owner: ownerOf(context),
          loaded: inventory,
          guarded: isGuarded(context.object),
        }),
      )
      if (held.length > 0) return awaitConfirmation(held)
      return leaving.length === 0 ? done('Everything is gone.') : leavingOutcome(leaving)
    })
  },
}

/** Nothing goes before somebody has looked at the list. */
function awaitConfirmation(held: readonly Removal[], outputs: Record<string, unknown> = {}): Outcome {
  const shown = held.slice(0, 3).map(({ text }) => text)
  const more = held.length > shown.length ? ` and ${held.length - shown.length} more` : ''
  const message = `Waits for a confirmation that these go: ${shown.join('; ')}${more}. See qleetctl confirm.`
  return failed(
    { reason: 'AwaitingConfirmation', message, blocked: true, confirm: held },
    { outputs, retryable: false },
  )
}

interface WorkloadSpec {
  namespace?: string
  drift?: DriftMode
  ignoreDifferences?: IgnoredFields[]
  replace?: boolean
  guard?: 'on' | 'off'
}

/** The server has checked it with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): WorkloadSpec {
  return manifestSpec as WorkloadSpec
}

function isGuarded(object: ReconcileContext['object']): boolean {
  return specOf(object).guard !== 'off'
}

function policyOf(object: ReconcileContext['object']): NonNullable<PrepareOptions['policy']> {
  const { drift, replace, ignoreDifferences: ignore } = specOf(object)
  return { drift, replace, ignore }
}

/** Of resources whose drift is only reported; at most so many that a status stays readable. */
function driftOf(states: readonly ResourceState[]): { drift?: object[] } {
  const drift = states.flatMap(({ key, drift: own = [] }) => own.map((each) => ({ resource: key, ...each })))
  return drift.length === 0 ? {} : { drift: drift.slice(0, 50) }
}

/** Waits for what is still going; the watch tells when it is gone, the time is for a watch that is down. */
export function leavingOutcome(left: readonly ResourceState[]): Outcome {
  const [first] = left
  const more = left.length > 1 ? ` and ${left.length - 1} more` : ''
  const message = `${first?.key ?? 'A resource'} ${first?.health.message ?? 'is being deleted'}${more}.`
  if (first?.health.state === 'failed')
    return failed({ reason: first.health.reason, message: `${first.key}: ${first.health.message}` })
  return requeueAfter(2000, { reason: 'Terminating', message })
}

interface References {
  runtime: RuntimeForReconcileFragment
  definition: DefinitionVersion
  inventory: readonly InventoryEntry[]
}

async function refsOf({ client, object }: ReconcileContext): Promise<References> {
  const { result, inventory } = await client.execute(WorkloadInstanceForReconcileDocument, { id: object.id })
  if (result === null) throw new Error(`workload instance ${object.id} is gone`)
  return { ...result, inventory }
}

interface DefinitionVersion {
  id: string
  generation: number
}

/** Parsed definitions: many instances share one, and most reconciles find it unchanged. */
const parsed = new LRUCache<string, { manifests: readonly Manifest[] }>({ max: 200 })

async function manifestsOf(
  client: Client,
  { id, generation }: DefinitionVersion,
): Promise<readonly Manifest[]> {
  const known = parsed.get(`${id}/${generation}`)
  if (known !== undefined) return known.manifests
  const { result } = await client.execute(WorkloadDefinitionDocumentDocument, { id })
  if (result === null) throw new Error(`workload definition ${id} is gone`)
  const { manifests } = parseManifests(result.spec?.yamlDocument ?? '')
  parsed.set(`${id}/${result.generation}`, { manifests })
  return manifests
}

/** Where the resources that name no namespace go, and the manifests with that namespace among them. */
function placed(
  object: ReconcileContext['object'],
  manifests: readonly Manifest[],
): { namespace: string; complete: Manifest[] } {
  const own = manifests
    .filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
    .map(({ metadata }) => metadata.name)
  const [only, second] = own
  const { namespace: given } = specOf(object)
  const namespace = given ?? (only !== undefined && second === undefined ? only : managedNamespace(object))
  if (own.includes(namespace)) return { namespace, complete: [...manifests] }
  return {
    namespace,
    complete: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, ...manifests],
  }
}

/** The same name in every reconcile, and another one for every instance. */
function managedNamespace({ name, id }: { name: string; id: string }): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 45)
    .replaceAll(/^-+|-+$/g, '')
  return `${readable === '' ? 'workload' : readable}-${id}`
}

function ownerOf({ object }: ReconcileContext): { id: string; name: string } {
  return { id: object.id, name: object.name }
}

function unknownKind({ apiVersion, kind, metadata }: Manifest): ResourceState {
  const message = `the cluster knows no kind ${kind} in ${apiVersion}; add its CustomResourceDefinition to the definition, or install what brings it`
  const type = { group: '', version: apiVersion, kind, plural: '', namespaced: false }
  return {
    key: `${kind} ${metadata.name}`,
    type,
    health: { state: 'failed', reason: 'UnknownKind', message },
  }
}

function describeReady(wanted: readonly WantedResource[]): string {
  return wanted.length === 1 ? 'Its resource is ready.' : `All ${wanted.length} resources are ready.`
}
