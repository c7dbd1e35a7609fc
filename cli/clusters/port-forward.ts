import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { bytesOf, openPodSocket, type PodAddress } from '../../schema/clusters/pods/pod-socket.ts'
import { PlatformError } from '../../schema/errors.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { workloadTarget } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { choosePod } from './chosen-pod.ts'

interface PortForwardInput {
  args: { workload: string; ports: readonly string[] }
  options: { pod: string | undefined; address: string; project: string | undefined }
}

interface Ports {
  /** 0: any free port. */
  local: number
  remote: number
}

/** Listens on local ports and forwards each connection to a pod, until Ctrl-C. */
export async function portForward(
  { args, options }: PortForwardInput,
  context: CommandContext,
): Promise<number> {
  const { io } = context
  const ports = args.ports.map(portsOf)
  const target = workloadTarget(args.workload, options.project)
  const pod = await choosePod(context, target, { pod: options.pod, purpose: 'connect to' })
  // Reports a refusal of the cluster now rather than on the first connection.
  const [first] = ports
  if (first !== undefined) (await openPort(pod, first.remote, io.signal)).terminate()
  const servers: Server[] = []
  try {
    for (const { local, remote } of ports) {
      const server = await listen(local, options.address, (connection) => {
        void forward(connection, { pod, remote, io })
      })
      servers.push(server)
      const { port } = server.address() as AddressInfo
      io.stdout.write(`Forwarding ${options.address}:${port} to port ${remote} of pod ${pod.name}\n`)
    }
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve()
      io.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    return exits.interrupted
  } finally {
    for (const server of servers) server.close()
  }
}

/** Parses `8080:80`, `80` for the same port on both sides, or `:80` for any free local port. */
export function portsOf(text: string): Ports {
  const [, local, remote] = /^(?:(\d*):)?(\d+)$/.exec(text) ?? []
  const found = { local: Number(local === '' ? 0 : (local ?? remote)), remote: Number(remote) }
  const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= 65_535
  if (remote !== undefined && isPort(found.local) && isPort(found.remote) && found.remote > 0) return found
  throw usageError(`"${text}" is not LOCAL:REMOTE, such as 8080:80`)
}

async function listen(port: number, host: string, connected: (connection: Socket) => void): Promise<Server> {
  const server = createServer({ pauseOnConnect: true }, connected)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `cannot listen on ${host}:${port}: ${cause.message}. Choose another local port: LOCAL:REMOTE`
      reject(new PlatformError('INVALID_INPUT', message, { cause }))
    })
    server.listen(port, host, resolve)
  })
  return server
}

function openPort(pod: PodAddress, remote: number, signal: AbortSignal) {
  return openPodSocket({
    pod,
    from: 'this machine',
    subresource: 'portforward',
    query: [['ports', String(remote)]],
    protocols: ['v4.channel.k8s.io'],
    signal,
  })
}

/** Channels of the protocol. The first message of each only repeats the port. */
const channels = { data: 0, error: 1 } as const

/** Bytes buffered for the cluster at which the local connection is paused. */
const maxBuffered = 1_000_000

async function forward(
  connection: Socket,
  { pod, remote, io }: { pod: PodAddress; remote: number; io: Io },
): Promise<void> {
  connection.on('error', () => undefined)
  try {
    const socket = await openPort(pod, remote, io.signal)
    const greeted = new Set<number>()
    socket.on('message', (data) => {
      const message = bytesOf(data)
      const channel = message[0] ?? channels.data
      if (!greeted.has(channel)) {
        greeted.add(channel)
        return
      }
      const body = message.subarray(1)
      if (channel === channels.error) {
        io.stderr.write(`port ${remote} of pod ${pod.name}: ${body.toString().trim()}\n`)
        socket.close()
      } else if (!connection.write(body)) {
        socket.pause()
        connection.once('drain', () => socket.resume())
      }
    })
    socket.once('close', () => connection.end())
    connection.on('data', (chunk) => {
      socket.send(Buffer.concat([Buffer.from([channels.data]), chunk]), () => {
        if (socket.bufferedAmount < maxBuffered) connection.resume()
      })
      if (socket.bufferedAmount > maxBuffered) connection.pause()
    })
    connection.once('close', () => socket.close())
    connection.resume()
    socket.resume()
  } catch (error) {
    io.stderr.write(
      `port ${remote} of pod ${pod.name}: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    connection.destroy()
  }
}
