import type { StoredObject } from '../../prisma/client.ts'
import type { Statement } from './sql.ts'

/** An object that uses a profile. */
export interface ProfileUser extends StoredObject, Record<string, unknown> {
  project: string | null
  projectTier: string | null
}

/** The objects that use profile $1, in the order of their ids. */
export const usersOf = `
  FROM "Reference" used
  JOIN "Object" object ON object.id = used."fromId" LEFT JOIN "Object" project ON project.id = object."projectId"
  WHERE used."toId" = $1 AND used.field = 'profile' AND object."deletionRequestedAt" IS NULL
  ORDER BY object.id`

export const usersOfProfile: Statement = {
  name: 'find-users-of-profile',
  text: `
  SELECT object.*, project.name AS project, project.spec->>'tier' AS "projectTier" ${usersOf}`,
}

/** Returns a row if an object uses profile $1. */
export const hasUsers: Statement = {
  name: 'has-users-of-profile',
  text: `SELECT "fromId" FROM "Reference" WHERE "toId" = $1 AND field = 'profile' LIMIT 1`,
}
