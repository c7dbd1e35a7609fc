import { randomBytes } from 'node:crypto'
import { timestamp, type ClusterContext } from '../context.ts'
import { at, numberOf, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition, StatefulSet } from '../objects/kinds.ts'
import { kindOf, listKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, itself, keyOf, ownerOf, splitKey, type Control } from '../controllers/controller.ts'
import { applyOwned, createOwned, findBeside, growClaim, writeStatus } from './owned.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of mariadb-operator: servers are a StatefulSet. Databases, users and grants are ready once their server is, and
 * the Secret with the password exists.
 */

const service = 'mysql'
const component = 'mariadb-operator'
const mariadbs = 'mariadbs.k8s.mariadb.com'

/** Runs the servers. */
const servers: StandIn = {
  name: mariadbs,
  service,
  component,
  resource: mariadbs,
  watches: {
    [mariadbs]: itself,
    'statefulsets.apps': ownerOf('MariaDB'),
    persistentvolumeclaims: ({ object }) => {
      const name = object.metadata.labels?.['app.kubernetes.io/instance'] ?? ''
      return name === '' ? [] : [`${object.metadata.namespace ?? ''}/${name}`]
    },
  },
  async reconcile(key, control) {
    const mariadb = control.context.store.get({ resource: mariadbs, ...splitKey(key) })
    if (mariadb === undefined || isDeleting(mariadb)) return
    await ensureRootSecret(mariadb, control)
    await ensureServices(mariadb, control)
    const set = kindOf('statefulsets.apps', await ensureStatefulSet(mariadb, control))
    const isGrown = await growClaims(mariadb, control)
    await report(mariadb, control, {
      condition: conditionOf(mariadb, set, isGrown),
      fields: { replicas: readyReplicasOf(set), currentPrimary: `${mariadb.metadata.name}-0` },
    })
  },
}

function labelsOf({ metadata }: KubeObject): Record<string, string> {
  return { 'app.kubernetes.io/name': 'mariadb', 'app.kubernetes.io/instance': metadata.name }
}

async function ensureRootSecret(mariadb: KubeObject, control: Control): Promise<void> {
  const { name, key, generate } = objectOf(at(mariadb, 'spec', 'rootPasswordSecretKeyRef'))
  if (generate !== true) return
  const password = randomBytes(12).toString('base64')
  await createOwned(mariadb, control, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels: labelsOf(mariadb) },
    data: { [stringOf(key)]: Buffer.from(password).toString('base64') },
  })
}

async function ensureServices(mariadb: KubeObject, control: Control): Promise<void> {
  const { name } = mariadb.metadata
  const hasPrimary = at(mariadb, 'spec', 'galera', 'enabled') === true
  const selectors: Record<string, JsonObject> = {
    [name]: {},
    ...(hasPrimary ? { [`${name}-primary`]: { 'statefulset.kubernetes.io/pod-name': `${name}-0` } } : {}),
  }
  for (const [each, selector] of Object.entries(selectors))
    await createOwned(mariadb, control, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: each, labels: labelsOf(mariadb) },
      spec: {
        selector: { ...labelsOf(mariadb), ...selector },
        ports: [{ name: 'mariadb', port: portOf(mariadb) }],
      },
    })
}

function portOf(mariadb: KubeObject): number {
  return numberOf(at(mariadb, 'spec', 'port'), 3306)
}

/** Templates of claims cannot change: the operator replaces the StatefulSet for that. */
function ensureStatefulSet(mariadb: KubeObject, control: Control): Promise<KubeObject> {
  return applyOwned({ owner: mariadb, control }, statefulSetOf(mariadb), ['replicas', 'template'])
}

function statefulSetOf(mariadb: KubeObject): JsonObject {
  const { name } = mariadb.metadata
  const { image, resources, replicas, storage, inheritMetadata } = objectOf(mariadb['spec'])
  const labels = { ...labelsOf(mariadb), ...objectOf(objectOf(inheritMetadata)['labels']) }
  const { size, storageClassName } = objectOf(storage)
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, labels },
    spec: {
      replicas: numberOf(replicas, 1),
      serviceName: name,
      selector: { matchLabels: labelsOf(mariadb) },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'mariadb',
              image: stringOf(image) || 'docker-registry1.mariadb.com/library/mariadb:11.8.2',
              ports: [{ name: 'mariadb', containerPort: portOf(mariadb) }],
              ...(resources === undefined ? {} : { resources }),
            },
          ],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'storage', labels: labelsOf(mariadb) },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: size } },
            ...(storageClassName === undefined ? {} : { storageClassName }),
          },
        },
      ],
    },
  }
}

