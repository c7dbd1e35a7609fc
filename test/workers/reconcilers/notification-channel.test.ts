import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { startHttpSink, type HttpSink, type SunkRequest } from '../../support/http-sink.ts'
import { cliOf } from '../../support/run-cli.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
})
afterAll(() => plane?.stop())

const cli = cliOf(() => plane)
const key = randomBytes(32)

async function startSink(): Promise<HttpSink> {
  const sink = await startHttpSink()
  onTestFinished(() => sink.stop())
  return sink
}

/** Applies a channel, and waits until it is ready. */
async function channel(name: string, spec: Record<string, unknown>, data: Record<string, string> = {}) {
  const hasSecret = Object.keys(data).length > 0
  await plane.client.apply([
    ...(hasSecret ? [{ kind: 'SecretDefinition', name, spec: { data } }] : []),
    { kind: 'NotificationChannel', name, spec: { ...spec, ...(hasSecret ? { secret: name } : {}) } },
  ])
  await plane.until('NotificationChannel', name, ({ observedGeneration }) => observedGeneration > 0)
}

/** Deletes a channel, and its Secret, at the end of a test. */
function removed(...names: string[]): void {
  onTestFinished(async () => {
    for (const name of names) {
      await plane.client.objects.delete([{ kind: 'NotificationChannel', name }])
      await plane.gone('NotificationChannel', name)
    }
  })
}

/** Applies a channel that is stalled, because its Secret has no address: an object that others are notified of. */
async function stall(name: string): Promise<void> {
  await plane.client.apply([
    { kind: 'SecretDefinition', name, spec: { data: { other: 'x' } } },
    { kind: 'NotificationChannel', name, spec: { type: 'slack', secret: name } },
  ])
}

async function recover(name: string): Promise<void> {
  await plane.client.apply([
    { kind: 'SecretDefinition', name, spec: { data: { address: 'http://127.0.0.1:1/' } } },
  ])
}

function read({ body }: SunkRequest) {
  return JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
}

async function receivedBy(sink: HttpSink, count: number): Promise<SunkRequest[]> {
  await eventually(async () => sink.received.length >= count)
  return sink.received
}

function isSigned({ headers, body }: SunkRequest): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature === `v1,${digest}` && Math.abs(Date.now() / 1000 - Number(timestamp)) < 60
}

