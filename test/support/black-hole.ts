import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

/** A port of this machine that drops packets. */
export interface BlackHole {
  port: number
  close(): Promise<void>
}

/** Stops a listening process whose backlog is full: the kernel drops every further connection. */
export async function openBlackHole(at = 0): Promise<BlackHole> {
  const program = `const s = require('net').createServer().listen({ port: ${at}, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const fillers = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await once(fillers[0] ?? child, 'connect')
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
