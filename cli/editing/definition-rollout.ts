import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { defined } from '../../schema/inputs.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, kindByNoun, nounOf } from '../kind-names.ts'
import { isDryRun } from '../objects/write.ts'
import { selectObjects } from '../objects/selection.ts'
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
    const target = formatTarget({ kind: kindByNoun(kind), name })
    io.stdout.write(`The rollout of ${target} ${dryRun ? `would be ${done} (dry run)` : `is ${done}`}.\n`)
  }
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
