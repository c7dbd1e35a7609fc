import { allKinds } from '../kind-data.ts'
import type { CommandContext } from '../context.ts'
import { apiVersion } from '../../schema/api-version.ts'
import { nounOf, pluralNounOf } from '../kind-names.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'

export async function apiResources(
  { options }: { options: { output: string } },
  { io }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  const items = allKinds.map((kind) => ({
    name: pluralNounOf(kind),
    aliases: kind.aliases ?? [],
    kind: kind.kind,
    inProject: kind.scope !== 'global',
    reconciled: kind.reconciled,
    columns: kind.columns.map(({ header }) => header),
    description: kind.description,
  }))
  if (format.as === 'name') io.stdout.write(allKinds.map((kind) => `${nounOf(kind)}\n`).join(''))
  else if (!isTable(format)) await printValue(io, format, { items })
  else {
    const wide = format.as === 'wide'
    const headers = ['NAME', 'ALIASES', 'KIND', 'IN PROJECT', ...(wide ? ['COLUMNS', 'DESCRIPTION'] : [])]
    const rows = items.map(({ name, aliases, kind, inProject, columns, description }) => {
      return [
        name,
        aliases.join(','),
        kind,
        String(inProject),
        ...(wide ? [columns.join(','), description] : []),
      ]
    })
    io.stdout.write(
      renderTable(headers, rows, {
        columns: wide ? undefined : io.stdout.columns,
        optional: ['IN PROJECT', 'ALIASES'],
      }),
    )
  }
}

/** Prints the versions of the formats that `apply` reads and `get` prints. */
export async function apiVersions(
  { options }: { options: { output: string } },
  { io }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  if (isTable(format) || format.as === 'name') io.stdout.write(`${apiVersion}\n`)
  else await printValue(io, format, { items: [{ apiVersion, kinds: allKinds.map(({ kind }) => kind) }] })
}
