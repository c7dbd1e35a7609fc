import { own } from '../json.ts'
import type { Json } from '../json.ts'
import type { Zero } from './type.ts'

// The API server writes objects from Go structs, where a field is either a pointer (given values stay, even 0, ""
// and false), a plain value that is left out when zero, or one that is always written. Stored objects look alike
// only when that is known for each field. Source: the Go types of k8s.io/api.

/** Plain booleans, left out when false, wherever a field of that name appears. */
const plainBooleans = new Set(
  [
    'readOnly sslEnabled chapAuthDiscovery chapAuthSession stdin stdinOnce tty hostNetwork hostPID hostIPC',
    'publishNotReadyAddresses unschedulable paused globalDefault authenticated denied',
    'nullable uniqueItems exclusiveMaximum exclusiveMinimum x-kubernetes-embedded-resource x-kubernetes-int-or-string',
  ].flatMap((line) => line.split(' ')),
)

/** Plain numbers, left out when zero. */
const plainNumbers = fieldsOf({
  GCEPersistentDiskVolumeSource: 'partition',
  AWSElasticBlockStoreVolumeSource: 'partition',
  ContainerPort: 'hostPort',
  Probe: 'initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold',
  ContainerStateTerminated: 'signal',
  PodCondition: 'observedGeneration',
  PodStatus: 'observedGeneration',
  ReplicationControllerSpec: 'minReadySeconds',
  ReplicationControllerStatus: 'fullyLabeledReplicas readyReplicas availableReplicas observedGeneration',
  ServiceSpec: 'healthCheckNodePort',
  ServicePort: 'targetPort nodePort',
  ContainerImage: 'sizeBytes',
  Event: 'count deprecatedCount',
  EventSeries: 'count',
  StatefulSetSpec: 'minReadySeconds',
  StatefulSetStatus: 'observedGeneration readyReplicas currentReplicas updatedReplicas',
  DeploymentSpec: 'minReadySeconds',
  DeploymentStatus:
    'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas',
  DaemonSetSpec: 'minReadySeconds',
  DaemonSetStatus: 'observedGeneration updatedNumberScheduled numberAvailable numberUnavailable',
  ReplicaSetSpec: 'minReadySeconds',
  ReplicaSetStatus: 'fullyLabeledReplicas readyReplicas availableReplicas observedGeneration',
  JobStatus: 'active succeeded failed',
  ServiceBackendPort: 'number',
  PodDisruptionBudgetStatus: 'observedGeneration',
  Condition: 'observedGeneration',
  ObjectMeta: 'generation',
  ScaleSpec: 'replicas',
})

/** Strings behind a pointer: an empty one means something and stays. */
const pointedStrings = fieldsOf({
  PersistentVolumeSpec: 'volumeMode volumeAttributesClassName',
  PersistentVolumeClaimSpec: 'storageClassName volumeMode volumeAttributesClassName',
  PersistentVolumeClaimStatus: 'currentVolumeAttributesClassName',
  TypedObjectReference: 'apiGroup namespace',
  TypedLocalObjectReference: 'apiGroup',
  HostPathVolumeSource: 'type',
  AzureDiskVolumeSource: 'cachingMode fsType kind',
  ClusterTrustBundleProjection: 'name signerName',
  LocalVolumeSource: 'fsType',
  CSIVolumeSource: 'fsType',
  VolumeMount: 'recursiveReadOnly mountPropagation',
  GRPCAction: 'service mode',
  Container: 'restartPolicy',
  Lifecycle: 'stopSignal',
  PodSpec: 'runtimeClassName preemptionPolicy hostnameOverride',
  TopologySpreadConstraint: 'nodeAffinityPolicy nodeTaintsPolicy',
  PodSecurityContext: 'supplementalGroupsPolicy fsGroupChangePolicy seLinuxChangePolicy',
  SeccompProfile: 'localhostProfile',
  AppArmorProfile: 'localhostProfile',
  PodDNSConfigOption: 'value',
  LoadBalancerIngress: 'ipMode',
  ServiceSpec: 'ipFamilyPolicy loadBalancerClass internalTrafficPolicy trafficDistribution',
  ServicePort: 'appProtocol',
  EndpointAddress: 'nodeName',
  EndpointPort: 'name protocol appProtocol',
  Preconditions: 'uid resourceVersion',
  SecurityContext: 'procMount',
  WindowsSecurityContextOptions: 'gmsaCredentialSpecName gmsaCredentialSpec runAsUserName',
  JobSpec: 'completionMode podReplacementPolicy managedBy',
  CronJobSpec: 'timeZone',
  NetworkPolicyPort: 'protocol',
  IngressSpec: 'ingressClassName',
  HTTPIngressPath: 'pathType',
  IngressClassParametersReference: 'apiGroup namespace scope',
  PodDisruptionBudgetSpec: 'unhealthyPodEvictionPolicy',
  HPAScalingRules: 'selectPolicy',
  StorageClass: 'reclaimPolicy volumeBindingMode',
  LeaseSpec: 'holderIdentity strategy preferredHolder',
  Endpoint: 'hostname nodeName zone',
  WebhookClientConfig: 'url',
  ServiceReference: 'path',
  ValidatingWebhook: 'failurePolicy matchPolicy sideEffects',
  MutatingWebhook: 'failurePolicy matchPolicy sideEffects reinvocationPolicy',
})

