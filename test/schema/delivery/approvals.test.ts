import { expect, it } from 'vitest'
import { approvedRevision } from '../../../schema/delivery/approvals.ts'

/** Returns what promotions such as `5 ann` have approved. */
function approved(needed: number, ...promotions: string[]) {
  const specs = promotions.map((each) => {
    const [revision = '', approver = ''] = each.split(' ')
    return { revision: Number(revision), approver }
  })
  const { revision, pending } = approvedRevision(specs, needed)
  return [revision, pending && `${pending.revision} ${pending.approvers.join(' ')}`]
}

it('is the revision of the newest promotion where one approval is enough', () => {
  expect(approved(1)).toEqual([undefined, undefined])
  expect(approved(1, '5 ann', '3 ann')).toEqual([3, undefined])
})

it('is a revision that as many different users have promoted', () => {
  expect(approved(2, '5 ann')).toEqual([undefined, '5 ann'])
  expect(approved(2, '5 ann', '5 ann')).toEqual([undefined, '5 ann'])
  expect(approved(2, '5 ann', '5 bob')).toEqual([5, undefined])
  expect(approved(3, '5 ann', '6 bob', '5 bob', '5 cat')).toEqual([5, undefined])
})

it('stays until another one has all approvals, of which the newest is shown', () => {
  const before = ['5 ann', '5 bob']
  expect(approved(2, ...before, '6 ann')).toEqual([5, '6 ann'])
  expect(approved(2, ...before, '6 ann', '7 bob', '6 ann')).toEqual([5, '6 ann'])
  expect(approved(2, ...before, '6 ann', '5 bob')).toEqual([5, undefined])
})

it('needs new approvals to be approved again', () => {
  const before = ['5 ann', '5 bob', '6 ann', '6 bob']
  expect(approved(2, ...before)).toEqual([6, undefined])
  expect(approved(2, ...before, '5 ann')).toEqual([6, '5 ann'])
  expect(approved(2, ...before, '5 ann', '5 bob')).toEqual([5, undefined])
})
