import { setTimeout as sleep } from 'node:timers/promises'
import type { ObjectDocument } from '../../client-sdk/index.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { helmBinary } from '../support/helm.ts'
import { terraformBinary } from '../support/terraform.ts'
import type { DesiredExamples, FinalObject, LogEntry } from './history.ts'
import { appliedWrite, deletedWrite, untilDecided, type Writer } from './writers.ts'

/* Objects as the `examples` of their kinds have them, in a simulated cluster. */

/** What the examples refer to. */
export interface ExamplesOptions {
  runtime: string
  /** The address of an API server of a module. */
  endpoint: string
  desired: DesiredExamples
  /** Includes kinds whose reconciles start helm or terraform. */
  programs: boolean
}

/** Kinds of which objects are created, changed and deleted together, each after those that it refers to. */
const families: readonly (readonly string[])[] = [
  ['ObservabilityStackDefinition', 'ObservabilityStackInstance'],
  ['MetricsDefinition', 'MetricsInstance'],
  ['LoggingDefinition', 'LoggingInstance'],
  ['ObservabilityDashboardDefinition', 'ObservabilityDashboardInstance'],
  ['LogBackend', 'LogStorageDefinition', 'LogStorageInstance'],
  ['ModuleApi', 'ModuleApiRoute'],
  ['Tier'],
  ['Profile'],
]

/** The same for kinds whose reconciles start a program. */
const withPrograms: readonly (readonly string[])[] = [
  ...(helmBinary === undefined ? [] : [['ControlPlaneDefinition', 'ControlPlaneInstance']]),
  ...(terraformBinary === undefined ? [] : [['TerraformDefinition', 'TerraformInstance']]),
]

const prefix = 'example-'

/** Creates objects by the first example of their kinds, changes them to another one, and deletes them. */
export async function manageExamples(writer: Writer, options: ExamplesOptions): Promise<void> {
  const { random, client, history } = writer
  const { desired } = options
  const all = options.programs ? [...families, ...withPrograms] : families
  let turns: (readonly string[])[] = []
  /** The kinds of objects that have changed since they were created: only the first example can be changed to each of the others. */
  const changed = new Set<string>()
  /** How often objects of the kinds were created. Each time they have other names, since those before may still be leaving. */
  const lives = new Map<string, number>()
  while (!writer.isOver()) {
    if (turns.length === 0) turns = random.shuffled(all)
    const family = turns.pop() ?? []
    const last = family.at(-1) ?? ''
    const life = lives.get(last) ?? 0
    const create = documentsOf(family, { ...options, life }, () => 0)
    const isThere = desired.get(keyOf(create.at(-1))) === true
    const remove = isThere && (changed.has(last) || random.chance(0.5))
    const documents = isThere
      ? documentsOf(family, { ...options, life }, (count) => Math.floor(random.next() * count))
      : create
    writer.onRequest()
    const done = await untilDecided(writer, async () => {
      if (remove) await removeAll(writer, documents)
      else history.acked.push(...(await client.apply(documents)).map((each) => appliedWrite(each)))
    })
    if (done) {
      for (const each of documents) desired.set(keyOf(each), !remove)
      if (isThere && !remove) changed.add(last)
      else changed.delete(last)
      if (remove) lives.set(last, life + 1)
    }
    await sleep(200 + random.next() * 2000)
  }
}

async function removeAll({ client, history }: Writer, documents: readonly ObjectDocument[]): Promise<void> {
  try {
    const deleted = await client.objects.delete(
      documents.toReversed().map(({ kind, name }) => ({ kind, name })),
    )
    history.acked.push(...deleted.map(deletedWrite))
  } catch (error) {
    // The first response was lost, and the objects are deleted already.
    if ((error as { code?: unknown }).code !== 'NOT_FOUND') throw error
  }
}

function keyOf(document: Pick<ObjectDocument, 'kind' | 'name'> | undefined): string {
  return `${document?.kind} ${document?.name}`
}

/** Returns the objects of a family, with the examples that `pick` chooses by their number. */
function documentsOf(
  family: readonly string[],
  { runtime, endpoint, life }: ExamplesOptions & { life: number },
  pick: (count: number) => number,
): ObjectDocument[] {
  const nameOf = (kind: string): string =>
    `${prefix}${kind.replace(/(Definition|Instance|Route)$/, '').toLowerCase()}-${life}`
  const own = new Map(family.map((kind) => [kind, nameOf(kind)]))
  return family.flatMap((each) => {
    const kind = allKinds.find((known) => known.kind === each)
    if (kind === undefined) return []
    const references = kind.references.flatMap(({ field, to }): [string, string][] => {
      const name = to === 'KubernetesRuntimeInstance' ? runtime : own.get(to)
      return name === undefined ? [] : [[field, name]]
    })
    const lists = kind.referenceLists.map(({ field, to }) => [field, own.has(to) ? [own.get(to)] : []])
    const spec: Record<string, unknown> = {
      ...kind.examples[pick(kind.examples.length)],
      ...Object.fromEntries([...references, ...lists]),
      ...(each === 'ModuleApi' ? { endpoint } : {}),
      ...(each === 'ModuleApiRoute' ? { path: `/${prefix}com/v${life}/shops` } : {}),
    }
    return [{ kind: each, name: kind.nameOf?.(spec) ?? nameOf(each), spec }]
  })
}

/** Describes examples that are missing, or that are there although they were deleted. */
export function wrongExamples(objects: readonly FinalObject[], desired: DesiredExamples): string[] {
  const found = new Set(objects.map(keyOf))
  return [...desired].flatMap(([key, exists]) => {
    if (found.has(key) === exists) return []
    return [`${key} ${exists ? 'does not exist' : 'still exists'}`]
  })
}

/** Returns the number of examples that have been ready, by kind. */
export function readyExamples(log: readonly LogEntry[]): Map<string, number> {
  const ready = log.filter(({ settled, name }) => settled === true && name.startsWith(prefix))
  const kinds = Map.groupBy(
    new Map(ready.map(({ objectId, kind }) => [objectId, kind])).values(),
    (kind) => kind,
  )
  return new Map([...kinds].map(([kind, found]): [string, number] => [kind, found.length]))
}
