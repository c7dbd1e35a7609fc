import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { repository } from './run-program.ts'

/** A module of `samples/`, as a process of its own. */
export interface SampleModule {
  script: string
  url: string
  kill(): Promise<void>
  /** Stops it with SIGTERM; resolves with whether it shut down in order. */
  stop(): Promise<boolean>
}

export interface SampleOptions {
  plane: { url: string; token: string }
  /** The folder for its data. */
  folder: string
}

/** Starts a module, and resolves once it has registered. */
export async function startSample(script: string, { plane, folder }: SampleOptions): Promise<SampleModule> {
  const child = spawn(process.execPath, [join(repository, script)], {
    env: {
      PATH: process.env['PATH'],
      QLEET_SERVER_URL: plane.url,
      QLEET_TOKEN: plane.token,
      MODULE_PORT: '0',
      MODULE_DATA: join(folder, 'sites.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const errors = text(child.stderr)
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      child.stdout.on('data', (data: Buffer) => {
        const [, found] = /serves (\S+) for/.exec(data.toString()) ?? []
        if (found !== undefined) resolve(found)
      })
    }),
    ended.then(async () => {
      throw new Error(`${script} exited before it had registered:\n${await errors}`)
    }),
  ])
  const end = async (signal: NodeJS.Signals): Promise<boolean> => {
    child.kill(signal)
    await ended
    return child.exitCode === 0
  }
  return { script, url, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}
