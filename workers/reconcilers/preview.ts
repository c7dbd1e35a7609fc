import type { z } from 'zod'
import { defaultPreviewTtl, type PreviewSettings, type PreviewState } from '../../schema/delivery/previews.ts'
import { sleepAt } from '../../schema/delivery/sleep.ts'
import { previewName } from '../../schema/short-name.ts'
import type { ResolvedImage } from '../../schema/delivery/images.ts'
import { defined } from '../../schema/defined.ts'
import type { Application } from '../../schema/kinds/application.ts'
import type { Preview as Kind } from '../../schema/kinds/preview.ts'
import type { WorkloadInstance } from '../../schema/kinds/workload.ts'
import {
  namespaceProblem,
  OpenedDefinition,
  previewDocuments,
  type PreviewedObject,
  type SeedRun,
} from '../delivery/preview-documents.ts'
import {
  contextOfPush,
  notePush,
  seedStateOf,
  storeSeedState,
  type Push,
  type SeedState,
} from '../delivery/preview-state.ts'
import { lookupFailure, resolveImages } from '../delivery/resolve-images.ts'
import { runIdOf } from '../delivery/seed-job.ts'
import { done, failed, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import {
  OpenedPreviewedDefinitionDocument,
  RelatedObjectsDocument,
  type OwnedObjectFragment,
} from '../generated/documents.ts'
import { trustedKeys } from '../registries/signatures.ts'

type Outputs = z.infer<(typeof Kind)['outputs']>

/** The most milliseconds until the end of a preview is checked again. */
const longestWait = 3_600_000

/** The milliseconds after which an expired preview is reported again, if its application has not let it go. */
const expiredRecheck = 60_000

/** The milliseconds after which a preview sleeps that is ready only after its time. */
const sleepDelay = 1000

/**
 * Runs an application with the images of a pull request: a copy of its definition, and an instance of it. Once it is ready for the first
 * time, a job fills it with data. An expired preview says so, and its application lets it expire.
 */
export const Preview: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const spec = specOf(context)
    const now = context.now()
    const push = notePush(context, spec, now)
    const { previews: settings, signatures } = applicationOf(context)
    const end = push.at + ttlOf(spec, settings) * 1000
    const times = { pushedAt: new Date(push.at).toISOString(), expiresAt: new Date(end).toISOString() }
    if (settings === undefined || now >= end) return expired(context, settings, times)
    const sleep = sleepOf(context, { push, settings, now })
    const wait = Math.min(end, sleep.until, now + longestWait) - now
    const step: Step = { push, settings, times, sleep, wait, now }
    // What runs while the data is written stays as it is; a newer push follows.
    if (isHeld(context, step)) return judged(context, step, await findInstance(context))
    const keys = trustedKeys(signatures?.publicKeys)
    const resolved = await resolveImages(contextOfPush(context, push), environment, {
      images: spec.images,
      keys,
    }).catch(lookupFailure)
    if (!Array.isArray(resolved)) {
      const { message } = resolved.cause
      return { ...resolved, outputs: outputsOf(context, step, { state: 'Accepted', message }) }
    }
    return rolledOut(context, { ...step, images: resolved })
  },

  remove: async () => done('Nothing is left of it.'),
}

/** A step of a preview that exists. */
interface Step {
  push: Push
  settings: PreviewSettings
  times: { pushedAt: string; expiresAt: string }
  sleep: ReturnType<typeof sleepAt> & {
    /** Whether it sleeps once it is ready. */
    isDue?: boolean
  }
  /** The milliseconds until its end, or until it sleeps or wakes, at most {@link longestWait}. */
  wait: number
  now: number
  /** The images of the push. Absent while an earlier push runs. */
  images?: readonly ResolvedImage[]
}

function specOf({ object }: ReconcileContext): z.infer<(typeof Kind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof Kind)['spec']>
}

function applicationOf({ object }: ReconcileContext): z.infer<(typeof Application)['spec']> {
  const { manifestSpec } = referenced(objectAs(object, 'Preview').application)
  // The server has validated the spec with the schema of the kind.
  return manifestSpec as z.infer<(typeof Application)['spec']>
}

function ttlOf({ ttl }: { ttl?: number | undefined }, settings: PreviewSettings | undefined): number {
  return Math.min(ttl ?? settings?.ttl ?? defaultPreviewTtl, settings?.maxTtl ?? Infinity)
}

