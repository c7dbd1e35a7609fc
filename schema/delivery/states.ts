/** The states of a delivery. All but the first four are final. */
export const deliveryStates = [
  'Accepted',
  'Waiting',
  'RollingOut',
  'RollingBack',
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
  return !['Accepted', 'Waiting', 'RollingOut', 'RollingBack'].includes(state)
}
