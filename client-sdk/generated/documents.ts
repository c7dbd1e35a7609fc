/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Identifies an object of any kind, by ID or by kind and name. */
export type AnyObjectReferenceInput =
  {   /** The ID of the object. */
  id: string | number; named?: never; }
  |  { id?: never;   /** The kind, the name and the project of the object. */
  named: KindNameInput; };

/** Specifies the objects to apply. */
export type ApplyInput = {
  /** The desired objects, at most 2,000. */
  documents: Array<ObjectDocumentInput>;
};

/** The possible results of applying a document. */
export type ApplyResult =
  /** The object did not exist and was created. */
  | 'CREATED'
  /** The object already had the desired state. */
  | 'UNCHANGED'
  /** The object existed and was updated. */
  | 'UPDATED';

/** The operations that the change log records. */
export type ChangeOperation =
  /** The object was created. */
  | 'CREATE'
  /** The object was deleted, after its resources had been removed. */
  | 'DELETE'
  /** The deletion of the object was requested. */
  | 'DELETE_REQUEST'
  /** The observed state of the object has changed. */
  | 'STATUS'
  /** The reconciler of the object was triggered. */
  | 'TRIGGER'
  /** The desired state of the object was changed. */
  | 'UPDATE';

/** The statuses of conditions. */
export type ConditionStatus =
  /** The condition does not hold. */
  | 'FALSE'
  /** The condition holds. */
  | 'TRUE'
  /** It is unknown whether the condition holds. */
  | 'UNKNOWN';

/** The types of conditions. */
export type ConditionType =
  /** The spec is valid. */
  | 'ACCEPTED'
  /** A reconcile is in progress. */
  | 'PROGRESSING'
  /** The cluster responds. */
  | 'REACHABLE'
  /** All resources have the desired state and work. */
  | 'READY'
  /** No progress is possible without a change of the spec or of the environment, so there is no point in waiting. */
  | 'STALLED';

/** Specifies the removals to confirm. */
export type ConfirmRemovalInput = {
  /** The object. */
  target: AnyObjectReferenceInput;
  /** The token of the `confirmation` of the object. */
  token: string;
};

/** Specifies the fields to create a HelmWorkloadDefinition. */
export type CreateHelmWorkloadDefinitionInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: HelmWorkloadDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a HelmWorkloadInstance. */
export type CreateHelmWorkloadInstanceInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: HelmWorkloadInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a KubernetesRuntimeDefinition. */
export type CreateKubernetesRuntimeDefinitionInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a KubernetesRuntimeInstance. */
export type CreateKubernetesRuntimeInstanceInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: KubernetesRuntimeInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a Profile. */
export type CreateProfileInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: ProfileSpecInput | null | undefined;
};

/** Specifies the fields to create a Project. */
export type CreateProjectInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The desired state of the object. */
  spec?: ProjectSpecInput | null | undefined;
};

/** Specifies the fields to create a SecretDefinition. */
export type CreateSecretDefinitionInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: SecretDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a SecretInstance. */
export type CreateSecretInstanceInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: SecretInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a SupportServiceInstance. */
export type CreateSupportServiceInstanceInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: SupportServiceInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a Tier. */
export type CreateTierInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: TierSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadDefinition. */
export type CreateWorkloadDefinitionInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadDefinitionSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadInstance. */
export type CreateWorkloadInstanceInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadInstanceSpecInput | null | undefined;
};

/** Specifies the fields to create a WorkloadServiceDependency. */
export type CreateWorkloadServiceDependencyInput = {
  /** The annotations of the object. */
  annotations?: Record<string, string> | null | undefined;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object, unique within its project and kind. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
  /** The desired state of the object. */
  spec?: WorkloadServiceDependencySpecInput | null | undefined;
};

/** Specifies the HelmWorkloadDefinition to delete. */
export type DeleteHelmWorkloadDefinitionInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the HelmWorkloadInstance to delete. */
export type DeleteHelmWorkloadInstanceInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the KubernetesRuntimeDefinition to delete. */
export type DeleteKubernetesRuntimeDefinitionInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the KubernetesRuntimeInstance to delete. */
export type DeleteKubernetesRuntimeInstanceInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the objects to delete. */
export type DeleteObjectsInput = {
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The objects to delete, at most 2,000. */
  objects: Array<ObjectDeletionInput>;
};

/** Specifies the Profile to delete. */
export type DeleteProfileInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the Project to delete. */
export type DeleteProjectInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: GlobalObjectReferenceInput;
};

/** Specifies the SecretDefinition to delete. */
export type DeleteSecretDefinitionInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the SecretInstance to delete. */
export type DeleteSecretInstanceInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the SupportServiceInstance to delete. */
export type DeleteSupportServiceInstanceInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the Tier to delete. */
export type DeleteTierInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the WorkloadDefinition to delete. */
export type DeleteWorkloadDefinitionInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the WorkloadInstance to delete. */
export type DeleteWorkloadInstanceInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** Specifies the WorkloadServiceDependency to delete. */
export type DeleteWorkloadServiceDependencyInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Delete the object even if its cluster is unreachable. Resources that remain there are listed in `abandonedResources` and deleted once the cluster is reachable again. */
  force?: boolean | null | undefined;
  /** The object to delete. */
  target: ObjectReferenceInput;
};

/** The types of events, as in Kubernetes. */
export type EventType =
  /** The event is part of normal operation. */
  | 'NORMAL'
  /** The event may require attention. */
  | 'WARNING';

/** Identifies an object of a kind without a project, by ID or by name. */
export type GlobalObjectReferenceInput =
  {   /** The ID of the object. */
  id: string | number; name?: never; }
  |  { id?: never;   /** The name of the object. */
  name: string; };

