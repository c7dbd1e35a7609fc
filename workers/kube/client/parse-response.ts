import type { z } from 'zod'
import { KubeError } from './kube-error.ts'

/** Parses a response against the schema that the Kubernetes API guarantees. Throws KubeError `garbled`. */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  response: unknown,
  { server }: { server: string },
): z.infer<Schema> {
  const parsed = schema.safeParse(response)
  if (parsed.success) return parsed.data
  const message = `${server} returned JSON that is not from a Kubernetes API server`
  throw new KubeError('garbled', message, { reason: 'NotKubernetes' })
}
