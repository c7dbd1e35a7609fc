import type { WebSocket } from 'ws'
import { PlatformError } from '../../errors.ts'
import { isRecord, recordOf, recordsOf } from '../../records.ts'
import { bytesOf, openPodSocket, type PodSocketOptions } from './pod-socket.ts'

/* Commands in containers, by the protocol of API servers, which kubectl speaks too. */

export interface RemoteCommand extends Pick<PodSocketOptions, 'pod' | 'from' | 'signal'> {
  /** Default: the only container of the pod. */
  container: string | undefined
  /** Absent to attach to the running process. */
  command?: readonly string[] | undefined
  /** Passes stdin to the command. */
  stdin: boolean
  tty: boolean
}

/** The first byte of a message. 255, which v5 introduced, closes the channel in the second byte. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** Starts a command in a container, or attaches to its process. The socket is paused, as that of {@link openPodSocket}. */
export function openRemoteCommand({
  container,
  command,
  stdin,
  tty,
  ...connection
}: RemoteCommand): Promise<WebSocket> {
  return openPodSocket({
    ...connection,
    subresource: command === undefined ? 'attach' : 'exec',
    query: [
      ...(command ?? []).map((word) => ['command', word] as const),
      ...(container === undefined ? [] : [['container', container] as const]),
      ['stdin', String(stdin)],
      ['stdout', 'true'],
      // A terminal merges both outputs.
      ['stderr', String(!tty)],
      ['tty', String(tty)],
    ],
    protocols: ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
  })
}

/** Receives what a command writes. A returned promise pauses the output until it resolves. */
export interface OutputReceiver {
  stdout: (data: Buffer) => void | Promise<void>
  stderr: (data: Buffer) => void
}

/** Passes on the output unchanged, and returns the status with which the cluster closes the connection. */
export async function statusAfterOutput(
  socket: WebSocket,
  { stdout, stderr }: OutputReceiver,
): Promise<unknown> {
  let status: unknown
  socket.on('message', (data) => {
    const message = bytesOf(data)
    const [channel] = message
    const body = message.subarray(1)
    if (channel === channels.stdout) void pausing(socket, stdout(body))
    else if (channel === channels.stderr) stderr(body)
    else if (channel === channels.error && body.length > 0) status = parsed(body.toString())
  })
  socket.resume()
  if (socket.readyState !== socket.CLOSED) await new Promise((resolve) => socket.once('close', resolve))
  return status
}

/** Pauses a socket until what it delivered is written. */
async function pausing(socket: WebSocket, written: void | Promise<void>): Promise<void> {
  if (written === undefined) return
  socket.pause()
  await written
  socket.resume()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { status: 'Failure', message: text }
  }
}

/** Returns the exit code in a status. Throws UNAVAILABLE if the cluster could not do what was attempted with the container. */
export function exitOf(status: unknown, attempt: 'run the command in' | 'attach to'): number {
  if (!isRecord(status)) throw new PlatformError('UNAVAILABLE', 'the connection to the cluster was lost')
  if (status['status'] === 'Success') return 0
  const causes = recordsOf(recordOf(status['details'])['causes'])
  const code = Number(causes.find(({ reason }) => reason === 'ExitCode')?.['message'])
  if (status['reason'] === 'NonZeroExitCode' && Number.isInteger(code)) return code
  throw new PlatformError(
    'UNAVAILABLE',
    `the cluster could not ${attempt} the container: ${String(status['message'])}`,
  )
}

/** Reports whether a command could not run because the container has no such program: container runtimes say so only by text. */
export function isProgramMissing(error: PlatformError): boolean {
  return /executable file not found|no such file or directory/.test(error.message)
}

/** Sends input to a command. The callback is called once it has left the process, or cannot. */
export function sendInput(socket: WebSocket, data: Uint8Array, sent?: () => void): void {
  sendTo(socket, channels.stdin, { data, sent })
}

/** Closes the input of a command. Only v5 can: with v4, a command that reads until EOF waits indefinitely. */
export function closeInput(socket: WebSocket): void {
  if (socket.protocol === 'v5.channel.k8s.io')
    sendTo(socket, channels.close, { data: Uint8Array.of(channels.stdin) })
}

/** Sets the size of the terminal of a command. */
export function resizeTerminal(
  socket: WebSocket,
  { columns, rows }: { columns: number; rows: number },
): void {
  sendTo(socket, channels.resize, { data: Buffer.from(JSON.stringify({ Width: columns, Height: rows })) })
}

function sendTo(
  socket: WebSocket,
  channel: number,
  { data, sent }: { data: Uint8Array; sent?: (() => void) | undefined },
): void {
  if (socket.readyState === socket.OPEN)
    socket.send(Buffer.concat([Buffer.from([channel]), data]), () => sent?.())
  else sent?.()
}
