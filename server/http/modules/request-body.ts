import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { invalidInput } from '../../../schema/errors.ts'

/** Returns the body of a request as it passes, which fails once it is longer than the limit. Throws if it says so before. */
export function limitedBody(
  body: Readable,
  { declared, limit }: { declared: number; limit: number },
): Readable {
  if (declared > limit) throw tooLong(limit)
  let length = 0
  const limited = new Transform({
    transform: (chunk: Buffer, _, done: TransformCallback) => {
      length += chunk.length
      if (length > limit) done(tooLong(limit))
      else done(null, chunk)
    },
  })
  body.on('error', () => limited.destroy(incomplete()))
  body.on('aborted', () => limited.destroy(incomplete()))
  return body.pipe(limited)
}

function tooLong(limit: number): Error {
  const remedy = 'Split it into several requests.'
  const error = invalidInput([
    { path: 'body', code: 'TOO_LONG', message: `is longer than ${limit} bytes`, remedy },
  ])
  return Object.assign(error, { statusCode: 413 })
}

function incomplete(): Error {
  return invalidInput([{ path: 'body', code: 'INVALID', message: 'is incomplete' }])
}