/** Structs that are not behind a pointer: written as {} when nothing is in them. */
const inlineObjects = fieldsOf({
  Event: 'involvedObject source regarding deprecatedSource',
  Binding: 'target',
  ClusterRoleBinding: 'roleRef',
  RoleBinding: 'roleRef',
  Container: 'resources',
  EphemeralContainer: 'resources',
  ContainerStatus: 'state lastState',
  CronJobSpec: 'jobTemplate',
  JobTemplateSpec: 'metadata spec',
  CustomResourceDefinitionSpec: 'names',
  CustomResourceDefinitionStatus: 'acceptedNames',
  DaemonSetSpec: 'template updateStrategy',
  DeploymentSpec: 'strategy template',
  Endpoint: 'conditions',
  HTTPIngressPath: 'backend',
  HorizontalPodAutoscalerSpec: 'scaleTargetRef',
  IngressServiceBackend: 'port',
  IngressStatus: 'loadBalancer',
  JobSpec: 'template',
  MutatingWebhook: 'clientConfig',
  ValidatingWebhook: 'clientConfig',
  NetworkPolicySpec: 'podSelector',
  NodeStatus: 'daemonEndpoints nodeInfo',
  NodeDaemonEndpoints: 'kubeletEndpoint',
  PersistentVolumeClaimSpec: 'resources',
  PersistentVolumeClaimTemplate: 'metadata spec',
  PodTemplateSpec: 'metadata spec',
  PodTemplate: 'template',
  PreferredSchedulingTerm: 'preference',
  ReplicaSetSpec: 'template',
  ServiceStatus: 'loadBalancer',
  SelfSubjectReviewStatus: 'userInfo',
  TokenReviewStatus: 'user',
  StatefulSetSpec: 'template updateStrategy',
  VolumeAttachmentSpec: 'source',
  WeightedPodAffinityTerm: 'podAffinityTerm',
  ContainerResourceMetricSource: 'target',
  ExternalMetricSource: 'metric target',
  ObjectMetricSource: 'describedObject metric target',
  PodsMetricSource: 'metric target',
  ResourceMetricSource: 'target',
})

/** Kinds whose spec or status is behind a pointer or does not exist as a struct. */
const withoutInlineStatus = new Set(['ComponentStatus'])

