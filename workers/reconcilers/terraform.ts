import { randomUUID } from 'node:crypto'
import { counted } from '../../schema/counted.ts'
import { everything, plannedPrefix, type Removal } from '../../schema/confirmation.ts'
import { defined } from '../../schema/defined.ts'
import { editedState } from '../../schema/terraform-lease.ts'
import { asText, secretOutputPrefix } from '../../schema/terraform.ts'
import { backoff } from '../../schema/retry.ts'
import { TerraformRunDocument, type TerraformRunQuery } from '../generated/documents.ts'
import {
  awaitConfirmation,
  done,
  failed,
  requeueAfter,
  type Failed,
  type Outcome,
} from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { inputsOf, jobOf, specOf, type Decided } from '../terraform/inputs.ts'
import { recordResources } from '../terraform/inventory.ts'
import { RunResult, type Plan } from '../terraform/job.ts'

/*
 * Each reconcile looks at the newest run of the instance: it waits for it, turns its result into an outcome, or starts the next
 * one. Nothing else is kept, so that it does not matter which worker started a run, or whether that worker still lives.
 */

/** Reconciles a configuration of Terraform: a run applies it, and later ones look for drift. */
export const TerraformInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const inputs = inputsOf(context)
    const run = await newestRun(context)
    const { drift = 'correct', planIntervalMinutes } = specOf(context)
    const isApplied = context.state['applied'] === inputs
    const plansOnly = drift === 'report' && isApplied
    const start = (decided: Partial<Decided> = {}): Promise<Outcome> =>
      startRun(context, environment, { inputs, before: run, ...decided })
    if (run?.isAlive === true)
      return isApplied && run.inputs === inputs && run.last !== undefined && isInOrder(run.last)
        ? inOrder(run.last, lookAgain)
        : inProgress(run, context.now())
    if (run?.last === undefined || !run.isFinished) return start({ plansOnly })
    const { last } = run
    await recordResources(context, last)
    warnOfLost(context, { ...run, last })
    if (run.inputs !== inputs) return start()
    if (last.status === 'failed') return failureOf(context, { ...run, last }, () => start({ plansOnly }))
    context.updateState({ failures: undefined, counted: undefined })
    if (last.status === 'held' && last.plan !== undefined) {
      const held = heldChanges(last.plan)
      return held.every(({ id }) => context.confirmed.has(id))
        ? start({ approvedPlan: last.plan.digest })
        : awaitConfirmation(held, outputsOf(last), 'the plan')
    }
    if (!isInOrder(last)) return start()
    context.updateState({ applied: inputs })
    const rest = planIntervalMinutes * 60_000 - run.age
    if (drift === 'off') return inOrder(last)
    if (rest > 0) return inOrder(last, rest)
    const started = await start({ plansOnly: drift === 'report' })
    // While a run only looks for drift, everything is as it was.
    return started.outcome === 'requeueAfter' ? inOrder(last, started.milliseconds) : started
  },

  remove: async (context, environment) => {
    const run = await newestRun(context)
    // The first run precedes the first resource.
    if (run === undefined) return done('Nothing was created.')
    if (run.isAlive) return inProgress(run, context.now())
    const { last, inputs, isFinished } = run
    if (last !== undefined) await recordResources(context, last)
    // What a person has edited since, the last result does not know.
    if (isFinished && inputs !== editedState && isEmpty(last)) return done('Everything is gone.')
    if (isFinished && last?.status === 'failed' && inputs === destroying) {
      const failure = await failureOf(context, { ...run, last }, async () => undefined)
      if (failure !== undefined) return context.forced ? leftBehind : failure
    }
    return (
      unconfirmed(context) ??
      startRun(context, environment, { inputs: destroying, before: run, destroys: true })
    )
  },
}

/** What a run that destroys everything is started with. */
const destroying = 'destroy'

const leftBehind = done('Its remaining resources are listed as abandoned.', { leaveBehind: true })

type FoundRun = NonNullable<TerraformRunQuery['result']>

interface NewestRun extends Omit<FoundRun, 'result'> {
  isFinished: boolean
  /** Milliseconds since it finished. */
  age: number
  /** The result of the last run that has finished: of this one, or of one before. */
  last: RunResult | undefined
}

async function newestRun({ client, object, now }: ReconcileContext): Promise<NewestRun | undefined> {
  const { result: run } = await client.execute(TerraformRunDocument, { id: object.id })
  if (run === null) return undefined
  const finished = run.finishedAt === null ? now() : Date.parse(run.finishedAt)
  const last = run.result === null ? undefined : RunResult.parse(JSON.parse(run.result))
  return { ...run, isFinished: run.finishedAt !== null, age: Math.max(0, now() - finished), last }
}

/** Reports whether a run has found or made everything as the configuration has it, or drift is only reported. */
function isInOrder({ status }: RunResult): boolean {
  return status === 'applied' || status === 'unchanged' || status === 'drifted'
}

function isEmpty(last: RunResult | undefined): boolean {
  return last !== undefined && last.status !== 'failed' && last.resourceCount === 0
}

/** @param recheckAfter Milliseconds until the next look. */
function inOrder(last: RunResult, recheckAfter?: number): Outcome {
  return done(messageOf(last), {
    outputs: outputsOf(last),
    secretOutputs: secretOutputsOf(last),
    ...(recheckAfter !== undefined && { recheckAfter }),
  })
}

/** Milliseconds after which a run is looked at again; the end of a run makes its object due earlier. */
const lookAgain = 5000

