import { invalidValue } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { objectOf, own, stringOf, type Json, type JsonObject } from '../json.ts'
import { qualifiedNameProblems } from '../schema/names.ts'
import { compareQuantities, parseQuantity } from '../schema/quantity.ts'

const standard = new Set(['cpu', 'memory', 'ephemeral-storage'])

/** Checks the limits and requests of a container. */
export function resourceErrors(resources: Json | undefined, field: string): FieldError[] {
  const { limits, requests } = objectOf(resources)
  const errors = [
    ...listErrors(objectOf(limits), `${field}.limits`),
    ...listErrors(objectOf(requests), `${field}.requests`),
  ]
  for (const [name, amount] of Object.entries(objectOf(requests))) {
    const limit = own(objectOf(limits), name)
    if (limit === undefined || compareQuantities(stringOf(amount), stringOf(limit)) <= 0) continue
    errors.push(
      invalidValue(
        `${field}.requests`,
        amount,
        `must be less than or equal to ${name} limit of ${String(limit)}`,
      ),
    )
  }
  return errors
}

function listErrors(amounts: JsonObject, field: string): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const at = `${field}.${name}`.replace(`${field}.${name}`, `${field}[${name}]`)
    const errors: FieldError[] = qualifiedNameProblems(name).map((detail) => invalidValue(at, name, detail))
    if (!standard.has(name) && !name.includes('/') && !name.startsWith('hugepages-') && errors.length === 0)
      errors.push(
        invalidValue(at, name, 'must be a standard resource type or fully qualified'),
        invalidValue(at, name, 'must be a standard resource for containers'),
      )
    if ((parseQuantity(stringOf(amount))?.nanos ?? 0n) < 0n)
      errors.push(invalidValue(at, amount, 'must be greater than or equal to 0'))
    return errors
  })
}
