import { z } from 'zod'
import { OpenedDefinitionDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import { PlatformError } from '../../schema/errors.ts'
import {
  describeIdentity,
  identityOf,
  isRecord,
  parseManifests,
  type Manifest,
} from '../../schema/manifests.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment, ReconcilerCaches } from '../environment.ts'
import type { DriftMode, IgnoredFields, PrepareOptions } from '../kube/client/resource.ts'
import type { GuardThresholds, ResourceState } from '../kube/apply/sync.ts'
import { withOverrides, type Overrides } from '../resources/overrides.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'

export const WorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, runtime } = objectAs(context.object, 'WorkloadInstance')
    const manifests = await manifestsOf(context, referenced(definition), environment.caches)
    const overridden = withOverrides(manifests, specOf(context.object))
    const { namespace, complete } = withNamespace(context, overridden)
    return reconcileResources(context, environment, {
      runtime: referenced(runtime),
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
    return removeResources(context, environment, {
      runtime: referenced(runtime),
      guard: guardOf(context.object),
    })
  },
}

interface WorkloadSpec extends Overrides {
  namespace?: string
  drift?: DriftMode
  ignoreDifferences?: IgnoredFields[]
  replace?: boolean
  guard?: 'on' | 'off'
  guardThresholds?: Partial<GuardThresholds>
}

/** Returns the spec of a workload, which the server has validated with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): WorkloadSpec {
  return manifestSpec as WorkloadSpec
}

function policyOf(object: ReconcileContext['object']): NonNullable<PrepareOptions['policy']> {
  const { drift, replace, ignoreDifferences: ignore } = specOf(object)
  return { drift, replace, ignore }
}

/** Returns the drift of resources whose drift is only reported, limited so that a status stays readable. */
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

async function manifestsOf(
  { client, object, epoch }: ReconcileContext,
  { id, generation }: DefinitionVersion,
  { definitions }: ReconcilerCaches,
): Promise<readonly Manifest[]> {
  const cached = definitions.get(`${id}/${generation}`)
  if (cached !== undefined) return cached.manifests
  const { yamlDocument, generation: current } = await definitionOf(client, { id: object.id, epoch })
  const { manifests } = parseManifests(yamlDocument)
  const redacted = manifests.find(holdsPlaceholder)
  if (redacted !== undefined) {
    const message = `${describeIdentity(identityOf(redacted))} has redacted placeholders in place of its values; upgrade the servers`
    throw new PlatformError('UNSUPPORTED', message)
  }
  definitions.set(`${id}/${current}`, { manifests })
  return manifests
}

interface Definition {
  yamlDocument: string
  generation: number
}

const OpenedSpec = z.object({ yamlDocument: z.string() })

async function definitionOf(
  client: Client,
  { id, epoch }: { id: string; epoch: number },
): Promise<Definition> {
  const { result } = await client.execute(OpenedDefinitionDocument, { id, epoch })
  return { ...OpenedSpec.parse(result.spec), generation: result.generation }
}

/** Reports whether a Secret contains redacted placeholders, which must not be applied as values. */
function holdsPlaceholder({ kind, data, stringData }: Manifest): boolean {
  if (kind !== 'Secret') return false
  const values = [data, stringData].flatMap((section) => (isRecord(section) ? Object.values(section) : []))
  return values.some((value) => typeof value === 'string' && placeholderPattern.test(value))
}

/** Returns the default namespace of namespaced resources, and the manifests including that namespace. */
function withNamespace(
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

/** Returns a namespace that is stable between reconciles and unique to the instance. */
function managedNamespace({ name, id }: { name: string; id: string }): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 45)
    .replaceAll(/^-+|-+$/g, '')
  return `${readable === '' ? 'workload' : readable}-${id}`
}
