import type { ComponentSupervisor } from './component-supervisor.ts'
import { createProcesses, type ProcessesOptions } from './processes.ts'
import type { ControlPlaneInfo, ForeignProgram } from './progress.ts'

export interface ControlPlaneOptions extends ProcessesOptions {
  /** The name of the control plane. */
  name: string
}

/**
 * Starts a whole control plane on one machine: Postgres, NATS, a simulator, a server and a worker as child processes.
 * All their data is in one folder.
 */
export async function startControlPlane(
  supervisor: ComponentSupervisor,
  { name, dataDir, port, log }: ControlPlaneOptions,
): Promise<ControlPlaneInfo> {
  const { signal } = supervisor
  const processes = await createProcesses({ dataDir, port, log, signal })
  const postgres = supervisor.start({
    name: 'postgres',
    start: processes.postgres,
    describe: describeProgram,
  })
  const nats = supervisor.start({ name: 'nats', start: processes.nats, describe: describeProgram })
  const simulator = supervisor.start({ name: 'simulator', start: processes.simulator })
  // These load their modules, most of their start, until they have the addresses of what they need.
  const server = supervisor.start({ name: 'server', start: () => processes.server(postgres, nats) })
  const worker = supervisor.start({ name: 'worker', start: () => processes.worker(server, nats, simulator) })
  const all = [postgres, nats, simulator, server, worker] as const
  const [database, broker, { url: simulatorUrl }, { url: serverUrl }, { url: workerUrl }] =
    await Promise.all(all)
  return {
    name,
    pid: process.pid,
    dataDir,
    serverUrl,
    workerUrl,
    simulatorUrl,
    tokenFile: processes.adminTokenFile,
    startedAt: new Date().toISOString(),
    programs: { Postgres: programOf(database), NATS: programOf(broker) },
  }
}

function programOf({ version, origin, notice }: ForeignProgram): ForeignProgram {
  return { version, origin, ...(notice === undefined ? {} : { notice }) }
}

function describeProgram({ version, origin }: ForeignProgram): string {
  return `${version} (${origin})`
}
