import { lt, rcompare, valid } from 'semver'
import { counted } from '../../counted.ts'
import type { KnownProcess, ProcessRole } from '../../processes.ts'

/** The processes of one release. */
export interface ReleaseGroup {
  release: string
  servers: number
  workers: number
}

/** Processes of more than one release, as during an upgrade. */
export interface VersionSkew {
  /** The newest first. */
  releases: readonly ReleaseGroup[]
  message: string
  remedy: string
}

/** Returns by which releases the running processes differ; undefined if they do not. */
export function versionSkewOf(processes: readonly KnownProcess[]): VersionSkew | undefined {
  const running = processes.filter(({ state }) => state === 'running' || state === 'unknown')
  const groups = Map.groupBy(running, ({ report: { release } }) => release)
  if (groups.size < 2) return undefined
  const numberOf = (members: readonly KnownProcess[], role: ProcessRole): number =>
    members.filter(({ report }) => report.role === role).length
  const releases = [...groups]
    .map(([release, members]) => ({
      release,
      servers: numberOf(members, 'server'),
      workers: numberOf(members, 'worker'),
    }))
    .sort((one, other) => newestFirst(one.release, other.release))
  const message = `Releases differ: ${releases.map(groupText).join('; ')}.`
  return { releases, message, remedy: remedyFor(releases) }
}

function groupText({ release, servers, workers }: ReleaseGroup): string {
  const parts = [
    ...(servers === 0 ? [] : [counted(servers, 'server')]),
    ...(workers === 0 ? [] : [counted(workers, 'worker')]),
  ]
  return `${parts.join(' and ')} of ${release}`
}

/** Returns the next step of an upgrade: servers first, then workers. */
function remedyFor(releases: readonly ReleaseGroup[]): string {
  const newest = releases[0]?.release ?? ''
  const hasOlderServer = releases.some(({ release, servers }) => servers > 0 && isOlder(release, newest))
  return hasOlderServer
    ? `Replace the servers that are older than ${newest} first, then the workers.`
    : `The servers are of ${newest}: replace the older workers to finish the upgrade.`
}

function isOlder(release: string, other: string): boolean {
  if (valid(release) === null || valid(other) === null) return release !== other
  return lt(release, other)
}

/** Releases that are no versions come last. */
function newestFirst(one: string, other: string): number {
  if (valid(one) === null || valid(other) === null)
    return Number(valid(one) === null) - Number(valid(other) === null) || one.localeCompare(other)
  return rcompare(one, other)
}
