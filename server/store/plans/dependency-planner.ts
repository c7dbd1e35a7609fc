import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { resolveDependencies, type DependencyDocument } from '../../../schema/dependencies/documents.ts'
import { differences, type FieldDifference } from '../../../schema/differences.ts'
import { describeFieldError, isPlatformError } from '../../../schema/errors.ts'
import type { Applied, PlannedObject, PlannedPlacement, Write } from '../../../schema/graphql/store-writes.ts'
import type { Application } from '../../../schema/kinds/application.ts'
import { kindNamed } from '../../../schema/kinds/index.ts'
import { ownLocationFields } from '../../../schema/locations.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { Placement } from '../../../schema/placement/declaration.ts'
import { locationInstances } from '../../../schema/placement/locations.ts'
import { decidedFields } from '../../../schema/profiles/fields.ts'
import { supportServiceName } from '../../../schema/short-name.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { checkInput } from '../check-input.ts'
import type { Item } from '../checks.ts'
import type { StoreContext } from '../context.ts'
import { declaredDependencies } from '../declared-dependencies.ts'
import { childrenAmong } from '../children.ts'
import { findByIds, findHolders, findObjects, keyText, type ObjectKey } from '../lookups.ts'
import { itemOf } from '../objects.ts'
import { findDecidingOwners, findOwnedObjects } from '../ownership.ts'
import { decidePlacement, placementOf, placedKinds } from '../placement-choice.ts'
import { withSecrets } from '../secret-maps.ts'
import { openSpecSecrets } from '../secrets.ts'
import { labelsOf, run, specOf } from '../sql.ts'
import { writeInTransaction } from '../write-items.ts'
import { changedRelease, type ChangedRelease } from './changed-releases.ts'
import { leavingObjects, type OwningApplication } from './leaving.ts'
import type { ChangedSpec } from './operations.ts'
import type { ChangedWorkload, WorkloadState } from './resources.ts'

/** An application as the planner resolves it: stored, or planned as the dependency of another. */
interface PlannedApplication {
  key: { kind: string; project: string; name: string }
  /** Undefined if it does not exist yet. */
  stored: StoredObject | undefined
  spec: Record<string, unknown>
  /** The spec of its definition. */
  definition: Record<string, unknown>
  /** The same before the change. Undefined for one that is new. */
  before: WorkloadState | undefined
}

/** What decides about the environments of an Application. */
type ApplicationSpec = Pick<z.infer<(typeof Application)['spec']>, 'environments' | 'previews'>

/** The state of objects before a change. */
export interface StateBefore {
  /** The objects that the change has created. */
  created: ReadonlySet<bigint>
  /** The others that it has written, by their IDs. */
  written: ReadonlyMap<bigint, StoredObject>
}

/** Resolves the dependencies of applications within one transaction. */
export class DependencyPlanner {
  readonly #context: StoreContext
  readonly #sql: PoolClient
  readonly #actor: string
  readonly #before: StateBefore
  /** Whether the state before is known, and so what changes. */
  readonly #compares: boolean
  /** The objects that the plan writes for owners, as they were before, by their IDs. */
  readonly #rowsBefore = new Map<bigint, StoredObject>()
  readonly objects: PlannedObject[] = []
  readonly placements: PlannedPlacement[] = []
  readonly workloads: ChangedWorkload[] = []
  readonly specs: ChangedSpec[] = []
  readonly releases: ChangedRelease[] = []
  readonly #seen = new Set<string>()
  /** The keys of the owners of objects that the plan creates, which have no ownerships. */
  readonly #makers = new Map<bigint, string>()
  /** The stored applications, and the objects that each of them wants. */
  readonly #owners = new Map<bigint, OwningApplication>()

  constructor(
    context: StoreContext,
    sql: PoolClient,
    { write, before }: { write: Write; before: StateBefore | undefined },
  ) {
    this.#context = context
    this.#sql = sql
    this.#actor = write.actor
    this.#compares = before !== undefined
    this.#before = before ?? { created: new Set(), written: new Map() }
  }

