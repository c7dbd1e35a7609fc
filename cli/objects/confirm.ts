import { ConfirmRemovalDocument } from '../../client-sdk/generated/documents.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounOf, shownTarget, targetsOf } from '../kind-names.ts'
import { askYesOrNo } from '../terminal/ask.ts'
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

/** Shows what an object would remove, and lets it once that is confirmed. */
export async function confirm({ args, options }: ConfirmInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const [target] = targetsOf(args.name === undefined ? [args.kind] : [args.kind, args.name], options.project)
  if (target === undefined) {
    const noun = nounOf(kindByNoun(args.kind))
    throw usageError(`name the ${noun}: qleetctl confirm ${noun} NAME`)
  }
  const noun = shownTarget(target)
  const { client } = await context.connect()
  const object = await findTarget(client, target)
  const { confirmation } = object
  // A token that is of no use any more is for the server to refuse: it knows why.
  if (confirmation === null && options.token === undefined) {
    io.stderr.write(`Nothing of ${noun} waits for a confirmation.\n`)
    if (format.as !== 'table') await printValue(io, format, recordOf(object))
    return
  }
  if (confirmation !== null && format.as === 'table') io.stdout.write(`${noun}: ${removalText(confirmation)}`)
  const chosen = options.token ?? (options.yes ? confirmation?.token : undefined)
  if (chosen === undefined) {
    const command = `${confirmCommand(object)} --token ${confirmation?.token ?? 'TOKEN'}`
    const otherwise = `nothing was removed. Confirm this list: ${command}\nOr whatever it waits with: --yes`
    if (!(await askYesOrNo(io, { question: 'Remove them?', otherwise }))) {
      io.stderr.write('Nothing was removed.\n')
      return
    }
  }
  const { result } = await client.execute(ConfirmRemovalDocument, {
    target: { kind: target.kind.kind, name: target.name, project: target.project ?? null },
    token: chosen ?? confirmation?.token ?? '',
    reason: options.reason ?? null,
  })
  if (format.as === 'table') io.stdout.write(`${noun} confirmed\n`)
  else await printValue(io, format, recordOf(result))
}
