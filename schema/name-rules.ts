import { z } from 'zod'

/**
 * The name of an object. Names are valid Kubernetes label values (at most 63 characters), since every resource in a
 * cluster carries the name of its owner as a label. Upper case is allowed because names of the legacy system use it.
 * Source:
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export const Name = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty', abort: true })
  .max(63, 'must have at most 63 characters')
  .regex(/^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, {
    error: 'must start and end with a letter or digit and contain only letters, digits, "-", "_" and "."',
  })

/** A label key: an optional DNS prefix and a name, as in Kubernetes. */
export const LabelKey = z
  .string()
  .max(317, 'must have at most 317 characters')
  .regex(/^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/, {
    error: 'must be a label key such as "team" or "example.com/team"',
  })

/** A label value, as in Kubernetes. */
export const LabelValue = z
  .string({ error: 'must be a string; quote numbers and booleans' })
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/, {
    error:
      'must be empty or have at most 63 letters, digits, "-", "_" and ".", starting and ending with a ' +
      'letter or digit',
  })

/** Limits the number of entries before any of them is validated. */
const BoundedMap = z
  .unknown()
  .refine((value) => typeof value !== 'object' || value === null || Object.keys(value).length <= 64, {
    error: 'must have at most 64 entries',
    abort: true,
  })

export const Labels = BoundedMap.pipe(z.record(LabelKey, LabelValue))
export type Labels = z.infer<typeof Labels>

/** The maximum size in bytes of the annotations of an object: all keys and values together, as in Kubernetes. */
export const maxAnnotationBytes = 256 * 1024

/** Limits the size before any entry is validated. */
const BoundedText = z.unknown().refine((value) => textBytes(value) <= maxAnnotationBytes, {
  error: `must have at most ${maxAnnotationBytes / 1024} kB in total`,
  abort: true,
})

const encoder = new TextEncoder()

function textBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (bytes, [key, text]) => bytes + encoder.encode(key + (typeof text === 'string' ? text : '')).length,
    0,
  )
}

export const Annotations = BoundedText.pipe(
  z.record(LabelKey, z.string({ error: 'must be a string; quote numbers and booleans' })),
)
export type Annotations = z.infer<typeof Annotations>
