import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformError, isPlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { reportError } from '../error-report.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { TaskList } from '../terminal/task-list.ts'
import { showDuration } from '../terminal/time.ts'
import { attach } from './attach.ts'
import { createDataFolder } from './data-folder.ts'
import { saveInstance } from './context-entry.ts'
import type { FirstRuntimeProvider } from './first-runtime.ts'
import { localLocation, type ControlPlaneInfo, type LocalLocation } from './location.ts'
import { findSupervisor, waitUntilExited } from './process.ts'
import { localLoginLink, setUp } from './running.ts'
import { summaryOf } from './summary.ts'
import { startSupervisor, type ProgressLine, type StepLine, type Supervisor } from './supervisor.ts'

export interface UpOptions {
  name: string | undefined
  data: string | undefined
  port: number | undefined
  foreground: boolean
  sample: boolean
  empty: boolean
  /** The provider of the first runtime. @default simulated */
  runtime: FirstRuntimeProvider | undefined
  exitWhenReady: boolean
  timeout: number
  output: string
}

export async function up(
  { options }: { options: UpOptions },
  context: CommandContext,
): Promise<number | void> {
  parseFormat(options.output, ['table', 'json', 'yaml'])
  if (options.empty && options.sample) throw usageError('--empty and --sample cannot be used together')
  if (options.empty && options.runtime !== undefined)
    throw usageError('--empty and --runtime cannot be used together')
  const location = await localLocation(context, options)
  const deadline = performance.now() + options.timeout
  for (;;) {
    const pid = await findSupervisor(location.dataDir)
    if (pid === undefined) {
      const start = await startUnlessStarted(context, location, options)
      if (start !== 'started elsewhere') return start.exit
      continue
    }
    const running = await attach(context, { location, options, pid, deadline })
    if (running !== undefined) return printSummary(context, options, running)
  }
}

async function startUnlessStarted(
  context: CommandContext,
  location: LocalLocation,
  options: UpOptions,
): Promise<{ exit: number | void } | 'started elsewhere'> {
  try {
    return { exit: await new Start(context, location, options).run() }
  } catch (error) {
    // Another process has started the same control plane concurrently.
    if (!isPlatformError(error) || error.code !== 'BLOCKED') throw error
    if ((await waitForSupervisor(location.dataDir)) === undefined) throw error
    return 'started elsewhere'
  }
}

/** Waits up to ten seconds for the supervisor that holds the data directory to write its pid, and returns it. */
async function waitForSupervisor(dataDir: string): Promise<number | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const pid = await findSupervisor(dataDir)
    if (pid !== undefined) return pid
    await sleep(50)
  }
  return undefined
}

async function printSummary(
  { io }: CommandContext,
  { output, exitWhenReady }: UpOptions,
  running: Awaited<ReturnType<typeof setUp>>,
): Promise<void> {
  const format = parseFormat(output, ['table', 'json', 'yaml'])
  const { info, kubeconfig } = running
  if (format.as !== 'table') return printValue(io, format, { ...info, kubeconfig })
  // Of what stops at once, no link is of use; without one, the summary names the command that makes one.
  const login = exitWhenReady ? undefined : await localLoginLink(info).catch(() => undefined)
  io.stdout.write(summaryOf(io, running, login))
}

/** One start of a control plane, until it runs in the background or, in the foreground, until it has stopped. */
class Start {
  readonly #context: CommandContext
  readonly #location: LocalLocation
  readonly #options: UpOptions
  readonly #tasks: TaskList
  readonly #deadline: number
  /** True once the supervisor has reported an error of this start, after which it exits. */
  #hasFailed = false

  constructor(context: CommandContext, location: LocalLocation, options: UpOptions) {
    this.#context = context
    this.#location = location
    this.#options = options
    this.#tasks = new TaskList(context.io)
    this.#deadline = performance.now() + options.timeout
  }

