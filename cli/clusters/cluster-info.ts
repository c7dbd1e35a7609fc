import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { phaseOf, messageOf } from '../objects/record.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'

interface ClusterInfoInput {
  options: { project: string | undefined; output: string }
}

/** A cluster that workloads run in. */
interface RuntimeInfo {
  project: string
  name: string
  phase: string
  version: string
  endpoint: string
  message: string
}

/** Prints the addresses of the control plane and the clusters that it manages. */
export async function clusterInfo({ options }: ClusterInfoInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'wide', 'json', 'yaml', 'jsonpath'])
  const { client, url, facts } = await context.connect()
  const runtimes = await readRuntimes(client, options.project)
  const graphql = `${url}/graphql`
  if (!isTable(format)) {
    const server = { url, graphql, ...(facts.release === undefined ? {} : { release: facts.release }) }
    await printValue(io, format, { server, runtimes })
    return
  }
  const release = facts.release === undefined ? '' : `, release ${facts.release}`
  io.stdout.write(`Control plane: ${url}${release}\nGraphQL:       ${graphql}\n`)
  if (runtimes.length === 0) {
    io.stdout.write('Runtimes:      none. Import a cluster: qleetctl runtime import NAME\n')
    return
  }
  const paint = painter(io.stdout, io.env)
  const rows = runtimes.map(({ project, name, phase, version, endpoint, message }) => [
    project,
    name,
    phase,
    version,
    endpoint,
    message,
  ])
  const table = renderTable(['PROJECT', 'RUNTIME', 'STATUS', 'VERSION', 'ENDPOINT', 'MESSAGE'], rows, {
    columns: format.as === 'wide' ? undefined : io.stdout.columns,
    optional: ['VERSION', 'PROJECT'],
    paint: (text, { header, value }) => (header === 'STATUS' ? paint(phaseColour(value), text) : text),
  })
  io.stdout.write(`\n${table}`)
}

async function readRuntimes(client: Client, project: string | undefined): Promise<RuntimeInfo[]> {
  const filter = project === undefined ? {} : { projects: [project] }
  const found: RuntimeInfo[] = []
  for await (const runtime of client.objects.list('KubernetesRuntimeInstance', { filter }))
    found.push(infoOf(runtime))
  return found
}

function infoOf(runtime: AnyObject): RuntimeInfo {
  const outputs = isRecord(runtime.status.outputs) ? runtime.status.outputs : {}
  return {
    project: runtime.projectName ?? '',
    name: runtime.name,
    phase: phaseOf(runtime),
    version: String(outputs['kubernetesVersion'] ?? ''),
    endpoint: String(outputs['apiEndpoint'] ?? ''),
    message: messageOf(runtime),
  }
}
