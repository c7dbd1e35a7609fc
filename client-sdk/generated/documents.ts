/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What applying a document did. */
export type ApplyResult =
  /** It was not there. */
  | 'CREATED'
  /** It was there as desired. */
  | 'UNCHANGED'
  /** It was there and differed. */
  | 'UPDATED';

/** The answer. */
export type ConditionStatus =
  /** No. */
  | 'False'
  /** Yes. */
  | 'True'
  /** Unknown. */
  | 'Unknown';

/** Which question this answers. */
export type ConditionType =
  /** Is the spec valid? */
  | 'Accepted'
  /** Is something being done at the moment? */
  | 'Progressing'
  /** Does the cluster answer? */
  | 'Reachable'
  /** Is everything as desired, and does it work? */
  | 'Ready'
  /** Is waiting on pointless, because nothing becomes of it without a change from outside? */
  | 'Stalled';

/** A new KubernetesRuntimeDefinition. */
export type CreateKubernetesRuntimeDefinitionInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: KubernetesRuntimeDefinitionSpecInput | null | undefined;
};

/** A new KubernetesRuntimeInstance. */
export type CreateKubernetesRuntimeInstanceInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: KubernetesRuntimeInstanceSpecInput | null | undefined;
};

/** A new Project. */
export type CreateProjectInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** What is desired. */
  spec?: ProjectSpecInput | null | undefined;
};

/** A new SupportServiceInstance. */
export type CreateSupportServiceInstanceInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: SupportServiceInstanceSpecInput | null | undefined;
};

/** A new WorkloadDefinition. */
export type CreateWorkloadDefinitionInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: WorkloadDefinitionSpecInput | null | undefined;
};

/** A new WorkloadInstance. */
export type CreateWorkloadInstanceInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: WorkloadInstanceSpecInput | null | undefined;
};

