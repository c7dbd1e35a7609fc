import { expect, it } from 'vitest'
import type { Choice } from '../../../schema/delivery/choose.ts'
import type { Surroundings } from '../../../schema/delivery/surroundings.ts'
import { deliverySummary } from '../../../workers/delivery/summaries.ts'

const revisions = [{ name: 'r1' }, { name: 'r2', delivery: 'shop-2' }].map(({ name, ...spec }, index) => ({
  name,
  spec: { number: index + 1, ...spec },
}))
const around = { revisions, stages: [], invalid: [], decisions: [] } as unknown as Surroundings

/** Returns what becomes of the delivery of the second revision, while the first stays in the only environment. */
function summaryWith(choice: Pick<Choice, 'waiting' | 'isBusy'>) {
  const [first] = revisions
  const choices = [{ environment: 'live', policy: 'automatic', revision: first, ...choice }] as Choice[]
  const delivery = { name: 'shop-2', outputs: {} } as Parameters<typeof deliverySummary>[0]
  return deliverySummary(delivery, { around, choices, ended: new Map() })
}

it('a delivery waits for people, and is only accepted while a job of another revision runs', () => {
  const held = summaryWith({ waiting: 'Held by ann: payments fail' })
  expect(held).toEqual({
    name: 'shop-2',
    state: 'Waiting',
    revision: 2,
    message: 'Held by ann: payments fail',
  })
  const waiting = 'Job migrate of revision 1 runs in live.'
  const busy = summaryWith({ waiting, isBusy: true })
  expect(busy).toEqual({ name: 'shop-2', state: 'Accepted', revision: 2, message: waiting })
})
