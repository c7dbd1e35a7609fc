import type { CommandContext } from '../context.ts'
import { usageError } from '../cli-error.ts'
import { kindByNoun, formatTarget, targetsOf } from '../kind-names.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import type { Goal } from '../waiting/wait-for.ts'
import { parseFormat, printValue } from './formats.ts'
import { recordOf } from './record.ts'

interface WaitInput {
  args: { objects: readonly string[] }
  options: { for: Goal; timeout: number; project: string | undefined; output: string }
}

export async function wait({ args, options }: WaitInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const targets = targetsOf(args.objects, options.project)
  if (targets.length === 0) throw usageError(`name the object to wait for: ${args.objects[0] ?? 'KIND'}/NAME`)
  const { client } = await context.connect()
  const goal = options.for
  const objects = await waitWithProgress(io, targets, { client, goal, timeout: options.timeout })
  if (format.as === 'table') {
    const state = goal === 'ready' ? 'is ready' : 'is deleted'
    io.stdout.write(targets.map((target) => `${formatTarget(target)} ${state}\n`).join(''))
  } else if (format.as === 'name') {
    const names = objects.map(({ kind, name }) => `${formatTarget({ kind: kindByNoun(kind), name })}\n`)
    io.stdout.write(names.join(''))
  } else {
    const [only] = objects
    const isOne = objects.length === 1 && only !== undefined
    await printValue(io, format, isOne ? recordOf(only) : { items: objects.map(recordOf) })
  }
}
