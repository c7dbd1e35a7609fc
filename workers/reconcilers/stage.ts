import type { z } from 'zod'
import { isNewer, rankIn } from '../../schema/delivery/composition.ts'
import type { Decision } from '../../schema/delivery/decisions.ts'
import type { JobRecord } from '../../schema/delivery/jobs.ts'
import type { RolloutSettings } from '../../schema/delivery/rollout-settings.ts'
import {
  abortIn,
  describeAbort,
  describePause,
  isPromotedNow,
  isRetried,
  pauseIn,
} from '../../schema/delivery/stage-decisions.ts'
import type { StageState } from '../../schema/delivery/states.ts'
import { defined } from '../../schema/defined.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { Environment as EnvironmentKind } from '../../schema/kinds/environment.ts'
import type { Stage as Kind } from '../../schema/kinds/stage.ts'
import { event } from '../../schema/status.ts'
import {
  leaving,
  needsCanary,
  planOf,
  progressOf,
  withoutUseless,
  type CanaryPlan,
} from '../delivery/canary.ts'
import { nextBeside, nextLeaving, type NextRollout } from '../delivery/canary-rollout.ts'
import { analysedIn, canarySurroundings, type CanarySurroundings } from '../delivery/canary-surroundings.ts'
import { runOf } from '../delivery/job-run.ts'
import { healthOfInstance } from '../delivery/instance-health.ts'
import { healthOf } from '../delivery/observed-health.ts'
import { jobsBeside, limitsOf, spreadBefore, spreadOf, type Spread } from '../delivery/stage-locations.ts'
import {
  canaryDocument,
  canarySpec,
  instanceDocument,
  jobDocument,
  stageSpec,
} from '../delivery/stage-documents.ts'
import { outputsOf } from '../delivery/stage-outputs.ts'
import { aboutOf, recordRollouts } from '../delivery/record-rollouts.ts'
import {
  afterSkipped,
  afterStep,
  endedJobs,
  isBefore,
  jobRecords,
  jobsIn,
  mayDropJobs,
  moved,
  scopeOf,
  skippedJobs,
  startedJobs,
  type JobRun,
  type RolloutJobs,
  type StartedJob,
} from '../delivery/rollout-jobs.ts'
import { failedRollout, isOpen, judge, nextRollout, withPause, type Rollout } from '../delivery/rollout.ts'
import { rolledBack, stoppedOutcome } from '../delivery/rollout-outcomes.ts'
import { rolloutState, storedRollout } from '../delivery/stored-rollout.ts'
import { done, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import type { OwnedObjectFragment } from '../generated/documents.ts'

/** Milliseconds until a paused rollout is reconciled again. A decision triggers it at once. */
const longestPause = 3_600_000

/**
 * Rolls the chosen revision out in an environment, with its jobs before and after, and restores the last healthy one if it fails. A step
 * is taken by storing the next state of the rollout; the next reconcile does what that calls for.
 */
export const Stage: Reconciler<Environment> = {
  ensure: async (context) => {
    const { environment, revision } = objectAs(context.object, 'Stage')
    const rollouts = outputsSoFar(context).rollouts ?? []
    if (revision === null)
      return done('There is no revision yet.', { outputs: outputsOf({ state: 'Empty', rollouts }) })
    const stored = storedRollout(context.state, context.now())
    const target = numberOf(revision)
    if (!revision.ready) {
      const { id, kind, name, version, status } = revision
      const state = stored === undefined ? 'Empty' : 'RollingOut'
      const { canary: _, ...known } = stored ?? {}
      return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready', {
        outputs: outputsOf({ ...known, target, state, canary: outputsSoFar(context).canary, rollouts }),
      })
    }
    const rules = referenced(environment).manifestSpec as Rules
    return new StageRollout(context, { revision, rules, stored }).run()
  },

  remove: async () => done('Nothing is left of it.'),
}

type Rules = z.infer<(typeof EnvironmentKind)['spec']>
type RevisionSpec = z.infer<(typeof ApplicationRevision)['spec']>
type Outputs = z.infer<(typeof Kind)['outputs']>
type References = ReturnType<typeof stageOf>
/** What a rollout needs of a revision. */
type Referenced = NonNullable<References['fallback']>