function inProgress({ progress, startedAt }: NewestRun, now: number): Outcome {
  const minutes = Math.floor((now - Date.parse(startedAt)) / 60_000)
  const since = minutes === 0 ? '' : ` It has been running for ${minutes} min.`
  const message = `${progress === '' ? 'Starting.' : progress}${since}`
  return requeueAfter(lookAgain, { reason: 'Running', message })
}

interface Start extends Omit<Partial<Decided>, 'run'> {
  inputs: string
  before: NewestRun | undefined
}

async function startRun(
  context: ReconcileContext,
  environment: Environment,
  { inputs, before, ...decided }: Start,
): Promise<Outcome> {
  const { lockFile, moduleDigest } = before?.last ?? {}
  // An edited definition may have another module; the digest of an unchanged one is kept.
  const pinned = inputs === before?.inputs || decided.destroys === true ? { moduleDigest } : {}
  const job = await jobOf(context, environment, {
    run: randomUUID(),
    destroys: false,
    plansOnly: false,
    ...defined({ lockFile, ...pinned }),
    ...decided,
  })
  if ('outcome' in job) return job
  const lost = before?.isFinished === false ? before.id : undefined
  if (lost !== undefined) {
    const note = `Run ${lost} has ended without a result. Its last state is kept, and the next run continues from it.`
    context.recordEvent({ type: 'Warning', reason: 'RunLost', note })
  }
  context.assertHeld()
  const { client, epoch } = context
  const started = await environment.terraform.start(job, { client, epoch, inputs, lost })
  return started === 'busy'
    ? requeueAfter(10_000, { reason: 'Queued', message: 'Waiting until the worker has finished other runs.' })
    : requeueAfter(1000, { reason: 'Running', message: 'Starting.' })
}

/** Records events for resources that a run could not import after another one had died, once for each run. */
function warnOfLost(
  { state, updateState, recordEvent }: ReconcileContext,
  { id, last }: { id: string; last: RunResult },
): void {
  if (last.lost === undefined || state['warned'] === id) return
  updateState({ warned: id })
  for (const lost of last.lost) {
    const note = `A run that died has created a resource that is not in the state and could not be imported, ${lost} Import it by the HTTP backend, or delete it.`
    recordEvent({ type: 'Warning', reason: 'ResourceLost', note })
  }
}

/** Milliseconds until what only a user can mend is tried again. */
const blockedRetry = 10 * 60_000

/** Returns the outcome of a failed run until it is time for the next one, which `next` starts. */
async function failureOf<Next extends Outcome | undefined>(
  context: ReconcileContext,
  { id, age, last }: NewestRun & { last: RunResult },
  next: () => Promise<Next>,
): Promise<Failed | Next> {
  const isNew = context.state['counted'] !== id
  const failures = Number(context.state['failures'] ?? 0) + (isNew ? 1 : 0)
  context.updateState({ failures, counted: id })
  const { reason, message, blocked } = last.failure ?? unknownFailure
  const delay = blocked
    ? blockedRetry
    : backoff(failures, { first: 10_000, cap: 1_800_000, random: () => 0.5 })
  if (!isNew && age >= delay) return next()
  return failed(
    { reason, message, blocked },
    { retryAfter: Math.max(1000, delay - age), outputs: outputsOf(last) },
  )
}

const unknownFailure = { reason: 'RunFailed', message: 'It has failed without an error.', blocked: false }

/** Returns the changes of a plan, each of which a confirmation names. They belong to exactly this plan. */
function heldChanges({ digest, changes, total }: Plan): Removal[] {
  const listed = changes.slice(0, 100)
  const more = total - listed.length
  return [
    ...listed.map(({ text, address }, index) => ({
      id: `${plannedPrefix}${digest} ${index}`,
      text: (text === '' ? address : text).slice(0, 1000),
    })),
    ...(more > 0 ? [{ id: `${plannedPrefix}${digest} more`, text: `${more} more changes` }] : []),
  ]
}

/** Returns an outcome that asks before the resources of a guarded instance are destroyed. */
function unconfirmed(context: ReconcileContext): Outcome | undefined {
  if (specOf(context).guard === 'off' || context.confirmed.has(everything)) return undefined
  const held = context.external
    .map(({ name }) => ({ id: `destroy ${name}`.slice(0, 200), text: `delete ${name}`.slice(0, 1000) }))
    .filter(({ id }) => !context.confirmed.has(id))
  return held.length === 0 ? undefined : awaitConfirmation(held)
}

function messageOf({ status, plan, resourceCount = 0 }: RunResult): string {
  if (status === 'drifted')
    return `${counted(plan?.total ?? 0, 'change')} would revert drift, which is only reported.`
  return `Applied: ${counted(resourceCount, 'resource')}.`
}

/** The maximum number of changes in outputs. */
const maxShown = 50

function outputsOf(result: RunResult): Record<string, unknown> {
  const { status, plan, outputs = {}, resourceCount = 0, program, moduleDigest, isolation } = result
  const entries = Object.entries(outputs)
  const changes = plan?.changes.slice(0, maxShown).map(({ text }) => text)
  return {
    values: Object.fromEntries(
      entries.flatMap(([name, { value, sensitive }]) => (sensitive ? [] : [[name, value]])),
    ),
    secretValues: entries.flatMap(([name, { sensitive }]) => (sensitive ? [name] : [])),
    resources: resourceCount,
    ...(status === 'held' && { plan: changes }),
    ...(status === 'drifted' && { drift: changes }),
    ...defined({ moduleDigest, program, isolation }),
  }
}

function secretOutputsOf({ outputs = {} }: RunResult): Record<string, string> {
  const secret = Object.entries(outputs).filter(([, { sensitive }]) => sensitive)
  return Object.fromEntries(
    secret.map(([name, { value }]) => [`${secretOutputPrefix}${name}`, asText(value)]),
  )
}
