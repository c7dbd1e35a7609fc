// A process that hosts any number of simulated clusters, with a small API to make and remove them.
import { mkdirSync } from 'node:fs'
import { createManagement } from './management.ts'

const dataDir = process.env['QLEET_SIMULATOR_DATA']
const token = process.env['QLEET_SIMULATOR_TOKEN']
if (dataDir === undefined || token === undefined) {
  process.stderr.write('QLEET_SIMULATOR_DATA and QLEET_SIMULATOR_TOKEN must be set\n')
  process.exit(2)
}
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

const management = createManagement({ dataDir, token, log: writeLine })
const url = await management.start(Number(process.env['QLEET_SIMULATOR_PORT'] ?? 0))
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
