// The numbers of fields in the binary form of the kinds kubectl writes in it (`kubectl create …`, `create job
// --from`, `drain`, `auth`).
// Source: the protobuf tags documented with the Go types. `a|b` are two versions of a field, `...Type` is a
// message whose fields belong to the outer one.
const numbers: Readonly<Record<string, string>> = {
  AggregationRule: 'clusterRoleSelectors=1',
  Binding: 'metadata=1 target=2',
  BoundObjectReference: 'kind=1 apiVersion=2 name=3 uid=4',
  Capabilities: 'add=1 drop=2',
  ClusterRole: 'metadata=1 rules=2 aggregationRule=3',
  ClusterRoleBinding: 'metadata=1 subjects=2 roleRef=3',
  ConfigMap: 'metadata=1 immutable=4 data=2 binaryData=3',
  ConfigMapEnvSource: '...LocalObjectReference=1 optional=2',
  ConfigMapKeySelector: '...LocalObjectReference=1 key=2 optional=3',
  ConfigMapVolumeSource: '...LocalObjectReference=1 items=2 defaultMode=3 optional=4',
  Container:
    'name=1 image=2 command=3 args=4 workingDir=5 ports=6 env=7 resources=8 volumeMounts=9 livenessProbe=10 readinessProbe=11 lifecycle=12 terminationMessagePath=13 imagePullPolicy=14 securityContext=15 stdin=16 stdinOnce=17 tty=18 envFrom=19 terminationMessagePolicy=20 startupProbe=22 restartPolicy=24',
  ContainerPort: 'name=1 hostPort=2 containerPort=3 protocol=4 hostIP=5',
  CronJob: 'metadata=1 spec=2 status=3',
  CronJobSpec:
    'schedule=1 timeZone=8 startingDeadlineSeconds=2 concurrencyPolicy=3 suspend=4 jobTemplate=5 successfulJobsHistoryLimit=6 failedJobsHistoryLimit=7',
  CrossVersionObjectReference: 'kind=1 name=2 apiVersion=3',
  DeleteOptions: 'gracePeriodSeconds=1 preconditions=2 orphanDependents=3 propagationPolicy=4 dryRun=5',
  Deployment: 'metadata=1 spec=2 status=3',
  DeploymentSpec:
    'replicas=1 selector=2 template=3 strategy=4 minReadySeconds=5 revisionHistoryLimit=6 paused=7 progressDeadlineSeconds=9',
  DeploymentStrategy: 'type=1 rollingUpdate=2',
  EmptyDirVolumeSource: 'medium=1 sizeLimit=2',
  EnvFromSource: 'prefix=1 configMapRef=2 secretRef=3',
  EnvVar: 'name=1 value=2 valueFrom=3',
  EnvVarSource: 'fieldRef=1 resourceFieldRef=2 configMapKeyRef=3 secretKeyRef=4',
  Eviction: 'metadata=1 deleteOptions=2',
  ExecAction: 'command=1',
  HTTPGetAction: 'path=1 port=2 host=3 scheme=4 httpHeaders=5',
  HTTPHeader: 'name=1 value=2',
  HTTPIngressPath: 'path=1 pathType=3 backend=2',
  HTTPIngressRuleValue: 'paths=1',
  HorizontalPodAutoscaler: 'metadata=1 spec=2 status=3',
  HorizontalPodAutoscalerSpec:
    'scaleTargetRef=1 minReplicas=2 maxReplicas=3 metrics|targetCPUUtilizationPercentage=4 behavior=5',
  HostPathVolumeSource: 'path=1 type=2',
  Ingress: 'metadata=1 spec=2 status=3',
  IngressBackend: 'service=4 resource=3',
  IngressRule: 'host=1 ...IngressRuleValue=2',
  IngressRuleValue: 'http=1',
  IngressServiceBackend: 'name=1 port=2',
  IngressSpec: 'ingressClassName=4 defaultBackend=1 tls=2 rules=3',
  IngressTLS: 'hosts=1 secretName=2',
  Job: 'metadata=1 spec=2 status=3',
  JobSpec:
    'parallelism=1 completions=2 activeDeadlineSeconds=3 backoffLimit=7 selector=4 manualSelector=5 template=6 ttlSecondsAfterFinished=8 completionMode=9 suspend=10 podReplacementPolicy=14',
  JobTemplateSpec: 'metadata=1 spec=2',
  KeyToPath: 'key=1 path=2 mode=3',
  LabelSelector: 'matchLabels=1 matchExpressions=2',
  LabelSelectorRequirement: 'key=1 operator=2 values=3',
  Lifecycle: 'postStart=1 preStop=2',
  LifecycleHandler: 'exec=1 httpGet=2 tcpSocket=3',
  LocalObjectReference: 'name=1',
  MetricSpec: 'type=1 resource=4',
  MetricTarget: 'type=1 value=2 averageValue=3 averageUtilization=4',
  Namespace: 'metadata=1 spec=2 status=3',
  NamespaceSpec: 'finalizers=1',
  NonResourceAttributes: 'path=1 verb=2',
  ObjectFieldSelector: 'apiVersion=1 fieldPath=2',
  ObjectMeta:
    'name=1 generateName=2 namespace=3 selfLink=4 uid=5 resourceVersion=6 generation=7 creationTimestamp=8 deletionTimestamp=9 deletionGracePeriodSeconds=10 labels=11 annotations=12 ownerReferences=13 finalizers=14',
  ObjectReference: 'kind=1 namespace=2 name=3 uid=4 apiVersion=5 resourceVersion=6 fieldPath=7',
  OwnerReference: 'kind=1 name=3 uid=4 apiVersion=5 controller=6 blockOwnerDeletion=7',
  PersistentVolumeClaimVolumeSource: 'claimName=1 readOnly=2',
  PodDisruptionBudget: 'metadata=1 spec=2 status=3',
  PodDisruptionBudgetSpec: 'minAvailable=1 selector=2 maxUnavailable=3 unhealthyPodEvictionPolicy=4',
  PodSecurityContext:
    'runAsUser=2 runAsNonRoot=3 supplementalGroups=4 fsGroup=5 runAsGroup=6 fsGroupChangePolicy=9 seccompProfile=10',
  PodSpec:
    'volumes=1 containers=2 restartPolicy=3 terminationGracePeriodSeconds=4 activeDeadlineSeconds=5 dnsPolicy=6 nodeSelector=7 serviceAccountName=8 serviceAccount=9 nodeName=10 hostNetwork=11 hostPID=12 hostIPC=13 securityContext=14 imagePullSecrets=15 hostname=16 subdomain=17 schedulerName=19 initContainers=20 automountServiceAccountToken=21 tolerations=22 priorityClassName=24 enableServiceLinks=30',
  PodTemplateSpec: 'metadata=1 spec=2',
  PolicyRule: 'verbs=1 apiGroups=2 resources=3 resourceNames=4 nonResourceURLs=5',
  Preconditions: 'uid=1 resourceVersion=2',
  PriorityClass: 'metadata=1 value=2 globalDefault=3 description=4 preemptionPolicy=5',
  Probe:
    '...ProbeHandler=1 initialDelaySeconds=2 timeoutSeconds=3 periodSeconds=4 successThreshold=5 failureThreshold=6 terminationGracePeriodSeconds=7',
  ProbeHandler: 'exec=1 httpGet=2 tcpSocket=3',
  ResourceAttributes: 'namespace=1 verb=2 group=3 version=4 resource=5 subresource=6 name=7',
  ResourceFieldSelector: 'containerName=1 resource=2 divisor=3',
  ResourceMetricSource: 'name=1 target=2',
  ResourceQuota: 'metadata=1 spec=2 status=3',
  ResourceQuotaSpec: 'hard=1 scopes=2',
  ResourceRequirements: 'limits=1 requests=2',
  Role: 'metadata=1 rules=2',
  RoleBinding: 'metadata=1 subjects=2 roleRef=3',
  RoleRef: 'apiGroup=1 kind=2 name=3',
  Scale: 'metadata=1 spec=2 status=3',
  ScaleSpec: 'replicas=1',
  SeccompProfile: 'type=1 localhostProfile=2',
  Secret: 'metadata=1 immutable=5 data=2 stringData=4 type=3',
  SecretEnvSource: '...LocalObjectReference=1 optional=2',
  SecretKeySelector: '...LocalObjectReference=1 key=2 optional=3',
  SecretVolumeSource: 'secretName=1 items=2 defaultMode=3 optional=4',
  SecurityContext:
    'capabilities=1 privileged=2 runAsUser=4 runAsNonRoot=5 readOnlyRootFilesystem=6 allowPrivilegeEscalation=7 runAsGroup=8 seccompProfile=11',
  SelfSubjectAccessReview: 'metadata=1 spec=2 status=3',
  SelfSubjectAccessReviewSpec: 'resourceAttributes=1 nonResourceAttributes=2',
  SelfSubjectReview: 'metadata=1 status=2',
  SelfSubjectRulesReview: 'metadata=1 spec=2 status=3',
  SelfSubjectRulesReviewSpec: 'namespace=1',
  Service: 'metadata=1 spec=2 status=3',
  ServiceAccount: 'metadata=1 secrets=2 imagePullSecrets=3 automountServiceAccountToken=4',
  ServiceBackendPort: 'name=1 number=2',
  ServicePort: 'name=1 protocol=2 appProtocol=6 port=3 targetPort=4 nodePort=5',
  ServiceSpec:
    'ports=1 selector=2 clusterIP=3 clusterIPs=18 type=4 externalIPs=5 sessionAffinity=7 loadBalancerIP=8 externalName=10 externalTrafficPolicy=11 publishNotReadyAddresses=13',
  Subject: 'kind=1 apiGroup=2 name=3 namespace=4',
  TCPSocketAction: 'port=1 host=2',
  TokenRequest: 'metadata=1 spec=2 status=3',
  TokenRequestSpec: 'audiences=1 expirationSeconds=4 boundObjectRef=3',
  Toleration: 'key=1 operator=2 value=3 effect=4 tolerationSeconds=5',
  Volume: 'name=1 ...VolumeSource=2',
  VolumeMount: 'name=1 readOnly=2 mountPath=3 subPath=4 mountPropagation=5 subPathExpr=6',
  VolumeSource: 'hostPath=1 emptyDir=2 secret=6 persistentVolumeClaim=10 configMap=19',
}

/** A type's fields by number; undefined when the type is not one kubectl writes. */
export function fieldsByNumber(type: string): ReadonlyMap<number, string> | undefined {
  const text = numbers[type]
  if (text === undefined) return undefined
  return new Map(
    text.split(' ').map((part) => {
      const [name = '', number] = part.split('=')
      return [Number(number), name] as const
    }),
  )
}
