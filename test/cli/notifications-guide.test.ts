import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { delivery, shopDefinition } from '../support/applications-delivered.ts'
import { eventually } from '../support/eventually.ts'
import { startForges, type Forges } from '../support/forges.ts'
import { readGuide } from '../support/guide.ts'
import { startHttpSink, type HttpSink } from '../support/http-sink.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { fetchMetrics } from '../support/metrics.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf, type CliRun } from '../support/run-cli.ts'
import { createAuthority } from '../workers/kube/client/misbehaving-server.ts'

/* The guide docs/guide/notifications.md, with sinks on this machine. */

interface Sinks {
  chat: HttpSink
  hook: HttpSink
  mail: MailServer
  forges: Forges
}

let folder: string
let started: PlaneWithRuntime
let sinks: Sinks
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qleet-notifications-'))
  const authority = await createAuthority('mail')
  await writeFile(join(folder, 'ca.pem'), authority.cert)
  const certificate = await authority.issue('smtp')
  sinks = {
    chat: await startHttpSink(),
    hook: await startHttpSink(),
    mail: await startMailServer({ disabledCommands: [], authOptional: false, ...certificate }),
    forges: await startForges(),
  }
  started = await startPlaneWithRuntime({ workerEnv: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } })
})
afterAll(async () => {
  await started?.stop()
  for (const sink of Object.values(sinks ?? {})) await sink.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the documents of the guide with the addresses of the sinks. */
function local(text: string, { chat, hook, mail, forges }: Sinks): string {
  return text
    .replace('https://hooks.slack.com', chat.url)
    .replace('https://example.com', hook.url)
    .replace('host: smtp.example.com', `host: 127.0.0.1, port: ${mail.port}`)
    .replace("username: qleetos, password: '...'", 'username: ann, password: s3cret')
    .replace("token: '...'", 'token: t0ken')
    .replace('type: github,', `type: github, address: '${forges.url}',`)
    .replace('type: email', 'type: email\n  digest: 1')
}

it('notifies people, programs and forges of deliveries as it says', async () => {
  const { plane } = started
  const cli = cliOf(() => plane)
  const run = async (...command: string[]): Promise<CliRun> => {
    const result = await cli(command)
    expect(result.exit, `${command.join(' ')}: ${result.stderr}${result.stdout}`).toBe(0)
    return result
  }
  const { text, files, commands } = await readGuide('notifications.md')
  await writeFile(join(folder, 'channels.yaml'), local(files[0] ?? '', sinks))
  const outputs: CliRun[] = []
  for (const command of commands)
    outputs.push(await run(...command.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word))))
  const [, tested, listed] = outputs
  expect(tested?.stdout).toBe('channel/chat: accepted (200 ok)\n')
  expect(listed?.stdout).toMatch(/^hook +webhook /m)

  await plane.client.apply([
    { kind: 'Environment', name: 'production', spec: { settle: 1, deadline: 5 } },
    shopDefinition('shop'),
    {
      kind: 'Application',
      name: 'shop',
      spec: { definition: 'shop', environments: [{ environment: 'production' }] },
    },
  ])
  await plane.until('Application', 'shop', ({ status }) => 'revision' in status.outputs)
  await plane.client.apply([delivery('shop', 1, '1', { commit: 'c0ffee1' })])
  await plane.ready('Delivery', 'shop-1')
  await plane.client.apply([delivery('shop', 2, 'bad', { commit: 'c0ffee2' })])
  await plane.until('Stage', 'shop-production', ({ status }) => status.outputs['state'] === 'RolledBack')
  const hold = {
    application: 'shop',
    environment: 'production',
    revision: 2,
    reason: 'payments fail',
    owner: 'ann',
  }
  await plane.client.apply([{ kind: 'Hold', name: 'shop-production', spec: hold }])

  const { chat, hook, mail, forges } = sinks
  const hooked = await eventually(async () => {
    const all = hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: { title: string } })
    return all.some(({ type }) => type === 'HoldSet') ? all : undefined
  })
  expect(hooked.map(({ data }) => data.title).filter((title) => title.startsWith('shop: '))).toEqual([
    'shop: revision 2 is healthy in production',
    'shop: revision 3 failed in production',
    'shop: revision 3 was rolled back in production',
    'shop: production is held at revision 2',
  ])
  // The example of the guide, but for the time.
  const [, example = '{}'] = /^```json\n(.*?)^```$/ms.exec(text) ?? []
  expect(hooked.at(-1)).toEqual({
    ...(JSON.parse(example) as object),
    timestamp: expect.stringMatching(/^\d{4}-/) as string,
  })
  const [, key = ''] = /whsec_([^']+)/.exec(files[0] ?? '') ?? []
  for (const { headers, body } of hook.received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  }

  const message = await eventually(async () =>
    mail.messages.find((each) => each.includes('revision 3 failed')),
  )
  expect(message).toContain('Subject: [QleetOS] ')
  const shown = await eventually(async () => {
    const all = chat.received.map(({ body }) => body).join('\n')
    return all.includes('is held at revision 2') ? all : undefined
  })
  expect(shown).toContain(
    ':red_circle: *shop: revision 3 failed in production*\\nIt was not ready within 5 seconds',
  )
  expect(shown).toContain(
    ':warning: *shop: production is held at revision 2*\\npayments fail (ask ann)\\n`qleetctl get hold/shop-production`',
  )
  await eventually(async () => forges.deployments.at(-1)?.statuses.at(-1)?.state === 'failure')
  expect(forges.deployments).toMatchObject([
    {
      ref: 'c0ffee1',
      environment: 'production',
      statuses: [{ state: 'in_progress' }, { state: 'success' }],
    },
    { ref: 'c0ffee2', statuses: [{ state: 'in_progress' }, { state: 'failure' }] },
  ])
  const metrics = await fetchMetrics(plane.url, plane.token)
  expect(metrics).toMatch(/^qleet_notifications_sent\{[^}]*channel="hook"[^}]*\} \d/m)
})