/** Returns whether a preview sleeps. It stays awake until it is known how its last push has ended, and until it has its data. */
function sleepOf(
  context: ReconcileContext,
  { push, settings, now }: Pick<Step, 'push' | 'settings' | 'now'>,
): Step['sleep'] {
  const { wokenAt } = specOf(context)
  const woken = wokenAt === undefined ? 0 : Math.min(Date.parse(wokenAt), now)
  const sleep = sleepAt(settings.sleep, Math.max(push.at, woken), now)
  const { state } = context.object.status.outputs as Partial<Outputs>
  const isDecided = state === 'Ready' || state === 'Asleep' || state === 'Failed'
  const isAwaited = !isDecided || dueRun(context, { settings, push }) !== undefined
  return sleep.isAsleep && isAwaited ? { isAsleep: false, isDue: true, until: Infinity } : sleep
}

/** Returns the outcome of a preview whose time is over. The report triggers the application, which lets it expire. */
function expired(
  { object }: ReconcileContext,
  settings: PreviewSettings | undefined,
  times: Step['times'],
): Outcome {
  const message =
    settings === undefined
      ? 'The application has no previews any more, so it is deleted.'
      : `It is deleted, because it expired at ${times.expiresAt}.`
  const before = object.status.outputs as Partial<Outputs>
  const outputs = { ...before, ...times, state: 'Expired', message }
  return requeueAfter(expiredRecheck, { reason: 'Expired', message, outputs })
}

/** Returns the run of the job that the push is to have; undefined if the preview has its data, or needs none. */
function dueRun(
  context: ReconcileContext,
  { settings: { seed }, push }: Pick<Step, 'settings' | 'push'>,
): SeedRun | undefined {
  if (seed === undefined || seedStateOf(context).seededAt !== undefined) return undefined
  return { seed, runId: runIdOf(seed, push.key) }
}

/** Reports whether a run of an earlier push has not ended yet. */
function isHeld(context: ReconcileContext, step: Step): boolean {
  const { runId, failure } = seedStateOf(context)
  const due = dueRun(context, step)
  return due !== undefined && runId !== undefined && failure === undefined && runId !== due.runId
}

async function rolledOut(context: ReconcileContext, step: Step & { images: readonly ResolvedImage[] }) {
  const { client, object, epoch } = context
  const application = referenced(objectAs(object, 'Preview').application)
  const { result } = await client.execute(OpenedPreviewedDefinitionDocument, { id: object.id, epoch })
  const definition = OpenedDefinition.parse(result.spec)
  const problem = namespaceProblem(definition)
  if (problem !== undefined)
    return failed(
      { reason: 'SharedNamespace', message: problem, blocked: true },
      {
        retryable: false,
        retryAfter: step.wait,
        outputs: outputsOf(context, step, { state: 'Failed', message: problem }),
      },
    )
  const preview: PreviewedObject = {
    // Whatever it is called, so that its objects do not take the names of others.
    name: previewName(application.name, specOf(context).pullRequest),
    project: object.projectName ?? 'default',
    spec: specOf(context),
    settings: step.settings,
  }
  const due = dueRun(context, step)
  const run = due !== undefined && due.runId === seedStateOf(context).runId ? due : undefined
  const { isAsleep } = step.sleep
  const documents = previewDocuments(preview, { definition, images: step.images, run, isAsleep })
  const owned = await reconcileOwned(context, documents)
  if ('outcome' in owned) {
    const message = owned.outcome === 'failed' ? owned.cause.message : undefined
    const state = message === undefined ? movingState(step) : 'Failed'
    return { ...owned, outputs: outputsOf(context, step, { state, message }) }
  }
  return judged(
    context,
    step,
    owned.objects.find(({ kind }) => kind === 'WorkloadInstance'),
  )
}

/** Returns the state of a preview whose instance is not yet as it should be. One that goes to sleep does not become awake again. */
function movingState({ sleep }: Step): PreviewState {
  return sleep.isAsleep ? 'Asleep' : 'RollingOut'
}

async function findInstance({ client, object, epoch }: ReconcileContext) {
  const { result } = await client.execute(RelatedObjectsDocument, { id: object.id, epoch })
  return result.find(({ kind }) => kind === 'WorkloadInstance')
}

