import type { Client } from '../../client-sdk/index.ts'
import type { decisionActions } from '../../schema/delivery/decisions.ts'
import { failureIn } from '../../schema/delivery/failed-revisions.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import { inProject } from '../../schema/names.ts'
import type { RolloutDecision } from '../../schema/kinds/rollout-decision.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { printDeleted } from '../objects/deleted.ts'
import { requestDeletion, targetOf } from '../objects/deletion.ts'
import { parseFormat } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'
import { applyBuilt, isDryRun, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import {
  assertEnvironment,
  childrenOf,
  stagesOf,
  typed,
  type KnownApplication,
  type KnownStage,
} from './application.ts'
import { awaitStages } from './await-stages.ts'
import { decisionName } from './names.ts'

type Action = (typeof decisionActions)[number]

export interface DecisionOptions {
  environment: string | undefined
  reason: string | undefined
  owner?: string | undefined
  jobs?: readonly string[] | undefined
  /** The number of a revision that failed earlier. @default the one of the rollout */
  revision?: number | undefined
  wait?: boolean
  timeout?: number
  dryRun: DryRun
  project: string | undefined
  output: string
}

export interface DecisionInput {
  words: readonly string[]
  options: DecisionOptions
}

interface Place {
  application: KnownApplication
  stage: KnownStage
  environment: string
}

/** Records what somebody decided about the current rollout of an application in an environment. */
export async function decide(
  context: CommandContext,
  action: Action,
  { words, options }: DecisionInput,
): Promise<void> {
  parseFormat(options.output)
  const { reason = defaultReason[action], owner, jobs } = options
  if (reason === undefined) throw usageError('--reason is missing: it is shown to those who wait')
  const { client } = await context.connect()
  const place = await placeOf(client, { words, options })
  const { application, stage, environment } = place
  const { revision: current, attempt = 1 } = stage.outputs
  if (current === undefined)
    throw new PlatformError('CONFLICT', `nothing has been rolled out in ${environment}`)
  const { revision = current } = options
  if (revision === current) assertPossible(place, action)
  else assertFailedEarlier(place, { revision, current })
  if (action === 'skip' && (jobs ?? []).length === 0) assertCanary(place)
  const known = await decisionsIn(client, place)
  const { name: app, projectName } = application.object
  const name = decisionName({
    application: app,
    environment,
    attempt,
    action,
    jobs,
    ...(revision === current ? {} : { revision }),
  })
  const same = known.find(({ object }) => object.name === name)
  const document = {
    kind: 'RolloutDecision',
    name,
    project: projectName,
    // Repeating a decision changes nothing.
    spec: same?.spec ?? {
      application: app,
      environment,
      revision,
      attempt,
      action,
      reason,
      ...defined({ owner, jobs: jobs?.length === 0 ? undefined : jobs }),
    },
    expectedVersion: same?.object.version ?? 0,
  }
  const { dryRun, wait = false, timeout = 0 } = options
  const applied = await applyBuilt(client, [document], writeOptions({ dryRun, reason }))
  await reportApplied(context, client, { applied, options: { ...options, wait: false, timeout } })
  if (action === 'pause' && !isDryRun(dryRun))
    context.io.stderr.write(
      `It waits until: qleetctl rollout resume application/${app} --environment ${environment}${inProject(projectName)}\n`,
    )
  if (wait && !isDryRun(dryRun))
    await awaitStages(context, { client, stages: [stage], revision, attempt, timeout })
}

const defaultReason: Partial<Record<Action, string>> = { retry: 'Tried again.' }

/** Deletes the pauses of the current rollout in an environment. */
export async function resumeRollout(
  context: CommandContext,
  { words, options }: DecisionInput,
): Promise<void> {
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const place = await placeOf(client, { words, options })
  const { attempt = 1 } = place.stage.outputs
  const pauses = (await decisionsIn(client, place)).filter(
    ({ spec }) => spec.action === 'pause' && spec.attempt === attempt,
  )
  if (pauses.length === 0) {
    const { name } = place.application.object
    throw new PlatformError('NOT_FOUND', `application/${name} is not paused in ${place.environment}`)
  }
  const dryRun = isDryRun(options.dryRun)
  const targets = pauses.map(({ object }) => targetOf(object))
  const { reason } = options
  const deleted = await requestDeletion(client, targets, { dryRun, ...defined({ reason }) })
  const outcome = dryRun ? 'would be deleted (dry run)' : 'deleted'
  await printDeleted(context.io, format, { targets, deleted, outcome })
}

async function placeOf(client: Client, { words, options }: DecisionInput): Promise<Place> {
  const { environment, project } = options
  if (environment === undefined) throw usageError('--environment is missing: it names where the rollout is')
  // The application alone is enough: there are no rollouts of other kinds in environments.
  const [word = '', another] = words
  const named = another === undefined && !word.includes('/') ? [`application/${word}`] : words
  const objects = await selectObjects(client, { words: named, project })
  const [object] = objects
  if (object?.kind !== 'Application' || objects.length > 1)
    throw usageError('name one application: application/NAME')
  const application: KnownApplication = typed(object)
  assertEnvironment(application, environment)
  const stage = (await stagesOf(client, application)).find(({ spec }) => spec.environment === environment)
  if (stage !== undefined) return { application, stage, environment }
  throw new PlatformError('NOT_FOUND', `application/${object.name} has not reached ${environment} yet`)
}

async function decisionsIn(client: Client, { application, environment }: Place) {
  const all = await childrenOf<typeof RolloutDecision>(client, application, 'RolloutDecision')
  return all.filter(({ spec }) => spec.environment === environment)
}

/** Throws if a decision would have no effect. */
function assertPossible({ stage, application, environment }: Place, action: Action): void {
  const { state = 'Empty', revision, failed } = stage.outputs
  const { name } = application.object
  const at = `revision ${revision} is ${state} in ${environment}`
  if (action === 'retry') {
    if (failed === revision) return
    throw new PlatformError('CONFLICT', `${at}: only a revision that has failed can be tried again`)
  }
  if (state === 'RollingOut' || state === 'Paused') return
  const remedy =
    state === 'Healthy' || state === 'Degraded'
      ? `. To return to an earlier revision: qleetctl rollback ${name} --environment ${environment}`
      : ''
  throw new PlatformError('CONFLICT', `${at}: no rollout is in progress${remedy}`)
}

/** Throws if a revision that an environment has left cannot be tried again there. */
function assertFailedEarlier(
  { stage, application, environment }: Place,
  { revision, current }: { revision: number; current: number },
): void {
  const { name } = application.object
  if (failureIn(stage, revision) === undefined)
    throw new PlatformError(
      'CONFLICT',
      `revision ${revision} has not failed in ${environment}: only a revision that has failed can be tried again. See: qleetctl rollouts ${name}`,
    )
  if (revision < current)
    throw new PlatformError(
      'CONFLICT',
      `revision ${revision} is older than revision ${current} in ${environment}. To return to it: qleetctl rollback ${name} ` +
        `--environment ${environment} --to ${revision}`,
    )
}

/** Throws if there is no canary to promote. */
function assertCanary({ stage, environment }: Place): void {
  const { canary } = stage.outputs
  if (canary !== undefined && canary.phase !== 'leaving') return
  throw usageError(
    `there is no canary in ${environment} to promote now. To go on without a job of the rollout, name it with --job`,
  )
}
