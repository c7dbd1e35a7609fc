/** How much a notification matters, in ascending order. */
export const severities = ['info', 'warning', 'error'] as const
export type Severity = (typeof severities)[number]

/** What notifications are about besides events, whose reasons are those of the events. */
export const noticeReasons = [
  'RolloutStarted',
  'RolledOut',
  'RolledBack',
  'RolloutFailed',
  'Degraded',
  'DeliveryWaiting',
  'DeliveryRejected',
  'Promoted',
  'HoldSet',
  'HoldReleased',
  'Stalled',
  'Unreachable',
  'Recovered',
  'Ready',
  'NotReady',
] as const
export type NoticeReason = (typeof noticeReasons)[number]

/** The reason of the notification that `qleetctl notification test` sends. */
export const testReason = 'Test'

/** The reasons after which `Recovered` is worth a notification. */
export const problemReasons: readonly string[] = ['Stalled', 'Unreachable', 'Degraded', 'NotReady']

/** What people are notified of by default: what they may have to act on, what was deployed, and the end of both. */
export const defaultReasons: readonly string[] = [
  'RolledOut',
  'RolledBack',
  'RolloutFailed',
  'Degraded',
  'DeliveryWaiting',
  'DeliveryRejected',
  'HoldSet',
  'HoldReleased',
  'Stalled',
  'Unreachable',
  'Recovered',
  'DriftCorrected',
  'DriftRecurring',
]

/** What forges are notified of: each step of a rollout. */
export const forgeReasons: readonly string[] = ['RolloutStarted', 'RolledOut', 'RolledBack', 'RolloutFailed']