/** A new WorkloadServiceDependency. */
export type CreateWorkloadServiceDependencyInput = {
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name, unique within project and kind. */
  name: string;
  /** Name of its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: WorkloadServiceDependencySpecInput | null | undefined;
};

/** What is desired of a KubernetesRuntimeDefinition. */
export type KubernetesRuntimeDefinitionSpecInput = {
  /** Who provides the cluster: `simulated` (a Kubernetes API server inside QleetOS, nothing runs in it), `kubeconfig` (any cluster that exists already), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster that the worker runs in, where its operator allows it). */
  provider: KubernetesRuntimeDefinitionSpecProvider;
};

/** Changes of a KubernetesRuntimeDefinition: what is left out stays, null goes back to the default. */
export type KubernetesRuntimeDefinitionSpecPatch = {
  /** Who provides the cluster: `simulated` (a Kubernetes API server inside QleetOS, nothing runs in it), `kubeconfig` (any cluster that exists already), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster that the worker runs in, where its operator allows it). */
  provider?: KubernetesRuntimeDefinitionSpecPatchProvider | null | undefined;
};

/** Who provides the cluster: `simulated` (a Kubernetes API server inside QleetOS, nothing runs in it), `kubeconfig` (any cluster that exists already), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster that the worker runs in, where its operator allows it). */
export type KubernetesRuntimeDefinitionSpecPatchProvider =
  /** The cluster that the worker itself runs in. */
  | 'inCluster'
  /** A cluster in containers on the machine of the worker, made by kind. */
  | 'kind'
  /** A cluster that exists already, reached with a kubeconfig. */
  | 'kubeconfig'
  /** A Kubernetes API server inside QleetOS; nothing runs in it. */
  | 'simulated';

/** Who provides the cluster: `simulated` (a Kubernetes API server inside QleetOS, nothing runs in it), `kubeconfig` (any cluster that exists already), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster that the worker runs in, where its operator allows it). */
export type KubernetesRuntimeDefinitionSpecProvider =
  /** The cluster that the worker itself runs in. */
  | 'inCluster'
  /** A cluster in containers on the machine of the worker, made by kind. */
  | 'kind'
  /** A cluster that exists already, reached with a kubeconfig. */
  | 'kubeconfig'
  /** A Kubernetes API server inside QleetOS; nothing runs in it. */
  | 'simulated';

/** What is desired of a KubernetesRuntimeInstance. */
export type KubernetesRuntimeInstanceSpecInput = {
  /** Context of the kubeconfig. Default: its current context. */
  context?: string | null | undefined;
  /** Whether instances that name no runtime go here. At most one runtime of a project. */
  defaultRuntime?: boolean | null | undefined;
  /** How the cluster is provided. */
  definition: string;
  /** The kubeconfig of an existing cluster, for provider `kubeconfig`. */
  kubeconfig?: string | null | undefined;
  /** Where the cluster stands. */
  location?: string | null | undefined;
};

/** Changes of a KubernetesRuntimeInstance: what is left out stays, null goes back to the default. */
export type KubernetesRuntimeInstanceSpecPatch = {
  /** Context of the kubeconfig. Default: its current context. */
  context?: string | null | undefined;
  /** Whether instances that name no runtime go here. At most one runtime of a project. */
  defaultRuntime?: boolean | null | undefined;
  /** How the cluster is provided. */
  definition?: string | null | undefined;
  /** The kubeconfig of an existing cluster, for provider `kubeconfig`. */
  kubeconfig?: string | null | undefined;
  /** Where the cluster stands. */
  location?: string | null | undefined;
};

/** An object of any kind as it is desired. */
export type ObjectDocument = {
  /** Refuse (VERSION_CONFLICT) when somebody has edited it since this version. */
  expectedVersion?: number | null | undefined;
  /** Its kind. */
  kind: string;
  /** Labels, a map of texts. */
  labels?: unknown;
  /** Its name. */
  name: string;
  /** Its project. @default "default" */
  project?: string | null | undefined;
  /** What is desired. */
  spec?: unknown;
};

/** What a list is narrowed to; all given conditions hold. */
export type ObjectFilter = {
  /** Labels that it has, a map of texts. */
  labels?: unknown;
  /** One of these names. */
  names?: Array<string> | null | undefined;
  /** One of these phases: Pending, Progressing, Ready, Waiting, Failed, Parked, Blocked, Unreachable, Deleting. */
  phases?: Array<string> | null | undefined;
  /** Name of the project. Default: all projects. */
  project?: string | null | undefined;
  /** Whether it is ready as it is desired now, and not being deleted. */
  ready?: boolean | null | undefined;
  /** A part of the name, in any case. */
  search?: string | null | undefined;
  /** Whether its status is `stalled`. */
  stalled?: boolean | null | undefined;
};

/** Order of a list. */
export type ObjectOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection | null | undefined;
  /** What it is ordered by. */
  field?: ObjectOrderField | null | undefined;
};

/** What a list is ordered by. Every order is stable: equal ones are ordered by id. */
export type ObjectOrderField =
  /** In the order in which they were created. */
  | 'ID'
  /** By name. */
  | 'NAME'
  /** By the time of the last change. */
  | 'UPDATED_AT';

/** An object by its id, or by kind, name and project. */
export type ObjectTarget = {
  /** Refuse (VERSION_CONFLICT) when somebody has edited it since this version. */
  expectedVersion?: number | null | undefined;
  /** Its id. */
  id?: string | number | null | undefined;
  /** Its kind. */
  kind?: string | null | undefined;
  /** Its name. */
  name?: string | null | undefined;
  /** Its project. @default "default" */
  project?: string | null | undefined;
};

/** Direction of an order. */
export type OrderDirection =
  /** The lowest first. */
  | 'ASC'
  /** The highest first. */
  | 'DESC';

/** What is desired of a Project. */
export type ProjectSpecInput = {
  /** What the project is for. */
  description?: string | null | undefined;
};

/** Changes of a Project: what is left out stays, null goes back to the default. */
export type ProjectSpecPatch = {
  /** What the project is for. */
  description?: string | null | undefined;
};

/** How it is doing. */
export type ResourceNodeHealth =
  /** It will not get better by itself. */
  | 'failed'
  /** It is not in the cluster. */
  | 'missing'
  /** It is on its way. */
  | 'progressing'
  /** It is as desired, and works. */
  | 'ready'
  /** It is being deleted. */
  | 'terminating';

