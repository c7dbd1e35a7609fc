import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { identityOf, type Manifest } from '../../schema/manifests.ts'
import { servicesOfAutoscaling } from '../../schema/autoscaling.ts'
import type { Overrides } from '../../schema/overrides.ts'
import type { ParameterValue } from '../../schema/parameters.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { done, type Done, type Failed, type Outcome } from '../engine/outcome.ts'
import { unreadyOwned } from '../engine/owned-objects.ts'
import type { CachedDefinition, Environment } from '../environment.ts'
import { syncBesideOthers, type ResourceState } from '../kube/apply/sync.ts'
import { autoscalers, isScaledObject } from '../resources/autoscaling.ts'
import { withBindings, type BoundDependency } from '../resources/bindings.ts'
import { overridden } from '../../schema/overriding/overridden.ts'
import {
  awaitBinding,
  boundDependencies,
  dependencyOutputs,
  reconcileDependencies,
  type Dependencies,
} from '../resources/dependencies.ts'
import { dueRestarts } from '../resources/due-restarts.ts'
import { withDependencies } from '../resources/applied-application.ts'
import { reconcilePlacement, recordedChoice } from '../resources/placement.ts'
import { withRolloutOverrides, type RolloutOverrides } from '../../schema/overriding/rollout-overrides.ts'
import { servicesOf } from '../resources/services.ts'
import { withSteadyReplicas } from '../resources/steady-replicas.ts'
import { withVariables } from '../resources/variables.ts'
import { hasApplied, reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { workloadNamespace } from '../kube/client/namespaces.ts'
import { manifestsOfNamespace, withNamespace as inNamespace } from '../resources/namespace.ts'
import { definitionOf, withOverrideErrors } from '../resources/opened-definition.ts'
import {
  driftOf,
  guardOf,
  keepsUsedDefinitions,
  policyOf,
  type ResourcePolicyFields,
} from '../resources/resource-policy.ts'

export const WorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const references = objectAs(context.object, 'WorkloadInstance')
    const { runtime } = references
    if (runtime === null) return reconcilePlacement(context)
    const definition = await definitionOf(context, referenced(references.definition), environment.caches)
    const changed = changedManifests(definition, specOf(context.object))
    if ('outcome' in changed) return changed
    const own = withNamespace(context, changed.manifests)
    const { namespace } = own
    const services = servicesOfAutoscaling(definition.autoscaling)
    const dependencies = await reconcileDependencies(context, {
      ...definition,
      namespace,
      runtime,
      services,
      tier: specOf(context.object).tier,
    })
    if ('outcome' in dependencies) return dependencies
    const scaled = withAutoscalers(context, definition, {
      own,
      waits: unreadyOwned({ objects: dependencies.services }),
    })
    if ('outcome' in scaled) return scaled
    const isSharing = (specOf(context.object).canaryWeight ?? 0) > 0
    const manifestsNow = isSharing ? withSteadyReplicas(scaled.manifests) : scaled.manifests
    const application: Application = { runtime, namespace, manifests: manifestsNow }
    const waiting = awaitBinding(dependencies, {
      ...outputsOf({ namespace, resources: [] }, dependencies),
      // A gateway needs them, although the application may wait for its address.
      ...servicesOf(application.manifests, namespace),
      ...recordedChoice(context),
    })
    if (waiting !== undefined) return prepareNamespace(context, environment, { application, waiting })
    const bound = boundDependencies(dependencies)
    if (specOf(context.object).prepareOnly === true)
      return prepared(context, environment, { application, bound, dependencies })
    const manifests = [
      ...bound.flatMap(({ manifest }) => manifest ?? []),
      ...withBindings(withVariables(application.manifests, context.variables), bound),
    ]
    const restarts = dueRestarts(context, manifests, bound)
    const applied = await reconcileResources(context, environment, {
      ...application,
      guard: guardOf(specOf(context.object)),
      keepsUsedDefinitions: keepsUsedDefinitions(specOf(context.object)),
      policy: policyOf(specOf(context.object)),
      manifests,
      outputs: (resources) => {
        restarts.recordRollouts(resources)
        return {
          ...outputsOf({ namespace, resources }, dependencies, restarts.names),
          ...servicesOf(manifests, namespace),
          ...recordedChoice(context),
        }
      },
    })
    if (applied.outcome !== 'done') return applied
    const result = withDependencies(applied, { dependencies, restarts, object: context.object })
    return result.outcome === 'done' && specOf(context.object).asleep === true ? asleep(result) : result
  },

  remove: async (context, environment) => {
    const { runtime } = objectAs(context.object, 'WorkloadInstance')
    if (runtime === null) return done('Nothing is left of it.')
    return removeResources(context, environment, {
      runtime,
      guard: guardOf(specOf(context.object)),
      keepsUsedDefinitions: keepsUsedDefinitions(specOf(context.object)),
    })
  },
}

