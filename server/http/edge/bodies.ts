import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from '../../../schema/errors.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'
import { hasBody } from './refused-body.ts'
import { JsonScan } from './json-scan.ts'
import type { Limits } from './limits.ts'
import { PacedWork } from './paced-work.ts'
import { assertUniqueKeys } from './repeated-keys.ts'
import { createSlowSenders, type SlowSenders } from './slow-senders.ts'
import { Utf8Text } from '../../utf8-text.ts'

/** The length in characters above which parsing a body takes milliseconds. */
const longBody = 100_000

/** Parses a JSON body, for further content types with the syntax of JSON. */
export type JsonParser = (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown>

/** Reads a body of at most `limit` bytes. */
type Reader<Result> = (request: FastifyRequest, payload: IncomingMessage, limit: number) => Promise<Result>
/** Reads a body as text. Throws INVALID_INPUT if it is not UTF-8. */
export type TextReader = Reader<string>
export type BytesReader = Reader<Buffer>

/** The limits of bodies that may be longer than those of other requests. */
export interface LongBodies {
  /** The maximum number of bytes. */
  limit: number
  /** The maximum number of values. */
  values: number
  /** The bytes that such bodies may have together. */
  budget: BodyBudget
  /** What to do about a longer one. */
  remedy: string
}

/** Reads a body as text, within limits of its own. */
export type LongTextReader = (
  request: FastifyRequest,
  payload: IncomingMessage,
  limits: LongBodies,
) => Promise<string>

export interface BodyOptions {
  limits: Limits
  budget: BodyBudget
  /** Called when a request is ended because its body arrives too slowly. */
  onSlow: () => void
}

/**
 * Reads JSON bodies of authenticated requests, within limits of length, rate and total size. Scans them for depth and number
 * of values while they arrive, because parsing blocks the event loop.
 *
 * @returns The parser of JSON, and the readers of texts and bytes
 */
export function addBodies(
  app: FastifyInstance,
  { limits, budget, onSlow }: BodyOptions,
): { parseJson: JsonParser; readText: TextReader; readBytes: BytesReader; readLongText: LongTextReader } {
  const senders = createSlowSenders(limits)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  const parsing = new PacedWork()
  const shares = new WeakMap<FastifyRequest, BodyShare>()
  const responses = new WeakMap<FastifyRequest, ServerResponse>()
  app.addHook('onRequest', async (request, reply) => {
    const { sender, raw } = request
    if (sender === undefined || !hasBody(raw)) return
    const share = budget.share(sender)
    shares.set(request, share)
    responses.set(request, reply.raw)
    // The parsed body stays in memory until the response has been sent.
    for (const event of ['finish', 'close']) reply.raw.once(event, share.release)
  })
  const read = <Result>(
    { request, payload, limit }: ReadBody,
    content: Content<Result>,
  ): Promise<Body<Result>> =>
    readBody({ request, payload, share: shares.get(request), limit, senders, onSlow }, content)
  const readerInto =
    <Result>(createContent: () => Content<Result>): Reader<Result> =>
    async (request, payload, limit) =>
      (await read({ request, payload, limit }, createContent())).content
  const readText = readerInto(() => new Utf8Text())
  const readBytes = readerInto(bytesContent)
  const readLongText: LongTextReader = async (request, payload, { budget: ofLong, ...long }) => {
    const share = ofLong.share(request.sender ?? '')
    for (const event of ['finish', 'close']) responses.get(request)?.once(event, share.release)
    const options = { request, payload, share, senders, onSlow, ...long }
    return (await readBody(options, new Utf8Text())).content
  }
  const parseJson: JsonParser = async (request, payload) => {
    const { content: text, entries } = await read({ request, payload, limit: limits.body }, new Utf8Text())
    // Clients of the legacy API send the content type of JSON with deletions, and no body; others with questions for methods.
    if (text === '' && isWithoutBody.has(request.method)) return undefined
    if (text === '') throw emptyBody()
    const parsed = (): unknown => {
      const outcome: { error: Error | null; body?: unknown } = { error: null }
      // Despite its type, the parser returns nothing and calls back synchronously.
      void parse(request, text, (error, body: unknown) => Object.assign(outcome, { error, body }))
      if (outcome.error !== null) throw outcome.error
      assertUniqueKeys(text, outcome.body, entries)
      const isList = request.routeOptions.config.takesList?.(request) === true && Array.isArray(outcome.body)
      if (!isRecord(outcome.body) && !isList) throw notAnObject()
      return outcome.body
    }
    return text.length < longBody ? parsed() : parsing.run(parsed)
  }
  app.addContentTypeParser('application/json', parseJson)
  // Streamed bodies are not buffered, and may take any time as long as they progress.
  app.addHook('preHandler', async ({ raw, body }) => {
    if (body !== raw) return
    const unwatch = senders.watch(raw, () => {
      onSlow()
      raw.destroy(tooSlow())
    })
    raw.once('close', unwatch)
  })
  app.addHook('onClose', async () => senders.stop())
  return { parseJson, readText, readBytes, readLongText }
}

/** What is made of the chunks of a body. */
interface Content<Result> {
  take(chunk: Buffer): void
  end(): Result
}

function bytesContent(): Content<Buffer> {
  const chunks: Buffer[] = []
  return { take: (chunk) => void chunks.push(chunk), end: () => Buffer.concat(chunks) }
}

interface Body<Result> {
  content: Result
  /** The number of entries of all objects in it. */
  entries: number
}

interface ReadBody {
  request: FastifyRequest
  payload: IncomingMessage
  /** The maximum number of bytes. */
  limit: number
}

interface BodyReadOptions extends ReadBody {
  share: BodyShare | undefined
  /** The maximum number of values. */
  values?: number
  /** What to do about a body that is too long. */
  remedy?: string
  senders: SlowSenders
  onSlow: () => void
}

async function readBody<Result>(
  {
    request,
    payload,
    share,
    limit,
    values,
    remedy = 'Split it into several requests.',
    senders,
    onSlow,
  }: BodyReadOptions,
  content: Content<Result>,
): Promise<Body<Result>> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw httpError(415, `the body has content-encoding "${encoding}"; send it without encoding`)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limit) throw tooLong(limit, remedy)
  share?.reserve(declared)
  return new Promise((resolve, reject) => {
    const scan = new JsonScan(values)
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length > limit) throw tooLong(limit, remedy)
      if (length > declared) share?.reserve(chunk.length)
      scan.take(chunk)
      content.take(chunk)
    }
    const end = (): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError)
      unwatch()
    }
    const onData = (chunk: Buffer): void => {
      try {
        take(chunk)
      } catch (error) {
        onError(error)
      }
    }
    const onEnd = (): void => {
      end()
      try {
        resolve({ content: content.end(), entries: scan.entries })
      } catch (error) {
        onError(error)
      }
    }
    const onError = (error: unknown): void => {
      end()
      payload.pause()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const unwatch = senders.watch(payload, () => {
      onSlow()
      onError(tooSlow())
    })
    payload.on('data', onData).on('end', onEnd).on('error', onError)
  })
}

function tooLong(max: number, remedy: string): Error {
  const message = `is longer than ${max} bytes`
  const error = invalidInput([{ path: 'body', code: 'TOO_LONG', message, remedy }])
  return Object.assign(error, { statusCode: 413 })
}

const isWithoutBody: ReadonlySet<string> = new Set(['DELETE', 'OPTIONS'])

function emptyBody(): Error {
  const remedy = 'Send a JSON object.'
  return invalidInput([{ path: 'body', code: 'REQUIRED', message: 'is empty', remedy }])
}

/** All other endpoints expect an object, and some handlers hang waiting for a body when they find an empty value. */
function notAnObject(): Error {
  return invalidInput([{ path: 'body', code: 'INVALID_TYPE', message: 'must be a JSON object' }])
}

function tooSlow(): Error {
  return httpError(408, 'the body arrived too slowly; send it again')
}

function httpError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode })
}
