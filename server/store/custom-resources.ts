import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { isBuiltInGroup } from '../../schema/kubernetes/manifest-types.ts'
import { digestForClusters, isRecord, type ManifestsDigest } from '../../schema/manifests.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { needsThread, type ClusterTask } from '../manifests/digests.ts'
import { createSlices } from '../pacing/slices.ts'
import type { Planned } from './checks.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { findObjects, keyText, type ObjectKey } from './lookups.ts'
import { findRuntimesOf, findSchemas, hasSchemas } from './runtime-schemas.ts'
import { specOf, type Sql } from './sql.ts'

/*
 * The check of custom resources against the schemas of the runtimes in which they are, or are about to be. What is unknown
 * is never refused: the cluster decides.
 */

/** A kind whose objects locate the manifests of another object in a runtime. */
interface Placing {
  /** The field with the reference to the object with manifests. */
  source: { field: string; to: string }
  /** The field with the reference to the runtime. */
  location: { field: string; to: string }
}

const placings: ReadonlyMap<string, Placing> = new Map(
  allKinds.flatMap((kind): [string, Placing][] => {
    const source = kind.references.find(({ to }) => manifestsField(to) !== undefined)
    const location = kind.references.find(({ field }) => field === kind.location)
    return source === undefined || location === undefined ? [] : [[kind.kind, { source, location }]]
  }),
)

function manifestsField(kind: string): string | undefined {
  return allKinds.find((each) => each.kind === kind)?.manifests[0]
}

const locations = {
  kinds: [...placings.keys()],
  fields: [...placings.values()].map(({ location }) => location.field),
}

/** A text with custom resources, the runtimes that it concerns, and the place of its errors in the request. */
interface Concerned {
  text: string
  resources: readonly CustomKind[]
  runtimeIds: Set<bigint>
  report: (errors: readonly FieldError[]) => FieldError[]
}

interface CustomKind {
  group: string
  kind: string
}

/** Returns the errors of custom resources that the schemas of their runtimes do not permit. */
export async function customResourceErrors(
  context: StoreContext,
  sql: Sql,
  { planned, actor }: { planned: readonly Pick<Planned, 'draft' | 'item'>[]; actor: string },
): Promise<FieldError[]> {
  const sources = planned.filter(({ draft }) => customKindsIn(draft.kind, draft.outputs).length > 0)
  const placed = planned.filter(({ draft }) => placings.has(draft.kind.kind))
  if (sources.length === 0 && placed.length === 0) return []
  const { together } = context
  if (!(await (togetherIn({ sql, together })?.hasSchemas() ?? hasSchemas(sql)))) return []
  const errors: FieldError[] = []
  const slices = createSlices()
  for (const concerned of await concernedTexts(sql, { sources, placed })) {
    const { text, resources, runtimeIds, report } = concerned
    if (runtimeIds.size === 0) continue
    const schemas = await findSchemas(sql, {
      runtimeIds: [...runtimeIds],
      groups: resources.map(({ group }) => group),
      kinds: resources.map(({ kind }) => kind),
    })
    if (schemas.length === 0) continue
    await slices.spend(text.length / 10)
    const digest = await digestOf(context, { text, schemas }, actor)
    if (digest.errors.length > 0) errors.push(...report(digest.errors))
  }
  return errors
}

async function digestOf(
  { digester }: StoreContext,
  task: ClusterTask,
  actor: string,
): Promise<ManifestsDigest> {
  return needsThread(task.text)
    ? digester.digestForClusters(task, actor)
    : digestForClusters(task.text, task.schemas)
}

/** Returns the distinct custom kinds among the resources that the outputs of an object with manifests list. */
function customKindsIn({ manifests }: Kind, outputs: unknown): CustomKind[] {
  const resources: unknown = manifests.length > 0 && isRecord(outputs) ? outputs['resources'] : undefined
  const found = new Map<string, CustomKind>()
  for (const each of Array.isArray(resources) ? resources : []) {
    if (!isRecord(each)) continue
    const { group, kind } = each
    if (typeof group !== 'string' || typeof kind !== 'string' || isBuiltInGroup(group)) continue
    found.set(`${group} ${kind}`, { group, kind })
  }
  return [...found.values()]
}

