import { z } from 'zod'
import type { SpecProblem } from './kinds/kind.ts'
import { parseQuantity } from './kubernetes/quantity.ts'

/** Declares a spec field with an amount of storage, such as `10Gi`. */
export function storageSize(description: string, { min, example }: { min: string; example: string }) {
  return z
    .string({ error: `must be an amount of storage such as "${example}"` })
    .max(20)
    .regex(/^\d+(\.\d+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)$/, {
      error: `must be an amount of storage such as "${example}"`,
    })
    .refine((size) => parseQuantity(size) >= parseQuantity(min), { error: `must be at least ${min}` })
    .meta({ description, filterable: true })
}

/** Declares a quantity of anything as Kubernetes writes it, such as `500m` or `10Gi`. */
export function quantity() {
  return z
    .string({ error: 'must be a quantity such as 500m or 10Gi' })
    .max(20)
    .regex(/^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi)?$/, { error: 'must be a quantity such as 500m or 10Gi' })
}

/** Reports whether a text is a quantity. */
export function isQuantity(text: string): boolean {
  return quantity().safeParse(text).success
}

/** Reports whether one amount of storage is smaller than another. */
export function isSmaller(size: string, other: string): boolean {
  return parseQuantity(size) < parseQuantity(other)
}

/**
 * Returns the problem of volumes that would have to shrink.
 *
 * @param remedy What to do instead of shrinking them, for example `copy the data`
 */
export function shrinkProblems(
  path: string,
  { size, before, remedy }: { size: string | undefined; before: unknown; remedy: string },
): SpecProblem[] {
  if (size === undefined || typeof before !== 'string' || !isSmaller(size, before)) return []
  const message = `must not be smaller than ${before}, because volumes cannot shrink`
  return [{ path, code: 'CONFLICT', message, remedy: `Keep ${before}, or ${remedy}.` }]
}
