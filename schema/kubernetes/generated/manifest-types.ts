// Written by tools/generate-kubernetes-tables.ts from the definitions of Kubernetes v1.36.3. Do not edit.

/** The names of types by API version and kind. */
export const kindTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "v1": {"Binding":"core.v1.Binding","ConfigMap":"core.v1.ConfigMap","Endpoints":"core.v1.Endpoints","Event":"core.v1.Event","LimitRange":"core.v1.LimitRange","Namespace":"core.v1.Namespace","Node":"core.v1.Node","PersistentVolumeClaim":"core.v1.PersistentVolumeClaim","PersistentVolume":"core.v1.PersistentVolume","Pod":"core.v1.Pod","PodTemplate":"core.v1.PodTemplate","ReplicationController":"core.v1.ReplicationController","ResourceQuota":"core.v1.ResourceQuota","Secret":"core.v1.Secret","ServiceAccount":"core.v1.ServiceAccount","Service":"core.v1.Service"},
  "apiregistration.k8s.io/v1": {"APIService":"kube-aggregator.pkg.apis.apiregistration.v1.APIService"},
  "apps/v1": {"ControllerRevision":"apps.v1.ControllerRevision","DaemonSet":"apps.v1.DaemonSet","Deployment":"apps.v1.Deployment","ReplicaSet":"apps.v1.ReplicaSet","StatefulSet":"apps.v1.StatefulSet"},
  "events.k8s.io/v1": {"Event":"events.v1.Event"},
  "authentication.k8s.io/v1": {"SelfSubjectReview":"authentication.v1.SelfSubjectReview","TokenReview":"authentication.v1.TokenReview"},
  "authorization.k8s.io/v1": {"LocalSubjectAccessReview":"authorization.v1.LocalSubjectAccessReview","SelfSubjectAccessReview":"authorization.v1.SelfSubjectAccessReview","SelfSubjectRulesReview":"authorization.v1.SelfSubjectRulesReview","SubjectAccessReview":"authorization.v1.SubjectAccessReview"},
  "autoscaling/v2": {"HorizontalPodAutoscaler":"autoscaling.v2.HorizontalPodAutoscaler"},
  "autoscaling/v1": {"HorizontalPodAutoscaler":"autoscaling.v1.HorizontalPodAutoscaler"},
  "batch/v1": {"CronJob":"batch.v1.CronJob","Job":"batch.v1.Job"},
  "certificates.k8s.io/v1": {"CertificateSigningRequest":"certificates.v1.CertificateSigningRequest"},
  "certificates.k8s.io/v1beta1": {"ClusterTrustBundle":"certificates.v1beta1.ClusterTrustBundle","PodCertificateRequest":"certificates.v1beta1.PodCertificateRequest"},
  "certificates.k8s.io/v1alpha1": {"ClusterTrustBundle":"certificates.v1alpha1.ClusterTrustBundle"},
  "networking.k8s.io/v1": {"IngressClass":"networking.v1.IngressClass","Ingress":"networking.v1.Ingress","IPAddress":"networking.v1.IPAddress","NetworkPolicy":"networking.v1.NetworkPolicy","ServiceCIDR":"networking.v1.ServiceCIDR"},
  "networking.k8s.io/v1beta1": {"IPAddress":"networking.v1beta1.IPAddress","ServiceCIDR":"networking.v1beta1.ServiceCIDR"},
  "policy/v1": {"PodDisruptionBudget":"policy.v1.PodDisruptionBudget"},
  "rbac.authorization.k8s.io/v1": {"ClusterRoleBinding":"rbac.v1.ClusterRoleBinding","ClusterRole":"rbac.v1.ClusterRole","RoleBinding":"rbac.v1.RoleBinding","Role":"rbac.v1.Role"},
  "storage.k8s.io/v1": {"CSIDriver":"storage.v1.CSIDriver","CSINode":"storage.v1.CSINode","CSIStorageCapacity":"storage.v1.CSIStorageCapacity","StorageClass":"storage.v1.StorageClass","VolumeAttachment":"storage.v1.VolumeAttachment","VolumeAttributesClass":"storage.v1.VolumeAttributesClass"},
  "storage.k8s.io/v1beta1": {"VolumeAttributesClass":"storage.v1beta1.VolumeAttributesClass"},
  "admissionregistration.k8s.io/v1": {"MutatingAdmissionPolicy":"admissionregistration.v1.MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding":"admissionregistration.v1.MutatingAdmissionPolicyBinding","MutatingWebhookConfiguration":"admissionregistration.v1.MutatingWebhookConfiguration","ValidatingAdmissionPolicy":"admissionregistration.v1.ValidatingAdmissionPolicy","ValidatingAdmissionPolicyBinding":"admissionregistration.v1.ValidatingAdmissionPolicyBinding","ValidatingWebhookConfiguration":"admissionregistration.v1.ValidatingWebhookConfiguration"},
  "admissionregistration.k8s.io/v1beta1": {"MutatingAdmissionPolicy":"admissionregistration.v1beta1.MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding":"admissionregistration.v1beta1.MutatingAdmissionPolicyBinding"},
  "admissionregistration.k8s.io/v1alpha1": {"MutatingAdmissionPolicy":"admissionregistration.v1alpha1.MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding":"admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding"},
  "apiextensions.k8s.io/v1": {"CustomResourceDefinition":"apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition"},
  "scheduling.k8s.io/v1": {"PriorityClass":"scheduling.v1.PriorityClass"},
  "scheduling.k8s.io/v1alpha2": {"PodGroup":"scheduling.v1alpha2.PodGroup","Workload":"scheduling.v1alpha2.Workload"},
  "coordination.k8s.io/v1": {"Lease":"coordination.v1.Lease"},
  "coordination.k8s.io/v1beta1": {"LeaseCandidate":"coordination.v1beta1.LeaseCandidate"},
  "coordination.k8s.io/v1alpha2": {"LeaseCandidate":"coordination.v1alpha2.LeaseCandidate"},
  "node.k8s.io/v1": {"RuntimeClass":"node.v1.RuntimeClass"},
  "discovery.k8s.io/v1": {"EndpointSlice":"discovery.v1.EndpointSlice"},
  "resource.k8s.io/v1": {"DeviceClass":"resource.v1.DeviceClass","ResourceClaim":"resource.v1.ResourceClaim","ResourceClaimTemplate":"resource.v1.ResourceClaimTemplate","ResourceSlice":"resource.v1.ResourceSlice"},
  "resource.k8s.io/v1beta2": {"DeviceClass":"resource.v1beta2.DeviceClass","DeviceTaintRule":"resource.v1beta2.DeviceTaintRule","ResourceClaim":"resource.v1beta2.ResourceClaim","ResourceClaimTemplate":"resource.v1beta2.ResourceClaimTemplate","ResourceSlice":"resource.v1beta2.ResourceSlice"},
  "resource.k8s.io/v1beta1": {"DeviceClass":"resource.v1beta1.DeviceClass","ResourceClaim":"resource.v1beta1.ResourceClaim","ResourceClaimTemplate":"resource.v1beta1.ResourceClaimTemplate","ResourceSlice":"resource.v1beta1.ResourceSlice"},
  "resource.k8s.io/v1alpha3": {"DeviceTaintRule":"resource.v1alpha3.DeviceTaintRule","ResourcePoolStatusRequest":"resource.v1alpha3.ResourcePoolStatusRequest"},
  "flowcontrol.apiserver.k8s.io/v1": {"FlowSchema":"flowcontrol.v1.FlowSchema","PriorityLevelConfiguration":"flowcontrol.v1.PriorityLevelConfiguration"},
  "internal.apiserver.k8s.io/v1alpha1": {"StorageVersion":"apiserverinternal.v1alpha1.StorageVersion"},
  "storagemigration.k8s.io/v1beta1": {"StorageVersionMigration":"storagemigration.v1beta1.StorageVersionMigration"},
}

/** The keys by which strategic merge patches merge the items of lists, by type and field. */
export const mergeKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "admissionregistration.v1.MutatingAdmissionPolicySpec": {"matchConditions":"name"},
  "admissionregistration.v1.MutatingWebhook": {"matchConditions":"name"},
  "admissionregistration.v1.MutatingWebhookConfiguration": {"webhooks":"name"},
  "admissionregistration.v1.ValidatingAdmissionPolicySpec": {"matchConditions":"name","variables":"name"},
  "admissionregistration.v1.ValidatingWebhook": {"matchConditions":"name"},
  "admissionregistration.v1.ValidatingWebhookConfiguration": {"webhooks":"name"},
  "admissionregistration.v1alpha1.MutatingAdmissionPolicySpec": {"matchConditions":"name"},
  "admissionregistration.v1beta1.MutatingAdmissionPolicySpec": {"matchConditions":"name"},
  "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps": {"x-kubernetes-validations":"rule"},
  "apimachinery.pkg.apis.meta.v1.ObjectMeta": {"ownerReferences":"uid"},
  "core.v1.Container": {"env":"name","ports":"containerPort","volumeDevices":"devicePath","volumeMounts":"mountPath"},
  "core.v1.EphemeralContainer": {"env":"name","ports":"containerPort","volumeDevices":"devicePath","volumeMounts":"mountPath"},
  "core.v1.PodSpec": {"containers":"name","ephemeralContainers":"name","hostAliases":"ip","imagePullSecrets":"name","initContainers":"name","resourceClaims":"name","schedulingGates":"name","topologySpreadConstraints":"topologyKey","volumes":"name"},
  "core.v1.ServiceAccount": {"secrets":"name"},
  "core.v1.ServiceSpec": {"ports":"port"},
  "scheduling.v1alpha2.PodGroupSpec": {"resourceClaims":"name"},
  "scheduling.v1alpha2.PodGroupTemplate": {"resourceClaims":"name"},
  "storage.v1.CSINodeSpec": {"drivers":"name"},
}

