import { childOf, isObject, objectOf, objectsOf, type JsonObject } from '../json.ts'
import { setDefaults, setDefaultsIfPresent } from './default-fields.ts'

/** Sets the defaults of a pod's spec, in pods and templates. */
export function defaultPodSpec(spec: JsonObject): void {
  setDefaults(spec, {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
    securityContext: {},
  })
  const grace = spec['terminationGracePeriodSeconds']
  if (typeof grace === 'number' && grace < 0) spec['terminationGracePeriodSeconds'] = 1
  // The deprecated name of the field is always written along with the new one.
  const account = spec['serviceAccountName'] ?? spec['serviceAccount']
  if (account !== undefined) Object.assign(spec, { serviceAccountName: account, serviceAccount: account })
  for (const container of allContainers(spec)) defaultContainer(container, spec['hostNetwork'] === true)
  for (const volume of objectsOf(spec['volumes'])) defaultVolume(volume)
}

/** Sets the defaults of a workload's template. */
export function defaultPodTemplate(spec: JsonObject): void {
  defaultPodSpec(childOf(childOf(spec, 'template'), 'spec'))
}

export function allContainers(spec: JsonObject): JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => objectsOf(spec[key]))
}

function defaultContainer(container: JsonObject, usesHostNetwork: boolean): void {
  setDefaults(container, {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicyOf(container['image']),
  })
  for (const port of objectsOf(container['ports'])) {
    setDefaults(port, { protocol: 'TCP' })
    if (usesHostNetwork && port['containerPort'] !== undefined)
      setDefaults(port, { hostPort: port['containerPort'] })
  }
  for (const variable of objectsOf(container['env'])) {
    const source = objectOf(variable['valueFrom'])
    setDefaultsIfPresent(source, 'fieldRef', { apiVersion: 'v1' })
    setDefaultsIfPresent(source, 'resourceFieldRef', { divisor: '0' })
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[name]
    if (!isObject(probe)) continue
    setDefaults(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 })
    defaultHandler(probe)
  }
  const lifecycle = objectOf(container['lifecycle'])
  for (const hook of ['postStart', 'preStop']) defaultHandler(objectOf(lifecycle[hook]))
}

function defaultHandler(handler: JsonObject): void {
  setDefaultsIfPresent(handler, 'httpGet', { path: '/', scheme: 'HTTP' })
  setDefaultsIfPresent(handler, 'grpc', { service: '' })
}

/** Returns the pull policy: Always for an image without a tag, or with the tag latest. */
function pullPolicyOf(image: unknown): string {
  if (typeof image !== 'string' || image === '') return 'IfNotPresent'
  if (image.includes('@')) return 'IfNotPresent'
  const tag = /:([^/:]+)$/.exec(image)?.[1] ?? 'latest'
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}

const readable = 0o644

function defaultVolume(volume: JsonObject): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume['emptyDir'] = {}
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected'])
    setDefaultsIfPresent(volume, source, { defaultMode: readable })
  setDefaultsIfPresent(volume, 'hostPath', { type: '' })
  setDefaultsIfPresent(volume, 'iscsi', { iscsiInterface: 'default' })
  for (const item of objectsOf(objectOf(volume['downwardAPI'])['items']))
    setDefaultsIfPresent(item, 'fieldRef', { apiVersion: 'v1' })
  const ephemeral = objectOf(objectOf(volume['ephemeral'])['volumeClaimTemplate'])
  setDefaultsIfPresent(ephemeral, 'spec', { volumeMode: 'Filesystem' })
  for (const source of objectsOf(objectOf(volume['projected'])['sources'])) {
    setDefaultsIfPresent(source, 'serviceAccountToken', { expirationSeconds: 3600 })
    for (const item of objectsOf(objectOf(source['downwardAPI'])['items']))
      setDefaultsIfPresent(item, 'fieldRef', { apiVersion: 'v1' })
  }
}
