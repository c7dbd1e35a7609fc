import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { defined } from '../../schema/defined.ts'
import { allKinds } from '../kind-data.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, nounOf } from '../kind-names.ts'
import { findRollout } from '../objects/object-details.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { recordOf } from '../objects/record.ts'
import { isDryRun } from '../objects/write.ts'
import { selectObjects } from '../objects/selection.ts'
import { enumText } from '../../schema/enum-text.ts'
import { inProject } from '../../schema/names.ts'
import type { Sink } from '../terminal/io.ts'
import { poll } from '../waiting/poll.ts'
import type { DryRun } from '../settings/options.ts'

/* Decisions about rollouts of definitions and profiles, by the verbs of the rollouts of applications. */

/** What each verb does with the rollout of a definition. */
const actions = {
  pause: { action: 'PAUSE', done: 'paused' },
  resume: { action: 'RESUME', done: 'resumed' },
  retry: { action: 'RESUME', done: 'resumed' },
  abort: { action: 'ABORT', done: 'aborted' },
  skip: { action: 'FINISH', done: 'finished' },
} as const
type Verb = keyof typeof actions

interface DecidingOptions {
  dryRun: DryRun
  reason: string | undefined
  output: string
  /** Of decisions about rollouts of applications only. */
  jobs?: readonly string[] | undefined
  owner?: string | undefined
  /** @default false */
  wait?: boolean
  /** Milliseconds. */
  timeout?: number
}

/** Reports whether an object is a definition or a profile whose edits go in waves. */
export function rollsOut({ kind }: AnyObject): boolean {
  return kindByNoun(kind).rollsOut
}

/**
 * Carries out a decision about the rollouts of definitions and profiles, and follows them if requested. Resolves with the exit code, as
 * {@link showRollouts} does.
 */
export async function controlRollouts(
  context: CommandContext,
  client: Client,
  { objects, verb, options }: { objects: readonly AnyObject[]; verb: Verb; options: DecidingOptions },
): Promise<number> {
  const { io } = context
  const format = parseFormat(options.output)
  assertForDefinitions(options)
  const { action, done } = actions[verb]
  const { reason, wait = false, timeout = 0 } = options
  const dryRun = isDryRun(options.dryRun)
  const controlled: AnyObject[] = []
  for (const object of objects) {
    controlled.push(
      await client.controlRollout({ id: object.id }, action, { dryRun, ...defined({ reason }) }),
    )
    const outcome = dryRun ? `would be ${done} (dry run)` : `is ${done}`
    if (isTable(format)) io.stdout.write(`The rollout of ${nounAndName(object)} ${outcome}.\n`)
  }
  if (!isTable(format))
    await printItems<AnyObject>(io, format, {
      items: controlled,
      nameOf: nounAndName,
      toList: (all) => ({ items: all.map(recordOf) }),
    })
  if (!wait || dryRun) return 0
  const out = isTable(format) ? io.stdout : io.stderr
  return showRollouts(context, client, { objects, isWatching: true, timeout, out })
}

/** Throws if an option is given that means nothing for definitions and profiles. */
function assertForDefinitions({ jobs = [], owner }: DecidingOptions): void {
  const given = [...(jobs.length > 0 ? ['--job'] : []), ...(owner === undefined ? [] : ['--owner'])]
  if (given.length > 0)
    throw usageError(
      `${given.join(' and ')} cannot be used with definitions and profiles, only with the rollout of an application. Leave it out, ` +
        'or name an application and --environment.',
    )
}

interface Awaited {
  objects: readonly AnyObject[]
  isWatching: boolean
  /** Milliseconds, for all of them together. */
  timeout: number
  /** @default stdout */
  out?: Sink
}

/** How often a rollout is read while it is awaited, in milliseconds. */
const pollEvery = 1000

/**
 * Shows how far the newest edits of definitions and profiles have got, and waits until they are over. Resolves with the exit code of
 * the first one that is not complete: 1 if it has ended or is not awaited, and 7 on timeout.
 */
export async function showRollouts(
  { io }: CommandContext,
  client: Client,
  { objects, isWatching, timeout, out = io.stdout }: Awaited,
): Promise<number> {
  const until = performance.now() + timeout
  let exit = 0
  for (const { id, kind, name, projectName } of objects) {
    const target = nounAndName({ kind, name })
    const rollout = await poll(io, {
      read: async () => (await findRollout(client, id))?.definitionRollout ?? null,
      isEnough: (found) => found === null || found.endedAt !== null,
      every: pollEvery,
      follow: `qleetctl rollout status ${target}${inProject(projectName)}`,
      timeout: isWatching ? until - performance.now() : 0,
    })
    if (rollout === null) {
      out.write(`${target}: no edit has gone in waves\n`)
      continue
    }
    const { state, wave, waves, cause, endedAt } = rollout
    const why = cause === null ? '' : `: ${cause}`
    out.write(`${target} is ${enumText(state)} in wave ${wave} of ${waves}${why}\n`)
    if (state !== 'COMPLETE' && exit === 0)
      exit = isWatching && endedAt === null ? exits.timeout : exits.failed
  }
  return exit
}

/** Carries out a decision about the rollout of what a word names; KIND/NAME of a definition or a profile. */
export async function controlNamed(
  context: CommandContext,
  verb: Verb,
  { word, options }: { word: string; options: DecidingOptions & { project: string | undefined } },
): Promise<number> {
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: [word], project: options.project })
  const other = objects.find((object) => !rollsOut(object))
  if (other !== undefined) {
    const nouns = allKinds.filter((kind) => kind.rollsOut).map(nounOf)
    throw usageError(
      `--environment is missing for ${word}. Without it, name one of these: ${nouns.join(', ')}`,
    )
  }
  return controlRollouts(context, client, { objects, verb, options })
}
