import { createHash } from 'node:crypto'
import type { SupportService } from './support-services.ts'

/** The maximum length of names of objects, and of DNS labels. */
const maxLength = 63

/** Returns the name of a support service in a runtime. */
export function supportServiceName(service: SupportService, runtime: string): string {
  return shortName(`${service}-${runtime}`)
}

/** Returns the name of the preview of a pull request. */
export function previewName(application: string, pullRequest: number): string {
  return shortName(`${application}-pr-${pullRequest}`)
}

/** Shortens a name to 63 characters. A shortened name ends with a hash, so that different names stay different. */
export function shortName(name: string): string {
  if (name.length <= maxLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxLength - 9)}-${hash}`
}
