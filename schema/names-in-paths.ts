/*
 * Rules for names that become segments of a path of the Kubernetes API. Other names would lead to another path: URL
 * parsers resolve `..` to the parent segment.
 */

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const dnsSubdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/**
 * Reports whether a string is `v1` or a group and version: https://kubernetes.io/docs/reference/using-api/#api-groups
 */
export function isApiVersion(value: string): boolean {
  const [first = '', second, ...more] = value.split('/')
  if (more.length > 0) return false
  return second === undefined ? dnsLabel.test(first) : dnsSubdomain.test(first) && dnsLabel.test(second)
}

/**
 * Reports whether a string satisfies the rules that names of all kinds share:
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names
 */
export function isPathSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/[/%]/.test(value) && value.isWellFormed()
}

/** The rules for strings of a manifest that become segments of paths. */
export const pathRules = {
  apiVersion: {
    isValid: isApiVersion,
    message: 'must be an API version',
    remedy: 'Use v1, or GROUP/VERSION such as apps/v1.',
  },
  kind: {
    isValid: (value: string) => /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/.test(value),
    message: 'must be the name of a kind',
    remedy: 'Use letters and digits, as in ConfigMap.',
  },
  name: {
    isValid: isPathSegment,
    message: 'must be a valid path segment',
    remedy: 'Use a name without "/" and "%" that is neither "." nor "..".',
  },
  namespace: {
    isValid: (value: string) => dnsLabel.test(value),
    message: 'must be a DNS label',
    remedy: 'Use at most 63 lower case letters, digits and "-", starting and ending with a letter or digit.',
  },
} as const
