import { fork, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleOf } from '../../process/installation.ts'

/** A server, a worker or the simulator as a process of its own. */
export interface TestProcess {
  url: string
  pid: number
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
  /** Sends SIGTERM and waits for the end; resolves with whether the process shut down in order. */
  stop(): Promise<boolean>
  /** The file with all output of the process. */
  log: string
  /** Returns the last lines of the log. */
  lastLines(): Promise<string>
  /** Sends SIGSTOP: the process pauses without knowing it. */
  freeze(): void
  thaw(): void
}

export interface Launch {
  env: Record<string, string>
  /** The file for the output. */
  log: string
  /** The options of Node. @default none */
  execArgv?: readonly string[]
  /** The folder with the sources to run. @default the programs that are bundled from this repository */
  root?: string
  /** The program that runs the code. @default the Node.js of the test */
  execPath?: string | undefined
}

/** Starts one of our programs and waits until it reports its URL; throws with its log if it exits before that. */
export async function launchProcess(
  script: string,
  { env, log, execArgv = [], root, execPath = process.execPath }: Launch,
): Promise<TestProcess> {
  const child = fork(root === undefined ? bundleOf(script) : join(root, script), [], {
    env: { ...process.env, ...env, QLEET_PARENT_WATCH: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...execArgv],
    execPath,
  })
  const output = createWriteStream(log)
  // Neither stream ends the file for the other.
  child.stdout?.pipe(output, { end: false })
  child.stderr?.pipe(output, { end: false })
  child.once('close', () => output.end())
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await Promise.race([
    readyUrl(child),
    ended.then(async () => {
      throw new Error(`${script} exited before it was ready:\n${await readFile(log, 'utf8')}`)
    }),
  ])
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }
  return {
    url,
    pid: child.pid ?? 0,
    log,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => (await end('SIGTERM')) === 0,
    lastLines: async () => lastLinesOf(await readFile(log, 'utf8')),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

/** Returns the last lines of the output of a process. */
export function lastLinesOf(text: string): string {
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

/** Resolves with the URL that servers and workers report to their parent, and the simulator on stdout. */
function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: boolean; address?: string }) => {
      if (message.ready === true && message.address !== undefined) resolve(message.address)
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      const line = chunk
        .toString()
        .split('\n')
        .find((text) => text.startsWith('{"ready":true'))
      if (line !== undefined) resolve((JSON.parse(line) as { url: string }).url)
    })
  })
}