describe('a webhook', () => {
  it('is notified once of a problem and of its end, signed as Standard Webhooks say', async () => {
    const sink = await startSink()
    await channel(
      'hook',
      { type: 'webhook', address: sink.url },
      { signingKey: `whsec_${key.toString('base64')}` },
    )
    await stall('broken')
    removed('hook', 'broken')
    const [problem] = await receivedBy(sink, 1)
    await recover('broken')
    const [, end, ...more] = await receivedBy(sink, 2)
    expect(sink.received.every(isSigned)).toBe(true)
    expect(problem && read(problem)).toMatchObject({
      type: 'Stalled',
      data: {
        severity: 'error',
        title: 'notification-channel/broken is stalled',
        message: 'the Secret broken has no key address: add it to the SecretDefinition',
        command: 'qleetctl why notification-channel/broken',
        kind: 'NotificationChannel',
        name: 'broken',
        project: 'default',
        count: 1,
      },
    })
    expect(end && read(end)).toMatchObject({
      type: 'Recovered',
      data: { title: 'notification-channel/broken has recovered', severity: 'info' },
    })
    expect(more).toEqual([])
    const { status } = await plane.until(
      'NotificationChannel',
      'hook',
      (object) => object.status.outputs['pending'] === 0,
    )
    expect(status.outputs).toMatchObject({ lastAnswer: '200 ok', dropped: 0 })
  })

  it('gets a message again, with the same ID and content, until it has accepted it; others are not delayed', async () => {
    const [sink, other] = [await startSink(), await startSink()]
    sink.answer = () => (sink.received.length < 3 ? { status: 503, text: 'secret page' } : { status: 204 })
    await channel('flaky', { type: 'webhook', address: sink.url, names: ['fails-a'] })
    await channel('steady', { type: 'webhook', address: other.url, names: ['fails-*'] })
    await stall('fails-a')
    removed('flaky', 'steady', 'fails-a')
    await receivedBy(other, 1)
    const failing = await plane.until(
      'NotificationChannel',
      'flaky',
      ({ status }) => 'lastFailure' in status.outputs,
    )
    expect(failing.status.outputs).toMatchObject({
      lastFailure: `${new URL(sink.url).host} answered 503; it is retried`,
    })
    const [first, second, third] = await receivedBy(sink, 3)
    expect(second?.body).toBe(first?.body)
    expect(third?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    await plane.until(
      'NotificationChannel',
      'flaky',
      ({ ready, status }) => ready && status.outputs['pending'] === 0,
    )
    expect(sink.received).toHaveLength(3)
  })

  it('does not follow redirects, and is not ready while its sink refuses', async () => {
    const [sink, elsewhere] = [await startSink(), await startSink()]
    sink.answer = () => ({ status: 307, headers: { location: elsewhere.url } })
    await channel('moved', { type: 'webhook', address: sink.url }, { signingKey: key.toString('base64') })
    removed('moved')
    const { exit, stderr } = await cli(['notification', 'test', 'moved'])
    expect(exit).toBe(1)
    expect(stderr).toContain(
      'answered 307. Redirects are not followed: use the address that it redirects to.',
    )
    const { ready, status } = await plane.until(
      'NotificationChannel',
      'moved',
      (object) => object.status.stalled,
    )
    expect(ready).toBe(false)
    expect(status.cause).toMatchObject({ reason: 'Redirected' })
    expect(elsewhere.received).toEqual([])
    sink.answer = () => ({ status: 200 })
    await cli(['reconcile', 'channel/moved'])
    await plane.ready('NotificationChannel', 'moved')
  })

  it('waits as long as its sink asks', async () => {
    const sink = await startSink()
    sink.answer = () =>
      sink.received.length === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { status: 200 }
    await channel('busy', { type: 'webhook', address: sink.url })
    removed('busy')
    await plane.client.objects.sendTestNotification({ name: 'busy' })
    const [first] = await receivedBy(sink, 1)
    expect(first?.body).toContain('"project":"default"')
    const at = performance.now()
    await plane.client.objects.reconcile({ kind: 'NotificationChannel', name: 'busy' })
    await receivedBy(sink, 2)
    expect(performance.now() - at).toBeGreaterThan(1500)
  })

  it('is refused at an address that the policy does not allow', async () => {
    await channel('metadata', { type: 'webhook', address: 'http://169.254.169.254/latest' })
    removed('metadata')
    const { exit, stderr } = await cli(['notification', 'test', 'metadata'])
    expect(exit).toBe(1)
    expect(stderr).toContain('169.254.169.254 cannot be used: it has')
  })
})

describe('Slack', () => {
  it('gets a text and blocks in which the control characters of Slack are escaped', async () => {
    const sink = await startSink()
    await channel(
      'chat',
      { type: 'slack', digest: 3, names: ['odd-*'] },
      { address: `${sink.url}/services/T0/B0/x` },
    )
    await Promise.all(['odd-a', 'odd-b'].map(stall))
    removed('chat', 'odd-a', 'odd-b')
    const [message] = await receivedBy(sink, 1)
    expect(message?.url).toBe('/services/T0/B0/x')
    const { text, blocks } = JSON.parse(message?.body ?? '') as { text: string; blocks: object[] }
    expect(text).toMatch(/^notification-channel\/odd-[ab] is stalled, and 1 more$/)
    const block = (name: string) => ({
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: `:red_circle: *notification-channel/${name} is stalled*\nthe Secret ${name} has no key address: add it to the SecretDefinition\n\`qleetctl why notification-channel/${name}\``,
      },
    })
    // Both stall at once.
    expect(blocks).toHaveLength(2)
    expect(blocks).toEqual(expect.arrayContaining([block('odd-a'), block('odd-b')]))
  })

  it('names the error of Slack, and never the address, which is a secret', async () => {
    const sink = await startSink()
    sink.answer = () => ({ status: 404, text: 'no_service' })
    await channel('gone', { type: 'slack' }, { address: `${sink.url}/services/T0/B0/hidden` })
    removed('gone')
    const { exit, stdout, stderr } = await cli(['notification', 'test', 'gone'])
    expect([exit, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      `${new URL(sink.url).host} answered 404 no_service: correct the key address of the Secret`,
    )
    const { stdout: shown } = await cli(['get', 'channel/gone', '-o', 'yaml'])
    expect(stderr + shown).not.toContain('hidden')
    sink.answer = () => ({ status: 200, text: 'ok' })
    const { stdout: accepted } = await cli(['notification', 'test', 'gone'])
    expect(accepted).toBe('channel/gone: accepted (200 ok)\n')
  })
})
