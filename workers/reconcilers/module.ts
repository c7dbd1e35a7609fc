import { spread } from '../../schema/retry.ts'
import type { ModuleAddress } from '../../process/modules/connection.ts'
import { done, failed } from '../engine/outcome.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { ModuleFailure } from '../modules/module-probe.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'

/** The interval in milliseconds between checks of a module. */
const checkInterval = 30_000
/** The interval in milliseconds between checks of a module that does not work. */
const retryInterval = 5000

/** Checks the API server of a module, and publishes what it says of itself. */
export const ModuleApi: Reconciler<Environment> = {
  ensure: async (context, { modules }) => {
    const { object, signal } = context
    const { latency: before } = outputsSoFar(context) as { latency?: string }
    try {
      // The server has validated the spec with the schema of the kind.
      const { latency, description = { kinds: [] } } = await modules.check(
        object.manifestSpec as ModuleAddress,
        signal,
      )
      const { kinds, description: about, version } = description
      const names = kinds.map(({ kind }) => kind).join(', ')
      const message = `Its API server responds${names === '' ? '' : `, with the kinds ${names}`}.`
      return done(message, {
        outputs: {
          ...(about === undefined ? {} : { description: about }),
          ...(version === undefined ? {} : { version }),
          latency: shownLatency(latency, before),
          kinds,
        },
        recheckAfter: spread(checkInterval),
      })
    } catch (error) {
      if (!(error instanceof ModuleFailure)) throw error
      const { reason, message, isUnreachable } = error
      const cause = { reason, message, unreachable: isUnreachable }
      return failed(cause, { outputs: outputsSoFar(context), retryAfter: spread(retryInterval) })
    }
  },
  remove: async () => done('Nothing is left of it.'),
}

/** Returns a latency as a range. Keeps the one before unless it is clearly another, so that the status does not alternate. */
function shownLatency(latency: number, before: string | undefined): string {
  const isNear = before !== undefined && [latency / 2, latency * 2].some((each) => rangeOf(each) === before)
  return isNear ? before : rangeOf(latency)
}

/** The upper bounds of ranges, in milliseconds. */
const ranges = [
  [10, 'under 10 ms'],
  [100, 'under 100 ms'],
  [1000, 'under 1 s'],
] as const

function rangeOf(latency: number): string {
  return ranges.find(([bound]) => latency < bound)?.[1] ?? 'over 1 s'
}
