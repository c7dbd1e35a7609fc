import { randomBytes } from 'node:crypto'
import { timestamp } from '../context.ts'
import { at, numberOf, objectOf, stringOf, type JsonObject } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition, Pod } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import { listOwned } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  ownerOf,
  splitKey,
  type Control,
} from '../controllers/controller.ts'
import { isReady } from '../controllers/pods.ts'
import { createOwned, findBeside, growClaim, writeStatus } from './owned.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of CloudNativePG: each server is a pod with a claim, without a StatefulSet. The Secret of the application has the
 * keys that https://cloudnative-pg.io/documentation/current/applications/ names.
 */

const resource = 'clusters.postgresql.cnpg.io'

/** The annotation of a pod with the hash of what it was created from. */
const hashAnnotation = 'cnpg.io/podSpec'

export const databases: StandIn = {
  name: resource,
  service: 'databases',
  component: 'cloudnative-pg',
  resource,
  watches: {
    [resource]: itself,
    pods: ownerOf('Cluster'),
    persistentvolumeclaims: ownerOf('Cluster'),
    secrets: ownerOf('Cluster'),
  },
  async reconcile(key, control) {
    const cluster = control.context.store.get({ resource, ...splitKey(key) })
    if (cluster === undefined || isDeleting(cluster)) return
    const secret = await ensureSecret(cluster, control)
    for (const suffix of ['rw', 'ro', 'r']) await ensureService(cluster, control, suffix)
    const servers = await ensureServers(cluster, control)
    await report(cluster, control, { secret, servers })
  },
}

function labelsOf(cluster: KubeObject): JsonObject {
  const inherited = objectOf(at(cluster, 'spec', 'inheritedMetadata', 'labels'))
  return {
    ...inherited,
    'app.kubernetes.io/managed-by': 'cloudnative-pg',
    'cnpg.io/cluster': cluster.metadata.name,
  }
}

/** Creates the Secret of the application once. Its values are not restored, so that a password can be changed there. */
async function ensureSecret(cluster: KubeObject, control: Control): Promise<KubeObject> {
  const { name, namespace = '' } = cluster.metadata
  const initdb = objectOf(at(cluster, 'spec', 'bootstrap', 'initdb'))
  const [database, user] = [stringOf(initdb['database']) || 'app', stringOf(initdb['owner']) || 'app']
  const password = randomBytes(32).toString('hex')
  const host = `${name}-rw`
  const fqdn = `${host}.${namespace}.svc.cluster.local`
  const uri = (at: string): string => `postgresql://${user}:${password}@${at}:5432/${database}`
  const jdbc = (at: string): string =>
    `jdbc:postgresql://${at}:5432/${database}?password=${password}&user=${user}`
  const values = {
    username: user,
    user,
    password,
    dbname: database,
    host,
    port: '5432',
    pgpass: `${host}:5432:${database}:${user}:${password}\n`,
    uri: uri(`${host}.${namespace}`),
    'jdbc-uri': jdbc(`${host}.${namespace}`),
    'fqdn-uri': uri(fqdn),
    'fqdn-jdbc-uri': jdbc(fqdn),
  }
  return createOwned(cluster, control, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `${name}-app`,
      labels: { ...labelsOf(cluster), 'cnpg.io/reload': 'true', 'cnpg.io/userType': 'app' },
    },
    type: 'kubernetes.io/basic-auth',
    data: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    ),
  })
}

const selectors: Readonly<Record<string, JsonObject>> = {
  rw: { 'cnpg.io/instanceRole': 'primary' },
  ro: { 'cnpg.io/instanceRole': 'replica' },
  r: { 'cnpg.io/podRole': 'instance' },
}

