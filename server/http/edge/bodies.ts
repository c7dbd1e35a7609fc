import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from '../../../schema/errors.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'
import { hasBody } from './refused-body.ts'
import { JsonScan } from './json-scan.ts'
import type { Limits } from './limits.ts'
import { PacedWork } from './paced-work.ts'
import { createSlowSenders, type SlowSenders } from './slow-senders.ts'

/** Characters of a body that takes milliseconds to parse. */
const long = 100_000

/** @param onSlow Called when a body came so slowly that its request was ended */
export interface BodyOptions {
  limits: Limits
  budget: BodyBudget
  onSlow: () => void
}

/**
 * Reads bodies of JSON, of senders who are known: no longer than they may be, no slower, not more at once, and looked through
 * for depth and number of values while they come, as what parses them holds everybody up.
 */
export function addBodies(app: FastifyInstance, { limits, budget, onSlow }: BodyOptions): void {
  const senders = createSlowSenders(limits)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  const parsing = new PacedWork()
  const shares = new WeakMap<FastifyRequest, BodyShare>()
  app.addHook('onRequest', async (request, reply) => {
    const { actor, raw } = request
    if (actor === undefined || !hasBody(raw)) return
    const share = budget.share(actor.name)
    shares.set(request, share)
    // What was made of a body is there until the answer is.
    for (const event of ['finish', 'close']) reply.raw.once(event, share.release)
  })
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const text = await readText({ request, payload, share: shares.get(request), limits, senders, onSlow })
    const parsed = (): unknown => {
      const outcome: { error: Error | null; body?: unknown } = { error: null }
      // Typed as if it returned something; it calls back, at once.
      void parse(request, text, (error, body: unknown) => Object.assign(outcome, { error, body }))
      if (outcome.error !== null) throw outcome.error
      if (!isRecord(outcome.body)) throw noObject()
      return outcome.body
    }
    return text.length < long ? parsed() : parsing.run(parsed)
  })
  // What streams is not kept, and may take as long as it gets on.
  app.addHook('preHandler', async ({ raw, body }) => {
    if (body !== raw) return
    const unwatch = senders.watch(raw, () => {
      onSlow()
      raw.destroy(tooSlow())
    })
    raw.once('close', unwatch)
  })
  app.addHook('onClose', async () => senders.stop())
}

interface Reading {
  request: FastifyRequest
  payload: IncomingMessage
  share: BodyShare | undefined
  limits: Limits
  senders: SlowSenders
  onSlow: () => void
}

async function readText({ request, payload, share, limits, senders, onSlow }: Reading): Promise<string> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw refusal(415, `the body is encoded as ${encoding}; send it as it is`)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limits.body) throw tooLong(limits.body)
  share?.take(declared)
  return new Promise((resolve, reject) => {
    const scan = new JsonScan()
    const decoder = new StringDecoder('utf8')
    let text = ''
    let length = 0
    const take = (part: Buffer): void => {
      length += part.length
      if (length > limits.body) throw tooLong(limits.body)
      if (length > declared) share?.take(part.length)
      scan.take(part)
      text += decoder.write(part)
    }
    const end = (): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError)
      unwatch()
    }
    const onData = (part: Buffer): void => {
      try {
        take(part)
      } catch (error) {
        onError(error)
      }
    }
    const onEnd = (): void => {
      end()
      resolve(text + decoder.end())
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

function tooLong(most: number): Error {
  const message = `is longer than ${most} bytes`
  const error = invalidInput([{ path: 'body', message, remedy: 'Split it into several requests.' }])
  return Object.assign(error, { statusCode: 413 })
}

/** Nothing else is sent here, and some of what is behind waits for a body where it finds an empty value. */
function noObject(): Error {
  return invalidInput([{ path: 'body', message: 'must be a JSON object' }])
}

function tooSlow(): Error {
  return refusal(408, 'the body came too slowly; send it again')
}

function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode })
}
