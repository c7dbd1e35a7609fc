import { conditionOf, failing, progressing, ready, type HealthRule } from './fields.ts'

/* KEDA: https://keda.sh/docs/latest/reference/scaledobject-spec/ */

/** The health of a ScaledObject. One that is not active is as ready as any other: nothing waits for it. */
export const scaledObject: HealthRule = ({ status }) => {
  const condition = conditionOf(status, 'Ready')
  if (condition?.status === 'True') return ready
  if (condition?.status === 'False')
    return failing(condition.reason || 'ScaledObjectCheckFailed', condition.message || 'is not valid')
  return progressing(condition?.reason || 'Pending', condition?.message || 'waits for KEDA')
}
