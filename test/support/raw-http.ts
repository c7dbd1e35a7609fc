import { connect, type Socket } from 'node:net'

/** A connection whose bytes a test writes directly. */
export interface RawConnection {
  socket: Socket
  /** Returns everything received so far. */
  received(): string
  /** Resolves with everything received once either side has closed the connection. */
  ended: Promise<string>
  write(text: string | Buffer): void
  destroy(): void
}

export function rawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  socket.on('error', () => undefined)
  return {
    socket,
    received: () => text,
    ended: new Promise((resolve) => socket.once('close', () => resolve(text))),
    write: (part) => void socket.write(part),
    destroy: () => void socket.destroy(),
  }
}

/** Returns the lines of a request up to its body. */
export function head(request: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${request} HTTP/1.1\r\n${lines.join('')}\r\n`
}
