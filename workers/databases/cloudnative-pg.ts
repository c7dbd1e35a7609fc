import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { labels } from '../kube/client/owner.ts'
import { readSecret } from '../resources/secrets.ts'
import { databaseByOperator, type OperatedDatabase } from './by-operator.ts'

/*
 * PostgreSQL by CloudNativePG: https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/. The operator creates the
 * user, with a password in a Secret, and the Services.
 */

/** The name of the Cluster, which is alone in its namespace. */
const name = 'postgres'

/** The Secret with the credentials of the user that owns the database. */
const userSecret = `${name}-app`

export const cloudNativePg = databaseByOperator({
  name: 'cloudnative-pg',
  service: 'databases',
  host: `${name}-rw`,
  port: 5432,
  manifests: (database) => [clusterOf(database)],
  findPassword: async (_, cluster, { namespace, signal }) => {
    const { password = '' } = (await readSecret(cluster, { namespace, name: userSecret }, signal)) ?? {}
    return { password: password === '' ? undefined : password }
  },
  awaited: `Secret ${userSecret} of CloudNativePG with the password`,
})

/** Returns the Cluster of a database. */
export function clusterOf({
  version,
  storage,
  databaseName,
  highAvailability,
  parameters,
  ownerId,
}: OperatedDatabase): Manifest {
  const { cpu, memory, servers, image, storageClass } = parameters
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name },
    spec: {
      instances: highAvailability ? servers : 1,
      imageName: `${image}:${version}`,
      // With one server, a PodDisruptionBudget would only block the draining of nodes.
      enablePDB: highAvailability,
      enableSuperuserAccess: false,
      bootstrap: { initdb: { database: databaseName, owner: databaseName } },
      storage: {
        size: storage,
        resizeInUseVolumes: true,
        ...(storageClass === undefined ? {} : { storageClass }),
      },
      resources: { requests: { cpu, memory }, limits: { memory } },
      // A quarter of the memory: https://www.postgresql.org/docs/current/runtime-config-resource.html
      postgresql: { parameters: { shared_buffers: `${Math.floor(parseQuantity(memory) / 2 ** 22)}MB` } },
      // Watches report its pods and Secrets as well.
      inheritedMetadata: { labels: { [labels.objectId]: ownerId } },
    },
  }
}
