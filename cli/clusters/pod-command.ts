import type { WebSocket } from 'ws'
import type { PodAddress } from '../../schema/clusters/pods/pod-socket.ts'
import {
  closeInput,
  exitOf,
  openRemoteCommand,
  resizeTerminal,
  sendInput,
  statusAfterOutput,
} from '../../schema/clusters/pods/remote-command.ts'
import type { Io } from '../terminal/io.ts'

/** A command to run in a container of a pod, or an attachment to the process that the container runs. */
export interface PodCommand {
  pod: PodAddress
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

/**
 * Runs a command in a container, or attaches to its process, and returns the exit code. Throws if the cluster cannot run it.
 */
export async function runInPod(io: PodIo, command: PodCommand): Promise<number> {
  const { signal, stdout, stderr } = io
  const socket = await openRemoteCommand({ ...command, from: 'this machine', signal })
  const endInput = command.stdin ? passInput(io, socket, command) : undefined
  try {
    const status = await statusAfterOutput(socket, {
      stdout: (data) => stdout.write(data),
      stderr: (data) => stderr.write(data),
    })
    signal.throwIfAborted()
    return exitOf(status, command.command === undefined ? 'attach to' : 'run the command in')
  } finally {
    endInput?.()
  }
}

/** Bytes buffered for the cluster at which stdin is paused. */
const maxBuffered = 1_000_000

/** Sends stdin to the command; for a terminal, every key press and the window size. Returns a function that stops it. */
function passInput(io: PodIo, socket: WebSocket, { tty }: Pick<PodCommand, 'tty'>): () => void {
  const onData = (chunk: Buffer | string): void => {
    sendInput(socket, Buffer.from(chunk), () => {
      if (socket.bufferedAmount < maxBuffered && io.stdin.isPaused()) io.stdin.resume()
    })
    if (socket.bufferedAmount > maxBuffered) io.stdin.pause()
  }
  const onEnd = (): void => closeInput(socket)
  const resize = (): void => {
    const { columns, rows } = io.stdout
    if (columns !== undefined && rows !== undefined) resizeTerminal(socket, { columns, rows })
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
