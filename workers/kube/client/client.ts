import { connectTimeout } from '../../../process/guarded-connector.ts'
import { LinkedAbort } from '../../../process/linked-abort.ts'
import { createBreaker, type Breaker } from '../../../process/upstream/breaker.ts'
import { createBudget } from '../../../process/upstream/budget.ts'
import { LivenessProbe } from '../../../process/upstream/liveness-probe.ts'
import { createThrottle } from '../../../process/upstream/throttle.ts'
import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'
import { parsedResponse, wholeResponse } from './response.ts'
import { connectionError, deadlineError } from './connection-error.ts'
import { KubeError, isDisconnected, isKubeError } from './kube-error.ts'
import { kubeFailures } from './kube-failures.ts'
import { createTransport, type KubeRequest, type KubeResponse, type KubeTransport } from './transport.ts'

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
  deletionGracePeriodSeconds?: number
  creationTimestamp?: string
  ownerReferences?: { apiVersion: string; uid: string; kind: string; name: string; controller?: boolean }[]
  managedFields?: { manager: string; operation: string; subresource?: string; time?: string }[]
}

/** A client of one cluster. All callers share its connections. */
export interface KubeClient {
  readonly server: string
  /** The certificate of the server is verified. */
  readonly isVerified: boolean
  /** Returns the parsed response. Throws KubeError. */
  request(request: KubeRequest): Promise<unknown>
  /** Yields the parsed JSON lines of a streamed response until the server ends it. Throws KubeError. */
  stream(request: KubeRequest): AsyncGenerator
  /** Yields the chunks of a streamed text response as they arrive. Throws KubeError. */
  text(request: KubeRequest): AsyncGenerator<string>
  close(): Promise<void>
}

export interface KubeClientOptions {
  access: ClusterAccess
  /** The maximum number of concurrent requests; further ones queue. Streams and probes do not count. @default 16 */
  connections?: number
  /** Milliseconds for a complete response, however slowly it arrives; time in the queue does not count. @default 30000 */
  timeout?: number
  /** Milliseconds without any response after which a liveness probe is sent. @default 3000 */
  stallTimeout?: number
  /** The size limit of a response. @default 134217728 */
  maxResponseBytes?: number
  /** @default a breaker of this client alone */
  breaker?: Breaker<KubeError>
  /** Opens a transport with at most this many connections. @default {@link createTransport} */
  open?: (connections?: number) => KubeTransport
}

/** Milliseconds for a liveness probe: long enough for a connect timeout to be the reported failure. */
const probeTimeout = connectTimeout + 2000

/** The signal of callers without one. */
const never = new AbortController().signal

export function createKubeClient(options: KubeClientOptions): KubeClient {
  return new ClusterConnection(options)
}

class ClusterConnection implements KubeClient {
  readonly server: string
  readonly isVerified: boolean
  readonly #timeout: number
  readonly #maxResponseBytes: number
  readonly #breaker: Breaker<KubeError>
  readonly #openRequests: () => KubeTransport
  readonly #openProbe: () => KubeTransport
  readonly #budget: ReturnType<typeof createBudget>
  readonly #throttle = createThrottle(kubeFailures)
  readonly #livenessProbe: LivenessProbe<KubeError>
  /** Replaced when the cluster stops responding, because its connections may be dead. */
  #requests: KubeTransport
  /** Separate from requests, because a stream occupies its connection for its whole duration. */
  readonly #streams: KubeTransport

