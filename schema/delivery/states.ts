/** The states of a delivery. All but the first three are final. */
export const deliveryStates = [
  'Accepted',
  'Waiting',
  'RollingOut',
  'Healthy',
  'RolledBack',
  'Failed',
  'Superseded',
  'Rejected',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The states of an application in an environment. */
export const stageStates = [
  'Empty',
  'RollingOut',
  'Paused',
  'Healthy',
  'Degraded',
  'RollingBack',
  'RolledBack',
  'Failed',
] as const
export type StageState = (typeof stageStates)[number]

export function isFinal(state: DeliveryState): boolean {
  return state !== 'Accepted' && state !== 'Waiting' && state !== 'RollingOut'
}
