import { GetDeletionPlanDocument, type GetDeletionPlanQuery } from '../../client-sdk/generated/documents.ts'
import { anyReference, type Client } from '../../client-sdk/index.ts'
import { formatTarget, kindByNoun, type Target } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { printValue, type Format } from './formats.ts'

type Step = NonNullable<GetDeletionPlanQuery['result']>[number]

/** Prints what a deletion would delete, in its order, and what would stay. */
export async function printDeletionPlan(
  io: Io,
  client: Client,
  { targets, format }: { targets: readonly Target[]; format: Format },
): Promise<void> {
  const references = targets.map(({ kind, name, project }) =>
    anyReference({ kind: kind.kind, name, project }),
  )
  const { result } = await client.execute(GetDeletionPlanDocument, { targets: references })
  const steps = result ?? []
  if (format.as !== 'table' && format.as !== 'wide')
    return printValue(io, format, { items: steps.map(recordOf) })
  const paint = painter(io.stdout, io.env)
  const rows = steps.map((step) => [
    step.keptBy.length === 0 ? 'delete' : 'keep',
    targetOf(step.object),
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
}

function whyOf({ data, keptBy }: Step): string {
  if (keptBy.length > 0) return `used by ${keptBy.map(targetOf).join(', ')}`
  return data.length === 0 ? '' : `destroys data: ${data.join(', ')}`
}

function targetOf({ kind, name }: { kind: string; name: string }): string {
  return formatTarget({ kind: kindByNoun(kind), name })
}

function recordOf({ object, data, keptBy, resources }: Step): object {
  const { kind, name } = object
  return { kind, name, action: keptBy.length === 0 ? 'delete' : 'keep', resources, data, keptBy }
}
