import { expect, it } from 'vitest'
import { planBasis } from '../../../schema/delivery/plan-digests.ts'

it('has digests that stay the same between releases, because those of approvals are stored', () => {
  const entry = {
    environment: 'live',
    parameters: { zone: 'b', 10: 2, 9: true, area: 'ü' },
    overrides: { images: [{ newTag: '2', name: 'shop' }] },
  }
  expect(planBasis({ runs: 3, entry, rules: { settle: 3, approvals: 2 } })).toEqual({
    runs: '3',
    'application.parameters': 'c5fbc63ebd8d4e78',
    'application.overrides': '88e1e37b37b6d0d5',
    'environment.settle': '4e07408562bedb8b',
  })
})
