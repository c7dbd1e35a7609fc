import { modelType } from '../schema/models.ts'
import { everyVerb, type Resource, type Subresource } from './resource.ts'

interface Declaration {
  kind: string
  /** The class of the client library that has the kind's fields. @default `V1` and the kind */
  model?: string
  plural?: string
  short?: string
  categories?: string
  cluster?: true
  verbs?: readonly string[]
  sub?: string
}

const workload = { categories: 'all' }
const admission = { categories: 'api-extensions', cluster: true } as const
const createOnly = { verbs: ['create'] } as const

/** What is served without any CustomResourceDefinition, by group and version, in the order of discovery. */
const declarations: Readonly<Record<string, readonly Declaration[]>> = {
  v1: [
    { kind: 'Binding', ...createOnly },
    {
      kind: 'ComponentStatus',
      short: 'cs',
      cluster: true,
      verbs: ['get', 'list'],
      plural: 'componentstatuses',
    },
    { kind: 'ConfigMap', short: 'cm' },
    { kind: 'Endpoints', short: 'ep', plural: 'endpoints' },
    { kind: 'Event', model: 'CoreV1Event', short: 'ev' },
    { kind: 'LimitRange', short: 'limits' },
    {
      kind: 'Namespace',
      short: 'ns',
      cluster: true,
      verbs: everyVerb.filter((verb) => verb !== 'deletecollection'),
      sub: 'finalize status',
    },
    { kind: 'Node', short: 'no', cluster: true, sub: 'proxy status' },
    { kind: 'PersistentVolumeClaim', short: 'pvc', sub: 'status' },
    { kind: 'PersistentVolume', short: 'pv', cluster: true, sub: 'status' },
    {
      kind: 'Pod',
      short: 'po',
      ...workload,
      sub: 'attach binding ephemeralcontainers eviction exec log portforward proxy resize status',
    },
    { kind: 'PodTemplate' },
    { kind: 'ReplicationController', short: 'rc', ...workload, sub: 'scale status' },
    { kind: 'ResourceQuota', short: 'quota', sub: 'status' },
    { kind: 'Secret' },
    { kind: 'ServiceAccount', short: 'sa', sub: 'token' },
    { kind: 'Service', short: 'svc', ...workload, sub: 'proxy status' },
  ],
  'apiregistration.k8s.io/v1': [{ kind: 'APIService', ...admission, sub: 'status' }],
  'apps/v1': [
    { kind: 'ControllerRevision' },
    { kind: 'DaemonSet', short: 'ds', ...workload, sub: 'status' },
    { kind: 'Deployment', short: 'deploy', ...workload, sub: 'scale status' },
    { kind: 'ReplicaSet', short: 'rs', ...workload, sub: 'scale status' },
    { kind: 'StatefulSet', short: 'sts', ...workload, sub: 'scale status' },
  ],
  'events.k8s.io/v1': [{ kind: 'Event', model: 'EventsV1Event', short: 'ev' }],
  'authentication.k8s.io/v1': [
    { kind: 'SelfSubjectReview', cluster: true, ...createOnly },
    { kind: 'TokenReview', cluster: true, ...createOnly },
  ],
  'authorization.k8s.io/v1': [
    { kind: 'LocalSubjectAccessReview', ...createOnly },
    { kind: 'SelfSubjectAccessReview', cluster: true, ...createOnly },
    { kind: 'SelfSubjectRulesReview', cluster: true, ...createOnly },
    { kind: 'SubjectAccessReview', cluster: true, ...createOnly },
  ],
  'autoscaling/v2': [
    {
      kind: 'HorizontalPodAutoscaler',
      model: 'V2HorizontalPodAutoscaler',
      short: 'hpa',
      ...workload,
      sub: 'status',
    },
  ],
  'autoscaling/v1': [{ kind: 'HorizontalPodAutoscaler', short: 'hpa', ...workload, sub: 'status' }],
  'batch/v1': [
    { kind: 'CronJob', short: 'cj', ...workload, sub: 'status' },
    { kind: 'Job', ...workload, sub: 'status' },
  ],
  'certificates.k8s.io/v1': [
    { kind: 'CertificateSigningRequest', short: 'csr', cluster: true, sub: 'approval status' },
  ],
  'networking.k8s.io/v1': [
    { kind: 'IngressClass', cluster: true, plural: 'ingressclasses' },
    { kind: 'Ingress', short: 'ing', plural: 'ingresses', sub: 'status' },
    { kind: 'IPAddress', short: 'ip', cluster: true, plural: 'ipaddresses' },
    { kind: 'NetworkPolicy', short: 'netpol', plural: 'networkpolicies' },
    { kind: 'ServiceCIDR', cluster: true, sub: 'status' },
  ],
  'policy/v1': [{ kind: 'PodDisruptionBudget', short: 'pdb', sub: 'status' }],
  'rbac.authorization.k8s.io/v1': [
    { kind: 'ClusterRoleBinding', cluster: true },
    { kind: 'ClusterRole', cluster: true },
    { kind: 'RoleBinding' },
    { kind: 'Role' },
  ],
  'storage.k8s.io/v1': [
    { kind: 'CSIDriver', cluster: true },
    { kind: 'CSINode', cluster: true },
    { kind: 'CSIStorageCapacity', plural: 'csistoragecapacities' },
    { kind: 'StorageClass', short: 'sc', cluster: true, plural: 'storageclasses' },
    { kind: 'VolumeAttachment', cluster: true, sub: 'status' },
    { kind: 'VolumeAttributesClass', short: 'vac', cluster: true, plural: 'volumeattributesclasses' },
  ],
  'admissionregistration.k8s.io/v1': [
    { kind: 'MutatingAdmissionPolicy', ...admission, plural: 'mutatingadmissionpolicies' },
    { kind: 'MutatingAdmissionPolicyBinding', ...admission },
    { kind: 'MutatingWebhookConfiguration', ...admission },
    { kind: 'ValidatingAdmissionPolicy', ...admission, plural: 'validatingadmissionpolicies', sub: 'status' },
    { kind: 'ValidatingAdmissionPolicyBinding', ...admission },
    { kind: 'ValidatingWebhookConfiguration', ...admission },
  ],
  'apiextensions.k8s.io/v1': [
    { kind: 'CustomResourceDefinition', short: 'crd crds', ...admission, sub: 'status' },
  ],
  'scheduling.k8s.io/v1': [{ kind: 'PriorityClass', short: 'pc', cluster: true, plural: 'priorityclasses' }],
  'coordination.k8s.io/v1': [{ kind: 'Lease' }],
  'node.k8s.io/v1': [{ kind: 'RuntimeClass', cluster: true, plural: 'runtimeclasses' }],
  'discovery.k8s.io/v1': [{ kind: 'EndpointSlice' }],
}

