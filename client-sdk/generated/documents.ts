/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The possible results of applying a document. */
export type ApplyResult =
  /** The object did not exist and was created. */
  | 'CREATED'
  /** The object already had the desired state. */
  | 'UNCHANGED'
  /** The object existed and was updated. */
  | 'UPDATED';

/** The status of the condition. */
export type ConditionStatus =
  /** The condition does not hold. */
  | 'False'
  /** The condition holds. */
  | 'True'
  /** It is unknown whether the condition holds. */
  | 'Unknown';

/** The type of the condition. */
export type ConditionType =
  /** The spec is valid. */
  | 'Accepted'
  /** A reconcile is in progress. */
  | 'Progressing'
  /** The cluster responds. */
  | 'Reachable'
  /** All resources have the desired state and work. */
  | 'Ready'
  /** No progress is possible without a change of the spec or of the environment, so there is no point in waiting. */
  | 'Stalled';

/** Specifies the fields to create a KubernetesRuntimeDefinition. */
export type CreateKubernetesRuntimeDefinitionInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a KubernetesRuntimeInstance. */
export type CreateKubernetesRuntimeInstanceInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a Project. */
export type CreateProjectInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The desired state of the object. */
  spec?: ProjectSpecInput | null | undefined;
};

/** Specifies the fields to create a SupportServiceInstance. */
export type CreateSupportServiceInstanceInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: SupportServiceInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadDefinition. */
export type CreateWorkloadDefinitionInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadInstance. */
export type CreateWorkloadInstanceInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadServiceDependency. */
export type CreateWorkloadServiceDependencyInput = {
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadServiceDependencySpecInput | null | undefined;
};

/** The desired state of a KubernetesRuntimeDefinition. */
export type KubernetesRuntimeDefinitionSpecInput = {
  /** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
  provider: KubernetesRuntimeDefinitionSpecProvider;
};

/** Specifies the fields to update a KubernetesRuntimeDefinition. Omitted fields keep their values; null resets a field to its default. */
export type KubernetesRuntimeDefinitionSpecPatch = {
  /** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
  provider?: KubernetesRuntimeDefinitionSpecPatchProvider | null | undefined;
};

/** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
export type KubernetesRuntimeDefinitionSpecPatchProvider =
  /** The cluster in which the worker runs. */
  | 'inCluster'
  /** A cluster in containers on the machine of the worker, created with kind. */
  | 'kind'
  /** An existing cluster, accessed with a kubeconfig. */
  | 'kubeconfig'
  /** A Kubernetes API server inside QleetOS that runs no containers. */
  | 'simulated';

/** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
export type KubernetesRuntimeDefinitionSpecProvider =
  /** The cluster in which the worker runs. */
  | 'inCluster'
  /** A cluster in containers on the machine of the worker, created with kind. */
  | 'kind'
  /** An existing cluster, accessed with a kubeconfig. */
  | 'kubeconfig'
  /** A Kubernetes API server inside QleetOS that runs no containers. */
  | 'simulated';

/** The desired state of a KubernetesRuntimeInstance. */
export type KubernetesRuntimeInstanceSpecInput = {
  /** The context of the kubeconfig to use. Default: its current context. */
  context?: string | null | undefined;
  /** Indicates whether the runtime is the default for instances that specify none. At most one runtime of a project can be the default. */
  defaultRuntime?: boolean | null | undefined;
  /** The definition, which selects the provider of the cluster. */
  definition: string;
  /** The kubeconfig of an existing cluster, for the provider `kubeconfig`. */
  kubeconfig?: string | null | undefined;
  /** The location of the cluster. */
  location?: string | null | undefined;
};

/** Specifies the fields to update a KubernetesRuntimeInstance. Omitted fields keep their values; null resets a field to its default. */
export type KubernetesRuntimeInstanceSpecPatch = {
  /** The context of the kubeconfig to use. Default: its current context. */
  context?: string | null | undefined;
  /** Indicates whether the runtime is the default for instances that specify none. At most one runtime of a project can be the default. */
  defaultRuntime?: boolean | null | undefined;
  /** The definition, which selects the provider of the cluster. */
  definition?: string | null | undefined;
  /** The kubeconfig of an existing cluster, for the provider `kubeconfig`. */
  kubeconfig?: string | null | undefined;
  /** The location of the cluster. */
  location?: string | null | undefined;
};

/** The desired state of an object of any kind. */
export type ObjectDocument = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** The kind of the object. */
  kind: string;
  /** The labels of the object, a map of strings. */
  labels?: unknown;
  /** The name of the object. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The spec of the object. */
  spec?: unknown;
};

/** Filters for lists of objects. An object must match all of them. */
export type ObjectFilter = {
  /** Match objects that have all of these labels, a map of strings. */
  labels?: unknown;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects in one of these phases: Pending, Progressing, Ready, Waiting, Failed, Parked, Blocked, Unreachable, Deleting. */
  phases?: Array<string> | null | undefined;
  /** Match objects of the project with this name. Default: all projects. */
  project?: string | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
};

/** Ordering options for lists of objects. */
export type ObjectOrder = {
  /** The ordering direction. */
  direction?: OrderDirection | null | undefined;
  /** The field to order objects by. */
  field?: ObjectOrderField | null | undefined;
};

/** Properties by which lists of objects can be ordered. Every order is stable: ties are ordered by ID. */
export type ObjectOrderField =
  /** Order objects by ID, which is the order of their creation. */
  | 'ID'
  /** Order objects by name. */
  | 'NAME'
  /** Order objects by the time of their last change. */
  | 'UPDATED_AT';

/** Identifies an object by ID, or by kind, name and project. */
export type ObjectTarget = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** The ID of the object. */
  id?: string | number | null | undefined;
  /** The kind of the object. */
  kind?: string | null | undefined;
  /** The name of the object. */
  name?: string | null | undefined;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
};