/** What is desired of a SupportServiceInstance. */
export type SupportServiceInstanceSpecInput = {
  /** Where it runs. */
  runtime?: string | null | undefined;
  /** The software. */
  service: string;
};

/** Changes of a SupportServiceInstance: what is left out stays, null goes back to the default. */
export type SupportServiceInstanceSpecPatch = {
  /** Where it runs. */
  runtime?: string | null | undefined;
  /** The software. */
  service?: string | null | undefined;
};

/** Changes of a KubernetesRuntimeDefinition: what is left out stays, null goes back to the default. */
export type UpdateKubernetesRuntimeDefinitionInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: KubernetesRuntimeDefinitionSpecPatch | null | undefined;
};

/** Changes of a KubernetesRuntimeInstance: what is left out stays, null goes back to the default. */
export type UpdateKubernetesRuntimeInstanceInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: KubernetesRuntimeInstanceSpecPatch | null | undefined;
};

/** Changes of a Project: what is left out stays, null goes back to the default. */
export type UpdateProjectInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: ProjectSpecPatch | null | undefined;
};

/** Changes of a SupportServiceInstance: what is left out stays, null goes back to the default. */
export type UpdateSupportServiceInstanceInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: SupportServiceInstanceSpecPatch | null | undefined;
};

/** Changes of a WorkloadDefinition: what is left out stays, null goes back to the default. */
export type UpdateWorkloadDefinitionInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: WorkloadDefinitionSpecPatch | null | undefined;
};

/** Changes of a WorkloadInstance: what is left out stays, null goes back to the default. */
export type UpdateWorkloadInstanceInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: WorkloadInstanceSpecPatch | null | undefined;
};

/** Changes of a WorkloadServiceDependency: what is left out stays, null goes back to the default. */
export type UpdateWorkloadServiceDependencyInput = {
  /** All labels, in place of those it has. */
  labels?: unknown;
  /** What is desired. */
  spec?: WorkloadServiceDependencySpecPatch | null | undefined;
};

/** What is desired of a WorkloadDefinition. */
export type WorkloadDefinitionSpecInput = {
  /** Kubernetes resources, many YAML documents in one text. Values of Secrets are stored encrypted and shown as marks; a mark that is sent back stands for the stored value. */
  yamlDocument: string;
};

/** Changes of a WorkloadDefinition: what is left out stays, null goes back to the default. */
export type WorkloadDefinitionSpecPatch = {
  /** Kubernetes resources, many YAML documents in one text. Values of Secrets are stored encrypted and shown as marks; a mark that is sent back stands for the stored value. */
  yamlDocument?: string | null | undefined;
};

/** What is done when somebody changes a resource in the cluster: set it back (`correct`, also when left out), only tell (`report`), or nothing (`off`). The annotation qleet.io/drift of a resource takes precedence. */
export type WorkloadInstanceSpecDrift =
  /** It is set back. */
  | 'correct'
  /** Nothing is done. */
  | 'off'
  /** It is told and left. */
  | 'report';

/** Whether removing many resources at once, or any that holds data, waits until somebody confirms it. Default: on. */
export type WorkloadInstanceSpecGuard =
  /** It happens at once. */
  | 'off'
  /** It waits. */
  | 'on';

