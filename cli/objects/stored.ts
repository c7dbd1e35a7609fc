import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { fileErrors } from '../cli-error.ts'
import type { DesiredObject } from '../documents/desired.ts'
import { errorAt } from '../documents/source-location.ts'
import { kindByNoun } from '../kind-names.ts'
import { lookUp } from './find.ts'

/** Returns the stored object of each document. Throws NOT_FOUND with the location of every one that does not exist. */
export async function storedObjects(
  client: Client,
  desired: readonly DesiredObject[],
  remedy: string,
): Promise<[DesiredObject, AnyObject][]> {
  const objects = await lookUp(
    client,
    desired.map(({ kind, name, project }) => ({
      kind: kindByNoun(kind.kind),
      name: String(name),
      project: project === undefined ? undefined : String(project),
    })),
  )
  const found = desired.map((each, index): [DesiredObject, AnyObject | undefined] => [each, objects[index]])
  const missing = found.filter(([, object]) => object === undefined)
  if (missing.length > 0) {
    const errors = missing.map(([{ kind, name, locations }]) => {
      const message = `there is no ${kind.kind} "${String(name)}"`
      return errorAt(locations.name, { code: 'NOT_FOUND', message, remedy })
    })
    throw fileErrors(errors, { code: 'NOT_FOUND' })
  }
  return found.flatMap(([each, object]) => (object === undefined ? [] : [[each, object]]))
}
