import { own } from '../json.ts'
import type { Json } from '../json.ts'
import type { FieldFacts } from './type-facts.ts'
import type { Zero } from './type.ts'

// The API server writes objects from Go structs, where a field is either a pointer (given values stay, even 0, ""
// and false), a plain value that is omitted when zero, or one that is always written. Stored objects are equal
// only if that is known for each field. Neither the OpenAPI nor the protobuf definitions contain it for optional scalars,
// times and lists, so these tables are maintained by hand. Source: the Go types of k8s.io/api v0.36.3, by the client library's classes.

/** Plain booleans and numbers, omitted if false or zero. */
const plainScalars = fieldsOf({
  CoreV1Event: 'count',
  CoreV1EventSeries: 'count',
  EventsV1Event: 'deprecatedCount',
  V1APIServiceSpec: 'insecureSkipTLSVerify',
  V1AWSElasticBlockStoreVolumeSource: 'partition readOnly',
  V1AzureFilePersistentVolumeSource: 'readOnly',
  V1AzureFileVolumeSource: 'readOnly',
  V1CSIPersistentVolumeSource: 'readOnly',
  V1CephFSPersistentVolumeSource: 'readOnly',
  V1CephFSVolumeSource: 'readOnly',
  V1CinderPersistentVolumeSource: 'readOnly',
  V1CinderVolumeSource: 'readOnly',
  V1Condition: 'observedGeneration',
  V1Container: 'stdin stdinOnce tty',
  V1ContainerImage: 'sizeBytes',
  V1ContainerPort: 'hostPort',
  V1ContainerStateTerminated: 'signal',
  V1CustomResourceColumnDefinition: 'priority',
  V1CustomResourceDefinitionCondition: 'observedGeneration',
  V1CustomResourceDefinitionSpec: 'preserveUnknownFields',
  V1CustomResourceDefinitionStatus: 'observedGeneration',
  V1CustomResourceDefinitionVersion: 'deprecated',
  V1DaemonSetSpec: 'minReadySeconds',
  V1DaemonSetStatus: 'observedGeneration updatedNumberScheduled numberAvailable numberUnavailable',
  V1DeploymentSpec: 'minReadySeconds paused',
  V1DeploymentStatus:
    'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas',
  V1EphemeralContainer: 'stdin stdinOnce tty',
  V1FCVolumeSource: 'readOnly',
  V1FlexPersistentVolumeSource: 'readOnly',
  V1FlexVolumeSource: 'readOnly',
  V1GCEPersistentDiskVolumeSource: 'partition readOnly',
  V1GlusterfsPersistentVolumeSource: 'readOnly',
  V1GlusterfsVolumeSource: 'readOnly',
  V1ISCSIPersistentVolumeSource: 'chapAuthDiscovery chapAuthSession readOnly',
  V1ISCSIVolumeSource: 'chapAuthDiscovery chapAuthSession readOnly',
  V1JSONSchemaProps:
    'nullable uniqueItems exclusiveMaximum exclusiveMinimum x-kubernetes-embedded-resource x-kubernetes-int-or-string',
  V1JobStatus: 'active succeeded failed',
  V1NFSVolumeSource: 'readOnly',
  V1NodeSpec: 'unschedulable',
  V1ObjectMeta: 'generation',
  V1PersistentVolumeClaimVolumeSource: 'readOnly',
  V1PodCondition: 'observedGeneration',
  V1PodDisruptionBudgetStatus: 'observedGeneration',
  V1PodSpec: 'hostNetwork hostPID hostIPC',
  V1PodStatus: 'observedGeneration',
  V1PortworxVolumeSource: 'readOnly',
  V1PriorityClass: 'globalDefault',
  V1Probe: 'initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold',
  V1QuobyteVolumeSource: 'readOnly',
  V1RBDPersistentVolumeSource: 'readOnly',
  V1RBDVolumeSource: 'readOnly',
  V1ReplicaSetSpec: 'minReadySeconds',
  V1ReplicaSetStatus: 'fullyLabeledReplicas readyReplicas availableReplicas observedGeneration',
  V1ReplicationControllerSpec: 'minReadySeconds',
  V1ReplicationControllerStatus: 'fullyLabeledReplicas readyReplicas availableReplicas observedGeneration',
  V1ScaleIOPersistentVolumeSource: 'readOnly sslEnabled',
  V1ScaleIOVolumeSource: 'readOnly sslEnabled',
  V1ScaleSpec: 'replicas',
  V1ServiceBackendPort: 'number',
  V1ServicePort: 'nodePort',
  V1ServiceSpec: 'healthCheckNodePort publishNotReadyAddresses',
  V1StatefulSetSpec: 'minReadySeconds',
  V1StatefulSetStatus: 'observedGeneration readyReplicas currentReplicas updatedReplicas',
  V1StorageOSPersistentVolumeSource: 'readOnly',
  V1StorageOSVolumeSource: 'readOnly',
  V1SubjectAccessReviewStatus: 'denied',
  V1TokenReviewStatus: 'authenticated',
  V1ValidatingAdmissionPolicyStatus: 'observedGeneration',
  V1VolumeMount: 'readOnly',
  V1VolumeMountStatus: 'readOnly',
  V2HorizontalPodAutoscalerStatus: 'currentReplicas',
})

