import { main } from './main.ts'
import { processIo } from './terminal/io.ts'

/** The entry point of the process, loaded by `bin/qleetctl`: runs {@link main} and handles signals and broken pipes. */

const interrupted = new AbortController()
process.once('SIGINT', () => {
  interrupted.abort()
  // A second Ctrl-C skips the clean shutdown.
  process.once('SIGINT', () => process.exit(130))
})
process.once('SIGTERM', () => interrupted.abort())

/** 128 + SIGPIPE, as shells report a program whose output pipe was closed. */
const brokenPipe = 141
let exit: number | undefined
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `qleetctl get … | head` is no error once the command has finished; before that its result is unknown.
  if (error.code === 'EPIPE') process.exit(exit ?? brokenPipe)
  process.stderr.write(`Error: Cannot write the output: ${error.message}\n`)
  process.exit(1)
})
// Progress and warnings cannot be written any more; the command still runs to its end.
process.stderr.on('error', () => undefined)

exit = await main(process.argv.slice(2), processIo(interrupted.signal))
process.exitCode = exit
// Idle keep-alive connections would delay a natural exit by seconds, so flush and exit explicitly.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
await new Promise<void>((resolve) => process.stderr.write('', () => resolve()))
process.exit(exit)
