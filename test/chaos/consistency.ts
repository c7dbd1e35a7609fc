import { wrongApplications } from './applications.ts'
import { wrongInAws } from './aws.ts'
import { isEndedDelivery, wrongBuilds } from './deliver-builds.ts'
import { wrongExamples } from './manage-examples.ts'
import type { AtRest, History, LogEntry, OwnedResource, Remains } from './history.ts'
import { newestBelow, ordered } from './ordered.ts'

/** Violations by the guarantee that they break; each line names the object and the observation. */
export interface Violations {
  /** Acknowledged writes that are missing, or differ from the acknowledgement. */
  lost: string[]
  /** Objects, versions or resources that exist more than once. */
  duplicated: string[]
  /** Increments that another one has overwritten, or reads of less than was acknowledged before. */
  lostUpdates: string[]
  /** Writes to a cluster by a worker whose lease had expired. */
  stale: string[]
  /** Objects that are not as desired in the end. */
  unsettled: string[]
  /** Objects being deleted that nothing references any more, and that were not removed with their last referrer. */
  notRemoved: string[]
  /** Resources in a cluster but not in the inventory, or the other way round. */
  orphans: string[]
  /** Errors that no fault excuses. */
  unexpected: string[]
}

/** Checks what clients saw and what arrived in clusters against the change log and the final state. */
export function checkHistory(history: History, remains: Remains): Violations {
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
    notRemoved: notRemoved(remains),
    orphans: orphans(remains),
    unexpected: history.unexpected,
  }
}

export function countOf(violations: Violations): number {
  return Object.values(violations).reduce((sum: number, lines: string[]) => sum + lines.length, 0)
}

/** Finds acknowledged writes that are not in the log once, under their version and with the requested content. */
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
  return acked.flatMap(({ id, version, operation, marker, kind, name }) => {
    const what = `${operation} of ${kind} ${name} at version ${version}`
    if (operation === 'DELETE_REQUEST') return requested.has(id) ? [] : [`${what} is not in the log`]
    const newest = newestBelow(edits.get(id), version + 1)
    if (operation === 'UNCHANGED')
      return newest?.marker === marker
        ? []
        : [`${what} reported ${marker}, but the log has ${newest?.marker}`]
    if (newest?.version !== version || newest.operation !== operation) return [`${what} is not in the log`]
    return newest.marker === marker ? [] : [`${what} reported ${marker}, but the log has ${newest.marker}`]
  })
}

/** Checks that the versions of an object are 1, 2, 3, ..., each from one entry; a trigger adds no version. */
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

/** Checks that one of the clients that raced for a name got it, and that this client received the acknowledgement. */
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
      duplicated.push(
        `${name} was created ${created.length} times, and ${won.length} clients received an acknowledgement`,
      )
    const [winner] = won
    if (winner !== undefined && created[0]?.marker !== winner)
      lost.push(`${name} was granted to ${winner}, but belongs to ${created[0]?.marker}`)
  }
  return { lost, duplicated }
}

/** Finds requests that were executed twice: no two requests have the same marker. */
function writtenTwice({ log }: Remains): string[] {
  const markers = log
    .filter(
      ({ operation, marker }) => (operation === 'CREATE' || operation === 'UPDATE') && marker !== undefined,
    )
    .map(({ name, marker }) => `${marker} was written to ${name} more than once`)
  return repeated(markers)
}

