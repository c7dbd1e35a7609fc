import { describe, expect, it } from 'vitest'
import { withEarlier } from '../../web/recent-answers.ts'

/** A subscription that yields when the test resolves it. */
function subscription() {
  const waiting: ((result: IteratorResult<{ data: number }>) => void)[] = []
  let isEnded = false
  const answers: AsyncIterableIterator<{ data: number }> = {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    return: async () => {
      isEnded = true
      for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined })
      return { done: true, value: undefined }
    },
  }
  return {
    answers,
    answer: (data: number) => waiting.shift()?.({ done: false, value: { data } }),
    ended: () => isEnded,
  }
}

const at = '2026-01-01T00:00:00.000Z'

describe('the responses of a subscription', () => {
  it('come with the last fifty before them, newest first', async () => {
    const { answers, answer } = subscription()
    const recent = withEarlier(answers, () => new Date(at))
    const received: unknown[] = []
    for (let data = 0; data < 60; data++) {
      const next = recent.next()
      answer(data)
      received.push((await next).value)
    }
    expect(received[0]).toEqual({ data: 0 })
    expect(received[2]).toEqual({
      data: 2,
      earlier: [
        { at, answer: { data: 1 } },
        { at, answer: { data: 0 } },
      ],
    })
    const last = received[59] as { earlier: { answer: { data: number } }[] }
    expect(last.earlier).toHaveLength(50)
    expect(last.earlier.at(-1)?.answer).toEqual({ data: 9 })
  })

  it('end while the next is awaited', async () => {
    const { answers, ended } = subscription()
    const recent = withEarlier(answers)
    const next = recent.next()
    await recent.return?.()
    expect(ended()).toBe(true)
    expect(await next).toEqual({ done: true, value: undefined })
  })
})
