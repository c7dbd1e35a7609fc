import type { Change } from '../../../prisma/generated/client/client.ts'
import type { Tables } from './tables.ts'

/* What the statements of server/store/history.ts do, each under its name there. */

/** The changes of the spec of an object, newest first. */
function historyOf({ changes }: Tables, id: bigint): Change[] {
  return changes
    .filter(({ objectId }) => objectId === id)
    .filter(
      ({ operation, triggersReferrers }) =>
        operation === 'CREATE' || (operation === 'UPDATE' && triggersReferrers),
    )
    .sort((a, b) => (a.seq < b.seq ? 1 : -1))
}

type PageValues = [id: bigint, cursor: bigint | null, limit: number, offset: number]

export const historyStatements = {
  'find-history': (db: Tables, [id, cursor, limit, offset]: PageValues) =>
    historyOf(db, id)
      .filter(({ seq }) => cursor === null || seq <= cursor)
      .slice(offset, offset + limit),

  'find-history-backward': (db: Tables, [id, cursor, limit, offset]: PageValues) =>
    historyOf(db, id)
      .toReversed()
      .filter(({ seq }) => cursor === null || seq >= cursor)
      .slice(offset, offset + limit),

  'read-history': ({ changes }: Tables, [cursors]: [bigint[]]) =>
    changes
      .filter(({ seq }) => cursors.includes(seq))
      .sort((a, b) => (a.seq < b.seq ? 1 : -1))
      .map((change) => {
        const { secrets: _, metadata: __, ...entry } = change
        return entry
      }),

  'count-history': (db: Tables, [id]: [bigint]) => [{ count: historyOf(db, id).length }],

  'find-spec-of-generation': (db: Tables, [id, generation, offset]: [bigint, number, number]) =>
    historyOf(db, id)
      .filter((change) => change.generation <= generation)
      .slice(offset, offset + 1)
      .map((change) => ({ generation: change.generation, spec: change.after, secrets: change.secrets })),

  // The model has one key, so that all is sealed with the current one.
  'find-sealed-changes': () => [],

  'size-of-changes': ({ changes }: Tables, [cursors]: [bigint[]]) => {
    const found = changes.filter(({ seq }) => cursors.includes(seq))
    return [{ bytes: JSON.stringify(found.map(({ before, after }) => [before, after])).length }]
  },
}
