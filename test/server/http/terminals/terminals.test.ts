import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { terminalPath } from '../../../../schema/endpoints.ts'
import { maxTyped, type OpenTerminal, type TerminalEvent } from '../../../../schema/terminals.ts'
import { eventually } from '../../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../../support/plane-with-runtime.ts'
import { webInstance } from '../../../support/web-application.ts'

/* Server, broker, worker and a simulated cluster are real processes. */

let cluster: PlaneWithRuntime
let place: Omit<OpenTerminal, 'shell' | 'size'>
beforeAll(async () => {
  cluster = await startPlaneWithRuntime()
  const { plane } = cluster
  await plane.client.apply(webInstance('shop', 'shop'))
  const { id } = await plane.ready('WorkloadInstance', 'shop')
  const [pod] = await plane.client.objects.pods({ kind: 'WorkloadInstance', name: 'shop' })
  place = {
    objectId: id,
    runtimeId: pod?.runtime?.id ?? '',
    namespace: pod?.namespace ?? '',
    pod: pod?.name ?? '',
    container: pod?.containers[0]?.name ?? '',
  }
})
afterAll(() => cluster?.stop())

const address = (): string => `${cluster.plane.url.replace(/^http/, 'ws')}${terminalPath}`
const asAdministrator = () => ({ authorization: `Bearer ${cluster.plane.token}` })

/** What the simulated shell writes when it waits for a line. */
const prompt = '/ # '

/** The other end of a terminal: what a page does. */
class Page {
  readonly #socket: WebSocket
  readonly events: TerminalEvent[] = []
  shown = ''
  readonly closed: Promise<unknown>

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = once(socket, 'close')
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) this.events.push(JSON.parse(data.toString()) as TerminalEvent)
      else {
        this.shown += data.toString()
        this.send({ shown: data.length })
      }
    })
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }

  type(text: string): void {
    this.#socket.send(Buffer.from(text))
  }

  terminate(): void {
    this.#socket.terminate()
  }

  async shows(text: string): Promise<void> {
    await eventually(async () => (this.shown.endsWith(text) ? true : undefined))
  }

  async end(): Promise<TerminalEvent | undefined> {
    await this.closed
    return this.events.at(-1)
  }
}

async function open(given: object = {}, headers: Record<string, string> = asAdministrator()): Promise<Page> {
  const socket = new WebSocket(address(), { headers })
  const page = new Page(socket)
  await once(socket, 'open')
  page.send({ ...place, shell: 'any', size: { columns: 100, rows: 30 }, ...given })
  return page
}

/** Returns the status and the code with which an upgrade is refused. */
async function refusal(headers: Record<string, string>): Promise<[number | undefined, string | undefined]> {
  const socket = new WebSocket(address(), { headers })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const text = (await response.setEncoding('utf8').toArray()).join('')
  const { errors } = JSON.parse(text) as { errors: { extensions: { code: string } }[] }
  return [response.statusCode, errors[0]?.extensions.code]
}

