import type { AnyObject } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { plannedPrefix } from '../../schema/confirmation.ts'
import { inProject } from '../../schema/names.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { nounAndName } from '../kind-names.ts'
import { oneLine } from '../terminal/width.ts'

/** A list of removals that requires confirmation. */
export type Confirmation = NonNullable<AnyObject['confirmation']>

/** Returns the pending confirmation of the current generation. One of an older generation may be replaced. */
export function pendingConfirmation({
  confirmation,
  generation,
  observedGeneration,
}: AnyObject): Confirmation | undefined {
  return observedGeneration >= generation ? (confirmation ?? undefined) : undefined
}

/**
 * Formats the list as `2 resources will be removed once confirmed:`, followed by one line per resource. The changes of a plan are
 * not only removals.
 */
export function removalText({ removals }: Confirmation): string {
  const isPlan = removals.every(({ id }) => id.startsWith(plannedPrefix))
  const [one, verb] = isPlan ? ['change', 'made'] : ['resource', 'removed']
  return `${counted(removals.length, one)} will be ${verb} once confirmed:\n${removals.map(({ text }) => `  ${oneLine(text)}\n`).join('')}`
}

/** Returns the command that shows the list and confirms it. */
export function confirmCommand({ kind, name, projectName }: AnyObject): string {
  return `qleetctl confirm ${nounAndName({ kind, name })}${inProject(projectName)}`
}

/** Returns the error that ends a wait: the object makes no progress until its removals are confirmed. */
export function confirmationFailure(object: AnyObject, confirmation: Confirmation): CommandFailure {
  const { kind, name } = object
  const noun = nounAndName(object)
  const message = `${noun} is waiting for confirmation: ${removalText(confirmation)}Confirm: ${confirmCommand(object)}`
  return new CommandFailure(exits.blocked, message, { objects: [{ kind, name, confirmation }] })
}
