import { isDeepStrictEqual } from 'node:util'

/** Whether two JSON values say the same; entries that are undefined count as absent, as they do once stored. */
export function deepEqual(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), right)
}
