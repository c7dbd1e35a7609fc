import type { Dispatcher } from 'undici'
import { tooLongError } from './connection-error.ts'

/** A response that has been read as a whole. */
export interface WholeResponse {
  statusCode: number
  headers: Dispatcher.ResponseData['headers']
  /** Empty for redirects, which are not read. */
  text: string
}

export interface ExchangeOptions {
  /** The server that responds, for errors. */
  server: string
  /** Ends the exchange, which rejects with its reason at once. */
  signal: AbortSignal | undefined
  /** The size limit of the response. */
  maxBytes: number
}

/**
 * The response to one request, collected without a stream: most of them are a few kilobytes, and a stream would cost as much as all the
 * rest of the request.
 * https://github.com/nodejs/undici/blob/main/docs/docs/api/Dispatcher.md#parameter-dispatchhandler
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #response = Promise.withResolvers<WholeResponse>()
  readonly #chunks: Buffer[] = []
  readonly #onAbort = (): void => this.#fail(this.#options.signal?.reason as Error)
  #length = 0
  #head: Pick<WholeResponse, 'statusCode' | 'headers'> = { statusCode: 0, headers: {} }
  /** The request that is on a connection. */
  #sent: Dispatcher.DispatchController | undefined
  #failure: Error | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
    options.signal?.addEventListener('abort', this.#onAbort, { once: true })
    if (options.signal?.aborted === true) this.#onAbort()
  }

  /** Rejects with the error of the connection, or with the reason of the signal. */
  get response(): Promise<WholeResponse> {
    return this.#response.promise
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#failure !== undefined) controller.abort(this.#failure)
    else this.#sent = controller
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: WholeResponse['headers'],
  ): void {
    if (statusCode < 200) return
    this.#head = { statusCode, headers }
    if (statusCode < 300 || statusCode >= 400) return
    this.#end({ ...this.#head, text: '' })
    controller.abort(new Error('a redirect is not read'))
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    const { server, maxBytes } = this.#options
    if (this.#length > maxBytes) this.#fail(tooLongError(server, { ...this.#head, maxBytes }))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#end({ ...this.#head, text: Buffer.concat(this.#chunks, this.#length).toString() })
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#fail(error)
  }

  #end(response: WholeResponse): void {
    this.#release()
    this.#response.resolve(response)
  }

  #fail(error: Error): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#release()
    this.#response.reject(error)
    this.#sent?.abort(error)
  }

  #release(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
  }
}
