import { expect, it } from 'vitest'
import { withParameters } from '../../../schema/overriding/parameters.ts'

it('names both remedies for a parameter that a definition began to require while an instance was created', () => {
  const declared = [{ name: 'size', type: 'integer' as const, set: [] }]
  expect(() => withParameters([], declared, {})).toThrow(
    'parameters do not set size, which the definition requires; set spec.parameters.size of the instance, or give ' +
      'the parameter a default in the definition',
  )
})
