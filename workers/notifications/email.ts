import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { guardedLookup, refuseLiteral } from '../../schema/clusters/lookup.ts'
import type { Mail } from '../../schema/kinds/notification-channel.ts'
import type { Notification } from '../../schema/notifications/notice.ts'
import { secretValue, type OpenedChannel, type Outgoing, type Sink } from './channel.ts'
import { sinkTimeout, unreachable } from './http-sender.ts'
import { SinkError } from './sink-error.ts'
import { shortened, summaryOf, titleOf } from './text.ts'

/* E-mails, over SMTP. */

/** The most notifications in an e-mail. */
export const maxInEmail = 100

export function createEmailSink(rules: AddressRules): Sink {
  return {
    check: (channel) => void loginOf(channel),
    send: async (channel, message) => {
      const mail = mailOf(channel)
      const login = loginOf(channel)
      const { host, port, tls = 'starttls', from, to } = mail
      const name = `${host}:${port ?? defaultPort(mail)}`
      try {
        // Loaded once there is a message, because each thread of a worker would load it at its start.
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({
          // The address that was checked is the one that is used, whatever the name resolves to a moment later.
          host: await allowedAddress(rules, host),
          port: port ?? defaultPort(mail),
          secure: tls === 'implicit',
          requireTLS: tls === 'starttls',
          ignoreTLS: tls === 'none',
          tls: { ...(isIP(host) === 0 ? { servername: host } : {}), minVersion: 'TLSv1.2' },
          ...(login === undefined ? {} : { auth: login }),
          connectionTimeout: sinkTimeout,
          greetingTimeout: sinkTimeout,
          socketTimeout: sinkTimeout,
          dnsTimeout: sinkTimeout,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        const { response } = await transport.sendMail({
          from,
          to,
          subject: subjectOf(message),
          text: textOf(message),
          messageId: `<${message.id}@qleetos>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return replyOf(response, login)
      } catch (error) {
        channel.signal.throwIfAborted()
        throw failureOf(error, { name, login })
      }
    },
  }
}

function mailOf({ spec }: OpenedChannel): Mail {
  // The server has validated that a channel of this type has it.
  if (spec.email === undefined) throw new Error('the channel has no e-mail')
  return spec.email
}

function defaultPort({ tls }: Mail): number {
  return tls === 'implicit' ? 465 : 587
}

interface Login {
  user: string
  pass: string
}

function loginOf(channel: OpenedChannel): Login | undefined {
  if (channel.spec.secret === undefined) return undefined
  return { user: secretValue(channel, 'username'), pass: secretValue(channel, 'password') }
}

/** Returns an address of a host that the rules allow. Throws AddressRefused. */
async function allowedAddress(rules: AddressRules, host: string): Promise<string> {
  refuseLiteral(rules, host)
  if (isIP(host) !== 0) return host
  const lookup = guardedLookup(rules)
  return new Promise((resolve, reject) => {
    lookup(host, {}, (error, address: string | LookupAddress[]) => {
      if (error !== null) reject(error)
      else resolve(typeof address === 'string' ? address : (address[0]?.address ?? host))
    })
  })
}

/** The subject, which cannot have line breaks. */
function subjectOf(message: Outgoing): string {
  return shortened(`[QleetOS] ${summaryOf(message)}`.replaceAll(/[\r\n]+/g, ' '), 200)
}

export function textOf({ notifications }: Outgoing): string {
  return `${notifications.map(paragraphOf).join('\n\n')}\n`
}

function paragraphOf(notification: Notification): string {
  const { message, command, time, project } = notification.notice
  const lines = [
    titleOf(notification),
    ...(message === '' ? [] : [message]),
    `${time.slice(0, 19).replace('T', ' ')} UTC${project === null ? '' : `, project ${project}`}`,
    `More: ${command}`,
  ]
  return lines.join('\n')
}

/** Returns the reply of a server, if it is one of SMTP, without the login. */
function replyOf(text: string, login: Login | undefined): string {
  const line = text.split(/\r?\n/)[0] ?? ''
  if (!/^\d{3}[ -]/.test(line)) return 'no reply of SMTP'
  const hidden = [login?.pass, login?.user].filter((value) => value !== undefined && value !== '')
  return hidden.reduce<string>(
    (shown, value) => shown.replaceAll(String(value), '***'),
    shortened(line.replaceAll(/[^\x20-\x7e]/g, '?'), 200),
  )
}

interface SmtpFailure {
  code?: string
  response?: string
  responseCode?: number
}

function failureOf(error: unknown, { name, login }: { name: string; login: Login | undefined }): SinkError {
  if (error instanceof SinkError) return error
  const { code = '', response, responseCode } = error as SmtpFailure
  const reply = response === undefined ? '' : `: ${replyOf(response, login)}`
  switch (code) {
    case 'EAUTH':
      return refused(
        'Unauthorised',
        `${name} refuses the login${reply}. Correct username and password in the Secret.`,
        error,
      )
    case 'ETLS':
      return refused(
        'NotEncrypted',
        `${name} does not offer encryption, or its certificate is not trusted${reply}. Set email.tls to what the server supports.`,
        error,
      )
    case 'EENVELOPE':
    case 'EMESSAGE':
    case 'EPROTOCOL': {
      const isPermanent = responseCode !== undefined && responseCode >= 500
      return isPermanent
        ? refused('Refused', `${name} refuses the message${reply}. Correct from and to.`, error)
        : new SinkError('SinkFailed', `${name} does not accept the message${reply}; it is retried`, {
            cause: error,
          })
    }
    case 'ETIMEDOUT':
      return unreachable(name, error, true)
    default: {
      // Nodemailer replaces the codes of sockets and of TLS by its own.
      const { originalCode = code } = error as { originalCode?: string }
      if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
        return refused(
          'NotEncrypted',
          `${name} does not encrypt from the start. Set email.tls to starttls, or email.port to another port.`,
          error,
        )
      return unreachable(name, { code: originalCode }, false)
    }
  }
}

function refused(reason: string, message: string, cause: unknown): SinkError {
  return new SinkError(reason, message, { blocked: true, cause })
}
