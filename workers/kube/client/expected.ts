import type { z } from 'zod'
import { KubeError } from './kube-error.ts'

/** An answer of a cluster in the shape that the API of Kubernetes promises. Throws KubeError `garbled`. */
export function expected<Shape extends z.ZodType>(
  shape: Shape,
  answer: unknown,
  { server }: { server: string },
): z.infer<Shape> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  const message = `${server} answered with JSON that no Kubernetes API server sends`
  throw new KubeError('garbled', message, { reason: 'NotKubernetes' })
}
