import { isAsyncIterable, type Fetcher } from '@graphiql/toolkit'

/** The number of earlier answers of a subscription that stay visible. */
const maxEarlier = 50

/** An answer of a subscription, and when it arrived. */
interface EarlierAnswer {
  at: string
  answer: unknown
}

/** Wraps a fetcher so that the last answers of a subscription stay visible below the newest, which is shown first. */
export function keepRecentAnswers(fetcher: Fetcher): Fetcher {
  return async (...request) => {
    const answers = await fetcher(...request)
    // The iterator yields results with one more entry, which GraphiQL shows as it does extensions.
    return isAsyncIterable(answers) ? (withEarlier(answers) as typeof answers) : answers
  }
}

/** Adds to each answer the earlier ones, newest first. Ending the iterator ends the subscription at once. */
export function withEarlier<Answer extends object>(
  answers: AsyncIterable<Answer>,
  now: () => Date = () => new Date(),
): AsyncIterableIterator<Answer & { earlier?: readonly EarlierAnswer[] }> {
  const iterator = answers[Symbol.asyncIterator]()
  let earlier: readonly EarlierAnswer[] = []
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      const { done, value: answer } = await iterator.next()
      if (done === true) return { done, value: undefined }
      const value = earlier.length === 0 ? answer : { ...answer, earlier }
      earlier = [{ at: now().toISOString(), answer }, ...earlier].slice(0, maxEarlier)
      return { done: false, value }
    },
    return: async () => {
      await iterator.return?.()
      return { done: true, value: undefined }
    },
  }
}
