import { z } from 'zod'

const label = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?'
const labels = new RegExp(`^${label}(\\.${label})*$`)
const domain = new RegExp(`^(${label}\\.)+${label}$`)

function problemOf(value: string, example: string): string {
  if (value.includes('://') || value.includes('/'))
    return `must be a host name without a scheme and a path, such as "${example}"`
  if (value.includes(':')) return `must be a host name without a port, such as "${example}"`
  if (value !== value.toLowerCase()) return `must be in lower case: "${value.toLowerCase()}"`
  if (/[^\0-\x7f]/.test(value) && URL.canParse(`http://${value}`))
    return `must be in its ASCII form "${new URL(`http://${value}`).hostname}"`
  return `must be a host name of lower case letters, digits, "-" and ".", such as "${example}"`
}

/** A fully qualified host name in lower case, without a trailing dot. */
export const DomainName = z
  .string({ error: 'must be a host name' })
  .max(253, 'must have at most 253 characters')
  .regex(domain, { error: ({ input }) => problemOf(String(input), 'shop.example.com') })
  .refine((name) => !/\.\d+$/.test(name), { error: 'must be a host name, not an IP address' })

/** Returns a name as a label of a host name. */
export function hostLabel(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
}

/** One or more labels that precede a domain name. */
export const SubDomain = z
  .string({ error: 'must be a host name' })
  .max(190, 'must have at most 190 characters')
  .regex(labels, { error: ({ input }) => problemOf(String(input), 'shop') })