/** Checks that each increment continues from the one before it; markers are `count/client`. */
function lostUpdates({ counters }: History, { log }: Remains): string[] {
  return [...counters].flatMap(([name, { acked, unknown }]) => {
    const markers = log
      .filter((entry) => entry.name === name && entry.operation === 'UPDATE')
      .sort((a, b) => a.version - b.version)
      .map(({ marker = '' }) => marker)
    const known = new Set([...acked, ...unknown])
    const logged = new Set(markers)
    return [
      ...markers
        .filter((marker, index) => Number(marker.split('/')[0]) !== index + 1)
        .map((marker) => `${name}: ${marker} does not continue from the increment before it`),
      ...acked
        .filter((marker) => !logged.has(marker))
        .map((marker) => `${name}: ${marker} was acknowledged and is missing`),
      ...markers
        .filter((marker) => !known.has(marker))
        .map((marker) => `${name}: ${marker} was never requested`),
      ...repeated(markers).map((marker) => `${name}: ${marker} was executed twice`),
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
 * Finds writes that arrived too late: after an object was reported to be as desired, no earlier desired state may
 * arrive, and after its deletion nothing at all. Markers of a workload are those of the definition of the same name.
 */
function staleEffects(logs: ReadonlyMap<string, LogEntry[]>, { log, effects }: Remains): string[] {
  const markers = markersByName(log)
  const reports = new Map(
    [...logs].map(([id, entries]) => [
      id,
      {
        deletion: entries.find(({ operation }) => operation === 'DELETE'),
        settled: ordered(
          entries.filter((entry) => entry.settled === true),
          ({ time }) => time,
        ),
      },
    ]),
  )
  return effects.flatMap(({ at, ownerId, resource, marker, cluster }) => {
    const { deletion, settled } = reports.get(ownerId) ?? {}
    if (deletion !== undefined && deletion.time < at)
      return [`${resource} was written to ${cluster} after the deletion of ${deletion.name}`]
    const report = newestBelow(settled, at)
    if (report === undefined || marker === undefined) return []
    const desired = markers.get(report.name)
    const newest = newestBelow(desired?.inOrder, report.seq)
    const requestedAt = desired?.first.get(marker)
    return newest !== undefined && requestedAt !== undefined && requestedAt < newest.seq
      ? [`${marker} was written to ${resource} in ${cluster} after a newer one was reported`]
      : []
  })
}

/** Returns the desired states of each name in order, with the first log position of each. */
function markersByName(log: readonly LogEntry[]) {
  const withMarker = Map.groupBy(
    log.filter(({ marker }) => marker !== undefined),
    ({ name }) => name,
  )
  return new Map(
    [...withMarker].map(([name, entries]) => {
      const first = new Map<string | undefined, number>()
      for (const { marker, seq } of entries) if (!first.has(marker)) first.set(marker, seq)
      return [name, { inOrder: ordered(entries, ({ seq }) => seq), first }]
    }),
  )
}

/** Describes everything that differs from the desired state. */
export function deviations(state: AtRest): string[] {
  return [...unsettled(state), ...orphans(state)]
}

function unsettled({ objects, markers, desired, applications, examples, builds }: AtRest): string[] {
  const instances = new Map(
    objects.filter(({ kind }) => kind === 'WorkloadInstance').map((object) => [object.name, object]),
  )
  const wrong = objects
    .filter((object) => !object.settled && !isEndedDelivery(object))
    .map(({ kind, name, status }) => `${kind} ${name} is ${JSON.stringify(status)}`)
  for (const [name, marker] of desired) {
    const exists = instances.has(name)
    if (marker === undefined && exists) wrong.push(`${name} still exists`)
    if (marker !== undefined && !exists) wrong.push(`${name} does not exist`)
    if (markers.get(name) !== marker)
      wrong.push(`${name} has ${markers.get(name)} in its cluster, not ${marker}`)
  }
  return [
    ...wrong,
    ...wrongApplications(objects, applications),
    ...wrongExamples(objects, examples),
    ...wrongBuilds(objects, builds),
  ]
}

/**
 * Finds objects that were not removed in time. Resync removes them seconds later, so most of them show up only in the
 * log.
 */
function notRemoved({ objects, log }: Remains): string[] {
  const left = objects.filter((object) => object.notRemoved)
  const swept = log.filter((entry) => entry.swept)
  return [
    ...left.map(({ kind, name }) => `${kind} ${name} is being deleted, and nothing references it`),
    ...swept.map(({ kind, name }) => `${kind} ${name} was not removed with its last referrer`),
  ]
}

const keyOf = ({ cluster, ownerId, resource }: OwnedResource): string =>
  `${cluster} ${resource} of ${ownerId}`

/** Finds resources that only the inventory or only a cluster, or AWS, has. */
function orphans({ inventory, inClusters, objects, aws }: AtRest): string[] {
  const [noted, real] = [new Set(inventory.map(keyOf)), new Set(inClusters.map(keyOf))]
  const owners = new Set(objects.map(({ id }) => id))
  return [
    ...[...real].filter((key) => !noted.has(key)).map((key) => `${key} is not in the inventory`),
    ...[...noted].filter((key) => !real.has(key)).map((key) => `${key} is not in the cluster`),
    ...inClusters
      .filter(({ ownerId }) => !owners.has(ownerId))
      .map((each) => `${keyOf(each)}, whose owner was deleted`),
    ...(aws === undefined ? [] : wrongInAws(aws)),
  ]
}

/** Finds resources that belong to several objects, and objects that have a resource more than once. */
function twiceIn(resources: readonly OwnedResource[]): string[] {
  const locations = resources.map(({ cluster, ownerId, resource }) => {
    const [kind = '', path = ''] = resource.split(' ')
    return `${kind} ${path.split('/').at(-1)} of ${ownerId}${cluster === '' ? '' : ' in any cluster'}`
  })
  return repeated(locations)
}

/** Returns the repeated items, once per repetition. */
function repeated<Item>(items: readonly Item[]): Item[] {
  const seen = new Set<Item>()
  return items.filter((item) => seen.size === seen.add(item).size)
}
