import { isDeepStrictEqual } from 'node:util'

/** Reports whether two JSON values are equal; undefined entries count as absent, as they do once stored. */
export function deepEqual(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), right)
}
