import { expect, it } from 'vitest'
import { withParameters } from '../../../workers/resources/parameters.ts'

it('names both remedies for a parameter that a definition began to require while an instance was created', () => {
  const declared = [{ name: 'size', type: 'integer' as const, set: [] }]
  expect(() => withParameters([], declared, {})).toThrow(
    'the definition requires parameter size, which the instance does not set: set spec.parameters.size of the ' +
      'instance, or give the parameter a default in the definition',
  )
})
