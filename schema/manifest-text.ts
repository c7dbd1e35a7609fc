import { z } from 'zod'
import { mostTextBytes } from './limits.ts'
import { digestManifests } from './manifests.ts'

/** A spec field with Kubernetes manifests: many documents of YAML in one text. */
export function manifestText(description: string): z.ZodString {
  return z
    .string({ error: 'must be a string with Kubernetes YAML' })
    .superRefine((text, context) => {
      const size = Buffer.byteLength(text)
      if (size > mostTextBytes) {
        const message = `has ${size.toLocaleString('en')} bytes, more than the ${mostTextBytes.toLocaleString('en')} (3 MiB) of a text`
        const remedy = 'Split it over several WorkloadDefinitions.'
        context.addIssue({ code: 'custom', message, params: { remedy } })
        return
      }
      const { resources, errors } = digestManifests(text)
      for (const { path, message, line, column, ...params } of errors) {
        const at = path === '' ? [] : [path]
        context.addIssue({ code: 'custom', message, path: at, params: { ...params, line, column } })
      }
      if (errors.length === 0 && resources.length === 0) {
        const remedy = 'Add at least one object with apiVersion, kind and metadata.name.'
        context.addIssue({ code: 'custom', message: 'holds no Kubernetes resource', params: { remedy } })
      }
    })
    .meta({ description, manifests: true })
}
