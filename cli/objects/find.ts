import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { CommandContext } from '../context.ts'
import type { Target } from '../kind-names.ts'
import type { Labels } from './selector.ts'

/** What was asked for: kinds, and of them all objects or those named. */
export interface Selection {
  kinds: readonly Kind[]
  names: readonly string[]
  /** Undefined: all projects. */
  project: string | undefined
  labels: Labels
}

/** The selected objects in the order of kinds and names. Throws when one that is named is not there. */
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
    if (missing.length > 0) throw notThere(kind, missing, project)
  }
  return found
}

export function notThere(kind: Kind, names: readonly string[], project: string | undefined): PlatformError {
  const where = kind.scope === 'global' || project === undefined ? '' : ` in project "${project}"`
  const list = names.map((name) => `"${name}"`).join(', ')
  return new PlatformError('NOT_FOUND', `there is no ${kind.kind} ${list}${where}`)
}

/** The object of a target. Throws NOT_FOUND when it is not there. */
export async function findTarget(client: Client, { kind, name, project }: Target): Promise<AnyObject> {
  const object = await client.objects.get({ kind: kind.kind, name, project })
  if (object === undefined) throw notThere(kind, [name], project)
  return object
}

/** Finds names for ids that files hold; connects when there is one. */
export function nameOfId(context: CommandContext): (id: string) => Promise<string | undefined> {
  return async (id) => {
    const { client } = await context.connect()
    const object = await client.objects.getById(id)
    if (object === undefined) return undefined
    return object.projectName === null ? object.name : `${object.projectName}/${object.name}`
  }
}