/** Strings behind a pointer: an empty one is a value and stays. */
const pointedStrings = fieldsOf({
  AdmissionregistrationV1ServiceReference: 'path',
  AdmissionregistrationV1WebhookClientConfig: 'url',
  ApiextensionsV1ServiceReference: 'path',
  ApiextensionsV1WebhookClientConfig: 'url',
  CoreV1EndpointPort: 'appProtocol',
  DiscoveryV1EndpointPort: 'name protocol appProtocol',
  V1AppArmorProfile: 'localhostProfile',
  V1AzureDiskVolumeSource: 'cachingMode fsType kind',
  V1AzureFilePersistentVolumeSource: 'secretNamespace',
  V1CSIDriverSpec: 'fsGroupPolicy',
  V1CSIVolumeSource: 'fsType',
  V1ClusterTrustBundleProjection: 'name signerName',
  V1Container: 'restartPolicy',
  V1ContainerStatus: 'stopSignal',
  V1CronJobSpec: 'timeZone',
  V1CustomResourceDefinitionVersion: 'deprecationWarning',
  V1CustomResourceSubresourceScale: 'labelSelectorPath',
  V1DeleteOptions: 'propagationPolicy',
  V1Endpoint: 'hostname nodeName zone',
  V1EndpointAddress: 'nodeName',
  V1EphemeralContainer: 'restartPolicy',
  V1GRPCAction: 'service',
  V1GlusterfsPersistentVolumeSource: 'endpointsNamespace',
  V1HTTPIngressPath: 'pathType',
  V1HostPathVolumeSource: 'type',
  V1ISCSIPersistentVolumeSource: 'initiatorName',
  V1ISCSIVolumeSource: 'initiatorName',
  V1IngressClassParametersReference: 'apiGroup namespace scope',
  V1IngressPortStatus: 'error',
  V1IngressSpec: 'ingressClassName',
  V1JSONSchemaProps: '$ref x-kubernetes-list-type x-kubernetes-map-type',
  V1JobSpec: 'completionMode podReplacementPolicy managedBy',
  V1JobStatus: 'failedIndexes',
  V1LeaseSpec: 'holderIdentity strategy preferredHolder',
  V1Lifecycle: 'stopSignal',
  V1LoadBalancerIngress: 'ipMode',
  V1LocalVolumeSource: 'fsType',
  V1MatchResources: 'matchPolicy',
  V1MutatingAdmissionPolicySpec: 'failurePolicy',
  V1MutatingWebhook: 'failurePolicy matchPolicy sideEffects reinvocationPolicy',
  V1NamedRuleWithOperations: 'scope',
  V1NetworkPolicyPort: 'protocol',
  V1ParamRef: 'parameterNotFoundAction',
  V1PersistentVolumeClaimSpec: 'storageClassName volumeMode volumeAttributesClassName',
  V1PersistentVolumeClaimStatus: 'currentVolumeAttributesClassName',
  V1PersistentVolumeSpec: 'volumeMode volumeAttributesClassName',
  V1PodDNSConfigOption: 'value',
  V1PodDisruptionBudgetSpec: 'unhealthyPodEvictionPolicy',
  V1PodFailurePolicyOnExitCodesRequirement: 'containerName',
  V1PodResourceClaim: 'resourceClaimName resourceClaimTemplateName',
  V1PodResourceClaimStatus: 'resourceClaimName',
  V1PodSchedulingGroup: 'podGroupName',
  V1PodSecurityContext: 'supplementalGroupsPolicy fsGroupChangePolicy seLinuxChangePolicy',
  V1PodSpec: 'runtimeClassName preemptionPolicy hostnameOverride',
  V1PortStatus: 'error',
  V1Preconditions: 'uid resourceVersion',
  V1PriorityClass: 'preemptionPolicy',
  V1ResourceHealth: 'message',
  V1RuleWithOperations: 'scope',
  V1SeccompProfile: 'localhostProfile',
  V1SecurityContext: 'procMount',
  V1ServicePort: 'appProtocol',
  V1ServiceSpec: 'ipFamilyPolicy loadBalancerClass internalTrafficPolicy trafficDistribution',
  V1StorageClass: 'reclaimPolicy volumeBindingMode',
  V1SuccessPolicyRule: 'succeededIndexes',
  V1TopologySpreadConstraint: 'nodeAffinityPolicy nodeTaintsPolicy',
  V1TypedLocalObjectReference: 'apiGroup',
  V1TypedObjectReference: 'apiGroup namespace',
  V1ValidatingAdmissionPolicySpec: 'failurePolicy',
  V1ValidatingWebhook: 'failurePolicy matchPolicy sideEffects',
  V1Validation: 'reason',
  V1ValidationRule: 'reason',
  V1VolumeAttachmentSource: 'persistentVolumeName',
  V1VolumeMount: 'recursiveReadOnly mountPropagation',
  V1VolumeMountStatus: 'recursiveReadOnly',
  V1WindowsSecurityContextOptions: 'gmsaCredentialSpecName gmsaCredentialSpec runAsUserName',
  V2HPAScalingRules: 'selectPolicy',
})

