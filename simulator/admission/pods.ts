import type { ClusterContext } from '../context.ts'
import { forbidden } from '../errors/status-error.ts'
import { childOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { shortHash } from '../objects/short-hash.ts'
import type { KubeObject } from '../storage/object.ts'
import { addDefaultLimits } from './limit-ranges.ts'

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Adds to a new pod its service account's token, tolerations of short failures and its priority. */
export function admitPod(context: ClusterContext, pod: KubeObject, namespace: string): void {
  const spec = childOf(pod, 'spec')
  addDefaultLimits(context, pod, namespace)
  addServiceAccount(context, pod, { spec, namespace })
  addTolerations(spec)
  addPriority(context, pod, spec)
}

function addServiceAccount(
  { store }: ClusterContext,
  pod: KubeObject,
  { spec, namespace }: { spec: JsonObject; namespace: string },
): void {
  const name = stringOf(spec['serviceAccountName']) || 'default'
  Object.assign(spec, { serviceAccountName: name, serviceAccount: name })
  const account = store.get({ resource: 'serviceaccounts', namespace, name })
  if (account === undefined)
    throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, {
      message: `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`,
    })
  const secrets = account['imagePullSecrets']
  if (spec['imagePullSecrets'] === undefined && Array.isArray(secrets) && secrets.length > 0)
    spec['imagePullSecrets'] = secrets
  const mounts = spec['automountServiceAccountToken'] ?? account['automountServiceAccountToken'] ?? true
  if (mounts === true)
    addToken(
      spec,
      `kube-api-access-${shortHash(`${namespace}/${pod.metadata.name}/${Math.random()}`).slice(0, 5)}`,
    )
}

function addToken(spec: JsonObject, volume: string): void {
  let isUsed = false
  for (const container of [...objectsOf(spec['initContainers']), ...objectsOf(spec['containers'])]) {
    const mounts = objectsOf(container['volumeMounts'])
    if (mounts.some((mount) => mount['mountPath'] === tokenPath)) continue
    container['volumeMounts'] = [...mounts, { mountPath: tokenPath, name: volume, readOnly: true }]
    isUsed = true
  }
  if (!isUsed) return
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: {
        items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
      },
    },
  ]
  spec['volumes'] = [
    ...objectsOf(spec['volumes']),
    { name: volume, projected: { defaultMode: 0o644, sources } },
  ]
}

/** Adds the tolerations that keep pods for a while on nodes that are briefly unavailable. */
export function addTolerations(spec: JsonObject): void {
  const known = objectsOf(spec['tolerations'])
  const missing = ['not-ready', 'unreachable']
    .map((name) => `node.kubernetes.io/${name}`)
    .filter(
      (key) =>
        !known.some(
          (each) =>
            (each['key'] === key || each['key'] === undefined) &&
            (each['effect'] === 'NoExecute' || each['effect'] === undefined),
        ),
    )
  if (missing.length === 0) return
  spec['tolerations'] = [
    ...known,
    ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
  ]
}

function addPriority({ store }: ClusterContext, pod: KubeObject, spec: JsonObject): void {
  const classes = store.list('priorityclasses.scheduling.k8s.io')
  const name = stringOf(spec['priorityClassName'])
  const found =
    name === ''
      ? classes.find((each) => each['globalDefault'] === true)
      : classes.find(({ metadata }) => metadata.name === name)
  if (name !== '' && found === undefined)
    throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, {
      message: `no PriorityClass with name ${name} was found`,
    })
  if (found !== undefined) spec['priorityClassName'] = found.metadata.name
  spec['priority'] = found?.['value'] ?? 0
  spec['preemptionPolicy'] ??= found?.['preemptionPolicy'] ?? 'PreemptLowerPriority'
}