/** What is desired of a WorkloadInstance. */
export type WorkloadInstanceSpecInput = {
  /** What runs. */
  definition: string;
  /** What is done when somebody changes a resource in the cluster: set it back (`correct`, also when left out), only tell (`report`), or nothing (`off`). The annotation qleet.io/drift of a resource takes precedence. */
  drift?: WorkloadInstanceSpecDrift | null | undefined;
  /** Whether removing many resources at once, or any that holds data, waits until somebody confirms it. Default: on. */
  guard?: WorkloadInstanceSpecGuard | null | undefined;
  /** How many resources at once are too many to be removed unseen. What is left out is as the workers are set: 10, 50 and 1000, if nobody has changed that. */
  guardThresholds?: WorkloadInstanceSpecInputGuardThresholds | null | undefined;
  /** Fields that others decide in the cluster. The replicas of what an autoscaler scales are theirs without this. */
  ignoreDifferences?: Array<WorkloadInstanceSpecInputIgnoreDifferences> | null | undefined;
  /** Namespace of the resources that name none. Default: the only Namespace that the definition holds, else one that is made for this instance and goes with it. */
  namespace?: string | null | undefined;
  /** Whether a resource may be deleted and made anew when a change touches what cannot be changed. Default: no. The annotation qleet.io/replace of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** Where it runs. Default: the default runtime. */
  runtime?: string | null | undefined;
};

/** How many resources at once are too many to be removed unseen. What is left out is as the workers are set: 10, 50 and 1000, if nobody has changed that. */
export type WorkloadInstanceSpecInputGuardThresholds = {
  /** Least number of any removal that waits, also of a deletion. */
  always?: number | null | undefined;
  /** Least number of resources that a change takes away. */
  count?: number | null | undefined;
  /** Percentage of all resources that they are more than; 100 turns this rule off. */
  percent?: number | null | undefined;
};

/** Fields that others decide in the cluster. The replicas of what an autoscaler scales are theirs without this. */
export type WorkloadInstanceSpecInputIgnoreDifferences = {
  /** Paths of the fields. */
  fields: Array<string>;
  /** API group. Default: any. */
  group?: string | null | undefined;
  /** Kind of the resources, for example `Deployment`. */
  kind: string;
  /** Name of the resource. Default: any. */
  name?: string | null | undefined;
  /** Its namespace. Default: any. */
  namespace?: string | null | undefined;
};

/** Changes of a WorkloadInstance: what is left out stays, null goes back to the default. */
export type WorkloadInstanceSpecPatch = {
  /** What runs. */
  definition?: string | null | undefined;
  /** What is done when somebody changes a resource in the cluster: set it back (`correct`, also when left out), only tell (`report`), or nothing (`off`). The annotation qleet.io/drift of a resource takes precedence. */
  drift?: WorkloadInstanceSpecPatchDrift | null | undefined;
  /** Whether removing many resources at once, or any that holds data, waits until somebody confirms it. Default: on. */
  guard?: WorkloadInstanceSpecPatchGuard | null | undefined;
  /** How many resources at once are too many to be removed unseen. What is left out is as the workers are set: 10, 50 and 1000, if nobody has changed that. */
  guardThresholds?: WorkloadInstanceSpecPatchGuardThresholds | null | undefined;
  /** Fields that others decide in the cluster. The replicas of what an autoscaler scales are theirs without this. */
  ignoreDifferences?: Array<WorkloadInstanceSpecPatchIgnoreDifferences> | null | undefined;
  /** Namespace of the resources that name none. Default: the only Namespace that the definition holds, else one that is made for this instance and goes with it. */
  namespace?: string | null | undefined;
  /** Whether a resource may be deleted and made anew when a change touches what cannot be changed. Default: no. The annotation qleet.io/replace of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** Where it runs. Default: the default runtime. */
  runtime?: string | null | undefined;
};

/** What is done when somebody changes a resource in the cluster: set it back (`correct`, also when left out), only tell (`report`), or nothing (`off`). The annotation qleet.io/drift of a resource takes precedence. */
export type WorkloadInstanceSpecPatchDrift =
  /** It is set back. */
  | 'correct'
  /** Nothing is done. */
  | 'off'
  /** It is told and left. */
  | 'report';

/** Whether removing many resources at once, or any that holds data, waits until somebody confirms it. Default: on. */
export type WorkloadInstanceSpecPatchGuard =
  /** It happens at once. */
  | 'off'
  /** It waits. */
  | 'on';

/** How many resources at once are too many to be removed unseen. What is left out is as the workers are set: 10, 50 and 1000, if nobody has changed that. */
export type WorkloadInstanceSpecPatchGuardThresholds = {
  /** Least number of any removal that waits, also of a deletion. */
  always?: number | null | undefined;
  /** Least number of resources that a change takes away. */
  count?: number | null | undefined;
  /** Percentage of all resources that they are more than; 100 turns this rule off. */
  percent?: number | null | undefined;
};

