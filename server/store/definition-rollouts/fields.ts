/** The field of the reference of a copy to its definition. No spec has fields of these names. */
export const versionField = 'versionOf'

/** The field of the reference of an instance to the version that it had before. */
export const formerField = 'formerDefinition'

/** The copies of definition $1. */
export const copiesOf = `SELECT "fromId" FROM "Reference" WHERE "toId" = $1 AND field = '${versionField}'`
