import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { PlatformError } from '../../schema/errors.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'

export interface PortChoice {
  /** The file that stores the port between runs. */
  file: string
  /** A fixed port, or 0 for any free one. @default a stored, preferred or free port */
  port?: number | undefined
  /** The port of the first run, if it is free. */
  preferred?: number | undefined
  /** The name of the process that listens, for messages. */
  name: string
}

/**
 * Starts a process on the port of the last run, so that its URL stays the same, or on a free port if another process has
 * taken it in the meantime.
 *
 * Throws `UNAVAILABLE` when a fixed port is in use.
 */
export async function startOnStablePort<T>(
  choice: PortChoice,
  start: (port: number) => Promise<T>,
): Promise<T> {
  const fixed = choice.port === 0 ? undefined : choice.port
  if (fixed !== undefined && !(await isFreePort(fixed))) {
    throw new PlatformError(
      'UNAVAILABLE',
      `Port ${fixed} of 127.0.0.1 is in use, so ${choice.name} cannot listen on it: choose another port`,
    )
  }
  const stored = choice.port === undefined ? await storedPort(choice) : undefined
  let port = fixed ?? stored ?? (await freePort())
  for (let attempt = 1; ; attempt++) {
    try {
      const started = await start(port)
      await writeSmallFile(choice.file, String(port))
      return started
    } catch (error) {
      // Another process may take the port between the check and the start.
      const lostTheRace = fixed === undefined && attempt < 3 && !(await isFreePort(port))
      if (!lostTheRace) throw error
      port = await freePort()
    }
  }
}

async function storedPort({ file, preferred }: PortChoice): Promise<number | undefined> {
  const port = Number((await readSmallFile(file)) ?? preferred ?? Number.NaN)
  return Number.isInteger(port) && port > 0 && port < 65_536 && (await isFreePort(port)) ? port : undefined
}

/** Returns a free port below the ephemeral range of outgoing connections. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 30_000)
    if (await isFreePort(port)) return port
  }
  throw new PlatformError('UNAVAILABLE', 'No free port found: 100 ports between 20000 and 29999 are in use')
}

export async function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
