import type { AnyObject } from '../../client-sdk/index.ts'
import { defaultProject } from '../../schema/names.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { kindByNoun, shownTarget } from '../kind-names.ts'
import { oneLine } from '../terminal/width.ts'

/** A list of removals that somebody has to confirm. */
export type Confirmation = NonNullable<AnyObject['confirmation']>

/** What an object waits with as it is desired now; a list of an older generation may not be the one that comes. */
export function awaitedConfirmation({
  confirmation,
  generation,
  observedGeneration,
}: AnyObject): Confirmation | undefined {
  return observedGeneration >= generation ? (confirmation ?? undefined) : undefined
}

/** `2 resources are removed once somebody confirms it:`, and one line for each. */
export function removalText({ removals }: Confirmation): string {
  const count = removals.length === 1 ? '1 resource is' : `${removals.length} resources are`
  return `${count} removed once somebody confirms it:\n${removals.map(({ text }) => `  ${oneLine(text)}\n`).join('')}`
}

/** The command that shows the list and confirms it. */
export function confirmCommand({ kind, name, projectName }: AnyObject): string {
  const inProject = projectName === null || projectName === defaultProject ? '' : ` --project ${projectName}`
  return `qleetctl confirm ${shownTarget({ kind: kindByNoun(kind), name })}${inProject}`
}

/** Waiting on is pointless until somebody confirms. */
export function confirmationFailure(object: AnyObject, confirmation: Confirmation): CommandFailure {
  const { kind, name } = object
  const noun = shownTarget({ kind: kindByNoun(kind), name })
  const message = `${noun} waits for a confirmation: ${removalText(confirmation)}Confirm: ${confirmCommand(object)}`
  return new CommandFailure(exits.blocked, message, { objects: [{ kind, name, confirmation }] })
}
