import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { lastLinesOf, launchProcess, type Launch, type TestProcess } from './processes.ts'
import type { HostReply, HostRequest } from './process-host.ts'
import { hostFile } from './programs.ts'

/** A process that runs programs for this worker of the test run, see `process-host.ts`. */
interface Host {
  /** Sends a request and resolves with the URL in its answer, if there is one. */
  ask(request: HostRequest): Promise<string>
}

/** One host for each script, so that a server, its worker and its simulator are three processes, as in production. */
const hosts = new Map<string, Host>()

let lastId = 0

/** Reports whether a program can run in a process with others: Node and this repository run it, with only our settings. */
function isHostable({ env, execArgv = [], root, execPath }: Launch): boolean {
  return (
    Object.keys(env).every((name) => name.startsWith('QLEET_')) &&
    execArgv.length === 0 &&
    root === undefined &&
    execPath === undefined
  )
}

/** Starts one of our programs, if possible in a process that has loaded its modules, and waits until it is ready. */
export async function launchHosted(script: string, launch: Launch): Promise<TestProcess> {
  if (!isHostable(launch)) return launchProcess(script, launch)
  const { env, log } = launch
  const host = hosts.get(script) ?? startHost(script)
  const id = (lastId += 1)
  const url = await host.ask({ id, start: script, env, log }).catch((cause: unknown) => {
    throw new Error(`${script} exited before it was ready: ${String(cause)}`, { cause })
  })
  let stopping: Promise<boolean> | undefined
  return {
    url,
    log,
    get pid() {
      return unavailable()
    },
    kill: async () => unavailable(),
    stop: () => {
      stopping ??= host.ask({ id, stop: true }).then(() => true)
      return stopping
    },
    lastLines: async () => lastLinesOf(await readFile(log, 'utf8')),
    freeze: unavailable,
    thaw: unavailable,
  }
}

function unavailable(): never {
  throw new Error('this program shares its process: start the control plane with `ownProcesses: true`')
}

function startHost(script: string): Host {
  const child = fork(hostFile, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  const pending = new Map<number, { resolve(url: string): void; reject(error: Error): void }>()
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = lastLinesOf(errors + chunk.toString())))
  child.on('message', (reply: HostReply) => {
    const asked = pending.get(reply.id)
    pending.delete(reply.id)
    if ('error' in reply) asked?.reject(new Error(reply.error))
    else asked?.resolve(reply.url ?? '')
  })
  child.once('exit', (code, signal) => {
    hosts.delete(script)
    for (const { reject } of pending.values())
      reject(new Error(`the process of ${script} has ended (${code ?? signal}):\n${errors}`))
  })
  keepsNothingAlive(child)
  const host: Host = {
    ask: (request) =>
      new Promise((resolve, reject) => {
        pending.set(request.id, { resolve, reject })
        child.send(request, (error) => (error === null ? undefined : reject(error)))
      }),
  }
  hosts.set(script, host)
  return host
}

/** The host ends with this process, by the end of its channel. */
function keepsNothingAlive(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  // A pipe is a socket, which the types do not say.
  if (child.stderr !== null && 'unref' in child.stderr) (child.stderr as unknown as { unref(): void }).unref()
}
