import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, nounAndName } from '../kind-names.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { targetOf } from './deletion.ts'
import { isTable, parseFormat, printItems } from './formats.ts'
import { recordOf } from './record.ts'
import { consequencesOf } from './saved-plans.ts'
import { isDryRun, writeOptions, type WriteInput } from './write.ts'

const outcomes = { CREATE: 'created', UPDATE: 'updated', KEEP: 'unchanged', DELETE: 'deletion requested' }

/** Executes a recorded plan, prints what it has done, and waits if requested. */
export async function executePlan(context: CommandContext, id: string, options: WriteInput): Promise<void> {
  const { io } = context
  const { dryRun, wait, timeout } = options
  const format = parseFormat(options.output)
  if (dryRun === 'client' || dryRun === 'plan')
    throw usageError(`--dry-run=${dryRun} and --plan cannot be used together. Use --dry-run=server.`)
  const { client } = await context.connect()
  const isDry = isDryRun(dryRun)
  const { plan, objects } = await client.executePlan(id, writeOptions(options))
  if (isTable(format)) {
    const note = isDry ? ' (dry run)' : ''
    const lines = plan.changes.map(
      ({ object: { kind, name }, action }) => `${nounAndName({ kind, name })} ${outcomes[action]}${note}\n`,
    )
    io.stdout.write(`${lines.join('')}${isDry ? consequencesOf(io, plan) : ''}`)
  } else {
    await printItems(io, format, {
      items: objects,
      nameOf: (object) => formatTarget(targetOf(object)),
      toList: (items) => ({ items: items.map(recordOf) }),
    })
  }
  if (!wait || isDry) return
  const isDeleted = (index: number): boolean => plan.changes[index]?.action === 'DELETE'
  for (const goal of ['ready', 'deleted'] as const) {
    const awaited = objects
      .filter((_, index) => isDeleted(index) === (goal === 'deleted'))
      .map((object) => ({ ...targetOf(object), id: object.id }))
    if (awaited.length > 0) await waitWithProgress(io, awaited, { client, goal, timeout })
  }
}
