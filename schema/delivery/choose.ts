import type { z } from 'zod'
import { isNewer, newestWhole } from './composition.ts'
import { planBasis } from './plan-digests.ts'
import { refusalOf } from './failed-revisions.ts'
import { promoted, type Wanted } from './promoted.ts'
import { isRecorded } from './recorded.ts'
import { closedUntil } from './times.ts'
import type { Application } from '../kinds/application.ts'
import type { Stage } from '../kinds/stage.ts'
import { decisionsAbout, describePause, pauseIn } from './stage-decisions.ts'
import type { KnownRevision, Related, Surroundings } from './surroundings.ts'

/*
 * Which revision an environment should run: a function of what is stored and of the time, so that it is the same whoever computes it,
 * however often, and after any crash.
 */

/** The revision that was chosen for an environment. */
export interface Choice {
  environment: string
  policy: 'automatic' | 'approval'
  /** The revision to run; undefined until there is one. */
  revision: KnownRevision | undefined
  /** What newer revisions wait for. */
  waiting?: string
  /** Set if no person decides about that: a job that runs, a canary that is promoted, or a revision that is being recorded. */
  isBusy?: true
  /** Set if that is a promotion or an approval by a user. */
  needsApproval?: true
  /** The name of the hold that decides. */
  hold?: string
  /** The time at which the choice may change by itself, in milliseconds. */
  until?: number
}

/** Chooses a revision for each environment of an application, in their order. */
export function chooseRevisions(
  { environments: listed }: z.infer<(typeof Application)['spec']>,
  around: Surroundings,
  now: number,
): Choice[] {
  const stages = new Map(around.stages.map((each) => [each.spec.environment, each]))
  return listed.map((entry, index) => {
    const { environment } = entry
    const before = listed[index - 1]
    return choose(around, {
      environment,
      entry,
      stage: stages.get(environment),
      before:
        before === undefined
          ? undefined
          : { stage: stages.get(before.environment), name: before.environment },
      now,
    })
  })
}

interface Place {
  environment: string
  /** What the application sets for the environment. */
  entry: z.infer<(typeof Application)['spec']>['environments'][number]
  stage: Related<typeof Stage> | undefined
  /** The environment before, in the order of the application. */
  before: { stage: Related<typeof Stage> | undefined; name: string } | undefined
  now: number
}

function choose(around: Surroundings, place: Place): Choice {
  const { environment, stage, now } = place
  const spec = around.environments.find(({ name }) => name === environment)?.spec ?? {}
  const { policy = 'automatic' } = spec
  const current = around.revisions.find(({ name }) => name === stage?.spec.revision)
  const held = holdOf(around, environment)
  const own = { environment, policy }
  const busy = runningJob(stage)
  if (held !== undefined) {
    const choice = pinned(around, { held, current, policy })
    // A job that runs before the rollout, such as a migration, is never interrupted by another revision.
    return busy === undefined ? { ...own, ...choice } : { ...own, ...choice, revision: current }
  }
  const passing = busy ?? promotion(stage)
  if (passing !== undefined) return { ...own, revision: current, waiting: passing, isBusy: true }
  const paused = pauseOf(around, environment, stage)
  if (paused !== undefined) return { ...own, revision: current, waiting: paused }
  const { revision: wanted, ...wait } =
    policy === 'approval'
      ? promoted(around, {
          environment,
          rules: spec,
          current,
          basis: () => planBasis({ runs: current?.spec.number, entry: place.entry, rules: spec }),
          now,
        })
      : automatic(around, place, { soak: spec.soak ?? 0, current })
  if (wanted === undefined || wanted.name === current?.name) return { ...own, revision: current, ...wait }
  const refusal = refusalOf(around, stage, wanted)
  if (refusal !== undefined) return { ...own, revision: current, ...wait, waiting: refusal }
  if (current !== undefined && !isRecorded(wanted))
    return { ...own, revision: current, waiting: unrecorded(wanted), isBusy: true }
  const closed = closedUntil(spec, now)
  if (closed !== undefined) {
    // What waits may expire before.
    const until = Math.min(closed.until, wait.until ?? Infinity)
    return { ...own, revision: current, waiting: `${closed.message}.`, until }
  }
  return { ...own, revision: wanted, ...wait }
}

/** What the next revision waits for while a job runs before the current one is rolled out; undefined when none does. */
function runningJob(stage: Related<typeof Stage> | undefined): string | undefined {
  const { state, jobs = [] } = stage?.outputs ?? {}
  if (stage === undefined || state !== 'RollingOut') return undefined
  const job = jobs.find((each) => each.when === 'before' && each.state === 'Running')
  return job && `Job ${job.name} of revision ${job.revision} runs in ${stage.spec.environment}.`
}

