import { expect, it } from 'vitest'
import { plannedPromotions } from '../../../schema/delivery/planned-promotions.ts'

function change(kind: string, spec: object) {
  const differences = Object.entries(spec).map(([field, after]) => ({ path: `spec.${field}`, after }))
  return { kind, project: 'default', differences }
}

it('reads the promotions that a plan makes, each of its application', () => {
  const parts = { environment: 'live', revision: 2, base: 1, only: ['image'] }
  const changes = [
    change('Promotion', { application: 'shop', reason: 'fast', ...parts }),
    change('Promotion', { application: 'theme', ...parts }),
    change('Hold', { application: 'shop', environment: 'live', revision: 1 }),
    // One that exists and gets another reason.
    change('Promotion', { reason: 'slow' }),
  ]
  expect(plannedPromotions(changes)).toEqual([
    { project: 'default', application: 'shop', ...parts },
    { project: 'default', application: 'theme', ...parts },
  ])
})
