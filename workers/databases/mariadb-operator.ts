import { randomBytes } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import { requeueAfter } from '../engine/outcome.ts'
import { labels } from '../kube/client/owner.ts'
import { readSecret } from '../resources/secrets.ts'
import { databaseByOperator, type OperatedDatabase } from './by-operator.ts'

/*
 * MariaDB by mariadb-operator: https://github.com/mariadb-operator/mariadb-operator/blob/main/docs/api_reference.md. The
 * password of the user is generated here, because the operator generates that of `root` only.
 */

/** The name of all resources, which are alone in their namespace. */
const name = 'mariadb'

/** The Secret with the password of the user that owns the database. */
const userSecret = `${name}-app`

const apiVersion = 'k8s.mariadb.com/v1alpha1'

/** The Service of the server that accepts writes: with several servers, the operator maintains one for the primary. */
function hostOf({ highAvailability }: Pick<OperatedDatabase, 'highAvailability'>): string {
  return highAvailability ? `${name}-primary` : name
}

export const mariadbOperator = databaseByOperator({
  name: 'mariadb-operator',
  service: 'mysql',
  host: hostOf,
  port: 3306,
  manifests: mariadbManifests,
  findPassword: async ({ secrets }, cluster, { namespace, signal }) => {
    // A password that was changed in the cluster is the new one: that is how it is rotated.
    const { password: found = '' } =
      (await readSecret(cluster, { namespace, name: userSecret }, signal)) ?? {}
    const password = found === '' ? secrets['password'] : found
    if (password !== undefined) return { password }
    // Stored before it is used, so that a crash cannot leave a server with a password that nobody knows.
    return requeueAfter(0, {
      reason: 'GeneratedPassword',
      message: 'It has generated the password of its user.',
      secretOutputs: { password: randomBytes(24).toString('base64url') },
    })
  },
  awaited: `the password in Secret ${userSecret}`,
})

/** Returns the server or servers, the database, and its user with a password. */
export function mariadbManifests(database: OperatedDatabase, password: string | undefined): Manifest[] {
  return [
    secretWith(password),
    mariadbOf(database),
    databaseOf(database),
    userOf(database),
    grantOf(database),
  ]
}

function secretWith(password: string | undefined): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    // With this label, the operator notices a change of the password.
    metadata: { name: userSecret, labels: { 'k8s.mariadb.com/watch': '' } },
    data: { password: Buffer.from(password ?? '').toString('base64') },
  }
}

/** Returns the MariaDB of a database: one server, or a Galera cluster. */
function mariadbOf({ version, storage, highAvailability, parameters, ownerId }: OperatedDatabase): Manifest {
  const { cpu, memory, servers, image, storageClass } = parameters
  return {
    apiVersion,
    kind: 'MariaDB',
    metadata: { name },
    spec: {
      image: `${image}:${version}`,
      port: 3306,
      rootPasswordSecretKeyRef: { name: `${name}-root`, key: 'password', generate: true },
      replicas: highAvailability ? servers : 1,
      ...(highAvailability ? { galera: { enabled: true } } : {}),
      storage: {
        size: storage,
        resizeInUseVolumes: true,
        waitForVolumeResize: true,
        ...(storageClass === undefined ? {} : { storageClassName: storageClass }),
      },
      resources: { requests: { cpu, memory }, limits: { memory } },
      // Watches report its pods as well.
      inheritMetadata: { labels: { [labels.objectId]: ownerId } },
    },
  }
}

/** The reference of other resources to the MariaDB. They are not cleaned up on their own, because all are deleted together. */
const inMariadb = { mariaDbRef: { name, waitForIt: true }, cleanupPolicy: 'Skip' } as const

function databaseOf({ databaseName }: OperatedDatabase): Manifest {
  return {
    apiVersion,
    kind: 'Database',
    metadata: { name },
    // The operator's default stores no characters beyond the Basic Multilingual Plane, such as emoji.
    spec: { ...inMariadb, name: databaseName, characterSet: 'utf8mb4', collate: 'utf8mb4_unicode_ci' },
  }
}

function userOf({ databaseName }: OperatedDatabase): Manifest {
  const passwordSecretKeyRef = { name: userSecret, key: 'password' }
  return {
    apiVersion,
    kind: 'User',
    metadata: { name },
    // The default would be ten connections for all pods of an application together; 0 is unlimited.
    spec: { ...inMariadb, name: databaseName, host: '%', passwordSecretKeyRef, maxUserConnections: 0 },
  }
}

function grantOf({ databaseName }: OperatedDatabase): Manifest {
  const privileges = ['ALL PRIVILEGES']
  return {
    apiVersion,
    kind: 'Grant',
    metadata: { name },
    spec: { ...inMariadb, privileges, database: databaseName, table: '*', username: databaseName, host: '%' },
  }
}
