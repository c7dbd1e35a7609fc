import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { LogLine } from '../../../schema/cluster-queries.ts'
import { MergedLines } from '../../../workers/cluster-queries/merge-lines.ts'

const signal = new AbortController().signal

function line(second: number, text = String(second)): LogLine {
  const time = new Date(second * 1000).toISOString()
  return { time, namespace: 'n', pod: 'p', container: 'c', text, notice: false }
}

async function* source(seconds: readonly number[], every = 0): AsyncGenerator<LogLine> {
  for (const second of seconds) {
    await sleep(every)
    yield line(second)
  }
}

async function texts(batches: AsyncIterable<readonly LogLine[]>, count = Infinity): Promise<string[]> {
  const found: string[] = []
  for await (const batch of batches) {
    found.push(...batch.map(({ text }) => text))
    if (found.length >= count) break
  }
  return found
}

describe('merging lines', () => {
  it('orders the lines of finite sources by time, however slowly they arrive', async () => {
    const merged = new MergedLines({ waitForIdle: true, signal })
    merged.add(source([1, 4, 7], 20))
    merged.add(source([2, 3, 8]))
    merged.add(source([5, 6, 9], 5))
    merged.add(source([]))
    merged.close()
    expect(await texts(merged.batches())).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('waits for an idle source only where the order requires it', async () => {
    const ended = new AbortController()
    const merged = new MergedLines({ waitForIdle: false, signal: ended.signal })
    merged.add(
      (async function* () {
        yield line(3)
        await sleep(60_000, undefined, { signal: ended.signal }).catch(() => undefined)
      })(),
    )
    merged.add(source([1, 2, 4]))
    expect(await texts(merged.batches(), 4)).toEqual(['1', '2', '3', '4'])
    ended.abort()
  })

  it('includes sources that are added later', async () => {
    const merged = new MergedLines({ waitForIdle: false, signal })
    merged.add(source([1]))
    setTimeout(() => {
      merged.add(source([2]))
      merged.close()
    }, 50)
    expect(await texts(merged.batches())).toEqual(['1', '2'])
  })

  it('pauses a source without a reader', async () => {
    const ended = new AbortController()
    let count = 0
    const merged = new MergedLines({ waitForIdle: false, signal: ended.signal })
    merged.add(
      (async function* () {
        for (;;) {
          count += 1
          yield line(count, 'x'.repeat(1000))
        }
      })(),
    )
    const batches = merged.batches()
    await batches.next()
    await sleep(50)
    expect(count).toBeLessThan(200)
    ended.abort()
    await sleep(0)
    await batches.return(undefined)
  })

  it('returns batches that fit into a message', async () => {
    const merged = new MergedLines({ waitForIdle: true, signal })
    merged.add(
      (async function* () {
        for (let second = 0; second < 20; second++) yield line(second, 'x'.repeat(32_000))
      })(),
    )
    merged.close()
    for await (const batch of merged.batches()) expect(JSON.stringify(batch).length).toBeLessThan(120_000)
  })
})