/** Returns the outcome by the health of the instance, and records how the job with the data has ended. */
function judged(context: ReconcileContext, step: Step, instance: OwnedObjectFragment | undefined): Outcome {
  const seeding = seedStateOf(context)
  const isRunning = seeding.runId !== undefined
  const state = isRunning ? 'Seeding' : movingState(step)
  if (instance === undefined)
    return requeueAfter(1000, {
      reason: state,
      message: 'Waiting for its instance.',
      outputs: outputsOf(context, step, { state }),
    })
  const { id, kind, name, version, status, generation, observedGeneration, ready } = instance
  const isCurrent = generation === observedGeneration
  const about = { instance, images: step.images }
  const outputs = (next: PreviewState, message?: string, seeded: SeedState = seeding) =>
    outputsOf(context, step, { state: next, message, ...about, seededAt: seeded.seededAt })
  if (isCurrent && ready) {
    const next = afterReady(context, step)
    if (next === undefined) return settled(context, outputs(step.sleep.isAsleep ? 'Asleep' : 'Ready'), step)
    storeSeedState(context, next)
    const isSeeded = next.seededAt !== undefined
    return requeueAfter(0, {
      reason: 'Seeding',
      message: isSeeded ? 'It has its data.' : 'It is filled with data.',
      outputs: outputs(isSeeded ? 'RollingOut' : 'Seeding', undefined, next),
    })
  }
  // An unreachable cluster says nothing about a push.
  if (isCurrent && status.stalled && status.phase !== 'Unreachable') {
    const cause = status.cause?.message ?? `${kind} ${name} is not ready.`
    if (!isRunning) {
      const awaited = { id, kind, name, version, ...inheritedStatus(status) }
      return waitingFor(awaited, 'is ready', { outputs: outputs('Failed', cause) })
    }
    const message = `The job with the data failed: ${cause}`
    storeSeedState(context, { ...seeding, failure: message })
    // That was for an earlier push, whose data is written anew with the next one.
    if (isHeld(context, step))
      return requeueAfter(0, { reason: 'RollingOut', message, outputs: outputs('RollingOut') })
    return failed(
      { reason: 'SeedFailed', message, blocked: true },
      {
        retryable: false,
        retryAfter: step.wait,
        outputs: outputs('Failed', message),
      },
    )
  }
  const cause = isCurrent ? status.cause?.message : undefined
  return requeueAfter(step.wait, {
    reason: state,
    message: cause ?? `Waiting until ${kind} ${name} is ready.`,
    outputs: outputs(state, cause),
  })
}

/** Returns the state of the job once the instance is ready; undefined if nothing is left to do. */
function afterReady(context: ReconcileContext, step: Step): SeedState | undefined {
  const { runId, failure: _, ...kept } = seedStateOf(context)
  const due = dueRun(context, step)
  if (due === undefined) return runId === undefined ? undefined : kept
  if (runId === due.runId || isHeld(context, step)) return { seededAt: step.now }
  return { runId: due.runId }
}

/** Returns the outcome of a preview that is ready. It follows its application, which its reference alone would not do. */
function settled(context: ReconcileContext, outputs: Outputs, { wait, images, sleep }: Step): Outcome {
  const { id, version, name: application } = referenced(objectAs(context.object, 'Preview').application)
  const { pullRequest } = specOf(context)
  const pushed = images?.map(
    ({ name, tag, digest }) => `${name}${tag === undefined ? `@${digest}` : `:${tag}`}`,
  )
  const message = sleep.isAsleep
    ? `It sleeps. Wake it with: qleetctl preview wake ${application} --pull-request ${pullRequest}`
    : `It runs ${pushed?.join(', ') ?? 'the last push'}.`
  return done(message, {
    outputs,
    recheckAfter: sleep.isDue === true ? sleepDelay : wait,
    watching: { id, version },
  })
}

interface Reported {
  state: PreviewState
  message?: string | undefined
  instance?: OwnedObjectFragment
  images?: readonly ResolvedImage[] | undefined
  seededAt?: number | undefined
}

/** Returns the outputs of a step. What it does not know stays as it was. */
function outputsOf(
  context: ReconcileContext,
  { times, sleep }: Step,
  { state, message, instance, images, seededAt }: Reported,
): Outputs {
  const before = context.object.status.outputs as Partial<Outputs>
  const known = instance?.status.outputs as Partial<z.infer<(typeof WorkloadInstance)['outputs']>> | undefined
  const urls = known === undefined ? before.urls : known.dependencies?.flatMap((each) => each.urls ?? [])
  return {
    state,
    ...times,
    ...(Number.isFinite(sleep.until)
      ? { [sleep.isAsleep ? 'wakesAt' : 'sleepsAt']: new Date(sleep.until).toISOString() }
      : {}),
    ...defined({
      message,
      url: urls?.[0],
      urls: urls?.length === 0 ? undefined : urls,
      namespace: known?.namespace ?? before.namespace,
      images: images === undefined ? before.images : [...images],
      commit: images === undefined ? before.commit : specOf(context).commit,
      seededAt: seededAt === undefined ? before.seededAt : new Date(seededAt).toISOString(),
    }),
  }
}
