import { groupResource, type Resource } from '../resources/resource.ts'
import { horizontalPodAutoscaler } from './autoscaling.ts'
import { cronJob, job } from './batch.ts'
import { configMap, secret } from './configuration.ts'
import { certificateSigningRequest } from './certificate.ts'
import { admissionPolicy, apiService, customResourceDefinition, webhookConfiguration } from './extension.ts'
import { limitRange, resourceQuota } from './limits.ts'
import { unqualifiedFinalizerWarnings } from './metadata.ts'
import { namespace } from './namespace.ts'
import { endpoints, endpointSlice, ingress, ipAddress, networkPolicy, serviceRange } from './network.ts'
import { pod, podTemplate } from './pod.ts'
import {
  controllerRevision,
  ingressClass,
  node,
  event,
  lease,
  podDisruptionBudget,
  priorityClass,
  role,
  roleBinding,
  runtimeClass,
} from './policy.ts'
import { service } from './service.ts'
import {
  csiDriver,
  csiStorageCapacity,
  persistentVolume,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from './storage.ts'
import type { Strategy } from './strategy.ts'
import { daemonSet, deployment, replicaSet, replicationController, statefulSet } from './workloads.ts'

const strategies: Readonly<Record<string, Strategy>> = {
  configmaps: configMap,
  'csidrivers.storage.k8s.io': csiDriver,
  'csistoragecapacities.storage.k8s.io': csiStorageCapacity,
  'controllerrevisions.apps': controllerRevision,
  'cronjobs.batch': cronJob,
  'customresourcedefinitions.apiextensions.k8s.io': customResourceDefinition,
  'daemonsets.apps': daemonSet,
  'deployments.apps': deployment,
  endpoints,
  'endpointslices.discovery.k8s.io': endpointSlice,
  events: event,
  'events.events.k8s.io': event,
  'horizontalpodautoscalers.autoscaling': horizontalPodAutoscaler,
  'ingressclasses.networking.k8s.io': ingressClass,
  limitranges: limitRange,
  nodes: node,
  'ingresses.networking.k8s.io': ingress,
  'ipaddresses.networking.k8s.io': ipAddress,
  'jobs.batch': job,
  'leases.coordination.k8s.io': lease,
  'certificatesigningrequests.certificates.k8s.io': certificateSigningRequest,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': admissionPolicy,
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': admissionPolicy,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfiguration,
  namespaces: namespace,
  'networkpolicies.networking.k8s.io': networkPolicy,
  persistentvolumeclaims: persistentVolumeClaim,
  persistentvolumes: persistentVolume,
  'poddisruptionbudgets.policy': podDisruptionBudget,
  pods: pod,
  podtemplates: podTemplate,
  'priorityclasses.scheduling.k8s.io': priorityClass,
  'replicasets.apps': replicaSet,
  replicationcontrollers: replicationController,
  resourcequotas: resourceQuota,
  'runtimeclasses.node.k8s.io': runtimeClass,
  'apiservices.apiregistration.k8s.io': apiService,
  'clusterrolebindings.rbac.authorization.k8s.io': roleBinding,
  'clusterroles.rbac.authorization.k8s.io': role,
  'rolebindings.rbac.authorization.k8s.io': roleBinding,
  'roles.rbac.authorization.k8s.io': role,
  secrets: secret,
  services: service,
  'servicecidrs.networking.k8s.io': serviceRange,
  'statefulsets.apps': statefulSet,
  'storageclasses.storage.k8s.io': storageClass,
  'validatingadmissionpolicies.admissionregistration.k8s.io': admissionPolicy,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': admissionPolicy,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfiguration,
  'volumeattachments.storage.k8s.io': volumeAttachment,
  'volumeattributesclasses.storage.k8s.io': volumeAttributesClass,
}

const none: Strategy = {}

/** The strategy of custom resources, whose definition determines the rest. */
const custom: Strategy = {
  generation: true,
  unconditionalUpdate: false,
  statusKeepsMetadata: false,
  anyFinalizers: true,
  warnings: unqualifiedFinalizerWarnings,
}

export function strategyOf(resource: Resource): Strategy {
  if (resource.custom !== undefined) return custom
  return strategies[groupResource(resource)] ?? none
}