/** Filters of lists of HelmWorkloadDefinition objects. An object must meet all conditions. */
export type HelmWorkloadDefinitionFilterInput = {
  /** Match objects that match each of these HelmWorkloadDefinition filters. */
  and?: Array<HelmWorkloadDefinitionFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this HelmWorkloadDefinition filter. */
  not?: HelmWorkloadDefinitionFilterInput | null | undefined;
  /** Match objects that match at least one of these HelmWorkloadDefinition filters; an empty list matches none. */
  or?: Array<HelmWorkloadDefinitionFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: HelmWorkloadDefinitionSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Conditions on fields of the spec of a HelmWorkloadDefinition. */
export type HelmWorkloadDefinitionSpecFilterInput = {
  /** Match objects whose `spec.chart` is one of these values. */
  chart?: Array<string> | null | undefined;
  /** Match objects whose `spec.chartVersion` is one of these values. */
  chartVersion?: Array<string> | null | undefined;
  /** Match objects whose `spec.repo` is one of these values. */
  repo?: Array<string> | null | undefined;
};

/** The desired state of a HelmWorkloadDefinition. */
export type HelmWorkloadDefinitionSpecInput = {
  /** Kubernetes resources besides those of the chart, as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  additionalResources?: string | null | undefined;
  /** The name of the chart in the repository. */
  chart: string;
  /** The version of the chart, or a semantic version range of which the newest is chosen. Default: the newest version that is no pre-release. */
  chartVersion?: string | null | undefined;
  /** The expected SHA-256 digest of the chart archive. Any other archive is refused. Default: the digest that was found first is kept until the definition changes. */
  digest?: string | null | undefined;
  /** The password or token of a private repository. */
  password?: string | null | undefined;
  /** The repository of the chart: the address of an HTTP server with an `index.yaml`, `oci://` and the address of a registry, or `file:///` and a folder of the workers below the one that their operator allows. */
  repo: string;
  /** Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take precedence over `valuesDocument` of the definition. */
  secretValuesDocument?: string | null | undefined;
  /** The user of a private repository. */
  username?: string | null | undefined;
  /** Values of the chart as a YAML map. Values of an instance take precedence. */
  valuesDocument?: string | null | undefined;
};

/** The reactions to drift. */
export type HelmWorkloadInstanceDrift =
  /** Drift is reverted. */
  | 'CORRECT'
  /** Drift is ignored. */
  | 'OFF'
  /** Drift is reported but not reverted. */
  | 'REPORT';

/** Filters of lists of HelmWorkloadInstance objects. An object must meet all conditions. */
export type HelmWorkloadInstanceFilterInput = {
  /** Match objects that match each of these HelmWorkloadInstance filters. */
  and?: Array<HelmWorkloadInstanceFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this HelmWorkloadInstance filter. */
  not?: HelmWorkloadInstanceFilterInput | null | undefined;
  /** Match objects that match at least one of these HelmWorkloadInstance filters; an empty list matches none. */
  or?: Array<HelmWorkloadInstanceFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: HelmWorkloadInstanceSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Specifies whether removals require a confirmation. */
export type HelmWorkloadInstanceGuard =
  /** Removals are executed immediately. */
  | 'OFF'
  /** Removals wait for a confirmation. */
  | 'ON';

/** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
export type HelmWorkloadInstanceGuardThresholdsInput = {
  /** The number of resources from which any removal requires a confirmation, including the deletion of the instance. */
  always?: number | null | undefined;
  /** The minimum number of resources that a change removes. */
  count?: number | null | undefined;
  /** The percentage of all resources that the removed resources must exceed. 100 disables this rule. */
  percent?: number | null | undefined;
};

/** Fields of some resources whose drift is ignored. */
export type HelmWorkloadInstanceIgnoreDifferenceInput = {
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

/** Conditions on fields of the spec of a HelmWorkloadInstance. */
export type HelmWorkloadInstanceSpecFilterInput = {
  /** Match objects whose `spec.adopt` is one of these values. */
  adopt?: Array<boolean> | null | undefined;
  /** Match objects whose `spec.definition` is one of these values. */
  definition?: Array<string> | null | undefined;
  /** Match objects whose `spec.drift` is one of these values. */
  drift?: Array<HelmWorkloadInstanceDrift> | null | undefined;
  /** Match objects whose `spec.guard` is one of these values. */
  guard?: Array<HelmWorkloadInstanceGuard> | null | undefined;
  /** Match objects whose `spec.releaseName` is one of these values. */
  releaseName?: Array<string> | null | undefined;
  /** Match objects whose `spec.releaseNamespace` is one of these values. */
  releaseNamespace?: Array<string> | null | undefined;
  /** Match objects whose `spec.replace` is one of these values. */
  replace?: Array<boolean> | null | undefined;
  /** Match objects whose `spec.runtime` is one of these values. */
  runtime?: Array<string> | null | undefined;
  /** Match objects whose `spec.tier` is one of these values. */
  tier?: Array<string> | null | undefined;
};

/** The desired state of a HelmWorkloadInstance. */
export type HelmWorkloadInstanceSpecInput = {
  /** Kubernetes resources besides those of the chart and of the definition, as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  additionalResources?: string | null | undefined;
  /** Indicates whether an existing Helm release of the same name and namespace is taken over, with all of its resources: they are deleted with the instance, and Helm no longer lists the release. Default: false. */
  adopt?: boolean | null | undefined;
  /** The definition with the chart. */
  definition: string;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: HelmWorkloadInstanceDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: HelmWorkloadInstanceGuard | null | undefined;
  /** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: HelmWorkloadInstanceGuardThresholdsInput | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<HelmWorkloadInstanceIgnoreDifferenceInput> | null | undefined;
  /** The name of the release. Default: the name of the instance. */
  releaseName?: string | null | undefined;
  /** The namespace of the release. Default: one that is created for this instance and deleted with it. */
  releaseNamespace?: string | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The runtime to run the chart in. Default: the default runtime. */
  runtime?: string | null | undefined;
  /** Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take precedence over all other values. */
  secretValuesDocument?: string | null | undefined;
  /** The tier, which sets defaults, limits and protection. It applies if it is more critical than that of the project. Default: the tier of the project. */
  tier?: string | null | undefined;
  /** Values of the chart as a YAML map, merged over those of the definition: maps are merged, everything else is replaced, and null removes a default of the chart. */
  valuesDocument?: string | null | undefined;
};

/** Specifies the kubeconfig to issue. */
export type IssueKubeconfigInput = {
  /** The reason, recorded in the event. */
  reason?: string | null | undefined;
  /** The KubernetesRuntimeInstance. */
  runtime: ObjectReferenceInput;
  /** The lifetime of the token in seconds, from 600 to 31622400. */
  seconds?: number | null | undefined;
};

/** The kind of an object, and its name within a project. */
export type KindNameInput = {
  /** The kind of the object. */
  kind: ObjectKind;
  /** The name of the object. */
  name: string;
  /** The name of the project of the object. Ignored for kinds without a project. */
  project?: string | null | undefined;
};

/** Filters of lists of KubernetesRuntimeDefinition objects. An object must meet all conditions. */
export type KubernetesRuntimeDefinitionFilterInput = {
  /** Match objects that match each of these KubernetesRuntimeDefinition filters. */
  and?: Array<KubernetesRuntimeDefinitionFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this KubernetesRuntimeDefinition filter. */
  not?: KubernetesRuntimeDefinitionFilterInput | null | undefined;
  /** Match objects that match at least one of these KubernetesRuntimeDefinition filters; an empty list matches none. */
  or?: Array<KubernetesRuntimeDefinitionFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: KubernetesRuntimeDefinitionSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Conditions on fields of the spec of a KubernetesRuntimeDefinition. */
export type KubernetesRuntimeDefinitionSpecFilterInput = {
  /** Match objects whose `spec.profile` is one of these values. */
  profile?: Array<string> | null | undefined;
  /** Match objects whose `spec.provider` is one of these values. */
  provider?: Array<RuntimeProvider> | null | undefined;
};

/** The desired state of a KubernetesRuntimeDefinition. */
export type KubernetesRuntimeDefinitionSpecInput = {
  /** The parameters of the provider, as the profile decided. */
  parameters?: unknown;
  /** The profile that decides how the object is provided: of its project, or of project `default`. Default: the one that takes precedence. */
  profile?: string | null | undefined;
  /** The version of the profile by which the object is provided. It changes only when the object is moved to the current version, with `rollProfile`. */
  profileVersion?: number | null | undefined;
  /** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
  provider?: RuntimeProvider | null | undefined;
};

/** Filters of lists of KubernetesRuntimeInstance objects. An object must meet all conditions. */
export type KubernetesRuntimeInstanceFilterInput = {
  /** Match objects that match each of these KubernetesRuntimeInstance filters. */
  and?: Array<KubernetesRuntimeInstanceFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this KubernetesRuntimeInstance filter. */
  not?: KubernetesRuntimeInstanceFilterInput | null | undefined;
  /** Match objects that match at least one of these KubernetesRuntimeInstance filters; an empty list matches none. */
  or?: Array<KubernetesRuntimeInstanceFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: KubernetesRuntimeInstanceSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** The locations of clusters. */
export type KubernetesRuntimeInstanceLocation =
  /** The value `Africa:CapeTown` of manifests. */
  | 'AFRICA_CAPE_TOWN'
  /** The value `Asia:Dubai` of manifests. */
  | 'ASIA_DUBAI'
  /** The value `Asia:HongKong` of manifests. */
  | 'ASIA_HONG_KONG'
  /** The value `Asia:Hyderabad` of manifests. */
  | 'ASIA_HYDERABAD'
  /** The value `Asia:Jakarta` of manifests. */
  | 'ASIA_JAKARTA'
  /** The value `Asia:Manama` of manifests. */
  | 'ASIA_MANAMA'
  /** The value `Asia:Mumbai` of manifests. */
  | 'ASIA_MUMBAI'
  /** The value `Asia:Osaka` of manifests. */
  | 'ASIA_OSAKA'
  /** The value `Asia:Seoul` of manifests. */
  | 'ASIA_SEOUL'
  /** The value `Asia:Singapore` of manifests. */
  | 'ASIA_SINGAPORE'
  /** The value `Asia:Tokyo` of manifests. */
  | 'ASIA_TOKYO'
  /** The value `Europe:Dublin` of manifests. */
  | 'EUROPE_DUBLIN'
  /** The value `Europe:Frankfurt` of manifests. */
  | 'EUROPE_FRANKFURT'
  /** The value `Europe:London` of manifests. */
  | 'EUROPE_LONDON'
  /** The value `Europe:Madrid` of manifests. */
  | 'EUROPE_MADRID'
  /** The value `Europe:Milan` of manifests. */
  | 'EUROPE_MILAN'
  /** The value `Europe:Paris` of manifests. */
  | 'EUROPE_PARIS'
  /** The value `Europe:Stockholm` of manifests. */
  | 'EUROPE_STOCKHOLM'
  /** The value `Europe:Zurich` of manifests. */
  | 'EUROPE_ZURICH'
  /** The value `Local` of manifests. */
  | 'LOCAL'
  /** The value `NorthAmerica:Chicago` of manifests. */
  | 'NORTH_AMERICA_CHICAGO'
  /** The value `NorthAmerica:LosAngeles` of manifests. */
  | 'NORTH_AMERICA_LOS_ANGELES'
  /** The value `NorthAmerica:NewYork` of manifests. */
  | 'NORTH_AMERICA_NEW_YORK'
  /** The value `NorthAmerica:Seattle` of manifests. */
  | 'NORTH_AMERICA_SEATTLE'
  /** The value `NorthAmerica:Toronto` of manifests. */
  | 'NORTH_AMERICA_TORONTO'
  /** The value `Oceana:Melbourne` of manifests. */
  | 'OCEANA_MELBOURNE'
  /** The value `Oceana:Sydney` of manifests. */
  | 'OCEANA_SYDNEY'
  /** The value `SouthAmerica:SaoPaulo` of manifests. */
  | 'SOUTH_AMERICA_SAO_PAULO';

/** Conditions on fields of the spec of a KubernetesRuntimeInstance. */
export type KubernetesRuntimeInstanceSpecFilterInput = {
  /** Match objects whose `spec.context` is one of these values. */
  context?: Array<string> | null | undefined;
  /** Match objects whose `spec.defaultRuntime` is one of these values. */
  defaultRuntime?: Array<boolean> | null | undefined;
  /** Match objects whose `spec.definition` is one of these values. */
  definition?: Array<string> | null | undefined;
  /** Match objects whose `spec.location` is one of these values. */
  location?: Array<KubernetesRuntimeInstanceLocation> | null | undefined;
};

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
  location?: KubernetesRuntimeInstanceLocation | null | undefined;
  /** The number of instances up to which placement puts further ones into the runtime. Default: no limit. */
  maxInstances?: number | null | undefined;
};

/** The operators of label selectors, as in Kubernetes. */
export type LabelOperator =
  /** The label does not exist. */
  | 'DOES_NOT_EXIST'
  /** The label exists. */
  | 'EXISTS'
  /** The label has one of the values. */
  | 'IN'
  /** The label has none of the values, or does not exist. */
  | 'NOT_IN';

/** A requirement of a label selector. */
export type LabelRequirementInput = {
  /** The key of the label. */
  key: string;
  /** The operator. */
  operator: LabelOperator;
  /** The values, for `IN` and `NOT_IN`. */
  values?: Array<string> | null | undefined;
};

/** Filters of lists of objects. An object must meet all conditions. */
export type ManagedObjectFilterInput = {
  /** Match objects that match each of these  filters. */
  and?: Array<ManagedObjectFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects of these kinds. */
  kinds?: Array<ObjectKind> | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this  filter. */
  not?: ManagedObjectFilterInput | null | undefined;
  /** Match objects that match at least one of these  filters; an empty list matches none. */
  or?: Array<ManagedObjectFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Identifies an object to delete. */
export type ObjectDeletionInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** The object. */
  target: AnyObjectReferenceInput;
};

/** The desired state of an object of any kind, spelled as in files. */
export type ObjectDocumentInput = {
  /** The annotations of the object. Default: those of the stored object. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** The kind of the object, for example `WorkloadInstance`. */
  kind: string;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object. */
  name: string;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The spec of the object. */
  spec?: unknown;
};

/** The kinds of objects. Each value is the name of the type that implements `ManagedObject`. */
export type ObjectKind =
  /** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
  | 'HelmWorkloadDefinition'
  /** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
  | 'HelmWorkloadInstance'
  /** A way to provide Kubernetes clusters. Its instances are the clusters. */
  | 'KubernetesRuntimeDefinition'
  /** A Kubernetes cluster that workloads run in. */
  | 'KubernetesRuntimeInstance'
  /** Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform teams write profiles; those of project `default` are for all projects. */
  | 'Profile'
  /** A namespace for objects that belong together, such as those of a team, a product or an environment. */
  | 'Project'
  /** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
  | 'SecretDefinition'
  /** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
  | 'SecretInstance'
  /** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
  | 'SupportServiceInstance'
  /** A stage of operation, such as development or production: the defaults, limits, quotas and protection of the objects in it. Tiers belong to project `default` and are for all projects. */
  | 'Tier'
  /** The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is rolled out to all of them. */
  | 'WorkloadDefinition'
  /** A running application: the resources of a definition, applied to a runtime and continuously reconciled. */
  | 'WorkloadInstance'
  /** A service outside of the cluster that an application calls. The application uses a stable address, and the service behind it can change at any time without a restart. */
  | 'WorkloadServiceDependency';

/** Properties by which lists of objects can be ordered. */
export type ObjectOrderField =
  /** Order objects by the time of their creation. */
  | 'CREATED_AT'
  /** Order objects by ID, which is the order of their creation. */
  | 'ID'
  /** Order objects by kind. */
  | 'KIND'
  /** Order objects by name. */
  | 'NAME'
  /** Order objects by phase. */
  | 'PHASE'
  /** Order objects by the name of their project. Objects without a project come first. */
  | 'PROJECT'
  /** Order objects by the time of their last change. */
  | 'UPDATED_AT';

/** A key of the order of a list of objects. */
export type ObjectOrderInput = {
  /** The ordering direction. */
  direction?: OrderDirection | null | undefined;
  /** The property to order objects by. */
  field: ObjectOrderField;
};

/** Identifies an object of a kind that belongs to projects, by ID or by name. */
export type ObjectReferenceInput =
  {   /** The ID of the object. */
  id: string | number; named?: never; }
  |  { id?: never;   /** The name and the project of the object. */
  named: ProjectNameInput; };

/** Possible directions in which to order a list of items. */
export type OrderDirection =
  /** Specifies an ascending order. */
  | 'ASC'
  /** Specifies a descending order. */
  | 'DESC';

/** The verbs of permissions. */
export type PermissionVerb =
  /** Read the change log. */
  | 'AUDIT'
  /** Back up and restore all data. */
  | 'BACKUP'
  /** Delete objects. */
  | 'DELETE'
  /** Remove entries of abandoned resources. */
  | 'FORGET'
  /** Reconcile objects, confirm removals, query clusters and issue kubeconfigs. */
  | 'OPERATE'
  /** Read objects and their resources. */
  | 'READ'
  /** Reconcile objects as a worker. */
  | 'WORK'
  /** Create and change objects. */
  | 'WRITE';

/** The phases of objects: summaries of all conditions in one word. */
export type Phase =
  /** Another object blocks the deletion. */
  | 'BLOCKED'
  /** The object is being deleted. */
  | 'DELETING'
  /** The last reconcile has failed. */
  | 'FAILED'
  /** No reconcile has started since the last edit. */
  | 'PENDING'
  /** A reconcile is in progress, or its effects are awaited. */
  | 'PROGRESSING'
  /** The object has failed so often that its reconciler runs only rarely. */
  | 'QUARANTINED'
  /** All resources have the desired state and work. */
  | 'READY'
  /** The cluster does not respond. */
  | 'UNREACHABLE'
  /** The object waits for another object. */
  | 'WAITING';

/** The ways of sharing a runtime. */
export type PlacementIsolation =
  /** No other instance is placed in the runtime. */
  | 'DEDICATED'
  /** The runtime may have other instances. */
  | 'SHARED';

/** What would happen to an object. */
export type PlannedAction =
  /** The object would be created. */
  | 'CREATE'
  /** The object would be deleted. */
  | 'DELETE'
  /** The object would stay as it is. */
  | 'KEEP'
  /** The object would stay, because other applications share it. */
  | 'RELEASE'
  /** The object would be updated. */
  | 'UPDATE'
  /** The existing object would be used. It does not belong to the application. */
  | 'USE';

/** The objects that the profile applies to. Default: all of its type. */
export type ProfileConditionsInput = {
  /** The engines, for example `postgres`. */
  engine?: Array<string> | null | undefined;
  /** The labels that the object or its project must have. */
  labels?: Record<string, string> | null | undefined;
  /** The locations of the runtime, for example `Europe:Frankfurt`. */
  locations?: Array<string> | null | undefined;
  /** The projects. Only for profiles of project `default`, which all projects share. */
  projects?: Array<string> | null | undefined;
  /** The providers of the runtime, for example `kind`. */
  runtimeProvider?: Array<string> | null | undefined;
  /** The tiers. */
  tier?: Array<string> | null | undefined;
};

/** Filters of lists of Profile objects. An object must meet all conditions. */
export type ProfileFilterInput = {
  /** Match objects that match each of these Profile filters. */
  and?: Array<ProfileFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this Profile filter. */
  not?: ProfileFilterInput | null | undefined;
  /** Match objects that match at least one of these Profile filters; an empty list matches none. */
  or?: Array<ProfileFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: ProfileSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** A limit of a field. */
export type ProfileLimitInput = {
  /** The values that are allowed. */
  allowed?: Array<string> | null | undefined;
  /** The path of the field, in which `[]` stands for every entry of a list. */
  field: string;
  /** The maximum of the number. */
  maximum?: number | null | undefined;
  /** The minimum of the number. */
  minimum?: number | null | undefined;
};

/** Conditions on fields of the spec of a Profile. */
export type ProfileSpecFilterInput = {
  /** Match objects whose `spec.provider` is one of these values. */
  provider?: Array<string> | null | undefined;
  /** Match objects whose `spec.type` is one of these values. */
  type?: Array<string> | null | undefined;
};

/** The desired state of a Profile. */
export type ProfileSpecInput = {
  /** The objects that the profile applies to. Default: all of its type. */
  conditions?: ProfileConditionsInput | null | undefined;
  /** Indicates whether the profile is chosen rather than others with equal conditions. Default: false. */
  default?: boolean | null | undefined;
  /** The purpose of the profile, for the developers who choose it. */
  description?: string | null | undefined;
  /** The limits of the fields that developers set. */
  limits?: Array<ProfileLimitInput> | null | undefined;
  /** The parameters of the provider. */
  parameters?: unknown;
  /** The provider, for example `cloudnative-pg`. */
  provider: string;
  /** The type of what the profile provides: Database, Bucket, Gateway, KubernetesRuntime or SupportService/<name>. Cannot change after creation. */
  type: string;
};

/** Filters of lists of Project objects. An object must meet all conditions. */
export type ProjectFilterInput = {
  /** Match objects that match each of these Project filters. */
  and?: Array<ProjectFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this Project filter. */
  not?: ProjectFilterInput | null | undefined;
  /** Match objects that match at least one of these Project filters; an empty list matches none. */
  or?: Array<ProjectFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: ProjectSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** The name of an object within a project. */
export type ProjectNameInput = {
  /** The name of the object. */
  name: string;
  /** The name of the project of the object. */
  project?: string | null | undefined;
};

/** Conditions on fields of the spec of a Project. */
export type ProjectSpecFilterInput = {
  /** Match objects whose `spec.description` is one of these values. */
  description?: Array<string> | null | undefined;
  /** Match objects whose `spec.tier` is one of these values. */
  tier?: Array<string> | null | undefined;
};

/** The desired state of a Project. */
export type ProjectSpecInput = {
  /** The purpose of the project. */
  description?: string | null | undefined;
  /** The tier of the objects in the project, with its quotas. Default: none, as in `development`. */
  tier?: string | null | undefined;
};

/** Specifies the object to reconcile. */
export type ReconcileInput = {
  /** The object. */
  target: AnyObjectReferenceInput;
};

/** Matches objects that reference another object. */
export type ReferenceConditionInput = {
  /** The spec field that contains the reference. Default: any. */
  field?: string | null | undefined;
  /** The ID of the referenced object. */
  id: string | number;
};

/** The health of resources. */
export type ResourceHealth =
  /** The resource cannot become ready without a change. */
  | 'FAILED'
  /** The resource does not exist in the cluster. */
  | 'MISSING'
  /** The resource is making progress towards the desired state. */
  | 'PROGRESSING'
  /** The resource has the desired state and works. */
  | 'READY'
  /** The resource is being deleted. */
  | 'TERMINATING';

/** The roles of actors. */
export type Role =
  /** An administrator, who may do everything but the work of workers. */
  | 'ADMIN'
  /** A worker. */
  | 'WORKER';

/** Specifies the object to roll back, and the generation to return to. */
export type RollBackInput = {
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** The object. */
  target: AnyObjectReferenceInput;
  /** The generation whose spec to restore. Default: the one before the last edit. */
  toGeneration?: number | null | undefined;
};

/** Specifies the objects to move to the current version of a profile. */
export type RollProfileInput = {
  /** The objects, at most 2,000. Default: all that are provided by an older version. */
  objects?: Array<AnyObjectReferenceInput> | null | undefined;
  /** The Profile. */
  profile: ObjectReferenceInput;
};

/** The providers of clusters. */
export type RuntimeProvider =
  /** The cluster in which the worker runs. */
  | 'IN_CLUSTER'
  /** A cluster in containers on the machine of the worker, created with kind. */
  | 'KIND'
  /** An existing cluster, accessed with a kubeconfig. */
  | 'KUBECONFIG'
  /** A Kubernetes API server inside QleetOS that runs no containers. */
  | 'SIMULATED';

/** Filters of lists of SecretDefinition objects. An object must meet all conditions. */
export type SecretDefinitionFilterInput = {
  /** Match objects that match each of these SecretDefinition filters. */
  and?: Array<SecretDefinitionFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this SecretDefinition filter. */
  not?: SecretDefinitionFilterInput | null | undefined;
  /** Match objects that match at least one of these SecretDefinition filters; an empty list matches none. */
  or?: Array<SecretDefinitionFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** The desired state of a SecretDefinition. */
export type SecretDefinitionSpecInput = {
  /** The values by key, as base64, for values that are no text. They are treated like those of `data`. */
  binaryData?: Record<string, string> | null | undefined;
  /** The values by key, as text. They are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value, and a key that an update omits is removed. */
  data?: Record<string, string> | null | undefined;
  /** References to values in external stores, by key, for the delivery `externalSecrets`: `store` (`kind`, `name`), `key`, `property` and `version`. Cannot be combined with values. */
  from?: unknown;
};

/** The ways in which the values of a Secret reach a cluster. */
export type SecretDelivery =
  /** External Secrets creates the Secret from an external store. */
  | 'EXTERNAL_SECRETS'
  /** QleetOS applies the Secret. */
  | 'KUBERNETES';

/** Filters of lists of SecretInstance objects. An object must meet all conditions. */
export type SecretInstanceFilterInput = {
  /** Match objects that match each of these SecretInstance filters. */
  and?: Array<SecretInstanceFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this SecretInstance filter. */
  not?: SecretInstanceFilterInput | null | undefined;
  /** Match objects that match at least one of these SecretInstance filters; an empty list matches none. */
  or?: Array<SecretInstanceFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: SecretInstanceSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Conditions on fields of the spec of a SecretInstance. */
export type SecretInstanceSpecFilterInput = {
  /** Match objects whose `spec.definition` is one of these values. */
  definition?: Array<string> | null | undefined;
  /** Match objects whose `spec.delivery` is one of these values. */
  delivery?: Array<SecretDelivery> | null | undefined;
  /** Match objects whose `spec.namespace` is one of these values. */
  namespace?: Array<string> | null | undefined;
  /** Match objects whose `spec.runtime` is one of these values. */
  runtime?: Array<string> | null | undefined;
  /** Match objects whose `spec.secretName` is one of these values. */
  secretName?: Array<string> | null | undefined;
  /** Match objects whose `spec.type` is one of these values. */
  type?: Array<string> | null | undefined;
  /** Match objects whose `spec.workloadInstance` is one of these values. */
  workloadInstance?: Array<string> | null | undefined;
};

/** The desired state of a SecretInstance. */
export type SecretInstanceSpecInput = {
  /** The definition with the values. */
  definition: string;
  /** The way in which the values reach the cluster: as a Secret that QleetOS applies (`kubernetes`), or as an ExternalSecret, from which External Secrets creates it (`externalSecrets`). Default: by the definition. */
  delivery?: SecretDelivery | null | undefined;
  /** The namespace of the Secret, which must exist, unless `workloadInstance` is set. */
  namespace?: string | null | undefined;
  /** The interval at which External Secrets reads the values again; 0 for once. Default: 1h. For the delivery `externalSecrets`. */
  refreshInterval?: string | null | undefined;
  /** The runtime of the Secret. Default: that of the workload instance, or else the default runtime. */
  runtime?: string | null | undefined;
  /** The name of the Secret in the cluster. Default: the name of the instance in lower case, with "-" for "_". */
  secretName?: string | null | undefined;
  /** The type of the Secret, for example `kubernetes.io/tls`. */
  type?: string | null | undefined;
  /** The application that uses the Secret, which is created in its namespace. */
  workloadInstance?: string | null | undefined;
};

/** Features that clients can detect, since releases or settings of servers differ in them. */
export type ServerFeature =
  /** Objects have a `history`, and `rollBack` returns to earlier generations. */
  | 'HISTORY'
  /** The server executes only documents that its operator trusts. */
  | 'TRUSTED_DOCUMENTS_ONLY'
  /** Subscriptions for each kind and each object start with a snapshot. */
  | 'WATCH_OBJECTS';

/** Filters of lists of SupportServiceInstance objects. An object must meet all conditions. */
export type SupportServiceInstanceFilterInput = {
  /** Match objects that match each of these SupportServiceInstance filters. */
  and?: Array<SupportServiceInstanceFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this SupportServiceInstance filter. */
  not?: SupportServiceInstanceFilterInput | null | undefined;
  /** Match objects that match at least one of these SupportServiceInstance filters; an empty list matches none. */
  or?: Array<SupportServiceInstanceFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: SupportServiceInstanceSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** The services that QleetOS provides in runtimes. */
export type SupportServiceInstanceService =
  /** A proxy through which applications call services outside of the cluster. */
  | 'FORWARD_PROXY';

/** Conditions on fields of the spec of a SupportServiceInstance. */
export type SupportServiceInstanceSpecFilterInput = {
  /** Match objects whose `spec.runtime` is one of these values. */
  runtime?: Array<string> | null | undefined;
  /** Match objects whose `spec.service` is one of these values. */
  service?: Array<SupportServiceInstanceService> | null | undefined;
};

/** The desired state of a SupportServiceInstance. */
export type SupportServiceInstanceSpecInput = {
  /** The runtime to provide the service in. */
  runtime?: string | null | undefined;
  /** The service to provide. */
  service: SupportServiceInstanceService;
};

/** The default of a field. */
export type TierDefaultInput = {
  /** The field of the spec, for example `guard`. */
  field: string;
  /** The kind of the objects, for example `WorkloadInstance`. */
  kind: string;
  /** The value of the field. */
  value: unknown;
};

/** Filters of lists of Tier objects. An object must meet all conditions. */
export type TierFilterInput = {
  /** Match objects that match each of these Tier filters. */
  and?: Array<TierFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this Tier filter. */
  not?: TierFilterInput | null | undefined;
  /** Match objects that match at least one of these Tier filters; an empty list matches none. */
  or?: Array<TierFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** A limit of a field of a kind. */
export type TierLimitInput = {
  /** The values that are allowed. */
  allowed?: Array<string> | null | undefined;
  /** The path of the field, in which `[]` stands for every entry of a list. */
  field: string;
  /** The kind of the objects, for example `WorkloadInstance`. */
  kind: string;
  /** The maximum of the number. */
  maximum?: number | null | undefined;
  /** The minimum of the number. */
  minimum?: number | null | undefined;
};

/** The maximum number of objects of a kind. */
export type TierQuotaInput = {
  /** The kind of the objects, for example `WorkloadInstance`. */
  kind: string;
  /** The maximum number of objects of the kind. */
  maximum: number;
};

/** The desired state of a Tier. */
export type TierSpecInput = {
  /** How critical the tier is. Of the tiers of an object and its project, the more critical one applies. */
  criticality: number;
  /** The values of fields that are omitted when an object is created. */
  defaults?: Array<TierDefaultInput> | null | undefined;
  /** The purpose of the tier. */
  description?: string | null | undefined;
  /** The limits of fields, which are checked whenever an object is written. */
  limits?: Array<TierLimitInput> | null | undefined;
  /** Indicates whether every removal of resources, and every deletion of objects with a guard, waits for a confirmation. Default: false. */
  protection?: boolean | null | undefined;
  /** The maximum numbers of objects of each project in the tier. */
  quotas?: Array<TierQuotaInput> | null | undefined;
};

/** Specifies the fields to update a HelmWorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateHelmWorkloadDefinitionInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateHelmWorkloadDefinitionSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a HelmWorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateHelmWorkloadDefinitionSpecInput = {
  /** Kubernetes resources besides those of the chart, as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  additionalResources?: string | null | undefined;
  /** The name of the chart in the repository. */
  chart?: string | null | undefined;
  /** The version of the chart, or a semantic version range of which the newest is chosen. Default: the newest version that is no pre-release. */
  chartVersion?: string | null | undefined;
  /** The expected SHA-256 digest of the chart archive. Any other archive is refused. Default: the digest that was found first is kept until the definition changes. */
  digest?: string | null | undefined;
  /** The password or token of a private repository. */
  password?: string | null | undefined;
  /** The repository of the chart: the address of an HTTP server with an `index.yaml`, `oci://` and the address of a registry, or `file:///` and a folder of the workers below the one that their operator allows. */
  repo?: string | null | undefined;
  /** Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take precedence over `valuesDocument` of the definition. */
  secretValuesDocument?: string | null | undefined;
  /** The user of a private repository. */
  username?: string | null | undefined;
  /** Values of the chart as a YAML map. Values of an instance take precedence. */
  valuesDocument?: string | null | undefined;
};

/** Specifies the fields to update a HelmWorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateHelmWorkloadInstanceInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateHelmWorkloadInstanceSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a HelmWorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateHelmWorkloadInstanceSpecInput = {
  /** Kubernetes resources besides those of the chart and of the definition, as a stream of YAML documents. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  additionalResources?: string | null | undefined;
  /** Indicates whether an existing Helm release of the same name and namespace is taken over, with all of its resources: they are deleted with the instance, and Helm no longer lists the release. Default: false. */
  adopt?: boolean | null | undefined;
  /** The definition with the chart. */
  definition?: string | null | undefined;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: HelmWorkloadInstanceDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: HelmWorkloadInstanceGuard | null | undefined;
  /** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: HelmWorkloadInstanceGuardThresholdsInput | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<HelmWorkloadInstanceIgnoreDifferenceInput> | null | undefined;
  /** The name of the release. Default: the name of the instance. */
  releaseName?: string | null | undefined;
  /** The namespace of the release. Default: one that is created for this instance and deleted with it. */
  releaseNamespace?: string | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The runtime to run the chart in. Default: the default runtime. */
  runtime?: string | null | undefined;
  /** Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take precedence over all other values. */
  secretValuesDocument?: string | null | undefined;
  /** The tier, which sets defaults, limits and protection. It applies if it is more critical than that of the project. Default: the tier of the project. */
  tier?: string | null | undefined;
  /** Values of the chart as a YAML map, merged over those of the definition: maps are merged, everything else is replaced, and null removes a default of the chart. */
  valuesDocument?: string | null | undefined;
};

/** Specifies the fields to update a KubernetesRuntimeDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeDefinitionInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateKubernetesRuntimeDefinitionSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a KubernetesRuntimeDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeDefinitionSpecInput = {
  /** The parameters of the provider, as the profile decided. */
  parameters?: unknown;
  /** The profile that decides how the object is provided: of its project, or of project `default`. Default: the one that takes precedence. */
  profile?: string | null | undefined;
  /** The version of the profile by which the object is provided. It changes only when the object is moved to the current version, with `rollProfile`. */
  profileVersion?: number | null | undefined;
  /** The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine of the worker) or `inCluster` (the cluster in which the worker runs, if its operator allows it). */
  provider?: RuntimeProvider | null | undefined;
};

/** Specifies the fields to update a KubernetesRuntimeInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeInstanceInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateKubernetesRuntimeInstanceSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a KubernetesRuntimeInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateKubernetesRuntimeInstanceSpecInput = {
  /** The context of the kubeconfig to use. Default: its current context. */
  context?: string | null | undefined;
  /** Indicates whether the runtime is the default for instances that specify none. At most one runtime of a project can be the default. */
  defaultRuntime?: boolean | null | undefined;
  /** The definition, which selects the provider of the cluster. */
  definition?: string | null | undefined;
  /** The kubeconfig of an existing cluster, for the provider `kubeconfig`. */
  kubeconfig?: string | null | undefined;
  /** The location of the cluster. */
  location?: KubernetesRuntimeInstanceLocation | null | undefined;
  /** The number of instances up to which placement puts further ones into the runtime. Default: no limit. */
  maxInstances?: number | null | undefined;
};

/** Specifies the fields to update a Profile. Omitted fields keep their values; null resets a field to its default. */
export type UpdateProfileInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateProfileSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a Profile. Omitted fields keep their values; null resets a field to its default. */
export type UpdateProfileSpecInput = {
  /** The objects that the profile applies to. Default: all of its type. */
  conditions?: ProfileConditionsInput | null | undefined;
  /** Indicates whether the profile is chosen rather than others with equal conditions. Default: false. */
  default?: boolean | null | undefined;
  /** The purpose of the profile, for the developers who choose it. */
  description?: string | null | undefined;
  /** The limits of the fields that developers set. */
  limits?: Array<ProfileLimitInput> | null | undefined;
  /** The parameters of the provider. */
  parameters?: unknown;
  /** The provider, for example `cloudnative-pg`. */
  provider?: string | null | undefined;
  /** The type of what the profile provides: Database, Bucket, Gateway, KubernetesRuntime or SupportService/<name>. Cannot change after creation. */
  type?: string | null | undefined;
};

/** Specifies the fields to update a Project. Omitted fields keep their values; null resets a field to its default. */
export type UpdateProjectInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateProjectSpecInput | null | undefined;
  /** The object to update. */
  target: GlobalObjectReferenceInput;
};

/** Specifies the fields to update a Project. Omitted fields keep their values; null resets a field to its default. */
export type UpdateProjectSpecInput = {
  /** The purpose of the project. */
  description?: string | null | undefined;
  /** The tier of the objects in the project, with its quotas. Default: none, as in `development`. */
  tier?: string | null | undefined;
};

/** Specifies the fields to update a SecretDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSecretDefinitionInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateSecretDefinitionSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a SecretDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSecretDefinitionSpecInput = {
  /** The values by key, as base64, for values that are no text. They are treated like those of `data`. */
  binaryData?: Record<string, string> | null | undefined;
  /** The values by key, as text. They are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value, and a key that an update omits is removed. */
  data?: Record<string, string> | null | undefined;
  /** References to values in external stores, by key, for the delivery `externalSecrets`: `store` (`kind`, `name`), `key`, `property` and `version`. Cannot be combined with values. */
  from?: unknown;
};

/** Specifies the fields to update a SecretInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSecretInstanceInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateSecretInstanceSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a SecretInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSecretInstanceSpecInput = {
  /** The definition with the values. */
  definition?: string | null | undefined;
  /** The way in which the values reach the cluster: as a Secret that QleetOS applies (`kubernetes`), or as an ExternalSecret, from which External Secrets creates it (`externalSecrets`). Default: by the definition. */
  delivery?: SecretDelivery | null | undefined;
  /** The namespace of the Secret, which must exist, unless `workloadInstance` is set. */
  namespace?: string | null | undefined;
  /** The interval at which External Secrets reads the values again; 0 for once. Default: 1h. For the delivery `externalSecrets`. */
  refreshInterval?: string | null | undefined;
  /** The runtime of the Secret. Default: that of the workload instance, or else the default runtime. */
  runtime?: string | null | undefined;
  /** The name of the Secret in the cluster. Default: the name of the instance in lower case, with "-" for "_". */
  secretName?: string | null | undefined;
  /** The type of the Secret, for example `kubernetes.io/tls`. */
  type?: string | null | undefined;
  /** The application that uses the Secret, which is created in its namespace. */
  workloadInstance?: string | null | undefined;
};

/** Specifies the fields to update a SupportServiceInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSupportServiceInstanceInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateSupportServiceInstanceSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a SupportServiceInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateSupportServiceInstanceSpecInput = {
  /** The runtime to provide the service in. */
  runtime?: string | null | undefined;
  /** The service to provide. */
  service?: SupportServiceInstanceService | null | undefined;
};

/** Specifies the fields to update a Tier. Omitted fields keep their values; null resets a field to its default. */
export type UpdateTierInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateTierSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a Tier. Omitted fields keep their values; null resets a field to its default. */
export type UpdateTierSpecInput = {
  /** How critical the tier is. Of the tiers of an object and its project, the more critical one applies. */
  criticality?: number | null | undefined;
  /** The values of fields that are omitted when an object is created. */
  defaults?: Array<TierDefaultInput> | null | undefined;
  /** The purpose of the tier. */
  description?: string | null | undefined;
  /** The limits of fields, which are checked whenever an object is written. */
  limits?: Array<TierLimitInput> | null | undefined;
  /** Indicates whether every removal of resources, and every deletion of objects with a guard, waits for a confirmation. Default: false. */
  protection?: boolean | null | undefined;
  /** The maximum numbers of objects of each project in the tier. */
  quotas?: Array<TierQuotaInput> | null | undefined;
};

/** Specifies the fields to update a WorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadDefinitionInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateWorkloadDefinitionSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a WorkloadDefinition. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadDefinitionSpecInput = {
  /** The software and services that the application depends on. Each of its instances gets them before it starts, and they are deleted with it. */
  dependencies?: Array<WorkloadDefinitionDependencyInput> | null | undefined;
  /** The parameters that instances of the definition set, such as a size or a host name. Their values replace fields of the resources. */
  parameters?: Array<WorkloadDefinitionParameterInput> | null | undefined;
  /** Kubernetes resources as a stream of YAML documents, validated against the schemas of built-in kinds, of CRDs in the same text, and of custom kinds that the runtimes of the instances serve. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  yamlDocument?: string | null | undefined;
};

/** Specifies the fields to update a WorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadInstanceInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateWorkloadInstanceSpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a WorkloadInstance. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadInstanceSpecInput = {
  /** The definition of the application. */
  definition?: string | null | undefined;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: WorkloadInstanceDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: WorkloadInstanceGuard | null | undefined;
  /** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: WorkloadInstanceGuardThresholdsInput | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<WorkloadInstanceIgnoreDifferenceInput> | null | undefined;
  /** The namespace of resources that specify none. Default: the only Namespace in the definition, or else one that is created for this instance and deleted with it. */
  namespace?: string | null | undefined;
  /** What this instance changes about the resources of the definition. */
  overrides?: WorkloadInstanceOverridesInput | null | undefined;
  /** The values of the parameters that the definition declares. */
  parameters?: unknown;
  /** Indicates whether changes of pods are not rolled out for now: Deployments are paused. Default: false. */
  paused?: boolean | null | undefined;
  /** The requirements by which a runtime is chosen, instead of a named one. The choice is made once and recorded: a later change of runtimes or requirements does not move the instance. */
  placement?: WorkloadInstancePlacementInput | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The time of the last requested restart, as an RFC 3339 timestamp. A change restarts all pods of Deployments, StatefulSets and DaemonSets, one after the other as in a rollout. */
  restartedAt?: string | null | undefined;
  /** The runtime to run the application in. Default: the one that fits `placement`, or else the default runtime. */
  runtime?: string | null | undefined;
  /** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
  scale?: Array<WorkloadInstanceScaleInput> | null | undefined;
  /** The tier, which sets defaults, limits and protection. It applies if it is more critical than that of the project. Default: the tier of the project. */
  tier?: string | null | undefined;
};

/** Specifies the fields to update a WorkloadServiceDependency. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadServiceDependencyInput = {
  /** Changes of single annotations, made after those of `annotations`. */
  annotationChanges?: Record<string, string | null> | null | undefined;
  /** The complete annotations, which replace the current ones. */
  annotations?: Record<string, string> | null | undefined;
  /** Fail with `VERSION_CONFLICT` if the object has been edited since this version. */
  expectedVersion?: number | null | undefined;
  /** Changes of single labels, made after those of `labels`. */
  labelChanges?: Record<string, string | null> | null | undefined;
  /** The complete labels, which replace the current ones. */
  labels?: Record<string, string> | null | undefined;
  /** The desired state of the object. */
  spec?: UpdateWorkloadServiceDependencySpecInput | null | undefined;
  /** The object to update. */
  target: ObjectReferenceInput;
};

