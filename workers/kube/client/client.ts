import { unlessAborted } from '../../unless-aborted.ts'
import { createBreaker, type Breaker } from '../../upstream/breaker.ts'
import { createBudget } from '../../upstream/budget.ts'
import { LivenessProbe } from '../../upstream/liveness-probe.ts'
import { createThrottle } from '../../upstream/throttle.ts'
import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'
import { readResponse } from './response.ts'
import { connectionError, deadlineError } from './connection-error.ts'
import { KubeError, isDisconnected, isKubeError } from './kube-error.ts'
import { kubeFailures } from './kube-failures.ts'
import {
  connectTimeout,
  createTransport,
  type KubeRequest,
  type KubeResponse,
  type KubeTransport,
} from './transport.ts'

export type { KubeRequest } from './transport.ts'

/** A Kubernetes object as a cluster returns it. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: KubeMetadata
  [field: string]: unknown
}

export interface KubeMetadata {
  name: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  deletionTimestamp?: string
  creationTimestamp?: string
  ownerReferences?: { apiVersion: string; uid: string; kind: string; name: string; controller?: boolean }[]
  managedFields?: { manager: string; operation: string; subresource?: string; time?: string }[]
}

/** One cluster. Connections are kept and shared by everything that talks to it. */
export interface KubeClient {
  readonly server: string
  /** Whether the certificate of the server is looked at. */
  readonly isVerified: boolean
  /** The parsed answer. Throws KubeError. */
  request(request: KubeRequest): Promise<unknown>
  /** The lines of a streamed answer, parsed. Throws KubeError; ends when the server ends it. */
  stream(request: KubeRequest): AsyncGenerator
  /** The pieces of a streamed text as they come, with the same errors. */
  text(request: KubeRequest): AsyncGenerator<string>
  close(): Promise<void>
}

export interface KubeClientOptions {
  access: ClusterAccess
  /** Requests at once; more wait in order. Streams and probes do not count. @default 16 */
  connections?: number
  /** Milliseconds for one whole answer, however it drips; what waits in line has not started. @default 30000 */
  timeout?: number
  /** Milliseconds without any answer after which it is asked whether it is there. @default 3000 */
  patience?: number
  /** Longest answer in bytes. @default 134217728 */
  longestAnswer?: number
  /** @default one of its own */
  breaker?: Breaker<KubeError>
  /** Opens connections to it, at most so many. @default over HTTP */
  open?: (connections?: number) => KubeTransport
}

/** Milliseconds in which a cluster that has gone silent has to say its version: enough to tell that it takes no connection. */
const pulseTimeout = connectTimeout + 2000

/** Of callers that do not end before their answer. */
const never = new AbortController().signal

export function createKubeClient(options: KubeClientOptions): KubeClient {
  return new ClusterConnection(options)
}

class ClusterConnection implements KubeClient {
  readonly server: string
  readonly isVerified: boolean
  readonly #timeout: number
  readonly #longestAnswer: number
  readonly #breaker: Breaker<KubeError>
  readonly #openRequests: () => KubeTransport
  readonly #openProbe: () => KubeTransport
  readonly #budget: ReturnType<typeof createBudget>
  readonly #throttle = createThrottle(kubeFailures)
  readonly #pulse: LivenessProbe<KubeError>
  /** Replaced by new connections when the cluster falls silent. */
  #requests: KubeTransport
  /** A stream keeps its connection for as long as it lasts, so it may not take one from requests. */
  readonly #streams: KubeTransport

