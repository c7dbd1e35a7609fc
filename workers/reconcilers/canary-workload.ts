import type { z } from 'zod'
import { bindingSuffix } from '../../schema/dependencies/binding.ts'
import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { defined } from '../../schema/defined.ts'
import type { CanaryWorkload as Kind } from '../../schema/kinds/canary-workload.ts'
import { isRecord, type Manifest } from '../../schema/manifests.ts'
import { storedTime } from '../../schema/reconciler-state.ts'
import { overridden } from '../../schema/overriding/overridden.ts'
import { queryWith } from '../../schema/delivery/rollout-settings.ts'
import { canaryManifests, type CanaryManifests } from '../delivery/canary-manifests.ts'
import { deployments, measureMetrics, measurePods, type Finding } from '../delivery/canary-measurement.ts'
import { done, failed, requeueAfter, type Failed } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { CachedDefinition, Environment } from '../environment.ts'
import { getObject, type Cluster } from '../kube/client/cluster.ts'
import { usesSecret, withInjections, type BoundDependency } from '../resources/bindings.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { definitionOf, withOverrideErrors } from '../resources/opened-definition.ts'
import { withVariables } from '../resources/variables.ts'

/**
 * Runs a revision beside the workload of a stage, with the dependencies and the namespace of that, and measures it again and again. What
 * follows from the measurements is for the stage to decide.
 */
export const CanaryWorkload: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { workloadInstance, definition } = objectAs(context.object, 'CanaryWorkload')
    const { runtime, outputs, spec: workload } = referenced(workloadInstance)
    const weight = workload.canaryWeight ?? 0
    const namespace = outputs?.namespace
    if (runtime === null || namespace === undefined || namespace === null)
      return requeueAfter(1000, {
        reason: 'WaitingForNamespace',
        message: 'Waiting for the namespace of the workload.',
      })
    const opened = await definitionOf(context, referenced(definition), environment.caches)
    const copies = copiesOf(context, opened, namespace)
    if ('outcome' in copies) return copies
    const bound = (outputs?.dependencies ?? []).flatMap(({ name, binding }) => {
      const dependency = opened.dependencies.find((each) => each.name === name)
      return dependency === undefined || binding === null ? [] : [{ dependency, secret: binding }]
    })
    const missing = missingDependency(opened, copies, bound)
    if (missing !== undefined) return missing
    const names = [...copies.deployments.values()]
    let measurement = measurementIn(context)
    const outcome = await reconcileResources(context, environment, {
      runtime,
      namespace,
      manifests: async (cluster) => {
        measurement = await nextMeasurement(context, async (since) => {
          const { analysis = {} } = specOf(context)
          const place = { namespace, names, analysis, since, signal: context.signal }
          const pods = await measurePods(cluster, place)
          const { metrics = [] } = analysis
          // Without requests, there is nothing to measure.
          if (pods.failure !== undefined || metrics.length === 0 || weight === 0) return pods
          const [stable = '', canary = ''] = [...copies.deployments][0] ?? []
          return measureMetrics(metrics, ({ query, address }) =>
            environment.prometheus({
              query: queryWith(query, { namespace, canary, stable }),
              address,
              cluster,
              client: context.client,
              signal: context.signal,
            }),
          )
        })
        const injected = withInjections(
          withVariables(copies.manifests, context.variables),
          await withKeys(cluster, { bound, namespace, signal: context.signal }),
        )
        return withReplicas(context, cluster, { manifests: injected, namespace, copies })
      },
      outputs: () => ({ namespace, deployments: names, ...outputsOf(measurement) }),
    })
    // Pods that are not ready are measured as often as those that are.
    if (outcome.outcome === 'requeueAfter')
      return { ...outcome, milliseconds: Math.min(outcome.milliseconds, interval(context)) }
    if (outcome.outcome !== 'done') return outcome
    if (measurement.readyAt === undefined) context.updateState({ readyAt: context.now() })
    return done('The canary is ready.', { outputs: outcome.outputs, recheckAfter: interval(context) })
  },

  remove: (context, environment) => {
    const { runtime } = referenced(objectAs(context.object, 'CanaryWorkload').workloadInstance)
    return runtime === null
      ? Promise.resolve(done('Nothing is left of it.'))
      : removeResources(context, environment, { runtime })
  },
}

function specOf({ object }: ReconcileContext) {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof Kind)['spec']>
}

/** Milliseconds between two measurements. */
function interval(context: ReconcileContext): number {
  return (specOf(context).analysis?.intervalSeconds ?? 10) * 1000
}

function copiesOf(
  context: ReconcileContext,
  opened: CachedDefinition,
  namespace: string,
): CanaryManifests | Failed {
  const spec = specOf(context)
  const changed = withOverrideErrors('InvalidOverride', () => ({ manifests: overridden(opened, spec) }))
  if ('outcome' in changed) return changed
  // Routes lead to Services of the namespace only.
  const own = changed.manifests.filter(
    ({ metadata }) => metadata.namespace === undefined || metadata.namespace === namespace,
  )
  const copies = canaryManifests(own, spec.services)
  return 'reason' in copies ? impossible(copies.reason) : copies
}

function impossible(message: string): Failed {
  return failed({ reason: 'NoCanary', message, blocked: true }, { retryable: false })
}

