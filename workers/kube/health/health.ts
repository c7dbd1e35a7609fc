import { groupOf } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { autoscaler, apiService, crd, disruptionBudget, namespaceRemains, phaseOf } from './cluster.ts'
import { certificate, certificateRequest, acme, issuer } from './cert-manager.ts'
import { conventional } from './conventional.ts'
import { mariadb, postgresCluster } from './databases.ts'
import {
  number,
  progressing,
  ready,
  record,
  string,
  type Fields,
  type Health,
  type HealthRule,
} from './fields.ts'
import { externalSecret, secretStore } from './external-secrets.ts'
import { scaledObject } from './keda.ts'
import { gateway, gatewayClass, route } from './gateway.ts'
import { claim, service, snapshot, volume } from './storage.ts'
import { cronJob, daemonSet, deployment, job, pod, replicaSet, rollout, statefulSet } from './workloads.ts'

export type { Health } from './fields.ts'

/**
 * Returns the health of a resource, computed from the resource alone. The rules are those of kstatus
 * (https://github.com/kubernetes-sigs/cli-utils/tree/master/pkg/kstatus), with two differences: a Job is ready when it is
 * complete, not when it has started, and a StatefulSet with the strategy OnDelete needs all of its pods.
 */
export function healthOf(object: KubeObject): Health {
  const { kind, metadata } = object
  const status = record(object['status'])
  if (metadata.deletionTimestamp !== undefined) return terminating(object, status)
  const observed = observedGeneration(status)
  if (observed !== undefined && metadata.generation !== undefined && observed < metadata.generation) {
    return progressing('NotObserved', 'its latest change has not been seen by its controller yet')
  }
  const rule = rules[`${kind}.${groupOf(object.apiVersion)}`] ?? conventional
  return rule({ spec: record(object['spec']), status, generation: metadata.generation })
}

/** Returns the observed generation, which Argo Rollouts writes as a string. */
function observedGeneration(status: Fields): number | undefined {
  const { observedGeneration: value } = status
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : number(value)
}

const always: HealthRule = () => ready

const rules: Readonly<Record<string, HealthRule>> = {
  'Deployment.apps': deployment,
  'ReplicaSet.apps': replicaSet,
  'ReplicationController.': replicaSet,
  'StatefulSet.apps': statefulSet,
  'DaemonSet.apps': daemonSet,
  'Job.batch': job,
  'CronJob.batch': cronJob,
  'Pod.': pod,
  'Service.': service,
  // Only its controller knows whether an Ingress is served, and many controllers do not report it.
  'Ingress.networking.k8s.io': always,
  'PersistentVolumeClaim.': claim,
  'PersistentVolume.': volume,
  'VolumeSnapshot.snapshot.storage.k8s.io': snapshot,
  'Namespace.': phaseOf('Active'),
  'PodDisruptionBudget.policy': disruptionBudget,
  'HorizontalPodAutoscaler.autoscaling': autoscaler,
  'CustomResourceDefinition.apiextensions.k8s.io': crd,
  'APIService.apiregistration.k8s.io': apiService,
  'GatewayClass.gateway.networking.k8s.io': gatewayClass,
  'Gateway.gateway.networking.k8s.io': gateway,
  'HTTPRoute.gateway.networking.k8s.io': route,
  'GRPCRoute.gateway.networking.k8s.io': route,
  'TLSRoute.gateway.networking.k8s.io': route,
  'TCPRoute.gateway.networking.k8s.io': route,
  'UDPRoute.gateway.networking.k8s.io': route,
  'Certificate.cert-manager.io': certificate,
  'CertificateRequest.cert-manager.io': certificateRequest,
  'Issuer.cert-manager.io': issuer,
  'ClusterIssuer.cert-manager.io': issuer,
  'Order.acme.cert-manager.io': acme,
  'Challenge.acme.cert-manager.io': acme,
  'Rollout.argoproj.io': rollout,
  'ExternalSecret.external-secrets.io': externalSecret,
  'SecretStore.external-secrets.io': secretStore,
  'ClusterSecretStore.external-secrets.io': secretStore,
  'Cluster.postgresql.cnpg.io': postgresCluster,
  'MariaDB.k8s.mariadb.com': mariadb,
  'ScaledObject.keda.sh': scaledObject,
  'ScaledJob.keda.sh': scaledObject,
}

/** Returns the health of a resource that is being deleted, with its finalizers and the remaining content of a namespace. */
function terminating({ kind, apiVersion, metadata }: KubeObject, status: Fields): Health {
  const finalizers = metadata.finalizers ?? []
  const since = string(metadata.deletionTimestamp)
  const finalizing =
    finalizers.length === 0
      ? ''
      : `, waiting for ${finalizers.length === 1 ? 'finalizer' : 'finalizers'} ${finalizers.join(', ')}`
  const remains = kind === 'Namespace' && apiVersion === 'v1' ? namespaceRemains(status) : ''
  const message = `has been terminating since ${since}${finalizing}${remains === '' ? '' : `: ${remains}`}`
  return { state: 'terminating', reason: 'Terminating', message }
}
