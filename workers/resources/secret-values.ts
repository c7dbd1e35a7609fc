import { z } from 'zod'

const OpenedSecret = z.object({
  data: z.record(z.string(), z.string()).default({}),
  binaryData: z.record(z.string(), z.string()).default({}),
})

/** Returns the values in the opened spec of a SecretDefinition, by key. */
export function secretValues(spec: unknown): Record<string, string> {
  const { data, binaryData } = OpenedSecret.parse(spec)
  const decoded = Object.entries(binaryData).map(
    ([key, text]) => [key, Buffer.from(text, 'base64').toString()] as const,
  )
  return { ...data, ...Object.fromEntries(decoded) }
}
