// The fields of the built-in kinds that controllers read and write: a small part of each kind.
import type { JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'

export type LabelSelector = {
  matchLabels?: Record<string, string> | undefined
  matchExpressions?: JsonObject[] | undefined
}

export type Condition = {
  type: string
  status: string
  reason?: string | undefined
  message?: string | undefined
  lastTransitionTime?: string | null | undefined
  lastUpdateTime?: string | undefined
  lastProbeTime?: string | null | undefined
  observedGeneration?: number | undefined
}

export type PodTemplate = {
  metadata: {
    labels?: Record<string, string> | undefined
    annotations?: Record<string, string> | undefined
    finalizers?: string[] | undefined
  }
  spec: PodSpec
}

export type Container = {
  name: string
  image: string
  env?: JsonObject[] | undefined
  envFrom?: JsonObject[] | undefined
  volumeMounts?: JsonObject[] | undefined
  ports?: JsonObject[] | undefined
  resources?:
    { limits?: Record<string, string> | undefined; requests?: Record<string, string> | undefined } | undefined
  restartPolicy?: string | undefined
  stdin?: boolean | undefined
  terminationMessagePolicy?: string | undefined
}

export type PodSpec = {
  containers: Container[]
  initContainers?: Container[] | undefined
  ephemeralContainers?: Container[] | undefined
  volumes?: JsonObject[] | undefined
  nodeName?: string | undefined
  nodeSelector?: Record<string, string> | undefined
  tolerations?: JsonObject[] | undefined
  affinity?: JsonObject | undefined
  restartPolicy?: string | undefined
  hostNetwork?: boolean | undefined
  hostname?: string | undefined
  subdomain?: string | undefined
  schedulingGates?: JsonObject[] | undefined
  schedulerName?: string | undefined
  readinessGates?: { conditionType: string }[] | undefined
  activeDeadlineSeconds?: number | undefined
  terminationGracePeriodSeconds?: number | undefined
}

export type ContainerState = {
  waiting?: { reason: string; message?: string | undefined } | undefined
  running?: { startedAt: string } | undefined
  terminated?:
    | {
        exitCode: number
        reason: string
        startedAt: string
        finishedAt: string
        containerID?: string | undefined
        message?: string | undefined
      }
    | undefined
}

export type ContainerStatus = {
  name: string
  image: string
  imageID: string
  containerID?: string | undefined
  ready: boolean
  started: boolean
  restartCount: number
  state: ContainerState
  lastState: ContainerState
}

export type PodStatus = {
  phase?: string | undefined
  reason?: string | undefined
  message?: string | undefined
  conditions?: Condition[] | undefined
  containerStatuses?: ContainerStatus[] | undefined
  initContainerStatuses?: ContainerStatus[] | undefined
  ephemeralContainerStatuses?: ContainerStatus[] | undefined
  podIP?: string | undefined
  podIPs?: { ip: string }[] | undefined
  hostIP?: string | undefined
  hostIPs?: { ip: string }[] | undefined
  startTime?: string | undefined
  qosClass?: string | undefined
  observedGeneration?: number | undefined
}

export interface Pod extends KubeObject {
  spec: PodSpec
  status: PodStatus
}

export interface ReplicaSet extends KubeObject {
  spec: {
    replicas: number
    selector: LabelSelector
    template: PodTemplate
    minReadySeconds?: number | undefined
  }
  status: {
    replicas: number
    fullyLabeledReplicas?: number | undefined
    readyReplicas?: number | undefined
    availableReplicas?: number | undefined
    terminatingReplicas?: number | undefined
    observedGeneration?: number | undefined
    conditions?: Condition[] | undefined
  }
}

export interface Deployment extends KubeObject {
  spec: {
    replicas: number
    selector: LabelSelector
    template: PodTemplate
    strategy: {
      type: string
      rollingUpdate?: { maxUnavailable: string | number; maxSurge: string | number } | undefined
    }
    minReadySeconds?: number | undefined
    revisionHistoryLimit?: number | undefined
    progressDeadlineSeconds?: number | undefined
    paused?: boolean | undefined
  }
  status: {
    replicas?: number | undefined
    updatedReplicas?: number | undefined
    readyReplicas?: number | undefined
    availableReplicas?: number | undefined
    unavailableReplicas?: number | undefined
    terminatingReplicas?: number | undefined
    observedGeneration?: number | undefined
    collisionCount?: number | undefined
    conditions?: Condition[] | undefined
  }
}

export interface StatefulSet extends KubeObject {
  spec: {
    replicas: number
    selector: LabelSelector
    template: PodTemplate
    serviceName: string
    podManagementPolicy: string
    updateStrategy: { type: string; rollingUpdate?: { partition?: number | undefined } | undefined }
    volumeClaimTemplates?: KubeObject[] | undefined
    minReadySeconds?: number | undefined
    persistentVolumeClaimRetentionPolicy?: { whenDeleted: string; whenScaled: string } | undefined
    ordinals?: { start: number } | undefined
    revisionHistoryLimit?: number | undefined
  }
  status: {
    currentRevision?: string | undefined
    updateRevision?: string | undefined
    collisionCount?: number | undefined
  } & JsonObject
}

export interface DaemonSet extends KubeObject {
  spec: {
    selector: LabelSelector
    template: PodTemplate
    updateStrategy: { type: string; rollingUpdate?: { maxUnavailable: string | number } | undefined }
    minReadySeconds?: number | undefined
    revisionHistoryLimit?: number | undefined
  }
  status: JsonObject
}

export interface Job extends KubeObject {
  spec: {
    parallelism: number
    completions?: number | undefined
    backoffLimit: number
    completionMode?: string | undefined
    suspend?: boolean | undefined
    activeDeadlineSeconds?: number | undefined
    ttlSecondsAfterFinished?: number | undefined
    selector: LabelSelector
    template: PodTemplate
  }
  status: {
    active?: number | undefined
    succeeded?: number | undefined
    failed?: number | undefined
    ready?: number | undefined
    startTime?: string | undefined
    completionTime?: string | undefined
    completedIndexes?: string | undefined
    conditions?: Condition[] | undefined
  }
}

export interface CronJob extends KubeObject {
  spec: {
    schedule: string
    timeZone?: string | undefined
    concurrencyPolicy: string
    suspend?: boolean | undefined
    startingDeadlineSeconds?: number | undefined
    successfulJobsHistoryLimit?: number | undefined
    failedJobsHistoryLimit?: number | undefined
    jobTemplate: {
      metadata: { labels?: Record<string, string>; annotations?: Record<string, string> }
      spec: JsonObject
    }
  }
  status: {
    active?: JsonObject[] | undefined
    lastScheduleTime?: string | undefined
    lastSuccessfulTime?: string | undefined
  }
}

export interface Service extends KubeObject {
  spec: {
    type: string
    clusterIP?: string | undefined
    selector?: Record<string, string> | undefined
    ports?:
      | {
          name?: string
          port: number
          protocol: string
          targetPort?: string | number
          appProtocol?: string
        }[]
      | undefined
    publishNotReadyAddresses?: boolean | undefined
    loadBalancerClass?: string | undefined
    loadBalancerIP?: string | undefined
  }
  status: { loadBalancer: { ingress?: JsonObject[] | undefined } }
}
