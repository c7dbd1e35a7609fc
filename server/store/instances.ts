import { allKinds } from '../../schema/kinds/index.ts'
import { versionField } from './definition-rollouts/fields.ts'
import type { Statement } from './sql.ts'

/** The objects that refer to definitions, or to versions of them that are still in use, as their instances do. $1 ids of definitions. */
const ofDefinitions = `
  SELECT "fromId" AS id FROM "Reference" WHERE "toId" = ANY($1) AND field = 'definition'
  UNION ALL SELECT instance."fromId" FROM "Reference" copy
    JOIN "Reference" instance ON instance."toId" = copy."fromId" AND instance.field = 'definition'
    WHERE copy."toId" = ANY($1) AND copy.field = '${versionField}'`

/** Finds the ids of the instances of definitions, and of what else refers to them as its definition. $1 ids of definitions. */
export const instancesOf: Statement = { name: 'find-instances', text: `${ofDefinitions} ORDER BY 1` }

/** The same, of certain kinds. $1 ids of definitions, $2 kinds. */
export const instancesOfKinds: Statement = {
  name: 'find-instances-of-kinds',
  text: `SELECT id FROM "Object" WHERE id = ANY(ARRAY(${ofDefinitions})) AND kind = ANY($2) ORDER BY id`,
}

/** Returns the kinds of the instances of a kind of definitions. */
export function instanceKinds(definition: string): string[] {
  return allKinds.flatMap(({ kind, pair }) => (pair?.definition === definition ? [kind] : []))
}
