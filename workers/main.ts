import { exitOnError } from '../process/environment.ts'
import { returnIdleMemory } from '../process/idle-memory.ts'
import { receiveSettings } from '../process/receive-settings.ts'
import { runProcess } from '../process/run-process.ts'
import { createLog } from '../telemetry/log.ts'
import { readWorkerConfig } from './config.ts'
import { runWorker } from './run.ts'

await receiveSettings()
const config = await exitOnError(() => readWorkerConfig(process.env))
const log = createLog('worker', config.QLEET_LOG_LEVEL)
await runProcess(log, () => runWorker(config, log))
returnIdleMemory()