  constructor({
    access,
    connections = 16,
    timeout = 30_000,
    patience = 3000,
    longestAnswer = 128 * 1024 * 1024,
    breaker = createBreaker({ failures: kubeFailures }),
    open = (most) => createTransport(access, { timeout, connections: most }),
  }: KubeClientOptions) {
    this.server = access.server
    this.isVerified = access.skipVerification !== true
    this.#timeout = timeout
    this.#longestAnswer = longestAnswer
    this.#breaker = breaker
    this.#openRequests = () => open(connections)
    this.#openProbe = () => open(1)
    this.#budget = createBudget(connections)
    this.#requests = this.#openRequests()
    this.#streams = open()
    this.#pulse = new LivenessProbe({
      failures: kubeFailures,
      probe: () =>
        this.#answerTo({ method: 'GET', path: '/version', probe: true, timeout: pulseTimeout }, never),
      onUnresponsive: (error) => this.#reconnect(error),
      idleTimeout: patience,
    })
  }

  request({ signal = never, ...options }: KubeRequest): Promise<unknown> {
    return this.#throttle.run(() => this.#requestOnce({ ...options, signal }, signal), signal)
  }

  stream(options: KubeRequest): AsyncGenerator {
    return jsonLines(this.server, this.text(options))
  }

  async *text(options: KubeRequest): AsyncGenerator<string> {
    const { body } = await this.#asked(options, () => this.#beginStream(options))
    body.setEncoding('utf8')
    try {
      for await (const piece of body) yield String(piece)
    } catch (error) {
      throw options.signal?.aborted === true ? options.signal.reason : asKubeError(this.server, error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests, this.#streams].map((transport) => transport.close()))
  }

  async #requestOnce(options: KubeRequest, signal: AbortSignal): Promise<unknown> {
    const { probe = false } = options
    const giveBack = probe ? undefined : await this.#budget.take(signal)
    try {
      options.beforeSend?.()
      return await this.#asked(options, () =>
        this.#pulse.during((silent) => this.#answerTo(options, AbortSignal.any([signal, silent]))),
      )
    } finally {
      giveBack?.()
    }
  }

  /** The answer to one request, told to the breaker. The caller's own end is no failure of the cluster. */
  async #asked<Answer>({ probe = false, signal }: KubeRequest, ask: () => Promise<Answer>): Promise<Answer> {
    this.#breaker.enter(probe)
    try {
      const answer = await ask()
      this.#breaker.succeeded()
      return answer
    } catch (error) {
      const failure = signal?.aborted === true ? signal.reason : asKubeError(this.server, error)
      if (isKubeError(failure) && !isDisconnected(failure)) this.#breaker.succeeded()
      else this.#breaker.failed(failure)
      throw failure
    }
  }

  /** The answer to what was sent; its time begins now, whatever it has waited for before. */
  async #answerTo(options: KubeRequest, signal: AbortSignal): Promise<unknown> {
    // A probe has a connection of its own: an old one may lead nowhere, and it waits for nobody.
    const transport = options.probe === true ? this.#openProbe() : this.#requests
    const late = new AbortController()
    // What has arrived while this process was busy counts: it is read before an immediate runs.
    const end = (): unknown => setImmediate(() => late.abort(deadlineError(this.server)))
    const timer = setTimeout(end, options.timeout ?? this.#timeout)
    const ends = AbortSignal.any([signal, late.signal])
    try {
      const answer = transport
        .send({ ...options, signal: ends })
        .then((response) => this.#readResponse(response))
      // undici hears of an end only once there is a connection.
      return await unlessAborted(answer, ends)
    } catch (error) {
      throw ends.aborted ? ends.reason : asKubeError(this.server, error)
    } finally {
      clearTimeout(timer)
      if (options.probe === true) void transport.close()
    }
  }

  async #beginStream(options: KubeRequest): Promise<KubeResponse> {
    const response = await this.#streams.send(options, { silence: silenceOf(options) })
    if (response.statusCode >= 300) await this.#readResponse(response)
    return response
  }

  #readResponse(response: KubeResponse): Promise<unknown> {
    return readResponse({ server: this.server, response, longest: this.#longestAnswer })
  }

  /** Gives up connections that lead nowhere. */
  #reconnect(error: KubeError): void {
    this.#breaker.open(error)
    const silent = this.#requests
    this.#requests = this.#openRequests()
    void silent.close()
  }
}

function asKubeError(server: string, error: unknown): KubeError {
  return isKubeError(error) ? error : connectionError(server, error)
}

/** Milliseconds that a stream may be silent: one that the cluster ends by itself not much longer, others forever. */
function silenceOf({ query = {} }: KubeRequest): number {
  const seconds = Number(query['timeoutSeconds'] ?? 0)
  return seconds === 0 ? 0 : (seconds + 30) * 1000
}

/** Longest line of a stream in characters: an object of a cluster is at most 1.5 MB. */
const longestLine = 16 * 1024 * 1024

async function* jsonLines(server: string, pieces: AsyncIterable<string>): AsyncGenerator {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw broken(server, 'AnswerTooLong')
    for (const line of lines) if (line !== '') yield parsedLine(server, line)
  }
}

function parsedLine(server: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw broken(server, 'AnswerBroken')
  }
}

function broken(server: string, reason: string): KubeError {
  return new KubeError('garbled', `${server} streams something that is not lines of JSON`, { reason })
}
