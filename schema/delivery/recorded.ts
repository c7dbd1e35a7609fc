import type { KnownRevision } from './surroundings.ts'

/**
 * Reports whether a revision has its copy of the definition. Until then it may still be found invalid, so it takes the place of no other.
 * Readiness would not do: it ends for a moment whenever the definition changes.
 */
export function isRecorded({ outputs }: Pick<KnownRevision, 'outputs'>): boolean {
  return outputs.definition !== undefined
}
