import { createHash } from 'node:crypto'

/** The maximum length of names of objects, and of DNS labels. */
const maxLength = 63

/** Shortens a name to 63 characters. A shortened name ends with a hash, so that different names stay different. */
export function shortName(name: string): string {
  if (name.length <= maxLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxLength - 9)}-${hash}`
}
