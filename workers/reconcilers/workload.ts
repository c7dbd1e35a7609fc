import { LRUCache } from 'lru-cache'
import { WorkloadDefinitionDocumentDocument } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { parseManifests, type Manifest } from '../../schema/manifests.ts'
import { objectAs } from '../engine/begun.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { DriftMode, IgnoredFields, PrepareOptions } from '../kube/resource.ts'
import type { GuardThresholds, ResourceState } from '../kube/sync.ts'
import { keepResources, removeResources } from './kept-resources.ts'

export const WorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, runtime } = objectAs(context.object, 'WorkloadInstance')
    const manifests = await manifestsOf(context.client, definition)
    const { namespace, complete } = placed(context, manifests)
    return keepResources(context, environment, {
      runtime,
      guard: guardOf(context.object),
      namespace,
      manifests: complete,
      policy: policyOf(context.object),
      outputs: (resources) => ({
        namespace,
        resources: resources.length,
        readyResources: resources.filter(({ health }) => health.state === 'ready').length,
        ...driftOf(resources),
      }),
    })
  },

  remove: (context, environment) => {
    const { runtime } = objectAs(context.object, 'WorkloadInstance')
    return removeResources(context, environment, { runtime, guard: guardOf(context.object) })
  },
}

interface WorkloadSpec {
  namespace?: string
  drift?: DriftMode
  ignoreDifferences?: IgnoredFields[]
  replace?: boolean
  guard?: 'on' | 'off'
  guardThresholds?: Partial<GuardThresholds>
}

/** The server has checked it with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): WorkloadSpec {
  return manifestSpec as WorkloadSpec
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

function guardOf(object: ReconcileContext['object']): Partial<GuardThresholds> | undefined {
  const { guard, guardThresholds = {} } = specOf(object)
  return guard === 'off' ? undefined : guardThresholds
}

interface DefinitionVersion {
  id: string
  generation: number
}

/** Parsed definitions of a control plane: many instances share one, and most reconciles find it unchanged. */
type Parsed = LRUCache<string, { manifests: readonly Manifest[] }>
const parsedBy = new WeakMap<Client, Parsed>()

function parsedFor(client: Client): Parsed {
  const known = parsedBy.get(client)
  if (known !== undefined) return known
  const parsed: Parsed = new LRUCache({ max: 200 })
  parsedBy.set(client, parsed)
  return parsed
}

async function manifestsOf(
  client: Client,
  { id, generation }: DefinitionVersion,
): Promise<readonly Manifest[]> {
  const parsed = parsedFor(client)
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
  { object, owner }: ReconcileContext,
  manifests: readonly Manifest[],
): { namespace: string; complete: Manifest[] } {
  const own = manifests
    .filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
    .map(({ metadata }) => metadata.name)
  const [only, second] = own
  const { namespace: given } = specOf(object)
  const namespace = given ?? (only !== undefined && second === undefined ? only : managedNamespace(owner))
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
