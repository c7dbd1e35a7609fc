import type { FieldError } from './errors.ts'
import { maxTextBytes } from './limits.ts'
import { digestManifests } from './manifests.ts'

/** Validates the content of a field with Kubernetes manifests. The type of the field only requires a string. */
export function manifestTextErrors(text: string, path: string): FieldError[] {
  const size = new TextEncoder().encode(text).byteLength
  if (size > maxTextBytes) {
    const message = `must have at most ${maxTextBytes.toLocaleString('en')} bytes (3 MiB)`
    const value = `${size.toLocaleString('en')} bytes`
    return [{ path, code: 'TOO_LONG', message, value, remedy: 'Split it into several WorkloadDefinitions.' }]
  }
  const { resources, errors } = digestManifests(text)
  if (errors.length === 0 && resources.length === 0) {
    const remedy = 'Add at least one object with apiVersion, kind and metadata.name.'
    return [{ path, code: 'REQUIRED', message: 'contains no Kubernetes resource', remedy }]
  }
  return errors.map((error) => ({ ...error, path: error.path === '' ? path : `${path}.${error.path}` }))
}
