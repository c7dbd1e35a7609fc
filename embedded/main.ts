import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isPlatformError } from '../schema/errors.ts'
import { onEnding } from '../process/run-process.ts'
import { createLog } from '../telemetry/log.ts'
import { createDataFolder, writeSmallFile } from './data-folder.ts'
import { lockDataFolder } from './folder-lock.ts'
import { KeptParts } from './component-supervisor.ts'
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
const parts = new KeptParts({ tell, log })
const end = onEnding(pino, async () => {
  log('stopping')
  await rm(stateFile, { force: true })
  await parts.stop()
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
  const info = await startControlPlane(parts, { name: values.name, dataDir, port, log })
  await writeSmallFile(stateFile, JSON.stringify(info))
  tell({ ready: true, info })
} catch (error) {
  pino.error({ err: error }, 'cannot start')
  tell({ failed: true, message: messageOf(error), remedy: `The logs are in ${join(dataDir, 'logs')}.` })
  end(1)
}
