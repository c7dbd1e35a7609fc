import { describe, expect, it } from 'vitest'
import { logStream, type LogStreamOptions } from '../../../workers/cluster-queries/log-stream.ts'
import type { KubeClient, KubeRequest } from '../../../workers/kube/client/client.ts'

/** Reads the lines of a log stream in which the cluster sends these chunks. */
async function read(pieces: readonly string[], options: Partial<LogStreamOptions> = {}) {
  let request: KubeRequest | undefined
  const client = {
    async *text(asked: KubeRequest) {
      request = asked
      yield* pieces
    },
  } as unknown as KubeClient
  const { signal } = new AbortController()
  const lines = []
  const all = { path: '/log', container: 'app', follow: false, previous: false, signal, ...options }
  for await (const line of logStream(client, all)) lines.push(line)
  return { lines, query: request?.query }
}

const at = (second: number, rest = '000000000'): string => `2026-11-21T03:07:0${second}.${rest}Z`

describe('a log stream of a container', () => {
  it('is split into lines wherever its chunks end', async () => {
    const text = `${at(1)} one\n${at(2)} \n${at(3)} three and more\r\n${at(4)} no end`
    const pieces = [text.slice(0, 40), text.slice(40, 41), text.slice(41)]
    const { lines } = await read(pieces)
    expect(lines.map((line) => line.text)).toEqual(['one', '', 'three and more', 'no end'])
    expect(lines.map(({ time }) => new Date(time).getUTCSeconds())).toEqual([1, 2, 3, 4])
  })

  it('assigns a line without a timestamp that of the previous line', async () => {
    const { lines } = await read([`${at(1)} one\nrpc error: something\n`])
    expect(lines[1]).toMatchObject({ stamp: at(1), text: 'rpc error: something' })
  })

  it('splits a very long line into pieces, and buffers no more than one of them', async () => {
    const long = 'x'.repeat(50_000)
    const { lines } = await read([`${at(1)} ${long}`, long, `\n${at(2)} next\n`])
    expect(lines.map(({ text }) => text).join('')).toBe(`${long}${long}next`)
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(32_000)
    expect(lines.slice(0, -1).every(({ stamp }) => stamp === at(1))).toBe(true)
  })

  it('omits lines before the requested time, which the API rounds to seconds', async () => {
    const { lines, query } = await read([`${at(1, '200000000')} early\n${at(1, '900000000')} late\n`], {
      since: '2026-11-21T03:07:01.500Z',
      tail: 7,
    })
    expect(lines.map(({ text }) => text)).toEqual(['late'])
    expect(query).toMatchObject({ sinceTime: '2026-11-21T03:07:01Z', tailLines: '7', timestamps: 'true' })
  })
})