/** The types, one a line: the name, and the fields with their types. */
export const typeLines = `
admissionregistration.v1.ApplyConfiguration expression:string
admissionregistration.v1.AuditAnnotation key!:string valueExpression!:string
admissionregistration.v1.JSONPatch expression:string
admissionregistration.v1.MatchCondition expression!:string name!:string
admissionregistration.v1.MatchResources excludeResourceRules:[]admissionregistration.v1.NamedRuleWithOperations matchPolicy:string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:apimachinery.pkg.apis.meta.v1.LabelSelector resourceRules:[]admissionregistration.v1.NamedRuleWithOperations
admissionregistration.v1.MutatingAdmissionPolicy apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1.MutatingAdmissionPolicySpec
admissionregistration.v1.MutatingAdmissionPolicyBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1.MutatingAdmissionPolicyBindingSpec
admissionregistration.v1.MutatingAdmissionPolicyBindingSpec matchResources:admissionregistration.v1.MatchResources paramRef:admissionregistration.v1.ParamRef policyName:string
admissionregistration.v1.MutatingAdmissionPolicySpec failurePolicy:string matchConditions:[]admissionregistration.v1.MatchCondition matchConstraints:admissionregistration.v1.MatchResources mutations:[]admissionregistration.v1.Mutation paramKind:admissionregistration.v1.ParamKind reinvocationPolicy:string variables:[]admissionregistration.v1.Variable
admissionregistration.v1.MutatingWebhook admissionReviewVersions!:[]string clientConfig!:admissionregistration.v1.WebhookClientConfig failurePolicy:string matchConditions:[]admissionregistration.v1.MatchCondition matchPolicy:string name!:string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:apimachinery.pkg.apis.meta.v1.LabelSelector reinvocationPolicy:string rules:[]admissionregistration.v1.RuleWithOperations sideEffects!:string timeoutSeconds:int32
admissionregistration.v1.MutatingWebhookConfiguration apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta webhooks:[]admissionregistration.v1.MutatingWebhook
admissionregistration.v1.Mutation applyConfiguration:admissionregistration.v1.ApplyConfiguration jsonPatch:admissionregistration.v1.JSONPatch patchType!:string
admissionregistration.v1.NamedRuleWithOperations apiGroups:[]string apiVersions:[]string operations:[]string resourceNames:[]string resources:[]string scope:string
admissionregistration.v1.ParamKind apiVersion:string kind:string
admissionregistration.v1.ParamRef name:string namespace:string parameterNotFoundAction:string selector:apimachinery.pkg.apis.meta.v1.LabelSelector
admissionregistration.v1.RuleWithOperations apiGroups:[]string apiVersions:[]string operations:[]string resources:[]string scope:string
admissionregistration.v1.ServiceReference name!:string namespace!:string path:string port:int32
admissionregistration.v1.ValidatingAdmissionPolicy apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1.ValidatingAdmissionPolicySpec status:any
admissionregistration.v1.ValidatingAdmissionPolicyBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec
admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec matchResources:admissionregistration.v1.MatchResources paramRef:admissionregistration.v1.ParamRef policyName!:string validationActions!:[]string
admissionregistration.v1.ValidatingAdmissionPolicySpec auditAnnotations:[]admissionregistration.v1.AuditAnnotation failurePolicy:string matchConditions:[]admissionregistration.v1.MatchCondition matchConstraints:admissionregistration.v1.MatchResources paramKind:admissionregistration.v1.ParamKind validations:[]admissionregistration.v1.Validation variables:[]admissionregistration.v1.Variable
admissionregistration.v1.ValidatingWebhook admissionReviewVersions!:[]string clientConfig!:admissionregistration.v1.WebhookClientConfig failurePolicy:string matchConditions:[]admissionregistration.v1.MatchCondition matchPolicy:string name!:string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:apimachinery.pkg.apis.meta.v1.LabelSelector rules:[]admissionregistration.v1.RuleWithOperations sideEffects!:string timeoutSeconds:int32
admissionregistration.v1.ValidatingWebhookConfiguration apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta webhooks:[]admissionregistration.v1.ValidatingWebhook
admissionregistration.v1.Validation expression!:string message:string messageExpression:string reason:string
admissionregistration.v1.Variable expression!:string name!:string
admissionregistration.v1.WebhookClientConfig caBundle:bytes service:admissionregistration.v1.ServiceReference url:string
admissionregistration.v1alpha1.ApplyConfiguration expression:string
admissionregistration.v1alpha1.JSONPatch expression:string
admissionregistration.v1alpha1.MatchCondition expression!:string name!:string
admissionregistration.v1alpha1.MatchResources excludeResourceRules:[]admissionregistration.v1alpha1.NamedRuleWithOperations matchPolicy:string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:apimachinery.pkg.apis.meta.v1.LabelSelector resourceRules:[]admissionregistration.v1alpha1.NamedRuleWithOperations
admissionregistration.v1alpha1.MutatingAdmissionPolicy apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1alpha1.MutatingAdmissionPolicySpec
admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec
admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec matchResources:admissionregistration.v1alpha1.MatchResources paramRef:admissionregistration.v1alpha1.ParamRef policyName:string
admissionregistration.v1alpha1.MutatingAdmissionPolicySpec failurePolicy:string matchConditions:[]admissionregistration.v1alpha1.MatchCondition matchConstraints:admissionregistration.v1alpha1.MatchResources mutations:[]admissionregistration.v1alpha1.Mutation paramKind:admissionregistration.v1alpha1.ParamKind reinvocationPolicy:string variables:[]admissionregistration.v1alpha1.Variable
admissionregistration.v1alpha1.Mutation applyConfiguration:admissionregistration.v1alpha1.ApplyConfiguration jsonPatch:admissionregistration.v1alpha1.JSONPatch patchType!:string
admissionregistration.v1alpha1.NamedRuleWithOperations apiGroups:[]string apiVersions:[]string operations:[]string resourceNames:[]string resources:[]string scope:string
admissionregistration.v1alpha1.ParamKind apiVersion:string kind:string
admissionregistration.v1alpha1.ParamRef name:string namespace:string parameterNotFoundAction:string selector:apimachinery.pkg.apis.meta.v1.LabelSelector
admissionregistration.v1alpha1.Variable expression!:string name!:string
admissionregistration.v1beta1.ApplyConfiguration expression:string
admissionregistration.v1beta1.JSONPatch expression:string
admissionregistration.v1beta1.MatchCondition expression!:string name!:string
admissionregistration.v1beta1.MatchResources excludeResourceRules:[]admissionregistration.v1beta1.NamedRuleWithOperations matchPolicy:string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:apimachinery.pkg.apis.meta.v1.LabelSelector resourceRules:[]admissionregistration.v1beta1.NamedRuleWithOperations
admissionregistration.v1beta1.MutatingAdmissionPolicy apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1beta1.MutatingAdmissionPolicySpec
admissionregistration.v1beta1.MutatingAdmissionPolicyBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec
admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec matchResources:admissionregistration.v1beta1.MatchResources paramRef:admissionregistration.v1beta1.ParamRef policyName:string
admissionregistration.v1beta1.MutatingAdmissionPolicySpec failurePolicy:string matchConditions:[]admissionregistration.v1beta1.MatchCondition matchConstraints:admissionregistration.v1beta1.MatchResources mutations:[]admissionregistration.v1beta1.Mutation paramKind:admissionregistration.v1beta1.ParamKind reinvocationPolicy:string variables:[]admissionregistration.v1beta1.Variable
admissionregistration.v1beta1.Mutation applyConfiguration:admissionregistration.v1beta1.ApplyConfiguration jsonPatch:admissionregistration.v1beta1.JSONPatch patchType!:string
admissionregistration.v1beta1.NamedRuleWithOperations apiGroups:[]string apiVersions:[]string operations:[]string resourceNames:[]string resources:[]string scope:string
admissionregistration.v1beta1.ParamKind apiVersion:string kind:string
admissionregistration.v1beta1.ParamRef name:string namespace:string parameterNotFoundAction:string selector:apimachinery.pkg.apis.meta.v1.LabelSelector
admissionregistration.v1beta1.Variable expression!:string name!:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition description:string format:string jsonPath!:string name!:string priority:int32 type!:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion strategy!:string webhook:apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec status:any
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames categories:[]string kind!:string listKind:string plural!:string shortNames:[]string singular:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec conversion:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion group!:string names!:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames preserveUnknownFields:boolean scope!:string versions!:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion additionalPrinterColumns:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition deprecated:boolean deprecationWarning:string name!:string schema:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation selectableFields:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField served:boolean storage:boolean subresources:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale labelSelectorPath:string specReplicasPath!:string statusReplicasPath!:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources scale:apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale status:any
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation openAPIV3Schema:apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps
apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation description:string url:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps $ref:string $schema:string additionalItems:any additionalProperties:any allOf:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps anyOf:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps default:any definitions:{}apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps dependencies:{}any description:string enum:[]any example:any exclusiveMaximum:boolean exclusiveMinimum:boolean externalDocs:apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation format:string id:string items:any maxItems:int64 maxLength:int64 maxProperties:int64 maximum:number minItems:int64 minLength:int64 minProperties:int64 minimum:number multipleOf:number not:apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps nullable:boolean oneOf:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps pattern:string patternProperties:{}apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps properties:{}apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps required:[]string title:string type:string uniqueItems:boolean x-kubernetes-embedded-resource:boolean x-kubernetes-int-or-string:boolean x-kubernetes-list-map-keys:[]string x-kubernetes-list-type:string x-kubernetes-map-type:string x-kubernetes-preserve-unknown-fields:boolean x-kubernetes-validations:[]apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule
apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField jsonPath!:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference name!:string namespace!:string path:string port:int32
apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule fieldPath:string message:string messageExpression:string optionalOldSelf:boolean reason:string rule!:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig caBundle:bytes service:apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference url:string
apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion clientConfig:apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig conversionReviewVersions!:[]string
apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement key!:string operator!:string values:[]string
apimachinery.pkg.apis.meta.v1.GroupResource group!:string resource!:string
apimachinery.pkg.apis.meta.v1.LabelSelector matchExpressions:[]apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement matchLabels:{}string
apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement key!:string operator!:string values:[]string
apimachinery.pkg.apis.meta.v1.ObjectMeta annotations:{}string creationTimestamp:time deletionGracePeriodSeconds:int64 deletionTimestamp:time finalizers:[]string generateName:string generation:int64 labels:{}string managedFields:any name:string namespace:string ownerReferences:[]apimachinery.pkg.apis.meta.v1.OwnerReference resourceVersion:string selfLink:string uid:string
apimachinery.pkg.apis.meta.v1.OwnerReference apiVersion!:string blockOwnerDeletion:boolean controller:boolean kind!:string name!:string uid!:string
apiserverinternal.v1alpha1.StorageVersion apiVersion:string kind:string metadata!:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:any status:any
apps.v1.ControllerRevision apiVersion:string data:any kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta revision:int64
apps.v1.DaemonSet apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:apps.v1.DaemonSetSpec status:any
apps.v1.DaemonSetSpec minReadySeconds:int32 revisionHistoryLimit:int32 selector!:apimachinery.pkg.apis.meta.v1.LabelSelector template!:core.v1.PodTemplateSpec updateStrategy:apps.v1.DaemonSetUpdateStrategy
apps.v1.DaemonSetUpdateStrategy rollingUpdate:apps.v1.RollingUpdateDaemonSet type:string
apps.v1.Deployment apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:apps.v1.DeploymentSpec status:any
apps.v1.DeploymentSpec minReadySeconds:int32 paused:boolean progressDeadlineSeconds:int32 replicas:int32 revisionHistoryLimit:int32 selector!:apimachinery.pkg.apis.meta.v1.LabelSelector strategy:apps.v1.DeploymentStrategy template!:core.v1.PodTemplateSpec
apps.v1.DeploymentStrategy rollingUpdate:apps.v1.RollingUpdateDeployment type:string
apps.v1.ReplicaSet apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:apps.v1.ReplicaSetSpec status:any
apps.v1.ReplicaSetSpec minReadySeconds:int32 replicas:int32 selector!:apimachinery.pkg.apis.meta.v1.LabelSelector template:core.v1.PodTemplateSpec
apps.v1.RollingUpdateDaemonSet maxSurge:intOrString maxUnavailable:intOrString
apps.v1.RollingUpdateDeployment maxSurge:intOrString maxUnavailable:intOrString
apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable:intOrString partition:int32
apps.v1.StatefulSet apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:apps.v1.StatefulSetSpec status:any
apps.v1.StatefulSetOrdinals start:int32
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:string whenScaled:string
apps.v1.StatefulSetSpec minReadySeconds:int32 ordinals:apps.v1.StatefulSetOrdinals persistentVolumeClaimRetentionPolicy:apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy:string replicas:int32 revisionHistoryLimit:int32 selector!:apimachinery.pkg.apis.meta.v1.LabelSelector serviceName:string template!:core.v1.PodTemplateSpec updateStrategy:apps.v1.StatefulSetUpdateStrategy volumeClaimTemplates:[]core.v1.PersistentVolumeClaim
apps.v1.StatefulSetUpdateStrategy rollingUpdate:apps.v1.RollingUpdateStatefulSetStrategy type:string
authentication.v1.SelfSubjectReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta status:any
authentication.v1.TokenReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:authentication.v1.TokenReviewSpec status:any
authentication.v1.TokenReviewSpec audiences:[]string token!:string
authorization.v1.FieldSelectorAttributes rawSelector:string requirements:[]apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement
authorization.v1.LabelSelectorAttributes rawSelector:string requirements:[]apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement
authorization.v1.LocalSubjectAccessReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:authorization.v1.SubjectAccessReviewSpec status:any
authorization.v1.NonResourceAttributes path:string verb:string
authorization.v1.ResourceAttributes fieldSelector:authorization.v1.FieldSelectorAttributes group:string labelSelector:authorization.v1.LabelSelectorAttributes name:string namespace:string resource:string subresource:string verb:string version:string
authorization.v1.SelfSubjectAccessReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:authorization.v1.SelfSubjectAccessReviewSpec status:any
authorization.v1.SelfSubjectAccessReviewSpec nonResourceAttributes:authorization.v1.NonResourceAttributes resourceAttributes:authorization.v1.ResourceAttributes
authorization.v1.SelfSubjectRulesReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:authorization.v1.SelfSubjectRulesReviewSpec status:any
authorization.v1.SelfSubjectRulesReviewSpec namespace:string
authorization.v1.SubjectAccessReview apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:authorization.v1.SubjectAccessReviewSpec status:any
authorization.v1.SubjectAccessReviewSpec extra:{}[]string groups:[]string nonResourceAttributes:authorization.v1.NonResourceAttributes resourceAttributes:authorization.v1.ResourceAttributes uid:string user:string
autoscaling.v1.CrossVersionObjectReference apiVersion:string kind!:string name!:string
autoscaling.v1.HorizontalPodAutoscaler apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:autoscaling.v1.HorizontalPodAutoscalerSpec status:any
autoscaling.v1.HorizontalPodAutoscalerSpec maxReplicas:int32 minReplicas:int32 scaleTargetRef!:autoscaling.v1.CrossVersionObjectReference targetCPUUtilizationPercentage:int32
autoscaling.v2.ContainerResourceMetricSource container!:string name!:string target!:autoscaling.v2.MetricTarget
autoscaling.v2.CrossVersionObjectReference apiVersion:string kind!:string name!:string
autoscaling.v2.ExternalMetricSource metric!:autoscaling.v2.MetricIdentifier target!:autoscaling.v2.MetricTarget
autoscaling.v2.HPAScalingPolicy periodSeconds:int32 type!:string value:int32
autoscaling.v2.HPAScalingRules policies:[]autoscaling.v2.HPAScalingPolicy selectPolicy:string stabilizationWindowSeconds:int32 tolerance:quantity
autoscaling.v2.HorizontalPodAutoscaler apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:autoscaling.v2.HorizontalPodAutoscalerSpec status:any
autoscaling.v2.HorizontalPodAutoscalerBehavior scaleDown:autoscaling.v2.HPAScalingRules scaleUp:autoscaling.v2.HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerSpec behavior:autoscaling.v2.HorizontalPodAutoscalerBehavior maxReplicas:int32 metrics:[]autoscaling.v2.MetricSpec minReplicas:int32 scaleTargetRef!:autoscaling.v2.CrossVersionObjectReference
autoscaling.v2.MetricIdentifier name!:string selector:apimachinery.pkg.apis.meta.v1.LabelSelector
autoscaling.v2.MetricSpec containerResource:autoscaling.v2.ContainerResourceMetricSource external:autoscaling.v2.ExternalMetricSource object:autoscaling.v2.ObjectMetricSource pods:autoscaling.v2.PodsMetricSource resource:autoscaling.v2.ResourceMetricSource type!:string
autoscaling.v2.MetricTarget averageUtilization:int32 averageValue:quantity type!:string value:quantity
autoscaling.v2.ObjectMetricSource describedObject!:autoscaling.v2.CrossVersionObjectReference metric!:autoscaling.v2.MetricIdentifier target!:autoscaling.v2.MetricTarget
autoscaling.v2.PodsMetricSource metric!:autoscaling.v2.MetricIdentifier target!:autoscaling.v2.MetricTarget
autoscaling.v2.ResourceMetricSource name!:string target!:autoscaling.v2.MetricTarget
batch.v1.CronJob apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:batch.v1.CronJobSpec status:any
batch.v1.CronJobSpec concurrencyPolicy:string failedJobsHistoryLimit:int32 jobTemplate!:batch.v1.JobTemplateSpec schedule!:string startingDeadlineSeconds:int64 successfulJobsHistoryLimit:int32 suspend:boolean timeZone:string
batch.v1.Job apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:batch.v1.JobSpec status:any
batch.v1.JobSpec activeDeadlineSeconds:int64 backoffLimit:int32 backoffLimitPerIndex:int32 completionMode:string completions:int32 managedBy:string manualSelector:boolean maxFailedIndexes:int32 parallelism:int32 podFailurePolicy:batch.v1.PodFailurePolicy podReplacementPolicy:string selector:apimachinery.pkg.apis.meta.v1.LabelSelector successPolicy:batch.v1.SuccessPolicy suspend:boolean template!:core.v1.PodTemplateSpec ttlSecondsAfterFinished:int32
batch.v1.JobTemplateSpec metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:batch.v1.JobSpec
batch.v1.PodFailurePolicy rules!:[]batch.v1.PodFailurePolicyRule
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:string operator!:string values!:[]int32
batch.v1.PodFailurePolicyOnPodConditionsPattern status:string type!:string
batch.v1.PodFailurePolicyRule action!:string onExitCodes:batch.v1.PodFailurePolicyOnExitCodesRequirement onPodConditions:[]batch.v1.PodFailurePolicyOnPodConditionsPattern
batch.v1.SuccessPolicy rules!:[]batch.v1.SuccessPolicyRule
batch.v1.SuccessPolicyRule succeededCount:int32 succeededIndexes:string
certificates.v1.CertificateSigningRequest apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:certificates.v1.CertificateSigningRequestSpec status:any
certificates.v1.CertificateSigningRequestSpec expirationSeconds:int32 extra:{}[]string groups:[]string request!:bytes signerName!:string uid:string usages:[]string username:string
certificates.v1alpha1.ClusterTrustBundle apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:certificates.v1alpha1.ClusterTrustBundleSpec
certificates.v1alpha1.ClusterTrustBundleSpec signerName:string trustBundle!:string
certificates.v1beta1.ClusterTrustBundle apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:certificates.v1beta1.ClusterTrustBundleSpec
certificates.v1beta1.ClusterTrustBundleSpec signerName:string trustBundle!:string
certificates.v1beta1.PodCertificateRequest apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:certificates.v1beta1.PodCertificateRequestSpec status:any
certificates.v1beta1.PodCertificateRequestSpec maxExpirationSeconds:int32 nodeName!:string nodeUID!:string pkixPublicKey:bytes podName!:string podUID!:string proofOfPossession:bytes serviceAccountName!:string serviceAccountUID!:string signerName!:string stubPKCS10Request!:bytes unverifiedUserAnnotations:{}string
coordination.v1.Lease apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:coordination.v1.LeaseSpec
coordination.v1.LeaseSpec acquireTime:time holderIdentity:string leaseDurationSeconds:int32 leaseTransitions:int32 preferredHolder:string renewTime:time strategy:string
coordination.v1alpha2.LeaseCandidate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:coordination.v1alpha2.LeaseCandidateSpec
coordination.v1alpha2.LeaseCandidateSpec binaryVersion!:string emulationVersion:string leaseName!:string pingTime:time renewTime:time strategy!:string
coordination.v1beta1.LeaseCandidate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:coordination.v1beta1.LeaseCandidateSpec
coordination.v1beta1.LeaseCandidateSpec binaryVersion!:string emulationVersion:string leaseName!:string pingTime:time renewTime:time strategy!:string
core.v1.AWSElasticBlockStoreVolumeSource fsType:string partition:int32 readOnly:boolean volumeID!:string
core.v1.Affinity nodeAffinity:core.v1.NodeAffinity podAffinity:core.v1.PodAffinity podAntiAffinity:core.v1.PodAntiAffinity
core.v1.AppArmorProfile localhostProfile:string type!:string
core.v1.AzureDiskVolumeSource cachingMode:string diskName!:string diskURI!:string fsType:string kind:string readOnly:boolean
core.v1.AzureFilePersistentVolumeSource readOnly:boolean secretName!:string secretNamespace:string shareName!:string
core.v1.AzureFileVolumeSource readOnly:boolean secretName!:string shareName!:string
core.v1.Binding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta target!:core.v1.ObjectReference
core.v1.CSIPersistentVolumeSource controllerExpandSecretRef:core.v1.SecretReference controllerPublishSecretRef:core.v1.SecretReference driver!:string fsType:string nodeExpandSecretRef:core.v1.SecretReference nodePublishSecretRef:core.v1.SecretReference nodeStageSecretRef:core.v1.SecretReference readOnly:boolean volumeAttributes:{}string volumeHandle!:string
core.v1.CSIVolumeSource driver!:string fsType:string nodePublishSecretRef:core.v1.LocalObjectReference readOnly:boolean volumeAttributes:{}string
core.v1.Capabilities add:[]string drop:[]string
core.v1.CephFSPersistentVolumeSource monitors!:[]string path:string readOnly:boolean secretFile:string secretRef:core.v1.SecretReference user:string
core.v1.CephFSVolumeSource monitors!:[]string path:string readOnly:boolean secretFile:string secretRef:core.v1.LocalObjectReference user:string
core.v1.CinderPersistentVolumeSource fsType:string readOnly:boolean secretRef:core.v1.SecretReference volumeID!:string
core.v1.CinderVolumeSource fsType:string readOnly:boolean secretRef:core.v1.LocalObjectReference volumeID!:string
core.v1.ClientIPConfig timeoutSeconds:int32
core.v1.ClusterTrustBundleProjection labelSelector:apimachinery.pkg.apis.meta.v1.LabelSelector name:string optional:boolean path!:string signerName:string
core.v1.ConfigMap apiVersion:string binaryData:{}bytes data:{}string immutable:boolean kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta
core.v1.ConfigMapEnvSource name:string optional:boolean
core.v1.ConfigMapKeySelector key!:string name:string optional:boolean
core.v1.ConfigMapNodeConfigSource kubeletConfigKey!:string name!:string namespace!:string resourceVersion:string uid:string
core.v1.ConfigMapProjection items:[]core.v1.KeyToPath name:string optional:boolean
core.v1.ConfigMapVolumeSource defaultMode:int32 items:[]core.v1.KeyToPath name:string optional:boolean
core.v1.Container args:[]string command:[]string env:[]core.v1.EnvVar envFrom:[]core.v1.EnvFromSource image:string imagePullPolicy:string lifecycle:core.v1.Lifecycle livenessProbe:core.v1.Probe name!:string ports:[]core.v1.ContainerPort readinessProbe:core.v1.Probe resizePolicy:[]core.v1.ContainerResizePolicy resources:core.v1.ResourceRequirements restartPolicy:string restartPolicyRules:[]core.v1.ContainerRestartRule securityContext:core.v1.SecurityContext startupProbe:core.v1.Probe stdin:boolean stdinOnce:boolean terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:[]core.v1.VolumeDevice volumeMounts:[]core.v1.VolumeMount workingDir:string
core.v1.ContainerPort containerPort:int32 hostIP:string hostPort:int32 name:string protocol:string
core.v1.ContainerResizePolicy resourceName!:string restartPolicy!:string
core.v1.ContainerRestartRule action!:string exitCodes:core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator!:string values:[]int32
core.v1.DownwardAPIProjection items:[]core.v1.DownwardAPIVolumeFile
core.v1.DownwardAPIVolumeFile fieldRef:core.v1.ObjectFieldSelector mode:int32 path!:string resourceFieldRef:core.v1.ResourceFieldSelector
core.v1.DownwardAPIVolumeSource defaultMode:int32 items:[]core.v1.DownwardAPIVolumeFile
core.v1.EmptyDirVolumeSource medium:string sizeLimit:quantity
core.v1.EndpointAddress hostname:string ip!:string nodeName:string targetRef:core.v1.ObjectReference
core.v1.EndpointPort appProtocol:string name:string port:int32 protocol:string
core.v1.EndpointSubset addresses:[]core.v1.EndpointAddress notReadyAddresses:[]core.v1.EndpointAddress ports:[]core.v1.EndpointPort
core.v1.Endpoints apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta subsets:[]core.v1.EndpointSubset
core.v1.EnvFromSource configMapRef:core.v1.ConfigMapEnvSource prefix:string secretRef:core.v1.SecretEnvSource
core.v1.EnvVar name!:string value:string valueFrom:core.v1.EnvVarSource
core.v1.EnvVarSource configMapKeyRef:core.v1.ConfigMapKeySelector fieldRef:core.v1.ObjectFieldSelector fileKeyRef:core.v1.FileKeySelector resourceFieldRef:core.v1.ResourceFieldSelector secretKeyRef:core.v1.SecretKeySelector
core.v1.EphemeralContainer args:[]string command:[]string env:[]core.v1.EnvVar envFrom:[]core.v1.EnvFromSource image:string imagePullPolicy:string lifecycle:core.v1.Lifecycle livenessProbe:core.v1.Probe name!:string ports:[]core.v1.ContainerPort readinessProbe:core.v1.Probe resizePolicy:[]core.v1.ContainerResizePolicy resources:core.v1.ResourceRequirements restartPolicy:string restartPolicyRules:[]core.v1.ContainerRestartRule securityContext:core.v1.SecurityContext startupProbe:core.v1.Probe stdin:boolean stdinOnce:boolean targetContainerName:string terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:[]core.v1.VolumeDevice volumeMounts:[]core.v1.VolumeMount workingDir:string
core.v1.EphemeralVolumeSource volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.Event action:string apiVersion:string count:int32 eventTime:time firstTimestamp:time involvedObject!:core.v1.ObjectReference kind:string lastTimestamp:time message:string metadata!:apimachinery.pkg.apis.meta.v1.ObjectMeta reason:string related:core.v1.ObjectReference reportingComponent:string reportingInstance:string series:core.v1.EventSeries source:core.v1.EventSource type:string
core.v1.EventSeries count:int32 lastObservedTime:time
core.v1.EventSource component:string host:string
core.v1.ExecAction command:[]string
core.v1.FCVolumeSource fsType:string lun:int32 readOnly:boolean targetWWNs:[]string wwids:[]string
core.v1.FileKeySelector key!:string optional:boolean path!:string volumeName!:string
core.v1.FlexPersistentVolumeSource driver!:string fsType:string options:{}string readOnly:boolean secretRef:core.v1.SecretReference
core.v1.FlexVolumeSource driver!:string fsType:string options:{}string readOnly:boolean secretRef:core.v1.LocalObjectReference
core.v1.FlockerVolumeSource datasetName:string datasetUUID:string
core.v1.GCEPersistentDiskVolumeSource fsType:string partition:int32 pdName!:string readOnly:boolean
core.v1.GRPCAction port:int32 service:string
core.v1.GitRepoVolumeSource directory:string repository!:string revision:string
core.v1.GlusterfsPersistentVolumeSource endpoints!:string endpointsNamespace:string path!:string readOnly:boolean
core.v1.GlusterfsVolumeSource endpoints!:string path!:string readOnly:boolean
core.v1.HTTPGetAction host:string httpHeaders:[]core.v1.HTTPHeader path:string port!:intOrString scheme:string
core.v1.HTTPHeader name!:string value:string
core.v1.HostAlias hostnames:[]string ip!:string
core.v1.HostPathVolumeSource path!:string type:string
core.v1.ISCSIPersistentVolumeSource chapAuthDiscovery:boolean chapAuthSession:boolean fsType:string initiatorName:string iqn!:string iscsiInterface:string lun:int32 portals:[]string readOnly:boolean secretRef:core.v1.SecretReference targetPortal!:string
core.v1.ISCSIVolumeSource chapAuthDiscovery:boolean chapAuthSession:boolean fsType:string initiatorName:string iqn!:string iscsiInterface:string lun:int32 portals:[]string readOnly:boolean secretRef:core.v1.LocalObjectReference targetPortal!:string
core.v1.ImageVolumeSource pullPolicy:string reference:string
core.v1.KeyToPath key!:string mode:int32 path!:string
core.v1.Lifecycle postStart:core.v1.LifecycleHandler preStop:core.v1.LifecycleHandler stopSignal:string
core.v1.LifecycleHandler exec:core.v1.ExecAction httpGet:core.v1.HTTPGetAction sleep:core.v1.SleepAction tcpSocket:core.v1.TCPSocketAction
core.v1.LimitRange apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.LimitRangeSpec
core.v1.LimitRangeItem default:{}quantity defaultRequest:{}quantity max:{}quantity maxLimitRequestRatio:{}quantity min:{}quantity type!:string
core.v1.LimitRangeSpec limits!:[]core.v1.LimitRangeItem
core.v1.LocalObjectReference name:string
core.v1.LocalVolumeSource fsType:string path!:string
core.v1.NFSVolumeSource path!:string readOnly:boolean server!:string
core.v1.Namespace apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.NamespaceSpec status:any
core.v1.NamespaceSpec finalizers:[]string
core.v1.Node apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.NodeSpec status:any
core.v1.NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[]core.v1.PreferredSchedulingTerm requiredDuringSchedulingIgnoredDuringExecution:core.v1.NodeSelector
core.v1.NodeConfigSource configMap:core.v1.ConfigMapNodeConfigSource
core.v1.NodeSelector nodeSelectorTerms!:[]core.v1.NodeSelectorTerm
core.v1.NodeSelectorRequirement key!:string operator!:string values:[]string
core.v1.NodeSelectorTerm matchExpressions:[]core.v1.NodeSelectorRequirement matchFields:[]core.v1.NodeSelectorRequirement
core.v1.NodeSpec configSource:core.v1.NodeConfigSource externalID:string podCIDR:string podCIDRs:[]string providerID:string taints:[]core.v1.Taint unschedulable:boolean
core.v1.ObjectFieldSelector apiVersion:string fieldPath!:string
core.v1.ObjectReference apiVersion:string fieldPath:string kind:string name:string namespace:string resourceVersion:string uid:string
core.v1.PersistentVolume apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.PersistentVolumeSpec status:any
core.v1.PersistentVolumeClaim apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.PersistentVolumeClaimSpec status:any
core.v1.PersistentVolumeClaimSpec accessModes:[]string dataSource:core.v1.TypedLocalObjectReference dataSourceRef:core.v1.TypedObjectReference resources:core.v1.VolumeResourceRequirements selector:apimachinery.pkg.apis.meta.v1.LabelSelector storageClassName:string volumeAttributesClassName:string volumeMode:string volumeName:string
core.v1.PersistentVolumeClaimTemplate metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName!:string readOnly:boolean
core.v1.PersistentVolumeSpec accessModes:[]string awsElasticBlockStore:core.v1.AWSElasticBlockStoreVolumeSource azureDisk:core.v1.AzureDiskVolumeSource azureFile:core.v1.AzureFilePersistentVolumeSource capacity:{}quantity cephfs:core.v1.CephFSPersistentVolumeSource cinder:core.v1.CinderPersistentVolumeSource claimRef:core.v1.ObjectReference csi:core.v1.CSIPersistentVolumeSource fc:core.v1.FCVolumeSource flexVolume:core.v1.FlexPersistentVolumeSource flocker:core.v1.FlockerVolumeSource gcePersistentDisk:core.v1.GCEPersistentDiskVolumeSource glusterfs:core.v1.GlusterfsPersistentVolumeSource hostPath:core.v1.HostPathVolumeSource iscsi:core.v1.ISCSIPersistentVolumeSource local:core.v1.LocalVolumeSource mountOptions:[]string nfs:core.v1.NFSVolumeSource nodeAffinity:core.v1.VolumeNodeAffinity persistentVolumeReclaimPolicy:string photonPersistentDisk:core.v1.PhotonPersistentDiskVolumeSource portworxVolume:core.v1.PortworxVolumeSource quobyte:core.v1.QuobyteVolumeSource rbd:core.v1.RBDPersistentVolumeSource scaleIO:core.v1.ScaleIOPersistentVolumeSource storageClassName:string storageos:core.v1.StorageOSPersistentVolumeSource volumeAttributesClassName:string volumeMode:string vsphereVolume:core.v1.VsphereVirtualDiskVolumeSource
core.v1.PhotonPersistentDiskVolumeSource fsType:string pdID!:string
core.v1.Pod apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.PodSpec status:any
core.v1.PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[]core.v1.WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[]core.v1.PodAffinityTerm
core.v1.PodAffinityTerm labelSelector:apimachinery.pkg.apis.meta.v1.LabelSelector matchLabelKeys:[]string mismatchLabelKeys:[]string namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector namespaces:[]string topologyKey!:string
core.v1.PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[]core.v1.WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[]core.v1.PodAffinityTerm
core.v1.PodCertificateProjection certificateChainPath:string credentialBundlePath:string keyPath:string keyType!:string maxExpirationSeconds:int32 signerName!:string userAnnotations:{}string
core.v1.PodDNSConfig nameservers:[]string options:[]core.v1.PodDNSConfigOption searches:[]string
core.v1.PodDNSConfigOption name:string value:string
core.v1.PodOS name!:string
core.v1.PodReadinessGate conditionType!:string
core.v1.PodResourceClaim name!:string resourceClaimName:string resourceClaimTemplateName:string
core.v1.PodSchedulingGate name!:string
core.v1.PodSchedulingGroup podGroupName:string
core.v1.PodSecurityContext appArmorProfile:core.v1.AppArmorProfile fsGroup:int64 fsGroupChangePolicy:string runAsGroup:int64 runAsNonRoot:boolean runAsUser:int64 seLinuxChangePolicy:string seLinuxOptions:core.v1.SELinuxOptions seccompProfile:core.v1.SeccompProfile supplementalGroups:[]int64 supplementalGroupsPolicy:string sysctls:[]core.v1.Sysctl windowsOptions:core.v1.WindowsSecurityContextOptions
core.v1.PodSpec activeDeadlineSeconds:int64 affinity:core.v1.Affinity automountServiceAccountToken:boolean containers!:[]core.v1.Container dnsConfig:core.v1.PodDNSConfig dnsPolicy:string enableServiceLinks:boolean ephemeralContainers:[]core.v1.EphemeralContainer hostAliases:[]core.v1.HostAlias hostIPC:boolean hostNetwork:boolean hostPID:boolean hostUsers:boolean hostname:string hostnameOverride:string imagePullSecrets:[]core.v1.LocalObjectReference initContainers:[]core.v1.Container nodeName:string nodeSelector:{}string os:core.v1.PodOS overhead:{}quantity preemptionPolicy:string priority:int32 priorityClassName:string readinessGates:[]core.v1.PodReadinessGate resourceClaims:[]core.v1.PodResourceClaim resources:core.v1.ResourceRequirements restartPolicy:string runtimeClassName:string schedulerName:string schedulingGates:[]core.v1.PodSchedulingGate schedulingGroup:core.v1.PodSchedulingGroup securityContext:core.v1.PodSecurityContext serviceAccount:string serviceAccountName:string setHostnameAsFQDN:boolean shareProcessNamespace:boolean subdomain:string terminationGracePeriodSeconds:int64 tolerations:[]core.v1.Toleration topologySpreadConstraints:[]core.v1.TopologySpreadConstraint volumes:[]core.v1.Volume
core.v1.PodTemplate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta template:core.v1.PodTemplateSpec
core.v1.PodTemplateSpec metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.PodSpec
core.v1.PortworxVolumeSource fsType:string readOnly:boolean volumeID!:string
core.v1.PreferredSchedulingTerm preference!:core.v1.NodeSelectorTerm weight:int32
core.v1.Probe exec:core.v1.ExecAction failureThreshold:int32 grpc:core.v1.GRPCAction httpGet:core.v1.HTTPGetAction initialDelaySeconds:int32 periodSeconds:int32 successThreshold:int32 tcpSocket:core.v1.TCPSocketAction terminationGracePeriodSeconds:int64 timeoutSeconds:int32
core.v1.ProjectedVolumeSource defaultMode:int32 sources:[]core.v1.VolumeProjection
core.v1.QuobyteVolumeSource group:string readOnly:boolean registry!:string tenant:string user:string volume!:string
core.v1.RBDPersistentVolumeSource fsType:string image!:string keyring:string monitors!:[]string pool:string readOnly:boolean secretRef:core.v1.SecretReference user:string
core.v1.RBDVolumeSource fsType:string image!:string keyring:string monitors!:[]string pool:string readOnly:boolean secretRef:core.v1.LocalObjectReference user:string
core.v1.ReplicationController apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.ReplicationControllerSpec status:any
core.v1.ReplicationControllerSpec minReadySeconds:int32 replicas:int32 selector:{}string template:core.v1.PodTemplateSpec
core.v1.ResourceClaim name!:string request:string
core.v1.ResourceFieldSelector containerName:string divisor:quantity resource!:string
core.v1.ResourceQuota apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.ResourceQuotaSpec status:any
core.v1.ResourceQuotaSpec hard:{}quantity scopeSelector:core.v1.ScopeSelector scopes:[]string
core.v1.ResourceRequirements claims:[]core.v1.ResourceClaim limits:{}quantity requests:{}quantity
core.v1.SELinuxOptions level:string role:string type:string user:string
core.v1.ScaleIOPersistentVolumeSource fsType:string gateway!:string protectionDomain:string readOnly:boolean secretRef!:core.v1.SecretReference sslEnabled:boolean storageMode:string storagePool:string system!:string volumeName:string
core.v1.ScaleIOVolumeSource fsType:string gateway!:string protectionDomain:string readOnly:boolean secretRef!:core.v1.LocalObjectReference sslEnabled:boolean storageMode:string storagePool:string system!:string volumeName:string
core.v1.ScopeSelector matchExpressions:[]core.v1.ScopedResourceSelectorRequirement
core.v1.ScopedResourceSelectorRequirement operator!:string scopeName!:string values:[]string
core.v1.SeccompProfile localhostProfile:string type!:string
core.v1.Secret apiVersion:string data:{}bytes immutable:boolean kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta stringData:{}string type:string
core.v1.SecretEnvSource name:string optional:boolean
core.v1.SecretKeySelector key!:string name:string optional:boolean
core.v1.SecretProjection items:[]core.v1.KeyToPath name:string optional:boolean
core.v1.SecretReference name:string namespace:string
core.v1.SecretVolumeSource defaultMode:int32 items:[]core.v1.KeyToPath optional:boolean secretName:string
core.v1.SecurityContext allowPrivilegeEscalation:boolean appArmorProfile:core.v1.AppArmorProfile capabilities:core.v1.Capabilities privileged:boolean procMount:string readOnlyRootFilesystem:boolean runAsGroup:int64 runAsNonRoot:boolean runAsUser:int64 seLinuxOptions:core.v1.SELinuxOptions seccompProfile:core.v1.SeccompProfile windowsOptions:core.v1.WindowsSecurityContextOptions
core.v1.Service apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:core.v1.ServiceSpec status:any
core.v1.ServiceAccount apiVersion:string automountServiceAccountToken:boolean imagePullSecrets:[]core.v1.LocalObjectReference kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta secrets:[]core.v1.ObjectReference
core.v1.ServiceAccountTokenProjection audience:string expirationSeconds:int64 path!:string
core.v1.ServicePort appProtocol:string name:string nodePort:int32 port:int32 protocol:string targetPort:intOrString
core.v1.ServiceSpec allocateLoadBalancerNodePorts:boolean clusterIP:string clusterIPs:[]string externalIPs:[]string externalName:string externalTrafficPolicy:string healthCheckNodePort:int32 internalTrafficPolicy:string ipFamilies:[]string ipFamilyPolicy:string loadBalancerClass:string loadBalancerIP:string loadBalancerSourceRanges:[]string ports:[]core.v1.ServicePort publishNotReadyAddresses:boolean selector:{}string sessionAffinity:string sessionAffinityConfig:core.v1.SessionAffinityConfig trafficDistribution:string type:string
core.v1.SessionAffinityConfig clientIP:core.v1.ClientIPConfig
core.v1.SleepAction seconds:int64
core.v1.StorageOSPersistentVolumeSource fsType:string readOnly:boolean secretRef:core.v1.ObjectReference volumeName:string volumeNamespace:string
core.v1.StorageOSVolumeSource fsType:string readOnly:boolean secretRef:core.v1.LocalObjectReference volumeName:string volumeNamespace:string
core.v1.Sysctl name!:string value!:string
core.v1.TCPSocketAction host:string port!:intOrString
core.v1.Taint effect!:string key!:string timeAdded:time value:string
core.v1.Toleration effect:string key:string operator:string tolerationSeconds:int64 value:string
core.v1.TopologySelectorLabelRequirement key!:string values!:[]string
core.v1.TopologySelectorTerm matchLabelExpressions:[]core.v1.TopologySelectorLabelRequirement
core.v1.TopologySpreadConstraint labelSelector:apimachinery.pkg.apis.meta.v1.LabelSelector matchLabelKeys:[]string maxSkew:int32 minDomains:int32 nodeAffinityPolicy:string nodeTaintsPolicy:string topologyKey!:string whenUnsatisfiable!:string
core.v1.TypedLocalObjectReference apiGroup:string kind!:string name!:string
core.v1.TypedObjectReference apiGroup:string kind!:string name!:string namespace:string
core.v1.Volume awsElasticBlockStore:core.v1.AWSElasticBlockStoreVolumeSource azureDisk:core.v1.AzureDiskVolumeSource azureFile:core.v1.AzureFileVolumeSource cephfs:core.v1.CephFSVolumeSource cinder:core.v1.CinderVolumeSource configMap:core.v1.ConfigMapVolumeSource csi:core.v1.CSIVolumeSource downwardAPI:core.v1.DownwardAPIVolumeSource emptyDir:core.v1.EmptyDirVolumeSource ephemeral:core.v1.EphemeralVolumeSource fc:core.v1.FCVolumeSource flexVolume:core.v1.FlexVolumeSource flocker:core.v1.FlockerVolumeSource gcePersistentDisk:core.v1.GCEPersistentDiskVolumeSource gitRepo:core.v1.GitRepoVolumeSource glusterfs:core.v1.GlusterfsVolumeSource hostPath:core.v1.HostPathVolumeSource image:core.v1.ImageVolumeSource iscsi:core.v1.ISCSIVolumeSource name!:string nfs:core.v1.NFSVolumeSource persistentVolumeClaim:core.v1.PersistentVolumeClaimVolumeSource photonPersistentDisk:core.v1.PhotonPersistentDiskVolumeSource portworxVolume:core.v1.PortworxVolumeSource projected:core.v1.ProjectedVolumeSource quobyte:core.v1.QuobyteVolumeSource rbd:core.v1.RBDVolumeSource scaleIO:core.v1.ScaleIOVolumeSource secret:core.v1.SecretVolumeSource storageos:core.v1.StorageOSVolumeSource vsphereVolume:core.v1.VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice devicePath!:string name!:string
core.v1.VolumeMount mountPath!:string mountPropagation:string name!:string readOnly:boolean recursiveReadOnly:string subPath:string subPathExpr:string
core.v1.VolumeNodeAffinity required:core.v1.NodeSelector
core.v1.VolumeProjection clusterTrustBundle:core.v1.ClusterTrustBundleProjection configMap:core.v1.ConfigMapProjection downwardAPI:core.v1.DownwardAPIProjection podCertificate:core.v1.PodCertificateProjection secret:core.v1.SecretProjection serviceAccountToken:core.v1.ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements limits:{}quantity requests:{}quantity
core.v1.VsphereVirtualDiskVolumeSource fsType:string storagePolicyID:string storagePolicyName:string volumePath!:string
core.v1.WeightedPodAffinityTerm podAffinityTerm!:core.v1.PodAffinityTerm weight:int32
core.v1.WindowsSecurityContextOptions gmsaCredentialSpec:string gmsaCredentialSpecName:string hostProcess:boolean runAsUserName:string
discovery.v1.Endpoint addresses!:[]string conditions:discovery.v1.EndpointConditions deprecatedTopology:{}string hints:discovery.v1.EndpointHints hostname:string nodeName:string targetRef:core.v1.ObjectReference zone:string
discovery.v1.EndpointConditions ready:boolean serving:boolean terminating:boolean
discovery.v1.EndpointHints forNodes:[]discovery.v1.ForNode forZones:[]discovery.v1.ForZone
discovery.v1.EndpointPort appProtocol:string name:string port:int32 protocol:string
discovery.v1.EndpointSlice addressType!:string apiVersion:string endpoints:[]discovery.v1.Endpoint kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta ports:[]discovery.v1.EndpointPort
discovery.v1.ForNode name!:string
discovery.v1.ForZone name!:string
events.v1.Event action:string apiVersion:string deprecatedCount:int32 deprecatedFirstTimestamp:time deprecatedLastTimestamp:time deprecatedSource:core.v1.EventSource eventTime!:time kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta note:string reason:string regarding:core.v1.ObjectReference related:core.v1.ObjectReference reportingController:string reportingInstance:string series:events.v1.EventSeries type:string
events.v1.EventSeries count:int32 lastObservedTime!:time
flowcontrol.v1.ExemptPriorityLevelConfiguration lendablePercent:int32 nominalConcurrencyShares:int32
flowcontrol.v1.FlowDistinguisherMethod type!:string
flowcontrol.v1.FlowSchema apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:flowcontrol.v1.FlowSchemaSpec status:any
flowcontrol.v1.FlowSchemaSpec distinguisherMethod:flowcontrol.v1.FlowDistinguisherMethod matchingPrecedence:int32 priorityLevelConfiguration!:flowcontrol.v1.PriorityLevelConfigurationReference rules:[]flowcontrol.v1.PolicyRulesWithSubjects
flowcontrol.v1.GroupSubject name!:string
flowcontrol.v1.LimitResponse queuing:flowcontrol.v1.QueuingConfiguration type!:string
flowcontrol.v1.LimitedPriorityLevelConfiguration borrowingLimitPercent:int32 lendablePercent:int32 limitResponse:flowcontrol.v1.LimitResponse nominalConcurrencyShares:int32
flowcontrol.v1.NonResourcePolicyRule nonResourceURLs!:[]string verbs!:[]string
flowcontrol.v1.PolicyRulesWithSubjects nonResourceRules:[]flowcontrol.v1.NonResourcePolicyRule resourceRules:[]flowcontrol.v1.ResourcePolicyRule subjects!:[]flowcontrol.v1.Subject
flowcontrol.v1.PriorityLevelConfiguration apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:flowcontrol.v1.PriorityLevelConfigurationSpec status:any
flowcontrol.v1.PriorityLevelConfigurationReference name!:string
flowcontrol.v1.PriorityLevelConfigurationSpec exempt:flowcontrol.v1.ExemptPriorityLevelConfiguration limited:flowcontrol.v1.LimitedPriorityLevelConfiguration type!:string
flowcontrol.v1.QueuingConfiguration handSize:int32 queueLengthLimit:int32 queues:int32
flowcontrol.v1.ResourcePolicyRule apiGroups!:[]string clusterScope:boolean namespaces:[]string resources!:[]string verbs!:[]string
flowcontrol.v1.ServiceAccountSubject name!:string namespace!:string
flowcontrol.v1.Subject group:flowcontrol.v1.GroupSubject kind!:string serviceAccount:flowcontrol.v1.ServiceAccountSubject user:flowcontrol.v1.UserSubject
flowcontrol.v1.UserSubject name!:string
kube-aggregator.pkg.apis.apiregistration.v1.APIService apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec status:any
kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec caBundle:bytes group:string groupPriorityMinimum:int32 insecureSkipTLSVerify:boolean service:kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference version:string versionPriority:int32
kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference name:string namespace:string port:int32
networking.v1.HTTPIngressPath backend!:networking.v1.IngressBackend path:string pathType!:string
networking.v1.HTTPIngressRuleValue paths!:[]networking.v1.HTTPIngressPath
networking.v1.IPAddress apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:networking.v1.IPAddressSpec
networking.v1.IPAddressSpec parentRef!:networking.v1.ParentReference
networking.v1.IPBlock cidr!:string except:[]string
networking.v1.Ingress apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:networking.v1.IngressSpec status:any
networking.v1.IngressBackend resource:core.v1.TypedLocalObjectReference service:networking.v1.IngressServiceBackend
networking.v1.IngressClass apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:networking.v1.IngressClassSpec
networking.v1.IngressClassParametersReference apiGroup:string kind!:string name!:string namespace:string scope:string
networking.v1.IngressClassSpec controller:string parameters:networking.v1.IngressClassParametersReference
networking.v1.IngressRule host:string http:networking.v1.HTTPIngressRuleValue
networking.v1.IngressServiceBackend name!:string port:networking.v1.ServiceBackendPort
networking.v1.IngressSpec defaultBackend:networking.v1.IngressBackend ingressClassName:string rules:[]networking.v1.IngressRule tls:[]networking.v1.IngressTLS
networking.v1.IngressTLS hosts:[]string secretName:string
networking.v1.NetworkPolicy apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:networking.v1.NetworkPolicySpec
networking.v1.NetworkPolicyEgressRule ports:[]networking.v1.NetworkPolicyPort to:[]networking.v1.NetworkPolicyPeer
networking.v1.NetworkPolicyIngressRule from:[]networking.v1.NetworkPolicyPeer ports:[]networking.v1.NetworkPolicyPort
networking.v1.NetworkPolicyPeer ipBlock:networking.v1.IPBlock namespaceSelector:apimachinery.pkg.apis.meta.v1.LabelSelector podSelector:apimachinery.pkg.apis.meta.v1.LabelSelector
networking.v1.NetworkPolicyPort endPort:int32 port:intOrString protocol:string
networking.v1.NetworkPolicySpec egress:[]networking.v1.NetworkPolicyEgressRule ingress:[]networking.v1.NetworkPolicyIngressRule podSelector:apimachinery.pkg.apis.meta.v1.LabelSelector policyTypes:[]string
networking.v1.ParentReference group:string name!:string namespace:string resource!:string
networking.v1.ServiceBackendPort name:string number:int32
networking.v1.ServiceCIDR apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:networking.v1.ServiceCIDRSpec status:any
networking.v1.ServiceCIDRSpec cidrs:[]string
networking.v1beta1.IPAddress apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:networking.v1beta1.IPAddressSpec
networking.v1beta1.IPAddressSpec parentRef!:networking.v1beta1.ParentReference
networking.v1beta1.ParentReference group:string name!:string namespace:string resource!:string
networking.v1beta1.ServiceCIDR apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:networking.v1beta1.ServiceCIDRSpec status:any
networking.v1beta1.ServiceCIDRSpec cidrs:[]string
node.v1.Overhead podFixed:{}quantity
node.v1.RuntimeClass apiVersion:string handler!:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta overhead:node.v1.Overhead scheduling:node.v1.Scheduling
node.v1.Scheduling nodeSelector:{}string tolerations:[]core.v1.Toleration
policy.v1.PodDisruptionBudget apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:policy.v1.PodDisruptionBudgetSpec status:any
policy.v1.PodDisruptionBudgetSpec maxUnavailable:intOrString minAvailable:intOrString selector:apimachinery.pkg.apis.meta.v1.LabelSelector unhealthyPodEvictionPolicy:string
rbac.v1.AggregationRule clusterRoleSelectors:[]apimachinery.pkg.apis.meta.v1.LabelSelector
rbac.v1.ClusterRole aggregationRule:rbac.v1.AggregationRule apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta rules:[]rbac.v1.PolicyRule
rbac.v1.ClusterRoleBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta roleRef!:rbac.v1.RoleRef subjects:[]rbac.v1.Subject
rbac.v1.PolicyRule apiGroups:[]string nonResourceURLs:[]string resourceNames:[]string resources:[]string verbs!:[]string
rbac.v1.Role apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta rules:[]rbac.v1.PolicyRule
rbac.v1.RoleBinding apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta roleRef!:rbac.v1.RoleRef subjects:[]rbac.v1.Subject
rbac.v1.RoleRef apiGroup:string kind!:string name!:string
rbac.v1.Subject apiGroup:string kind!:string name!:string namespace:string
resource.v1.CELDeviceSelector expression!:string
resource.v1.CapacityRequestPolicy default:quantity validRange:resource.v1.CapacityRequestPolicyRange validValues:[]quantity
resource.v1.CapacityRequestPolicyRange max:quantity min!:quantity step:quantity
resource.v1.CapacityRequirements requests:{}quantity
resource.v1.Counter value!:quantity
resource.v1.CounterSet counters!:{}resource.v1.Counter name!:string
resource.v1.Device allNodes:boolean allowMultipleAllocations:boolean attributes:{}resource.v1.DeviceAttribute bindingConditions:[]string bindingFailureConditions:[]string bindsToNode:boolean capacity:{}resource.v1.DeviceCapacity consumesCounters:[]resource.v1.DeviceCounterConsumption name!:string nodeAllocatableResourceMappings:{}resource.v1.NodeAllocatableResourceMapping nodeName:string nodeSelector:core.v1.NodeSelector taints:[]resource.v1.DeviceTaint
resource.v1.DeviceAttribute bool:boolean bools:[]boolean int:int64 ints:[]int64 string:string strings:[]string version:string versions:[]string
resource.v1.DeviceCapacity requestPolicy:resource.v1.CapacityRequestPolicy value!:quantity
resource.v1.DeviceClaim config:[]resource.v1.DeviceClaimConfiguration constraints:[]resource.v1.DeviceConstraint requests:[]resource.v1.DeviceRequest
resource.v1.DeviceClaimConfiguration opaque:resource.v1.OpaqueDeviceConfiguration requests:[]string
resource.v1.DeviceClass apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1.DeviceClassSpec
resource.v1.DeviceClassConfiguration opaque:resource.v1.OpaqueDeviceConfiguration
resource.v1.DeviceClassSpec config:[]resource.v1.DeviceClassConfiguration extendedResourceName:string selectors:[]resource.v1.DeviceSelector
resource.v1.DeviceConstraint distinctAttribute:string matchAttribute:string requests:[]string
resource.v1.DeviceCounterConsumption counterSet!:string counters!:{}resource.v1.Counter
resource.v1.DeviceRequest exactly:resource.v1.ExactDeviceRequest firstAvailable:[]resource.v1.DeviceSubRequest name!:string
resource.v1.DeviceSelector cel:resource.v1.CELDeviceSelector
resource.v1.DeviceSubRequest allocationMode:string capacity:resource.v1.CapacityRequirements count:int64 deviceClassName!:string name!:string selectors:[]resource.v1.DeviceSelector tolerations:[]resource.v1.DeviceToleration
resource.v1.DeviceTaint effect!:string key!:string timeAdded:time value:string
resource.v1.DeviceToleration effect:string key:string operator:string tolerationSeconds:int64 value:string
resource.v1.ExactDeviceRequest adminAccess:boolean allocationMode:string capacity:resource.v1.CapacityRequirements count:int64 deviceClassName!:string selectors:[]resource.v1.DeviceSelector tolerations:[]resource.v1.DeviceToleration
resource.v1.NodeAllocatableResourceMapping allocationMultiplier:quantity capacityKey:string
resource.v1.OpaqueDeviceConfiguration driver!:string parameters!:any
resource.v1.ResourceClaim apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1.ResourceClaimSpec status:any
resource.v1.ResourceClaimSpec devices:resource.v1.DeviceClaim
resource.v1.ResourceClaimTemplate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1.ResourceClaimTemplateSpec
resource.v1.ResourceClaimTemplateSpec metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1.ResourceClaimSpec
resource.v1.ResourcePool generation:int64 name!:string resourceSliceCount:int64
resource.v1.ResourceSlice apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1.ResourceSliceSpec
resource.v1.ResourceSliceSpec allNodes:boolean devices:[]resource.v1.Device driver!:string nodeName:string nodeSelector:core.v1.NodeSelector perDeviceNodeSelection:boolean pool!:resource.v1.ResourcePool sharedCounters:[]resource.v1.CounterSet
resource.v1alpha3.DeviceTaint effect!:string key!:string timeAdded:time value:string
resource.v1alpha3.DeviceTaintRule apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1alpha3.DeviceTaintRuleSpec status:any
resource.v1alpha3.DeviceTaintRuleSpec deviceSelector:resource.v1alpha3.DeviceTaintSelector taint!:resource.v1alpha3.DeviceTaint
resource.v1alpha3.DeviceTaintSelector device:string driver:string pool:string
resource.v1alpha3.ResourcePoolStatusRequest apiVersion:string kind:string metadata!:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1alpha3.ResourcePoolStatusRequestSpec status:any
resource.v1alpha3.ResourcePoolStatusRequestSpec driver!:string limit:int32 poolName:string
resource.v1beta1.BasicDevice allNodes:boolean allowMultipleAllocations:boolean attributes:{}resource.v1beta1.DeviceAttribute bindingConditions:[]string bindingFailureConditions:[]string bindsToNode:boolean capacity:{}resource.v1beta1.DeviceCapacity consumesCounters:[]resource.v1beta1.DeviceCounterConsumption nodeAllocatableResourceMappings:{}resource.v1beta1.NodeAllocatableResourceMapping nodeName:string nodeSelector:core.v1.NodeSelector taints:[]resource.v1beta1.DeviceTaint
resource.v1beta1.CELDeviceSelector expression!:string
resource.v1beta1.CapacityRequestPolicy default:quantity validRange:resource.v1beta1.CapacityRequestPolicyRange validValues:[]quantity
resource.v1beta1.CapacityRequestPolicyRange max:quantity min!:quantity step:quantity
resource.v1beta1.CapacityRequirements requests:{}quantity
resource.v1beta1.Counter value!:quantity
resource.v1beta1.CounterSet counters!:{}resource.v1beta1.Counter name!:string
resource.v1beta1.Device basic:resource.v1beta1.BasicDevice name!:string
resource.v1beta1.DeviceAttribute bool:boolean bools:[]boolean int:int64 ints:[]int64 string:string strings:[]string version:string versions:[]string
resource.v1beta1.DeviceCapacity requestPolicy:resource.v1beta1.CapacityRequestPolicy value!:quantity
resource.v1beta1.DeviceClaim config:[]resource.v1beta1.DeviceClaimConfiguration constraints:[]resource.v1beta1.DeviceConstraint requests:[]resource.v1beta1.DeviceRequest
resource.v1beta1.DeviceClaimConfiguration opaque:resource.v1beta1.OpaqueDeviceConfiguration requests:[]string
resource.v1beta1.DeviceClass apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta1.DeviceClassSpec
resource.v1beta1.DeviceClassConfiguration opaque:resource.v1beta1.OpaqueDeviceConfiguration
resource.v1beta1.DeviceClassSpec config:[]resource.v1beta1.DeviceClassConfiguration extendedResourceName:string selectors:[]resource.v1beta1.DeviceSelector
resource.v1beta1.DeviceConstraint distinctAttribute:string matchAttribute:string requests:[]string
resource.v1beta1.DeviceCounterConsumption counterSet!:string counters!:{}resource.v1beta1.Counter
resource.v1beta1.DeviceRequest adminAccess:boolean allocationMode:string capacity:resource.v1beta1.CapacityRequirements count:int64 deviceClassName:string firstAvailable:[]resource.v1beta1.DeviceSubRequest name!:string selectors:[]resource.v1beta1.DeviceSelector tolerations:[]resource.v1beta1.DeviceToleration
resource.v1beta1.DeviceSelector cel:resource.v1beta1.CELDeviceSelector
resource.v1beta1.DeviceSubRequest allocationMode:string capacity:resource.v1beta1.CapacityRequirements count:int64 deviceClassName!:string name!:string selectors:[]resource.v1beta1.DeviceSelector tolerations:[]resource.v1beta1.DeviceToleration
resource.v1beta1.DeviceTaint effect!:string key!:string timeAdded:time value:string
resource.v1beta1.DeviceToleration effect:string key:string operator:string tolerationSeconds:int64 value:string
resource.v1beta1.NodeAllocatableResourceMapping allocationMultiplier:quantity capacityKey:string
resource.v1beta1.OpaqueDeviceConfiguration driver!:string parameters!:any
resource.v1beta1.ResourceClaim apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta1.ResourceClaimSpec status:any
resource.v1beta1.ResourceClaimSpec devices:resource.v1beta1.DeviceClaim
resource.v1beta1.ResourceClaimTemplate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta1.ResourceClaimTemplateSpec
resource.v1beta1.ResourceClaimTemplateSpec metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta1.ResourceClaimSpec
resource.v1beta1.ResourcePool generation:int64 name!:string resourceSliceCount:int64
resource.v1beta1.ResourceSlice apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta1.ResourceSliceSpec
resource.v1beta1.ResourceSliceSpec allNodes:boolean devices:[]resource.v1beta1.Device driver!:string nodeName:string nodeSelector:core.v1.NodeSelector perDeviceNodeSelection:boolean pool!:resource.v1beta1.ResourcePool sharedCounters:[]resource.v1beta1.CounterSet
resource.v1beta2.CELDeviceSelector expression!:string
resource.v1beta2.CapacityRequestPolicy default:quantity validRange:resource.v1beta2.CapacityRequestPolicyRange validValues:[]quantity
resource.v1beta2.CapacityRequestPolicyRange max:quantity min!:quantity step:quantity
resource.v1beta2.CapacityRequirements requests:{}quantity
resource.v1beta2.Counter value!:quantity
resource.v1beta2.CounterSet counters!:{}resource.v1beta2.Counter name!:string
resource.v1beta2.Device allNodes:boolean allowMultipleAllocations:boolean attributes:{}resource.v1beta2.DeviceAttribute bindingConditions:[]string bindingFailureConditions:[]string bindsToNode:boolean capacity:{}resource.v1beta2.DeviceCapacity consumesCounters:[]resource.v1beta2.DeviceCounterConsumption name!:string nodeAllocatableResourceMappings:{}resource.v1beta2.NodeAllocatableResourceMapping nodeName:string nodeSelector:core.v1.NodeSelector taints:[]resource.v1beta2.DeviceTaint
resource.v1beta2.DeviceAttribute bool:boolean bools:[]boolean int:int64 ints:[]int64 string:string strings:[]string version:string versions:[]string
resource.v1beta2.DeviceCapacity requestPolicy:resource.v1beta2.CapacityRequestPolicy value!:quantity
resource.v1beta2.DeviceClaim config:[]resource.v1beta2.DeviceClaimConfiguration constraints:[]resource.v1beta2.DeviceConstraint requests:[]resource.v1beta2.DeviceRequest
resource.v1beta2.DeviceClaimConfiguration opaque:resource.v1beta2.OpaqueDeviceConfiguration requests:[]string
resource.v1beta2.DeviceClass apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.DeviceClassSpec
resource.v1beta2.DeviceClassConfiguration opaque:resource.v1beta2.OpaqueDeviceConfiguration
resource.v1beta2.DeviceClassSpec config:[]resource.v1beta2.DeviceClassConfiguration extendedResourceName:string selectors:[]resource.v1beta2.DeviceSelector
resource.v1beta2.DeviceConstraint distinctAttribute:string matchAttribute:string requests:[]string
resource.v1beta2.DeviceCounterConsumption counterSet!:string counters!:{}resource.v1beta2.Counter
resource.v1beta2.DeviceRequest exactly:resource.v1beta2.ExactDeviceRequest firstAvailable:[]resource.v1beta2.DeviceSubRequest name!:string
resource.v1beta2.DeviceSelector cel:resource.v1beta2.CELDeviceSelector
resource.v1beta2.DeviceSubRequest allocationMode:string capacity:resource.v1beta2.CapacityRequirements count:int64 deviceClassName!:string name!:string selectors:[]resource.v1beta2.DeviceSelector tolerations:[]resource.v1beta2.DeviceToleration
resource.v1beta2.DeviceTaint effect!:string key!:string timeAdded:time value:string
resource.v1beta2.DeviceTaintRule apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.DeviceTaintRuleSpec status:any
resource.v1beta2.DeviceTaintRuleSpec deviceSelector:resource.v1beta2.DeviceTaintSelector taint!:resource.v1beta2.DeviceTaint
resource.v1beta2.DeviceTaintSelector device:string driver:string pool:string
resource.v1beta2.DeviceToleration effect:string key:string operator:string tolerationSeconds:int64 value:string
resource.v1beta2.ExactDeviceRequest adminAccess:boolean allocationMode:string capacity:resource.v1beta2.CapacityRequirements count:int64 deviceClassName!:string selectors:[]resource.v1beta2.DeviceSelector tolerations:[]resource.v1beta2.DeviceToleration
resource.v1beta2.NodeAllocatableResourceMapping allocationMultiplier:quantity capacityKey:string
resource.v1beta2.OpaqueDeviceConfiguration driver!:string parameters!:any
resource.v1beta2.ResourceClaim apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.ResourceClaimSpec status:any
resource.v1beta2.ResourceClaimSpec devices:resource.v1beta2.DeviceClaim
resource.v1beta2.ResourceClaimTemplate apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.ResourceClaimTemplateSpec
resource.v1beta2.ResourceClaimTemplateSpec metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.ResourceClaimSpec
resource.v1beta2.ResourcePool generation:int64 name!:string resourceSliceCount:int64
resource.v1beta2.ResourceSlice apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:resource.v1beta2.ResourceSliceSpec
resource.v1beta2.ResourceSliceSpec allNodes:boolean devices:[]resource.v1beta2.Device driver!:string nodeName:string nodeSelector:core.v1.NodeSelector perDeviceNodeSelection:boolean pool!:resource.v1beta2.ResourcePool sharedCounters:[]resource.v1beta2.CounterSet
scheduling.v1.PriorityClass apiVersion:string description:string globalDefault:boolean kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta preemptionPolicy:string value:int32
scheduling.v1alpha2.GangSchedulingPolicy minCount:int32
scheduling.v1alpha2.PodGroup apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:scheduling.v1alpha2.PodGroupSpec status:any
scheduling.v1alpha2.PodGroupResourceClaim name!:string resourceClaimName:string resourceClaimTemplateName:string
scheduling.v1alpha2.PodGroupSchedulingConstraints topology:[]scheduling.v1alpha2.TopologyConstraint
scheduling.v1alpha2.PodGroupSchedulingPolicy basic:any gang:scheduling.v1alpha2.GangSchedulingPolicy
scheduling.v1alpha2.PodGroupSpec disruptionMode:string podGroupTemplateRef:scheduling.v1alpha2.PodGroupTemplateReference priority:int32 priorityClassName:string resourceClaims:[]scheduling.v1alpha2.PodGroupResourceClaim schedulingConstraints:scheduling.v1alpha2.PodGroupSchedulingConstraints schedulingPolicy!:scheduling.v1alpha2.PodGroupSchedulingPolicy
scheduling.v1alpha2.PodGroupTemplate disruptionMode:string name!:string priority:int32 priorityClassName:string resourceClaims:[]scheduling.v1alpha2.PodGroupResourceClaim schedulingConstraints:scheduling.v1alpha2.PodGroupSchedulingConstraints schedulingPolicy!:scheduling.v1alpha2.PodGroupSchedulingPolicy
scheduling.v1alpha2.PodGroupTemplateReference workload:scheduling.v1alpha2.WorkloadPodGroupTemplateReference
scheduling.v1alpha2.TopologyConstraint key!:string
scheduling.v1alpha2.TypedLocalObjectReference apiGroup:string kind!:string name!:string
scheduling.v1alpha2.Workload apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:scheduling.v1alpha2.WorkloadSpec
scheduling.v1alpha2.WorkloadPodGroupTemplateReference podGroupTemplateName!:string workloadName!:string
scheduling.v1alpha2.WorkloadSpec controllerRef:scheduling.v1alpha2.TypedLocalObjectReference podGroupTemplates!:[]scheduling.v1alpha2.PodGroupTemplate
storage.v1.CSIDriver apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:storage.v1.CSIDriverSpec
storage.v1.CSIDriverSpec attachRequired:boolean fsGroupPolicy:string nodeAllocatableUpdatePeriodSeconds:int64 podInfoOnMount:boolean preventPodSchedulingIfMissing:boolean requiresRepublish:boolean seLinuxMount:boolean serviceAccountTokenInSecrets:boolean storageCapacity:boolean tokenRequests:[]storage.v1.TokenRequest volumeLifecycleModes:[]string
storage.v1.CSINode apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:storage.v1.CSINodeSpec
storage.v1.CSINodeDriver allocatable:storage.v1.VolumeNodeResources name!:string nodeID!:string topologyKeys:[]string
storage.v1.CSINodeSpec drivers:[]storage.v1.CSINodeDriver
storage.v1.CSIStorageCapacity apiVersion:string capacity:quantity kind:string maximumVolumeSize:quantity metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta nodeTopology:apimachinery.pkg.apis.meta.v1.LabelSelector storageClassName!:string
storage.v1.StorageClass allowVolumeExpansion:boolean allowedTopologies:[]core.v1.TopologySelectorTerm apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta mountOptions:[]string parameters:{}string provisioner!:string reclaimPolicy:string volumeBindingMode:string
storage.v1.TokenRequest audience!:string expirationSeconds:int64
storage.v1.VolumeAttachment apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec!:storage.v1.VolumeAttachmentSpec status:any
storage.v1.VolumeAttachmentSource inlineVolumeSpec:core.v1.PersistentVolumeSpec persistentVolumeName:string
storage.v1.VolumeAttachmentSpec attacher!:string nodeName!:string source!:storage.v1.VolumeAttachmentSource
storage.v1.VolumeAttributesClass apiVersion:string driverName!:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta parameters:{}string
storage.v1.VolumeNodeResources count:int32
storage.v1beta1.VolumeAttributesClass apiVersion:string driverName!:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta parameters:{}string
storagemigration.v1beta1.StorageVersionMigration apiVersion:string kind:string metadata:apimachinery.pkg.apis.meta.v1.ObjectMeta spec:storagemigration.v1beta1.StorageVersionMigrationSpec status:any
storagemigration.v1beta1.StorageVersionMigrationSpec resource!:apimachinery.pkg.apis.meta.v1.GroupResource
`
