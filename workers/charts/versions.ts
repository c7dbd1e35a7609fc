import semver from 'semver'
import { ChartError } from './chart-error.ts'

/**
 * Returns the newest version in a range, as Helm chooses it: pre-releases only if the range names one. An exact version
 * is found in any spelling that the repository uses.
 *
 * @param where The repository and the chart, for errors
 */
export function chooseVersion(versions: readonly string[], range: string | undefined, where: string): string {
  if (range !== undefined && versions.includes(range)) return range
  const wanted = range === undefined ? '*' : range.replaceAll(',', ' ')
  if (semver.validRange(wanted) === null) {
    const message = `the version ${JSON.stringify(range)} of ${where} is neither a version nor a range such as "^1.2"`
    throw new ChartError('InvalidVersion', message, { blocked: true })
  }
  const valid = versions.filter((version) => semver.valid(version) !== null)
  const chosen = semver.maxSatisfying(valid, wanted)
  if (chosen !== null) return chosen
  throw new ChartError('VersionNotFound', `${where} has no version ${range ?? '*'}; ${available(valid)}`)
}

/** Reports whether a version can be fetched as it is, without a list of all versions. */
export function isExact(range: string | undefined): range is string {
  return range !== undefined && semver.valid(range) !== null
}

function available(versions: readonly string[]): string {
  const newest = semver.rsort([...versions]).slice(0, 5)
  return newest.length === 0 ? 'it has no versions' : `its newest versions are ${newest.join(', ')}`
}
