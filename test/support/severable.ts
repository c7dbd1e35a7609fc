import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A way to a server of TCP that a test can cut. */
export interface Severable {
  /** The same address, by this way. */
  through(url: string): string
  /** Breaks every connection off and refuses new ones. */
  cut(): Promise<void>
  /** Keeps connections and takes new ones, but nothing passes any more. */
  stall(): void
  /** As if nothing had been. */
  mend(): Promise<void>
  close(): Promise<void>
}

export async function createSeverable(target: string): Promise<Severable> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (!stalled) to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    through: (url) => {
      const way = new URL(url)
      way.host = `127.0.0.1:${port}`
      return way.href
    },
    cut,
    stall: () => {
      stalled = true
    },
    mend: async () => {
      // What was swallowed cannot be given back: those connections are broken.
      if (stalled) for (const socket of sockets) socket.destroy()
      stalled = false
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
