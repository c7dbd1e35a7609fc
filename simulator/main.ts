// A process that hosts any number of simulated clusters, with a small API to create and remove them.
import { mkdirSync } from 'node:fs'
import { returnIdleMemory } from '../process/idle-memory.ts'
import { receiveSettings } from '../process/receive-settings.ts'
import { createManagement } from './management.ts'

await receiveSettings()
const { QLEET_SIMULATOR_DATA: dataDir, QLEET_SIMULATOR_TOKEN: token } = process.env
const assets = process.env['QLEET_ENVTEST_ASSETS'] || process.env['KUBEBUILDER_ASSETS']
const port = Number(process.env['QLEET_SIMULATOR_PORT'] ?? 0)
if (!dataDir || !token || !Number.isInteger(port) || port < 0 || port > 65_535) {
  const wrong = [
    ...(dataDir ? [] : ['QLEET_SIMULATOR_DATA: is missing. Set it to the folder of its clusters.']),
    ...(token ? [] : ['QLEET_SIMULATOR_TOKEN: is missing. Set it to the token that workers must send.']),
    ...(Number.isInteger(port) && port >= 0 && port <= 65_535
      ? []
      : [`QLEET_SIMULATOR_PORT: must be a port, got "${process.env['QLEET_SIMULATOR_PORT']}".`]),
  ]
  process.stderr.write(`Error: the environment is invalid:\n  ${wrong.join('\n  ')}\n`)
  process.exit(2)
}
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

const management = createManagement({ dataDir, token, log: writeLine, assets })
const url = await management.start(port)
returnIdleMemory()
process.stdout.write(`${JSON.stringify({ ready: true, url, pid: process.pid })}\n`)

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  void management.stop().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
if (process.env['QLEET_PARENT_WATCH'] === '1') {
  process.on('disconnect', stop)
  // A parent without an IPC channel holds the other end of stdin instead.
  if (process.channel === undefined || process.channel === null) process.stdin.on('end', stop).resume()
}

function writeLine(message: string, fields?: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...fields })}\n`)
}
