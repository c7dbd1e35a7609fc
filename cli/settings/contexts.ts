import { PlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { instanceNamed } from './connection.ts'

export async function getContexts(
  { options }: { options: { output: string } },
  { io, config }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  const { QleetOSInstances: instances, CurrentInstance: current } = await config.read()
  if (!isTable(format)) {
    // Never prints tokens.
    const items = instances.map((each) => ({ ...each, Token: undefined, Current: each.Name === current }))
    await printItems(io, format, { items, nameOf: ({ Name }) => Name })
  } else if (instances.length === 0)
    io.stderr.write(`No control planes in ${config.path}. Start one: qleetctl up\n`)
  else {
    const rows = instances.map(({ Name, APIServer, DataDir }) => [
      Name === current ? '*' : '',
      Name,
      APIServer,
      DataDir ?? '',
    ])
    io.stdout.write(
      renderTable(['CURRENT', 'NAME', 'SERVER', 'DATA'], rows, {
        columns: format.as === 'wide' ? undefined : io.stdout.columns,
        optional: ['DATA'],
      }),
    )
  }
}

export async function useContext(
  { args }: { args: { name: string } },
  { io, config }: CommandContext,
): Promise<void> {
  await config.update((known) => {
    instanceNamed(known, args.name)
    known.CurrentInstance = args.name
  })
  io.stdout.write(`Switched to control plane "${args.name}".\n`)
}

export async function currentContext(_: unknown, { io, config }: CommandContext): Promise<void> {
  const { CurrentInstance: current } = await config.read()
  if (current !== undefined) io.stdout.write(`${current}\n`)
  else {
    const message = `no current control plane is set in ${config.path}. Select one: qleetctl config use-context NAME`
    throw new PlatformError('NOT_FOUND', message)
  }
}
