import type { FieldError } from './errors.ts'
import { mostTextBytes } from './limits.ts'
import { digestManifests } from './manifests.ts'

/** Checks a text of Kubernetes manifests, of which the type of its field says only that it is a string. */
export function manifestTextErrors(text: string, path: string): FieldError[] {
  const size = new TextEncoder().encode(text).byteLength
  if (size > mostTextBytes) {
    const message = `has ${size.toLocaleString('en')} bytes, more than the ${mostTextBytes.toLocaleString('en')} (3 MiB) of a text`
    return [{ path, message, remedy: 'Split it over several WorkloadDefinitions.' }]
  }
  const { resources, errors } = digestManifests(text)
  if (errors.length === 0 && resources.length === 0) {
    const remedy = 'Add at least one object with apiVersion, kind and metadata.name.'
    return [{ path, message: 'holds no Kubernetes resource', remedy }]
  }
  return errors.map((error) => ({ ...error, path: error.path === '' ? path : `${path}.${error.path}` }))
}
