import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  port: number
  /** The messages that it has accepted. */
  messages: string[]
  stop(): Promise<void>
}

/** Starts an SMTP server on a free port. Its only login is `ann` with the password `s3cret`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const messages: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'ann' && password === 's3cret'
        ? callback(null, { user: username })
        : callback(new Error(`no login ${username} ${password}`)),
    onData: (stream, _session, callback) => {
      let message = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (message += chunk))
      stream.on('end', () => {
        messages.push(message)
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    messages,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
