import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { poll } from '../support/eventually.ts'

/** Where Node.js listens once a process has got SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list'

/**
 * Writes a CPU profile of a process of Node.js while work runs into a file, whose folder is made, for the tools of Chrome and VS Code.
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/
 */
export async function profiled<Result>(
  { pid, file }: { pid: number; file: string },
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(file), { recursive: true })
  process.kill(pid, 'SIGUSR1')
  const url = await poll(async () => {
    const response = await fetch(inspector).catch(() => undefined)
    const [first] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[]
    return first?.webSocketDebuggerUrl
  })
  if (url === undefined) throw new Error(`process ${pid} does not listen at ${inspector}`)
  const socket = new WebSocket(url)
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }))
  try {
    await call(socket, 'Profiler.enable')
    await call(socket, 'Profiler.start')
    const result = await work()
    const { profile } = (await call(socket, 'Profiler.stop')) as { profile: unknown }
    await writeFile(file, JSON.stringify(profile))
    return result
  } finally {
    socket.close()
  }
}

let calls = 0

function call(socket: WebSocket, method: string): Promise<unknown> {
  const id = (calls += 1)
  return new Promise((resolve, reject) => {
    const listener = ({ data }: MessageEvent): void => {
      const answer = JSON.parse(String(data)) as {
        id?: number
        result?: unknown
        error?: { message: string }
      }
      if (answer.id !== id) return
      socket.removeEventListener('message', listener)
      if (answer.error === undefined) resolve(answer.result)
      else reject(new Error(`${method}: ${answer.error.message}`))
    }
    socket.addEventListener('message', listener)
    socket.send(JSON.stringify({ id, method }))
  })
}
