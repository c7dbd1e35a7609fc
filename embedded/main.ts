import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isPlatformError } from '../schema/errors.ts'
import { onStopRequest } from '../process/run-process.ts'
import { createLog } from '../telemetry/log.ts'
import { createDataFolder, writeSmallFile } from '../process/children/data-folder.ts'
import { lockDataFolder } from './folder-lock.ts'
import { ComponentSupervisor } from './component-supervisor.ts'
import { startNats } from './nats.ts'
import { startPostgres } from './postgres.ts'
import { stopStaleProcesses } from './processes.ts'
import { createProgress } from './progress.ts'
import { startControlPlane } from './run.ts'

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'local' },
    data: { type: 'string' },
    port: { type: 'string' },
    stop: { type: 'boolean', default: false },
  },
})
if (values.data === undefined) {
  process.stderr.write('--data DIR is required\n')
  process.exit(2)
}
const pino = createLog('supervisor')
const log = (message: string, fields: Record<string, unknown> = {}): void => pino.info(fields, message)
const dataDir = await createDataFolder(resolve(values.data))
const stateFile = join(dataDir, 'state.json')

const lock = await lockDataFolder(dataDir).catch((error: unknown) => fail(error))
if (values.stop) {
  // Starting Postgres and NATS stops their stale processes, so a start followed by a stop shuts them down cleanly.
  await stopStaleProcesses(dataDir, log)
  for (const start of [startNats, startPostgres]) await (await start({ dataDir, log })).stop()
  await rm(stateFile, { force: true })
  await lock.release()
  process.exit(0)
}

const report = createProgress(dataDir)
const supervisor = new ComponentSupervisor({ report, log })
const exit = onStopRequest(pino, async () => {
  log('stopping')
  await rm(stateFile, { force: true })
  await supervisor.stop()
  await lock.release()
})

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

try {
  const port = values.port === undefined ? undefined : Number(values.port)
  const info = await startControlPlane(supervisor, { name: values.name, dataDir, port, log })
  await writeSmallFile(stateFile, JSON.stringify(info))
  report({ ready: true, info })
} catch (error) {
  pino.error({ err: error }, 'cannot start')
  report({ failed: true, message: messageOf(error), remedy: `The logs are in ${join(dataDir, 'logs')}.` })
  exit(1)
}
