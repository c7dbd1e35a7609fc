import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultPolicy, trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { Mail } from '../../../schema/kinds/notification-channel.ts'
import { createSinks } from '../../../workers/notifications/sinks.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { createAuthority } from '../kube/client/misbehaving-server.ts'
import { rolledBack } from './notices.ts'

/* E-mails, with a real SMTP server. */

async function startServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.stop())
  return server
}

interface Sent {
  port: number
  tls?: Mail['tls']
  host?: string
  secrets?: Record<string, string>
  count?: number
  policy?: typeof trustedPolicy
}

function send({ port, tls = 'none', host = '127.0.0.1', secrets, count = 1, policy = trustedPolicy }: Sent) {
  const email = { host, port, tls, from: 'qleetos@example.com', to: ['ann@example.com', 'bob@example.com'] }
  const spec = { type: 'email' as const, email, ...(secrets === undefined ? {} : { secret: 'mail' }) }
  const channel = { spec, secrets: secrets ?? {}, signal: new AbortController().signal }
  const first = { notice: rolledBack(), count: 1 }
  const hold = {
    notice: rolledBack({
      reason: 'HoldSet',
      severity: 'warning',
      title: 'shop: production is held',
      message: 'Line\r\nBcc: eve@example.com',
    }),
    count: 3,
  }
  return createSinks(policy).email.sink.send(channel, {
    id: '0b7e',
    notifications: [hold, first].slice(2 - count),
  })
}

describe('an e-mail', () => {
  it('says what happened, to what, why, and where to look', async () => {
    const { port, messages } = await startServer()
    expect(await send({ port })).toBe('250 OK: message queued')
    const [message = ''] = messages
    expect(message).toContain('Subject: [QleetOS] shop: revision 3 was rolled back in production\r\n')
    expect(message).toContain('To: ann@example.com, bob@example.com\r\n')
    expect(message).toContain('Message-ID: <0b7e@qleetos>\r\n')
    expect(message).toContain('Auto-Submitted: auto-generated\r\n')
    const [, body = ''] = message.split('\r\n\r\n')
    expect(body.replaceAll('=\r\n', '').trimEnd()).toBe(
      [
        'shop: revision 3 was rolled back in production',
        'It was not ready within 10 minutes: the image crashes. Revision 2 runs again.',
        '2026-11-25 18:00:00 UTC, project default',
        'More: qleetctl rollouts shop --environment production',
      ].join('\r\n'),
    )
  })

  it('contains several notifications, the worst of which is its subject', async () => {
    const { port, messages } = await startServer()
    await send({ port, count: 2 })
    const message = (messages[0] ?? '').replaceAll(/\r\n (?=\S)/g, ' ')
    expect(message).toContain(
      'Subject: [QleetOS] shop: revision 3 was rolled back in production, and 1 more\r\n',
    )
    expect(message).toContain('shop: production is held (3 times)')
    expect(message.split('\r\n\r\n')[0]).not.toContain('Bcc')
  })

  it('is sent with a login only over an encrypted connection', async () => {
    const plain = await startServer()
    await expect(
      send({ port: plain.port, tls: 'starttls', secrets: { username: 'ann', password: 's3cret' } }),
    ).rejects.toMatchObject({
      reason: 'NotEncrypted',
      blocked: true,
      message: expect.stringContaining('does not offer encryption') as string,
    })
    const authority = await createAuthority('mail')
    const encrypted = await startServer({ disabledCommands: [], ...(await authority.issue('smtp')) })
    const login = {
      port: encrypted.port,
      tls: 'starttls',
      secrets: { username: 'ann', password: 's3cret' },
    } as const
    await expect(send(login)).rejects.toMatchObject({
      blocked: true,
      message: expect.stringContaining('is not trusted') as string,
    })
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, authority.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    expect(await send(login)).toBe('250 OK: message queued')
    expect(encrypted.messages).toHaveLength(1)
    await expect(send({ port: plain.port, tls: 'implicit' })).rejects.toMatchObject({
      blocked: true,
      message: expect.stringContaining('does not encrypt from the start') as string,
    })
    expect(plain.messages).toEqual([])
  })

  it('is refused with what the server says, without the login', async () => {
    const { port } = await startServer({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })
    const secrets = { username: 'ann', password: 'wr0ng' }
    await expect(send({ port, secrets })).rejects.toMatchObject({
      reason: 'Unauthorised',
      blocked: true,
      message: expect.stringMatching(
        /refuses the login: 535 no login \*{3} \*{3}\. Correct username/,
      ) as string,
    })
    const full = await startServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('mailbox full'), { responseCode: 452 })),
    })
    await expect(send({ port: full.port })).rejects.toMatchObject({
      blocked: false,
      message: expect.stringContaining('452 mailbox full; it is retried') as string,
    })
    const unknown = await startServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
    })
    await expect(send({ port: unknown.port })).rejects.toMatchObject({
      blocked: true,
      message: expect.stringContaining('550 no such user. Correct from and to.') as string,
    })
  })

  it('never shows what a service says that does not speak SMTP, and obeys the policy of addresses', async () => {
    const server = createServer((socket) => void socket.end('SSH-2.0-secret\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const error = await send({ port }).catch((thrown: unknown) => thrown as Error)
    expect(String(error)).toContain('no reply of SMTP')
    expect(String(error)).not.toContain('secret')
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(send({ port, host, policy: defaultPolicy })).rejects.toMatchObject({
        reason: 'AddressRefused',
        blocked: true,
      })
  })
})
