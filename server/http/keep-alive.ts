import type { WebSocket } from 'ws'

/** Milliseconds between two pings, which keep proxies from closing the connection as idle. */
const pingEvery = 15_000

/** Pings a client at an interval. @returns A function that reports whether a ping is unanswered. */
export function keepAlive(socket: WebSocket): () => boolean {
  let isPending = false
  const timer = setInterval(() => {
    if (isPending || socket.readyState !== socket.OPEN) return
    isPending = true
    socket.ping()
  }, pingEvery)
  socket.on('pong', () => void (isPending = false))
  socket.once('close', () => clearInterval(timer))
  return () => isPending
}