const ownKinds: Readonly<Record<string, Subresource['kind']>> = {
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  binding: { group: '', version: 'v1', kind: 'Binding' },
  token: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
  exec: { group: '', version: 'v1', kind: 'PodExecOptions' },
  attach: { group: '', version: 'v1', kind: 'PodAttachOptions' },
  portforward: { group: '', version: 'v1', kind: 'PodPortForwardOptions' },
}

const verbsOfSubresource: Readonly<Record<string, readonly string[]>> = {
  binding: ['create'],
  eviction: ['create'],
  token: ['create'],
  exec: ['create', 'get'],
  attach: ['create', 'get'],
  portforward: ['create', 'get'],
  proxy: ['create', 'delete', 'get', 'patch', 'update'],
  log: ['get'],
  finalize: ['update'],
}

/** The version objects are kept in where a group serves several. */
const storageVersions: Readonly<Record<string, string>> = { autoscaling: 'v2' }

export function builtinResources(): Resource[] {
  return Object.entries(declarations).flatMap(([groupVersion, kinds]) => {
    const [group, version] = groupVersion.includes('/') ? groupVersion.split('/') : ['', groupVersion]
    return kinds.map((declared) => resourceOf(declared, group ?? '', version ?? ''))
  })
}

function resourceOf(declared: Declaration, group: string, version: string): Resource {
  const { kind } = declared
  const singular = kind.toLowerCase()
  const model = declared.model ?? `V1${kind}`
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural: declared.plural ?? `${singular}s`,
    singular,
    shortNames: words(declared.short),
    categories: words(declared.categories),
    namespaced: declared.cluster !== true,
    verbs: declared.verbs ?? everyVerb,
    subresources: words(declared.sub).map((name) => ({
      name,
      kind: name === 'proxy' ? { group: '', version: 'v1', kind: `${kind}ProxyOptions` } : ownKinds[name],
      verbs: verbsOfSubresource[name] ?? ['get', 'patch', 'update'],
    })),
    type: () => modelType(model),
    model,
    storageVersion: storageVersions[group] ?? version,
  }
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(' ')
}
