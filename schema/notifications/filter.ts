import type { Notice } from './notice.ts'
import { defaultReasons, forgeReasons, severities, testReason, type Severity } from './reasons.ts'

/** The part of the spec of a channel that chooses notifications. */
export interface NoticeFilter {
  type: string
  reasons?: readonly string[] | undefined
  minSeverity?: Severity | undefined
  kinds?: readonly string[] | undefined
  names?: readonly string[] | undefined
  matchLabels?: Readonly<Record<string, string>> | undefined
  applications?: readonly string[] | undefined
  environments?: readonly string[] | undefined
}

/** Reports whether a channel is for a notice about an object with these labels. */
export function accepts(
  filter: NoticeFilter,
  notice: Notice,
  labels: Readonly<Record<string, string>>,
): boolean {
  const { reason, severity, kind, name, application, environment } = notice
  const { minSeverity = 'info' } = filter
  // The end of a problem belongs to whoever was notified of the problem.
  const isSevere = reason === 'Recovered' || severities.indexOf(severity) >= severities.indexOf(minSeverity)
  return (
    reason !== testReason &&
    isSevere &&
    matches(filter.reasons ?? reasonsOf(filter.type), reason) &&
    (filter.kinds === undefined || filter.kinds.includes(kind)) &&
    (filter.names === undefined || matches(filter.names, name)) &&
    (filter.applications === undefined || includes(filter.applications, application)) &&
    (filter.environments === undefined || includes(filter.environments, environment)) &&
    Object.entries(filter.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  )
}

/** Returns the reasons of which a channel of a type is notified by default. */
function reasonsOf(type: string): readonly string[] {
  return isForge(type) ? forgeReasons : defaultReasons
}

/** Reports whether channels of a type report deployments to a forge. */
export function isForge(type: string): boolean {
  return type === 'github' || type === 'gitlab'
}

function includes(values: readonly string[], value: string | undefined): boolean {
  return value !== undefined && values.includes(value)
}

/** Reports whether one of the patterns, in which `*` stands for any characters, is that of a value. */
function matches(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) => isMatch(pattern.split('*'), value))
}

/** Compares part by part: a regular expression of a user could run for minutes. */
function isMatch([first = '', ...parts]: string[], value: string): boolean {
  const last = parts.pop()
  if (last === undefined) return value === first
  if (!value.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = value.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return value.length - last.length >= at && value.endsWith(last)
}
