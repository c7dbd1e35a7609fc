import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backoff, pause } from '../schema/retry.ts'
import { isPlatformError } from '../schema/errors.ts'
import { createLog } from '../telemetry/log.ts'
import type { ExitStatus } from './child-process.ts'
import { createDataFolder, writeSmallFile } from './data-folder.ts'
import { lockDataFolder } from './folder-lock.ts'
import { createProcesses, stopStaleProcesses, type RunningProcess } from './processes.ts'
import { createProgress, type ControlPlaneInfo, type ForeignProgram } from './progress.ts'
import { startNats } from './nats.ts'
import { startPostgres } from './postgres.ts'

/*
 * A whole control plane on one machine: Postgres, NATS, a simulator, a server and a worker as child processes. Starts
 * them in order, starts again what dies, and stops them in reverse. Everything they keep is in one folder.
 */

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'local' },
    data: { type: 'string' },
    port: { type: 'string' },
    stop: { type: 'boolean', default: false },
  },
})
if (values.data === undefined) {
  process.stderr.write('--data DIR is missing\n')
  process.exit(2)
}
const pino = createLog('supervisor')
const log = (message: string, fields: Record<string, unknown> = {}): void => pino.info(fields, message)
const dataDir = await createDataFolder(resolve(values.data))
const stateFile = join(dataDir, 'state.json')

const lock = await lockDataFolder(dataDir).catch((error: unknown) => fail(error))
if (values.stop) {
  // Postgres and NATS stop what they find running when they begin; beginning is how they are stopped cleanly.
  await stopStaleProcesses(dataDir, log)
  for (const start of [startNats, startPostgres]) await (await start({ dataDir, log })).stop()
  await rm(stateFile, { force: true })
  await lock.release()
  process.exit(0)
}

const tell = createProgress(dataDir)
let stopping: Promise<void> | undefined
const running: { title: string; stop(): Promise<void> }[] = []

interface Part<Running> {
  step: string
  title: string
  start(): Promise<Running>
  /** What users want to know of it once it runs. */
  describe?: (running: Running) => string
}

/** Starts a part and keeps it: when it dies it is started again, for as long as the control plane runs. */
async function keep<Running extends { exited: Promise<ExitStatus>; stop(): Promise<void> }>({
  step,
  title,
  start,
  describe,
}: Part<Running>): Promise<Running> {
  tell({ step, title, state: 'started' })
  let current = await start()
  tell({ step, title, state: 'done', ...(describe === undefined ? {} : { detail: describe(current) }) })
  running.push({ title, stop: () => current.stop() })
  void (async () => {
    for (let failures = 0; ;) {
      const { code, signal } = await current.exited
      if (stopping !== undefined) return
      log('a part died', { part: step, code, signal })
      await pause(backoff(failures + 1, { first: 100, cap: 10_000 }))
      if (stopping !== undefined) return
      const started = performance.now()
      try {
        current = await start()
        tell({ step, title, state: 'restarted', detail: `had ended with ${signal ?? `code ${code}`}` })
        failures = 0
      } catch (error) {
        failures += 1
        current = { ...current, exited: Promise.resolve({ code, signal }) }
        tell({ step, title, state: 'failed', detail: messageOf(error) })
        if (performance.now() - started > 60_000) failures = 0
      }
    }
  })()
  return current
}

async function start(): Promise<ControlPlaneInfo> {
  const port = values.port === undefined ? undefined : Number(values.port)
  const parts = await createProcesses({ dataDir, port, log })
  const [postgres, nats, simulator] = await Promise.all([
    keep({ step: 'postgres', title: 'Postgres', start: parts.postgres, describe: describeProgram }),
    keep({ step: 'nats', title: 'NATS JetStream', start: parts.nats, describe: describeProgram }),
    keep({ step: 'simulator', title: 'Simulated Kubernetes', start: parts.simulator }),
  ])
  const server: RunningProcess = await keep({
    step: 'server',
    title: 'API server',
    start: () => parts.server(postgres, nats),
  })
  const worker = await keep({
    step: 'worker',
    title: 'Worker',
    start: () => parts.worker(server, nats, simulator),
  })
  return {
    name: values.name,
    pid: process.pid,
    dataDir,
    serverUrl: server.url,
    workerUrl: worker.url,
    simulatorUrl: simulator.url,
    tokenFile: parts.adminTokenFile,
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

async function stop(): Promise<void> {
  log('stopping')
  await rm(stateFile, { force: true })
  const order = ['Worker', 'API server', 'Simulated Kubernetes', 'NATS JetStream', 'Postgres']
  for (const title of order) await running.find((part) => part.title === title)?.stop()
  if (lock !== undefined) await lock.release()
}

function end(code: number): void {
  stopping ??= stop().then(
    () => process.exit(code),
    (error: unknown) => {
      pino.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(error: unknown): never {
  const code = isPlatformError(error) ? error.code : 'INTERNAL'
  process.stdout.write(
    `${JSON.stringify({ failed: true, code, message: messageOf(error), pid: process.pid })}\n`,
  )
  process.exit(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => end(0))
try {
  const info = await start()
  await writeSmallFile(stateFile, JSON.stringify(info))
  tell({ ready: true, info })
} catch (error) {
  pino.error({ err: error }, 'cannot start')
  tell({ failed: true, message: messageOf(error), remedy: `The logs are in ${join(dataDir, 'logs')}.` })
  end(1)
}
