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
  const processes = await createProcesses({ dataDir, port, log })
  const [postgres, nats, simulator] = await Promise.all([
    supervisor.start({ name: 'postgres', start: processes.postgres, describe: describeProgram }),
    supervisor.start({ name: 'nats', start: processes.nats, describe: describeProgram }),
    supervisor.start({ name: 'simulator', start: processes.simulator }),
  ])
  const server = await supervisor.start({ name: 'server', start: () => processes.server(postgres, nats) })
  const worker = await supervisor.start({
    name: 'worker',
    start: () => processes.worker(server, nats, simulator),
  })
  return {
    name,
    pid: process.pid,
    dataDir,
    serverUrl: server.url,
    workerUrl: worker.url,
    simulatorUrl: simulator.url,
    tokenFile: processes.adminTokenFile,
    startedAt: new Date().toISOString(),
    programs: { Postgres: programOf(postgres), NATS: programOf(nats) },
  }
}

function programOf({ version, origin, notice }: ForeignProgram): ForeignProgram {
  return { version, origin, ...(notice === undefined ? {} : { notice }) }
}

function describeProgram({ version, origin }: ForeignProgram): string {
  return `${version} (${origin})`
}
