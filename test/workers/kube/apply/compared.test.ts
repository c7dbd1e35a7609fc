import { expect, it } from 'vitest'
import { isUnchanged, type Compared } from '../../../../workers/kube/apply/compared.ts'

const compared = (recorded: string, live: string): Compared =>
  ({
    resource: { manifest: { metadata: { name: 'web' } } },
    entry: { uid: 'u', resourceVersion: recorded, liveGeneration: 2 },
    live: { metadata: { uid: 'u', resourceVersion: live, generation: 2 } },
  }) as unknown as Compared

it.each([
  ['the recorded one', '100', '100', true],
  ['later, as after a change of the status', '99', '100', true],
  ['earlier, as after a restore of the cluster', '100', '99', false],
  ['no number, which says nothing about the order', 'b', 'a', true],
])('an object of the same generation whose resource version is %s', (_, recorded, live, isSame) => {
  expect(isUnchanged(compared(recorded, live))).toBe(isSame)
})
