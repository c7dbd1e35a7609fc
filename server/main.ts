import { exitOnError } from '../process/environment.ts'
import { returnIdleMemory } from '../process/idle-memory.ts'
import { receiveSettings } from '../process/receive-settings.ts'
import { runProcess } from '../process/run-process.ts'
import { createLog } from '../telemetry/log.ts'
import { readServerConfig } from './config.ts'
import { runServer } from './run.ts'

await receiveSettings()
const config = await exitOnError(() => readServerConfig(process.env))
const log = createLog('server', config.QLEET_LOG_LEVEL)
await runProcess(log, () => runServer(config, log))
returnIdleMemory()
