import type { WebSocket } from 'ws'
import { AsyncQueue } from '../../../process/async-queue.ts'
import type { TerminalInput, TerminalOutput } from '../../../schema/cluster-queries.ts'
import { bytesOf } from '../../../schema/clusters/pods/pod-socket.ts'
import { invalidInput, PlatformError } from '../../../schema/errors.ts'
import { findTarget, idsOf } from '../../../schema/graphql/cluster-queries.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import { plainMessages } from '../../../schema/input-messages.ts'
import { issueErrors } from '../../../schema/issue-errors.ts'
import {
  maxTyped,
  maxUnshown,
  OpenTerminal,
  TerminalMessage,
  type TerminalEvent,
} from '../../../schema/terminals.ts'
import type { Log } from '../../../telemetry/log.ts'
import { asPlatformError } from '../failures.ts'

export interface TerminalConnection {
  socket: WebSocket
  context: RequestContext
  log: Log
  /** Milliseconds without input and output after which the terminal is closed. */
  idle: number
  /** Counts the terminal, and returns a function to call once it has ended. Throws if the actor has too many. */
  enter: () => () => void
}

/** Typed bytes that wait for the cluster, at which the page is paused. */
const maxWaiting = 128_000

const shells = { any: [['bash'], ['sh']], bash: [['bash']], sh: [['sh']] } as const satisfies Record<
  OpenTerminal['shell'],
  string[][]
>

/** A terminal of a page. Lasts until the program, the connection or the session ends, or nothing happens for too long. */
export class Terminal {
  readonly #connection: TerminalConnection
  readonly #inputs = new AsyncQueue<TerminalInput>((input) => this.#taken(input))
  readonly #idleTimer: NodeJS.Timeout
  #outputs: AsyncIterableIterator<TerminalOutput> | undefined
  #hasEnded = false
  /** Bytes that were typed and not taken yet, and bytes that were written and not shown yet. */
  #waiting = 0
  #unshown = 0
  #resume: () => void = () => undefined
  #leave: () => void = () => undefined

  constructor(connection: TerminalConnection) {
    const { socket, idle } = connection
    this.#connection = connection
    this.#idleTimer = setTimeout(() => this.#endIdle(), idle)
    socket.once('message', (data) => {
      // It may arrive while the connection closes, and would be counted for good.
      if (this.#hasEnded) return
      socket.on('message', (message, isBinary) => this.#receive(bytesOf(message), isBinary))
      void this.#run(bytesOf(data))
    })
    socket.once('close', () => this.#end())
  }

  /** Ends the terminal with an error that the page shows. */
  fail(error: unknown): void {
    const { code, message } = asPlatformError(error)
    if (code === 'INTERNAL') this.#connection.log.error({ err: error }, 'a terminal failed')
    this.#finish({ event: 'failed', code, message })
  }

  async #run(greeting: Buffer): Promise<void> {
    try {
      this.#leave = this.#connection.enter()
      const outputs = await this.#open(parseGreeting(greeting))
      this.#outputs = outputs
      // The page may be gone meanwhile.
      if (this.#hasEnded) {
        await outputs.return?.()
        return
      }
      for await (const output of outputs) await this.#show(output)
    } catch (error) {
      this.fail(error)
    } finally {
      this.#end()
    }
  }

  async #open({ objectId, shell, ...place }: OpenTerminal): Promise<AsyncIterableIterator<TerminalOutput>> {
    const { context } = this.#connection
    const object = await findTarget(context, { id: objectId }, { path: 'objectId' })
    const ids = await idsOf(object, context)
    const { pod, container } = place
    // Recorded first, so that no terminal is ever opened without an event.
    const note = `${context.actor.name} opened a terminal in container ${container} of pod ${pod}`
    await context.store.recordEvent(object.id, { type: 'Normal', reason: 'TerminalOpened', note })
    const commands = shells[shell].map((command) => [...command])
    return context.queryWorkers({ about: 'exec', ...ids, ...place, commands }, this.#inputs)
  }

  /** Sends what a program does. Waits while the page has not shown enough of it. */
  async #show(output: TerminalOutput): Promise<void> {
    this.#idleTimer.refresh()
    if ('started' in output) return this.#send({ event: 'started', command: output.started })
    if ('exit' in output) return this.#finish({ event: 'ended', exit: output.exit })
    const data = Buffer.from(output.data, 'base64')
    this.#unshown += data.length
    this.#connection.socket.send(data)
    while (this.#unshown > maxUnshown && !this.#hasEnded)
      await new Promise<void>((resolve) => (this.#resume = resolve))
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return
    this.#idleTimer.refresh()
    try {
      if (isBinary) return this.#type(data)
      const message = TerminalMessage.safeParse(jsonOf(data)).data
      if (message === undefined) throw invalidMessage('must be {"size": …} or {"shown": …}')
      if ('size' in message) this.#add(message)
      else this.#countShown(message.shown)
    } catch (error) {
      this.fail(error)
    }
  }

  #type(data: Buffer): void {
    if (data.length > maxTyped) {
      const message = `has ${data.length} bytes; send at most ${maxTyped} in one message`
      throw invalidInput([{ path: 'message', code: 'TOO_LONG', message }])
    }
    this.#add({ data: data.toString('base64') })
  }

  #add(input: TerminalInput): void {
    this.#waiting += lengthOf(input)
    this.#inputs.add(input)
    if (this.#waiting > maxWaiting) this.#connection.socket.pause()
  }

  #taken(input: TerminalInput): void {
    this.#waiting -= lengthOf(input)
    if (this.#waiting <= maxWaiting) this.#connection.socket.resume()
  }

  #countShown(bytes: number): void {
    this.#unshown = Math.max(0, this.#unshown - bytes)
    this.#resume()
  }

  #endIdle(): void {
    const minutes = Math.round(this.#connection.idle / 60_000)
    const message = `the terminal was closed because nothing was typed or written for ${minutes} minutes; open it again`
    this.fail(new PlatformError('UNAVAILABLE', message))
  }

  #send(event: TerminalEvent): void {
    this.#connection.socket.send(JSON.stringify(event))
  }

  #finish(event: TerminalEvent): void {
    if (this.#hasEnded) return
    this.#send(event)
    this.#end()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#idleTimer)
    this.#leave()
    this.#resume()
    void this.#inputs.return()
    // What the query still has to say is of no interest any more.
    this.#outputs?.return?.().catch(() => undefined)
    this.#connection.socket.resume()
    this.#connection.socket.close(1000)
  }
}

/** Returns the bytes that an input takes in memory, roughly. */
function lengthOf(input: TerminalInput): number {
  return 'size' in input ? 100 : input.data.length
}

function parseGreeting(data: Buffer): OpenTerminal {
  const input = jsonOf(data)
  const { data: greeting, error } = OpenTerminal.safeParse(input, plainMessages)
  if (greeting !== undefined) return greeting
  throw invalidInput(issueErrors(error, { at: 'message', input }))
}

function invalidMessage(message: string): PlatformError {
  return invalidInput([{ path: 'message', code: 'INVALID', message }])
}

function jsonOf(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}