/** Says of a workload that is ready why nothing of it runs. */
function asleep(outcome: Done): Done {
  const message = `${outcome.message} It sleeps: while asleep is set, its Deployments, StatefulSets and ReplicaSets have no replicas.`
  return { ...outcome, message }
}

/** The resources of an application without what its dependencies add. */
interface Application {
  runtime: RuntimeForReconcileFragment
  namespace: string
  manifests: readonly Manifest[]
}

/** Returns the manifests of a definition as an instance changes them, or an outcome for changes that cannot be applied. */
function changedManifests(
  definition: CachedDefinition,
  spec: WorkloadSpec,
): { manifests: readonly Manifest[] } | Failed {
  return withOverrideErrors('InvalidOverride', () => ({
    manifests: withRolloutOverrides(overridden(definition, spec), spec),
  }))
}

/** The resources of an application, and whether its support services are still awaited. */
interface Scaled {
  own: { namespace: string; complete: readonly Manifest[] }
  waits: Outcome | undefined
}

/**
 * Returns the manifests with their autoscalers. The cluster may not know ScaledObjects until their service is ready: the
 * application starts without them, and keeps those that it has.
 */
function withAutoscalers(
  { inventory, object }: ReconcileContext,
  { autoscaling }: CachedDefinition,
  { own: { namespace, complete }, waits }: Scaled,
): { manifests: readonly Manifest[] } | Failed {
  // They would start what sleeps.
  if (specOf(object).asleep === true) return { manifests: complete }
  return withOverrideErrors('InvalidAutoscaling', () => {
    const all = autoscalers(autoscaling, complete, namespace)
    const isKnown = waits === undefined || inventory.some(isScaledObject)
    const applied = all.filter((manifest) => isKnown || !isScaledObject(identityOf(manifest)))
    return { manifests: [...complete, ...applied] }
  })
}

/**
 * Creates the namespace of an application that waits for a dependency, which may need it. Once the application is running, its
 * resources stay as they are until the dependency is there.
 */
async function prepareNamespace(
  context: ReconcileContext,
  environment: Environment,
  { application, waiting }: { application: Application; waiting: Outcome },
): Promise<Outcome> {
  if (hasApplied(context)) return waiting
  const { runtime, namespace, manifests } = application
  const prepared = await reconcileResources(context, environment, {
    runtime,
    namespace,
    manifests: manifestsOfNamespace(namespace, manifests),
    sync: syncBesideOthers,
  })
  return prepared.outcome === 'done' ? waiting : prepared
}

/** Creates the namespace of an application and the Secrets of its bindings, and leaves its other resources as they are. */
async function prepared(
  context: ReconcileContext,
  environment: Environment,
  {
    application: { runtime, namespace, manifests },
    bound,
    dependencies,
  }: { application: Application; bound: readonly BoundDependency[]; dependencies: Dependencies },
): Promise<Outcome> {
  return reconcileResources(context, environment, {
    runtime,
    namespace,
    manifests: [
      ...manifestsOfNamespace(namespace, manifests),
      ...bound.flatMap(({ manifest }) => manifest ?? []),
    ],
    sync: syncBesideOthers,
    outputs: (resources) => ({
      ...outputsOf({ namespace, resources }, dependencies),
      ...recordedChoice(context),
    }),
  })
}

function outputsOf(
  { namespace, resources }: { namespace: string; resources: readonly ResourceState[] },
  dependencies: Dependencies,
  restarts: readonly string[] = [],
): Record<string, unknown> {
  return {
    namespace,
    resources: resources.length,
    readyResources: resources.filter(({ health }) => health.state === 'ready').length,
    ...driftOf(resources),
    ...dependencyOutputs(dependencies, restarts),
  }
}

interface WorkloadSpec extends RolloutOverrides, ResourcePolicyFields {
  tier?: string
  parameters?: Record<string, ParameterValue>
  overrides?: Overrides
  namespace?: string
  prepareOnly?: boolean
  canaryWeight?: number
}

/** Returns the spec of a workload, which the server has validated with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): WorkloadSpec {
  return manifestSpec as WorkloadSpec
}

/** Returns the default namespace of namespaced resources, and the manifests including that namespace. */
function withNamespace(
  { object, owner }: ReconcileContext,
  manifests: readonly Manifest[],
): { namespace: string; complete: Manifest[] } {
  const namespace = workloadNamespace(owner, specOf(object).namespace, manifests)
  return { namespace, complete: inNamespace(namespace, manifests) }
}