type Given = Pick<Planned, 'draft' | 'item'>

async function concernedTexts(
  sql: Sql,
  { sources, placed }: { sources: readonly Given[]; placed: readonly Given[] },
): Promise<Concerned[]> {
  const submitted = new Map(sources.map((source) => [keyText(source.item.key), ofSource(source)]))
  const keys = sources.map(({ item }) => item.key)
  for (const { index, runtimeId } of await findRuntimesOf(sql, keys, locations)) {
    const key = keys[index]
    if (key !== undefined) submitted.get(keyText(key))?.runtimeIds.add(runtimeId)
  }
  const places = placed.flatMap(placeOf)
  const stored = await findObjects(
    sql,
    uniqueKeys(places.flatMap(({ source, runtime }) => [source, runtime])),
  )
  const others = places.flatMap(({ source, runtime, path, name }): Concerned[] => {
    const found = stored.get(keyText(runtime))
    if (found === undefined) return []
    const own = submitted.get(keyText(source))
    own?.runtimeIds.add(found.id)
    const object = stored.get(keyText(source))
    return own !== undefined || object === undefined
      ? []
      : ofStored(object, { runtimeId: found.id, path, name })
  })
  return [...submitted.values(), ...others]
}

function uniqueKeys(keys: readonly ObjectKey[]): ObjectKey[] {
  return [...new Map(keys.map((key) => [keyText(key), key])).values()]
}

function ofSource({ draft, item }: Given): Concerned {
  const field = draft.kind.manifests[0] ?? ''
  const path = join(join(item.path, 'spec'), field)
  return {
    text: String(draft.spec[field]),
    resources: customKindsIn(draft.kind, draft.outputs),
    runtimeIds: new Set(),
    report: (errors) =>
      errors.map((error) => ({ ...error, path: error.path === '' ? path : `${path}.${error.path}` })),
  }
}

interface Place {
  source: ObjectKey
  runtime: ObjectKey
  /** The path of the field that refers to the source, and its value. */
  path: string
  name: string
}

function placeOf({ draft, item }: Given): Place[] {
  const placing = placings.get(draft.kind.kind)
  const name = placing === undefined ? undefined : draft.spec[placing.source.field]
  const runtime = placing === undefined ? undefined : draft.spec[placing.location.field]
  if (placing === undefined || typeof name !== 'string' || typeof runtime !== 'string') return []
  const { source, location } = placing
  return [
    {
      source: { kind: source.to, ...parseQualifiedName(name, draft.project) },
      runtime: { kind: location.to, ...parseQualifiedName(runtime, draft.project) },
      path: join(join(item.path, 'spec'), source.field),
      name,
    },
  ]
}

function ofStored(
  object: StoredObject,
  { runtimeId, path, name }: { runtimeId: bigint; path: string; name: string },
): Concerned[] {
  const kind = allKinds.find((each) => each.kind === object.kind)
  const field = kind?.manifests[0] ?? ''
  const text = specOf(object)[field]
  const { outputs } = object.status as { outputs?: unknown }
  const resources = kind === undefined ? [] : customKindsIn(kind, outputs)
  if (typeof text !== 'string' || resources.length === 0) return []
  const report = ([first, ...rest]: readonly FieldError[]): FieldError[] =>
    first === undefined
      ? []
      : [
          {
            path,
            code: 'INVALID',
            message: `has a resource that the runtime does not accept: ${first.path} ${first.message}`,
            value: shownValue(name),
            remedy: [
              first.value === undefined
                ? ''
                : `It is ${first.value}, in line ${first.line ?? 1} of ${field}. `,
              `Correct the ${object.kind}${rest.length === 0 ? '' : `, which has ${rest.length} more errors`}. `,
              first.remedy ?? '',
            ]
              .join('')
              .trim(),
          },
        ]
  return [{ text, resources, runtimeIds: new Set([runtimeId]), report }]
}
