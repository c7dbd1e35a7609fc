import { FindOrphansDocument, type FindOrphansQuery } from '../../client-sdk/generated/documents.ts'
import { anyReference, type Client } from '../../client-sdk/index.ts'
import { PlatformError, isPlatformError } from '../../schema/errors.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import { defaultProject, kebabCase } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { collect } from './collect.ts'
import { isTable, parseFormat, printItems } from './formats.ts'

interface OrphansInput {
  args: { runtimes: readonly string[] }
  options: { project: string | undefined; output: string }
}

type Orphan = NonNullable<FindOrphansQuery['result']>['nodes'][number] & { runtime: string }

/** Lists resources in clusters that have the labels of the control plane but belong to none of its objects. */
export async function orphans({ args, options }: OrphansInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const found: Orphan[] = []
  const unreachable: string[] = []
  for (const { runtime, project } of await chosenRuntimes(client, args.runtimes, options.project)) {
    try {
      const by = anyReference({ kind: 'KubernetesRuntimeInstance', name: runtime, project })
      const nodes = await collect(
        async (range) => (await client.execute(FindOrphansDocument, { runtime: by, ...range })).result,
      )
      found.push(...nodes.map((orphan) => ({ ...orphan, runtime })))
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'UNAVAILABLE') throw error
      unreachable.push(`${runtime}: ${error.message}`)
    }
  }
  if (!isTable(format)) await printItems(io, format, { items: found, nameOf: describeIdentity })
  else if (found.length > 0) printTable(io, found, format.as === 'wide' ? undefined : io.stdout.columns)
  else if (unreachable.length === 0) io.stderr.write('No orphans found.\n')
  if (unreachable.length > 0) {
    const which = unreachable.length === 1 ? ` ${unreachable.join('')}` : `s:\n  ${unreachable.join('\n  ')}`
    throw new PlatformError('UNAVAILABLE', `cannot list the resources of runtime${which}`)
  }
}

async function chosenRuntimes(
  client: Client,
  names: readonly string[],
  project: string | undefined,
): Promise<{ runtime: string; project: string }[]> {
  if (names.length > 0) return names.map((runtime) => ({ runtime, project: project ?? defaultProject }))
  const all: { runtime: string; project: string }[] = []
  const filter = project === undefined ? {} : { projects: [project] }
  for await (const { name, project: of } of client.kubernetesRuntimeInstances.list({ filter }))
    all.push({ runtime: name, project: of?.name ?? defaultProject })
  return all
}

function printTable(io: CommandContext['io'], found: readonly Orphan[], columns: number | undefined): void {
  const rows = found.map((each) => [
    each.runtime,
    describeIdentity(each),
    `${kebabCase(each.objectKind ?? '')}/${each.objectName}`,
    each.objectProject,
    each.objectId,
    ageOf(each.createdAt ?? ''),
  ])
  const headers = ['RUNTIME', 'RESOURCE', 'WAS OF', 'PROJECT', 'ID', 'AGE']
  io.stdout.write(renderTable(headers, rows, { columns, optional: ['ID', 'AGE', 'PROJECT'] }))
}
