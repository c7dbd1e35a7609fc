import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { chunks } from '../../schema/chunks.ts'
import { PlatformError } from '../../schema/errors.ts'
import { groupBy } from '../../schema/group-by.ts'
import { defaultProject } from '../../schema/names.ts'
import type { KindData } from '../kind-data.ts'
import type { CommandContext } from '../context.ts'
import type { Target } from '../kind-names.ts'
import { textAt } from './record.ts'
import { equalities, matches, type Selector } from './selector.ts'
import { notFoundHint } from './suggest-name.ts'

/** A selection of objects: kinds, optionally restricted by name, project, labels and fields. */
export interface Selection {
  kinds: readonly KindData[]
  /** Empty: all names. */
  names: readonly string[]
  /** Undefined: all projects. */
  project: string | undefined
  /** Words that the name, the labels or the spec contain. @default none */
  search?: string
  /** Conditions on labels. @default none */
  labels?: Selector
  /** Conditions on fields, by their paths in the printed document. @default none */
  fields?: Selector
}

/** Options of {@link findObjects}. */
export interface FindOptions {
  /** Objects per request. */
  pageSize?: number | undefined
  /** Number of objects after which to stop. */
  limit?: number | undefined
}

/** Returns the selected objects ordered by kind and name. Throws NOT_FOUND when a named object does not exist. */
export async function findObjects(
  client: Client,
  selection: Selection,
  { pageSize, limit = Infinity }: FindOptions = {},
): Promise<AnyObject[]> {
  const { kinds, names, project, search, labels = [] } = selection
  const found: AnyObject[] = []
  for (const kind of kinds) {
    const missing = new Set(names)
    const scope = kind.scope === 'global' || project === undefined ? {} : { projects: [project] }
    const filter = {
      ...scope,
      ...(names.length === 0 ? {} : { names: [...names] }),
      ...(search === undefined ? {} : { text: search }),
      ...(Object.keys(equalities(labels)).length === 0 ? {} : { labels: equalities(labels) }),
    }
    const order = { field: 'NAME' } as const
    const list = { filter, order, ...(pageSize === undefined ? {} : { pageSize }) }
    for await (const object of client.objects.list(kind.kind, list)) {
      missing.delete(object.name)
      if (isSelected(selection, object)) found.push(object)
      if (found.length >= limit) return found
    }
    if (missing.size > 0) throw await notFoundWithHint(client, kind, { names: [...missing], project })
  }
  return found
}

/** Reports whether an object has the labels and fields of a selection. */
export function isSelected({ labels = [], fields = [] }: Selection, object: AnyObject): boolean {
  return matches(labels, (key) => object.labels[key]) && matches(fields, (path) => textAt(object, path))
}

export function notFound(
  kind: KindData,
  names: readonly string[],
  project: string | undefined,
): PlatformError {
  const where = kind.scope === 'global' || project === undefined ? '' : ` in project "${project}"`
  const list = names.map((name) => `"${name}"`).join(', ')
  return new PlatformError('NOT_FOUND', `there is no ${kind.kind} ${list}${where}`)
}

/** Returns the error for objects that do not exist, with suggestions. */
export async function notFoundWithHint(
  client: Client,
  kind: KindData,
  { names, project }: { names: readonly string[]; project: string | undefined },
): Promise<PlatformError> {
  const error = notFound(kind, names, project)
  const hint = await notFoundHint(client, kind, { names, project })
  if (hint !== '') error.message += `. ${hint}`
  return error
}

/** Returns the object of a target. Throws NOT_FOUND when it does not exist. */
export async function findTarget(client: Client, { kind, name, project }: Target): Promise<AnyObject> {
  const object = await client.objects.get({ kind: kind.kind, name, project })
  if (object === undefined) throw await notFoundWithHint(client, kind, { names: [name], project })
  return object
}

/** Returns the objects of targets, in their order. Throws NOT_FOUND when one does not exist. */
export async function findTargets(client: Client, targets: readonly Target[]): Promise<AnyObject[]> {
  const found = await lookUp(client, targets)
  const [missing] = targets.filter((_, index) => found[index] === undefined)
  if (missing !== undefined) {
    const { kind, name, project } = missing
    throw await notFoundWithHint(client, kind, { names: [name], project })
  }
  return found.flatMap((object) => object ?? [])
}

/** The number of targets from which on they are read in lists, and not one by one. */
const many = 10

/** Returns the object of each target; undefined for those that do not exist. */
export async function lookUp(client: Client, targets: readonly Target[]): Promise<(AnyObject | undefined)[]> {
  const listed = targets.length < many ? new Map<string, AnyObject>() : await listTargets(client, targets)
  // What no list contains is requested by itself, since a list leaves out what is forbidden, too.
  return Promise.all(
    targets.map(async ({ kind, name, project }) => {
      const found = listed.get(targetKey(kind, name, project))
      return found ?? client.objects.get({ kind: kind.kind, name, project })
    }),
  )
}

async function listTargets(client: Client, targets: readonly Target[]): Promise<Map<string, AnyObject>> {
  const found = new Map<string, AnyObject>()
  const groups = groupBy(targets, ({ kind, project }) => targetKey(kind, '', project))
  for (const some of [...groups.values()].flatMap((group) => [...chunks(group)])) {
    const [{ kind, project = defaultProject }] = some as [Target]
    const scope = kind.scope === 'global' ? {} : { projects: [project] }
    const filter = { ...scope, names: some.map(({ name }) => name) }
    for await (const object of client.objects.list(kind.kind, { filter }))
      found.set(targetKey(kind, object.name, project), object)
  }
  return found
}

/** Returns a text that only the same name of the same kind has, and in a project only that of the same project. */
export function targetKey(
  { kind, scope }: Pick<KindData, 'kind' | 'scope'>,
  name: string,
  project: unknown,
): string {
  return JSON.stringify([kind, scope === 'global' ? null : (project ?? defaultProject), name])
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