/** The dependencies of a canary are those of what runs: one that only its revision has is not there yet. */
function missingDependency(
  { dependencies }: CachedDefinition,
  { manifests }: CanaryManifests,
  bound: readonly Pick<BoundDependency, 'dependency'>[],
): Failed | undefined {
  const isUsed = ({ name, inject = [], optional = false }: Dependency): boolean =>
    !optional && (inject.length > 0 || usesSecret(manifests, `${name}${bindingSuffix}`))
  const missing = dependencies.find(
    (each) => isUsed(each) && !bound.some(({ dependency }) => dependency.name === each.name),
  )
  return (
    missing &&
    impossible(
      `Dependency ${missing.name} is new, and a canary has the dependencies of what runs. Roll the revision out with the strategy rolling.`,
    )
  )
}

/** Completes bindings with the keys of their Secrets, from which variables are injected. */
async function withKeys(
  { client }: Cluster,
  {
    bound,
    namespace,
    signal,
  }: {
    bound: readonly Pick<BoundDependency, 'dependency' | 'secret'>[]
    namespace: string
    signal: AbortSignal
  },
): Promise<BoundDependency[]> {
  const type = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true }
  const injected = bound.filter(({ dependency }) => (dependency.inject ?? []).length > 0)
  return Promise.all(
    injected.map(async (each) => {
      const live = await getObject(client, { type, namespace, name: each.secret }, signal)
      const keys = isRecord(live?.['data']) ? Object.keys(live['data']) : []
      return { ...each, keys, digest: undefined, manifest: undefined }
    }),
  )
}

/** Gives each Deployment the replicas that it has, or else those of its original, which an autoscaler may have set. */
async function withReplicas(
  { signal }: ReconcileContext,
  { client }: Cluster,
  {
    manifests,
    namespace,
    copies,
  }: { manifests: readonly Manifest[]; namespace: string; copies: CanaryManifests },
): Promise<Manifest[]> {
  const replicasOf = async (name: string): Promise<number | undefined> => {
    const live = await getObject(client, { type: deployments, namespace, name }, signal)
    const replicas = isRecord(live?.['spec']) ? live['spec']['replicas'] : undefined
    return typeof replicas === 'number' ? replicas : undefined
  }
  const originals = new Map([...copies.deployments].map(([name, copy]) => [copy, name]))
  return Promise.all(
    manifests.map(async (manifest) => {
      const { name } = manifest.metadata
      const original = originals.get(name)
      if (manifest.kind !== 'Deployment' || original === undefined) return manifest
      const replicas = (await replicasOf(name)) ?? (await replicasOf(original))
      const spec = isRecord(manifest['spec']) ? manifest['spec'] : {}
      return replicas === undefined ? manifest : { ...manifest, spec: { ...spec, replicas } }
    }),
  )
}

/** What is known of the measurements so far. Times are in milliseconds since 1970. */
interface Measurement extends Pick<Finding, 'metrics'> {
  /** When the canary was ready for the first time; it is not measured before. */
  readyAt?: number
  measuredAt?: number
  passedAt?: number
  failures: number
  message?: string
}

function measurementIn({ state, object, now }: ReconcileContext): Measurement {
  const time = (field: 'readyAt' | 'measuredAt' | 'passedAt'): number | undefined =>
    storedTime(state[field], now())
  const { failures, message } = state
  // The server has validated outputs with the schema of the kind.
  const { metrics } = object.status.outputs as Partial<z.infer<(typeof Kind)['outputs']>>
  return {
    ...defined({
      readyAt: time('readyAt'),
      measuredAt: time('measuredAt'),
      passedAt: time('passedAt'),
      message: typeof message === 'string' ? message : undefined,
      metrics,
    }),
    failures: typeof failures === 'number' ? failures : 0,
  }
}

/** Measures once it is time, and stores what was found. */
async function nextMeasurement(
  context: ReconcileContext,
  measure: (since: number) => Promise<Finding>,
): Promise<Measurement> {
  const known = measurementIn(context)
  const { readyAt, measuredAt } = known
  const now = context.now()
  if (readyAt === undefined || (measuredAt !== undefined && now < measuredAt + interval(context)))
    return known
  const next = measured(known, await measure(measuredAt ?? readyAt), now)
  const { passedAt, failures, message } = next
  context.updateState({ measuredAt: now, passedAt, failures, message })
  return next
}

function measured(known: Measurement, { failure, unknown, metrics }: Finding, now: number): Measurement {
  const { message: _, metrics: __, ...rest } = known
  const message = (failure ?? unknown)?.slice(0, 1000)
  return {
    ...rest,
    measuredAt: now,
    ...(message === undefined ? { passedAt: now } : { message }),
    ...(metrics === undefined ? {} : { metrics }),
    failures: known.failures + (failure === undefined ? 0 : 1),
  }
}

function outputsOf({ measuredAt, passedAt, ...found }: Measurement): Record<string, unknown> {
  const text = (time: number | undefined): string | undefined =>
    time === undefined ? undefined : new Date(time).toISOString()
  const { failures, message, metrics } = found
  return defined({ measuredAt: text(measuredAt), passedAt: text(passedAt), failures, message, metrics })
}
