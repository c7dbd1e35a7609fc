import type { Client } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { invalidInput } from '../../schema/errors.ts'
import { describeLocation } from '../../schema/external-resources.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../terminal/io.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { isTable, parseFormat, printItems } from './formats.ts'

interface AbandonedInput {
  options: { forget: readonly string[]; output: string }
}

type AbandonedResource = Awaited<ReturnType<Client['abandonedResources']>>[number]

/** Lists the resources that forced deletions left in clusters and at providers, or removes entries from the list. */
export async function abandoned({ options }: AbandonedInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const found = await client.abandonedResources()
  if (options.forget.length > 0) {
    await removeEntries(client, found, options.forget)
    io.stderr.write(`Removed ${options.forget.length} of ${counted(found.length, 'entry', 'entries')}.\n`)
    return
  }
  if (!isTable(format)) await printItems(io, format, { items: found, nameOf: describeResource })
  else if (found.length === 0) io.stderr.write('No abandoned resources.\n')
  else printTable(io, found, format.as === 'wide' ? undefined : io.stdout.columns)
}

function printTable(io: Io, found: readonly AbandonedResource[], columns: number | undefined): void {
  const rows = found.map((each) => [
    each.id,
    locationOf(each),
    describeResource(each),
    `${each.objectKind}/${each.objectName}`,
    ageOf(each.abandonedAt),
  ])
  const headers = ['ID', 'WHERE', 'RESOURCE', 'OF', 'AGE']
  io.stdout.write(renderTable(headers, rows, { columns, optional: ['AGE', 'OF'] }))
}

function locationOf(each: AbandonedResource): string {
  const { provider, account, region, runtime, runtimeName } = each
  if (provider !== null) return describeLocation({ provider, account: account ?? '', region: region ?? '' })
  return runtime === null ? `${runtimeName} (deleted)` : runtimeName
}

function describeResource(each: AbandonedResource): string {
  if (each.provider === null) return describeIdentity(each)
  const id = each.externalId === null ? '' : ` (${each.externalId})`
  return `${each.kind} ${each.name}${id}`
}

async function removeEntries(
  client: Client,
  found: readonly AbandonedResource[],
  ids: readonly string[],
): Promise<void> {
  const unknown = ids.filter((id) => !found.some((each) => each.id === id))
  if (unknown.length > 0) {
    const remedy = 'List the entries: qleetctl abandoned'
    throw invalidInput(
      unknown.map((id) => ({
        path: 'forget',
        code: 'NOT_FOUND',
        message: 'is not in the list',
        value: id,
        remedy,
      })),
    )
  }
  await client.forgetAbandonedResources(ids)
}
