import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { objectOf, type JsonObject } from '../json.ts'
import type { Execution } from '../subresources/exec.ts'
import type { SimulatedShell } from '../subresources/simulated-shell.ts'

/*
 * Commands over WebSockets: the first byte of each message is its channel.
 * https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/streaming/pkg/wsstream/doc.go
 */

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** The protocols that are spoken, preferred first. */
const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

const sockets = new WebSocketServer({
  noServer: true,
  handleProtocols: (offered) => protocols.find((each) => offered.has(each)) ?? false,
})

export interface Upgrade {
  request: IncomingMessage
  stream: Duplex
  head: Buffer
}

/** Runs a command over a connection. Returns a function that stops it when the server stops. */
export function serveExecution({ request, stream, head }: Upgrade, execution: Execution): () => void {
  sockets.handleUpgrade(request, stream, head, (socket) => {
    const write = (channel: number) => (text: string) =>
      send(socket, Buffer.concat([Buffer.of(channel), Buffer.from(text)]))
    const shell = execution.open({ write: write(channels.stdout), writeError: write(channels.stderr) })
    socket.on('error', () => socket.terminate())
    socket.once('close', () => shell.stop())
    if (execution.stdin) socket.on('message', (data: Buffer) => receive(shell, data))
    void execution
      .run(shell)
      .then((status) => write(channels.error)(JSON.stringify(status)))
      .finally(() => socket.close(1000))
  })
  return () => stream.destroy()
}

/** Sends a message, and waits until it has left the process, so that a slow client pauses the command. */
function send(socket: WebSocket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(message, () => resolve())
    else resolve()
  })
}

function receive(shell: SimulatedShell, data: Buffer): void {
  const body = data.subarray(1)
  if (data[0] === channels.stdin) shell.input(body)
  else if (data[0] === channels.close && body[0] === channels.stdin) shell.endInput()
  else if (data[0] === channels.resize) {
    const { Width: columns, Height: rows } = sizeIn(body.toString())
    shell.resize({ columns: Number(columns), rows: Number(rows) })
  }
}

function sizeIn(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Refuses an upgrade with a response. */
export function refuseUpgrade({ stream }: Upgrade, code: number, object: object): void {
  const body = JSON.stringify(object)
  stream.on('error', () => stream.destroy())
  stream.end(
    [
      `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
