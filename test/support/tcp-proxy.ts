import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { openBlackHole, type BlackHole } from './black-hole.ts'

/** A proxy in front of a server on this machine that simulates network failures. */
export interface TcpProxy {
  port: number
  /** Returns the URL with the proxy's address instead of the server's. */
  through(url: string): string
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Forwards new connections again after any of the failures, and breaks the earlier ones. */
  open(): Promise<void>
  /** Keeps connections and accepts new ones, but forwards nothing, as in front of a server that hangs. */
  stall(): Promise<void>
  /** Forwards new connections again, but not the stalled ones, as when a NAT gateway has dropped its table. */
  reopen(): void
  /** Stalls connections and drops the packets of new ones, so that they are not even refused. */
  drop(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy to a port of this machine, or to the address of a URL. */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(
    typeof target === 'number' ? `tcp://127.0.0.1:${target}` : target,
  )
  const sockets = new Set<Socket>()
  let stalled = false
  let hole: BlackHole | undefined
  const server = createServer((socket) => {
    if (stalled) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
      return
    }
    const onward = connect(Number(targetPort), hostname)
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => each.destroy())
      each.on('close', () => sockets.delete(each))
    }
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stopListening = (): Promise<unknown> => new Promise((resolve) => server.close(resolve))
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const stallAll = (): void => {
    stalled = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port,
    through: (url) => {
      const proxied = new URL(url)
      proxied.host = `127.0.0.1:${port}`
      return proxied.href
    },
    cut: async () => {
      const closed = stopListening()
      breakAll()
      await closed
    },
    open: async () => {
      stalled = false
      breakAll()
      await hole?.close()
      hole = undefined
      if (!server.listening) await listen(port)
    },
    stall: async () => stallAll(),
    reopen: () => {
      stalled = false
    },
    drop: async () => {
      stallAll()
      // Stops listening only: existing connections stay open.
      server.close()
      hole = await openBlackHole(port)
    },
    close: async () => {
      breakAll()
      await hole?.close()
      if (server.listening) await stopListening()
    },
  }
}
