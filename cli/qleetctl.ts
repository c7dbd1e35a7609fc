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

/** As shells report a program that writes where nobody reads: 128 + SIGPIPE. */
const nobodyReads = 141
let exit: number | undefined
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `qleetctl get … | head` is no error, but a command in its middle has not come to its end.
  if (error.code === 'EPIPE') process.exit(exit ?? nobodyReads)
  process.stderr.write(`Error: Cannot write the output: ${error.message}\n`)
  process.exit(1)
})
// Nobody listens to the talk; what was asked for is done all the same.
process.stderr.on('error', () => undefined)

exit = await main(process.argv.slice(2), processIo(interrupted.signal))
process.exitCode = exit
// Connections that are kept open for the next request would hold the process for seconds.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
await new Promise<void>((resolve) => process.stderr.write('', () => resolve()))
process.exit(exit)
