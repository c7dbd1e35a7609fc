import type { ControlPlaneStatus as ControlPlaneHealth } from '../../client-sdk/index.ts'
import { errorTable } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { chooseAddress, connect, type ConnectionOptions } from '../settings/connection.ts'
import { painter } from '../terminal/style.ts'
import { renderFields, renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { healthRecord, readHealth, renderHealth, type Health } from './health.ts'
import { localLocation, readInfo, type ControlPlaneInfo } from './location.ts'
import { findSupervisor } from './process.ts'
import { localClient } from './running.ts'
import { warnings } from './warnings.ts'

interface StatusOptions {
  name: string | undefined
  data: string | undefined
  output: string
}

interface ComponentStatus {
  name: string
  url: string
  ready: boolean
  /** Reasons why the component is not ready. */
  reasons: string[]
}

interface ControlPlaneStatus {
  name: string
  running: boolean
  ready: boolean
  serverUrl?: string
  pid?: number
  dataDir?: string
  tokenFile?: string
  startedAt?: string
  programs?: ControlPlaneInfo['programs']
  components: ComponentStatus[]
  /** What the server says about all processes; absent while it is not ready. */
  health?: Health
}

export async function status(
  { options }: { options: StatusOptions },
  context: CommandContext,
): Promise<number | void> {
  const { io } = context
  const format = parseFormat(options.output)
  const found = (await remoteStatus(context, options)) ?? (await localStatus(context, options))
  if (format.as === 'table' || format.as === 'wide') io.stdout.write(renderStatus(context, found))
  else if (format.as === 'name') io.stdout.write(`${found.name}\n`)
  else await printValue(io, format, statusRecord(found))
  return isWell(found) ? undefined : errorTable.UNAVAILABLE.exit
}

/** Reports whether all components are ready, and objects are reconciled without delay as far as that is known. */
function isWell(status: ControlPlaneStatus): boolean {
  return status.ready && (healthOf(status)?.ready ?? true)
}

function healthOf({ health }: ControlPlaneStatus): ControlPlaneHealth | undefined {
  return health !== undefined && 'found' in health ? health.found : undefined
}

/** Returns what machines read. `health` is null if the server did not say how the control plane is doing. */
function statusRecord({ health, ...status }: ControlPlaneStatus): object {
  if (health === undefined) return status
  return 'found' in health
    ? { ...status, health: healthRecord(health.found) }
    : { ...status, health: null, healthError: health.unknown }
}

async function localStatus(context: CommandContext, options: StatusOptions): Promise<ControlPlaneStatus> {
  const { name, dataDir } = await localLocation(context, options)
  const pid = await findSupervisor(dataDir)
  const info = pid === undefined ? undefined : await readInfo(dataDir)
  if (pid === undefined || info === undefined) {
    return {
      name,
      running: pid !== undefined,
      ready: false,
      ...(pid === undefined ? {} : { pid }),
      dataDir,
      components: [],
    }
  }
  const { serverUrl, workerUrl, simulatorUrl, tokenFile, startedAt, programs = {} } = info
  const urls: [string, string][] = [
    ['server', serverUrl],
    ['worker', workerUrl],
    ['simulator', simulatorUrl],
  ]
  const components = await Promise.all(urls.map(([component, url]) => readiness(component, url)))
  const health = components[0]?.ready === true ? await readHealth(() => localClient(info)) : undefined
  return {
    name,
    running: true,
    ready: components.every(({ ready }) => ready),
    serverUrl,
    pid,
    dataDir,
    tokenFile,
    startedAt,
    programs,
    components,
    ...(health === undefined ? {} : { health }),
  }
}

/** Returns the status of a control plane on another machine, whose server knows the other processes. */
async function remoteStatus(
  { io, config }: CommandContext,
  options: StatusOptions,
): Promise<ControlPlaneStatus | undefined> {
  if (options.data !== undefined) return undefined
  const connection: ConnectionOptions = { name: options.name }
  const address = await chooseAddress(io, connection, config).catch(() => undefined)
  if (address === undefined || address.instance?.DataDir !== undefined) return undefined
  const { url, instance } = address
  const server = await readiness('server', url)
  const running = !server.reasons.some((reason) => reason.startsWith(noResponse))
  const status = { name: instance?.Name ?? url, running, ready: server.ready, serverUrl: url }
  if (!server.ready) return { ...status, components: [server] }
  const health = await readHealth(async () => (await connect(io, connection, config)).client)
  return { ...status, components: [server], health }
}

/** Prefix of the reason when a component does not respond to its readiness probe. */
const noResponse = 'no response'

/** Requests the readiness probe of a component. */
async function readiness(name: string, url: string): Promise<ComponentStatus> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(3000) })
    const body = (await response.json().catch(() => ({}))) as { reasons?: string[] }
    return { name, url, ready: response.ok, reasons: body.reasons ?? [] }
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: undefined }
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'timeout'
    return { name, url, ready: false, reasons: [`${noResponse}: ${reason}`] }
  }
}

function renderStatus({ io }: CommandContext, found: ControlPlaneStatus): string {
  const paint = painter(io.stdout, io.env)
  const { name, running, pid, serverUrl, dataDir, tokenFile, startedAt, programs = {} } = found
  const { components } = found
  const well = isWell(found)
  const state = well ? 'ready' : components.length > 0 ? 'not ready' : running ? 'starting' : 'stopped'
  const fields: [string, string | undefined][] = [
    ['Control plane', name],
    ['Status', paint(well ? 'green' : 'red', state)],
    ['Server', serverUrl],
    ['Process', pid === undefined ? undefined : String(pid)],
    ['Uptime', startedAt === undefined ? undefined : ageOf(startedAt)],
    ['Data', dataDir],
    ['Token', tokenFile],
    ...Object.entries(programs).map(([program, { version, origin }]): [string, string] => [
      program,
      `${version} (${origin})`,
    ]),
  ]
  const known = fields.filter((field): field is [string, string] => field[1] !== undefined)
  const rows = components.map((component) => [
    component.name,
    component.ready ? 'ready' : 'not ready',
    component.url,
    component.reasons.join(', '),
  ])
  const table =
    components.length === 0
      ? ''
      : `\n${renderTable(['COMPONENT', 'STATUS', 'ADDRESS', 'MESSAGE'], rows, { columns: io.stdout.columns })}`
  const health = healthText(io, found)
  const hint = running || dataDir === undefined ? '' : `\nStart it: qleetctl up --name ${name}\n`
  return `${renderFields(known)}${table}${health}${warnings(io, programs)}${hint}`
}

function healthText(io: CommandContext['io'], { health }: ControlPlaneStatus): string {
  if (health === undefined) return ''
  if ('found' in health) return renderHealth(io, health.found)
  const paint = painter(io.stdout, io.env)
  return `\n${paint('yellow', 'Warning:')} the server does not say how the control plane is doing: ${health.unknown}\n`
}
