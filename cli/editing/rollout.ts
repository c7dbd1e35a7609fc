import type { AnyObject } from '../../client-sdk/index.ts'
import { inProject } from '../../schema/names.ts'
import { CommandFailure, exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { decide, resumeRollout, type DecisionOptions } from '../delivery/decide.ts'
import type { AppliedShape } from '../documents/applied-shape.ts'
import { nounAndName } from '../kind-names.ts'
import { targetOf } from '../objects/deletion.ts'
import { changeObjects, type EditInput } from '../objects/edited.ts'
import { parseFormat } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'
import { isDryRun } from '../objects/write.ts'
import { messageOf, isReady, phaseOf } from '../objects/record.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { controlNamed, controlRollouts, rollsOut, showRollouts } from './definition-rollout.ts'
import { assertField, type OperatingField } from './rollout-fields.ts'

interface OperateInput {
  args: { objects: readonly string[] }
  options: EditInput & {
    selector: string | undefined
    project: string | undefined
    owner?: string | undefined
  }
}

interface DecidingInput extends OperateInput {
  options: OperateInput['options'] & DecisionOptions
}

/** Replaces the pods of workloads, as after a change of their template. */
export function restart(input: OperateInput, context: CommandContext): Promise<number | void> {
  const restartedAt = new Date().toISOString()
  return operate(context, input, {
    field: 'restartedAt',
    verb: 'restarted',
    change: (spec) => ({ ...spec, restartedAt }),
  })
}

/** Stops rolling out changes of workloads, or of an application in an environment, until they are resumed. */
export function pause(input: DecidingInput, context: CommandContext): Promise<number | void> {
  const { args, options } = input
  if (options.environment !== undefined) return decide(context, 'pause', { words: args.objects, options })
  return operate(context, input, {
    rollout: 'pause',
    field: 'paused',
    verb: 'paused',
    change: (spec) => ({ ...spec, paused: true }),
  })
}

/** Rolls out what was held back by a pause. */
export function resume(input: DecidingInput, context: CommandContext): Promise<number | void> {
  const { args, options } = input
  if (options.environment !== undefined) return resumeRollout(context, { words: args.objects, options })
  return operate(context, input, {
    rollout: 'resume',
    field: 'paused',
    verb: 'resumed',
    change: (spec) => Object.fromEntries(Object.entries(spec).filter(([key]) => key !== 'paused')),
  })
}

interface RolloutInput {
  args: { application: string }
  options: Omit<DecisionOptions, 'jobs'>
}

/** Ends the rollout of an application in an environment: the last healthy revision is restored. */
export function abort(input: RolloutInput, context: CommandContext): Promise<number | void> {
  return decideOrControl(context, 'abort', input)
}

interface JobsInput extends RolloutInput {
  options: RolloutInput['options'] & { job: readonly string[] }
}

/** Rolls a revision that has failed in an environment out again. */
export function retry({ args, options }: JobsInput, context: CommandContext): Promise<number | void> {
  return decideOrControl(context, 'retry', { args, options: { ...options, jobs: options.job } })
}

/** Promotes a canary now, or goes on with a rollout without some of its jobs. */
export function skip({ args, options }: JobsInput, context: CommandContext): Promise<number | void> {
  return decideOrControl(context, 'skip', { args, options: { ...options, jobs: options.job } })
}

/** Decides about the rollout of an application in an environment or, without one, of a definition or a profile. */
function decideOrControl(
  context: CommandContext,
  verb: 'abort' | 'retry' | 'skip',
  { args: { application: word }, options }: { args: RolloutInput['args']; options: DecisionOptions },
): Promise<number | void> {
  if (options.environment !== undefined || !word.includes('/'))
    return decide(context, verb, { words: [word], options })
  if (options.revision !== undefined)
    throw usageError('--revision is of the rollout of an application: name its --environment')
  return controlNamed(context, verb, { word, options })
}

interface Operation {
  /** What it does with the rollout of a definition. @default nothing */
  rollout?: 'pause' | 'resume'
  field: OperatingField
  verb: string
  change: (spec: AppliedShape['spec']) => AppliedShape['spec']
}

// oxlint-disable-next-line max-params -- a handler, and what distinguishes it
async function operate(
  context: CommandContext,
  { args, options }: OperateInput,
  { rollout, field, verb, change }: Operation,
): Promise<number | void> {
  parseFormat(options.output)
  const { client } = await context.connect()
  const objects = await selectObjects(client, { ...options, words: args.objects })
  if (rollout !== undefined && objects.length > 0 && objects.every(rollsOut))
    return controlRollouts(context, client, { objects, verb: rollout, options })
  for (const object of objects) assertField(object, { field, verb })
  await changeObjects(context, {
    objects,
    options,
    change: (shape) => ({ ...shape, spec: change(shape.spec) }),
  })
  if (rollout === 'pause' && !isDryRun(options.dryRun)) notePause(context, objects)
}

/** The most paused objects that a note names. */
const maxNoted = 5

function notePause({ io }: CommandContext, objects: readonly AnyObject[]): void {
  if (objects.length === 0 || objects.length > maxNoted) return
  const names = objects.map(nounAndName).join(' ')
  const place = inProject(objects[0]?.projectName)
  io.stderr.write(`Changes of pods wait until: qleetctl rollout resume ${names}${place}\n`)
}

interface StatusInput {
  args: { objects: readonly string[] }
  options: { watch: string; timeout: number; project: string | undefined }
}

/** Waits until workloads are rolled out, or shows whether they are. */
export async function rolloutStatus(
  { args, options }: StatusInput,
  context: CommandContext,
): Promise<number> {
  const { io } = context
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: args.objects, project: options.project })
  if (objects.length > 0 && objects.every(rollsOut))
    return showRollouts(context, client, {
      objects,
      isWatching: options.watch === 'true',
      timeout: options.timeout,
    })
  if (options.watch === 'true') {
    const targets = objects.map((object) => ({ ...targetOf(object), id: object.id }))
    await waitWithProgress(io, targets, { client, goal: 'ready', timeout: options.timeout })
  }
  for (const object of objects) io.stdout.write(`${nounAndName(object)} ${stateOf(object, options)}\n`)
  const isDone = options.watch === 'true' || objects.every((object) => isReady(object))
  return isDone ? 0 : exits.failed
}

function stateOf(object: AnyObject, { watch }: StatusInput['options']): string {
  if (watch === 'true' || isReady(object)) return 'is rolled out'
  const message = messageOf(object)
  return `is not rolled out: ${phaseOf(object)}${message === '' ? '' : `: ${message}`}`
}

/** Returns the error for a command that needs one object. */
export function oneObject(objects: readonly AnyObject[]): AnyObject {
  const [only, another] = objects
  if (only !== undefined && another === undefined) return only
  throw new CommandFailure(exits.usage, 'name one object: KIND/NAME')
}
