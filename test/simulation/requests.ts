import { isPlatformError } from '../../schema/errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { keyOf, type UserOptions, type Wish, type Wishes } from './wishes.ts'

/** The requests of a user, each repeated until it is accepted or finally refused. */
export interface Requests {
  /** Runs a request; resolves with true if it is accepted. */
  withRetries(what: string, work: () => Promise<unknown>): Promise<boolean>
  /** Applies objects together. */
  apply(...wanted: readonly Wish[]): Promise<void>
  /** Deletes objects together. */
  remove(targets: readonly Wish[], force: boolean): Promise<void>
}

/** Reports whether an object goes with another one, its parent. */
function isChild({ kind, spec }: Wish, parent: Wish): boolean {
  return kindNamed(kind).references.some(
    (reference) =>
      reference.parent === true && reference.to === parent.kind && spec[reference.field] === parent.name,
  )
}

/** Creates the requests of a user, which record what is accepted as their wishes. */
export function createRequests({ world, random, client }: UserOptions, wishes: Wishes): Requests {
  /** Retries while no response arrives: a lost response does not reveal whether the request took effect. */
  const withRetries: Requests['withRetries'] = async (what, work) => {
    for (;;) {
      try {
        await work()
        world.trace.add('user', `${what}: accepted`)
        return true
      } catch (error) {
        if (!isPlatformError(error)) throw error
        if (error.code !== 'UNAVAILABLE') {
          world.trace.add('user', `${what}: ${error.message.replaceAll('\n', ' ')}`)
          if (error.code === 'INTERNAL') throw error
          return false
        }
        await world.wait(200 + random.next() * 800, '')
      }
    }
  }

  return {
    withRetries,
    apply: async (...wanted) => {
      const what = wanted
        .map((wish) => `apply ${keyOf(wish)} ${JSON.stringify(wish.spec).slice(0, 60)}`)
        .join(', ')
      if (await withRetries(what, () => client.apply(wanted)))
        for (const wish of wanted) wishes.set(keyOf(wish), wish)
    },
    remove: async (targets, force) => {
      const what = `delete ${targets.map(keyOf).join(', ')}${force ? ' by force' : ''}`
      const deletion = async (): Promise<void> => {
        try {
          await client.objects.delete(
            targets.map(({ kind, name }) => ({ kind, name })),
            { force },
          )
        } catch (error) {
          // The first attempt has succeeded already.
          if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
          if (targets.length > 1) return
        }
      }
      if (!(await withRetries(what, deletion))) return
      for (const target of targets)
        for (const wish of wishes.values())
          if (keyOf(wish) === keyOf(target) || isChild(wish, target)) wishes.delete(keyOf(wish))
    },
  }
}
