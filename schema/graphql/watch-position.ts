import { createHash } from 'node:crypto'
import { PlatformError, invalidInput, shownValue } from '../errors.ts'
import type { RequestContext } from './context.ts'

/*
 * Positions, from which subscriptions to objects continue: a position in the change log, bound to the log and to what the
 * client may read. Whoever may read other objects since would not learn of those that it gained or lost.
 */

/** Writes and reads the positions of one client. */
export interface Positions {
  of(cursor: bigint): string
  /** Returns the cursor of a position. Throws INVALID_INPUT for a malformed one, and CURSOR_GONE for one of other objects. */
  parse(position: string): bigint
  /** Reports whether the client may still read the same objects. */
  stillHold(): boolean
}

const positionPattern = /^(\d{1,18})\.([\w-]{12})$/

export async function positionsOf(context: Pick<RequestContext, 'scopesOf' | 'store'>): Promise<Positions> {
  const log = await context.store.changeLogId()
  const readable = (): string => JSON.stringify([log, context.scopesOf('read')])
  const atStart = readable()
  const own = createHash('sha256').update(atStart).digest('base64url').slice(0, 12)
  return {
    of: (cursor) => Buffer.from(`${cursor}.${own}`).toString('base64url'),
    parse: (position) => {
      const [, cursor, of] = positionPattern.exec(Buffer.from(position, 'base64url').toString()) ?? []
      if (cursor === undefined) throw malformed(position)
      if (of !== own)
        throw positionGone('belongs to another control plane, or to other permissions than yours now')
      return BigInt(cursor)
    },
    stillHold: () => readable() === atStart,
  }
}

/** Returns the error for a position from which a subscription cannot continue. */
export function positionGone(why: string): PlatformError {
  return new PlatformError('CURSOR_GONE', `the position ${why}; list the objects again, or omit "after"`)
}

function malformed(position: string): Error {
  return invalidInput([
    {
      path: 'after',
      code: 'INVALID',
      message: 'is not a position of objects',
      remedy: 'Use the position of an event or of a list of objects.',
      value: shownValue(position),
    },
  ])
}
