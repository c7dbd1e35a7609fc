// Which lists of the built-in kinds are sets or maps, and by which keys. `set` and `by:` lists are what
// server-side apply sees, `merge:` is the key a strategic merge patch uses where it differs. Every list that is
// not named is replaced as a whole. Source: the list types documented for each field in the API reference.

const conditions = 'conditions by:type'

/** Per type, comma-separated rules: field, then `set` or `by:key+key`, then optional `merge:key` and `retain`. */
export const listKeys: Readonly<Record<string, string>> = {
  CSIDriverSpec: 'volumeLifecycleModes set merge:',
  CSINodeSpec: 'drivers by:name',
  CertificateSigningRequestStatus: `${conditions} merge:`,
  Container:
    'env by:name, ports by:containerPort+protocol merge:containerPort, volumeDevices by:devicePath, volumeMounts by:mountPath',
  ContainerRestartRuleOnExitCodes: 'values set merge:',
  ContainerStatus: 'allocatedResourcesStatus by:name, volumeMounts by:mountPath',
  CustomResourceDefinitionStatus: `${conditions} merge:`,
  DaemonSetStatus: conditions,
  DeploymentStatus: conditions,
  Endpoint: 'addresses set merge:',
  EphemeralContainer:
    'env by:name, ports by:containerPort+protocol merge:containerPort, volumeDevices by:devicePath, volumeMounts by:mountPath',
  HorizontalPodAutoscalerStatus: conditions,
  JSONSchemaProps: 'x-kubernetes-validations by:rule',
  JobStatus: 'conditions atomic merge:type',
  APIServiceStatus: conditions,
  MutatingAdmissionPolicySpec: 'matchConditions by:name',
  MutatingWebhook: 'matchConditions by:name',
  MutatingWebhookConfiguration: 'webhooks by:name',
  NamespaceStatus: conditions,
  NodeSpec: 'podCIDRs set merge:value',
  NodeStatus: `addresses by:type, ${conditions}`,
  ObjectMeta: 'finalizers set merge:value, ownerReferences by:uid',
  PersistentVolumeClaimStatus: conditions,
  PodDisruptionBudgetStatus: conditions,
  PodFailurePolicyOnExitCodesRequirement: 'values set merge:',
  PodSpec: [
    'containers by:name, initContainers by:name, ephemeralContainers by:name, hostAliases by:ip',
    'imagePullSecrets by:name, resourceClaims by:name retain, schedulingGates by:name',
    'topologySpreadConstraints by:topologyKey+whenUnsatisfiable merge:topologyKey, volumes by:name retain',
  ].join(','),
  PodStatus: `${conditions}, hostIPs atomic merge:ip, podIPs by:ip, resourceClaimStatuses by:name retain`,
  ReplicaSetStatus: conditions,
  ReplicationControllerStatus: conditions,
  ResourceRequirements: 'claims by:name merge:',
  ResourceStatus: 'resources by:resourceID merge:',
  ServiceAccount: 'secrets by:name',
  ServiceCIDRStatus: conditions,
  ServiceSpec: 'ports by:port+protocol merge:port',
  ServiceStatus: conditions,
  StatefulSetStatus: conditions,
  UncountedTerminatedPods: 'failed set merge:, succeeded set merge:',
  ValidatingAdmissionPolicyBindingSpec: 'validationActions set merge:',
  ValidatingAdmissionPolicySpec: 'matchConditions by:name, variables by:name',
  ValidatingAdmissionPolicyStatus: `${conditions} merge:`,
  ValidatingWebhook: 'matchConditions by:name',
  ValidatingWebhookConfiguration: 'webhooks by:name',
}

/** Types that are applied and owned as a whole wherever they appear. */
export const atomicTypes: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'CrossVersionObjectReference/V1',
  'EndpointAddress',
  'EndpointPort',
  'FileKeySelector',
  'LabelSelector',
  'LocalObjectReference',
  'MatchResources',
  'NamedRuleWithOperations',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'OwnerReference',
  'ParamKind',
  'ParamRef',
  'ResourceFieldSelector',
  'RoleRef',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'ServiceBackendPort',
  'Subject',
  'TopologySelectorTerm',
  'TypedLocalObjectReference',
  'Variable',
])

/** Maps that are applied and owned as a whole. */
export const atomicMaps: ReadonlySet<string> = new Set([
  'PodSpec.nodeSelector',
  'ReplicationControllerSpec.selector',
  'Scheduling.nodeSelector',
  'ServiceSpec.selector',
])

/** Fields of an otherwise atomic type that are owned field by field. */
export const granularFields: ReadonlySet<string> = new Set(['PersistentVolumeSpec.claimRef'])

/** Fields whose strategic merge patch names the keys to keep. */
export const retainedFields: ReadonlySet<string> = new Set(['DeploymentSpec.strategy'])

/** What the documents say of fields whose strategic merge is no list merge. */
export const patchStrategies: Readonly<Record<string, string>> = {
  'DeploymentSpec.strategy': 'retainKeys',
  'PodDisruptionBudgetSpec.selector': 'replace',
}

export interface ListRule {
  kind: 'atomic' | 'set' | 'map'
  keys: readonly string[]
  mergeKey: string | undefined
  retainKeys: boolean
}

export function parseListRules(text: string | undefined): Map<string, ListRule> {
  const rules = new Map<string, ListRule>()
  for (const part of (text ?? '').split(',')) {
    const [field, kind, ...more] = part.trim().split(' ')
    if (field === undefined || kind === undefined) continue
    const keys = kind.startsWith('by:') ? kind.slice('by:'.length).split('+') : []
    const merge = more.find((word) => word.startsWith('merge:'))?.slice('merge:'.length)
    rules.set(field, {
      kind: keys.length > 0 ? 'map' : kind === 'set' ? 'set' : 'atomic',
      keys,
      mergeKey: mergeKeyOf(merge, keys),
      retainKeys: more.includes('retain'),
    })
  }
  return rules
}

/** `merge:` alone says replaced, `merge:value` a list of plain values, nothing said the only key. */
function mergeKeyOf(merge: string | undefined, keys: readonly string[]): string | undefined {
  if (merge === '') return undefined
  if (merge === 'value') return ''
  return merge ?? keys[0]
}
