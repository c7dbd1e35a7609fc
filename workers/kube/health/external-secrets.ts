import { conditionOf, failing, progressing, ready, string, type HealthRule } from './fields.ts'

/* External Secrets: https://external-secrets.io/latest/api/spec/ */

/** The health of an ExternalSecret, whose status has no observed generation but begins a version with it. */
export const externalSecret: HealthRule = ({ status, generation = 0 }) => {
  const condition = conditionOf(status, 'Ready')
  if (condition?.status === 'False')
    return failing(condition.reason || 'SecretSyncedError', condition.message || 'could not be synchronised')
  const [synced] = /^\d+(?=-)/.exec(string(status['syncedResourceVersion'])) ?? []
  if (synced !== undefined && Number(synced) < generation)
    return progressing('NotObserved', 'its latest change has not been synchronised yet')
  if (condition?.status === 'True') return ready
  return progressing(condition?.reason || 'Pending', condition?.message || 'waits for External Secrets')
}

/** The health of a store. Not ready is a failure: the credentials or the address of the store are wrong. */
export const secretStore: HealthRule = ({ status }) => {
  const condition = conditionOf(status, 'Ready')
  if (condition?.status === 'True') return ready
  if (condition?.status === 'False')
    return failing(condition.reason || 'InvalidStore', condition.message || 'is not valid')
  return progressing(condition?.reason || 'Pending', condition?.message || 'waits for External Secrets')
}
