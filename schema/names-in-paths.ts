/*
 * What names may be that become parts of a path of the Kubernetes API. Others would lead to another path: a URL parser
 * takes `..` for the folder above.
 */

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const dnsSubdomain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/** `v1`, or the group and version of a kind: https://kubernetes.io/docs/reference/using-api/#api-groups */
export function isApiVersion(text: string): boolean {
  const [first = '', second, ...more] = text.split('/')
  if (more.length > 0) return false
  return second === undefined ? dnsLabel.test(first) : dnsSubdomain.test(first) && dnsLabel.test(second)
}

/** What names of all kinds have in common: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names */
export function isPathSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/%]/.test(text) && text.isWellFormed()
}

/** What texts of a manifest have to be that go into paths. */
export const pathRules = {
  apiVersion: {
    holds: isApiVersion,
    message: 'must be the version of an API',
    remedy: 'Write v1, or GROUP/VERSION such as apps/v1.',
  },
  kind: {
    holds: (text: string) => /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/.test(text),
    message: 'must be the name of a kind',
    remedy: 'Write one of letters and digits, such as ConfigMap.',
  },
  name: {
    holds: isPathSegment,
    message: 'cannot be part of a path',
    remedy: 'Choose a name that is neither "." nor "..", without "/" and "%".',
  },
  namespace: {
    holds: (text: string) => dnsLabel.test(text),
    message: 'must be a DNS label',
    remedy: 'Use at most 63 lower case letters, digits and "-", beginning and ending with a letter or digit.',
  },
} as const
