/*
 * A process that runs servers, workers or simulators for tests: loading the modules takes most of a start, and here that
 * happens once. Each program has its own settings and log, and stops in order.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { destination as logFile } from 'pino'
import type { Running } from '../../process/run-process.ts'
import { createLog } from '../../telemetry/log.ts'

/** The environment of a program. */
type Env = NodeJS.ProcessEnv

/** A request to the host: to start a program under an id, or to stop the one with that id. */
export type HostRequest =
  { id: number; start: string; env: Record<string, string>; log: string } | { id: number; stop: true }

/** The answer to a request. */
export type HostReply = { id: number; url?: string } | { id: number; error: string }

const programs: Record<string, (env: Env, log: string) => Promise<Running>> = {
  'server/main.ts': async (env, log) => {
    const [{ readServerConfig }, { runServer }] = await Promise.all([
      import('../../server/config.ts'),
      import('../../server/run.ts'),
    ])
    const config = readServerConfig(env)
    return runServer(config, logTo('server', config.QLEET_LOG_LEVEL, log))
  },
  'workers/main.ts': async (env, log) => {
    const [{ readWorkerConfig }, { runWorker }] = await Promise.all([
      import('../../workers/config.ts'),
      import('../../workers/run.ts'),
    ])
    const config = readWorkerConfig(env)
    return runWorker(config, logTo('worker', config.QLEET_LOG_LEVEL, log))
  },
  'simulator/main.ts': async (env, log) => {
    const { createManagement } = await import('../../simulator/management.ts')
    const { QLEET_SIMULATOR_DATA: dataDir = '', QLEET_SIMULATOR_TOKEN: token = '' } = env
    mkdirSync(dataDir, { recursive: true })
    const management = createManagement({
      dataDir,
      token,
      log: (message, fields) => appendFileSync(log, `${JSON.stringify({ message, ...fields })}\n`),
    })
    const address = await management.start(Number(env['QLEET_SIMULATOR_PORT'] ?? 0))
    return { address, stop: () => management.stop() }
  },
}

function logTo(component: string, level: string, path: string): ReturnType<typeof createLog> {
  return createLog(component, level, logFile({ dest: path, sync: true }))
}

const running = new Map<number, Running>()

async function answer(request: HostRequest): Promise<HostReply> {
  const { id } = request
  if ('start' in request) {
    const start = programs[request.start]
    if (start === undefined) throw new Error(`there is no program ${request.start}`)
    const program = await start({ ...process.env, ...request.env }, request.log)
    running.set(id, program)
    return { id, url: program.address }
  }
  await running.get(id)?.stop()
  running.delete(id)
  return { id }
}

process.on('message', (request: HostRequest) => {
  void answer(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) =>
      process.send?.({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
// The tests have ended.
process.on('disconnect', () => process.exit())
