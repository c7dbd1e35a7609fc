import { main } from './main.ts'
import { processIo } from './terminal/io.ts'

/** The process around {@link main}: what `bin/qleetctl` loads. */

const interrupted = new AbortController()
process.once('SIGINT', () => {
  interrupted.abort()
  // Who presses it again does not want to wait for a clean end.
  process.once('SIGINT', () => process.exit(130))
})
process.once('SIGTERM', () => interrupted.abort())
// `qleetctl get … | head` is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const exit = await main(process.argv.slice(2), processIo(interrupted.signal))
process.exitCode = exit
// Connections that are kept open for the next request would hold the process for seconds.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
await new Promise<void>((resolve) => process.stderr.write('', () => resolve()))
process.exit(exit)
