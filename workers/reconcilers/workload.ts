import { z } from 'zod'
import { OpenedDefinitionDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import { parseManifests, type Manifest } from '../../schema/manifests.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment, ReconcilerCaches } from '../environment.ts'
import { withOverrides, type Overrides } from '../resources/overrides.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { managedNamespace, withNamespace as inNamespace } from '../resources/namespace.ts'
import { assertOpened } from '../resources/opened-manifests.ts'
import { driftOf, guardOf, policyOf, type ResourcePolicyFields } from '../resources/resource-policy.ts'

export const WorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { definition, runtime } = objectAs(context.object, 'WorkloadInstance')
    const manifests = await manifestsOf(context, referenced(definition), environment.caches)
    const overridden = withOverrides(manifests, specOf(context.object))
    const { namespace, complete } = withNamespace(context, overridden)
    return reconcileResources(context, environment, {
      runtime: referenced(runtime),
      guard: guardOf(specOf(context.object)),
      namespace,
      manifests: complete,
      policy: policyOf(specOf(context.object)),
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
      guard: guardOf(specOf(context.object)),
    })
  },
}

interface WorkloadSpec extends Overrides, ResourcePolicyFields {
  namespace?: string
}

/** Returns the spec of a workload, which the server has validated with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): WorkloadSpec {
  return manifestSpec as WorkloadSpec
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
  assertOpened(manifests)
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
  return { namespace, complete: inNamespace(namespace, manifests) }
}
