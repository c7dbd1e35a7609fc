import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { createHttpSender } from '../../../workers/notifications/http-sender.ts'
import { createWebhookSink, signatureOf } from '../../../workers/notifications/webhook.ts'
import { startHttpSink } from '../../support/http-sink.ts'
import { rolledBack } from './notices.ts'

const signal = new AbortController().signal

function send(address: string, secrets: Record<string, string> = {}) {
  const spec = { type: 'webhook' as const, address, secret: 'hook' }
  const sink = createWebhookSink(createHttpSender(trustedPolicy, 300))
  return sink.send(
    { spec, secrets, signal },
    { id: 'm1', notifications: [{ notice: rolledBack(), count: 2 }] },
  )
}

describe('a webhook', () => {
  it('has the signature of the test vector of Standard Webhooks', () => {
    expect(
      signatureOf({
        key: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: '1614265330',
        body: '{"test": 2432232314}',
      }),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('fails if its sink hangs, before or after it has begun to answer', async () => {
    const sink = await startHttpSink()
    onTestFinished(() => sink.stop())
    sink.answer = () => undefined
    await expect(send(sink.url)).rejects.toMatchObject({ reason: 'Unreachable', blocked: false })
    const slow = createServer((_, response) => void response.writeHead(200).write('o'))
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      slow.closeAllConnections()
      slow.close()
    })
    const { port } = slow.address() as AddressInfo
    await expect(send(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason: 'Unreachable' })
  })

  it('sends the login in the address of its Secret', async () => {
    const sink = await startHttpSink()
    onTestFinished(() => sink.stop())
    const channel = { type: 'webhook' as const, secret: 'hook' }
    const secrets = { address: sink.url.replace('//', '//ann:50%25%20off@') }
    const webhook = createWebhookSink(createHttpSender(trustedPolicy, 300))
    await webhook.send(
      { spec: channel, secrets, signal },
      { id: 'm1', notifications: [{ notice: rolledBack(), count: 1 }] },
    )
    expect(sink.received[0]?.headers['authorization']).toBe(`Basic ${btoa('ann:50% off')}`)
  })

  it('is retried if nobody listens, and says so without its path', async () => {
    const error = await send('http://127.0.0.1:9/hidden').catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({
      blocked: false,
      message: '127.0.0.1:9 cannot be reached (ECONNREFUSED); it is retried',
    })
  })

  it('needs a key that is long enough', async () => {
    await expect(send('http://127.0.0.1:9', { signingKey: 'whsec_c2hvcnQ=' })).rejects.toMatchObject({
      reason: 'InvalidSecret',
      blocked: true,
      message:
        'the key signingKey of the Secret hook is not 24 to 64 bytes as base64: use the output of openssl rand -base64 32',
    })
  })
})
