import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { CommandContext } from '../context.ts'
import type { Target } from '../kind-names.ts'
import type { Labels } from './selector.ts'

/** A selection of objects: kinds, optionally restricted by name, project and labels. */
export interface Selection {
  kinds: readonly Kind[]
  /** Empty: all names. */
  names: readonly string[]
  /** Undefined: all projects. */
  project: string | undefined
  labels: Labels
}

/** Returns the selected objects ordered by kind and name. Throws NOT_FOUND when a named object does not exist. */
export async function findObjects(
  client: Client,
  { kinds, names, project, labels }: Selection,
): Promise<AnyObject[]> {
  const found: AnyObject[] = []
  for (const kind of kinds) {
    const scope = kind.scope === 'global' || project === undefined ? {} : { project }
    const filter = {
      ...scope,
      ...(names.length === 0 ? {} : { names: [...names] }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    }
    for await (const object of client.objects.list(kind.kind, { filter, order: { field: 'NAME' } }))
      found.push(object)
    const missing = names.filter(
      (name) => !found.some((object) => object.kind === kind.kind && object.name === name),
    )
    if (missing.length > 0) throw notFound(kind, missing, project)
  }
  return found
}

export function notFound(kind: Kind, names: readonly string[], project: string | undefined): PlatformError {
  const where = kind.scope === 'global' || project === undefined ? '' : ` in project "${project}"`
  const list = names.map((name) => `"${name}"`).join(', ')
  return new PlatformError('NOT_FOUND', `there is no ${kind.kind} ${list}${where}`)
}

/** Returns the object of a target. Throws NOT_FOUND when it does not exist. */
export async function findTarget(client: Client, { kind, name, project }: Target): Promise<AnyObject> {
  const object = await client.objects.get({ kind: kind.kind, name, project })
  if (object === undefined) throw notFound(kind, [name], project)
  return object
}

/** Returns a function that resolves object ids in files to names. Connects on its first use. */
export function nameOfId(context: CommandContext): (id: string) => Promise<string | undefined> {
  return async (id) => {
    const { client } = await context.connect()
    const object = await client.objects.getById(id)
    if (object === undefined) return undefined
    return object.projectName === null ? object.name : `${object.projectName}/${object.name}`
  }
}