/** Required lists that Go omits if they are empty. */
const omittedLists = fieldsOf({ V1ValidatingAdmissionPolicyBindingSpec: 'validationActions' })

/** Fields that are written at their zero value even if not given, although they are not required. */
const alwaysWritten: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  CoreV1Event: {
    eventTime: null,
    firstTimestamp: null,
    lastTimestamp: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  CoreV1EventSeries: { lastObservedTime: null },
  EventsV1Event: { eventTime: null, deprecatedFirstTimestamp: null, deprecatedLastTimestamp: null },
  EventsV1EventSeries: { lastObservedTime: null },
  V1APIServiceCondition: { lastTransitionTime: null },
  V1CSINodeDriver: { topologyKeys: null },
  V1CertificateSigningRequestCondition: { lastUpdateTime: null, lastTransitionTime: null },
  V1CertificateSigningRequestSpec: { request: null },
  V1ClusterRole: { rules: null },
  V1Condition: { lastTransitionTime: null },
  V1ContainerImage: { names: null },
  V1ContainerStateRunning: { startedAt: null },
  V1ContainerStateTerminated: { startedAt: null, finishedAt: null },
  V1CustomResourceDefinitionCondition: { lastTransitionTime: null },
  V1CustomResourceDefinitionStatus: { conditions: null, storedVersions: null },
  V1DaemonSetCondition: { lastTransitionTime: null },
  V1DeploymentCondition: { lastUpdateTime: null, lastTransitionTime: null },
  V1EndpointSlice: { endpoints: null, ports: null },
  V1JobCondition: { lastProbeTime: null, lastTransitionTime: null },
  V1NamespaceCondition: { lastTransitionTime: null },
  V1NodeCondition: { lastHeartbeatTime: null, lastTransitionTime: null },
  V1NodeRuntimeHandler: { name: '' },
  V1PersistentVolumeClaimCondition: { lastProbeTime: null, lastTransitionTime: null },
  V1PodCondition: { lastProbeTime: null, lastTransitionTime: null },
  V1PodDisruptionBudgetStatus: {
    currentHealthy: 0,
    desiredHealthy: 0,
    disruptionsAllowed: 0,
    expectedPods: 0,
  },
  V1PodFailurePolicyOnPodConditionsPattern: { status: '' },
  V1PriorityClass: { value: 0 },
  V1ProjectedVolumeSource: { sources: null },
  V1ReplicaSetCondition: { lastTransitionTime: null },
  V1ReplicationControllerCondition: { lastTransitionTime: null },
  V1ResourceFieldSelector: { divisor: '0' },
  V1Role: { rules: null },
  V1RoleRef: { apiGroup: '' },
  V1StatefulSetCondition: { lastTransitionTime: null },
  V1StatefulSetOrdinals: { start: 0 },
  V1StatefulSetSpec: { serviceName: '' },
  V1StatefulSetStatus: { availableReplicas: 0 },
  V1TokenRequestSpec: { audiences: null },
  V1TokenRequestStatus: { token: '', expirationTimestamp: null },
  V1VolumeError: { time: null },
  V2HorizontalPodAutoscalerCondition: { lastTransitionTime: null },
  V2HorizontalPodAutoscalerStatus: { currentMetrics: null },
}

/** The fields in these tables: `V1Probe.periodSeconds`. */
export const fieldsWithOwnZero: ReadonlySet<string> = new Set([
  ...plainScalars,
  ...pointedStrings,
  ...omittedLists,
  ...Object.entries(alwaysWritten).flatMap(([model, fields]) =>
    Object.keys(fields).map((field) => `${model}.${field}`),
  ),
])

/** Returns the zero value of a field. @param is A scalar's kind, `object`, `list`, `map` or `any` */
export function zeroOf(
  model: string,
  { name, is, facts }: { name: string; is: string; facts: FieldFacts },
): Zero {
  const id = `${model}.${name}`
  const always = own(own(alwaysWritten, model) ?? {}, name)
  if (always !== undefined) return { always }
  if (facts.always !== undefined && !omittedLists.has(id)) return { always: facts.always }
  switch (is) {
    case 'list':
    case 'map':
      return 'dropped'
    case 'string':
    case 'bytes':
      return pointedStrings.has(id) ? 'kept' : 'dropped'
    case 'boolean':
    case 'int32':
    case 'int64':
    case 'double':
      return plainScalars.has(id) ? 'dropped' : 'kept'
    default:
      return 'kept'
  }
}

function fieldsOf(table: Record<string, string>): ReadonlySet<string> {
  return new Set(
    Object.entries(table).flatMap(([model, fields]) => fields.split(' ').map((field) => `${model}.${field}`)),
  )
}
