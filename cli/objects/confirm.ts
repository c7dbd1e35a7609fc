import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounOf, formatTarget, sdkTarget, targetsOf } from '../kind-names.ts'
import { promptYesOrNo } from '../terminal/prompt.ts'
import { confirmCommand, removalText } from './confirmation.ts'
import { findTarget } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { recordOf } from './record.ts'

interface ConfirmInput {
  args: { kind: string; name: string | undefined }
  options: {
    token: string | undefined
    yes: boolean
    project: string | undefined
    reason: string | undefined
    output: string
  }
}

/** Prints the removals that an object is waiting for, and confirms them by prompt, --token or --yes. */
export async function confirm({ args, options }: ConfirmInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const [target] = targetsOf(args.name === undefined ? [args.kind] : [args.kind, args.name], options.project)
  if (target === undefined) {
    const noun = nounOf(kindByNoun(args.kind))
    throw usageError(`name the ${noun}: qleetctl confirm ${noun} NAME`)
  }
  const noun = formatTarget(target)
  const { client } = await context.connect()
  const object = await findTarget(client, target)
  const { confirmation } = object
  // A stale token is sent anyway: only the server knows the reason to refuse it.
  if (confirmation === null && options.token === undefined) {
    io.stderr.write(`${noun} has no removals to confirm.\n`)
    if (format.as !== 'table') await printValue(io, format, recordOf(object))
    return
  }
  if (confirmation !== null && format.as === 'table') io.stdout.write(`${noun}: ${removalText(confirmation)}`)
  const chosen = options.token ?? (options.yes ? confirmation?.token : undefined)
  if (chosen === undefined) {
    const command = `${confirmCommand(object)} --token ${confirmation?.token ?? 'TOKEN'}`
    const withoutTerminal = `nothing was removed. Confirm this list: ${command}\nOr confirm the current list: --yes`
    if (!(await promptYesOrNo(io, { prompt: 'Remove them?', withoutTerminal }))) {
      io.stderr.write('Nothing was removed.\n')
      return
    }
  }
  const token = chosen ?? confirmation?.token ?? ''
  const confirmed = await client.objects.confirmRemoval(sdkTarget(target), token, options.reason)
  if (format.as === 'table') io.stdout.write(`${noun} confirmed\n`)
  else await printValue(io, format, recordOf(confirmed))
}
