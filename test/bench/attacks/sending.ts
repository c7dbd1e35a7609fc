import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { rawConnection, type RawConnection } from '../../support/raw-http.ts'
import type { Target } from './attack.ts'

export const megabyte = 1_000_000

export interface Sent {
  body: Buffer
  /** Omits the length from the headers. @default false */
  chunked?: boolean
  /** @default none */
  token?: string
}

/** @returns The status of the response, or `ended` for a connection that ended without one */
export async function post({ url }: Target, { body, chunked = false, token }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(new URL('/graphql', url), {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(String(response.statusCode))
    })
    sent.on('error', () => resolve('ended'))
    sent.end(body)
  })
}

/** Sends that many concurrent requests, all of which return. */
export async function atOnce(count: number, one: (index: number) => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)))
}

/** Sends that many requests, of which so many run concurrently. */
export async function inTurns(
  { count, width }: { count: number; width: number },
  one: (index: number) => Promise<string>,
): Promise<string[]> {
  let next = 0
  const answers: string[] = []
  await atOnce(width, async () => {
    while (next < count) answers.push(await one(next++))
    return ''
  })
  return answers
}

/** A client that sends the start of a request and then a byte every five seconds, until it is disconnected. */
export async function drip({ url }: Target, begin: string): Promise<string> {
  const connection = rawConnection(url)
  connection.write(begin)
  const dripping = setInterval(() => connection.write(' '), 5000)
  await connection.ended
  clearInterval(dripping)
  return statusOf(connection)
}

/** A client that sends a request and reads nothing of the response, until the server disconnects it. */
export async function leaveUnread({ url }: Target, requests: string): Promise<string> {
  const connection = rawConnection(url)
  connection.write(requests)
  connection.socket.pause()
  // An unread connection does not report its end: reading resumes when the server must have closed it.
  await sleep(75_000)
  connection.socket.resume()
  await Promise.race([connection.ended, sleep(5000)])
  const isOver = connection.socket.destroyed
  connection.destroy()
  return isOver ? 'ended' : 'still there'
}

function statusOf(connection: RawConnection): string {
  return /^HTTP\/1.1 (\d+)/.exec(connection.received())?.[1] ?? 'ended'
}
