import type { AtRest, History, LogEntry, OwnedResource, Remains } from './history.ts'
import { newestBelow, ordered } from './ordered.ts'

/** What is wrong, by the promise that it breaks; each line names the object and what was found. */
export interface Violations {
  /** Acknowledged, and not there or not as acknowledged. */
  lost: string[]
  /** There more than once. */
  duplicated: string[]
  /** An increment that another one has overwritten, or a read that saw less than was acknowledged before. */
  lostUpdates: string[]
  /** Written to a cluster by a worker whose lease was over. */
  stale: string[]
  /** Not as desired in the end. */
  unsettled: string[]
  /** Being deleted, with nothing left that refers to it, and not removed with the last that did. */
  forgotten: string[]
  /** In a cluster and not in the inventory, or the other way round. */
  orphans: string[]
  /** Errors that no fault excuses. */
  unexpected: string[]
}

/** Holds what clients saw and what arrived in clusters against the change log and what there is in the end. */
export function judge(history: History, remains: Remains): Violations {
  const logs = Map.groupBy(remains.log, ({ objectId }) => objectId)
  const versions = [...logs].flatMap(([id, entries]) => wrongVersions(id, entries))
  const races = wrongRaces(history, remains)
  return {
    lost: [...lostWrites(history, logs), ...versions.flatMap(({ missing }) => missing), ...races.lost],
    duplicated: [
      ...versions.flatMap(({ twice }) => twice),
      ...races.duplicated,
      ...writtenTwice(remains),
      ...twiceIn(remains.inClusters),
      ...twiceIn(remains.inventory),
    ],
    lostUpdates: [...lostUpdates(history, remains), ...staleReads(history)],
    stale: staleEffects(logs, remains),
    unsettled: unsettled(remains),
    forgotten: forgotten(remains),
    orphans: orphans(remains),
    unexpected: history.unexpected,
  }
}

export function countOf(violations: Violations): number {
  return Object.values(violations).reduce((sum: number, found: string[]) => sum + found.length, 0)
}

/** Each acknowledged write is in the log once, under its version, as it was asked. */
function lostWrites({ acked }: History, logs: ReadonlyMap<string, LogEntry[]>): string[] {
  const requested = new Set<string>()
  const edits = new Map(
    [...logs].map(([id, entries]) => {
      if (entries.some(({ operation }) => operation === 'DELETE_REQUEST')) requested.add(id)
      const edited = entries
        .filter(({ operation }) => operation === 'CREATE' || operation === 'UPDATE')
        .sort((a, b) => a.version - b.version)
      return [id, ordered(edited, ({ version }) => version)]
    }),
  )
  return acked.flatMap(({ id, version, operation, mark, kind, name }) => {
    const what = `${operation} of ${kind} ${name} at version ${version}`
    if (operation === 'DELETE_REQUEST') return requested.has(id) ? [] : [`${what} is not in the log`]
    const newest = newestBelow(edits.get(id), version + 1)
    if (operation === 'UNCHANGED')
      return newest?.mark === mark ? [] : [`${what} says ${mark}, and the log ${newest?.mark}`]
    if (newest?.version !== version || newest.operation !== operation) return [`${what} is not in the log`]
    return newest.mark === mark ? [] : [`${what} says ${mark}, and the log ${newest.mark}`]
  })
}

/** The versions of an object are 1, 2, 3, ..., each from one entry; being triggered is no version. */
function wrongVersions(id: string, entries: readonly LogEntry[]): { missing: string[]; twice: string[] } {
  const versions = entries
    .filter(({ operation }) => operation !== 'TRIGGER')
    .map(({ version }) => version)
    .sort((a, b) => a - b)
  const seen = new Set(versions)
  const what = `${entries[0]?.kind} ${entries[0]?.name} (${id})`
  return {
    missing: Array.from({ length: versions.at(-1) ?? 0 }, (_, index) => index + 1)
      .filter((version) => !seen.has(version))
      .map((version) => `version ${version} of ${what}`),
    twice: repeated(versions).map((version) => `version ${version} of ${what}`),
  }
}

/** One of those that desired a name got it, and it was the one that was acknowledged. */
function wrongRaces({ races }: History, { log }: Remains): { lost: string[]; duplicated: string[] } {
  const lost: string[] = []
  const duplicated: string[] = []
  const creations = Map.groupBy(
    log.filter(({ operation }) => operation === 'CREATE'),
    ({ name }) => name,
  )
  for (const { name, won } of races) {
    const created = creations.get(name) ?? []
    if (created.length > 1 || won.length > 1)
      duplicated.push(`${name} was created ${created.length} times, and ${won.length} were told so`)
    const [winner] = won
    if (winner !== undefined && created[0]?.mark !== winner)
      lost.push(`${name} was given to ${winner}, and is of ${created[0]?.mark}`)
  }
  return { lost, duplicated }
}

/** Nobody asks for the same mark twice, so one that is in the log twice is of a request that was done again. */
function writtenTwice({ log }: Remains): string[] {
  const marks = log
    .filter(({ operation, mark }) => (operation === 'CREATE' || operation === 'UPDATE') && mark !== undefined)
    .map(({ name, mark }) => `${mark} was written to ${name} more than once`)
  return repeated(marks)
}