  constructor({
    access,
    connections = 16,
    timeout = 30_000,
    stallTimeout = 3000,
    maxResponseBytes = 128 * 1024 * 1024,
    breaker = createBreaker({ failures: kubeFailures }),
    open = (limit) => createTransport(access, { timeout, connections: limit }),
  }: KubeClientOptions) {
    this.server = access.server
    this.isVerified = access.skipVerification !== true
    this.#timeout = timeout
    this.#maxResponseBytes = maxResponseBytes
    this.#breaker = breaker
    this.#openRequests = () => open(connections)
    this.#openProbe = () => open(1)
    this.#budget = createBudget(connections)
    this.#requests = this.#openRequests()
    this.#streams = open()
    this.#livenessProbe = new LivenessProbe({
      failures: kubeFailures,
      probe: () => this.#send({ method: 'GET', path: '/version', probe: true, timeout: probeTimeout }, never),
      onUnresponsive: (error) => this.#reconnect(error),
      idleTimeout: stallTimeout,
    })
  }

  request({ signal = never, ...options }: KubeRequest): Promise<unknown> {
    return this.#throttle.run(() => this.#requestOnce({ ...options, signal }, signal), signal)
  }

  stream(options: KubeRequest): AsyncGenerator {
    return jsonLines(this.server, this.text(options))
  }

  async *text(options: KubeRequest): AsyncGenerator<string> {
    const { body } = await this.#throughBreaker(options, () => this.#openStream(options))
    body.setEncoding('utf8')
    try {
      for await (const chunk of body) yield String(chunk)
    } catch (error) {
      throw options.signal?.aborted === true ? options.signal.reason : asKubeError(this.server, error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests, this.#streams].map((transport) => transport.close()))
  }

  async #requestOnce(options: KubeRequest, signal: AbortSignal): Promise<unknown> {
    const { probe = false } = options
    const release = probe ? undefined : await this.#budget.take(signal)
    try {
      options.beforeSend?.()
      return await this.#throughBreaker(options, () =>
        this.#livenessProbe.during((stalled) => this.#send(options, signal, stalled)),
      )
    } finally {
      release?.()
    }
  }

  /** Sends one request and reports its result to the breaker. An abort by the caller is no failure of the cluster. */
  async #throughBreaker<Response>(
    { probe = false, signal }: KubeRequest,
    send: () => Promise<Response>,
  ): Promise<Response> {
    if (!probe) await this.#breaker.probed(signal)
    this.#breaker.enter(probe)
    try {
      const response = await send()
      this.#breaker.succeeded()
      return response
    } catch (error) {
      const failure = signal?.aborted === true ? signal.reason : asKubeError(this.server, error)
      if (isKubeError(failure) && !isDisconnected(failure)) this.#breaker.succeeded()
      else this.#breaker.failed(failure)
      throw failure
    }
  }

  /** Sends a request and returns the parsed response. The timeout starts here, after any time in the queue. */
  async #send(options: KubeRequest, ...signals: readonly AbortSignal[]): Promise<unknown> {
    // A probe opens its own connection: pooled ones may be dead, and it must not wait for a free one.
    const transport = options.probe === true ? this.#openProbe() : this.#requests
    const ended = new LinkedAbort(signals)
    // Data that arrived while this process was busy is read before an immediate runs, so it still counts.
    const expire = (): unknown => setImmediate(() => ended.abort(deadlineError(this.server)))
    const timer = setTimeout(expire, options.timeout ?? this.#timeout)
    const { signal } = ended
    try {
      const { maxBytes = this.#maxResponseBytes } = options
      return parsedResponse(this.server, await transport.request({ ...options, signal }, { maxBytes }))
    } catch (error) {
      throw signal.aborted ? signal.reason : asKubeError(this.server, error)
    } finally {
      clearTimeout(timer)
      ended.release()
      if (options.probe === true) void transport.close()
    }
  }

  async #openStream(options: KubeRequest): Promise<KubeResponse> {
    const response = await this.#streams.send(options, { idleTimeout: idleTimeoutOf(options) })
    const { server } = this
    if (response.statusCode >= 300)
      parsedResponse(server, await wholeResponse(response, { server, maxBytes: this.#maxResponseBytes }))
    return response
  }

  /** Opens the breaker and replaces the connections, which may be dead. */
  #reconnect(error: KubeError): void {
    this.#breaker.open(error)
    const stalled = this.#requests
    this.#requests = this.#openRequests()
    void stalled.close()
  }
}

function asKubeError(server: string, error: unknown): KubeError {
  return isKubeError(error) ? error : connectionError(server, error)
}

/** Returns the idle timeout of a stream in milliseconds: a little more than its `timeoutSeconds`, or 0, which is unlimited. */
function idleTimeoutOf({ query = {} }: KubeRequest): number {
  const seconds = Number(query['timeoutSeconds'] ?? 0)
  return seconds === 0 ? 0 : (seconds + 30) * 1000
}

/** The maximum length of a stream line in characters. Objects in etcd are at most 1.5 MB. */
const maxLineLength = 16 * 1024 * 1024

async function* jsonLines(server: string, chunks: AsyncIterable<string>): AsyncGenerator {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw malformedStream(server, 'AnswerTooLong')
    for (const line of lines) if (line !== '') yield parsedLine(server, line)
  }
}

function parsedLine(server: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw malformedStream(server, 'AnswerBroken')
  }
}

function malformedStream(server: string, reason: string): KubeError {
  return new KubeError('garbled', `${server} returned a stream that is not lines of JSON`, { reason })
}
