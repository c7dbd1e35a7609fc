import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { currentName, instanceNamed } from './connection.ts'

export async function getContexts(
  { options }: { options: { output: string } },
  { io, config }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  const known = await config.read()
  const instances = known.QleetOSInstances
  const current = currentName(known, io.env)
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
  const current = currentName(await config.read(), io.env)
  if (current !== undefined) io.stdout.write(`${current}\n`)
  else {
    const message = `no current control plane is set in ${config.path}. Select one: qleetctl config use-context NAME`
    throw new PlatformError('NOT_FOUND', message)
  }
}

/** Renames an entry of the config file. */
export async function renameContext(
  { args }: { args: { old: string; new: string } },
  { io, config }: CommandContext,
): Promise<void> {
  const { old, new: name } = args
  if (name === '') throw usageError('the new name must not be empty')
  await config.update((known) => {
    const instance = instanceNamed(known, old)
    if (instance === undefined || old === name) return
    if (known.QleetOSInstances.some((each) => each.Name === name))
      throw new PlatformError(
        'CONFLICT',
        `control plane "${name}" is already in the config file. Choose another name.`,
      )
    instance.Name = name
    if (known.CurrentInstance === old) known.CurrentInstance = name
  })
  io.stdout.write(`Control plane "${old}" renamed to "${name}".\n`)
}

/** Removes an entry from the config file. The control plane itself and its data stay. */
export async function deleteContext(
  { args }: { args: { name: string } },
  { io, config }: CommandContext,
): Promise<void> {
  let dataDir: string | undefined
  await config.update((known) => {
    dataDir = instanceNamed(known, args.name)?.DataDir
    known.QleetOSInstances = known.QleetOSInstances.filter(({ Name }) => Name !== args.name)
    if (known.CurrentInstance === args.name) delete known.CurrentInstance
  })
  io.stdout.write(`Control plane "${args.name}" removed from ${config.path}.\n`)
  if (dataDir !== undefined)
    io.stderr.write(`Its data stays in ${dataDir}. Delete it: qleetctl down --data ${dataDir} --purge\n`)
}
