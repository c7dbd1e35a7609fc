import { text } from 'node:stream/consumers'

/** The argument of a program whose parent process sends its settings on stdin. */
export const settingsFromStdin = '--settings-from-stdin'

/**
 * Adds the settings that the parent process sends to the environment, if it does; waits for them. A program is started before they
 * are known, and has loaded its modules by then. Exits if the parent process has exited.
 */
export async function receiveSettings(): Promise<void> {
  if (!process.argv.includes(settingsFromStdin)) return
  const received = await text(process.stdin)
  if (received === '') process.exit(1)
  Object.assign(process.env, JSON.parse(received))
}
