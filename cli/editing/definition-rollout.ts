import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { defined } from '../../schema/inputs.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { pause } from '../../schema/retry.ts'
import { CommandFailure, exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, nounOf } from '../kind-names.ts'
import { findRollout } from '../objects/object-details.ts'
import { isDryRun } from '../objects/write.ts'
import { selectObjects } from '../objects/selection.ts'
import { enumText } from '../output/enum-text.ts'
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

interface Deciding {
  options: { dryRun: DryRun; reason: string | undefined }
}

/** Reports whether an object is a definition or a profile whose edits go in waves. */
export function rollsOut({ kind }: AnyObject): boolean {
  return kindByNoun(kind).rollsOut
}

/** Carries out a decision about the rollouts of definitions and profiles. */
export async function controlRollouts(
  { io }: CommandContext,
  client: Client,
  { objects, verb, options }: Deciding & { objects: readonly AnyObject[]; verb: Verb },
): Promise<void> {
  const { action, done } = actions[verb]
  const dryRun = isDryRun(options.dryRun)
  for (const { id, kind, name } of objects) {
    await client.controlRollout({ id }, action, { dryRun, ...defined({ reason: options.reason }) })
    const target = nounAndName({ kind, name })
    io.stdout.write(`The rollout of ${target} ${dryRun ? `would be ${done} (dry run)` : `is ${done}`}.\n`)
  }
}

interface Awaited {
  objects: readonly AnyObject[]
  isWatching: boolean
  /** Milliseconds, for all of them together. */
  timeout: number
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
  { objects, isWatching, timeout }: Awaited,
): Promise<number> {
  const until = performance.now() + timeout
  let exit = 0
  for (const { id, kind, name } of objects) {
    const target = nounAndName({ kind, name })
    let rollout = (await findRollout(client, id))?.definitionRollout ?? null
    while (isWatching && rollout !== null && rollout.endedAt === null && performance.now() < until) {
      await pause(Math.min(pollEvery, until - performance.now()), io.signal)
      if (io.signal.aborted) throw new CommandFailure(exits.interrupted, 'interrupted')
      rollout = (await findRollout(client, id))?.definitionRollout ?? null
    }
    if (rollout === null) {
      io.stdout.write(`${target}: no edit has gone in waves\n`)
      continue
    }
    const { state, wave, waves, cause, endedAt } = rollout
    const why = cause === null ? '' : `: ${cause}`
    io.stdout.write(`${target} is ${enumText(state)} in wave ${wave} of ${waves}${why}\n`)
    if (state !== 'COMPLETE' && exit === 0)
      exit = isWatching && endedAt === null ? exits.timeout : exits.failed
  }
  return exit
}

/** Carries out a decision about the rollout of what a word names; KIND/NAME of a definition or a profile. */
export async function controlNamed(
  context: CommandContext,
  verb: Verb,
  { word, options }: Deciding & { word: string; options: { project: string | undefined } },
): Promise<void> {
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: [word], project: options.project })
  const other = objects.find((object) => !rollsOut(object))
  if (other !== undefined) {
    const nouns = allKinds.filter((kind) => kind.rollsOut).map(nounOf)
    throw usageError(
      `--environment is missing for ${word}. Without it, name one of these: ${nouns.join(', ')}`,
    )
  }
  await controlRollouts(context, client, { objects, verb, options })
}
