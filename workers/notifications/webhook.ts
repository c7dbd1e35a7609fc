import { createHmac } from 'node:crypto'
import { SinkError } from './sink-error.ts'
import { hostOf, secretAddress, type OpenedChannel, type Outgoing, type Sink } from './channel.ts'
import { accepted, answerOf, type HttpSender } from './http-sender.ts'

/* Webhooks as Standard Webhooks describe: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

/** Creates the sink of webhooks, which get one notification in each request. */
export function createWebhookSink(send: HttpSender): Sink {
  return {
    check: (channel) => {
      addressOf(channel)
      signingKey(channel)
    },
    send: async (channel, message) => {
      const url = addressOf(channel)
      const name = hostOf(url)
      const body = bodyOf(message)
      const timestamp = String(Math.floor(Date.now() / 1000))
      const key = signingKey(channel)
      const response = await send({
        method: 'POST',
        url,
        name,
        body,
        signal: channel.signal,
        headers: {
          'content-type': 'application/json',
          'webhook-id': message.id,
          'webhook-timestamp': timestamp,
          ...(key === undefined
            ? {}
            : { 'webhook-signature': signatureOf({ key, id: message.id, timestamp, body }) }),
        },
      })
      return answerOf(accepted(response, { name, remedy: 'correct the address or the signing key' }))
    },
  }
}

function addressOf(channel: OpenedChannel): string {
  return channel.spec.address ?? secretAddress(channel)
}

/** Returns the key of signatures; undefined if the channel has no Secret with one. Throws SinkError if it is invalid. */
function signingKey({ spec, secrets }: OpenedChannel): Buffer | undefined {
  const text = secrets['signingKey']?.trim()
  if (text === undefined || text === '') return undefined
  const base64 = text.replace(/^whsec_/, '')
  const key = Buffer.from(base64, 'base64')
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(base64) && key.length >= 24 && key.length <= 64) return key
  throw new SinkError(
    'InvalidSecret',
    `the key signingKey of the Secret ${spec.secret ?? ''} is not 24 to 64 bytes as base64: use the output of openssl rand -base64 32`,
    { blocked: true },
  )
}

/** Returns the header with the signature of a request. */
export function signatureOf({
  key,
  id,
  timestamp,
  body,
}: {
  key: Buffer
  id: string
  timestamp: string
  body: string
}): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

function bodyOf({ notifications }: Outgoing): string {
  const [first] = notifications
  if (first === undefined) throw new Error('a message has no notification')
  const { reason, time, ...data } = first.notice
  return JSON.stringify({ type: reason, timestamp: time, data: { ...data, count: first.count } })
}
