import { conventional } from './conventional.ts'
import { conditionOf, failing, number, progressing, ready, string, type HealthRule } from './fields.ts'

/*
 * Databases by operators. Their status has no observed generation, so fields of the spec are compared with what the operator
 * reports to have reached: a database is not ready while it is still at its former image or number of servers.
 */

/** Phases of CloudNativePG in which it needs help: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/api/v1/cluster_types.go */
const failedPhases: readonly string[] = [
  'Cluster cannot proceed to reconciliation due to an unknown plugin being required',
  'Cluster cannot proceed to reconciliation due to an error while interacting with plugins',
  'Cluster has incomplete or invalid image catalog',
  'Cluster is unrecoverable and needs manual intervention',
  'Cluster cannot execute instance online upgrade due to missing architecture binary',
  'Unable to create required cluster objects',
  'Invalid cluster definition',
  'Waiting for user action',
]

const healthyPhase = 'Cluster in healthy state'

export const postgresCluster: HealthRule = ({ spec, status }) => {
  const [phase, phaseReason] = [string(status['phase']), string(status['phaseReason'])]
  const detail = phaseReason === '' ? phase : `${phase}: ${phaseReason}`
  if (failedPhases.includes(phase)) return failing('ClusterFailed', detail)
  const condition = conditionOf(status, 'Ready')
  if (condition?.status !== 'True' || phase !== healthyPhase) {
    const isTold = phase !== '' && phase !== healthyPhase
    return progressing(
      condition?.reason || 'ClusterIsNotReady',
      isTold ? detail : condition?.message || 'waits for CloudNativePG',
    )
  }
  const [image, imageName] = [string(status['image']), string(spec['imageName'])]
  if (image !== '' && imageName !== '' && image !== imageName)
    return progressing('Upgrading', `runs ${image} and is about to run ${imageName}`)
  const [servers, desired] = [number(status['readyInstances']) ?? 0, number(spec['instances']) ?? 1]
  return servers < desired ? progressing('Scaling', `${servers} of ${desired} servers are ready`) : ready
}

export const mariadb: HealthRule = (fields) => {
  const { spec, status } = fields
  if (conditionOf(status, 'Ready') === undefined) return progressing('NotReady', 'waits for mariadb-operator')
  const [servers, desired] = [number(status['replicas']) ?? 0, number(spec['replicas']) ?? 1]
  if (servers < desired) return progressing('Scaling', `${servers} of ${desired} servers are running`)
  return conventional(fields)
}
