import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on this machine that can be cut and opened again. */
export interface Way {
  port: number
  /** Connections break off, and new ones are refused. */
  cut(): Promise<void>
  open(): Promise<void>
  /** Connections stay, new ones are taken, and nothing ever comes back: as behind a server that hangs. */
  silence(): Promise<void>
  /** New connections pass again; those that went silent stay so, as where somebody in between has forgotten them. */
  forget(): void
  /** Connections stay and go silent, and new ones get no answer at all, not even that nobody is there. */
  drop(): Promise<void>
  close(): Promise<void>
}

export async function wayTo(target: number): Promise<Way> {
  const sockets = new Set<Socket>()
  let silent = false
  let hole: PortHole | undefined
  const server = createServer((socket) => {
    if (silent) {
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
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const silenceAll = (): void => {
    silent = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port,
    cut: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
    open: async () => {
      silent = false
      breakAll()
      await hole?.close()
      hole = undefined
      if (!server.listening) await listen(port)
    },
    silence: async () => silenceAll(),
    forget: () => {
      silent = false
    },
    drop: async () => {
      silenceAll()
      // Only the listening ends: what is connected stays so.
      server.close()
      hole = await openPortHole(port)
    },
    close: async () => {
      breakAll()
      await hole?.close()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A port at which packets get lost. */
export interface PortHole {
  port: number
  close(): Promise<void>
}

/** Its process stands still, and its queue of connections is full: the kernel drops what else comes. */
export async function openPortHole(at = 0): Promise<PortHole> {
  const program = `const s = require('net').createServer().listen({ port: ${at}, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const fillers = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await once(fillers[0] ?? child, 'connect')
  return {
    port,
    close: () => {
      for (const filler of fillers) filler.destroy()
      return ended(child)
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
