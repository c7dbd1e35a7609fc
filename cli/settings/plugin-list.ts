import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { listPlugins } from '../plugins.ts'
import { renderTable } from '../terminal/table.ts'

/** Prints the plugins in the PATH. */
export async function pluginList(
  { options }: { options: { output: string } },
  { io }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  const items = listPlugins(io.env)
  if (!isTable(format)) await printItems(io, format, { items, nameOf: ({ name }) => name })
  else if (items.length === 0)
    io.stderr.write('No plugins found. A plugin is a program in the PATH with a name like qleetctl-NAME.\n')
  else {
    const rows = items.map(({ name, path }) => [name, path])
    io.stdout.write(renderTable(['NAME', 'PATH'], rows, { columns: io.stdout.columns }))
  }
}
