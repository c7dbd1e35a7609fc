import 'reflect-metadata'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import * as x509 from '@peculiar/x509'
import { onTestFinished } from 'vitest'
import { openBlackHole } from '../../../support/black-hole.ts'

/** The handler of a request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface MisbehavingServer {
  url: string
  port: number
  /** The requests so far. */
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[]
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

export interface ServerOptions {
  tls?: { key: string; cert: string; ca?: string }
  port?: number
}

/** Starts a server on loopback with the given behaviour; it stops after the test. */
export async function startServer(
  behaviour: Behaviour,
  { tls, port = 0 }: ServerOptions = {},
): Promise<MisbehavingServer> {
  let current = behaviour
  const requests: MisbehavingServer['requests'] = []
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    current(request, response)
  }
  const server: Server =
    tls === undefined
      ? createServer(handle)
      : createTlsServer(
          tls.ca === undefined ? tls : { ...tls, requestCert: true, rejectUnauthorized: true },
          handle,
        )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  const { port: used } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${used}`,
    port: used,
    requests,
    behave: (next) => (current = next),
    stop,
  }
}

/** Responds with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Responds with a Kubernetes Status. */
export function refuse(
  code: number,
  reason: string,
  { message = '', headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Behaviour {
  return json(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }, headers)
}

/** Returns a port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Opens a port that drops packets until the end of the test. */
export async function blackHolePort(): Promise<number> {
  const { port, close } = await openBlackHole()
  onTestFinished(close)
  return port
}

export interface Identity {
  key: string
  cert: string
}

export interface Authority extends Identity {
  issue(subject: string, validity?: { from?: Date; to?: Date; address?: string }): Promise<Identity>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000

/** Creates a certificate authority for one test. */
export async function createAuthority(name: string): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: new Date(Date.now() - 100 * day),
    notAfter: new Date(Date.now() + 100 * day),
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    cert: root.toString('pem'),
    key: await pemOf(keys.privateKey),
    issue: async (
      subject,
      { from = new Date(Date.now() - day), to = new Date(Date.now() + day), address = '127.0.0.1' } = {},
    ) => {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const cert = await x509.X509CertificateGenerator.create({
        subject: `CN=${subject}`,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        notBefore: from,
        notAfter: to,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }])],
      })
      return { cert: cert.toString('pem'), key: await pemOf(own.privateKey) }
    },
  }
}

async function pemOf(key: Awaited<ReturnType<typeof crypto.subtle.importKey>>): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der.replaceAll(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`
}
