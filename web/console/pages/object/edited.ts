import type { AnyObject, ObjectDocument } from '../../../../client-sdk/index.ts'
import { isRecord } from '../../../../schema/records.ts'

/** Returns the document of an object with another spec. It is refused if the object has been edited since. */
export function editedDocument(
  { kind, name, projectName, labels, manifestSpec, version }: AnyObject,
  change: (spec: Record<string, unknown>) => Record<string, unknown>,
): ObjectDocument {
  return {
    kind,
    name,
    project: projectName,
    labels,
    spec: change(isRecord(manifestSpec) ? manifestSpec : {}),
    expectedVersion: version,
  }
}
