import { z } from 'zod'
import { Dependency } from '../../schema/dependencies/declaration.ts'
import { parseManifests, type Manifest } from '../../schema/manifests.ts'
import type { RolloutJob as Kind } from '../../schema/kinds/rollout-job.ts'
import { defined } from '../../schema/defined.ts'
import { spread } from '../../schema/retry.ts'
import { explainedEnd, jobEnd, jobStart } from '../delivery/job-end.ts'
import { jobManifest } from '../delivery/job-manifest.ts'
import type { JobRun } from '../delivery/rollout-jobs.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { getObject, type Cluster } from '../kube/client/cluster.ts'
import { podsOf } from '../kube/health/pods-of.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'
import { openDefinition } from '../resources/open-definition.ts'

/**
 * Runs a job of a rollout once. The name of its Kubernetes Job follows from the rollout, so that a repeated reconcile finds the Job of the
 * first. Its end is recorded, and from then on the cluster is left alone.
 */
export const RolloutJob: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const recorded = recordedEnd(context)
    if (recorded !== undefined) return ended(context, recorded)
    const { workloadInstance } = objectAs(context.object, 'RolloutJob')
    const { runtime, outputs } = referenced(workloadInstance)
    const namespace = outputs?.namespace
    if (runtime === null || namespace === undefined || namespace === null)
      return requeueAfter(1000, {
        reason: 'WaitingForNamespace',
        message: 'Waiting for the namespace of the workload.',
      })
    const { manifest, impossible } = await manifestOf(context)
    if (manifest === undefined) return record(context, { state: 'Failed', message: impossible })
    const { name } = manifest.metadata
    let start: Partial<JobRun> = {}
    const outcome = await reconcileResources(context, environment, {
      runtime,
      namespace,
      manifests: async (cluster) => {
        const live = await getObject(cluster.client, { type: jobs, namespace, name }, context.signal)
        if (live === undefined) return wasCreated(context, name) ? gone(context, name) : [manifest]
        start = jobStart(live)
        const end = jobEnd(live)
        if (end === undefined) return [manifest]
        recordCreated(context, live)
        return record(context, { ...(await explained(context, cluster, { live, end })), namespace, name })
      },
      outputs: () => ({ state: 'Running', ...start, namespace, name }),
    })
    if (outcome.outcome === 'failed') context.updateState({ problem: outcome.cause.message.slice(0, 500) })
    // A Job that is ready has ended, which the next reconcile finds.
    return outcome.outcome === 'done'
      ? requeueAfter(0, { reason: 'Ended', message: 'The job has ended.', outputs: outcome.outputs })
      : outcome
  },

  remove: (context, environment) => {
    const { runtime } = referenced(objectAs(context.object, 'RolloutJob').workloadInstance)
    return runtime === null
      ? Promise.resolve(done('Nothing is left of it.'))
      : removeResources(context, environment, { runtime })
  },
}

const jobs = { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true } as const

/** Milliseconds until a job that has ended is looked at again. */
const endedRecheck = 10 * 60_000

const OpenedSpec = z.looseObject({ yamlDocument: z.string(), dependencies: z.array(Dependency).default([]) })

function specOf({ object }: ReconcileContext) {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof Kind)['spec']>
}

/** Returns the Job, or why it cannot run. */
async function manifestOf(
  context: ReconcileContext,
): Promise<{ manifest: Manifest; impossible?: never } | { manifest?: never; impossible: string }> {
  const { object } = context
  const { yamlDocument, dependencies } = OpenedSpec.parse((await openDefinition(context)).spec)
  const spec = specOf(context)
  const known = dependencies.map(({ name }) => name)
  const missing = spec.env?.find(({ dependency }) => dependency !== undefined && !known.includes(dependency))
  if (missing !== undefined) {
    const listed = known.join(', ') || 'none'
    return {
      impossible: `The definition has no dependency ${missing.dependency}, which env has; it has ${listed}.`,
    }
  }
  const identity = `${object.projectName ?? ''}/${object.name}`
  return { manifest: jobManifest({ spec, manifests: parseManifests(yamlDocument).manifests, identity }) }
}

/** Reports whether the Job has been in the cluster. */
function wasCreated({ inventory }: ReconcileContext, name: string): boolean {
  return inventory.some((each) => each.kind === 'Job' && each.name === name && each.hash !== null)
}

/** Completes the inventory with a Job that a worker created before it died, since nothing is applied any more. */
function recordCreated({ inventory, recordApplied }: ReconcileContext, { metadata }: KubeObject): void {
  const entry = inventory.find(
    ({ kind, name, namespace }) =>
      kind === 'Job' && name === metadata.name && namespace === metadata.namespace,
  )
  if (entry === undefined || entry.uid !== null) return
  const { id: _, ...address } = entry
  const { uid, resourceVersion, generation } = metadata
  recordApplied([{ ...address, ...defined({ uid, resourceVersion, liveGeneration: generation }) }])
}

/** A Job that somebody has deleted is not made again: it would run twice. */
function gone(context: ReconcileContext, name: string): Outcome {
  return record(context, {
    state: 'Failed',
    message: `Somebody has deleted the Job ${name} before it ended.`,
  })
}

async function explained(
  { signal, state: { problem } }: ReconcileContext,
  cluster: Cluster,
  { live, end }: { live: Parameters<typeof jobEnd>[0]; end: JobRun },
): Promise<JobRun> {
  if (end.state !== 'Failed') return end
  const pods = await podsOf(cluster.client, { live, type: jobs }, signal)
  const found = explainedEnd(end, pods?.current ?? [])
  // A Job that has exceeded its deadline has no pods any more.
  return found === end && typeof problem === 'string'
    ? { ...end, message: `${end.message} ${problem}` }
    : found
}

interface End extends JobRun {
  namespace?: string
  name?: string
}

function record(context: ReconcileContext, end: End): Outcome {
  const { state, startedAt, endedAt, exitCode, message, namespace, name } = end
  const text = message?.slice(0, 1000)
  context.updateState({ state, startedAt, endedAt, exitCode, message: text, namespace, name })
  return ended(context, { ...end, ...defined({ message: text }) })
}

const RecordedEnd = z.object({
  state: z.enum(['Succeeded', 'Failed']),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  exitCode: z.number().optional(),
  message: z.string().optional(),
  namespace: z.string().optional(),
  name: z.string().optional(),
})

function recordedEnd({ state }: ReconcileContext): End | undefined {
  const { data } = RecordedEnd.safeParse(state)
  return data && { ...defined(data), state: data.state }
}

function ended(context: ReconcileContext, end: End): Outcome {
  const { job } = specOf(context)
  const outputs = { ...end }
  if (end.state !== 'Failed')
    return done(`Job ${job} has succeeded.`, { outputs, recheckAfter: spread(endedRecheck) })
  const message = end.message ?? 'It failed.'
  return failed({ reason: 'JobFailed', message, blocked: true }, { retryable: false, final: true, outputs })
}