/** Fields that others decide in the cluster. The replicas of what an autoscaler scales are theirs without this. */
export type WorkloadInstanceSpecPatchIgnoreDifferences = {
  /** Paths of the fields. */
  fields: Array<string>;
  /** API group. Default: any. */
  group?: string | null | undefined;
  /** Kind of the resources, for example `Deployment`. */
  kind: string;
  /** Name of the resource. Default: any. */
  name?: string | null | undefined;
  /** Its namespace. Default: any. */
  namespace?: string | null | undefined;
};

/** What is desired of a WorkloadServiceDependency. */
export type WorkloadServiceDependencySpecInput = {
  /** Host name or IPv4 address of the service, for example `rpc.ankr.com`. */
  upstreamHost: string;
  /** Path that stands before the path of each request, for example `/eth`. A query, for example `/eth?key=abc`, is added to that of each request. */
  upstreamPath?: string | null | undefined;
  /** Port of the service. */
  upstreamPort?: number | null | undefined;
  /** Whether the proxy speaks TLS to the service and checks its certificate. */
  upstreamTls?: boolean | null | undefined;
  /** The application that calls the service. */
  workloadInstance: string;
};

/** Changes of a WorkloadServiceDependency: what is left out stays, null goes back to the default. */
export type WorkloadServiceDependencySpecPatch = {
  /** Host name or IPv4 address of the service, for example `rpc.ankr.com`. */
  upstreamHost?: string | null | undefined;
  /** Path that stands before the path of each request, for example `/eth`. A query, for example `/eth?key=abc`, is added to that of each request. */
  upstreamPath?: string | null | undefined;
  /** Port of the service. */
  upstreamPort?: number | null | undefined;
  /** Whether the proxy speaks TLS to the service and checks its certificate. */
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

export type WorkloadInstanceFieldsFragment = { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetWorkloadInstanceQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetWorkloadInstanceQuery = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListWorkloadInstanceQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadInstanceQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateWorkloadInstanceMutationVariables = Exact<{
  input: CreateWorkloadInstanceInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

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


export type UpdateWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteWorkloadInstanceMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteWorkloadInstanceMutation = { result: { __typename: 'WorkloadInstance', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceSpecDrift | null, guard: WorkloadInstanceSpecGuard | null, namespace: string | null, replace: boolean | null, runtime: string, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { namespace: string, readyResources: number, resources: number, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type WorkloadServiceDependencyFieldsFragment = { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type GetWorkloadServiceDependencyQueryVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
}>;


export type GetWorkloadServiceDependencyQuery = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } | null };

export type ListWorkloadServiceDependencyQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  order?: ObjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadServiceDependencyQuery = { result: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } }> } };

export type CreateWorkloadServiceDependencyMutationVariables = Exact<{
  input: CreateWorkloadServiceDependencyInput;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

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


export type UpdateWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

export type DeleteWorkloadServiceDependencyMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name?: string | null | undefined;
  project?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  dryRun?: boolean | null | undefined;
  reason?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type DeleteWorkloadServiceDependencyMutation = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: string, name: string, projectName: string | null, labels: unknown, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, originalAddress: string | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null }, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null } };

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

export type GetQueuePlaceQueryVariables = Exact<{
  id: string | number;
}>;


export type GetQueuePlaceQuery = { result:
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
    replace
    runtime
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
    originalAddress
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
    replace
    runtime
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
    replace
    runtime
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
    replace
    runtime
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
    replace
    runtime
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
    replace
    runtime
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
    originalAddress
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
    originalAddress
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
    originalAddress
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
    originalAddress
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
    originalAddress
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
export const GetQueuePlaceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetQueuePlace($id: ID!) {
  result: node(id: $id) {
    queue {
      position
      expectedWait
    }
  }
}
    `) as unknown as TypedDocumentString<GetQueuePlaceQuery, GetQueuePlaceQueryVariables>;
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