  async addApplication(stored: StoredObject): Promise<void> {
    const { pair } = kindNamed(stored.kind)
    const spec = specOf(stored)
    const project = await this.#projectOf(stored)
    const definition = await this.#find(pair?.definition ?? '', String(spec['definition']), project)
    const was = this.#specBefore(stored)
    const definitionBefore =
      was === undefined || was['definition'] === spec['definition']
        ? definition
        : await this.#find(pair?.definition ?? '', String(was['definition']), project)
    await this.#add({
      key: { kind: stored.kind, project, name: stored.name },
      stored,
      spec,
      definition: definition === undefined ? {} : specOf(definition),
      before: was && {
        spec: was,
        definition: (definitionBefore && this.#specBefore(definitionBefore)) ?? {},
      },
    })
  }

  /** Returns the spec of an object before the change; undefined if the change has created it. */
  #specBefore(object: StoredObject): Record<string, unknown> | undefined {
    const { created, written } = this.#before
    return created.has(object.id) ? undefined : specOf(written.get(object.id) ?? object)
  }

  /** Returns an object before the change and the plan; undefined if one of them has created it. */
  #rowBefore(object: StoredObject): StoredObject | undefined {
    const { created, written } = this.#before
    if (created.has(object.id) || this.#makers.has(object.id)) return undefined
    return written.get(object.id) ?? this.#rowsBefore.get(object.id) ?? object
  }

  /** Adds a Helm workload whose resources may change. */
  async #addRelease(key: PlannedApplication['key'], runtime: string): Promise<void> {
    const rowBefore = (object: StoredObject): StoredObject | undefined => this.#rowBefore(object)
    const release = await changedRelease(this.#sql, { key, runtime }, rowBefore)
    if (release !== undefined) this.releases.push(release)
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
      own ?? (pair === undefined ? {} : await this.#definitionSpec(definitionKind, { ...key, spec }))
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
        problem: null,
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
    const { key, spec, definition, stored } = application
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
    if (key.kind === 'WorkloadInstance')
      this.workloads.push({ object: key, before: application.before, after: { spec, definition }, runtime })
    if (key.kind === 'HelmWorkloadInstance' && this.#compares) await this.#addRelease(key, runtime)
    const wanted = new Set<string>()
    for (const { dependency, target, documents } of resolved) {
      const named = { owner: key, dependency: dependency.name }
      if (documents.length === 0) {
        this.objects.push({
          ...named,
          ...target,
          runtime: null,
          action: 'use',
          differences: [],
          problem: null,
        })
        continue
      }
      for (const document of documents) wanted.add(keyText(document))
      await this.#addDocuments(documents, { ...named, runtime })
    }
    if (stored !== undefined) this.#owners.set(stored.id, { key, wanted })
  }

  /** Adds the instances of the locations of an instance. */
  async #addLocations(application: PlannedApplication, placement: Placement): Promise<void> {
    const { key, spec, stored } = application
    const labels = stored === undefined ? {} : labelsOf(stored)
    const opened = stored && openSpecSecrets(this.#context, { ...stored, project: key.project })
    const owner = { ...key, labels, spec: withSecrets(spec, opened ?? {}) }
    const documents = locationInstances(owner, placement).map((each) => each.document)
    await this.#addDocuments(documents, { owner: key, dependency: null, runtime: '' })
    const wanted = new Set(documents.map((document) => keyText(document)))
    if (stored !== undefined) this.#owners.set(stored.id, { key, wanted })
  }

  /** Adds the choice of a runtime for an instance without one; resolves with its name. */
  async #place({ key, stored, spec }: PlannedApplication): Promise<string | undefined> {
    if (!placedKinds.includes(key.kind) || spec['placement'] === undefined) return undefined
    const project = { kind: 'Project', project: undefined, name: key.project }
    const projectId = (await findObjects(this.#sql, [project])).get(keyText(project))?.id ?? null
    const { runtime, pending, documents, reason, rejected } = await decidePlacement(this.#sql, {
      id: stored?.id ?? 0n,
      projectId,
      name: key.name,
      labels: stored?.labels ?? {},
      spec: spec as StoredObject['spec'],
    })
    // What is placed there refers to it.
    if (documents.length > 0) await this.#write(documents, key)
    const name = runtime?.name ?? documents.at(-1)?.name ?? pending?.name
    this.placements.push({
      instance: key,
      runtime: name ?? null,
      isMade: documents.length > 0,
      reason,
      rejected: rejected.filter((each) => each.runtime !== name),
    })
    return name
  }

  async #addDocuments(
    documents: readonly DependencyDocument[],
    { runtime, ...named }: Pick<PlannedObject, 'owner' | 'dependency'> & { runtime: string },
  ): Promise<void> {
    const written = await this.#write(documents, named.owner)
    for (const [index, { kind, project, name, spec: declared }] of documents.entries()) {
      const { object, was, ...effect } = written[index] ?? {}
      const spec = object === undefined ? declared : specOf(object)
      const place = runtimeOf({ kind, project, spec }, runtime)
      this.objects.push({ ...named, kind, project, name, runtime: place, ...kept, ...effect })
      if (effect.action === 'create' || effect.action === 'update')
        this.specs.push({ kind, project, name, before: was, after: spec })
      const { pair } = kindNamed(kind)
      const own = documents.find((each) => each.kind === pair?.definition)
      await this.#addServicesOf(
        { key: { kind, project, name }, spec },
        { runtime: String(spec['runtime'] ?? runtime), definition: own?.spec },
      )
      if (pair === undefined || kindNamed(pair.definition).dependencies === undefined) continue
      const definition = own?.spec ?? (await this.#definitionSpec(pair.definition, { spec, project }))
      const ownIndex = own === undefined ? -1 : documents.indexOf(own)
      const definitionWas = written[ownIndex]?.was ?? (own === undefined ? definition : {})
      const before = was && { spec: was, definition: definitionWas }
      await this.#add({ key: { kind, project, name }, stored: object, spec, definition, before })
    }
  }

  /** Writes objects as their owner would write them. */
  async #write(
    documents: readonly DependencyDocument[],
    owner: PlannedObject['owner'],
  ): Promise<WrittenDependency[]> {
    const stored = await findObjects(this.#sql, documents)
    // One that is written twice keeps the state before the first write.
    for (const object of stored.values())
      if (!this.#rowsBefore.has(object.id)) this.#rowsBefore.set(object.id, object)
    const isDecided = await this.#decidedByOthers([...stored.values()], owner)
    const problems: string[] = []
    const items: Item[] = []
    for (const document of documents) {
      const existing = stored.get(keyText(document))
      if (existing !== undefined && isDecided(existing)) continue
      const { draft, errors } = await checkInput(
        this.#context.digester,
        { input: document, path: '' },
        this.#actor,
      )
      problems.push(...errors.map(describeFieldError))
      const mode = existing?.owned === true ? 'apply' : 'create'
      if (draft !== undefined) items.push({ ...itemOf(draft, { path: '', mode }), owned: true })
    }
    const written = problems.length > 0 ? problems.join('\n') : await this.#writeItems(items)
    for (const { object, result } of typeof written === 'string' ? [] : written)
      if (result === 'created') this.#makers.set(object.id, keyText(owner))
    return documents.map((document): WrittenDependency => {
      const existing = stored.get(keyText(document))
      const was = existing && specOf(existing)
      const isOwn = existing === undefined || !isDecided(existing)
      if (typeof written === 'string')
        return isOwn ? { object: existing, was, action: 'fail', problem: written } : {}
      const index = items.findIndex(({ key }) => keyText(key) === keyText(document))
      const applied = written[index]
      return applied === undefined
        ? { object: existing, was }
        : { object: applied.object, was, ...actionOf(applied), differences: shownDifferences(applied) }
    })
  }

  /** Returns a function that reports whether another owner decides the spec of an object: only the first one does. */
  async #decidedByOthers(
    objects: readonly StoredObject[],
    owner: PlannedObject['owner'],
  ): Promise<(object: StoredObject) => boolean> {
    const [{ id: ownerId } = { id: 0n }] = (await findObjects(this.#sql, [owner])).values()
    const ids = objects.map(({ id }) => id)
    const deciding = await findDecidingOwners(this.#sql, ids, { ownerId, claims: [] })
    const owners = Map.groupBy(deciding, ({ ownedId }) => ownedId)
    return ({ id }) => {
      const maker = this.#makers.get(id)
      if (maker !== undefined) return maker !== keyText(owner)
      const [first] = owners.get(id) ?? []
      return first !== undefined && first.ownerId !== ownerId
    }
  }

  /** Writes items; resolves with the reason if they are refused. */
  async #writeItems(items: readonly Item[]): Promise<Applied[] | string> {
    try {
      return await writeInTransaction(this.#context, this.#sql, { items, write: { actor: this.#actor } })
    } catch (error) {
      if (isPlatformError(error)) return error.message
      throw error
    }
  }

  /** Adds the environments that an Application no longer has, and its previews if it has none any more. */
  async addEnvironments(stored: StoredObject): Promise<void> {
    const key = { kind: stored.kind, project: await this.#projectOf(stored), name: stored.name }
    const { environments, previews } = specOf(stored) as ApplicationSpec
    const names = new Set(environments.map(({ environment }) => environment))
    const wanted = (await findOwnedObjects(this.#sql, stored.id)).filter(
      (each) => each.kind !== 'Stage' || names.has(String(specOf(each)['environment'])),
    )
    const holders = previews === undefined ? await findHolders(this.#sql, [stored.id]) : []
    const expiring = await childrenAmong(this.#sql, holders)
    this.#owners.set(stored.id, {
      key,
      wanted: new Set(wanted.map(({ kind, name }) => keyText({ ...key, kind, name }))),
      expiring: expiring.filter(({ kind }) => kind === 'Preview'),
    })
  }

  /** Adds the objects that the applications own and no longer want, and what these own. */
  async addLeaving(): Promise<void> {
    this.objects.push(...(await leavingObjects(this.#sql, this.#owners)))
  }

  async #definitionSpec(
    kind: string,
    { spec, project }: Pick<DependencyDocument, 'spec' | 'project'>,
  ): Promise<Record<string, unknown>> {
    const found = await this.#find(kind, String(spec['definition']), project)
    return found === undefined ? {} : specOf(found)
  }
}

/** Returns the name of the runtime of a planned object: its own, or that of the application that it is attached to. */
function runtimeOf(
  { kind, project, spec }: Pick<DependencyDocument, 'kind' | 'project' | 'spec'>,
  application: string,
): string | null {
  const facts = kindNamed(kind)
  const fields = ownLocationFields(facts)
  if (fields.length === 0) return null
  const isAttached = facts.references.some(
    ({ field, to }) => fields.includes(field) && placedKinds.includes(to),
  )
  const own = spec['runtime'] ?? (isAttached ? application : undefined)
  return typeof own === 'string' && own !== '' ? parseQualifiedName(own, project).name : null
}

/** An object of a dependency as its owner would write it; without an action, it is kept as it is. */
type WrittenDependency = Partial<Pick<PlannedObject, 'action' | 'differences' | 'problem'>> & {
  object?: StoredObject | undefined
  /** Its spec before. */
  was?: Record<string, unknown> | undefined
}

const kept: Pick<PlannedObject, 'action' | 'differences' | 'problem'> = {
  action: 'keep',
  differences: [],
  problem: null,
}

function actionOf({ result }: Applied): Pick<PlannedObject, 'action'> {
  return { action: result === 'created' ? 'create' : result === 'updated' ? 'update' : 'keep' }
}

/** Returns the differences of an object; of a new one, only what a profile decides. */
function shownDifferences({ result, object, differences: made }: Applied): FieldDifference[] {
  if (result !== 'created') return made
  const spec = specOf(object)
  if (spec['profile'] === undefined) return []
  const decided = decidedFields.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]]))
  return differences({ spec: {} }, { spec: Object.fromEntries(decided) as Record<string, unknown> })
}
