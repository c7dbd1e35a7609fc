import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { renderFields } from '../terminal/table.ts'

/** Prints the actor to whom the token belongs, its roles, the selected control plane and the source of the token. */
export async function whoami(
  { options }: { options: { output: string } },
  context: CommandContext,
): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'jsonpath'])
  const { client, url, tokenFrom, instance, facts } = await context.connect()
  // Throws UNAUTHENTICATED for a token that the server does not know.
  const { name, roles } = await client.viewer()
  const found = {
    name,
    roles: roles.map((role) => role.toLowerCase()),
    ...(instance === undefined ? {} : { context: instance.Name }),
    server: url,
    tokenFrom,
    ...(facts.release === undefined ? {} : { release: facts.release }),
  }
  if (!isTable(format)) {
    await printValue(io, format, found)
    return
  }
  const fields: [string, string][] = [
    ['Name', name],
    ['Roles', found.roles.join(', ') || '<none>'],
    ['Context', instance?.Name ?? '<none>'],
    ['Server', url],
    ['Release', facts.release ?? '<unknown>'],
    ['Token', `accepted, from ${tokenFrom}`],
  ]
  io.stdout.write(renderFields(fields, { columns: io.stdout.columns }))
}