/** Resizes the claims of the servers. Returns whether all have the desired storage. */
async function growClaims(mariadb: KubeObject, control: Control): Promise<boolean> {
  const { name, namespace } = mariadb.metadata
  const size = stringOf(at(mariadb, 'spec', 'storage', 'size'))
  const claims = listKind(control.context.store, 'persistentvolumeclaims', namespace).filter(
    ({ metadata }) => metadata.labels?.['app.kubernetes.io/instance'] === name,
  )
  const grown: boolean[] = []
  for (const claim of claims) grown.push(await growClaim(claim, control, size))
  return grown.every(Boolean)
}

function readyReplicasOf({ status }: Pick<StatefulSet, 'status'>): number {
  return numberOf(status['readyReplicas'])
}

function conditionOf(mariadb: KubeObject, { spec, status }: StatefulSet, isGrown: boolean): Condition {
  const isSettled =
    spec.replicas === numberOf(at(mariadb, 'spec', 'replicas'), 1) &&
    readyReplicasOf({ status }) === spec.replicas &&
    numberOf(status['updatedReplicas']) === spec.replicas
  if (!isSettled)
    return { type: 'Ready', status: 'False', reason: 'StatefulSetNotReady', message: 'Not ready' }
  return isGrown
    ? { type: 'Ready', status: 'True', reason: 'StatefulSetReady', message: 'Running' }
    : { type: 'Ready', status: 'False', reason: 'WaitStorageResize', message: 'Waiting for storage resize' }
}

async function report(
  object: KubeObject,
  control: Control,
  { condition, fields = {} }: { condition: Condition; fields?: JsonObject },
): Promise<void> {
  const before = objectOf(object['status'])
  const now = timestamp(control.context.now())
  // Only withCondition writes the conditions of these objects.
  const conditions = withCondition(before['conditions'] as Condition[] | undefined, condition, now)
  await writeStatus(object, control, { ...before, ...fields, conditions })
}

/** What is created within a server: databases, users and grants. */
const contents: readonly StandIn[] = ['databases', 'users', 'grants'].map((plural) => {
  const resource = `${plural}.k8s.mariadb.com`
  const ofServer = ({ object }: StoreEvent, { store }: ClusterContext): string[] =>
    store.list(resource, object.metadata.namespace).map(keyOf)
  return {
    name: resource,
    service,
    component,
    resource,
    watches: { [resource]: itself, [mariadbs]: ofServer, secrets: ofServer },
    async reconcile(key, control) {
      const object = control.context.store.get({ resource, ...splitKey(key) })
      if (object === undefined || isDeleting(object)) return
      const missing = missingFor(object, control)
      const condition =
        missing === undefined
          ? { type: 'Ready', status: 'True', reason: 'Created', message: 'Created' }
          : { type: 'Ready', status: 'False', reason: 'Failed', message: missing }
      await report(object, control, { condition })
    },
  }
})

/** Returns what an object within a server waits for; undefined if it can be created. */
function missingFor(object: KubeObject, control: Control): string | undefined {
  const server = stringOf(at(object, 'spec', 'mariaDbRef', 'name'))
  const mariadb = findBeside(object, control, { resource: mariadbs, name: server })
  const conditions = objectsOf(at(mariadb ?? {}, 'status', 'conditions')) as unknown as Condition[]
  if (!isTrue(conditions, 'Ready')) return 'MariaDB not healthy'
  const secret = stringOf(at(object, 'spec', 'passwordSecretKeyRef', 'name'))
  const isMissing =
    secret !== '' && findBeside(object, control, { resource: 'secrets', name: secret }) === undefined
  return isMissing ? `Error reading password secret: secrets "${secret}" not found` : undefined
}

export const mysql: readonly StandIn[] = [servers, ...contents]