/** What newer revisions wait for while a canary is promoted, which would otherwise be for nothing; undefined when none is. */
function promotion(stage: Related<typeof Stage> | undefined): string | undefined {
  const { state, canary } = stage?.outputs ?? {}
  return stage !== undefined && state === 'RollingOut' && canary?.phase === 'promoting'
    ? `Revision ${canary.revision} is being promoted in ${stage.spec.environment}.`
    : undefined
}

function unrecorded({ spec: { number }, status }: KnownRevision): string {
  const why = status.cause === null ? '.' : `: ${status.cause.message}`
  return `Revision ${number} is not recorded yet${why}`
}

/** Why the rollout in an environment is paused; undefined when it is not. */
function pauseOf(
  around: Surroundings,
  environment: string,
  stage: Related<typeof Stage> | undefined,
): string | undefined {
  const { state } = stage?.outputs ?? {}
  if (stage === undefined || (state !== 'RollingOut' && state !== 'Paused')) return undefined
  const pause = pauseIn(decisionsAbout(around, environment, stage), stage.outputs.attempt ?? 1)
  return pause && describePause(pause)
}

type Held = Surroundings['holds'][number]

/** The newest hold on an environment. One for the environment takes precedence over one for all. */
function holdOf({ holds }: Surroundings, environment: string) {
  return (
    holds.findLast(({ spec }) => spec.environment === environment) ??
    holds.findLast(({ spec }) => spec.environment === undefined)
  )
}

/**
 * The revision at which an environment is held. A hold is no approval: where revisions need one, it can only return to an earlier
 * revision.
 */
function pinned(
  around: Surroundings,
  {
    held: { name, spec },
    current,
    policy,
  }: { held: Held; current: KnownRevision | undefined } & Pick<Choice, 'policy'>,
): Pick<Choice, 'revision' | 'hold' | 'waiting'> {
  const { revision: number, owner, reason } = spec
  const by = owner === undefined ? '' : ` by ${owner}`
  const held = (revision: KnownRevision | undefined, note = '') => ({
    revision,
    hold: name,
    waiting: `Held${by}: ${reason}${note}`,
  })
  if (number === undefined) return held(current)
  const wanted = numbered(around, number)
  if (wanted === undefined) return held(current, ` (revision ${number} does not exist)`)
  return policy === 'approval' && isNewer(wanted.spec, current?.spec)
    ? held(current, ` (revision ${number} has no promotion)`)
    : held(wanted)
}

function numbered({ revisions }: Surroundings, number: number): KnownRevision | undefined {
  return revisions.find(({ spec }) => spec.number === number)
}

/**
 * The newest revision; after the first environment, the one that is healthy in the environment before, for long enough. A rollback in the
 * environment before does not spread.
 */
function automatic(
  around: Surroundings,
  { stage, before, now }: Place,
  { soak, current }: { soak: number; current: KnownRevision | undefined },
): Wanted {
  if (before === undefined) return newestFor(around, stage, current)
  const newest = newestWhole(around.revisions.filter(isRecorded)) ?? newestWhole(around.revisions)
  if (newest === undefined) return { revision: undefined }
  const { healthy, since } = before.stage?.outputs ?? {}
  const revision = healthy === undefined ? undefined : numbered(around, healthy)
  const lasting =
    revision?.name === newest.name
      ? {}
      : { waiting: `Revision ${newest.spec.number} is not healthy in ${before.name} yet.` }
  const isOlder = revision !== undefined && current !== undefined && isNewer(current.spec, revision.spec)
  if (revision === undefined || since === undefined || isOlder) return { revision: undefined, ...lasting }
  // The clock of the worker that has reported it may be ahead.
  const until = Math.min(Date.parse(since), now) + soak * 1000
  return until <= now
    ? { revision, ...lasting }
    : {
        revision: undefined,
        waiting: `Revision ${healthy} soaks in ${before.name} until ${new Date(until).toISOString()}.`,
        until,
      }
}

/** The newest revision that is recorded and has not failed in the environment; until there is one, the newest of all. */
function newestFor(
  around: Surroundings,
  stage: Related<typeof Stage> | undefined,
  current: KnownRevision | undefined,
): Wanted {
  const recorded = around.revisions.filter(isRecorded)
  const last = newestWhole(around.revisions)
  const newest = newestWhole(recorded) ?? last
  if (newest === undefined || last === undefined) return { revision: undefined }
  const refusal = newest.name === current?.name ? undefined : refusalOf(around, stage, newest)
  if (refusal !== undefined) {
    const best = newestWhole(recorded.filter((each) => refusalOf(around, stage, each) === undefined))
    const isForward = best !== undefined && isNewer(best.spec, current?.spec)
    return { revision: isForward ? best : undefined, waiting: refusal }
  }
  return { revision: newest, ...(newest === last ? {} : { waiting: unrecorded(last), isBusy: true }) }
}
