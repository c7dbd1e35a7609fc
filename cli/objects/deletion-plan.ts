import type { Client, SavedPlan } from '../../client-sdk/index.ts'
import { nounAndName, type Target } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { requestDeletion, type DeletionOptions } from './deletion.ts'
import { printValue, type Format } from './formats.ts'
import { consequencesOf, executionText, recordedPlan } from './saved-plans.ts'

type Step = SavedPlan['deletions'][number]

/** Prints what a deletion would delete, in its order, and what would stay, and records it. */
export async function printDeletionPlan(
  io: Io,
  client: Client,
  { targets, format, ...options }: DeletionOptions & { targets: readonly Target[]; format: Format },
): Promise<void> {
  const { plan } = await recordedPlan(client, (planning) =>
    requestDeletion(planning, targets, { ...options, dryRun: true }),
  )
  const { deletions: steps, id, expiresAt } = plan
  if (format.as !== 'table' && format.as !== 'wide')
    return printValue(io, format, { id, expiresAt, items: steps.map(recordOf) })
  const paint = painter(io.stdout, io.env)
  const rows = steps.map((step) => [
    step.keptBy.length === 0 ? 'delete' : 'keep',
    nounAndName(step.object),
    step.keptBy.length === 0 ? String(step.resources) : '',
    whyOf(step),
  ])
  io.stdout.write(
    renderTable(['ACTION', 'OBJECT', 'RESOURCES', 'NOTE'], rows, {
      columns: io.stdout.columns,
      paint: (text, { header, value }) =>
        header === 'ACTION' ? paint(value === 'delete' ? 'red' : 'dim', text) : text,
    }),
  )
  io.stdout.write(`${consequencesOf(io, plan)}${executionText(plan)}`)
}

function whyOf({ data, keptBy }: Step): string {
  if (keptBy.length > 0) return `used by ${keptBy.map(nounAndName).join(', ')}`
  return data.length === 0 ? '' : `destroys data: ${data.join(', ')}`
}

function recordOf({ object, data, keptBy, resources }: Step): object {
  const { kind, name } = object
  return { kind, name, action: keptBy.length === 0 ? 'delete' : 'keep', resources, data, keptBy }
}
