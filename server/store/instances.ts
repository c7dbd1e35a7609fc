import type { Statement } from './sql.ts'

/** Finds the ids of the instances of definitions. $1 ids of definitions. */
export const instancesOf: Statement = {
  name: 'find-instances',
  text: `SELECT "fromId" AS id FROM "Reference" WHERE "toId" = ANY($1) AND field = 'definition' ORDER BY 1`,
}