function stageOf({ object }: ReconcileContext) {
  return objectAs(object, 'Stage')
}

// The server has validated specs and outputs with the schemas of the kinds.
function outputsSoFar({ object }: ReconcileContext) {
  return object.status.outputs as Partial<Outputs>
}

function revisionSpec({ manifestSpec }: Referenced) {
  return manifestSpec as RevisionSpec
}

function numberOf(revision: Referenced): number {
  return revisionSpec(revision).number
}

interface Parts {
  revision: Referenced
  rules: Rules
  stored: Rollout | undefined
}

/** One reconcile of a rollout. */
class StageRollout {
  readonly #context: ReconcileContext
  readonly #parts: Parts
  readonly #now: number
  readonly #decisions: readonly Decision[]
  readonly #settings: RolloutSettings
  readonly #plan: CanaryPlan | undefined
  #around: CanarySurroundings = { gateways: [], existing: undefined }
  #rollout: Rollout
  #records: JobRecord[] = []
  #spread: Spread
  /** What the analysis has found last. */
  #found: string | undefined

  constructor(context: ReconcileContext, parts: Parts) {
    this.#context = context
    this.#now = context.now()
    this.#parts = parts
    this.#decisions = stageSpec(context).decisions ?? []
    const { stored, revision, rules } = parts
    this.#settings = stageSpec(context).rollout ?? rules.rollout ?? {}
    // Several locations have waves, and no canaries.
    this.#plan = rules.placement?.locations === undefined ? planOf(this.#settings) : undefined
    const isAgain = stored !== undefined && isRetried(this.#decisions, stored.attempt)
    const target = numberOf(revision)
    const rank = rankIn(this.#revisions().map(revisionSpec))
    const healthy = stored?.healthy
    const last = healthy === undefined ? undefined : { number: healthy, rank: rank(healthy) }
    const isForward = isNewer(revisionSpec(revision), last)
    this.#rollout = nextRollout(stored, { target, isRetried: isAgain, isForward, now: this.#now })
    this.#spread = spreadBefore(outputsSoFar(context), this.#rollout === stored)
    const beside = jobsBeside(context.object.name, { rules, before: this.#spread })
    this.#rollout = { ...defined({ jobsBeside: beside }), ...this.#rollout }
  }

  async run(): Promise<Outcome> {
    const pause = this.#decided()
    this.#rollout = withoutUseless(this.#rollout, this.#plan, this.#now)
    const active = this.#revision(this.#rollout.active)
    if (active === undefined) return this.#awaitRevision(this.#rollout.active)
    const jobs = this.#jobsOf(active)
    const skipped = skippedJobs(this.#rollout, this.#decisions)
    if (pause === undefined && !this.#hasStopped()) {
      const next = afterSkipped(this.#rollout, jobs, skipped)
      this.#rollout = needsCanary(next, this.#plan) ? next : moved(next, jobs, this.#now)
    }
    this.#store()
    if (mayDropJobs(this.#parts.stored, this.#rollout)) return this.#storedFirst()
    const { running } = this.#rollout
    const runs = running === undefined ? active : this.#revision(running)
    if (runs === undefined) return this.#awaitRevision(running ?? 0)
    const own = this.#jobsOf(this.#parts.revision)
    const started = startedJobs(this.#rollout, { own, restoring: jobs })
    const owned = await this.#reconcile(
      runs,
      started.filter(({ job }) => !skipped.has(job.name)),
    )
    if ('outcome' in owned) return owned
    const { instance, jobObjects, canary } = owned
    const numbers = new Map(this.#revisions().map((each) => [each.name, numberOf(each)]))
    this.#spread = spreadOf(instance, { before: this.#spread, numbers })
    this.#found = analysedIn(canary.object?.status.outputs ?? {}).message
    const results = new Map(jobObjects.map(([job, object]) => [job, runOf(object)]))
    this.#records = jobRecords(started, { runs: results, skipped })
    if (pause !== undefined)
      return requeueAfter(longestPause, {
        isTriggered: true,
        reason: 'Paused',
        message: describePause(pause),
        outputs: this.#outputs('Paused'),
      })
    const observed = { plan: this.#plan, gateways: this.#around.gateways, now: this.#now }
    if (this.#rollout.canary?.phase === 'leaving')
      return this.#applied(nextLeaving(this.#rollout, this.#rollout.canary, observed))
    if (this.#plan !== undefined && needsCanary(this.#rollout, this.#plan) && !isBefore(this.#rollout, jobs))
      return this.#beside(this.#plan, { instance, canary })
    return isBefore(this.#rollout, jobs) && !this.#hasStopped()
      ? this.#prepare(instance, { jobs, results })
      : this.#judge(instance, { jobs, results })
  }

  /** Applies the decisions about the rollout, and returns the pause if it is paused. */
  #decided(): Decision | undefined {
    const { attempt } = this.#rollout
    const abort = abortIn(this.#decisions, attempt)
    if (abort !== undefined && isOpen(this.#rollout)) {
      const cause = describeAbort(abort)
      this.#rollout = failedRollout(this.#rollout, { cause, isStopped: true, now: this.#now })
      this.#recordFailure()
    }
    const pause = isOpen(this.#rollout) ? pauseIn(this.#decisions, attempt) : undefined
    this.#rollout = withPause(this.#rollout, pause !== undefined, this.#now)
    return pause
  }

  /** Takes the next step of the chosen revision beside the one that runs. */
  #beside(
    plan: CanaryPlan,
    { instance, canary }: { instance: OwnedObjectFragment; canary: ObservedCanaries },
  ): Outcome {
    const { object, isLeaving } = canary
    return this.#applied(
      nextBeside(this.#rollout, plan, {
        workload: {
          ...healthOf(instance),
          name: instance.name,
          environment: stageSpec(this.#context).environment,
        },
        health: object && healthOf(object),
        analysed: analysedIn(object?.status.outputs ?? {}),
        isLeaving,
        gateways: this.#around.gateways,
        isSkipped: isPromotedNow(this.#decisions, this.#rollout.attempt),
        limits: this.#limits(),
        now: this.#now,
      }),
    )
  }

  /** Stores the next state of the rollout, waits, or lets the revision fail. */
  #applied({ next, wait, message = '', failure }: NextRollout & { message?: string }): Outcome {
    if (failure !== undefined)
      return this.#fail(failedRollout(this.#rollout, { cause: failure, isStopped: true, now: this.#now }))
    if (next === undefined) return this.#rollingOut(wait, message)
    this.#rollout = next
    this.#store()
    return this.#storedFirst()
  }

  #rollingOut(wait: number, message: string, watching?: Parameters<typeof waitingFor>[0]): Outcome {
    const state = this.#hasFailed() ? 'RollingBack' : 'RollingOut'
    return requeueAfter(wait, {
      isTriggered: true,
      reason: state,
      message,
      outputs: this.#outputs(state),
      ...defined({ watching }),
    })
  }

  /** Returns the outcome of a reconcile that only stores the next state of the rollout. */
  #storedFirst(): Outcome {
    return this.#rollingOut(0, `Rolling out revision ${this.#rollout.active}.`)
  }

  /** Reports whether the revision has failed for good, and there is none to restore. */
  #hasStopped(): boolean {
    const { isStopped, active, target } = this.#rollout
    return isStopped === true && active === target
  }

  /** Runs the next job before the workload is moved. */
  #prepare(instance: OwnedObjectFragment, { jobs, results }: Jobs): Outcome {
    const { running, startedAt, isJobStarted } = this.#rollout
    if (running !== undefined || isJobStarted === true) return this.#step({ jobs, results })
    // The namespace and the dependencies of the first revision are made for its jobs.
    const {
      isReady,
      isStalled = false,
      cause = '',
    } = healthOfInstance(instance, this.#parts.rules, this.#rollout)
    if (isReady) return this.#step({ jobs, results })
    const { id, kind, name, version, status } = instance
    const awaited = { id, kind, name, version, ...inheritedStatus(status), stalled: true }
    // It may become ready later, as any revision without an earlier one.
    if (this.#hasFailed()) return waitingFor(awaited, 'is ready', { outputs: this.#outputs('Failed') })
    const wait = startedAt + this.#limits().deadline - this.#now
    const waiting = 'Waiting until the namespace and the dependencies of the workload are ready.'
    if (wait > 0 && !isStalled) return this.#rollingOut(wait, waiting, awaited)
    const why = cause === '' ? '.' : `: ${cause}`
    const message = `Its namespace and its dependencies were not ready for its jobs in time${why}`
    return this.#fail(failedRollout(this.#rollout, { cause: message, now: this.#now }))
  }

  /** Starts the next job, waits for it, or goes on after its end. */
  #step({ jobs, results }: Jobs): Outcome {
    const job = jobs.list[endedJobs(this.#rollout)]
    if (job === undefined) throw new Error('there is no job left')
    const run = [...results].find(
      ([started]) => started.job.name === job.name && started.revision === jobs.revision,
    )?.[1]
    const next = afterStep(this.#rollout, { job, run, now: this.#now })
    if (next.failed === next.target && !this.#hasFailed()) return this.#fail(next)
    const isWaiting = next === this.#rollout
    // It is reported before the job is made, so that no other revision is chosen meanwhile.
    if (next.isJobStarted === true && run === undefined)
      this.#records.push({ name: job.name, when: job.when, revision: jobs.revision, state: 'Running' })
    this.#rollout = next
    this.#store()
    return this.#rollingOut(
      isWaiting ? longestPause : 0,
      `Job ${job.name} of revision ${jobs.revision} runs.`,
    )
  }

  #hasFailed(): boolean {
    return this.#rollout.failed === this.#rollout.target
  }

  #fail(next: Rollout): Outcome {
    this.#rollout = next
    this.#store()
    const message = this.#recordFailure()
    return requeueAfter(0, {
      reason: 'RollingBack',
      message,
      outputs: this.#outputs(next.active === next.target ? 'Failed' : 'RollingBack'),
    })
  }

  #recordFailure(): string {
    const { active, target, cause = '' } = this.#rollout
    const message = `Revision ${target} failed: ${cause}`
    this.#context.recordEvent(event('Warning', active === target ? 'RolloutFailed' : 'RollingBack', message))
    return message
  }

  /** Returns the outcome by the health of the instance, and records what that means for the rollout. */
  #judge(instance: OwnedObjectFragment, { jobs, results }: Jobs): Outcome {
    const before = this.#rollout
    const { next, verdict } = judge(before, {
      health: healthOfInstance(instance, this.#parts.rules, before),
      limits: this.#limits(),
      hasJobs: endedJobs(before) < jobs.list.length || before.canary !== undefined,
      now: this.#now,
    })
    this.#rollout = next
    this.#store()
    const { target } = next
    const { id, kind, name, version, status } = instance
    const awaited = { id, kind, name, version, ...inheritedStatus(status) }
    switch (verdict.verdict) {
      case 'healthy':
        return this.#hasFailed()
          ? rolledBack(next, this.#outputs('RolledBack', next.active !== target))
          : done(`Revision ${target} is healthy.`, { outputs: this.#outputs('Healthy') })
      case 'degraded':
        return waitingFor(awaited, 'is ready', {
          outputs: this.#outputs(this.#hasFailed() ? 'RollingBack' : 'Degraded'),
        })
      case 'settled':
        if (next.canary !== undefined) return this.#applied({ next: leaving(next, next.canary, this.#now) })
        return this.#step({ jobs, results })
      case 'settling':
        return this.#rollingOut(verdict.wait, `Revision ${next.active} is ready and settles.`)
      case 'waiting':
        // What runs may stay ready through a change, and then reports only that it has observed it.
        return this.#rollingOut(verdict.wait, `Waiting until revision ${next.active} is ready.`, awaited)
      case 'failed': {
        if (before.failed !== target) return this.#fail(next)
        const outputs = this.#outputs('Failed')
        return this.#hasStopped()
          ? stoppedOutcome(next, outputs)
          : waitingFor({ ...awaited, stalled: true }, 'is ready', { outputs })
      }
    }
  }

  #limits(): { settle: number; deadline: number } {
    return limitsOf(this.#parts.rules)
  }

  #store(): void {
    this.#context.updateState(rolloutState(this.#rollout))
  }

  /** Returns a revision by its number, if the application has named it. */
  #revision(number: number): Referenced | undefined {
    return this.#revisions().find((each) => numberOf(each) === number)
  }

  #revisions(): Referenced[] {
    const { fallback, running } = stageOf(this.#context)
    return [this.#parts.revision, fallback, running].flatMap((each) => each ?? [])
  }

  /** The application names revisions by what this stage reports, so it follows soon. */
  #awaitRevision(number: number): Outcome {
    this.#store()
    return requeueAfter(1000, {
      reason: 'WaitingForRevision',
      message: `Waiting for revision ${number}.`,
      outputs: this.#outputs(this.#hasFailed() ? 'RollingBack' : 'RollingOut'),
    })
  }

  #jobsOf(revision: Referenced): RolloutJobs {
    const { environment } = stageSpec(this.#context)
    const isTarget = numberOf(revision) === this.#rollout.target
    const scope = isTarget ? this.#rollout.jobs : scopeOf(this.#rollout)
    return jobsIn(revisionSpec(revision), { environment, scope })
  }

  async #reconcile(runs: Referenced, jobs: readonly StartedJob[]) {
    const { canary, running } = this.#rollout
    const isBeside = canary !== undefined || needsCanary(this.#rollout, this.#plan)
    if (isBeside) this.#around = await canarySurroundings(this.#context)
    const { revision, rules } = this.#parts
    const beside =
      canary &&
      canarySpec(this.#context, {
        ...(canary.revision === numberOf(revision) ? { revision, number: canary.revision } : {}),
        ...this.#around,
        analysis: this.#settings.analysis,
      })
    const documents = [
      instanceDocument(this.#context, {
        revision: runs,
        rules,
        rollout: this.#rollout,
        isPrepared: running === undefined,
        canaryWeight: canary?.weight ?? (this.#plan === undefined ? undefined : 0),
      }),
      ...jobs.map((each) => {
        const of = this.#revision(each.revision) ?? revision
        return jobDocument(this.#context, each, { revision: of, rollout: this.#rollout })
      }),
      ...(beside === undefined ? [] : [canaryDocument(this.#context, beside)]),
    ]
    const owned = await reconcileOwned(this.#context, documents)
    if ('outcome' in owned) return owned
    const [instance, ...others] = owned.objects
    if (instance === undefined) throw new Error('the server has not returned the instance')
    return {
      instance,
      jobObjects: jobs.flatMap((job, index): [StartedJob, OwnedObjectFragment][] => {
        const object = others[index]
        return object === undefined ? [] : [[job, object]]
      }),
      canary: {
        object: others[jobs.length],
        isLeaving: owned.leaving.some(({ kind }) => kind === 'CanaryWorkload'),
      },
    }
  }

  #outputs(state: StageState, isRestored = false): Record<string, unknown> {
    const rollout = this.#rollout
    const rollouts = recordRollouts(outputsSoFar(this.#context).rollouts ?? [], {
      rollout,
      isRestored,
      about: aboutOf(revisionSpec(this.#parts.revision)),
      jobs: this.#records,
      waves: defined({ wave: this.#spread.wave, waves: this.#spread.waves }),
      now: this.#now,
    })
    return outputsOf({
      ...rollout,
      state,
      canary: progressOf(rollout, this.#plan, this.#found),
      rollouts,
      records: this.#records,
      spread: this.#spread,
    })
  }
}

/** The objects of canaries of a stage. */
interface ObservedCanaries {
  object: OwnedObjectFragment | undefined
  /** True if an earlier one is still being deleted. */
  isLeaving: boolean
}

interface Jobs {
  /** Those of the active revision. */
  jobs: RolloutJobs
  results: ReadonlyMap<StartedJob, JobRun>
}
