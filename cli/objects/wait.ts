import type { CommandContext } from '../context.ts'
import { formatTarget, nounAndName } from '../kind-names.ts'
import { goalName } from '../waiting/goal.ts'
import { parseGoal } from '../waiting/parse-goal.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import type { Awaited } from '../waiting/wait-for.ts'
import { targetOf } from './deletion.ts'
import { parseFormat, printValue } from './formats.ts'
import { recordOf } from './record.ts'
import { namedTargets, selectObjects } from './selection.ts'

interface WaitInput {
  args: { objects: readonly string[] }
  options: {
    for: string
    selector: string | undefined
    all: boolean
    timeout: number
    project: string | undefined
    output: string
  }
}

/** Waits until objects are in a state, and prints them. */
export async function wait({ args, options }: WaitInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const goal = parseGoal(options.for)
  const targets = await awaitedOf(context, { args, options })
  const { client } = await context.connect()
  if (targets.length === 0) io.stderr.write('No objects are selected.\n')
  const objects = await waitWithProgress(io, targets, { client, goal, timeout: options.timeout })
  if (format.as === 'table') {
    const state = typeof goal === 'string' ? `is ${goal}` : `has ${goalName(goal)}`
    io.stdout.write(targets.map((target) => `${formatTarget(target)} ${state}\n`).join(''))
  } else if (format.as === 'name') {
    const names = objects.map((object) => `${nounAndName(object)}\n`)
    io.stdout.write(names.join(''))
  } else {
    const [only] = objects
    const isOne = objects.length === 1 && only !== undefined
    await printValue(io, format, isOne ? recordOf(only) : { items: objects.map(recordOf) })
  }
}

async function awaitedOf(context: CommandContext, { args, options }: WaitInput): Promise<Awaited[]> {
  const { all, selector, project } = options
  if (!all && selector === undefined) return namedTargets(args.objects, project)
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: args.objects, all, selector, project })
  return objects.map((object) => ({ ...targetOf(object), id: object.id }))
}
