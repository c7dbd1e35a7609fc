import { own } from '../json.ts'
import { isIP, isIPv4, isIPv6 } from 'node:net'

const patterns: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  duration: /^-?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/,
  email: /^[^\s@]+@[^\s@]+$/,
  hostname: /^[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?)*$/,
  mac: /^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/,
  uuid: /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i,
  byte: /^[A-Za-z0-9+/\r\n]*={0,2}$/,
}

const checks: Readonly<Record<string, (value: string) => boolean>> = {
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: (value) => /\/\d+$/.test(value) && isIP(value.split('/')[0] ?? '') !== 0,
  uri: (value) => URL.canParse(value) || value.startsWith('/'),
}

/** Returns the problem of a value; undefined if it has the format, or if the API server does not check the format. */
export function formatProblem(format: string, value: string): string | undefined {
  const pattern = own(patterns, format)
  const isFine = pattern === undefined ? (own(checks, format)?.(value) ?? true) : pattern.test(value)
  return isFine ? undefined : `not a ${format}`
}
