/**
 * Returns the approximate length of a value as JSON, or a greater one than the limit as soon as it is beyond it. Characters that JSON
 * escapes count as one.
 */
export function jsonLengthWithin(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 4
  let length = 2
  if (Array.isArray(value))
    for (const item of value) {
      length += 1 + jsonLengthWithin(item, limit - length)
      if (length > limit) return length
    }
  else
    for (const field in value) {
      length += field.length + 4 + jsonLengthWithin(Reflect.get(value, field), limit - length)
      if (length > limit) return length
    }
  return length
}
