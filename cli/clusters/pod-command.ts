import type { WebSocket } from 'ws'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Io } from '../terminal/io.ts'
import type { ChosenPod } from './chosen-pod.ts'
import { bytesOf, openPodSocket } from './pod-socket.ts'

/** A command to run in a container of a pod, or an attachment to the process that the container runs. */
export interface PodCommand {
  pod: ChosenPod
  /** Default: the only container of the pod. */
  container: string | undefined
  /** Absent to attach to the running process. */
  command?: readonly string[]
  /** Passes stdin to the command. */
  stdin: boolean
  tty: boolean
}

/** Input and outputs of a command in a pod. */
export interface PodIo extends Pick<Io, 'stdin' | 'signal'> {
  stdout: Pick<Io['stdout'], 'columns' | 'rows'> & {
    /** A returned promise pauses the output until it resolves. */
    write: (data: Uint8Array) => void | Promise<void>
  }
  stderr: { write: (data: Uint8Array) => void }
}

/** The first byte of a message. 255, which v5 introduced, closes the channel in the second byte. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/**
 * Runs a command in a container, or attaches to its process, and returns the exit code. Throws if the cluster cannot run it.
 */
export async function runInPod(
  io: PodIo,
  { pod, container, command, stdin, tty }: PodCommand,
): Promise<number> {
  const socket = await openPodSocket({
    pod,
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
    signal: io.signal,
  })
  const endInput = stdin ? sendInput(io, socket, { tty }) : undefined
  try {
    return exitOf(
      await statusAfterOutput(io, socket),
      command === undefined ? 'attach to' : 'run the command in',
    )
  } finally {
    endInput?.()
  }
}

/** Copies the output unchanged, and returns the status with which the cluster closes the connection. */
async function statusAfterOutput(io: PodIo, socket: WebSocket): Promise<unknown> {
  let status: unknown
  socket.on('message', (data) => {
    const message = bytesOf(data)
    const [channel] = message
    const body = message.subarray(1)
    if (channel === channels.stdout) void pausing(socket, io.stdout.write(body))
    else if (channel === channels.stderr) io.stderr.write(body)
    else if (channel === channels.error && body.length > 0) status = parsed(body.toString())
  })
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  io.signal.throwIfAborted()
  return status
}

/** Pauses a socket until what it delivered is written. */
async function pausing(socket: WebSocket, written: void | Promise<void>): Promise<void> {
  if (written === undefined) return
  socket.pause()
  await written
  socket.resume()
}

function exitOf(status: unknown, attempt: string): number {
  if (!isRecord(status)) throw new PlatformError('UNAVAILABLE', 'the connection to the cluster was lost')
  if (status['status'] === 'Success') return 0
  const details = isRecord(status['details']) ? status['details'] : {}
  const causes = Array.isArray(details['causes']) ? details['causes'].filter(isRecord) : []
  const code = Number(causes.find(({ reason }) => reason === 'ExitCode')?.['message'])
  if (status['reason'] === 'NonZeroExitCode' && Number.isInteger(code)) return code
  throw new PlatformError(
    'UNAVAILABLE',
    `the cluster could not ${attempt} the container: ${String(status['message'])}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { status: 'Failure', message: text }
  }
}

/** Bytes buffered for the cluster at which stdin is paused. */
const maxBuffered = 1_000_000

/** Sends stdin to the command; for a terminal, every key press and the window size. Returns a function that stops it. */
function sendInput(io: PodIo, socket: WebSocket, { tty }: { tty: boolean }): () => void {
  const send = (channel: number, body: Uint8Array): void => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(Buffer.concat([Buffer.from([channel]), body]), () => {
      if (socket.bufferedAmount < maxBuffered && io.stdin.isPaused()) io.stdin.resume()
    })
    if (socket.bufferedAmount > maxBuffered) io.stdin.pause()
  }
  const onData = (chunk: Buffer | string): void => send(channels.stdin, Buffer.from(chunk))
  const onEnd = (): void => {
    // Only v5 can close stdin; with v4 a command that reads until EOF waits indefinitely.
    if (socket.protocol === 'v5.channel.k8s.io') send(channels.close, Uint8Array.of(channels.stdin))
  }
  const resize = (): void => {
    const { columns, rows } = io.stdout
    if (columns !== undefined && rows !== undefined)
      send(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })))
  }
  if (tty) {
    io.stdin.setRawMode?.(true)
    resize()
    process.on('SIGWINCH', resize)
  }
  io.stdin.on('data', onData).on('end', onEnd)
  return () => {
    io.stdin.off('data', onData).off('end', onEnd)
    io.stdin.pause()
    if (!tty) return
    process.off('SIGWINCH', resize)
    io.stdin.setRawMode?.(false)
  }
}