/** Specifies the fields to update a WorkloadServiceDependency. Omitted fields keep their values; null resets a field to its default. */
export type UpdateWorkloadServiceDependencySpecInput = {
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

/** The types of watch events. */
export type WatchEventType =
  /** The object exists at the start, was created, or matches the filter from now on. */
  | 'ADDED'
  /** The object was deleted, no longer matches the filter, or is no longer visible to the client. */
  | 'DELETED'
  /** The object has changed. */
  | 'MODIFIED'
  /** All objects that exist at the start have been sent. */
  | 'SYNCED';

/** The environment variables that containers get from the binding. A variable that a container declares takes precedence. */
export type WorkloadDefinitionDependencyInjectInput = {
  /** The name of the container. Default: all containers, including init containers. */
  container?: string | null | undefined;
  /** Single variables by their names, with the entry of the binding, as in `DATABASE_URL: uri`. */
  env?: Record<string, string> | null | undefined;
  /** The prefix of the variables for all entries of the binding, for example `DB_` for `DB_HOST`. Default: the name of the dependency, in upper case and followed by `_`, unless `env` is set. */
  prefix?: string | null | undefined;
  /** The name of the Deployment, StatefulSet, DaemonSet, Job or CronJob that gets the variables. Default: all of them. */
  workload?: string | null | undefined;
};

/** The software and services that the application depends on. Each of its instances gets them before it starts, and they are deleted with it. */
export type WorkloadDefinitionDependencyInput = {
  /** The name of an existing definition, as `name` or `project/name`, of which each instance of the application gets an instance. */
  definition?: string | null | undefined;
  /** The environment variables that containers get from the binding. A variable that a container declares takes precedence. */
  inject?: Array<WorkloadDefinitionDependencyInjectInput> | null | undefined;
  /** The name of an existing object, as `name` or `project/name`, which the application uses as it is. */
  instance?: string | null | undefined;
  /** The kind of what the application depends on. */
  kind: WorkloadDefinitionDependencyKind;
  /** The name of the dependency within the application. Its binding is the Secret `<name>-binding`. */
  name: string;
  /** Indicates whether the application starts and is ready without the dependency. Default: false. */
  optional?: boolean | null | undefined;
  /** The name of the profile by which the object is provided, as `name` or `project/name`. Default: the one that takes precedence. */
  profile?: string | null | undefined;
  /** Specifies whether pods that use the binding are restarted when it changes. Default: `onChange`. */
  rollout?: WorkloadDefinitionDependencyRollout | null | undefined;
  /** The name of the object, if all dependencies in the project with this name share it. It is deleted with the last of them, and its spec is that of the first. Default: each instance of the application gets its own. */
  shared?: string | null | undefined;
  /** The spec of the object that each instance of the application gets: fields of the kind, or of its definition and its instance. */
  spec?: unknown;
};

/** The kinds of dependencies. */
export type WorkloadDefinitionDependencyKind =
  /** A Helm chart, with a release of its own. */
  | 'HELM_WORKLOAD'
  /** Values such as passwords, delivered as a Kubernetes Secret. */
  | 'SECRET'
  /** Another application, such as an RPC node, with an instance of its own. */
  | 'WORKLOAD'
  /** A service outside of the cluster, called through a stable address. */
  | 'WORKLOAD_SERVICE_DEPENDENCY';

/** The reactions of pods to a changed binding. */
export type WorkloadDefinitionDependencyRollout =
  /** Pods use a changed binding after their next restart. */
  | 'MANUAL'
  /** A change of the binding restarts the pods that use it, as in a rollout. */
  | 'ON_CHANGE';

/** Filters of lists of WorkloadDefinition objects. An object must meet all conditions. */
export type WorkloadDefinitionFilterInput = {
  /** Match objects that match each of these WorkloadDefinition filters. */
  and?: Array<WorkloadDefinitionFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this WorkloadDefinition filter. */
  not?: WorkloadDefinitionFilterInput | null | undefined;
  /** Match objects that match at least one of these WorkloadDefinition filters; an empty list matches none. */
  or?: Array<WorkloadDefinitionFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** The parameters that instances of the definition set, such as a size or a host name. Their values replace fields of the resources. */
export type WorkloadDefinitionParameterInput = {
  /** The value for instances that set none. Without a default, each instance must set the parameter. */
  default?: unknown;
  /** The purpose of the parameter. */
  description?: string | null | undefined;
  /** The maximum of a number, or the maximum length of a string. */
  maximum?: number | null | undefined;
  /** The minimum of a number, or the minimum length of a string. */
  minimum?: number | null | undefined;
  /** The name of the parameter. */
  name: string;
  /** The strings that are allowed. */
  options?: Array<string> | null | undefined;
  /** The fields that get the value. */
  set: Array<WorkloadDefinitionParameterSetInput>;
  /** The type of the values. Default: `string`. */
  type?: WorkloadDefinitionParameterType | null | undefined;
};

/** The fields that get the value. */
export type WorkloadDefinitionParameterSetInput = {
  /** The kind of the resource, for example `Deployment`. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. */
  name: string;
  /** The path of the field, which is created if it does not exist. */
  path: string;
  /** A text in which `{value}` stands for the value, as in `https://{value}/api`. */
  template?: string | null | undefined;
};

/** The types of parameters. */
export type WorkloadDefinitionParameterType =
  /** True or false. */
  | 'BOOLEAN'
  /** A whole number. */
  | 'INTEGER'
  /** A number. */
  | 'NUMBER'
  /** A text. */
  | 'STRING';

/** The desired state of a WorkloadDefinition. */
export type WorkloadDefinitionSpecInput = {
  /** The software and services that the application depends on. Each of its instances gets them before it starts, and they are deleted with it. */
  dependencies?: Array<WorkloadDefinitionDependencyInput> | null | undefined;
  /** The parameters that instances of the definition set, such as a size or a host name. Their values replace fields of the resources. */
  parameters?: Array<WorkloadDefinitionParameterInput> | null | undefined;
  /** Kubernetes resources as a stream of YAML documents, validated against the schemas of built-in kinds, of CRDs in the same text, and of custom kinds that the runtimes of the instances serve. Values of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored value. */
  yamlDocument: string;
};

/** The reactions to drift. */
export type WorkloadInstanceDrift =
  /** Drift is reverted. */
  | 'CORRECT'
  /** Drift is ignored. */
  | 'OFF'
  /** Drift is reported but not reverted. */
  | 'REPORT';

/** Filters of lists of WorkloadInstance objects. An object must meet all conditions. */
export type WorkloadInstanceFilterInput = {
  /** Match objects that match each of these WorkloadInstance filters. */
  and?: Array<WorkloadInstanceFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this WorkloadInstance filter. */
  not?: WorkloadInstanceFilterInput | null | undefined;
  /** Match objects that match at least one of these WorkloadInstance filters; an empty list matches none. */
  or?: Array<WorkloadInstanceFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: WorkloadInstanceSpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Specifies whether removals require a confirmation. */
export type WorkloadInstanceGuard =
  /** Removals are executed immediately. */
  | 'OFF'
  /** Removals wait for a confirmation. */
  | 'ON';

/** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
export type WorkloadInstanceGuardThresholdsInput = {
  /** The number of resources from which any removal requires a confirmation, including the deletion of the instance. */
  always?: number | null | undefined;
  /** The minimum number of resources that a change removes. */
  count?: number | null | undefined;
  /** The percentage of all resources that the removed resources must exceed. 100 disables this rule. */
  percent?: number | null | undefined;
};

/** Fields of some resources whose drift is ignored. */
export type WorkloadInstanceIgnoreDifferenceInput = {
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

/** The environment variables to set. They replace those of the definition. */
export type WorkloadInstanceOverridesEnvInput = {
  /** The name of the container. Default: all containers. */
  container?: string | null | undefined;
  /** The name of the variable. */
  name: string;
  /** The value of the variable. Not for secrets. */
  value: string;
  /** The name of the resource with the pods, such as a Deployment. Default: all of them. */
  workload?: string | null | undefined;
};

/** The images to replace. */
export type WorkloadInstanceOverridesImageInput = {
  /** The digest of the image, which takes precedence over the tag. */
  digest?: string | null | undefined;
  /** The image in the definition, without its tag and digest, for example `example.com/shop`. */
  name: string;
  /** The name of the image to use instead. */
  newName?: string | null | undefined;
  /** The tag of the image. */
  newTag?: string | null | undefined;
};

/** What this instance changes about the resources of the definition. */
export type WorkloadInstanceOverridesInput = {
  /** The environment variables to set. They replace those of the definition. */
  env?: Array<WorkloadInstanceOverridesEnvInput> | null | undefined;
  /** The images to replace. */
  images?: Array<WorkloadInstanceOverridesImageInput> | null | undefined;
  /** The patches of resources, applied before all other overrides. */
  patches?: Array<WorkloadInstanceOverridesPatchInput> | null | undefined;
  /** The CPU, memory and other resources of containers. */
  resources?: Array<WorkloadInstanceOverridesResourceInput> | null | undefined;
};

/** The patches of resources, applied before all other overrides. */
export type WorkloadInstanceOverridesPatchInput = {
  /** A strategic merge patch, or a list of JSON patch operations (RFC 6902), as YAML or JSON, with the meaning that kustomize gives them. */
  patch: string;
  /** The resources to patch. Default: the one with the kind and the name in a strategic merge patch. */
  target?: WorkloadInstanceOverridesPatchTargetInput | null | undefined;
};

/** The resources to patch. Default: the one with the kind and the name in a strategic merge patch. */
export type WorkloadInstanceOverridesPatchTargetInput = {
  /** The API group of the resources. Default: any. */
  group?: string | null | undefined;
  /** The kind of the resources. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. Default: any. */
  name?: string | null | undefined;
};

/** The CPU, memory and other resources of containers. */
export type WorkloadInstanceOverridesResourceInput = {
  /** The name of the container. Default: all containers. */
  container?: string | null | undefined;
  /** The limits by resource, for example `memory: 256Mi`. */
  limits?: Record<string, string> | null | undefined;
  /** The requested quantities by resource, for example `cpu: 500m`. */
  requests?: Record<string, string> | null | undefined;
  /** The name of the resource with the pods, such as a Deployment. Default: all of them. */
  workload?: string | null | undefined;
};

/** Support services that the application needs: the runtime must provide them, or its credentials must permit their installation. */
export type WorkloadInstancePlacementCapability =
  /** The value `forward-proxy` of manifests. */
  | 'FORWARD_PROXY';

/** The requirements by which a runtime is chosen, instead of a named one. The choice is made once and recorded: a later change of runtimes or requirements does not move the instance. */
export type WorkloadInstancePlacementInput = {
  /** Support services that the application needs: the runtime must provide them, or its credentials must permit their installation. */
  capabilities?: Array<WorkloadInstancePlacementCapability> | null | undefined;
  /** Indicates whether the runtime may have other instances. Default: `shared`. */
  isolation?: PlacementIsolation | null | undefined;
  /** Labels that the runtime must have. */
  labels?: unknown;
  /** The location of the runtime. Default: any. */
  location?: KubernetesRuntimeInstanceLocation | null | undefined;
  /** Several locations. The instance itself then runs nowhere: it owns one instance per location, each with these requirements. Locations can be added and removed later. */
  locations?: Array<KubernetesRuntimeInstanceLocation> | null | undefined;
  /** What single locations change about the instance, merged over its own fields. */
  overrides?: Array<WorkloadInstancePlacementOverrideInput> | null | undefined;
  /** The provider of the runtime. Default: any. */
  provider?: RuntimeProvider | null | undefined;
  /** The Profile from which a runtime is created if none fits. Default: the first in the order of profiles that fits. */
  runtimeProfile?: string | null | undefined;
  /** The tier of the runtime: the value of its label `qleet.io/tier`. Default: any. */
  tier?: string | null | undefined;
};

/** What a location changes about the instance. */
export type WorkloadInstancePlacementOverrideInput = {
  /** One of `locations`. */
  location: KubernetesRuntimeInstanceLocation;
  /** What this instance changes about the resources of the definition. */
  overrides?: WorkloadInstancePlacementOverrideOverridesInput | null | undefined;
  /** The values of the parameters that the definition declares. */
  parameters?: unknown;
};

/** The environment variables to set. They replace those of the definition. */
export type WorkloadInstancePlacementOverrideOverridesEnvInput = {
  /** The name of the container. Default: all containers. */
  container?: string | null | undefined;
  /** The name of the variable. */
  name: string;
  /** The value of the variable. Not for secrets. */
  value: string;
  /** The name of the resource with the pods, such as a Deployment. Default: all of them. */
  workload?: string | null | undefined;
};

/** The images to replace. */
export type WorkloadInstancePlacementOverrideOverridesImageInput = {
  /** The digest of the image, which takes precedence over the tag. */
  digest?: string | null | undefined;
  /** The image in the definition, without its tag and digest, for example `example.com/shop`. */
  name: string;
  /** The name of the image to use instead. */
  newName?: string | null | undefined;
  /** The tag of the image. */
  newTag?: string | null | undefined;
};

/** What this instance changes about the resources of the definition. */
export type WorkloadInstancePlacementOverrideOverridesInput = {
  /** The environment variables to set. They replace those of the definition. */
  env?: Array<WorkloadInstancePlacementOverrideOverridesEnvInput> | null | undefined;
  /** The images to replace. */
  images?: Array<WorkloadInstancePlacementOverrideOverridesImageInput> | null | undefined;
  /** The patches of resources, applied before all other overrides. */
  patches?: Array<WorkloadInstancePlacementOverrideOverridesPatchInput> | null | undefined;
  /** The CPU, memory and other resources of containers. */
  resources?: Array<WorkloadInstancePlacementOverrideOverridesResourceInput> | null | undefined;
};

/** The patches of resources, applied before all other overrides. */
export type WorkloadInstancePlacementOverrideOverridesPatchInput = {
  /** A strategic merge patch, or a list of JSON patch operations (RFC 6902), as YAML or JSON, with the meaning that kustomize gives them. */
  patch: string;
  /** The resources to patch. Default: the one with the kind and the name in a strategic merge patch. */
  target?: WorkloadInstancePlacementOverrideOverridesPatchTargetInput | null | undefined;
};

/** The resources to patch. Default: the one with the kind and the name in a strategic merge patch. */
export type WorkloadInstancePlacementOverrideOverridesPatchTargetInput = {
  /** The API group of the resources. Default: any. */
  group?: string | null | undefined;
  /** The kind of the resources. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. Default: any. */
  name?: string | null | undefined;
};

/** The CPU, memory and other resources of containers. */
export type WorkloadInstancePlacementOverrideOverridesResourceInput = {
  /** The name of the container. Default: all containers. */
  container?: string | null | undefined;
  /** The limits by resource, for example `memory: 256Mi`. */
  limits?: Record<string, string> | null | undefined;
  /** The requested quantities by resource, for example `cpu: 500m`. */
  requests?: Record<string, string> | null | undefined;
  /** The name of the resource with the pods, such as a Deployment. Default: all of them. */
  workload?: string | null | undefined;
};

/** The number of replicas of a resource. */
export type WorkloadInstanceScaleInput = {
  /** The kind of the resource, for example `Deployment`. Default: any. */
  kind?: string | null | undefined;
  /** The name of the resource. */
  name: string;
  /** The number of its replicas. */
  replicas: number;
};

/** Conditions on fields of the spec of a WorkloadInstance. */
export type WorkloadInstanceSpecFilterInput = {
  /** Match objects whose `spec.definition` is one of these values. */
  definition?: Array<string> | null | undefined;
  /** Match objects whose `spec.drift` is one of these values. */
  drift?: Array<WorkloadInstanceDrift> | null | undefined;
  /** Match objects whose `spec.guard` is one of these values. */
  guard?: Array<WorkloadInstanceGuard> | null | undefined;
  /** Match objects whose `spec.namespace` is one of these values. */
  namespace?: Array<string> | null | undefined;
  /** Match objects whose `spec.replace` is one of these values. */
  replace?: Array<boolean> | null | undefined;
  /** Match objects whose `spec.runtime` is one of these values. */
  runtime?: Array<string> | null | undefined;
  /** Match objects whose `spec.tier` is one of these values. */
  tier?: Array<string> | null | undefined;
};

/** The desired state of a WorkloadInstance. */
export type WorkloadInstanceSpecInput = {
  /** The definition of the application. */
  definition: string;
  /** The reaction to changes that others make to a resource in the cluster: revert them (`correct`, the default), only report them (`report`), or ignore them (`off`). The annotation `qleet.io/drift` of a resource takes precedence. */
  drift?: WorkloadInstanceDrift | null | undefined;
  /** Specifies whether the removal of many resources at once, or of any resource with data, requires a confirmation. Default: `on`. */
  guard?: WorkloadInstanceGuard | null | undefined;
  /** The numbers of resources from which a removal requires a confirmation. Omitted thresholds default to the settings of the workers: 10, 50 and 1000 unless configured otherwise. */
  guardThresholds?: WorkloadInstanceGuardThresholdsInput | null | undefined;
  /** Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of autoscaled resources are ignored automatically. */
  ignoreDifferences?: Array<WorkloadInstanceIgnoreDifferenceInput> | null | undefined;
  /** The namespace of resources that specify none. Default: the only Namespace in the definition, or else one that is created for this instance and deleted with it. */
  namespace?: string | null | undefined;
  /** What this instance changes about the resources of the definition. */
  overrides?: WorkloadInstanceOverridesInput | null | undefined;
  /** The values of the parameters that the definition declares. */
  parameters?: unknown;
  /** Indicates whether changes of pods are not rolled out for now: Deployments are paused. Default: false. */
  paused?: boolean | null | undefined;
  /** The requirements by which a runtime is chosen, instead of a named one. The choice is made once and recorded: a later change of runtimes or requirements does not move the instance. */
  placement?: WorkloadInstancePlacementInput | null | undefined;
  /** Indicates whether a resource may be deleted and recreated if a change affects immutable fields. Default: false. The annotation `qleet.io/replace` of a resource takes precedence. */
  replace?: boolean | null | undefined;
  /** The time of the last requested restart, as an RFC 3339 timestamp. A change restarts all pods of Deployments, StatefulSets and DaemonSets, one after the other as in a rollout. */
  restartedAt?: string | null | undefined;
  /** The runtime to run the application in. Default: the one that fits `placement`, or else the default runtime. */
  runtime?: string | null | undefined;
  /** Numbers of replicas of this instance, which take precedence over those in the definition. An entry without a resource of that name has no effect. The replicas of autoscaled resources are left to their autoscaler. */
  scale?: Array<WorkloadInstanceScaleInput> | null | undefined;
  /** The tier, which sets defaults, limits and protection. It applies if it is more critical than that of the project. Default: the tier of the project. */
  tier?: string | null | undefined;
};

/** Filters of lists of WorkloadServiceDependency objects. An object must meet all conditions. */
export type WorkloadServiceDependencyFilterInput = {
  /** Match objects that match each of these WorkloadServiceDependency filters. */
  and?: Array<WorkloadServiceDependencyFilterInput> | null | undefined;
  /** Match objects created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Match objects created before this time. */
  createdBefore?: string | null | undefined;
  /** Match objects by whether their deletion has been requested. */
  deleting?: boolean | null | undefined;
  /** Match objects that meet all of these requirements. */
  labelSelector?: Array<LabelRequirementInput> | null | undefined;
  /** Match objects that have all of these labels. */
  labels?: Record<string, string> | null | undefined;
  /** Match objects with one of these names, at most 1,000. */
  names?: Array<string> | null | undefined;
  /** Match objects that do not match this WorkloadServiceDependency filter. */
  not?: WorkloadServiceDependencyFilterInput | null | undefined;
  /** Match objects that match at least one of these WorkloadServiceDependency filters; an empty list matches none. */
  or?: Array<WorkloadServiceDependencyFilterInput> | null | undefined;
  /** Match objects that the object with this ID owns. */
  ownedBy?: string | number | null | undefined;
  /** Match the owners of the object with this ID. */
  owns?: string | number | null | undefined;
  /** Match objects in one of these phases. */
  phases?: Array<Phase> | null | undefined;
  /** Match objects of the projects with these names. */
  projects?: Array<string> | null | undefined;
  /** Match objects by readiness. An object is ready if its newest generation is ready and it is not being deleted. */
  ready?: boolean | null | undefined;
  /** Match objects that reference another object. */
  references?: ReferenceConditionInput | null | undefined;
  /** Match objects whose name contains this string. Case-insensitive. */
  search?: string | null | undefined;
  /** Match objects by fields of their specs. */
  spec?: WorkloadServiceDependencySpecFilterInput | null | undefined;
  /** Match objects by whether their status is `stalled`. */
  stalled?: boolean | null | undefined;
  /** Match objects whose name, labels or spec contain words that start with each of these words. Case-insensitive, in any script. Secrets are not searched. */
  text?: string | null | undefined;
  /** Match objects that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Match objects that were last changed before this time. */
  updatedBefore?: string | null | undefined;
};

/** Conditions on fields of the spec of a WorkloadServiceDependency. */
export type WorkloadServiceDependencySpecFilterInput = {
  /** Match objects whose `spec.upstreamHost` is one of these values. */
  upstreamHost?: Array<string> | null | undefined;
  /** Match objects whose `spec.upstreamPath` is one of these values. */
  upstreamPath?: Array<string> | null | undefined;
  /** Match objects whose `spec.upstreamPort` is one of these values. */
  upstreamPort?: Array<number> | null | undefined;
  /** Match objects whose `spec.upstreamTls` is one of these values. */
  upstreamTls?: Array<boolean> | null | undefined;
  /** Match objects whose `spec.workloadInstance` is one of these values. */
  workloadInstance?: Array<string> | null | undefined;
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

/** Options of a write. */
export type WriteOptionsInput = {
  /** Validate the request and return its result, with `diff`, without storing anything. */
  dryRun?: boolean | null | undefined;
  /** A unique identifier for the request, for example a UUID or the ID of a CI job. Repeating the same mutation with the same key within 24 hours has no further effect and returns the same payload. Another mutation with the same key fails with `KEY_REUSED`. A mutation that failed can be repeated with the same key. Ignored for a dry run. */
  idempotencyKey?: string | null | undefined;
  /** The reason for the change, recorded in the change log, at most 1,000 characters. */
  reason?: string | null | undefined;
};

export type HelmWorkloadDefinitionFieldsFragment = { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetHelmWorkloadDefinitionQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetHelmWorkloadDefinitionQuery = { result: { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListHelmWorkloadDefinitionQueryVariables = Exact<{
  filter?: HelmWorkloadDefinitionFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListHelmWorkloadDefinitionQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchHelmWorkloadDefinitionSubscriptionVariables = Exact<{
  filter?: HelmWorkloadDefinitionFilterInput | null | undefined;
}>;


export type WatchHelmWorkloadDefinitionSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateHelmWorkloadDefinitionMutationVariables = Exact<{
  input: CreateHelmWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateHelmWorkloadDefinitionMutation = { result: { object: { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateHelmWorkloadDefinitionMutationVariables = Exact<{
  input: UpdateHelmWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateHelmWorkloadDefinitionMutation = { result: { object: { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteHelmWorkloadDefinitionMutationVariables = Exact<{
  input: DeleteHelmWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteHelmWorkloadDefinitionMutation = { result: { object: { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, chart: string, chartVersion: string | null, digest: string | null, password: string | null, repo: string, secretValuesDocument: string | null, username: string | null, valuesDocument: string | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, url: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type HelmWorkloadInstanceFieldsFragment = { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetHelmWorkloadInstanceQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetHelmWorkloadInstanceQuery = { result: { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListHelmWorkloadInstanceQueryVariables = Exact<{
  filter?: HelmWorkloadInstanceFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListHelmWorkloadInstanceQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchHelmWorkloadInstanceSubscriptionVariables = Exact<{
  filter?: HelmWorkloadInstanceFilterInput | null | undefined;
}>;


export type WatchHelmWorkloadInstanceSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateHelmWorkloadInstanceMutationVariables = Exact<{
  input: CreateHelmWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateHelmWorkloadInstanceMutation = { result: { object: { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateHelmWorkloadInstanceMutationVariables = Exact<{
  input: UpdateHelmWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateHelmWorkloadInstanceMutation = { result: { object: { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteHelmWorkloadInstanceMutationVariables = Exact<{
  input: DeleteHelmWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteHelmWorkloadInstanceMutation = { result: { object: { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { additionalResources: string | null, adopt: boolean | null, definition: string, drift: HelmWorkloadInstanceDrift | null, guard: HelmWorkloadInstanceGuard | null, releaseName: string | null, releaseNamespace: string | null, replace: boolean | null, runtime: string, secretValuesDocument: string | null, tier: string | null, valuesDocument: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null }, outputs: { appVersion: string, chart: string, chartVersion: string, digest: string, namespace: string, readyResources: number, releaseName: string, resources: number, url: string, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type KubernetesRuntimeDefinitionFieldsFragment = { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetKubernetesRuntimeDefinitionQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetKubernetesRuntimeDefinitionQuery = { result: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListKubernetesRuntimeDefinitionQueryVariables = Exact<{
  filter?: KubernetesRuntimeDefinitionFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListKubernetesRuntimeDefinitionQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchKubernetesRuntimeDefinitionSubscriptionVariables = Exact<{
  filter?: KubernetesRuntimeDefinitionFilterInput | null | undefined;
}>;


export type WatchKubernetesRuntimeDefinitionSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateKubernetesRuntimeDefinitionMutationVariables = Exact<{
  input: CreateKubernetesRuntimeDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateKubernetesRuntimeDefinitionMutation = { result: { object: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateKubernetesRuntimeDefinitionMutationVariables = Exact<{
  input: UpdateKubernetesRuntimeDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateKubernetesRuntimeDefinitionMutation = { result: { object: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteKubernetesRuntimeDefinitionMutationVariables = Exact<{
  input: DeleteKubernetesRuntimeDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteKubernetesRuntimeDefinitionMutation = { result: { object: { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { parameters: unknown, profile: string | null, profileVersion: number | null, provider: RuntimeProvider }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type KubernetesRuntimeInstanceFieldsFragment = { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetKubernetesRuntimeInstanceQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetKubernetesRuntimeInstanceQuery = { result: { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListKubernetesRuntimeInstanceQueryVariables = Exact<{
  filter?: KubernetesRuntimeInstanceFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListKubernetesRuntimeInstanceQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchKubernetesRuntimeInstanceSubscriptionVariables = Exact<{
  filter?: KubernetesRuntimeInstanceFilterInput | null | undefined;
}>;


export type WatchKubernetesRuntimeInstanceSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateKubernetesRuntimeInstanceMutationVariables = Exact<{
  input: CreateKubernetesRuntimeInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateKubernetesRuntimeInstanceMutation = { result: { object: { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateKubernetesRuntimeInstanceMutationVariables = Exact<{
  input: UpdateKubernetesRuntimeInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateKubernetesRuntimeInstanceMutation = { result: { object: { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteKubernetesRuntimeInstanceMutationVariables = Exact<{
  input: DeleteKubernetesRuntimeInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteKubernetesRuntimeInstanceMutation = { result: { object: { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { context: string | null, defaultRuntime: boolean, definition: string, kubeconfig: string | null, location: KubernetesRuntimeInstanceLocation, maxInstances: number | null }, outputs: { apiEndpoint: string, kubernetesVersion: string, missingPermissions: Array<string> | null, provider: RuntimeProvider } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type ProfileFieldsFragment = { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetProfileQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetProfileQuery = { result: { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListProfileQueryVariables = Exact<{
  filter?: ProfileFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListProfileQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchProfileSubscriptionVariables = Exact<{
  filter?: ProfileFilterInput | null | undefined;
}>;


export type WatchProfileSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateProfileMutationVariables = Exact<{
  input: CreateProfileInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateProfileMutation = { result: { object: { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateProfileMutation = { result: { object: { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteProfileMutationVariables = Exact<{
  input: DeleteProfileInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteProfileMutation = { result: { object: { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { default: boolean | null, description: string | null, parameters: unknown, provider: string, type: string, conditions: { engine: Array<string> | null, labels: Record<string, string> | null, locations: Array<string> | null, projects: Array<string> | null, runtimeProvider: Array<string> | null, tier: Array<string> | null } | null, limits: Array<{ allowed: Array<string> | null, field: string, maximum: number | null, minimum: number | null }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type ProjectFieldsFragment = { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetProjectQueryVariables = Exact<{
  by: GlobalObjectReferenceInput;
}>;


export type GetProjectQuery = { result: { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListProjectQueryVariables = Exact<{
  filter?: ProjectFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListProjectQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchProjectSubscriptionVariables = Exact<{
  filter?: ProjectFilterInput | null | undefined;
}>;


export type WatchProjectSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateProjectMutation = { result: { object: { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateProjectMutation = { result: { object: { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteProjectMutationVariables = Exact<{
  input: DeleteProjectInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteProjectMutation = { result: { object: { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { description: string | null, tier: string | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type SecretDefinitionFieldsFragment = { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetSecretDefinitionQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetSecretDefinitionQuery = { result: { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListSecretDefinitionQueryVariables = Exact<{
  filter?: SecretDefinitionFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListSecretDefinitionQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchSecretDefinitionSubscriptionVariables = Exact<{
  filter?: SecretDefinitionFilterInput | null | undefined;
}>;


export type WatchSecretDefinitionSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateSecretDefinitionMutationVariables = Exact<{
  input: CreateSecretDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateSecretDefinitionMutation = { result: { object: { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateSecretDefinitionMutationVariables = Exact<{
  input: UpdateSecretDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateSecretDefinitionMutation = { result: { object: { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteSecretDefinitionMutationVariables = Exact<{
  input: DeleteSecretDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteSecretDefinitionMutation = { result: { object: { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { binaryData: Record<string, string> | null, data: Record<string, string> | null, from: unknown }, outputs: { keys: Array<string> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type SecretInstanceFieldsFragment = { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetSecretInstanceQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetSecretInstanceQuery = { result: { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListSecretInstanceQueryVariables = Exact<{
  filter?: SecretInstanceFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListSecretInstanceQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchSecretInstanceSubscriptionVariables = Exact<{
  filter?: SecretInstanceFilterInput | null | undefined;
}>;


export type WatchSecretInstanceSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateSecretInstanceMutationVariables = Exact<{
  input: CreateSecretInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateSecretInstanceMutation = { result: { object: { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateSecretInstanceMutationVariables = Exact<{
  input: UpdateSecretInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateSecretInstanceMutation = { result: { object: { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteSecretInstanceMutationVariables = Exact<{
  input: DeleteSecretInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteSecretInstanceMutation = { result: { object: { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, delivery: SecretDelivery | null, namespace: string | null, refreshInterval: string | null, runtime: string, secretName: string | null, type: string, workloadInstance: string | null }, outputs: { digest: string | null, keys: Array<string>, namespace: string, secretName: string } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type SupportServiceInstanceFieldsFragment = { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetSupportServiceInstanceQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetSupportServiceInstanceQuery = { result: { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListSupportServiceInstanceQueryVariables = Exact<{
  filter?: SupportServiceInstanceFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListSupportServiceInstanceQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchSupportServiceInstanceSubscriptionVariables = Exact<{
  filter?: SupportServiceInstanceFilterInput | null | undefined;
}>;


export type WatchSupportServiceInstanceSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateSupportServiceInstanceMutationVariables = Exact<{
  input: CreateSupportServiceInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateSupportServiceInstanceMutation = { result: { object: { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateSupportServiceInstanceMutationVariables = Exact<{
  input: UpdateSupportServiceInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateSupportServiceInstanceMutation = { result: { object: { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteSupportServiceInstanceMutationVariables = Exact<{
  input: DeleteSupportServiceInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteSupportServiceInstanceMutation = { result: { object: { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { runtime: string, service: SupportServiceInstanceService }, outputs: { defaultHost: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type TierFieldsFragment = { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetTierQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetTierQuery = { result: { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListTierQueryVariables = Exact<{
  filter?: TierFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListTierQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchTierSubscriptionVariables = Exact<{
  filter?: TierFilterInput | null | undefined;
}>;


export type WatchTierSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateTierMutationVariables = Exact<{
  input: CreateTierInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateTierMutation = { result: { object: { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateTierMutationVariables = Exact<{
  input: UpdateTierInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateTierMutation = { result: { object: { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteTierMutationVariables = Exact<{
  input: DeleteTierInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteTierMutation = { result: { object: { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { criticality: number, description: string | null, protection: boolean | null, defaults: Array<{ field: string, kind: string, value: unknown }> | null, limits: Array<{ allowed: Array<string> | null, field: string, kind: string, maximum: number | null, minimum: number | null }> | null, quotas: Array<{ kind: string, maximum: number }> | null }, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type WorkloadDefinitionFieldsFragment = { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetWorkloadDefinitionQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetWorkloadDefinitionQuery = { result: { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListWorkloadDefinitionQueryVariables = Exact<{
  filter?: WorkloadDefinitionFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadDefinitionQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchWorkloadDefinitionSubscriptionVariables = Exact<{
  filter?: WorkloadDefinitionFilterInput | null | undefined;
}>;


export type WatchWorkloadDefinitionSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateWorkloadDefinitionMutationVariables = Exact<{
  input: CreateWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateWorkloadDefinitionMutation = { result: { object: { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateWorkloadDefinitionMutationVariables = Exact<{
  input: UpdateWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateWorkloadDefinitionMutation = { result: { object: { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteWorkloadDefinitionMutationVariables = Exact<{
  input: DeleteWorkloadDefinitionInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteWorkloadDefinitionMutation = { result: { object: { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { yamlDocument: string, dependencies: Array<{ definition: string | null, instance: string | null, kind: WorkloadDefinitionDependencyKind, name: string, optional: boolean | null, profile: string | null, rollout: WorkloadDefinitionDependencyRollout | null, shared: string | null, spec: unknown, inject: Array<{ container: string | null, env: Record<string, string> | null, prefix: string | null, workload: string | null }> | null }> | null, parameters: Array<{ default: unknown, description: string | null, maximum: number | null, minimum: number | null, name: string, options: Array<string> | null, type: WorkloadDefinitionParameterType | null, set: Array<{ kind: string | null, name: string, path: string, template: string | null }> }> | null }, outputs: { requiredParameters: Array<string> | null, resources: Array<{ group: string, kind: string, name: string, namespace: string }> } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type WorkloadInstanceFieldsFragment = { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetWorkloadInstanceQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetWorkloadInstanceQuery = { result: { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListWorkloadInstanceQueryVariables = Exact<{
  filter?: WorkloadInstanceFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadInstanceQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchWorkloadInstanceSubscriptionVariables = Exact<{
  filter?: WorkloadInstanceFilterInput | null | undefined;
}>;


export type WatchWorkloadInstanceSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateWorkloadInstanceMutationVariables = Exact<{
  input: CreateWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateWorkloadInstanceMutation = { result: { object: { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateWorkloadInstanceMutationVariables = Exact<{
  input: UpdateWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateWorkloadInstanceMutation = { result: { object: { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteWorkloadInstanceMutationVariables = Exact<{
  input: DeleteWorkloadInstanceInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteWorkloadInstanceMutation = { result: { object: { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { definition: string, drift: WorkloadInstanceDrift | null, guard: WorkloadInstanceGuard | null, namespace: string | null, parameters: unknown, paused: boolean | null, replace: boolean | null, restartedAt: string | null, runtime: string | null, tier: string | null, guardThresholds: { always: number | null, count: number | null, percent: number | null } | null, ignoreDifferences: Array<{ fields: Array<string>, group: string | null, kind: string, name: string | null, namespace: string | null }> | null, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null, placement: { capabilities: Array<WorkloadInstancePlacementCapability> | null, isolation: PlacementIsolation | null, labels: Record<string, string> | null, location: KubernetesRuntimeInstanceLocation | null, locations: Array<KubernetesRuntimeInstanceLocation> | null, provider: RuntimeProvider | null, runtimeProfile: string | null, tier: string | null, overrides: Array<{ location: KubernetesRuntimeInstanceLocation, parameters: unknown, overrides: { env: Array<{ container: string | null, name: string, value: string, workload: string | null }> | null, images: Array<{ digest: string | null, name: string, newName: string | null, newTag: string | null }> | null, patches: Array<{ patch: string, target: { group: string | null, kind: string | null, name: string | null } | null }> | null, resources: Array<{ container: string | null, limits: Record<string, string> | null, requests: Record<string, string> | null, workload: string | null }> | null } | null }> | null } | null, scale: Array<{ kind: string | null, name: string, replicas: number }> | null }, outputs: { namespace: string | null, readyResources: number, resources: number, dependencies: Array<{ binding: string | null, kind: string, name: string, object: string, ready: boolean }> | null, drift: Array<{ desired: string, field: string, found: string, manager: string, resource: string }> | null, locations: Array<{ instance: string, location: string, ready: boolean, reason: string | null, runtime: string | null }> | null, placement: { reason: string, runtime: string | null, rejected: Array<{ reason: string, runtime: string }> } | null, services: Array<{ host: string, name: string, ports: Array<{ name: string | null, port: number, scheme: string }> }> | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type WorkloadServiceDependencyFieldsFragment = { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type GetWorkloadServiceDependencyQueryVariables = Exact<{
  by: ObjectReferenceInput;
}>;


export type GetWorkloadServiceDependencyQuery = { result: { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null };

export type ListWorkloadServiceDependencyQueryVariables = Exact<{
  filter?: WorkloadServiceDependencyFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListWorkloadServiceDependencyQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }> } | null };

export type WatchWorkloadServiceDependencySubscriptionVariables = Exact<{
  filter?: WorkloadServiceDependencyFilterInput | null | undefined;
}>;


export type WatchWorkloadServiceDependencySubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object: { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } };

export type CreateWorkloadServiceDependencyMutationVariables = Exact<{
  input: CreateWorkloadServiceDependencyInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type CreateWorkloadServiceDependencyMutation = { result: { object: { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type UpdateWorkloadServiceDependencyMutationVariables = Exact<{
  input: UpdateWorkloadServiceDependencyInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type UpdateWorkloadServiceDependencyMutation = { result: { object: { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type DeleteWorkloadServiceDependencyMutationVariables = Exact<{
  input: DeleteWorkloadServiceDependencyInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteWorkloadServiceDependencyMutation = { result: { object: { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean, workloadInstance: string }, outputs: { address: string, legacyAddress: string | null } | null, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } } | null } | null };

export type ResourceNodeFieldsFragment = { key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null };

export type GetResourceTreeQueryVariables = Exact<{
  by: AnyObjectReferenceInput;
}>;


export type GetResourceTreeQuery = { result:
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
    | { tree: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> | null }
   | null };

export type FollowResourceTreeSubscriptionVariables = Exact<{
  by: AnyObjectReferenceInput;
}>;


export type FollowResourceTreeSubscription = { result: Array<{ key: string, parentKey: string | null, group: string, version: string, kind: string, namespace: string, name: string, health: ResourceHealth, reason: string, message: string, createdAt: string | null, runtime: { id: string } | null }> };

export type ReadLogsSubscriptionVariables = Exact<{
  by: AnyObjectReferenceInput;
  follow?: boolean | null | undefined;
  since?: string | null | undefined;
  tail?: number | null | undefined;
  container?: string | null | undefined;
  previous?: boolean | null | undefined;
}>;


export type ReadLogsSubscription = { result: Array<{ time: string, namespace: string, pod: string, container: string, text: string, notice: boolean }> };

export type FindOrphansQueryVariables = Exact<{
  runtime: AnyObjectReferenceInput;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FindOrphansQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ group: string, version: string, kind: string, namespace: string, name: string, uid: string, createdAt: string | null, objectId: string, objectKind: ObjectKind | null, objectProject: string, objectName: string }> } | null };

type ObjectFields_HelmWorkloadDefinition_Fragment = { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_HelmWorkloadInstance_Fragment = { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_KubernetesRuntimeDefinition_Fragment = { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_KubernetesRuntimeInstance_Fragment = { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_Profile_Fragment = { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_Project_Fragment = { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_SecretDefinition_Fragment = { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_SecretInstance_Fragment = { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_SupportServiceInstance_Fragment = { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_Tier_Fragment = { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadDefinition_Fragment = { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadInstance_Fragment = { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

type ObjectFields_WorkloadServiceDependency_Fragment = { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null };

export type ObjectFieldsFragment =
  | ObjectFields_HelmWorkloadDefinition_Fragment
  | ObjectFields_HelmWorkloadInstance_Fragment
  | ObjectFields_KubernetesRuntimeDefinition_Fragment
  | ObjectFields_KubernetesRuntimeInstance_Fragment
  | ObjectFields_Profile_Fragment
  | ObjectFields_Project_Fragment
  | ObjectFields_SecretDefinition_Fragment
  | ObjectFields_SecretInstance_Fragment
  | ObjectFields_SupportServiceInstance_Fragment
  | ObjectFields_Tier_Fragment
  | ObjectFields_WorkloadDefinition_Fragment
  | ObjectFields_WorkloadInstance_Fragment
  | ObjectFields_WorkloadServiceDependency_Fragment
;

export type AppliedResourceFieldsFragment = { id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null };

type TypedObjectFields_HelmWorkloadDefinition_Fragment = { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_HelmWorkloadInstance_Fragment = { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_KubernetesRuntimeDefinition_Fragment = { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_KubernetesRuntimeInstance_Fragment = { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_Profile_Fragment = { __typename: 'Profile', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_Project_Fragment = { __typename: 'Project', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_SecretDefinition_Fragment = { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_SecretInstance_Fragment = { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_SupportServiceInstance_Fragment = { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_Tier_Fragment = { __typename: 'Tier', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_WorkloadDefinition_Fragment = { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_WorkloadInstance_Fragment = { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type TypedObjectFields_WorkloadServiceDependency_Fragment = { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, labels: Record<string, string>, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, project: { name: string } | null, status: { phase: Phase, stalled: boolean, retryable: boolean, conditions: Array<{ type: ConditionType, status: ConditionStatus, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type TypedObjectFieldsFragment =
  | TypedObjectFields_HelmWorkloadDefinition_Fragment
  | TypedObjectFields_HelmWorkloadInstance_Fragment
  | TypedObjectFields_KubernetesRuntimeDefinition_Fragment
  | TypedObjectFields_KubernetesRuntimeInstance_Fragment
  | TypedObjectFields_Profile_Fragment
  | TypedObjectFields_Project_Fragment
  | TypedObjectFields_SecretDefinition_Fragment
  | TypedObjectFields_SecretInstance_Fragment
  | TypedObjectFields_SupportServiceInstance_Fragment
  | TypedObjectFields_Tier_Fragment
  | TypedObjectFields_WorkloadDefinition_Fragment
  | TypedObjectFields_WorkloadInstance_Fragment
  | TypedObjectFields_WorkloadServiceDependency_Fragment
;

export type GetObjectQueryVariables = Exact<{
  by: AnyObjectReferenceInput;
}>;


export type GetObjectQuery = { result:
    | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   | null };

export type ListObjectsQueryVariables = Exact<{
  filter?: ManagedObjectFilterInput | null | undefined;
  orderBy?: Array<ObjectOrderInput> | ObjectOrderInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListObjectsQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    > } | null };

export type WatchObjectsSubscriptionVariables = Exact<{
  filter?: ManagedObjectFilterInput | null | undefined;
}>;


export type WatchObjectsSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } };

export type WatchObjectSubscriptionVariables = Exact<{
  by: AnyObjectReferenceInput;
}>;


export type WatchObjectSubscription = { result: { type: WatchEventType, objectId: string | null, cursor: string, object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } };

export type ListReferrersQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListReferrersQuery = { result:
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
    | { referrers: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ field: string, node:
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, generation: number, observedGeneration: number, deletionRequestedAt: string | null, project: { name: string } | null, status: { phase: Phase } }
           }> } | null }
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
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { id: string }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
    | { nextReconcileAt: string | null, reconciling: boolean, id: string, waitingFor:
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
        | { kind: ObjectKind, name: string }
       | null }
   | null> | null };

export type GetEventsQueryVariables = Exact<{
  by: AnyObjectReferenceInput;
  first?: number | null | undefined;
}>;


export type GetEventsQuery = { result:
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
    | { events: { nodes: Array<{ id: string, type: EventType, reason: string, note: string, count: number, firstSeen: string, lastSeen: string }> } | null }
   | null };

export type ApplyMutationVariables = Exact<{
  input: ApplyInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type ApplyMutation = { result: { results: Array<{ result: ApplyResult, object:
        | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
       }> | null } | null };

export type DeleteObjectsMutationVariables = Exact<{
  input: DeleteObjectsInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type DeleteObjectsMutation = { result: { objects: Array<
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    > | null } | null };

export type RollProfileMutationVariables = Exact<{
  input: RollProfileInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type RollProfileMutation = { result: { results: Array<{ result: ApplyResult, object:
        | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
       }> | null } | null };

export type ConfirmRemovalMutationVariables = Exact<{
  input: ConfirmRemovalInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type ConfirmRemovalMutation = { result: { object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } | null };

export type ReconcileMutationVariables = Exact<{
  input: ReconcileInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type ReconcileMutation = { result: { object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } | null };

export type ListChangesQueryVariables = Exact<{
  after?: string | null | undefined;
  before?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  objectId?: string | number | null | undefined;
}>;


export type ListChangesQuery = { result: { nodes: Array<{ cursor: string, operation: ChangeOperation, objectId: string, kind: ObjectKind, name: string, generation: number, version: number, actor: string, reason: string | null, time: string, before: unknown, after: unknown, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null };

export type FollowChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  kinds?: Array<ObjectKind> | ObjectKind | null | undefined;
  objectId?: string | number | null | undefined;
}>;


export type FollowChangesSubscription = { result: { cursor: string, operation: ChangeOperation, objectId: string, kind: ObjectKind, name: string, generation: number, version: number, actor: string, reason: string | null, time: string, object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null } };

export type ChangeFieldsFragment = { cursor: string, operation: ChangeOperation, objectId: string, kind: ObjectKind, name: string, generation: number, version: number, actor: string, reason: string | null, time: string };

export type ListAppliedQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListAppliedQuery = { result:
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
    | { appliedResources: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, runtime: { id: string, name: string } | null }> } | null }
   | null };

export type IssueKubeconfigMutationVariables = Exact<{
  input: IssueKubeconfigInput;
}>;


export type IssueKubeconfigMutation = { result: { issued: { kubeconfig: string, expiresAt: string } | null } | null };

export type ListHistoryQueryVariables = Exact<{
  by: AnyObjectReferenceInput;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListHistoryQuery = { result:
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
    | { history: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ cursor: string, operation: ChangeOperation, generation: number, actor: string, reason: string | null, time: string, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null }
   | null };

export type RollBackMutationVariables = Exact<{
  input: RollBackInput;
  options?: WriteOptionsInput | null | undefined;
}>;


export type RollBackMutation = { result: { object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     | null, diff: Array<{ path: string, before: unknown, after: unknown }> } | null };

export type GetChangeCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type GetChangeCursorQuery = { result: string | null };

export type GetViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type GetViewerQuery = { result: { name: string, roles: Array<Role>, permissions: Array<{ verb: PermissionVerb, unrestricted: boolean, scopes: Array<{ kinds: Array<ObjectKind> | null, projects: Array<string> | null }> }> } | null };

export type GetServerInfoQueryVariables = Exact<{ [key: string]: never; }>;


export type GetServerInfoQuery = { result: { version: string, apiVersion: string, features: Array<ServerFeature>, limits: { pageSize: number, documents: number } } | null };

export type AbandonedResourceFieldsFragment = { id: string, runtimeName: string, objectId: string, objectKind: ObjectKind, objectName: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, provider: string | null, account: string | null, region: string | null, externalId: string | null, abandonedAt: string, runtime: { id: string } | null };

export type ListAbandonedResourcesQueryVariables = Exact<{
  runtime?: AnyObjectReferenceInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListAbandonedResourcesQuery = { result: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, runtimeName: string, objectId: string, objectKind: ObjectKind, objectName: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, provider: string | null, account: string | null, region: string | null, externalId: string | null, abandonedAt: string, runtime: { id: string } | null }> } | null };

export type ForgetAbandonedResourcesMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  options?: WriteOptionsInput | null | undefined;
}>;


export type ForgetAbandonedResourcesMutation = { result: { ids: Array<string> | null } | null };

export type ListOwnedQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListOwnedQuery = { result:
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
    | { owned: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
          | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
          | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        > } | null }
   | null };

export type ListOwnersQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type ListOwnersQuery = { result:
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
    | { owners: { totalCount: number, nodes: Array<
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
          | { kind: ObjectKind, name: string, project: { name: string } | null }
        > } | null }
   | null };

export type GetDiagnosisQueryVariables = Exact<{
  by: AnyObjectReferenceInput;
}>;


export type GetDiagnosisQuery = { result:
    | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
    | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, why: { remedy: string | null, steps: Array<{ message: string, object:
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
            | { id: string, kind: ObjectKind, name: string, project: { name: string } | null, status: { phase: Phase } }
           }>, cause: { kind: ObjectKind, name: string, reason: string, message: string, since: string, retryAt: string | null } } | null, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
   | null };

export type PlanQueryVariables = Exact<{
  input: ApplyInput;
}>;


export type PlanQuery = { result: { omittedApplications: number, placements: Array<{ runtime: string | null, isMade: boolean, reason: string, instance: { kind: ObjectKind, project: string, name: string }, rejected: Array<{ runtime: string, reason: string }> }>, results: Array<{ result: ApplyResult, diff: Array<{ path: string, before: unknown, after: unknown }>, object:
        | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
        | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
       }>, dependencies: Array<{ dependency: string | null, action: PlannedAction, kind: ObjectKind, project: string, name: string, owner: { kind: ObjectKind, project: string, name: string }, diff: Array<{ path: string, before: unknown, after: unknown }> }> } | null };

export type GetDeletionPlanQueryVariables = Exact<{
  targets: Array<AnyObjectReferenceInput> | AnyObjectReferenceInput;
}>;


export type GetDeletionPlanQuery = { result: Array<{ resources: number, data: Array<string>, keptBy: Array<
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
      | { kind: ObjectKind, name: string }
    >, object:
      | { __typename: 'HelmWorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'HelmWorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'KubernetesRuntimeInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Profile', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Project', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SecretInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'SupportServiceInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'Tier', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadDefinition', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadInstance', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
      | { __typename: 'WorkloadServiceDependency', id: string, kind: ObjectKind, name: string, manifest: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, updatedAt: string, confirmation: { token: string, expiresAt: string, removals: Array<{ id: string, text: string }> } | null }
     }> | null };

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
export const TypedObjectFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}
    `, {"fragmentName":"TypedObjectFields"}) as unknown as TypedDocumentString<TypedObjectFieldsFragment, unknown>;
export const HelmWorkloadDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"HelmWorkloadDefinitionFields"}) as unknown as TypedDocumentString<HelmWorkloadDefinitionFieldsFragment, unknown>;
export const HelmWorkloadInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"HelmWorkloadInstanceFields"}) as unknown as TypedDocumentString<HelmWorkloadInstanceFieldsFragment, unknown>;
export const KubernetesRuntimeDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"KubernetesRuntimeInstanceFields"}) as unknown as TypedDocumentString<KubernetesRuntimeInstanceFieldsFragment, unknown>;
export const ProfileFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"ProfileFields"}) as unknown as TypedDocumentString<ProfileFieldsFragment, unknown>;
export const ProjectFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"ProjectFields"}) as unknown as TypedDocumentString<ProjectFieldsFragment, unknown>;
export const SecretDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"SecretDefinitionFields"}) as unknown as TypedDocumentString<SecretDefinitionFieldsFragment, unknown>;
export const SecretInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"SecretInstanceFields"}) as unknown as TypedDocumentString<SecretInstanceFieldsFragment, unknown>;
export const SupportServiceInstanceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"SupportServiceInstanceFields"}) as unknown as TypedDocumentString<SupportServiceInstanceFieldsFragment, unknown>;
export const TierFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`, {"fragmentName":"TierFields"}) as unknown as TypedDocumentString<TierFieldsFragment, unknown>;
export const WorkloadDefinitionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  ...TypedObjectFields
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
    fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  key
  parentKey
  runtime {
    id
  }
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
export const ObjectFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
export const AppliedResourceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AppliedResourceFields on AppliedResource {
  id
  runtime {
    id
    name
  }
  group
  version
  kind
  namespace
  name
  order
  uid
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
  runtime {
    id
  }
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
export const GetHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetHelmWorkloadDefinition($by: ObjectReferenceInput!) {
  result: helmWorkloadDefinition(by: $by) {
    ...HelmWorkloadDefinitionFields
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetHelmWorkloadDefinitionQuery, GetHelmWorkloadDefinitionQueryVariables>;
export const ListHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListHelmWorkloadDefinition($filter: HelmWorkloadDefinitionFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: helmWorkloadDefinitions(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...HelmWorkloadDefinitionFields
    }
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListHelmWorkloadDefinitionQuery, ListHelmWorkloadDefinitionQueryVariables>;
export const WatchHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchHelmWorkloadDefinition($filter: HelmWorkloadDefinitionFilterInput) {
  result: helmWorkloadDefinitions(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...HelmWorkloadDefinitionFields
    }
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchHelmWorkloadDefinitionSubscription, WatchHelmWorkloadDefinitionSubscriptionVariables>;
export const CreateHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateHelmWorkloadDefinition($input: CreateHelmWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: createHelmWorkloadDefinition(input: $input, options: $options) {
    object: helmWorkloadDefinition {
      ...HelmWorkloadDefinitionFields
    }
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateHelmWorkloadDefinitionMutation, CreateHelmWorkloadDefinitionMutationVariables>;
export const UpdateHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateHelmWorkloadDefinition($input: UpdateHelmWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: updateHelmWorkloadDefinition(input: $input, options: $options) {
    object: helmWorkloadDefinition {
      ...HelmWorkloadDefinitionFields
    }
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateHelmWorkloadDefinitionMutation, UpdateHelmWorkloadDefinitionMutationVariables>;
export const DeleteHelmWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteHelmWorkloadDefinition($input: DeleteHelmWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: deleteHelmWorkloadDefinition(input: $input, options: $options) {
    object: helmWorkloadDefinition {
      ...HelmWorkloadDefinitionFields
    }
  }
}
    fragment HelmWorkloadDefinitionFields on HelmWorkloadDefinition {
  ...TypedObjectFields
  spec {
    additionalResources
    chart
    chartVersion
    digest
    password
    repo
    secretValuesDocument
    username
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteHelmWorkloadDefinitionMutation, DeleteHelmWorkloadDefinitionMutationVariables>;
export const GetHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetHelmWorkloadInstance($by: ObjectReferenceInput!) {
  result: helmWorkloadInstance(by: $by) {
    ...HelmWorkloadInstanceFields
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetHelmWorkloadInstanceQuery, GetHelmWorkloadInstanceQueryVariables>;
export const ListHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListHelmWorkloadInstance($filter: HelmWorkloadInstanceFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: helmWorkloadInstances(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...HelmWorkloadInstanceFields
    }
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListHelmWorkloadInstanceQuery, ListHelmWorkloadInstanceQueryVariables>;
export const WatchHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchHelmWorkloadInstance($filter: HelmWorkloadInstanceFilterInput) {
  result: helmWorkloadInstances(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...HelmWorkloadInstanceFields
    }
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchHelmWorkloadInstanceSubscription, WatchHelmWorkloadInstanceSubscriptionVariables>;
export const CreateHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateHelmWorkloadInstance($input: CreateHelmWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: createHelmWorkloadInstance(input: $input, options: $options) {
    object: helmWorkloadInstance {
      ...HelmWorkloadInstanceFields
    }
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateHelmWorkloadInstanceMutation, CreateHelmWorkloadInstanceMutationVariables>;
export const UpdateHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateHelmWorkloadInstance($input: UpdateHelmWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: updateHelmWorkloadInstance(input: $input, options: $options) {
    object: helmWorkloadInstance {
      ...HelmWorkloadInstanceFields
    }
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateHelmWorkloadInstanceMutation, UpdateHelmWorkloadInstanceMutationVariables>;
export const DeleteHelmWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteHelmWorkloadInstance($input: DeleteHelmWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: deleteHelmWorkloadInstance(input: $input, options: $options) {
    object: helmWorkloadInstance {
      ...HelmWorkloadInstanceFields
    }
  }
}
    fragment HelmWorkloadInstanceFields on HelmWorkloadInstance {
  ...TypedObjectFields
  spec {
    additionalResources
    adopt
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
    releaseName
    releaseNamespace
    replace
    runtime
    secretValuesDocument
    tier
    valuesDocument
  }
  outputs {
    appVersion
    chart
    chartVersion
    digest
    drift {
      desired
      field
      found
      manager
      resource
    }
    namespace
    readyResources
    releaseName
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
    url
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteHelmWorkloadInstanceMutation, DeleteHelmWorkloadInstanceMutationVariables>;
export const GetKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetKubernetesRuntimeDefinition($by: ObjectReferenceInput!) {
  result: kubernetesRuntimeDefinition(by: $by) {
    ...KubernetesRuntimeDefinitionFields
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListKubernetesRuntimeDefinition($filter: KubernetesRuntimeDefinitionFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: kubernetesRuntimeDefinitions(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...KubernetesRuntimeDefinitionFields
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListKubernetesRuntimeDefinitionQuery, ListKubernetesRuntimeDefinitionQueryVariables>;
export const WatchKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchKubernetesRuntimeDefinition($filter: KubernetesRuntimeDefinitionFilterInput) {
  result: kubernetesRuntimeDefinitions(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...KubernetesRuntimeDefinitionFields
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchKubernetesRuntimeDefinitionSubscription, WatchKubernetesRuntimeDefinitionSubscriptionVariables>;
export const CreateKubernetesRuntimeDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateKubernetesRuntimeDefinition($input: CreateKubernetesRuntimeDefinitionInput!, $options: WriteOptionsInput) {
  result: createKubernetesRuntimeDefinition(input: $input, options: $options) {
    object: kubernetesRuntimeDefinition {
      ...KubernetesRuntimeDefinitionFields
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateKubernetesRuntimeDefinition($input: UpdateKubernetesRuntimeDefinitionInput!, $options: WriteOptionsInput) {
  result: updateKubernetesRuntimeDefinition(input: $input, options: $options) {
    object: kubernetesRuntimeDefinition {
      ...KubernetesRuntimeDefinitionFields
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteKubernetesRuntimeDefinition($input: DeleteKubernetesRuntimeDefinitionInput!, $options: WriteOptionsInput) {
  result: deleteKubernetesRuntimeDefinition(input: $input, options: $options) {
    object: kubernetesRuntimeDefinition {
      ...KubernetesRuntimeDefinitionFields
    }
  }
}
    fragment KubernetesRuntimeDefinitionFields on KubernetesRuntimeDefinition {
  ...TypedObjectFields
  spec {
    parameters
    profile
    profileVersion
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query GetKubernetesRuntimeInstance($by: ObjectReferenceInput!) {
  result: kubernetesRuntimeInstance(by: $by) {
    ...KubernetesRuntimeInstanceFields
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListKubernetesRuntimeInstance($filter: KubernetesRuntimeInstanceFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: kubernetesRuntimeInstances(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...KubernetesRuntimeInstanceFields
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListKubernetesRuntimeInstanceQuery, ListKubernetesRuntimeInstanceQueryVariables>;
export const WatchKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchKubernetesRuntimeInstance($filter: KubernetesRuntimeInstanceFilterInput) {
  result: kubernetesRuntimeInstances(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...KubernetesRuntimeInstanceFields
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchKubernetesRuntimeInstanceSubscription, WatchKubernetesRuntimeInstanceSubscriptionVariables>;
export const CreateKubernetesRuntimeInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateKubernetesRuntimeInstance($input: CreateKubernetesRuntimeInstanceInput!, $options: WriteOptionsInput) {
  result: createKubernetesRuntimeInstance(input: $input, options: $options) {
    object: kubernetesRuntimeInstance {
      ...KubernetesRuntimeInstanceFields
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateKubernetesRuntimeInstance($input: UpdateKubernetesRuntimeInstanceInput!, $options: WriteOptionsInput) {
  result: updateKubernetesRuntimeInstance(input: $input, options: $options) {
    object: kubernetesRuntimeInstance {
      ...KubernetesRuntimeInstanceFields
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteKubernetesRuntimeInstance($input: DeleteKubernetesRuntimeInstanceInput!, $options: WriteOptionsInput) {
  result: deleteKubernetesRuntimeInstance(input: $input, options: $options) {
    object: kubernetesRuntimeInstance {
      ...KubernetesRuntimeInstanceFields
    }
  }
}
    fragment KubernetesRuntimeInstanceFields on KubernetesRuntimeInstance {
  ...TypedObjectFields
  spec {
    context
    defaultRuntime
    definition
    kubeconfig
    location
    maxInstances
  }
  outputs {
    apiEndpoint
    kubernetesVersion
    missingPermissions
    provider
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteKubernetesRuntimeInstanceMutation, DeleteKubernetesRuntimeInstanceMutationVariables>;
export const GetProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetProfile($by: ObjectReferenceInput!) {
  result: profile(by: $by) {
    ...ProfileFields
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetProfileQuery, GetProfileQueryVariables>;
export const ListProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListProfile($filter: ProfileFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: profiles(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...ProfileFields
    }
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListProfileQuery, ListProfileQueryVariables>;
export const WatchProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchProfile($filter: ProfileFilterInput) {
  result: profiles(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...ProfileFields
    }
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchProfileSubscription, WatchProfileSubscriptionVariables>;
export const CreateProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateProfile($input: CreateProfileInput!, $options: WriteOptionsInput) {
  result: createProfile(input: $input, options: $options) {
    object: profile {
      ...ProfileFields
    }
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateProfileMutation, CreateProfileMutationVariables>;
export const UpdateProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateProfile($input: UpdateProfileInput!, $options: WriteOptionsInput) {
  result: updateProfile(input: $input, options: $options) {
    object: profile {
      ...ProfileFields
    }
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const DeleteProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteProfile($input: DeleteProfileInput!, $options: WriteOptionsInput) {
  result: deleteProfile(input: $input, options: $options) {
    object: profile {
      ...ProfileFields
    }
  }
}
    fragment ProfileFields on Profile {
  ...TypedObjectFields
  spec {
    conditions {
      engine
      labels
      locations
      projects
      runtimeProvider
      tier
    }
    default
    description
    limits {
      allowed
      field
      maximum
      minimum
    }
    parameters
    provider
    type
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteProfileMutation, DeleteProfileMutationVariables>;
export const GetProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetProject($by: GlobalObjectReferenceInput!) {
  result: project(by: $by) {
    ...ProjectFields
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListProject($filter: ProjectFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: projects(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...ProjectFields
    }
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListProjectQuery, ListProjectQueryVariables>;
export const WatchProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchProject($filter: ProjectFilterInput) {
  result: projects(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...ProjectFields
    }
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchProjectSubscription, WatchProjectSubscriptionVariables>;
export const CreateProjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateProject($input: CreateProjectInput!, $options: WriteOptionsInput) {
  result: createProject(input: $input, options: $options) {
    object: project {
      ...ProjectFields
    }
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateProject($input: UpdateProjectInput!, $options: WriteOptionsInput) {
  result: updateProject(input: $input, options: $options) {
    object: project {
      ...ProjectFields
    }
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteProject($input: DeleteProjectInput!, $options: WriteOptionsInput) {
  result: deleteProject(input: $input, options: $options) {
    object: project {
      ...ProjectFields
    }
  }
}
    fragment ProjectFields on Project {
  ...TypedObjectFields
  spec {
    description
    tier
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteProjectMutation, DeleteProjectMutationVariables>;
export const GetSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetSecretDefinition($by: ObjectReferenceInput!) {
  result: secretDefinition(by: $by) {
    ...SecretDefinitionFields
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetSecretDefinitionQuery, GetSecretDefinitionQueryVariables>;
export const ListSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListSecretDefinition($filter: SecretDefinitionFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: secretDefinitions(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...SecretDefinitionFields
    }
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListSecretDefinitionQuery, ListSecretDefinitionQueryVariables>;
export const WatchSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchSecretDefinition($filter: SecretDefinitionFilterInput) {
  result: secretDefinitions(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...SecretDefinitionFields
    }
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchSecretDefinitionSubscription, WatchSecretDefinitionSubscriptionVariables>;
export const CreateSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSecretDefinition($input: CreateSecretDefinitionInput!, $options: WriteOptionsInput) {
  result: createSecretDefinition(input: $input, options: $options) {
    object: secretDefinition {
      ...SecretDefinitionFields
    }
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateSecretDefinitionMutation, CreateSecretDefinitionMutationVariables>;
export const UpdateSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateSecretDefinition($input: UpdateSecretDefinitionInput!, $options: WriteOptionsInput) {
  result: updateSecretDefinition(input: $input, options: $options) {
    object: secretDefinition {
      ...SecretDefinitionFields
    }
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateSecretDefinitionMutation, UpdateSecretDefinitionMutationVariables>;
export const DeleteSecretDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteSecretDefinition($input: DeleteSecretDefinitionInput!, $options: WriteOptionsInput) {
  result: deleteSecretDefinition(input: $input, options: $options) {
    object: secretDefinition {
      ...SecretDefinitionFields
    }
  }
}
    fragment SecretDefinitionFields on SecretDefinition {
  ...TypedObjectFields
  spec {
    binaryData
    data
    from
  }
  outputs {
    keys
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteSecretDefinitionMutation, DeleteSecretDefinitionMutationVariables>;
export const GetSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetSecretInstance($by: ObjectReferenceInput!) {
  result: secretInstance(by: $by) {
    ...SecretInstanceFields
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetSecretInstanceQuery, GetSecretInstanceQueryVariables>;
export const ListSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListSecretInstance($filter: SecretInstanceFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: secretInstances(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...SecretInstanceFields
    }
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListSecretInstanceQuery, ListSecretInstanceQueryVariables>;
export const WatchSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchSecretInstance($filter: SecretInstanceFilterInput) {
  result: secretInstances(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...SecretInstanceFields
    }
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchSecretInstanceSubscription, WatchSecretInstanceSubscriptionVariables>;
export const CreateSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSecretInstance($input: CreateSecretInstanceInput!, $options: WriteOptionsInput) {
  result: createSecretInstance(input: $input, options: $options) {
    object: secretInstance {
      ...SecretInstanceFields
    }
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateSecretInstanceMutation, CreateSecretInstanceMutationVariables>;
export const UpdateSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateSecretInstance($input: UpdateSecretInstanceInput!, $options: WriteOptionsInput) {
  result: updateSecretInstance(input: $input, options: $options) {
    object: secretInstance {
      ...SecretInstanceFields
    }
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateSecretInstanceMutation, UpdateSecretInstanceMutationVariables>;
export const DeleteSecretInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteSecretInstance($input: DeleteSecretInstanceInput!, $options: WriteOptionsInput) {
  result: deleteSecretInstance(input: $input, options: $options) {
    object: secretInstance {
      ...SecretInstanceFields
    }
  }
}
    fragment SecretInstanceFields on SecretInstance {
  ...TypedObjectFields
  spec {
    definition
    delivery
    namespace
    refreshInterval
    runtime
    secretName
    type
    workloadInstance
  }
  outputs {
    digest
    keys
    namespace
    secretName
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteSecretInstanceMutation, DeleteSecretInstanceMutationVariables>;
export const GetSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetSupportServiceInstance($by: ObjectReferenceInput!) {
  result: supportServiceInstance(by: $by) {
    ...SupportServiceInstanceFields
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListSupportServiceInstance($filter: SupportServiceInstanceFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: supportServiceInstances(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...SupportServiceInstanceFields
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListSupportServiceInstanceQuery, ListSupportServiceInstanceQueryVariables>;
export const WatchSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchSupportServiceInstance($filter: SupportServiceInstanceFilterInput) {
  result: supportServiceInstances(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...SupportServiceInstanceFields
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchSupportServiceInstanceSubscription, WatchSupportServiceInstanceSubscriptionVariables>;
export const CreateSupportServiceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSupportServiceInstance($input: CreateSupportServiceInstanceInput!, $options: WriteOptionsInput) {
  result: createSupportServiceInstance(input: $input, options: $options) {
    object: supportServiceInstance {
      ...SupportServiceInstanceFields
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateSupportServiceInstance($input: UpdateSupportServiceInstanceInput!, $options: WriteOptionsInput) {
  result: updateSupportServiceInstance(input: $input, options: $options) {
    object: supportServiceInstance {
      ...SupportServiceInstanceFields
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteSupportServiceInstance($input: DeleteSupportServiceInstanceInput!, $options: WriteOptionsInput) {
  result: deleteSupportServiceInstance(input: $input, options: $options) {
    object: supportServiceInstance {
      ...SupportServiceInstanceFields
    }
  }
}
    fragment SupportServiceInstanceFields on SupportServiceInstance {
  ...TypedObjectFields
  spec {
    runtime
    service
  }
  outputs {
    defaultHost
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteSupportServiceInstanceMutation, DeleteSupportServiceInstanceMutationVariables>;
export const GetTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetTier($by: ObjectReferenceInput!) {
  result: tier(by: $by) {
    ...TierFields
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<GetTierQuery, GetTierQueryVariables>;
export const ListTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListTier($filter: TierFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: tiers(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...TierFields
    }
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListTierQuery, ListTierQueryVariables>;
export const WatchTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchTier($filter: TierFilterInput) {
  result: tiers(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...TierFields
    }
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchTierSubscription, WatchTierSubscriptionVariables>;
export const CreateTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateTier($input: CreateTierInput!, $options: WriteOptionsInput) {
  result: createTier(input: $input, options: $options) {
    object: tier {
      ...TierFields
    }
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CreateTierMutation, CreateTierMutationVariables>;
export const UpdateTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateTier($input: UpdateTierInput!, $options: WriteOptionsInput) {
  result: updateTier(input: $input, options: $options) {
    object: tier {
      ...TierFields
    }
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateTierMutation, UpdateTierMutationVariables>;
export const DeleteTierDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteTier($input: DeleteTierInput!, $options: WriteOptionsInput) {
  result: deleteTier(input: $input, options: $options) {
    object: tier {
      ...TierFields
    }
  }
}
    fragment TierFields on Tier {
  ...TypedObjectFields
  spec {
    criticality
    defaults {
      field
      kind
      value
    }
    description
    limits {
      allowed
      field
      kind
      maximum
      minimum
    }
    protection
    quotas {
      kind
      maximum
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DeleteTierMutation, DeleteTierMutationVariables>;
export const GetWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetWorkloadDefinition($by: ObjectReferenceInput!) {
  result: workloadDefinition(by: $by) {
    ...WorkloadDefinitionFields
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListWorkloadDefinition($filter: WorkloadDefinitionFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: workloadDefinitions(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...WorkloadDefinitionFields
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadDefinitionQuery, ListWorkloadDefinitionQueryVariables>;
export const WatchWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchWorkloadDefinition($filter: WorkloadDefinitionFilterInput) {
  result: workloadDefinitions(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...WorkloadDefinitionFields
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchWorkloadDefinitionSubscription, WatchWorkloadDefinitionSubscriptionVariables>;
export const CreateWorkloadDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadDefinition($input: CreateWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: createWorkloadDefinition(input: $input, options: $options) {
    object: workloadDefinition {
      ...WorkloadDefinitionFields
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateWorkloadDefinition($input: UpdateWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: updateWorkloadDefinition(input: $input, options: $options) {
    object: workloadDefinition {
      ...WorkloadDefinitionFields
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteWorkloadDefinition($input: DeleteWorkloadDefinitionInput!, $options: WriteOptionsInput) {
  result: deleteWorkloadDefinition(input: $input, options: $options) {
    object: workloadDefinition {
      ...WorkloadDefinitionFields
    }
  }
}
    fragment WorkloadDefinitionFields on WorkloadDefinition {
  ...TypedObjectFields
  spec {
    dependencies {
      definition
      inject {
        container
        env
        prefix
        workload
      }
      instance
      kind
      name
      optional
      profile
      rollout
      shared
      spec
    }
    parameters {
      default
      description
      maximum
      minimum
      name
      options
      set {
        kind
        name
        path
        template
      }
      type
    }
    yamlDocument
  }
  outputs {
    requiredParameters
    resources {
      group
      kind
      name
      namespace
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query GetWorkloadInstance($by: ObjectReferenceInput!) {
  result: workloadInstance(by: $by) {
    ...WorkloadInstanceFields
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListWorkloadInstance($filter: WorkloadInstanceFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: workloadInstances(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...WorkloadInstanceFields
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadInstanceQuery, ListWorkloadInstanceQueryVariables>;
export const WatchWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchWorkloadInstance($filter: WorkloadInstanceFilterInput) {
  result: workloadInstances(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...WorkloadInstanceFields
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchWorkloadInstanceSubscription, WatchWorkloadInstanceSubscriptionVariables>;
export const CreateWorkloadInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadInstance($input: CreateWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: createWorkloadInstance(input: $input, options: $options) {
    object: workloadInstance {
      ...WorkloadInstanceFields
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateWorkloadInstance($input: UpdateWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: updateWorkloadInstance(input: $input, options: $options) {
    object: workloadInstance {
      ...WorkloadInstanceFields
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteWorkloadInstance($input: DeleteWorkloadInstanceInput!, $options: WriteOptionsInput) {
  result: deleteWorkloadInstance(input: $input, options: $options) {
    object: workloadInstance {
      ...WorkloadInstanceFields
    }
  }
}
    fragment WorkloadInstanceFields on WorkloadInstance {
  ...TypedObjectFields
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
    overrides {
      env {
        container
        name
        value
        workload
      }
      images {
        digest
        name
        newName
        newTag
      }
      patches {
        patch
        target {
          group
          kind
          name
        }
      }
      resources {
        container
        limits
        requests
        workload
      }
    }
    parameters
    paused
    placement {
      capabilities
      isolation
      labels
      location
      locations
      overrides {
        location
        overrides {
          env {
            container
            name
            value
            workload
          }
          images {
            digest
            name
            newName
            newTag
          }
          patches {
            patch
            target {
              group
              kind
              name
            }
          }
          resources {
            container
            limits
            requests
            workload
          }
        }
        parameters
      }
      provider
      runtimeProfile
      tier
    }
    replace
    restartedAt
    runtime
    scale {
      kind
      name
      replicas
    }
    tier
  }
  outputs {
    dependencies {
      binding
      kind
      name
      object
      ready
    }
    drift {
      desired
      field
      found
      manager
      resource
    }
    locations {
      instance
      location
      ready
      reason
      runtime
    }
    namespace
    placement {
      reason
      rejected {
        reason
        runtime
      }
      runtime
    }
    readyResources
    resources
    services {
      host
      name
      ports {
        name
        port
        scheme
      }
    }
  }
}
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query GetWorkloadServiceDependency($by: ObjectReferenceInput!) {
  result: workloadServiceDependency(by: $by) {
    ...WorkloadServiceDependencyFields
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query ListWorkloadServiceDependency($filter: WorkloadServiceDependencyFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: workloadServiceDependencies(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...WorkloadServiceDependencyFields
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ListWorkloadServiceDependencyQuery, ListWorkloadServiceDependencyQueryVariables>;
export const WatchWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchWorkloadServiceDependency($filter: WorkloadServiceDependencyFilterInput) {
  result: workloadServiceDependencies(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...WorkloadServiceDependencyFields
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
  }
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WatchWorkloadServiceDependencySubscription, WatchWorkloadServiceDependencySubscriptionVariables>;
export const CreateWorkloadServiceDependencyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWorkloadServiceDependency($input: CreateWorkloadServiceDependencyInput!, $options: WriteOptionsInput) {
  result: createWorkloadServiceDependency(input: $input, options: $options) {
    object: workloadServiceDependency {
      ...WorkloadServiceDependencyFields
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation UpdateWorkloadServiceDependency($input: UpdateWorkloadServiceDependencyInput!, $options: WriteOptionsInput) {
  result: updateWorkloadServiceDependency(input: $input, options: $options) {
    object: workloadServiceDependency {
      ...WorkloadServiceDependencyFields
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    mutation DeleteWorkloadServiceDependency($input: DeleteWorkloadServiceDependencyInput!, $options: WriteOptionsInput) {
  result: deleteWorkloadServiceDependency(input: $input, options: $options) {
    object: workloadServiceDependency {
      ...WorkloadServiceDependencyFields
    }
  }
}
    fragment WorkloadServiceDependencyFields on WorkloadServiceDependency {
  ...TypedObjectFields
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
fragment TypedObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  project {
    name
  }
  labels
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
    query GetResourceTree($by: AnyObjectReferenceInput!) {
  result: object(by: $by) {
    tree {
      ...ResourceNodeFields
    }
  }
}
    fragment ResourceNodeFields on ResourceNode {
  key
  parentKey
  runtime {
    id
  }
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
    subscription FollowResourceTree($by: AnyObjectReferenceInput!) {
  result: tree(by: $by) {
    ...ResourceNodeFields
  }
}
    fragment ResourceNodeFields on ResourceNode {
  key
  parentKey
  runtime {
    id
  }
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
    subscription ReadLogs($by: AnyObjectReferenceInput!, $follow: Boolean, $since: DateTime, $tail: Int, $container: String, $previous: Boolean) {
  result: logs(
    by: $by
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
    query FindOrphans($runtime: AnyObjectReferenceInput!, $first: Int, $after: String) {
  result: orphans(runtime: $runtime, first: $first, after: $after) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
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
}
    `) as unknown as TypedDocumentString<FindOrphansQuery, FindOrphansQueryVariables>;
export const GetObjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetObject($by: AnyObjectReferenceInput!) {
  result: object(by: $by) {
    ...ObjectFields
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
export const ListObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListObjects($filter: ManagedObjectFilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String) {
  result: objects(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
export const WatchObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchObjects($filter: ManagedObjectFilterInput) {
  result: objects(filter: $filter) {
    type
    objectId
    cursor
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<WatchObjectsSubscription, WatchObjectsSubscriptionVariables>;
export const WatchObjectDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchObject($by: AnyObjectReferenceInput!) {
  result: object(by: $by) {
    type
    objectId
    cursor
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<WatchObjectSubscription, WatchObjectSubscriptionVariables>;
export const ListReferrersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListReferrers($id: ID!, $first: Int, $after: String) {
  result: object(by: {id: $id}) {
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
          project {
            name
          }
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
  result: object(by: {id: $id}) {
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
    ... on ManagedObject {
      nextReconcileAt
      reconciling
      waitingFor {
        kind
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListNextTriesQuery, ListNextTriesQueryVariables>;
export const GetEventsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetEvents($by: AnyObjectReferenceInput!, $first: Int) {
  result: object(by: $by) {
    events(first: $first) {
      nodes {
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
    `) as unknown as TypedDocumentString<GetEventsQuery, GetEventsQueryVariables>;
export const ApplyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Apply($input: ApplyInput!, $options: WriteOptionsInput) {
  result: apply(input: $input, options: $options) {
    results {
      result
      object {
        ...ObjectFields
      }
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
    mutation DeleteObjects($input: DeleteObjectsInput!, $options: WriteOptionsInput) {
  result: deleteObjects(input: $input, options: $options) {
    objects {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
export const RollProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RollProfile($input: RollProfileInput!, $options: WriteOptionsInput) {
  result: rollProfile(input: $input, options: $options) {
    results {
      result
      object {
        ...ObjectFields
      }
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<RollProfileMutation, RollProfileMutationVariables>;
export const ConfirmRemovalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmRemoval($input: ConfirmRemovalInput!, $options: WriteOptionsInput) {
  result: confirmRemoval(input: $input, options: $options) {
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
    mutation Reconcile($input: ReconcileInput!, $options: WriteOptionsInput) {
  result: reconcile(input: $input, options: $options) {
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
    query ListChanges($after: String, $before: String, $first: Int, $last: Int, $objectId: ID) {
  result: changes(
    after: $after
    before: $before
    first: $first
    last: $last
    objectId: $objectId
  ) {
    nodes {
      ...ChangeFields
      before: specBefore
      after: specAfter
      diff {
        path
        before
        after
      }
    }
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
    subscription FollowChanges($after: String, $kinds: [ObjectKind!], $objectId: ID) {
  result: changes(after: $after, kinds: $kinds, objectId: $objectId) {
    ...ChangeFields
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
  result: object(by: {id: $id}) {
    appliedResources(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...AppliedResourceFields
      }
    }
  }
}
    fragment AppliedResourceFields on AppliedResource {
  id
  runtime {
    id
    name
  }
  group
  version
  kind
  namespace
  name
  order
  uid
}`) as unknown as TypedDocumentString<ListAppliedQuery, ListAppliedQueryVariables>;
export const IssueKubeconfigDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation IssueKubeconfig($input: IssueKubeconfigInput!) {
  result: issueKubeconfig(input: $input) {
    issued {
      kubeconfig
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<IssueKubeconfigMutation, IssueKubeconfigMutationVariables>;
export const ListHistoryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListHistory($by: AnyObjectReferenceInput!, $first: Int, $after: String) {
  result: object(by: $by) {
    history(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        cursor
        operation
        generation
        actor
        reason
        time
        diff {
          path
          before
          after
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListHistoryQuery, ListHistoryQueryVariables>;
export const RollBackDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RollBack($input: RollBackInput!, $options: WriteOptionsInput) {
  result: rollBack(input: $input, options: $options) {
    object {
      ...ObjectFields
    }
    diff {
      path
      before
      after
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<RollBackMutation, RollBackMutationVariables>;
export const GetChangeCursorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetChangeCursor {
  result: changeCursor
}
    `) as unknown as TypedDocumentString<GetChangeCursorQuery, GetChangeCursorQueryVariables>;
export const GetViewerDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetViewer {
  result: viewer {
    name
    roles
    permissions {
      verb
      unrestricted
      scopes {
        kinds
        projects
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetViewerQuery, GetViewerQueryVariables>;
export const GetServerInfoDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetServerInfo {
  result: serverInfo {
    version
    apiVersion
    features
    limits {
      pageSize
      documents
    }
  }
}
    `) as unknown as TypedDocumentString<GetServerInfoQuery, GetServerInfoQueryVariables>;
export const ListAbandonedResourcesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListAbandonedResources($runtime: AnyObjectReferenceInput, $first: Int, $after: String) {
  result: abandonedResources(runtime: $runtime, first: $first, after: $after) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...AbandonedResourceFields
    }
  }
}
    fragment AbandonedResourceFields on AbandonedResource {
  id
  runtime {
    id
  }
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
    mutation ForgetAbandonedResources($ids: [ID!]!, $options: WriteOptionsInput) {
  result: forgetAbandonedResources(input: {ids: $ids}, options: $options) {
    ids
  }
}
    `) as unknown as TypedDocumentString<ForgetAbandonedResourcesMutation, ForgetAbandonedResourcesMutationVariables>;
export const ListOwnedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListOwned($id: ID!, $first: Int, $after: String) {
  result: object(by: {id: $id}) {
    owned(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...ObjectFields
      }
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
  result: object(by: {id: $id}) {
    owners(first: $first) {
      totalCount
      nodes {
        kind
        name
        project {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListOwnersQuery, ListOwnersQueryVariables>;
export const GetDiagnosisDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetDiagnosis($by: AnyObjectReferenceInput!) {
  result: object(by: $by) {
    ...ObjectFields
    why {
      remedy
      steps {
        message
        object {
          id
          kind
          name
          project {
            name
          }
          status {
            phase
          }
        }
      }
      cause {
        kind
        name
        reason
        message
        since
        retryAt
      }
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<GetDiagnosisQuery, GetDiagnosisQueryVariables>;
export const PlanDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Plan($input: ApplyInput!) {
  result: plan(input: $input) {
    omittedApplications
    placements {
      instance {
        kind
        project
        name
      }
      runtime
      isMade
      reason
      rejected {
        runtime
        reason
      }
    }
    results {
      result
      diff {
        path
        before
        after
      }
      object {
        ...ObjectFields
      }
    }
    dependencies {
      dependency
      action
      kind
      project
      name
      owner {
        kind
        project
        name
      }
      diff {
        path
        before
        after
      }
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<PlanQuery, PlanQueryVariables>;
export const GetDeletionPlanDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetDeletionPlan($targets: [AnyObjectReferenceInput!]!) {
  result: deletionPlan(targets: $targets) {
    resources
    data
    keptBy {
      kind
      name
    }
    object {
      ...ObjectFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  __typename
  id
  kind
  name
  manifest
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
}`) as unknown as TypedDocumentString<GetDeletionPlanQuery, GetDeletionPlanQueryVariables>;