import type { Notice } from '../../../schema/notifications/notice.ts'

/** A notice of a rollout that was rolled back. */
export function rolledBack(more: Partial<Notice> = {}): Notice {
  return {
    reason: 'RolledBack',
    severity: 'error',
    title: 'shop: revision 3 was rolled back in production',
    message: 'It was not ready within 10 minutes: the image crashes. Revision 2 runs again.',
    command: 'qleetctl rollouts shop --environment production',
    kind: 'Stage',
    name: 'shop-production',
    project: 'default',
    time: '2026-11-25T18:00:00.000Z',
    application: 'shop',
    environment: 'production',
    revision: 3,
    delivery: 'shop-3',
    commit: '4f1d2ab',
    ...more,
  }
}
