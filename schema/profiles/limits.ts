import { z } from 'zod'
import { shownValue, type FieldError } from '../errors.ts'
import { own } from '../own.ts'
import { isRecord } from '../records.ts'
import { isQuantity, isSmaller, quantity } from '../sizes.ts'

/* Limits that a platform team sets for fields of specs, in profiles and tiers. */

/** A path of names, in which `[]` stands for every entry of a list: `scale[].replicas`. */
const limitedField = /^[A-Za-z]\w*(\[\])?(\.[A-Za-z]\w*(\[\])?)*$/

export const FieldLimit = z
  .strictObject({
    field: z
      .string()
      .max(200)
      .regex(limitedField, { error: 'must be a path like size or scale[].replicas' })
      .meta({ description: 'The path of the field, in which `[]` stands for every entry of a list.' }),
    minimum: z.number().optional().meta({ description: 'The minimum of the number.' }),
    maximum: z.number().optional().meta({ description: 'The maximum of the number.' }),
    minimumQuantity: quantity()
      .optional()
      .meta({ description: 'The minimum of the quantity, for example `1Gi`.' }),
    maximumQuantity: quantity()
      .optional()
      .meta({ description: 'The maximum of the quantity, for example `100Gi`.' }),
    allowed: z
      .array(z.string())
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The values that are allowed.' }),
  })
  .meta({ description: 'A limit of a field.' })
export type FieldLimit = z.infer<typeof FieldLimit>

/** The object that sets a limit, for errors: `profile "standard"`. */
export interface LimitSource {
  /** The path of the spec. */
  path: string
  source: string
}

/** Returns an error for each value of a spec that a limit excludes, with the limit and its source. */
export function limitErrors(
  limits: readonly FieldLimit[],
  spec: Readonly<Record<string, unknown>>,
  { path, source }: LimitSource,
): FieldError[] {
  return limits.flatMap((limit) =>
    valuesAt(spec, limit.field.split('.'), path).flatMap(({ at, value }) => {
      const broken = brokenLimit(limit, value)
      if (broken === undefined) return []
      return [
        {
          path: at,
          code: limit.allowed === undefined ? ('OUT_OF_RANGE' as const) : ('NOT_SUPPORTED' as const),
          message: `${broken.message}, a limit of ${source}`,
          value: shownValue(value),
          remedy: `${broken.remedy}, or ask your platform team to change ${source}.`,
        },
      ]
    }),
  )
}

interface BrokenLimit {
  message: string
  remedy: string
}

function brokenLimit(limit: FieldLimit, value: unknown): BrokenLimit | undefined {
  const { minimum, maximum, minimumQuantity: least, maximumQuantity: most, allowed } = limit
  if (typeof value === 'number' && maximum !== undefined && value > maximum) return tooLarge(maximum)
  if (typeof value === 'number' && minimum !== undefined && value < minimum) return tooSmall(minimum)
  if (typeof value === 'string' && isQuantity(value)) {
    if (most !== undefined && isSmaller(most, value)) return tooLarge(most)
    if (least !== undefined && isSmaller(value, least)) return tooSmall(least)
  }
  if (allowed !== undefined && !allowed.includes(String(value))) {
    const names = allowed.join(', ')
    return { message: `must be one of ${names}`, remedy: `Use one of ${names}` }
  }
  return undefined
}

function tooLarge(maximum: number | string): BrokenLimit {
  return { message: `must be at most ${maximum}`, remedy: `Use at most ${maximum}` }
}

function tooSmall(minimum: number | string): BrokenLimit {
  return { message: `must be at least ${minimum}`, remedy: `Use at least ${minimum}` }
}

interface FoundValue {
  at: string
  value: unknown
}

/** Returns the values at a path, of which a segment that ends with `[]` leads to every entry of a list. */
function valuesAt(value: unknown, [segment, ...rest]: readonly string[], at: string): FoundValue[] {
  if (segment === undefined) return value === undefined ? [] : [{ at, value }]
  if (!isRecord(value)) return []
  const isList = segment.endsWith('[]')
  const name = isList ? segment.slice(0, -2) : segment
  const next = own(value, name)
  const path = at === '' ? name : `${at}.${name}`
  if (!isList) return valuesAt(next, rest, path)
  return Array.isArray(next) ? next.flatMap((each, index) => valuesAt(each, rest, `${path}[${index}]`)) : []
}
