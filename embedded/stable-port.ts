import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { PlatformError } from '../schema/errors.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'

export interface PortChoice {
  /** The file that remembers the port between runs. */
  file: string
  /** This port and no other. */
  port?: number | undefined
  /** The port of a first run, where it is free. */
  preferred?: number | undefined
  /** Who listens, for messages. */
  name: string
}

/**
 * Starts something on the port of the last run, so that what people wrote down stays right, or on a free one
 * where somebody else took it in the meantime.
 *
 * Thrown when the port asked for is taken: `UNAVAILABLE`.
 */
export async function startOnStablePort<T>(
  choice: PortChoice,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (choice.port !== undefined && !(await isFreePort(choice.port))) {
    throw new PlatformError(
      'UNAVAILABLE',
      `Port ${choice.port} of 127.0.0.1 is taken, so ${choice.name} cannot listen there`,
    )
  }
  let port = choice.port ?? (await rememberedPort(choice)) ?? (await freePort())
  for (let attempt = 1; ; attempt++) {
    try {
      const started = await start(port)
      await writeSmallFile(choice.file, String(port))
      return started
    } catch (error) {
      // Between looking and listening somebody else may have been faster.
      const lostTheRace = choice.port === undefined && attempt < 3 && !(await isFreePort(port))
      if (!lostTheRace) throw error
      port = await freePort()
    }
  }
}

async function rememberedPort({ file, preferred }: PortChoice): Promise<number | undefined> {
  const port = Number((await readSmallFile(file)) ?? preferred ?? Number.NaN)
  return Number.isInteger(port) && port > 0 && port < 65_536 && (await isFreePort(port)) ? port : undefined
}

/** A port nobody listens on, below those that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 30_000)
    if (await isFreePort(port)) return port
  }
  throw new PlatformError('UNAVAILABLE', 'None of 100 ports tried between 20000 and 29999 is free')
}

export async function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