/** Each increment goes on from the one before it; marks are `count/who`. */
function lostUpdates({ counters }: History, { log }: Remains): string[] {
  return [...counters].flatMap(([name, { acked, unknown }]) => {
    const marks = log
      .filter((entry) => entry.name === name && entry.operation === 'UPDATE')
      .sort((a, b) => a.version - b.version)
      .map(({ mark = '' }) => mark)
    const known = new Set([...acked, ...unknown])
    const there = new Set(marks)
    return [
      ...marks
        .filter((mark, index) => Number(mark.split('/')[0]) !== index + 1)
        .map((mark) => `${name}: ${mark} does not go on from the increment before it`),
      ...acked
        .filter((mark) => !there.has(mark))
        .map((mark) => `${name}: ${mark} was acknowledged and is gone`),
      ...marks.filter((mark) => !known.has(mark)).map((mark) => `${name}: ${mark} was asked by nobody`),
      ...repeated(marks).map((mark) => `${name}: ${mark} was done twice`),
    ]
  })
}

function staleReads({ seen }: History): string[] {
  return seen
    .filter(({ version, acknowledged }) => version < acknowledged)
    .map(
      ({ id, version, acknowledged }) =>
        `${id} was read at ${version} after ${acknowledged} was acknowledged`,
    )
}

/**
 * Once an object was reported to have what is desired, nothing that was desired before arrives any more, and once it is
 * gone, nothing at all. Marks of a workload are those of the definition of the same name.
 */
function staleEffects(logs: ReadonlyMap<string, LogEntry[]>, { log, effects }: Remains): string[] {
  const marks = marksByName(log)
  const reports = new Map(
    [...logs].map(([id, entries]) => [
      id,
      {
        gone: entries.find(({ operation }) => operation === 'DELETE'),
        settled: ordered(
          entries.filter((entry) => entry.settled === true),
          ({ time }) => time,
        ),
      },
    ]),
  )
  return effects.flatMap(({ at, ownerId, resource, mark, cluster }) => {
    const { gone, settled } = reports.get(ownerId) ?? {}
    if (gone !== undefined && gone.time < at)
      return [`${resource} was written to ${cluster} after ${gone.name} was gone`]
    const report = newestBelow(settled, at)
    if (report === undefined || mark === undefined) return []
    const desired = marks.get(report.name)
    const newest = newestBelow(desired?.inOrder, report.seq)
    const asked = desired?.first.get(mark)
    return newest !== undefined && asked !== undefined && asked < newest.seq
      ? [`${mark} was written to ${resource} in ${cluster} after something newer was reported`]
      : []
  })
}

/** Of each name what was desired of it, in order, and where in the log it was desired first. */
function marksByName(log: readonly LogEntry[]) {
  const marked = Map.groupBy(
    log.filter(({ mark }) => mark !== undefined),
    ({ name }) => name,
  )
  return new Map(
    [...marked].map(([name, entries]) => {
      const first = new Map<string | undefined, number>()
      for (const { mark, seq } of entries) if (!first.has(mark)) first.set(mark, seq)
      return [name, { inOrder: ordered(entries, ({ seq }) => seq), first }]
    }),
  )
}

/** What is not as it is to be in the end. */
export function restless(state: AtRest): string[] {
  return [...unsettled(state), ...orphans(state)]
}

function unsettled({ objects, marks, desired }: AtRest): string[] {
  const instances = new Map(
    objects.filter(({ kind }) => kind === 'WorkloadInstance').map((object) => [object.name, object]),
  )
  const wrong = objects
    .filter(({ settled }) => !settled)
    .map(({ kind, name, status }) => `${kind} ${name} is ${JSON.stringify(status)}`)
  for (const [name, mark] of desired) {
    const there = instances.has(name)
    if (mark === undefined && there) wrong.push(`${name} is still there`)
    if (mark !== undefined && !there) wrong.push(`${name} is not there`)
    if (marks.get(name) !== mark) wrong.push(`${name} has ${marks.get(name)} in its cluster, not ${mark}`)
  }
  return wrong
}

/** Resync removes them seconds later, so the log tells of most. */
function forgotten({ objects, log }: Remains): string[] {
  const left = objects.filter((object) => object.forgotten)
  const swept = log.filter((entry) => entry.swept)
  return [
    ...left.map(({ kind, name }) => `${kind} ${name} is being deleted, and nothing refers to it`),
    ...swept.map(({ kind, name }) => `${kind} ${name} was not removed with the last that referred to it`),
  ]
}

const keyOf = ({ cluster, ownerId, resource }: OwnedResource): string =>
  `${cluster} ${resource} of ${ownerId}`

/** What is known to one side only. */
function orphans({ inventory, inClusters, objects }: AtRest): string[] {
  const [noted, real] = [new Set(inventory.map(keyOf)), new Set(inClusters.map(keyOf))]
  const owners = new Set(objects.map(({ id }) => id))
  return [
    ...[...real].filter((key) => !noted.has(key)).map((key) => `${key} is not in the inventory`),
    ...[...noted].filter((key) => !real.has(key)).map((key) => `${key} is not in the cluster`),
    ...inClusters
      .filter(({ ownerId }) => !owners.has(ownerId))
      .map((each) => `${keyOf(each)}, which is gone`),
  ]
}

/** A resource stands for one object, and an object has each of its resources once. */
function twiceIn(resources: readonly OwnedResource[]): string[] {
  const places = resources.map(({ cluster, ownerId, resource }) => {
    const [kind = '', path = ''] = resource.split(' ')
    return `${kind} ${path.split('/').at(-1)} of ${ownerId}${cluster === '' ? '' : ' in any cluster'}`
  })
  return repeated(places)
}

/** Those that were there before, each as often as it comes again. */
function repeated<Item>(items: readonly Item[]): Item[] {
  const seen = new Set<Item>()
  return items.filter((item) => seen.size === seen.add(item).size)
}
