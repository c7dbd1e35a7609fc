import type { WebSocket } from 'ws'
import {
  TerminalInput,
  type ExecQuery,
  type TerminalOutput,
  type TerminalSize,
} from '../../schema/cluster-queries.ts'
import { connectionOf } from '../../schema/clusters/kubeconfig/connection.ts'
import type { PodAddress } from '../../schema/clusters/pods/pod-socket.ts'
import {
  closeInput,
  exitOf,
  isProgramMissing,
  openRemoteCommand,
  resizeTerminal,
  sendInput,
  statusAfterOutput,
} from '../../schema/clusters/pods/remote-command.ts'
import { PlatformError, isPlatformError, shownValue } from '../../schema/errors.ts'
import { podsOfObject } from './object-pods.ts'
import { inventoryOfObject, type ContextWithInputs, type QueryContext } from './query-context.ts'

/** Bytes of output in one item: below the size limit of the broker, also in base64. */
const maxItem = 64_000
/** Milliseconds after which a program that writes nothing has started as well. */
const silence = 1000
/** Milliseconds within which the cluster must start a program. */
const openTimeout = 30_000
/** Bytes of output that wait for the server, at which the cluster is paused. */
const maxWaiting = 256_000
/** Milliseconds between two pings of the API server, which keep proxies from closing the connection as idle. */
const pingEvery = 20_000
/** Exit codes of container runtimes for a program that is missing, or cannot be run. */
const missingExits: readonly (number | undefined)[] = [126, 127]
/** What a terminal sends for Ctrl-D, at which shells end. */
const endOfTransmission = Uint8Array.of(4)

/** Runs the first of the given programs that a container of an object has, with a terminal. */
export async function* execInPod(
  query: ExecQuery,
  context: ContextWithInputs,
): AsyncGenerator<TerminalOutput> {
  const terminal = new ContainerTerminal(query, await findPod(query, context), context.signal)
  void terminal.passOn(context.inputs)
  for (const command of query.commands) {
    const exit = yield* terminal.run(command)
    if (exit === undefined) continue
    yield { exit }
    return
  }
  throw noProgram(query)
}

function noProgram({ commands, container, namespace, pod }: ExecQuery): PlatformError {
  const message =
    `container ${shownValue(container)} has no ${commands.map(([program]) => program).join(' and no ')}. If its image has no shell, ` +
    `add a container that has one: kubectl debug -n ${namespace} ${pod} -it --image busybox --target ${container}`
  return new PlatformError('UNSUPPORTED', message)
}