/** Possible directions in which to order a list of items. */
export type OrderDirection =
  /** Specifies an ascending order. */
  | 'ASC'
  /** Specifies a descending order. */
  | 'DESC';

/** The desired state of a Project. */
export type ProjectSpecInput = {
  /** The purpose of the project. */
  description?: string | null | undefined;
};

/** Specifies the fields to update a Project. Omitted fields keep their values; null resets a field to its default. */
export type ProjectSpecPatch = {
  /** The purpose of the project. */
  description?: string | null | undefined;
};

/** The health of the resource. */
export type ResourceNodeHealth =
  /** The resource cannot become ready without a change. */
  | 'failed'
  /** The resource does not exist in the cluster. */
  | 'missing'
  /** The resource is making progress towards the desired state. */
  | 'progressing'
  /** The resource has the desired state and works. */
  | 'ready'
  /** The resource is being deleted. */
  | 'terminating';

/** The desired state of a SupportServiceInstance. */
export type SupportServiceInstanceSpecInput = {
  /** The runtime to provide the service in. */
  runtime?: string | null | undefined;
  /** The service to provide. */
  service: string;
};

/** Specifies the fields to update a SupportServiceInstance. Omitted fields keep their values; null resets a field to its default. */
export type SupportServiceInstanceSpecPatch = {
  /** The runtime to provide the service in. */
  runtime?: string | null | undefined;
  /** The service to provide. */
  service?: string | null | undefined;
};

/** Specifies the fields to update a KubernetesRuntimeDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeDefinitionInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeDefinitionSpecPatch | null | undefined;
};

/** Specifies the fields to update a KubernetesRuntimeInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeInstanceInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeInstanceSpecPatch | null | undefined;
};

/** Specifies the fields to update a Project. Omitted fields keep their values; null resets a field to its default. */
export type UpdateProjectInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: ProjectSpecPatch | null | undefined;
};

/** Specifies the fields to update a SupportServiceInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSupportServiceInstanceInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: SupportServiceInstanceSpecPatch | null | undefined;
};

/** Specifies the fields to update a WorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadDefinitionInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: WorkloadDefinitionSpecPatch | null | undefined;
};

/** Specifies the fields to update a WorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadInstanceInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: WorkloadInstanceSpecPatch | null | undefined;
};

/** Specifies the fields to update a WorkloadServiceDependency. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadServiceDependencyInput = {
  /** The complete labels, which replace the current ones. */
  labels?: unknown;
  /** The desired state of the object. */
  spec?: WorkloadServiceDependencySpecPatch | null | undefined;
};

/** The desired state of a WorkloadDefinition. */
export type WorkloadDefinitionSpecInput = {
  /** Kubernetes resources as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  yamlDocument: string;
};

/** Specifies the fields to update a WorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type WorkloadDefinitionSpecPatch = {
  /** Kubernetes resources as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  yamlDocument?: string | null | undefined;
};

/** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
export type WorkloadInstanceSpecDrift =
  /** Drift is reverted. */
  | 'correct'
  /** Drift is ignored. */
  | 'off'
  /** Drift is reported but not reverted. */
  | 'report';

/** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
export type WorkloadInstanceSpecGuard =
  /** Removals are executed immediately. */
  | 'off'
  /** Removals wait for a confirmation. */
  | 'on';

/** The desired state of a WorkloadInstance. */
export type WorkloadInstanceSpecInput = {
  /** The definition of the application. */
  definition: string;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: WorkloadInstanceSpecDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: WorkloadInstanceSpecGuard | null | undefined;
  /** The number of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: WorkloadInstanceSpecInputGuardThresholds | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<WorkloadInstanceSpecInputIgnoreDifferences> | null | undefined;
  /** The namespace of resources that specify none. Default: the only Namespace in the definition, or else one that is created for this instance and deleted with it. */
  namespace?: string | null | undefined;
  /** Indicates whether changes of pods are not rolled out for now: Deployments are paused. Default: false. */
  paused?: boolean | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The time of the last requested restart. A change restarts all pods of Deployments, StatefulSets and DaemonSets, one after the other as in a rollout. */
  restartedAt?: string | null | undefined;
  /** The runtime to run the application in. Default: the default runtime. */
  runtime?: string | null | undefined;
  /** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
  scale?: Array<WorkloadInstanceSpecInputScale> | null | undefined;
};

/** The number of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
export type WorkloadInstanceSpecInputGuardThresholds = {
  /** The number of resources from which any removal requires a confirmation, including the deletion of the instance. */
  always?: number | null | undefined;
  /** The minimum number of resources that a change removes. */
  count?: number | null | undefined;
  /** The percentage of all resources that the removed resources must exceed. 100 disables this rule. */
  percent?: number | null | undefined;
};

/** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
export type WorkloadInstanceSpecInputIgnoreDifferences = {
  /** The paths of the fields. */
  fields: Array<string>;
  /** The API group of the resources. Default: any. */
  group?: string | null | undefined;
  /** The kind of the resources, for example `Deployment`. */
  kind: string;
  /** The name of the resource. Default: any. */
  name?: string | null | undefined;
  /** The namespace of the resource. Default: any. */
  namespace?: string | null | undefined;
};

/** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
export type WorkloadInstanceSpecInputScale = {
  /** The kind of the resource, for example `Deployment`. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. */
  name: string;
  /** The number of its replicas. */
  replicas: number;
};