  async run(): Promise<number | void> {
    const { io, config } = this.#context
    const { foreground, exitWhenReady, sample, empty, runtime, port } = this.#options
    const stays = foreground || exitWhenReady
    const removeFolder = await createDataFolder(this.#location.dataDir)
    const supervisor = await startSupervisor({ ...this.#location, port, foreground: stays })
    const listening = new AbortController()
    const lines = supervisor.lines(listening.signal)[Symbol.asyncIterator]()
    try {
      const info = await this.#untilReady(lines, supervisor)
      await saveInstance(config, this.#location.name, info)
      const running = await setUp({
        io,
        tasks: this.#tasks,
        info,
        sample,
        empty,
        provider: runtime,
        deadline: this.#deadline,
      }).catch((error: unknown) => {
        if (!foreground || exitWhenReady || io.signal.aborted) throw error
        // The control plane itself runs, so keep it for inspection.
        this.#tasks.end()
        reportError(error, { io, asJson: false })
        return { info, sample }
      })
      this.#tasks.end()
      await printSummary(this.#context, this.#options, running)
      if (exitWhenReady) return await this.#stop(supervisor, 0)
      if (foreground) return await this.#stay(lines, supervisor)
    } catch (error) {
      this.#tasks.end()
      if (stays || io.signal.aborted) await this.#stop(supervisor, 0)
      // Its logs contain no more than the error. A start that continues in the background needs its folder.
      if (this.#hasFailed) {
        await supervisor.waitForExit()
        await removeFolder()
      }
      if (io.signal.aborted) return exits.interrupted
      throw error
    } finally {
      listening.abort()
      // Closes the log file. In the foreground the stream ends with the supervisor.
      void lines.return?.()
    }
    return undefined
  }

  /** Shows the progress of the components until all are ready. */
  async #untilReady(lines: AsyncIterator<ProgressLine>, supervisor: Supervisor): Promise<ControlPlaneInfo> {
    const { signal } = this.#context.io
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<'timeout'>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), this.#deadline - performance.now())
      signal.addEventListener('abort', () => resolve('timeout'))
    })
    try {
      for (;;) {
        const next = await Promise.race([lines.next(), timeout])
        if (next === 'timeout') throw this.#timeoutError(supervisor)
        if (next.done === true) throw await this.#exitError(supervisor)
        const line = next.value
        if ('ready' in line) return line.info
        if ('failed' in line) {
          // A data directory in use belongs to the control plane that uses it.
          this.#hasFailed = line.code !== 'BLOCKED'
          throw this.#startError(line)
        }
        this.#show(line)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #show({ step, title, state, detail = '' }: StepLine): void {
    const taskState = state === 'started' ? 'running' : state === 'failed' ? 'failed' : 'done'
    this.#tasks.set(step, { title, state: taskState, detail })
  }

  /** Runs until Ctrl-C, and reports components that fail and are restarted. */
  async #stay(lines: AsyncIterator<ProgressLine>, supervisor: Supervisor): Promise<number | void> {
    const { io } = this.#context
    const interrupted = new Promise<'interrupted'>((resolve) => {
      io.signal.addEventListener('abort', () => resolve('interrupted'))
      if (io.signal.aborted) resolve('interrupted')
    })
    io.stderr.write('\nRunning until Ctrl-C.\n')
    for (;;) {
      const next = await Promise.race([lines.next(), interrupted])
      if (next === 'interrupted') return this.#stop(supervisor, 0)
      if (next.done === true) {
        // Exit code 0: stopped by `qleetctl down` in another terminal.
        if ((await supervisor.waitForExit()) !== 0) throw await this.#exitError(supervisor)
        io.stderr.write(`Control plane "${this.#location.name}" was stopped.\n`)
        return 0
      }
      const line = next.value
      if (!('step' in line)) continue
      const time = new Date().toLocaleTimeString('en-GB')
      io.stderr.write(
        `${time} ${line.title} ${line.state}${line.detail === undefined ? '' : `: ${line.detail}`}\n`,
      )
    }
  }

  async #stop(supervisor: Supervisor, exit: number): Promise<number> {
    const { io } = this.#context
    if (supervisor.hasExited()) return exit
    const started = performance.now()
    io.stderr.write('Stopping …\n')
    supervisor.stop()
    const hasExited = await waitUntilExited(supervisor.pid, 40_000)
    if (!hasExited)
      throw new CommandFailure(exits.failed, `process ${supervisor.pid} does not stop. ${this.#logs()}`)
    io.stderr.write(`Stopped after ${showDuration(performance.now() - started)}.\n`)
    return exit
  }

  #startError({ code, message, remedy }: Extract<ProgressLine, { failed: true }>): Error {
    const text = `the control plane cannot start: ${message}${remedy === undefined ? '' : `. ${remedy}`}`
    return new PlatformError(code === 'BLOCKED' ? 'BLOCKED' : 'UNAVAILABLE', text)
  }

  #timeoutError(supervisor: Supervisor): CommandFailure {
    const stays = this.#options.foreground || this.#options.exitWhenReady
    const note = stays ? '' : ` It keeps starting in the background (process ${supervisor.pid}).`
    return new CommandFailure(
      exits.timeout,
      `not ready after ${showDuration(this.#options.timeout)}.${note} ${this.#logs()}`,
    )
  }

  async #exitError(supervisor: Supervisor): Promise<Error> {
    await supervisor.waitForExit()
    return new PlatformError('UNAVAILABLE', `the control plane has exited. ${this.#logs()}`)
  }

  #logs(): string {
    return `See the logs in ${join(this.#location.dataDir, 'logs')}.`
  }
}
