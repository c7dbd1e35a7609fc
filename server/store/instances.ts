import type { Statement } from './sql.ts'

/** The objects that refer to definitions, as their instances do. $1 ids of definitions. */
const ofDefinitions = `SELECT "fromId" AS id FROM "Reference" WHERE "toId" = ANY($1) AND field = 'definition'`

/** Finds the ids of the instances of definitions, and of what else refers to them as its definition. $1 ids of definitions. */
export const instancesOf: Statement = { name: 'find-instances', text: `${ofDefinitions} ORDER BY 1` }

/** The same, of certain kinds. $1 ids of definitions, $2 kinds. */
export const instancesOfKinds: Statement = {
  name: 'find-instances-of-kinds',
  text: `SELECT id FROM "Object" WHERE id = ANY(ARRAY(${ofDefinitions})) AND kind = ANY($2) ORDER BY id`,
}