async function ensureService(cluster: KubeObject, control: Control, suffix: string): Promise<void> {
  const { name } = cluster.metadata
  await createOwned(cluster, control, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${name}-${suffix}`, labels: labelsOf(cluster) },
    spec: {
      type: 'ClusterIP',
      selector: { 'cnpg.io/cluster': name, ...selectors[suffix] },
      ports: [{ name: 'postgres', port: 5432, targetPort: 5432, protocol: 'TCP' }],
    },
  })
}

/** The servers of a cluster: those that exist, and whether each is as the spec wants it. */
interface Servers {
  pods: readonly Pod[]
  /** What is being done to them, as a phase; undefined if nothing is. */
  phase: { name: string; reason: string } | undefined
}

/** Takes one step towards the desired servers, one server at a time. */
async function ensureServers(cluster: KubeObject, control: Control): Promise<Servers> {
  const desired = numberOf(at(cluster, 'spec', 'instances'), 1)
  const pods = (): Pod[] =>
    listOwned(control.context.store, 'pods', cluster).sort((one, other) => serialOf(one) - serialOf(other))
  const phase = (name: string, reason: string): Servers => ({ pods: pods(), phase: { name, reason } })
  const hash = shortHash(podSpecOf(cluster))
  for (let serial = 1; serial <= desired; serial++) {
    const name = `${cluster.metadata.name}-${serial}`
    const isGrown = await ensureClaim(cluster, control, name)
    const pod = pods().find(({ metadata }) => metadata.name === name)
    if (pod === undefined) {
      await createServer(cluster, control, { name, hash, isPrimary: serial === 1 })
      return serial === 1
        ? phase('Setting up primary', `Creating primary instance ${name}`)
        : phase('Creating a new replica', `Creating replica ${name}`)
    }
    if (isDeleting(pod) || !isReady(pod))
      return phase('Waiting for the instances to become active', `Some instances are not yet active: ${name}`)
    if (pod.metadata.annotations?.[hashAnnotation] !== hash) {
      await control.writes.delete(pod)
      return isMajorUpgrade(cluster)
        ? phase('Upgrading Postgres major version', `Upgrading cluster to ${imageOf(cluster)}`)
        : phase('Upgrading cluster', `Restarting instance ${name}, because its spec changed`)
    }
    if (!isGrown) return phase('Applying configuration', `Resizing the storage of ${name}`)
  }
  const [surplus] = pods().filter((pod) => serialOf(pod) > desired && !isDeleting(pod))
  if (surplus === undefined) return { pods: pods(), phase: undefined }
  await control.writes.delete(surplus)
  const claim = findBeside(cluster, control, {
    resource: 'persistentvolumeclaims',
    name: surplus.metadata.name,
  })
  if (claim !== undefined) await control.writes.delete(claim)
  return phase('Waiting for the instances to become active', `Removing instance ${surplus.metadata.name}`)
}

function serialOf({ metadata }: Pod): number {
  return Number(metadata.name.slice(metadata.name.lastIndexOf('-') + 1))
}

function imageOf(cluster: KubeObject): string {
  return stringOf(at(cluster, 'spec', 'imageName')) || 'ghcr.io/cloudnative-pg/postgresql:18.4-system-trixie'
}

function majorOf(image: string): number {
  return Number(/:(\d+)/.exec(image)?.[1] ?? 0)
}

function isMajorUpgrade(cluster: KubeObject): boolean {
  const running = numberOf(at(cluster, 'status', 'pgDataImageInfo', 'majorVersion'), 0)
  return running !== 0 && running !== majorOf(imageOf(cluster))
}

/** Creates or resizes the claim of a server. Returns whether it has the desired storage. */
async function ensureClaim(cluster: KubeObject, control: Control, name: string): Promise<boolean> {
  const storage = objectOf(at(cluster, 'spec', 'storage'))
  const size = stringOf(storage['size'])
  const claim = await createOwned(cluster, control, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, labels: { ...labelsOf(cluster), 'cnpg.io/instanceName': name } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storage['storageClass'] === undefined ? {} : { storageClassName: storage['storageClass'] }),
    },
  })
  return growClaim(claim, control, size)
}

function podSpecOf(cluster: KubeObject): JsonObject {
  const { resources, postgresql } = objectOf(cluster['spec'])
  return {
    containers: [
      {
        name: 'postgres',
        image: imageOf(cluster),
        ports: [{ name: 'postgresql', containerPort: 5432, protocol: 'TCP' }],
        ...(resources === undefined ? {} : { resources }),
        env: [{ name: 'SETTINGS', value: shortHash(postgresql) }],
      },
    ],
  }
}

async function createServer(
  cluster: KubeObject,
  { writes }: Control,
  { name, hash, isPrimary }: { name: string; hash: string; isPrimary: boolean },
): Promise<void> {
  await writes.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: cluster.metadata.namespace,
      labels: {
        ...labelsOf(cluster),
        'cnpg.io/instanceName': name,
        'cnpg.io/instanceRole': isPrimary ? 'primary' : 'replica',
        'cnpg.io/podRole': 'instance',
      },
      annotations: { [hashAnnotation]: hash },
      ownerReferences: [controllerReference(cluster)],
    },
    spec: {
      ...podSpecOf(cluster),
      volumes: [{ name: 'pgdata', persistentVolumeClaim: { claimName: name } }],
    },
  })
}

async function report(
  cluster: KubeObject,
  control: Control,
  { secret, servers }: { secret: KubeObject; servers: Servers },
): Promise<void> {
  const { name } = cluster.metadata
  const { pods, phase } = servers
  const now = timestamp(control.context.now())
  const before = objectOf(cluster['status'])
  const image = imageOf(cluster)
  const names = pods.map(({ metadata }) => metadata.name)
  const ready: Condition =
    phase === undefined
      ? { type: 'Ready', status: 'True', reason: 'ClusterIsReady', message: 'Cluster is Ready' }
      : { type: 'Ready', status: 'False', reason: 'ClusterIsNotReady', message: 'Cluster Is Not Ready' }
  // Only withCondition writes the conditions of these objects.
  const conditions = withCondition(before['conditions'] as Condition[] | undefined, ready, now)
  await writeStatus(cluster, control, {
    ...before,
    conditions,
    image,
    instances: pods.length,
    instanceNames: names,
    readyInstances: pods.filter(isReady).length,
    pvcCount: listOwned(control.context.store, 'persistentvolumeclaims', cluster).length,
    phase: phase?.name ?? 'Cluster in healthy state',
    phaseReason: phase?.reason ?? '',
    targetPrimary: `${name}-1`,
    ...(phase === undefined
      ? { currentPrimary: `${name}-1`, pgDataImageInfo: { image, majorVersion: majorOf(image) } }
      : {}),
    readService: `${name}-r`,
    writeService: `${name}-rw`,
    secretsResourceVersion: { applicationSecretVersion: secret.metadata.resourceVersion },
  })
}
