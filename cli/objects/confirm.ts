import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, nounOf, targetsOf } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { promptYesOrNo } from '../terminal/prompt.ts'
import { confirmCommand, removalText } from './confirmation.ts'
import { findTarget } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { findOwned } from './ownership.ts'
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

/**
 * Prints the removals that an object is waiting for, or else those that objects which it owns are waiting for, and confirms them
 * by prompt, --token or --yes.
 */
export async function confirm({ args, options }: ConfirmInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const [target] = targetsOf(args.name === undefined ? [args.kind] : [args.kind, args.name], options.project)
  if (target === undefined) {
    const noun = nounOf(kindByNoun(args.kind))
    throw usageError(`name the ${noun}: qleetctl confirm ${noun} NAME`)
  }
  const { client } = await context.connect()
  const object = await findTarget(client, target)
  const { token } = options
  // A stale token is sent anyway: only the server knows the reason to refuse it.
  const held = token === undefined ? await heldBy(client, object) : [object]
  if (held.length === 0) {
    io.stderr.write(`${nounAndName(object)} has no removals to confirm.\n`)
    if (format.as !== 'table') await printValue(io, format, recordOf(object))
    return
  }
  for (const each of held)
    if (each.confirmation !== null && format.as === 'table')
      io.stdout.write(`${nounAndName(each)}: ${removalText(each.confirmation)}`)
  if (token === undefined && !options.yes && !(await isAgreedTo(io, held))) {
    io.stderr.write('Nothing was removed.\n')
    return
  }
  const confirmed: AnyObject[] = []
  for (const each of held) {
    const given = token ?? each.confirmation?.token ?? ''
    confirmed.push(await client.objects.confirmRemoval({ id: each.id }, given, options.reason))
    if (format.as === 'table') io.stdout.write(`${nounAndName(each)} confirmed\n`)
  }
  if (format.as === 'table') return
  const records = confirmed.map(recordOf)
  await printValue(io, format, records.length === 1 ? records[0] : records)
}

/** Returns the object if it waits for a confirmation, else the objects that do among those that it owns, and those that these own. */
async function heldBy(client: Client, object: AnyObject): Promise<AnyObject[]> {
  if (object.confirmation !== null) return [object]
  const owned = await findOwned(client, object.id)
  const held = await Promise.all(owned.map((each) => heldBy(client, each)))
  return held.flat()
}

async function isAgreedTo(io: Io, held: readonly AnyObject[]): Promise<boolean> {
  const commands = held.map(
    (object) => `${confirmCommand(object)} --token ${object.confirmation?.token ?? 'TOKEN'}`,
  )
  const lists = held.length === 1 ? 'this list' : 'these lists'
  const withoutTerminal = `nothing was removed. Confirm ${lists}: ${commands.join('\n  ')}\nOr confirm what is waiting now: --yes`
  return promptYesOrNo(io, { prompt: 'Remove them?', withoutTerminal })
}
