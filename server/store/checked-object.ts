import { kindNamed } from '../../schema/kinds/index.ts'
import type { CheckedObject } from '../../schema/policies/cel/subject.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { annotationsOf, labelsOf, specOf } from './sql.ts'

/** Returns a stored object as rules of policies read it. `project` is the name of its project, or empty. */
export function checkedObject(object: StoredObject, project: string): CheckedObject {
  return {
    kind: kindNamed(object.kind),
    name: object.name,
    project,
    labels: labelsOf(object),
    annotations: annotationsOf(object),
    spec: specOf(object),
  }
}