/** Logs in as a browser does, and returns the cookie. */
async function logIn(): Promise<string> {
  const { url, token } = cluster.plane
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ token }),
  })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('a terminal', () => {
  it('runs the shell that the container has, echoes, resizes, and reports the exit status', async () => {
    const page = await open()
    await page.shows(prompt)
    expect(page.events).toEqual([
      { event: 'started', command: ['bash'] },
      { event: 'started', command: ['sh'] },
    ])
    page.type('echo "hello $HOSTNAME"; stty size\r')
    await page.shows(`hello ${place.pod}\r\n30 100\r\n${prompt}`)
    page.send({ size: { columns: 132, rows: 43 } })
    page.type('stty size\r')
    await page.shows(`43 132\r\n${prompt}`)
    page.type('exit 3\r')
    expect(await page.end()).toEqual({ event: 'ended', exit: 3 })
  })

  it('passes on large outputs and inputs completely, and in order', async () => {
    const page = await open()
    await page.shows(prompt)
    page.type('seq 300000; echo done\r')
    await page.shows(`\ndone\r\n${prompt}`)
    const lines = page.shown.split('\r\n').filter((line) => /^\d+$/.test(line))
    expect(lines).toEqual(Array.from({ length: 300_000 }, (_, index) => String(index + 1)))
    const word = 'x'.repeat(900_000)
    page.shown = ''
    page.type('echo ')
    for (let from = 0; from < word.length; from += maxTyped) page.type(word.slice(from, from + maxTyped))
    page.type('\r')
    await page.shows(`${word}\r\n${word}\r\n${prompt}`)
    page.terminate()
  })

  it('pauses the cluster while the page shows nothing, and continues', async () => {
    const socket = new WebSocket(address(), { headers: asAdministrator() })
    let received = 0
    let isSlow = true
    let last = ''
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return
      received += data.length
      last = `${last}${data.toString()}`.slice(-100)
      if (!isSlow) socket.send(JSON.stringify({ shown: data.length }))
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ ...place, shell: 'sh', size: { columns: 80, rows: 24 } }))
    socket.send(Buffer.from('seq 1000000; echo done\r'))
    await eventually(async () => (received > 512_000 ? true : undefined))
    const before = received
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(received - before).toBeLessThan(100_000)
    isSlow = false
    socket.send(JSON.stringify({ shown: received }))
    await eventually(async () => (last.endsWith(`done\r\n${prompt}`) ? true : undefined))
    expect(received).toBeGreaterThan(7_000_000)
    socket.terminate()
  })

  it('is recorded as an event with its actor before it opens', async () => {
    const { client } = cluster.plane
    const events = await client.objects.events({ kind: 'WorkloadInstance', name: 'shop' })
    const opened = events.find(({ reason }) => reason === 'TerminalOpened')
    expect(opened?.note).toBe(`admin opened a terminal in container web of pod ${place.pod}`)
  })

  it.each([
    [{ shell: 'bash' }, 'UNSUPPORTED', 'container "web" has no bash'],
    [{ pod: 'another' }, 'NOT_FOUND', 'the object has no pod "another"'],
    [{ container: 'none' }, 'INVALID_INPUT', 'container none is not valid for pod'],
    [{ objectId: '999999' }, 'NOT_FOUND', 'there is no object with the ID 999999'],
    [{ shell: 'zsh' }, 'INVALID_INPUT', 'shell'],
    [{ size: { columns: 0, rows: 1 } }, 'INVALID_INPUT', 'size.columns'],
  ])('that is opened with %j fails with %s', async (given, code, message) => {
    const page = await open(given)
    expect(await page.end()).toEqual({ event: 'failed', code, message: expect.stringContaining(message) })
  })

  it('fails for a message that is too long, or has another form', async () => {
    const page = await open()
    page.type('x'.repeat(maxTyped + 1))
    expect(await page.end()).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('32769 bytes'),
    })
    const other = await open()
    other.send({ signal: 'SIGTERM' })
    expect(await other.end()).toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('the upgrade to a terminal', () => {
  it('is refused without a token or a session', async () => {
    expect(await refusal({})).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refusal({ authorization: 'Bearer wrong' })).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('is refused to pages of other origins, and with a cookie to programs that send no origin', async () => {
    const cookie = await logIn()
    const { origin, port } = new URL(cluster.plane.url)
    expect(await refusal({ cookie, origin: 'https://evil.example.com' })).toEqual([403, 'FORBIDDEN'])
    expect(await refusal({ cookie, origin: `http://127.0.0.1:${Number(port) + 1}` })).toEqual([
      403,
      'FORBIDDEN',
    ])
    expect(await refusal({ cookie, origin, 'sec-fetch-site': 'same-site' })).toEqual([403, 'FORBIDDEN'])
    expect(await refusal({ cookie })).toEqual([403, 'FORBIDDEN'])
  })

  it('works for a page of the server, until the session ends', async () => {
    const cookie = await logIn()
    const { url } = cluster.plane
    const { origin } = new URL(url)
    const page = await open({}, { cookie, origin })
    await page.shows(prompt)
    await fetch(`${url}/session`, { method: 'DELETE', headers: { cookie, origin } })
    expect(await page.end()).toMatchObject({ event: 'failed', code: 'UNAUTHENTICATED' })
  })
})