/** Written at their zero value also when nobody gave them. */
const alwaysWritten: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  Event: {
    eventTime: null,
    firstTimestamp: null,
    lastTimestamp: null,
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  EventSeries: { lastObservedTime: null },
  ContainerStatus: { ready: false, restartCount: 0, image: '', imageID: '' },
  ContainerStateRunning: { startedAt: null },
  ContainerStateTerminated: { exitCode: 0, startedAt: null, finishedAt: null },
  PodCondition: { lastProbeTime: null, lastTransitionTime: null },
  NodeCondition: { lastHeartbeatTime: null, lastTransitionTime: null },
  JobCondition: { lastProbeTime: null, lastTransitionTime: null },
  NamespaceCondition: { lastTransitionTime: null },
  DeploymentCondition: { lastUpdateTime: null, lastTransitionTime: null },
  ReplicaSetCondition: { lastTransitionTime: null },
  PersistentVolumeClaimCondition: { lastProbeTime: null, lastTransitionTime: null },
  CustomResourceDefinitionCondition: { lastTransitionTime: null },
  Condition: { lastTransitionTime: null, message: '', reason: '' },
  ReplicaSetStatus: { replicas: 0 },
  ReplicationControllerStatus: { replicas: 0 },
  StatefulSetSpec: { serviceName: '' },
  StatefulSetStatus: { replicas: 0, availableReplicas: 0 },
  DaemonSetStatus: {
    currentNumberScheduled: 0,
    desiredNumberScheduled: 0,
    numberMisscheduled: 0,
    numberReady: 0,
  },
  PodDisruptionBudgetStatus: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  'HorizontalPodAutoscalerStatus/V2': { desiredReplicas: 0, currentMetrics: null },
  'HorizontalPodAutoscalerStatus/V1': { currentReplicas: 0, desiredReplicas: 0 },
  ScaleStatus: { replicas: 0 },
  Role: { rules: null },
  ClusterRole: { rules: null },
  RoleRef: { apiGroup: '' },
  PolicyRule: { verbs: null },
  EndpointSlice: { endpoints: null, ports: null },
  Endpoint: { addresses: null },
  CSINodeSpec: { drivers: null },
  PriorityClass: { value: 0 },
  ControllerRevision: { revision: 0 },
  ProjectedVolumeSource: { sources: null },
  PodSpec: { containers: null },
  HTTPHeader: { value: '' },
  ResourceFieldSelector: { divisor: '0' },
  NodeSystemInfo: {
    machineID: '',
    systemUUID: '',
    bootID: '',
    kernelVersion: '',
    osImage: '',
    containerRuntimeVersion: '',
    kubeletVersion: '',
    kubeProxyVersion: '',
    operatingSystem: '',
    architecture: '',
  },
  DaemonEndpoint: { Port: 0 },
  SubjectAccessReviewStatus: { allowed: false },
  SubjectRulesReviewStatus: { incomplete: false, resourceRules: null, nonResourceRules: null },
  TokenRequestStatus: { token: '', expirationTimestamp: null },
  CustomResourceDefinitionVersion: { served: false, storage: false },
  CustomResourceDefinitionStatus: { conditions: null, storedVersions: null },
  StatefulSetOrdinals: { start: 0 },
  HTTPIngressRuleValue: { paths: null },
}

/** @param name the Go type, `Probe`, and `version` the client library's prefix of it, `V1` */
export function zeroOf(owner: { name: string; version: string }, field: { name: string; is: string }): Zero {
  const id = `${owner.name}.${field.name}`
  for (const key of [`${owner.name}/${owner.version}`, owner.name]) {
    const always = own(own(alwaysWritten, key) ?? {}, field.name)
    if (always !== undefined) return { always }
  }
  if (field.is === 'object') {
    const ofKind = field.name === 'metadata' && owner.name !== 'ObjectMeta'
    if (inlineObjects.has(id) || ofKind) return { always: {} }
    return 'kept'
  }
  if (field.is === 'string' || field.is === 'bytes') return pointedStrings.has(id) ? 'kept' : 'dropped'
  if (field.is === 'boolean') return plainBooleans.has(field.name) ? 'dropped' : 'kept'
  if (field.is === 'int32' || field.is === 'int64' || field.is === 'double')
    return plainNumbers.has(id) ? 'dropped' : 'kept'
  if (field.is === 'list' || field.is === 'map') return 'dropped'
  return 'kept'
}

/** Whether a kind's spec or status is written as {} when nothing is in it. */
export function isInlineOfKind(kind: string, field: string): boolean {
  return (field === 'spec' || field === 'status') && !withoutInlineStatus.has(kind)
}

function fieldsOf(table: Record<string, string>): ReadonlySet<string> {
  return new Set(
    Object.entries(table).flatMap(([type, fields]) => fields.split(' ').map((field) => `${type}.${field}`)),
  )
}