/** Specifies the fields to update a WorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type WorkloadInstanceSpecPatch = {
  /** The definition of the application. */
  definition?: string | null | undefined;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: WorkloadInstanceSpecPatchDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: WorkloadInstanceSpecPatchGuard | null | undefined;
  /** The number of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: WorkloadInstanceSpecPatchGuardThresholds | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<WorkloadInstanceSpecPatchIgnoreDifferences> | null | undefined;
  /** The namespace of resources that specify none. Default: the only Namespace in the definition, or else one that is created for this instance and deleted with it. */
  namespace?: string | null | undefined;
  /** Indicates whether changes of pods are not rolled out for now: Deployments are paused. Default: false. */
  paused?: boolean | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The time of the last requested restart. A change restarts all pods of Deployments, StatefulSets and DaemonSets, one after the other as in a rollout. */
  restartedAt?: string | null | undefined;
  /** The runtime to run the application in. Default: the default runtime. */
  runtime?: string | null | undefined;
  /** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
  scale?: Array<WorkloadInstanceSpecPatchScale> | null | undefined;
};

/** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
export type WorkloadInstanceSpecPatchDrift =
  /** Drift is reverted. */
  | 'correct'
  /** Drift is ignored. */
  | 'off'
  /** Drift is reported but not reverted. */
  | 'report';

/** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
export type WorkloadInstanceSpecPatchGuard =
  /** Removals are executed immediately. */
  | 'off'
  /** Removals wait for a confirmation. */
  | 'on';

/** The number of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
export type WorkloadInstanceSpecPatchGuardThresholds = {
  /** The number of resources from which any removal requires a confirmation, including the deletion of the instance. */
  always?: number | null | undefined;
  /** The minimum number of resources that a change removes. */
  count?: number | null | undefined;
  /** The percentage of all resources that the removed resources must exceed. 100 disables this rule. */
  percent?: number | null | undefined;
};

/** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
export type WorkloadInstanceSpecPatchIgnoreDifferences = {
  /** The paths of the fields. */
  fields: Array<string>;
  /** The API group of the resources. Default: any. */
  group?: string | null | undefined;
  /** The kind of the resources, for example `Deployment`. */
  kind: string;
  /** The name of the resource. Default: any. */
  name?: string | null | undefined;
  /** The namespace of the resource. Default: any. */
  namespace?: string | null | undefined;
};

/** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
export type WorkloadInstanceSpecPatchScale = {
  /** The kind of the resource, for example `Deployment`. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. */
  name: string;
  /** The number of its replicas. */
  replicas: number;
};

/** The desired state of a WorkloadServiceDependency. */
export type WorkloadServiceDependencySpecInput = {
  /** The host name or IPv4 address of the service, for example `rpc.ankr.com`. */
  upstreamHost: string;
  /** The prefix for the path of each request, for example `/eth`. A query, as in `/eth?key=abc`, is added to that of each request. */
  upstreamPath?: string | null | undefined;
  /** The port of the service. */
  upstreamPort?: number | null | undefined;
  /** Indicates whether the proxy uses TLS and verifies the certificate of the service. */
  upstreamTls?: boolean | null | undefined;
  /** The application that calls the service. */
  workloadInstance: string;
};

/** Specifies the fields to update a WorkloadServiceDependency. Omitted fields keep their values; null resets a field to its default. */
export type WorkloadServiceDependencySpecPatch = {
  /** The host name or IPv4 address of the service, for example `rpc.ankr.com`. */
  upstreamHost?: string | null | undefined;
  /** The prefix for the path of each request, for example `/eth`. A query, as in `/eth?key=abc`, is added to that of each request. */
  upstreamPath?: string | null | undefined;
  /** The port of the service. */
  upstreamPort?: number | null | undefined;
  /** Indicates whether the proxy uses TLS and verifies the certificate of the service. */
  upstreamTls?: boolean | null | undefined;
  /** The application that calls the service. */
  workloadInstance?: string | null | undefined;
};