/** Returns the pod of a query. Throws NOT_FOUND unless it is one of the object: who may operate an object may not enter others. */
async function findPod(
  { objectId, labelId = objectId, runtimeId, namespace, pod: name }: ExecQuery,
  context: QueryContext,
): Promise<PodAddress> {
  const entries = (await inventoryOfObject(context.client, objectId)).filter(
    (entry) => entry.runtimeId === runtimeId,
  )
  const pods = (await podsOfObject(entries, labelId, context)).get(runtimeId) ?? []
  const isNamed = pods.some(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
  if (!isNamed) {
    const message = `the object has no pod ${shownValue(name)} in namespace ${shownValue(namespace)}; choose one that exists`
    throw new PlatformError('NOT_FOUND', message)
  }
  const { access } = await context.clusters.of(runtimeId)
  return { namespace, name, cluster: connectionOf(access) }
}

/** A terminal in a container, in which programs are tried one after the other. */
class ContainerTerminal {
  readonly #query: ExecQuery
  readonly #pod: PodAddress
  readonly #signal: AbortSignal
  #size: TerminalSize
  /** The connection to the program that runs. */
  #socket: WebSocket | undefined
  #hasInput = false
  /** Resolves once a program is there that reads inputs: after a moment, in which it would turn out to be missing. */
  readonly #ready = Promise.withResolvers<void>()

  constructor(query: ExecQuery, pod: PodAddress, signal: AbortSignal) {
    this.#query = query
    this.#pod = pod
    this.#signal = signal
    this.#size = query.size
  }

  /** Passes inputs on to the program that runs, as fast as the cluster takes them. */
  async passOn(inputs: AsyncIterable<unknown>): Promise<void> {
    await this.#ready.promise
    for await (const given of inputs) {
      const { data: input } = TerminalInput.safeParse(given)
      if (input === undefined) continue
      if ('size' in input) this.#resize(input.size)
      else await this.#type(Buffer.from(input.data, 'base64'))
    }
  }

  /** Runs a program, and yields what it writes. Returns its exit code; undefined if the container does not have the program. */
  async *run(command: readonly string[]): AsyncGenerator<TerminalOutput, number | undefined> {
    const socket = await this.#open(command)
    const ping = setInterval(() => socket.ping(), pingEvery)
    const ready = setTimeout(this.#ready.resolve, silence)
    const hangUp = (): void => this.#hangUp(socket)
    this.#signal.addEventListener('abort', hangUp)
    try {
      yield { started: command }
      const output = new PausedOutput()
      const ended = statusAfterOutput(socket, {
        stdout: (data) => output.add(data),
        // A terminal merges both outputs into the first.
        stderr: (data) => void output.add(data),
      })
      void ended.then(() => output.end())
      for await (const data of output.chunks()) {
        this.#ready.resolve()
        yield { data: data.toString('base64') }
      }
      return this.#exitOf(await ended)
    } finally {
      clearInterval(ping)
      clearTimeout(ready)
      this.#signal.removeEventListener('abort', hangUp)
      hangUp()
    }
  }

  async #open(command: readonly string[]): Promise<WebSocket> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(openTimeout)])
    const opening = new AbortController()
    const abort = (): void => opening.abort()
    signal.throwIfAborted()
    signal.addEventListener('abort', abort)
    try {
      const { container } = this.#query
      const options = { pod: this.#pod, container, command, signal: opening.signal }
      const socket = await openRemoteCommand({ ...options, from: 'the worker', stdin: true, tty: true })
      this.#socket = socket
      this.#resize(this.#size)
      return socket
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  #resize(size: TerminalSize): void {
    this.#size = size
    if (this.#socket !== undefined) resizeTerminal(this.#socket, size)
  }

  async #type(data: Uint8Array): Promise<void> {
    const socket = this.#socket
    this.#hasInput = true
    if (socket !== undefined) await new Promise<void>((sent) => sendInput(socket, data, sent))
  }

  /** Ends a program as the loss of a terminal does. Container runtimes let it run when only the connection ends. */
  #hangUp(socket: WebSocket): void {
    sendInput(socket, endOfTransmission)
    closeInput(socket)
    socket.close()
  }

  #exitOf(status: unknown): number | undefined {
    try {
      const exit = exitOf(status, 'run the command in')
      return missingExits.includes(exit) && !this.#hasInput ? undefined : exit
    } catch (error) {
      if (isPlatformError(error) && isProgramMissing(error)) return undefined
      throw error
    }
  }
}

/** Output that waits for the server. It pauses the cluster while there is much of it. */
class PausedOutput {
  #waiting: Buffer[] = []
  #length = 0
  #hasEnded = false
  #resume: () => void = () => undefined
  #notify: () => void = () => undefined

  /** Returns a promise if there is much, until there is less. */
  add(data: Buffer): void | Promise<void> {
    this.#waiting.push(data)
    this.#length += data.length
    this.#notify()
    return this.#length < maxWaiting ? undefined : new Promise((resolve) => (this.#resume = resolve))
  }

  end(): void {
    this.#hasEnded = true
    this.#notify()
  }

  /** Yields all that waits, in parts that fit into items: what programs write in many small parts is joined. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.#length === 0 && !this.#hasEnded)
        await new Promise<void>((resolve) => (this.#notify = resolve))
      if (this.#length === 0) return
      const data = Buffer.concat(this.#waiting)
      this.#waiting = []
      for (let from = 0; from < data.length; from += maxItem) yield data.subarray(from, from + maxItem)
      this.#length -= data.length
      this.#resume()
    }
  }
}
