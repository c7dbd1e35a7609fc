import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { fileErrors } from '../cli-error.ts'
import type { DesiredObject } from '../documents/desired.ts'
import { errorAt } from '../documents/source-location.ts'

/** Returns the stored object of each document. Throws NOT_FOUND with the location of every one that does not exist. */
export async function storedObjects(
  client: Client,
  desired: readonly DesiredObject[],
  remedy: string,
): Promise<[DesiredObject, AnyObject][]> {
  const found = await Promise.all(
    desired.map(async (each): Promise<[DesiredObject, AnyObject | undefined]> => {
      const { kind, name, project } = each
      const inProject = project === undefined ? {} : { project: String(project) }
      return [each, await client.objects.get({ kind: kind.kind, name: String(name), ...inProject })]
    }),
  )
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
