import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBreaker } from '../../../process/upstream/breaker.ts'
import { createBreakers } from '../../../process/upstream/breakers.ts'
import { createBudget } from '../../../process/upstream/budget.ts'
import type { FailureRules } from '../../../process/upstream/failure-rules.ts'
import { LivenessProbe } from '../../../process/upstream/liveness-probe.ts'
import { createThrottle } from '../../../process/upstream/throttle.ts'

/* Tests request pacing with an upstream that is no cluster: an API over plain HTTP with its own failures. */

class CloudError extends Error {
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(message: string, status = 0, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const failures: FailureRules<CloudError> = {
  isFailure: (error) => error instanceof CloudError,
  isDisconnected: (error): error is CloudError => error instanceof CloudError && error.status === 0,
  retryAfter: (error) => (error instanceof CloudError ? error.retryAfter : undefined),
  postponed: ({ message, status }, left) => new CloudError(message, status, left),
  toRecord: ({ message }) => ({ kind: 'disconnected', message, reason: 'Disconnected' }),
  fromRecord: ({ message }) => new CloudError(message),
}

let server: Server
let respond: (response: ServerResponse) => void
let asked: number
let mostAtOnce: number
beforeEach(async () => {
  let open = 0
  asked = 0
  mostAtOnce = 0
  respond = (response) => response.end('{}')
  server = createServer((_, response) => {
    asked += 1
    open += 1
    mostAtOnce = Math.max(mostAtOnce, open)
    response.on('close', () => (open -= 1))
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => stop())

async function stop(): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

const { signal: never } = new AbortController()

async function ask(signal: AbortSignal = never, url = urlOf(server)): Promise<string> {
  const response = await fetch(url, { signal, headers: { connection: 'close' } }).catch((error: unknown) => {
    throw signal.aborted ? error : new CloudError('the cloud does not answer')
  })
  if (response.ok) return response.text()
  throw new CloudError('slow down', response.status, Number(response.headers.get('x-wait')))
}

function urlOf(of: Server): string {
  return `http://127.0.0.1:${(of.address() as AddressInfo).port}/`
}

describe('an upstream over plain HTTP', () => {
  it('gets a limited number of concurrent requests, and the others in order', async () => {
    const budget = createBudget(3)
    respond = (response) => void setTimeout(() => response.end('{}'), 20)
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const giveBack = await budget.take(never)
        try {
          await ask()
        } finally {
          giveBack()
        }
      }),
    )
    expect(asked).toBe(10)
    expect(mostAtOnce).toBe(3)
  })

  it('gets no requests for as long as it requests', async () => {
    const throttle = createThrottle(failures)
    let first = true
    respond = (response) => {
      if (first) response.writeHead(429, { 'x-wait': '150' })
      first = false
      response.end('{}')
    }
    const started = performance.now()
    expect(await throttle.run(() => ask(), never)).toBe('{}')
    expect(performance.now() - started).toBeGreaterThanOrEqual(145)
    expect(asked).toBe(2)
  })

  it('is not waited for if it requests a very long time', async () => {
    const throttle = createThrottle(failures)
    respond = (response) => response.writeHead(429, { 'x-wait': '60000' }).end()
    await expect(throttle.run(() => ask(), never)).rejects.toMatchObject({ retryAfter: 60_000 })
    await expect(throttle.run(() => ask(), never)).rejects.toThrow('slow down')
    expect(asked).toBe(1)
  })

  it('gets no requests from any of the threads while it is unreachable', async () => {
    const options = { failures, channelName: `test-${process.pid}` }
    const [one, other] = [createBreakers(options), createBreakers(options)]
    const breaker = one.of('cloud/1/here', false)
    const url = urlOf(server)
    await stop()
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        breaker.enter()
        await ask(never, url).catch((error: unknown) => breaker.failed(error))
      }
      expect(() => breaker.enter()).toThrow('the cloud does not answer')
      await expect.poll(() => other.states().get('cloud/1/here'), { timeout: 3000, interval: 5 }).toBe('open')
      expect(() => other.of('cloud/1/here', false).enter()).toThrow(CloudError)
      expect(() => other.of('cloud/1/there', false).enter()).not.toThrow()
    } finally {
      one.close()
      other.close()
      server.listen(0, '127.0.0.1')
    }
  })

  it('does not open a breaker by its responses', async () => {
    const breaker = createBreaker({ failures })
    respond = (response) => response.writeHead(500).end()
    for (let attempt = 0; attempt < 5; attempt++) await ask().catch((error: unknown) => breaker.failed(error))
    expect(breaker.state).toBe('closed')
  })

  it('is given up once it does not respond to a simple request', async () => {
    const silences: string[] = []
    respond = () => undefined
    const probe = new LivenessProbe({
      failures,
      probe: () => ask(AbortSignal.timeout(50)).catch(() => Promise.reject(new CloudError('silent'))),
      onUnresponsive: ({ message }) => void silences.push(message),
      idleTimeout: 30,
    })
    await expect(probe.during((silent) => ask(silent))).rejects.toThrow('silent')
    expect(silences).toEqual(['silent'])
  })
})
