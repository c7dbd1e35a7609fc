import { defined } from '../../schema/defined.ts'
import type { OwnedObjectFragment } from '../generated/documents.ts'
import type { Health } from './rollout.ts'

/** The health of an object that a stage owns, as far as it is about its latest spec. */
export function healthOf({ ready, generation, observedGeneration, status }: OwnedObjectFragment): Health {
  if (generation !== observedGeneration) return { isReady: false }
  const isUnknown = status.phase === 'Unreachable'
  const cause = status.cause?.message
  return {
    isReady: ready,
    // An unreachable cluster says nothing about a revision.
    isStalled: status.stalled && !isUnknown,
    ...defined({ cause }),
  }
}
