import { resolveDependencies, type DependencyDocument } from '../../schema/dependencies/documents.ts'
import { differences, type FieldDifference } from '../../schema/differences.ts'
import type {
  Applied,
  PlannedObject,
  PlannedPlacement,
  Write,
  WritePlan,
} from '../../schema/graphql/store-writes.ts'
import type { ObjectInput } from '../../schema/inputs.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import { ownLocationFields } from '../../schema/locations.ts'
import { locationInstances } from '../../schema/placement/locations.ts'
import { decidedFields } from '../../schema/profiles/fields.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { instancesOf } from './instances.ts'
import { findByIds, findObjects, keyText, type ObjectKey } from './lookups.ts'
import { checkAll } from './objects.ts'
import { declaredDependencies, dependentDefinitionOf } from './declared-dependencies.ts'
import { decidePlacement, placementOf, placedKinds } from './placement-choice.ts'
import { supportServiceName } from '../../schema/short-name.ts'
import { problemError } from './problems.ts'
import { fillProfiles } from './profiles.ts'
import { referencedSpecs } from './referenced-specs.ts'
import { findOwnedObjects, findOwners } from './ownership.ts'
import { labelsOf, run, specOf, transaction, type Sql } from './sql.ts'
import { writeInTransaction } from './write-items.ts'

/** The most applications that one plan resolves; the others are counted. */
const maxApplications = 200

/**
 * Returns what an apply would do: its results, and the objects that applications would then create, change and delete for their
 * dependencies. Writes nothing.
 */
export async function planAll(
  context: StoreContext,
  inputs: readonly ObjectInput[],
  write: Write,
): Promise<WritePlan> {
  const dryRun = { ...write, dryRun: true }
  const items = await checkAll(context, inputs, dryRun)
  return transaction(
    context.sql,
    async (sql) => {
      const applied = await writeInTransaction(context, sql, { items, write: dryRun })
      const ids = await applicationsOf(sql, applied)
      const applications = await run<StoredObject>(sql, findByIds, [ids.slice(0, maxApplications)])
      const planner = new Planner(sql)
      for (const application of applications) await planner.addApplication(application)
      for (const { object } of applied) if (!ids.includes(object.id)) await planner.addServices(object)
      const { objects, placements } = planner
      return { applied, objects, placements, omitted: ids.length - applications.length }
    },
    { rollback: true },
  )
}

/** Returns the ids of the instances that a write concerns: those written, and those of written definitions. */
async function applicationsOf(sql: Sql, applied: readonly Applied[]): Promise<bigint[]> {
  const written = applied.map(({ object }) => object)
  const definitions = written.filter(({ kind }) => kindNamed(kind).dependencies !== undefined)
  const rows = await run<{ id: bigint }>(sql, instancesOf, [definitions.map(({ id }) => id)])
  return [
    ...new Set(
      [...written.filter(({ kind }) => dependentDefinitionOf(kind) !== undefined), ...rows].map(
        ({ id }) => id,
      ),
    ),
  ]
}

/** An application as the planner resolves it: stored, or planned as the dependency of another. */
interface PlannedApplication {
  key: { kind: string; project: string; name: string }
  /** Undefined if it does not exist yet. */
  stored: StoredObject | undefined
  spec: Record<string, unknown>
  /** The spec of its definition. */
  definition: Record<string, unknown>
}

