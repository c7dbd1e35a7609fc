import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on this machine that can be cut and opened again. */
export interface Way {
  port: number
  /** Connections break off, and new ones are refused. */
  cut(): Promise<void>
  open(): Promise<void>
  /** Connections stay, new ones are taken, and nothing ever comes back: as when packets are dropped. */
  silence(): Promise<void>
  close(): Promise<void>
}

export async function wayTo(target: number): Promise<Way> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createServer((socket) => {
    if (state === 'cut') {
      socket.destroy()
      return
    }
    if (state === 'silent') {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
      return
    }
    const onward = connect(target, '127.0.0.1')
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => each.destroy())
      each.on('close', () => sockets.delete(each))
    }
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut: async () => {
      state = 'cut'
      breakAll()
    },
    open: async () => {
      state = 'open'
      breakAll()
    },
    silence: async () => {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
