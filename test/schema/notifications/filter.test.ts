import { describe, expect, it } from 'vitest'
import { accepts, type NoticeFilter } from '../../../schema/notifications/filter.ts'
import type { Notice } from '../../../schema/notifications/notice.ts'

const notice: Notice = {
  reason: 'RolledBack',
  severity: 'warning',
  title: 'shop: revision 3 was rolled back in production',
  message: '',
  command: 'qleetctl rollouts shop',
  kind: 'Stage',
  name: 'shop-production',
  project: 'default',
  time: '2026-11-25T18:00:00.000Z',
  application: 'shop',
  environment: 'production',
}

describe('a notice', () => {
  it.each<[string, boolean, Partial<NoticeFilter>, Partial<Notice>]>([
    ['of a default reason, without a filter', true, {}, {}],
    ['of another reason, without a filter', false, {}, { reason: 'Ready' }],
    ['of a reason that is listed', true, { reasons: ['Ready'] }, { reason: 'Ready' }],
    ['that a pattern matches', true, { reasons: ['Roll*'] }, {}],
    ['that no pattern matches', false, { reasons: ['*Started', 'R*led'] }, {}],
    ['of a name that overlapping parts would match', false, { names: ['shop-p*production'] }, {}],
    ['of enough severity', true, { minSeverity: 'warning' }, {}],
    ['of too little severity', false, { minSeverity: 'error' }, {}],
    ['about the end of a problem', true, { minSeverity: 'error' }, { reason: 'Recovered', severity: 'info' }],
    ['about another kind', false, { kinds: ['Hold'] }, {}],
    ['about another environment', false, { environments: ['staging'] }, {}],
    ['about no environment', false, { environments: ['staging'] }, { environment: undefined }],
    ['about the application', true, { applications: ['shop', 'theme'] }, {}],
    ['about an object with the labels', true, { matchLabels: { team: 'web' } }, {}],
    ['about an object without them', false, { matchLabels: { team: 'ops' } }, {}],
    ['of a rollout, for a forge', true, { type: 'github' }, {}],
    ['of a hold, for a forge', false, { type: 'gitlab' }, { reason: 'HoldSet' }],
    ['that tests a channel', false, { reasons: ['*'] }, { reason: 'Test' }],
  ])('%s is accepted: %s', (_, expected, filter, changes) => {
    expect(accepts({ type: 'webhook', ...filter }, { ...notice, ...changes }, { team: 'web' })).toBe(expected)
  })
})