/** Resolves the dependencies of applications within one transaction. */
class Planner {
  readonly #sql: Sql
  readonly objects: PlannedObject[] = []
  readonly placements: PlannedPlacement[] = []
  readonly #seen = new Set<string>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async addApplication(stored: StoredObject): Promise<void> {
    const { pair } = kindNamed(stored.kind)
    const spec = specOf(stored)
    const project = await this.#projectOf(stored)
    const definition = await this.#find(pair?.definition ?? '', String(spec['definition']), project)
    await this.#add({
      key: { kind: stored.kind, project, name: stored.name },
      stored,
      spec,
      definition: definition === undefined ? {} : specOf(definition),
    })
  }

  /** Adds the support services that a written object needs in its runtime. */
  async addServices(stored: StoredObject): Promise<void> {
    const spec = specOf(stored)
    const project = await this.#projectOf(stored)
    const key = { kind: stored.kind, project, name: stored.name }
    const runtime = spec['runtime'] ?? (await this.#runtimeOfApplication(stored.kind, spec, project))
    if (typeof runtime === 'string') await this.#addServicesOf({ key, spec }, { runtime })
  }

  /** Returns the runtime of the application that an object is attached to, as it is or as it is planned. */
  async #runtimeOfApplication(
    kind: string,
    spec: Record<string, unknown>,
    project: string,
  ): Promise<unknown> {
    for (const { field, to } of kindNamed(kind).references) {
      const name = spec[field]
      if (!placedKinds.includes(to) || typeof name !== 'string') continue
      const found = await this.#find(to, name, project)
      if (found === undefined) continue
      const key = { kind: to, project: await this.#projectOf(found), name: found.name }
      const planned = this.placements.find(({ instance }) => keyText(instance) === keyText(key))
      return specOf(found)['runtime'] ?? planned?.runtime
    }
    return undefined
  }

  async #addServicesOf(
    { key, spec }: Pick<PlannedApplication, 'key' | 'spec'>,
    { runtime, definition: own }: { runtime: string; definition?: Record<string, unknown> | undefined },
  ): Promise<void> {
    const { services, pair } = kindNamed(key.kind)
    if (services === undefined || runtime === '') return
    const definitionKind = pair?.definition ?? ''
    const definition =
      own ??
      (pair === undefined ? {} : await this.#definitionSpec(definitionKind, { ...key, spec, labels: {} }))
    const referenced: Record<string, Record<string, unknown>> = {}
    for (const { field, to } of pair === undefined ? [] : kindNamed(definitionKind).references) {
      const name = definition[field]
      const found = typeof name === 'string' ? await this.#find(to, name, key.project) : undefined
      if (found !== undefined) referenced[field] = specOf(found)
    }
    const place = parseQualifiedName(runtime, key.project)
    for (const service of services({ spec, definition, referenced })) {
      const name = supportServiceName(service, place.name)
      const target = { kind: 'SupportServiceInstance', project: place.project, name }
      const isStored = (await findObjects(this.#sql, [target])).size > 0
      const isPlanned = this.objects.some((each) => keyText(each) === keyText(target))
      const action = isStored || isPlanned ? 'keep' : 'create'
      this.objects.push({
        owner: key,
        dependency: null,
        ...target,
        runtime: place.name,
        action,
        differences: [],
      })
    }
  }

  async #projectOf({ projectId }: StoredObject): Promise<string> {
    if (projectId === null) return ''
    const [project] = await run<StoredObject>(this.#sql, findByIds, [[projectId]])
    return project?.name ?? ''
  }

  async #find(kind: string, reference: string, project: string): Promise<StoredObject | undefined> {
    const key: ObjectKey = { kind, ...parseQualifiedName(reference, project) }
    return (await findObjects(this.#sql, [key])).get(keyText(key))
  }

  async #add(application: PlannedApplication): Promise<void> {
    const { key, spec, definition } = application
    if (this.#seen.has(keyText(key))) return
    this.#seen.add(keyText(key))
    const placement = placementOf({ spec: spec as StoredObject['spec'] })
    if (placement.locations !== undefined) return this.#addLocations(application, placement)
    const runtime = String(spec['runtime'] ?? (await this.#place(application)) ?? '')
    const resolved = resolveDependencies(
      {
        kind: key.kind,
        name: key.name,
        project: key.project,
        runtime: runtime.includes('/') ? runtime : `${key.project}/${runtime}`,
        tier: typeof spec['tier'] === 'string' ? spec['tier'] : undefined,
      },
      declaredDependencies(kindNamed(key.kind).pair?.definition ?? key.kind, definition),
    )
    await this.#addServicesOf(application, { runtime, definition })
    const wanted = new Set<string>()
    for (const { dependency, target, documents } of resolved) {
      const named = { owner: key, dependency: dependency.name }
      if (documents.length === 0) {
        this.objects.push({ ...named, ...target, runtime: null, action: 'use', differences: [] })
        continue
      }
      for (const document of documents) wanted.add(keyText(document))
      await this.#addDocuments(documents, { ...named, runtime })
    }
    await this.#addLeaving(application, wanted)
  }

  /** Adds the instances of the locations of an instance. */
  async #addLocations(application: PlannedApplication, placement: Placement): Promise<void> {
    const { key, spec, stored } = application
    const labels = stored === undefined ? {} : labelsOf(stored)
    const documents = locationInstances({ ...key, labels, spec }, placement).map((each) => each.document)
    await this.#addDocuments(documents, { owner: key, dependency: null, runtime: '' })
    await this.#addLeaving(application, new Set(documents.map((document) => keyText(document))))
  }

  /** Adds the choice of a runtime for an instance without one; resolves with its name. */
  async #place({ key, stored, spec }: PlannedApplication): Promise<string | undefined> {
    if (!placedKinds.includes(key.kind) || spec['placement'] === undefined) return undefined
    const project = { kind: 'Project', project: undefined, name: key.project }
    const projectId = (await findObjects(this.#sql, [project])).get(keyText(project))?.id ?? null
    const { runtime, documents, reason, rejected } = await decidePlacement(this.#sql, {
      id: stored?.id ?? 0n,
      projectId,
      name: key.name,
      labels: stored?.labels ?? {},
      spec: spec as StoredObject['spec'],
    })
    const name = runtime?.name ?? documents.at(-1)?.name
    this.placements.push({
      instance: key,
      runtime: name ?? null,
      isMade: documents.length > 0,
      reason,
      rejected,
    })
    return name
  }

  async #addDocuments(
    documents: readonly DependencyDocument[],
    { runtime, ...named }: Pick<PlannedObject, 'owner' | 'dependency'> & { runtime: string },
  ): Promise<void> {
    const stored = await findObjects(this.#sql, documents)
    const decided = await this.#withProfiles(documents, stored)
    for (const document of decided) {
      const { kind, project, name, spec } = document
      const existing = stored.get(keyText(document))
      const changes = existing === undefined ? decisionOf(spec) : changesOf(existing, spec)
      const action = existing === undefined ? 'create' : changes.length === 0 ? 'keep' : 'update'
      const place = runtimeOf(document, runtime)
      this.objects.push({ ...named, kind, project, name, runtime: place, action, differences: changes })
      const { pair } = kindNamed(kind)
      const own = documents.find((each) => each.kind === pair?.definition)
      await this.#addServicesOf(
        { key: { kind, project, name }, spec },
        { runtime: String(spec['runtime'] ?? runtime), definition: own?.spec },
      )
      if (pair === undefined || kindNamed(pair.definition).dependencies === undefined) continue
      const definition = own?.spec ?? (await this.#definitionSpec(pair.definition, document))
      await this.#add({
        key: { kind, project, name },
        stored: existing,
        spec,
        definition,
      })
    }
  }

  /** Returns the documents with what profiles decide about them. Throws the problems of those that no profile applies to. */
  async #withProfiles(
    documents: readonly DependencyDocument[],
    stored: ReadonlyMap<string, StoredObject>,
  ): Promise<DependencyDocument[]> {
    const subjects = documents.map((document) => ({
      draft: { ...document, kind: kindNamed(document.kind), spec: { ...document.spec }, outputs: {} },
      existing: stored.get(keyText(document)),
      item: { path: '', owned: true },
    }))
    const problems = await fillProfiles(this.#sql, subjects, referencedSpecs(this.#sql, subjects))
    if (problems.length > 0) throw problemError(problems)
    return documents.map((document, index) => ({ ...document, spec: subjects[index]?.draft.spec ?? {} }))
  }

  async #definitionSpec(
    kind: string,
    { spec, project }: DependencyDocument,
  ): Promise<Record<string, unknown>> {
    const found = await this.#find(kind, String(spec['definition']), project)
    return found === undefined ? {} : specOf(found)
  }

  /** Adds the objects that an application owns and no longer wants. */
  async #addLeaving({ key, stored }: PlannedApplication, wanted: ReadonlySet<string>): Promise<void> {
    if (stored === undefined) return
    const owned = await findOwnedObjects(this.#sql, stored.id)
    const owners = Map.groupBy(
      await findOwners(
        this.#sql,
        owned.map(({ id }) => id),
      ),
      ({ ownedId }) => ownedId,
    )
    for (const object of owned) {
      const { kind, name, id } = object
      const project = await this.#projectOf(object)
      if (wanted.has(keyText({ kind, project, name }))) continue
      const isShared = (owners.get(id)?.length ?? 0) > 1
      this.objects.push({
        owner: key,
        dependency: null,
        kind,
        project,
        name,
        runtime: null,
        action: isShared ? 'release' : 'delete',
        differences: [],
      })
    }
  }
}

/** Returns the name of the runtime of a planned object: its own, or that of the application that it is attached to. */
function runtimeOf({ kind, project, spec }: DependencyDocument, application: string): string | null {
  const facts = kindNamed(kind)
  const fields = ownLocationFields(facts)
  if (fields.length === 0) return null
  const isAttached = facts.references.some(
    ({ field, to }) => fields.includes(field) && placedKinds.includes(to),
  )
  const own = spec['runtime'] ?? (isAttached ? application : undefined)
  return typeof own === 'string' && own !== '' ? parseQualifiedName(own, project).name : null
}

/** Returns what a profile decides about an object that does not exist yet. */
function decisionOf(spec: Record<string, unknown>): FieldDifference[] {
  if (spec['profile'] === undefined) return []
  const decided = decidedFields.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]]))
  return differences({ spec: {} }, { spec: Object.fromEntries(decided) as Record<string, unknown> })
}

/** Returns the changes of the fields that a document sets. Fields with defaults that it omits are unchanged. */
function changesOf(existing: StoredObject, spec: Record<string, unknown>): FieldDifference[] {
  const before = specOf(existing)
  const merged = { ...before, ...spec }
  return differences({ spec: before }, { spec: merged })
}