export type KubernetesRuntimeDefinitionFieldsFragment = { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetKubernetesRuntimeDefinitionQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetKubernetesRuntimeDefinitionQuery = { result: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListKubernetesRuntimeDefinitionQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListKubernetesRuntimeDefinitionQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateKubernetesRuntimeDefinitionMutationVariables = Exact<{
  input: CreateKubernetesRuntimeDefinitionInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateKubernetesRuntimeDefinitionMutation = { result: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateKubernetesRuntimeDefinitionMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateKubernetesRuntimeDefinitionInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateKubernetesRuntimeDefinitionMutation = { result: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteKubernetesRuntimeDefinitionMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteKubernetesRuntimeDefinitionMutation = { result: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { provider: KubernetesRuntimeDefinitionSpecProvider }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type KubernetesRuntimeInstanceFieldsFragment = { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetKubernetesRuntimeInstanceQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetKubernetesRuntimeInstanceQuery = { result: { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListKubernetesRuntimeInstanceQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListKubernetesRuntimeInstanceQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateKubernetesRuntimeInstanceMutationVariables = Exact<{
  input: CreateKubernetesRuntimeInstanceInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateKubernetesRuntimeInstanceMutation = { result: { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateKubernetesRuntimeInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateKubernetesRuntimeInstanceInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateKubernetesRuntimeInstanceMutation = { result: { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteKubernetesRuntimeInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteKubernetesRuntimeInstanceMutation = { result: { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: string }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type ProjectFieldsFragment = { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetProjectQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
}>;


export type GetProjectQuery = { result: { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListProjectQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListProjectQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateProjectMutation = { result: { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateProjectMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  input: UpdateProjectInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateProjectMutation = { result: { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteProjectMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteProjectMutation = { result: { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null }, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type SupportServiceInstanceFieldsFragment = { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetSupportServiceInstanceQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetSupportServiceInstanceQuery = { result: { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListSupportServiceInstanceQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListSupportServiceInstanceQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateSupportServiceInstanceMutationVariables = Exact<{
  input: CreateSupportServiceInstanceInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateSupportServiceInstanceMutation = { result: { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateSupportServiceInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateSupportServiceInstanceInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateSupportServiceInstanceMutation = { result: { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteSupportServiceInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteSupportServiceInstanceMutation = { result: { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: string }, outputs: { defaultHost: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type WorkloadDefinitionFieldsFragment = { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetWorkloadDefinitionQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetWorkloadDefinitionQuery = { result: { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListWorkloadDefinitionQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadDefinitionQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateWorkloadDefinitionMutationVariables = Exact<{
  input: CreateWorkloadDefinitionInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWorkloadDefinitionMutation = { result: { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateWorkloadDefinitionMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateWorkloadDefinitionInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateWorkloadDefinitionMutation = { result: { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteWorkloadDefinitionMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteWorkloadDefinitionMutation = { result: { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string }, outputs: { resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type WorkloadInstanceFieldsFragment = { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetWorkloadInstanceQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetWorkloadInstanceQuery = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListWorkloadInstanceQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadInstanceQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateWorkloadInstanceMutationVariables = Exact<{
  input: CreateWorkloadInstanceInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateWorkloadInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateWorkloadInstanceInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteWorkloadInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type WorkloadServiceDependencyFieldsFragment = { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetWorkloadServiceDependencyQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetWorkloadServiceDependencyQuery = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListWorkloadServiceDependencyQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadServiceDependencyQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateWorkloadServiceDependencyMutationVariables = Exact<{
  input: CreateWorkloadServiceDependencyInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type UpdateWorkloadServiceDependencyMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  input: UpdateWorkloadServiceDependencyInput;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type UpdateWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteWorkloadServiceDependencyMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type ResourceNodeFieldsFragment = { id: string, parentId: string | null, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceNodeHealth, reason: string, message: string, createdAt: string | null };

export type GetResourceTreeQueryVariables = Exact<{
  kind: string;
  name: string;
  project?: string | null | undefined;
}>;


export type GetResourceTreeQuery = { result: Array<{ id: string, parentId: string | null, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceNodeHealth, reason: string, message: string, createdAt: string | null }> };

export type FollowResourceTreeSubscriptionVariables = Exact<{
  kind: string;
  name: string;
  project?: string | null | undefined;
}>;


export type FollowResourceTreeSubscription = { result: Array<{ id: string, parentId: string | null, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceNodeHealth, reason: string, message: string, createdAt: string | null }> };

export type ReadLogsSubscriptionVariables = Exact<{
  kind: string;
  name: string;
  project?: string | null | undefined;
  follow?: boolean | null | undefined;
  since?: string | null | undefined;
  tail?: number | null | undefined;
  container?: string | null | undefined;
  previous?: boolean | null | undefined;
}>;


export type ReadLogsSubscription = { result: Array<{ time: string, namespace: string, pod: string, container: string, text: string, notice: boolean }> };

export type FindOrphansQueryVariables = Exact<{
  runtime: string;
  project?: string | null | undefined;
}>;


export type FindOrphansQuery = { result: Array<{ group: string, version: string, kind: string, namespace: string, name: string, uid: string, createdAt: string | null, objectId: string, objectKind: string, objectProject: string, objectName: string }> };

type ObjectFields_KubernetesRuntimeDefinition_Fragment = { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_KubernetesRuntimeInstance_Fragment = { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_Project_Fragment = { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_SupportServiceInstance_Fragment = { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadDefinition_Fragment = { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadInstance_Fragment = { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadServiceDependency_Fragment = { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type ObjectFieldsFragment =
  | ObjectFields_KubernetesRuntimeDefinition_Fragment
  | ObjectFields_KubernetesRuntimeInstance_Fragment
  | ObjectFields_Project_Fragment
  | ObjectFields_SupportServiceInstance_Fragment
  | ObjectFields_WorkloadDefinition_Fragment
  | ObjectFields_WorkloadInstance_Fragment
  | ObjectFields_WorkloadServiceDependency_Fragment
;

export type AppliedResourceFieldsFragment = { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null };

export type GetObjectQueryVariables = Exact<{
  kind: string;
  name: string;
  project?: string | null | undefined;
}>;


export type GetObjectQuery = { result:
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   | null };

export type GetNodeQueryVariables = Exact<{
  id: string | number;
}>;


export type GetNodeQuery = { result:
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   | null };

export type ListObjectsQueryVariables = Exact<{
  kind?: string | null | undefined;
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListObjectsQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
        | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
       }> } };

export type ListReferrersQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListReferrersQuery = { result:
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
            | { id: string, kind: string, name: string, projectName: string | null, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string } }
           }> } }
   | null };

export type GetQueuePositionQueryVariables = Exact<{
  id: string | number;
}>;


export type GetQueuePositionQuery = { result:
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
    | { queue: { position: number, expectedWait: number | null } | null }
   | null };

export type ListNextTriesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ListNextTriesQuery = { result: Array<
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
    | { id: string, nextReconcileAt: string | null, reconciling: boolean, waitingFor:
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
        | { kind: string, name: string }
       | null }
   | null> };

export type GetEventsQueryVariables = Exact<{
  kind: string;
  name: string;
  project?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type GetEventsQuery = { result:
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
    | { events: { edges: Array<{ node: { id: string, type: string, reason: string, note: string, count: number, firstSeen: string, lastSeen: string } }> } }
   | null };

export type ApplyMutationVariables = Exact<{
  documents: Array<ObjectDocument> | ObjectDocument;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type ApplyMutation = { result: Array<{ result: ApplyResult, object:
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     }> };

export type DeleteObjectsMutationVariables = Exact<{
  targets: Array<ObjectTarget> | ObjectTarget;
  force?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteObjectsMutation = { result: Array<
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
  > };

export type ConfirmRemovalMutationVariables = Exact<{
  target: ObjectTarget;
  token: string;
  reason?: string | null | undefined;
}>;


export type ConfirmRemovalMutation = { result:
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   };

export type ReconcileMutationVariables = Exact<{
  target: ObjectTarget;
  reason?: string | null | undefined;
}>;


export type ReconcileMutation = { result:
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   };

export type ListChangesQueryVariables = Exact<{
  after?: string | number | null | undefined;
  first?: number | null | undefined;
  objectId?: string | number | null | undefined;
}>;


export type ListChangesQuery = { result: Array<{ before: unknown, after: unknown, cursor: string, operation: string, objectId: string, kind: string, name: string, generation: number, version: number, actor: string, reason: string | null, time: string }> };

export type FollowChangesSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  kinds?: Array<string> | string | null | undefined;
  objectId?: string | number | null | undefined;
}>;


export type FollowChangesSubscription = { result: { cursor: string, operation: string, objectId: string, kind: string, name: string, generation: number, version: number, actor: string, reason: string | null, time: string, object:
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } };

export type ChangeFieldsFragment = { cursor: string, operation: string, objectId: string, kind: string, name: string, generation: number, version: number, actor: string, reason: string | null, time: string };

export type ListAppliedQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListAppliedQuery = { result:
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null } }> } }
   | null };

export type IssueKubeconfigMutationVariables = Exact<{
  name: string;
  project?: string | null | undefined;
  seconds?: number | null | undefined;
  reason?: string | null | undefined;
}>;


export type IssueKubeconfigMutation = { result: { kubeconfig: string, expiresAt: string } | null };

export type GetChangeCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type GetChangeCursorQuery = { result: string };

export type AbandonedResourceFieldsFragment = { id: string, runtimeId: string | null, runtimeName: string, objectId: string, objectKind: string, objectName: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, provider: string | null, account: string | null, region: string | null, externalId: string | null, abandonedAt: string };

export type ListAbandonedResourcesQueryVariables = Exact<{
  runtimeId?: string | number | null | undefined;
}>;


export type ListAbandonedResourcesQuery = { result: Array<{ id: string, runtimeId: string | null, runtimeName: string, objectId: string, objectKind: string, objectName: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, provider: string | null, account: string | null, region: string | null, externalId: string | null, abandonedAt: string }> };

export type ForgetAbandonedResourcesMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ForgetAbandonedResourcesMutation = { result: boolean };

export type ListOwnedQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListOwnedQuery = { result:
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node:
            | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'KubernetesRuntimeInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'Project', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'SupportServiceInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadDefinition', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
            | { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
           }> } }
   | null };

export type ListOwnersQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type ListOwnersQuery = { result:
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
    | { owners: { totalCount: number, edges: Array<{ node:
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
            | { kind: string, name: string, projectName: string | null }
           }> } }
   | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ObjectFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}
    `, {"fragmentName":"ObjectFields"}) as unknown as TypedDocumentString<ObjectFieldsFragment, unknown>;
export const KubernetesRuntimeDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"KubernetesRuntimeDefinitionFields"}) as unknown as TypedDocumentString<KubernetesRuntimeDefinitionFieldsFragment, unknown>;
export const KubernetesRuntimeInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"KubernetesRuntimeInstanceFields"}) as unknown as TypedDocumentString<KubernetesRuntimeInstanceFieldsFragment, unknown>;
export const ProjectFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"ProjectFields"}) as unknown as TypedDocumentString<ProjectFieldsFragment, unknown>;
export const SupportServiceInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"SupportServiceInstanceFields"}) as unknown as TypedDocumentString<SupportServiceInstanceFieldsFragment, unknown>;
export const WorkloadDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"WorkloadDefinitionFields"}) as unknown as TypedDocumentString<WorkloadDefinitionFieldsFragment, unknown>;
export const WorkloadInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"WorkloadInstanceFields"}) as unknown as TypedDocumentString<WorkloadInstanceFieldsFragment, unknown>;
export const WorkloadServiceDependencyFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"WorkloadServiceDependencyFields"}) as unknown as TypedDocumentString<WorkloadServiceDependencyFieldsFragment, unknown>;
export const ResourceNodeFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ResourceNodeFields on ResourceNode {
  id
  parentId
  runtimeId
  group
  version
  kind
  namespace
  name
  health
  reason
  message
  createdAt
}
    `, {"fragmentName":"ResourceNodeFields"}) as unknown as TypedDocumentString<ResourceNodeFieldsFragment, unknown>;
export const AppliedResourceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AppliedResourceFields on AppliedResource {
  id
  runtimeId
  group
  version
  kind
  namespace
  name
  order
  uid
  hash
  resourceVersion
  liveGeneration
}
    `, {"fragmentName":"AppliedResourceFields"}) as unknown as TypedDocumentString<AppliedResourceFieldsFragment, unknown>;
export const ChangeFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ChangeFields on Change {
  cursor
  operation
  objectId
  kind
  name
  generation
  version
  actor
  reason
  time
}
    `, {"fragmentName":"ChangeFields"}) as unknown as TypedDocumentString<ChangeFieldsFragment, unknown>;
export const AbandonedResourceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AbandonedResourceFields on AbandonedResource {
  id
  runtimeId
  runtimeName
  objectId
  objectKind
  objectName
  group
  version
  kind
  namespace
  name
  order
  uid
  provider
  account
  region
  externalId
  abandonedAt
}
    `, {"fragmentName":"AbandonedResourceFields"}) as unknown as TypedDocumentString<AbandonedResourceFieldsFragment, unknown>;
export const GetKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetKubernetesRuntimeDefinition($id: ID, $name: String, $project: String) {
  result: kubernetesRuntimeDefinition(id: $id, name: $name, project: $project) {
    ...KubernetesRuntimeDefinitionFields
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetKubernetesRuntimeDefinitionQuery, GetKubernetesRuntimeDefinitionQueryVariables>;
export const ListKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListKubernetesRuntimeDefinition($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: kubernetesRuntimeDefinitions(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...KubernetesRuntimeDefinitionFields
      }
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListKubernetesRuntimeDefinitionQuery, ListKubernetesRuntimeDefinitionQueryVariables>;
export const CreateKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateKubernetesRuntimeDefinition($input: CreateKubernetesRuntimeDefinitionInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createKubernetesRuntimeDefinition(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeDefinitionFields
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateKubernetesRuntimeDefinitionMutation, CreateKubernetesRuntimeDefinitionMutationVariables>;
export const UpdateKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateKubernetesRuntimeDefinition($id: ID, $name: String, $project: String, $input: UpdateKubernetesRuntimeDefinitionInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateKubernetesRuntimeDefinition(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeDefinitionFields
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateKubernetesRuntimeDefinitionMutation, UpdateKubernetesRuntimeDefinitionMutationVariables>;
export const DeleteKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteKubernetesRuntimeDefinition($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteKubernetesRuntimeDefinition(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeDefinitionFields
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...ObjectFields
  spec {
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteKubernetesRuntimeDefinitionMutation, DeleteKubernetesRuntimeDefinitionMutationVariables>;
export const GetKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetKubernetesRuntimeInstance($id: ID, $name: String, $project: String) {
  result: kubernetesRuntimeInstance(id: $id, name: $name, project: $project) {
    ...KubernetesRuntimeInstanceFields
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetKubernetesRuntimeInstanceQuery, GetKubernetesRuntimeInstanceQueryVariables>;
export const ListKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListKubernetesRuntimeInstance($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: kubernetesRuntimeInstances(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...KubernetesRuntimeInstanceFields
      }
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListKubernetesRuntimeInstanceQuery, ListKubernetesRuntimeInstanceQueryVariables>;
export const CreateKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateKubernetesRuntimeInstance($input: CreateKubernetesRuntimeInstanceInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createKubernetesRuntimeInstance(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeInstanceFields
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateKubernetesRuntimeInstanceMutation, CreateKubernetesRuntimeInstanceMutationVariables>;
export const UpdateKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateKubernetesRuntimeInstance($id: ID, $name: String, $project: String, $input: UpdateKubernetesRuntimeInstanceInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateKubernetesRuntimeInstance(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeInstanceFields
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateKubernetesRuntimeInstanceMutation, UpdateKubernetesRuntimeInstanceMutationVariables>;
export const DeleteKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteKubernetesRuntimeInstance($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteKubernetesRuntimeInstance(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...KubernetesRuntimeInstanceFields
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...ObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteKubernetesRuntimeInstanceMutation, DeleteKubernetesRuntimeInstanceMutationVariables>;
export const GetProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetProject($id: ID, $name: String) {
  result: project(id: $id, name: $name) {
    ...ProjectFields
  }
}
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetProjectQuery, GetProjectQueryVariables>;
export const ListProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListProject($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: projects(filter: $filter, order: $order, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...ProjectFields
      }
    }
  }
}
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListProjectQuery, ListProjectQueryVariables>;
export const CreateProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateProject($input: CreateProjectInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createProject(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...ProjectFields
  }
}
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateProjectMutation, CreateProjectMutationVariables>;
export const UpdateProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateProject($id: ID, $name: String, $input: UpdateProjectInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateProject(
    id: $id
    name: $name
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...ProjectFields
  }
}
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const DeleteProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteProject($id: ID, $name: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteProject(
    id: $id
    name: $name
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...ProjectFields
  }
}
    fragment ProjectFields on Project {
  ...ObjectFields
  spec {
    description
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteProjectMutation, DeleteProjectMutationVariables>;
export const GetSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetSupportServiceInstance($id: ID, $name: String, $project: String) {
  result: supportServiceInstance(id: $id, name: $name, project: $project) {
    ...SupportServiceInstanceFields
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetSupportServiceInstanceQuery, GetSupportServiceInstanceQueryVariables>;
export const ListSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListSupportServiceInstance($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: supportServiceInstances(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...SupportServiceInstanceFields
      }
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListSupportServiceInstanceQuery, ListSupportServiceInstanceQueryVariables>;
export const CreateSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSupportServiceInstance($input: CreateSupportServiceInstanceInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createSupportServiceInstance(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...SupportServiceInstanceFields
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateSupportServiceInstanceMutation, CreateSupportServiceInstanceMutationVariables>;
export const UpdateSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateSupportServiceInstance($id: ID, $name: String, $project: String, $input: UpdateSupportServiceInstanceInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateSupportServiceInstance(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...SupportServiceInstanceFields
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateSupportServiceInstanceMutation, UpdateSupportServiceInstanceMutationVariables>;
export const DeleteSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteSupportServiceInstance($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteSupportServiceInstance(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...SupportServiceInstanceFields
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...ObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteSupportServiceInstanceMutation, DeleteSupportServiceInstanceMutationVariables>;
export const GetWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetWorkloadDefinition($id: ID, $name: String, $project: String) {
  result: workloadDefinition(id: $id, name: $name, project: $project) {
    ...WorkloadDefinitionFields
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetWorkloadDefinitionQuery, GetWorkloadDefinitionQueryVariables>;
export const ListWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListWorkloadDefinition($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: workloadDefinitions(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...WorkloadDefinitionFields
      }
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadDefinitionQuery, ListWorkloadDefinitionQueryVariables>;
export const CreateWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadDefinition($input: CreateWorkloadDefinitionInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createWorkloadDefinition(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadDefinitionFields
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateWorkloadDefinitionMutation, CreateWorkloadDefinitionMutationVariables>;
export const UpdateWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateWorkloadDefinition($id: ID, $name: String, $project: String, $input: UpdateWorkloadDefinitionInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateWorkloadDefinition(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadDefinitionFields
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateWorkloadDefinitionMutation, UpdateWorkloadDefinitionMutationVariables>;
export const DeleteWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWorkloadDefinition($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteWorkloadDefinition(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadDefinitionFields
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...ObjectFields
  spec {
    yamlDocument
  }
  outputs {
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteWorkloadDefinitionMutation, DeleteWorkloadDefinitionMutationVariables>;
export const GetWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetWorkloadInstance($id: ID, $name: String, $project: String) {
  result: workloadInstance(id: $id, name: $name, project: $project) {
    ...WorkloadInstanceFields
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetWorkloadInstanceQuery, GetWorkloadInstanceQueryVariables>;
export const ListWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListWorkloadInstance($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: workloadInstances(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...WorkloadInstanceFields
      }
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadInstanceQuery, ListWorkloadInstanceQueryVariables>;
export const CreateWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadInstance($input: CreateWorkloadInstanceInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createWorkloadInstance(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadInstanceFields
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateWorkloadInstanceMutation, CreateWorkloadInstanceMutationVariables>;
export const UpdateWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateWorkloadInstance($id: ID, $name: String, $project: String, $input: UpdateWorkloadInstanceInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateWorkloadInstance(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadInstanceFields
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateWorkloadInstanceMutation, UpdateWorkloadInstanceMutationVariables>;
export const DeleteWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWorkloadInstance($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteWorkloadInstance(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadInstanceFields
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...ObjectFields
  spec {
    definition
    drift
    guard
    guardThresholds {
      always
      count
      percent
    }
    ignoreDifferences {
      fields
      group
      kind
      name
      namespace
    }
    namespace
    paused
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
  }
  outputs {
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    resources
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteWorkloadInstanceMutation, DeleteWorkloadInstanceMutationVariables>;
export const GetWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetWorkloadServiceDependency($id: ID, $name: String, $project: String) {
  result: workloadServiceDependency(id: $id, name: $name, project: $project) {
    ...WorkloadServiceDependencyFields
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetWorkloadServiceDependencyQuery, GetWorkloadServiceDependencyQueryVariables>;
export const ListWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListWorkloadServiceDependency($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: workloadServiceDependencies(
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...WorkloadServiceDependencyFields
      }
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadServiceDependencyQuery, ListWorkloadServiceDependencyQueryVariables>;
export const CreateWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadServiceDependency($input: CreateWorkloadServiceDependencyInput!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: createWorkloadServiceDependency(
    input: $input
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadServiceDependencyFields
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateWorkloadServiceDependencyMutation, CreateWorkloadServiceDependencyMutationVariables>;
export const UpdateWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateWorkloadServiceDependency($id: ID, $name: String, $project: String, $input: UpdateWorkloadServiceDependencyInput!, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: updateWorkloadServiceDependency(
    id: $id
    name: $name
    project: $project
    input: $input
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadServiceDependencyFields
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateWorkloadServiceDependencyMutation, UpdateWorkloadServiceDependencyMutationVariables>;
export const DeleteWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWorkloadServiceDependency($id: ID, $name: String, $project: String, $expectedVersion: Int, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteWorkloadServiceDependency(
    id: $id
    name: $name
    project: $project
    expectedVersion: $expectedVersion
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...WorkloadServiceDependencyFields
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...ObjectFields
  spec {
    upstreamHost
    upstreamPath
    upstreamPort
    upstreamTls
    workloadInstance
  }
  outputs {
    address
    legacyAddress
  }
}
fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteWorkloadServiceDependencyMutation, DeleteWorkloadServiceDependencyMutationVariables>;
export const GetResourceTreeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetResourceTree($kind: String!, $name: String!, $project: String) {
  result: resourceTree(kind: $kind, name: $name, project: $project) {
    ...ResourceNodeFields
  }
}
    fragment ResourceNodeFields on ResourceNode {
  id
  parentId
  runtimeId
  group
  version
  kind
  namespace
  name
  health
  reason
  message
  createdAt
}`) as unknown as TypedDocumentString<GetResourceTreeQuery, GetResourceTreeQueryVariables>;
export const FollowResourceTreeDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowResourceTree($kind: String!, $name: String!, $project: String) {
  result: resourceTree(kind: $kind, name: $name, project: $project) {
    ...ResourceNodeFields
  }
}
    fragment ResourceNodeFields on ResourceNode {
  id
  parentId
  runtimeId
  group
  version
  kind
  namespace
  name
  health
  reason
  message
  createdAt
}`) as unknown as TypedDocumentString<FollowResourceTreeSubscription, FollowResourceTreeSubscriptionVariables>;
export const ReadLogsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription ReadLogs($kind: String!, $name: String!, $project: String, $follow: Boolean, $since: DateTime, $tail: Int, $container: String, $previous: Boolean) {
  result: logs(
    kind: $kind
    name: $name
    project: $project
    follow: $follow
    since: $since
    tail: $tail
    container: $container
    previous: $previous
  ) {
    time
    namespace
    pod
    container
    text
    notice
  }
}
    `) as unknown as TypedDocumentString<ReadLogsSubscription, ReadLogsSubscriptionVariables>;
export const FindOrphansDocument = /*#__PURE__*/ new TypedDocumentString(`
    query FindOrphans($runtime: String!, $project: String) {
  result: orphans(runtime: $runtime, project: $project) {
    group
    version
    kind
    namespace
    name
    uid
    createdAt
    objectId
    objectKind
    objectProject
    objectName
  }
}
    `) as unknown as TypedDocumentString<FindOrphansQuery, FindOrphansQueryVariables>;
export const GetObjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetObject($kind: String!, $name: String!, $project: String) {
  result: object(kind: $kind, name: $name, project: $project) {
    ...ObjectFields
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetObjectQuery, GetObjectQueryVariables>;
export const GetNodeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetNode($id: ID!) {
  result: node(id: $id) {
    ...ObjectFields
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetNodeQuery, GetNodeQueryVariables>;
export const ListObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListObjects($kind: String, $filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: objects(
    kind: $kind
    filter: $filter
    order: $order
    first: $first
    after: $after
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        ...ObjectFields
      }
    }
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListObjectsQuery, ListObjectsQueryVariables>;
export const ListReferrersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListReferrers($id: ID!, $first: Int, $after: String) {
  result: node(id: $id) {
    referrers(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        field
        node {
          id
          kind
          name
          projectName
          status {
            phase
          }
          generation
          observedGeneration
          deletionRequestedAt
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListReferrersQuery, ListReferrersQueryVariables>;
export const GetQueuePositionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetQueuePosition($id: ID!) {
  result: node(id: $id) {
    queue {
      position
      expectedWait
    }
  }
}
    `) as unknown as TypedDocumentString<GetQueuePositionQuery, GetQueuePositionQueryVariables>;
export const ListNextTriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListNextTries($ids: [ID!]!) {
  result: nodes(ids: $ids) {
    id
    nextReconcileAt
    reconciling
    waitingFor {
      kind
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ListNextTriesQuery, ListNextTriesQueryVariables>;
export const GetEventsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetEvents($kind: String!, $name: String!, $project: String, $first: Int) {
  result: object(kind: $kind, name: $name, project: $project) {
    events(first: $first) {
      edges {
        node {
          id
          type
          reason
          note
          count
          firstSeen
          lastSeen
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetEventsQuery, GetEventsQueryVariables>;
export const ApplyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Apply($documents: [ObjectDocument!]!, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: apply(
    documents: $documents
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    result
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ApplyMutation, ApplyMutationVariables>;
export const DeleteObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteObjects($targets: [ObjectTarget!]!, $force: Boolean, $dryRun: Boolean, $reason: String, $idempotencyKey: String) {
  result: deleteObjects(
    targets: $targets
    force: $force
    dryRun: $dryRun
    reason: $reason
    idempotencyKey: $idempotencyKey
  ) {
    ...ObjectFields
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteObjectsMutation, DeleteObjectsMutationVariables>;
export const ConfirmRemovalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmRemoval($target: ObjectTarget!, $token: String!, $reason: String) {
  result: confirmRemoval(target: $target, token: $token, reason: $reason) {
    ...ObjectFields
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ConfirmRemovalMutation, ConfirmRemovalMutationVariables>;
export const ReconcileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Reconcile($target: ObjectTarget!, $reason: String) {
  result: reconcile(target: $target, reason: $reason) {
    ...ObjectFields
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ReconcileMutation, ReconcileMutationVariables>;
export const ListChangesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListChanges($after: ID, $first: Int, $objectId: ID) {
  result: changes(after: $after, first: $first, objectId: $objectId) {
    ...ChangeFields
    before
    after
  }
}
    fragment ChangeFields on Change {
  cursor
  operation
  objectId
  kind
  name
  generation
  version
  actor
  reason
  time
}`) as unknown as TypedDocumentString<ListChangesQuery, ListChangesQueryVariables>;
export const FollowChangesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription FollowChanges($after: ID, $kinds: [String!], $objectId: ID) {
  result: changes(after: $after, kinds: $kinds, objectId: $objectId) {
    ...ChangeFields
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}
fragment ChangeFields on Change {
  cursor
  operation
  objectId
  kind
  name
  generation
  version
  actor
  reason
  time
}`) as unknown as TypedDocumentString<FollowChangesSubscription, FollowChangesSubscriptionVariables>;
export const ListAppliedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListApplied($id: ID!, $first: Int, $after: String) {
  result: node(id: $id) {
    appliedResources(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...AppliedResourceFields
        }
      }
    }
  }
}
    fragment AppliedResourceFields on AppliedResource {
  id
  runtimeId
  group
  version
  kind
  namespace
  name
  order
  uid
  hash
  resourceVersion
  liveGeneration
}`) as unknown as TypedDocumentString<ListAppliedQuery, ListAppliedQueryVariables>;
export const IssueKubeconfigDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation IssueKubeconfig($name: String!, $project: String, $seconds: Int, $reason: String) {
  result: issueKubeconfig(
    name: $name
    project: $project
    seconds: $seconds
    reason: $reason
  ) {
    kubeconfig
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<IssueKubeconfigMutation, IssueKubeconfigMutationVariables>;
export const GetChangeCursorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetChangeCursor {
  result: changeCursor
}
    `) as unknown as TypedDocumentString<GetChangeCursorQuery, GetChangeCursorQueryVariables>;
export const ListAbandonedResourcesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListAbandonedResources($runtimeId: ID) {
  result: abandonedResources(runtimeId: $runtimeId) {
    ...AbandonedResourceFields
  }
}
    fragment AbandonedResourceFields on AbandonedResource {
  id
  runtimeId
  runtimeName
  objectId
  objectKind
  objectName
  group
  version
  kind
  namespace
  name
  order
  uid
  provider
  account
  region
  externalId
  abandonedAt
}`) as unknown as TypedDocumentString<ListAbandonedResourcesQuery, ListAbandonedResourcesQueryVariables>;
export const ForgetAbandonedResourcesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ForgetAbandonedResources($ids: [ID!]!) {
  result: forgetAbandonedResources(ids: $ids)
}
    `) as unknown as TypedDocumentString<ForgetAbandonedResourcesMutation, ForgetAbandonedResourcesMutationVariables>;
export const ListOwnedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListOwned($id: ID!, $first: Int, $after: String) {
  result: node(id: $id) {
    owned(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...ObjectFields
        }
      }
    }
  }
}
    fragment ObjectFields on Object {
  __typename
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status {
    phase
    stalled
    retryable
    conditions {
      type
      status
      reason
      message
      observedGeneration
      lastTransitionTime
    }
    cause {
      kind
      name
      reason
      message
      since
      retryAt
    }
    outputs
  }
  confirmation {
    token
    expiresAt
    removals {
      id
      text
    }
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListOwnedQuery, ListOwnedQueryVariables>;
export const ListOwnersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListOwners($id: ID!, $first: Int) {
  result: node(id: $id) {
    owners(first: $first) {
      totalCount
      edges {
        node {
          kind
          name
          projectName
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListOwnersQuery, ListOwnersQueryVariables>;