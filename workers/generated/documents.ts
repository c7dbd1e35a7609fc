/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A resource that is about to be applied, or has been applied. */
export type AppliedResourceInput = {
  /** The `metadata.resourceVersion` as which the resource may be deleted without another look at it. Omitted if there is none. */
  deletableVersion?: string | null | undefined;
  /** The API group of the resource. Empty for the core group. */
  group: string;
  /** A hash of the applied manifest. */
  hash?: string | null | undefined;
  /** The kind of the resource. */
  kind: string;
  /** The `metadata.generation` of the resource after the apply. */
  liveGeneration?: number | null | undefined;
  /** The name of the resource. */
  name: string;
  /** The namespace of the resource. Empty for a cluster-scoped resource. */
  namespace: string;
  /** The position of the resource in the apply order. */
  order: number;
  /** The `metadata.resourceVersion` of the resource after the apply. */
  resourceVersion?: string | null | undefined;
  /** The ID of the KubernetesRuntimeInstance that the resource is in. */
  runtimeId: string | number;
  /** The `metadata.uid` of the resource. */
  uid?: string | null | undefined;
  /** The API version of the resource. */
  version: string;
};

/** An external resource that is about to be created, or has been created. */
export type ExternalResourceInput = {
  /** The account with the provider. */
  account: string;
  /** The ID that the provider assigned to the resource, once it is known. */
  externalId?: string | null | undefined;
  /** The deterministic name of the resource, by which it can be found again. */
  name: string;
  /** The position of the resource in the creation order. */
  order: number;
  /** The provider, for example `aws`. */
  provider: string;
  /** The region. Empty for a global resource. */
  region: string;
  /** The tags of the resource, by key, at most 50. */
  tags: Record<string, string>;
  /** The provider's name for the type of the resource. */
  type: string;
};

/** An external resource with the tags of this control plane, as listed by its provider. */
export type FoundExternalResourceInput = {
  /** The account with the provider. */
  account: string;
  /** The ID that the provider assigned to the resource. */
  externalId: string;
  /** The deterministic name of the resource, by which it can be found again. */
  name: string;
  /** The provider, for example `aws`. */
  provider: string;
  /** The region. Empty for a global resource. */
  region: string;
  /** The provider's name for the type of the resource. */
  type: string;
};

/** A reconcile that is still running. */
export type HeldReconcileInput = {
  /** The epoch that `startReconcile` returned. */
  epoch: number;
  /** The ID of the object. */
  id: string | number;
};

/** The kinds of objects. Each value is the name of the type that implements `ManagedObject`. */
export type ObjectKind =
  /** A Kubernetes cluster of Azure Kubernetes Service: its version, network and nodes. An edit is rolled out to all instances. */
  | 'AksKubernetesRuntimeDefinition'
  /** A Kubernetes cluster of Azure Kubernetes Service, with its resource group and nodes. */
  | 'AksKubernetesRuntimeInstance'
  /** An application that is delivered into environments: CI names the images of a build, and each build becomes a revision that goes from environment to environment, by the rules of each. */
  | 'Application'
  /** A version of an application that never changes: a copy of its definition, and its images by digest. Revisions are numbered. One that a promotion of parts has made has parts of another revision. */
  | 'ApplicationRevision'
  /** An account of AWS in which QleetOS manages resources: with an access key, with a role that it assumes, or with both. Its credentials are checked when they change, and every ten minutes. */
  | 'AwsAccount'
  /** A Kubernetes cluster of Amazon EKS: its version, network and nodes. An edit is rolled out to all instances. */
  | 'AwsEksKubernetesRuntimeDefinition'
  /** A Kubernetes cluster of Amazon EKS, with its network, roles and nodes. */
  | 'AwsEksKubernetesRuntimeInstance'
  /** A bucket of Amazon S3: who may read it, and what it keeps. An edit is rolled out to all instances. */
  | 'AwsObjectStorageBucketDefinition'
  /** A bucket of Amazon S3. */
  | 'AwsObjectStorageBucketInstance'
  /** A role of IAM for the pods of a service account in a cluster of Amazon EKS, by EKS Pod Identity. Everything that gives the pods access to something owns it together; it is deleted with the last. */
  | 'AwsPodIdentity'
  /** A relational database of Amazon RDS: engine, version, machine, storage and backups. An edit is rolled out to all instances. */
  | 'AwsRelationalDatabaseDefinition'
  /** A relational database of Amazon RDS. */
  | 'AwsRelationalDatabaseInstance'
  /** A subscription of Azure in which QleetOS manages resources as a service principal: with a secret, or with the identity of the workers. Its credentials are checked when they change, and every ten minutes. */
  | 'AzureAccount'
  /** A bucket for objects as an application needs it. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
  | 'BucketDefinition'
  /** A bucket with a key of its own, in a runtime. Applications of that runtime use it as a dependency, over the protocol of S3; several can share it. */
  | 'BucketInstance'
  /** The new revision of an application beside the one that runs: copies of the Deployments behind its gateways, which get a share of the requests. */
  | 'CanaryWorkload'
  /** Another QleetOS as it is installed in runtimes: version, size and database. An edit is rolled out to all instances. */
  | 'ControlPlaneDefinition'
  /** A control plane that this one, its parent, runs in a namespace of a runtime: a database, servers, workers and NATS. It has users, objects and keys of its own. */
  | 'ControlPlaneInstance'
  /** A relational database as an application needs it: engine, version, size and storage. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
  | 'DatabaseDefinition'
  /** A running database with a user of its own, in a runtime. Applications of that runtime use it as a dependency; several can share it. */
  | 'DatabaseInstance'
  /** A build of an application, as CI delivers it with `qleetctl deliver`. It never changes; its outputs tell what has become of it. */
  | 'Delivery'
  /** A domain below which gateways serve applications, with its DNS zone and the issuer of its certificates. */
  | 'DomainNameDefinition'
  /** A domain that an application uses in a runtime: its zone is delegated, and the runtime can maintain records in it. */
  | 'DomainNameInstance'
  /** Where applications run, and by which rules new revisions get there: for example staging, where every build is rolled out, and production, which each revision needs an approval for. */
  | 'Environment'
  /** Deletes the preview of a pull request when its forge reports that it was closed or merged, at `POST /v0/webhooks/PROJECT/NAME`. With `images`, it also makes the preview, and follows the commits of the pull request. */
  | 'ForgeWebhook'
  /** The ports and the host name at which clients outside of the cluster reach a Service of an application. */
  | 'GatewayDefinition'
  /** The gateway of an application: clients outside of the cluster reach it at a stable address. */
  | 'GatewayInstance'
  /** A port of the gateways in a runtime. Gateways share a port for HTTP if their host names differ; a port for TCP belongs to one. */
  | 'GatewayPort'
  /** A project of Google Cloud in which QleetOS manages resources: with the key of a service account, or as a service account that the workers impersonate. Its credentials are checked when they change, and every ten minutes. */
  | 'GcpAccount'
  /** A Kubernetes cluster of Google Kubernetes Engine: its version, network and nodes. An edit is rolled out to all instances. */
  | 'GkeKubernetesRuntimeDefinition'
  /** A Kubernetes cluster of Google Kubernetes Engine, with its network and nodes. */
  | 'GkeKubernetesRuntimeInstance'
  /** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
  | 'HelmWorkloadDefinition'
  /** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
  | 'HelmWorkloadInstance'
  /** Holds an application at a revision, in one or all of its environments: deliveries are recorded and wait until the hold is deleted, with `qleetctl release`. A rollback is a hold at an earlier revision. */
  | 'Hold'
  /** A host name whose DNS records a gateway maintains. No two gateways of a control plane have the same. */
  | 'HostName'
  /** Delivers an image to an application whenever its registry reports a push, at `POST /v0/webhooks/PROJECT/NAME`. Each push is a `Delivery` whose source is the name of the webhook. */
  | 'ImageWebhook'
  /** A way to provide Kubernetes clusters. Its instances are the clusters. */
  | 'KubernetesRuntimeDefinition'
  /** A Kubernetes cluster that workloads run in. */
  | 'KubernetesRuntimeInstance'
  /** A place outside of QleetOS that stores logs: its address and credentials. The collectors in runtimes connect to it, and nothing else does. */
  | 'LogBackend'
  /** The backends that store the logs of runtimes, besides the Loki of the runtime itself. An edit is rolled out to all instances. */
  | 'LogStorageDefinition'
  /** The logs of all pods of a runtime in the backends of a definition, to which a collector in the runtime sends them. */
  | 'LogStorageInstance'
  /** Logs of everything in a runtime, by Loki: retention, storage and the values of its chart. An edit is rolled out to all instances. */
  | 'LoggingDefinition'
  /** Loki in a runtime, and a collector that sends the logs of all pods to it. There is one in each runtime: several instances share it, and the first decides. */
  | 'LoggingInstance'
  /** Metrics of a runtime and of everything in it, by Prometheus: retention, storage and the values of the chart kube-prometheus-stack. An edit is rolled out to all instances. */
  | 'MetricsDefinition'
  /** Prometheus in a runtime. There is one in each runtime: several instances share it, and the first decides. One that the cluster had already is used as it is. */
  | 'MetricsInstance'
  /** The API server of a module, which adds kinds of its own. Clients reach it through the servers of QleetOS, at the paths of its routes, with the tokens and permissions of QleetOS. */
  | 'ModuleApi'
  /** A path of the API, below which all requests go to a module. Its name is the path, with dots instead of slashes. */
  | 'ModuleApiRoute'
  /** Notifies people or programs of what happens to the objects of its project: by a webhook, Slack or e-mail. Channels for GitHub and GitLab report deployments to the repository of an application. */
  | 'NotificationChannel'
  /** Dashboards about a runtime and the workloads in it, by Grafana: storage and the values of its chart. An edit is rolled out to all instances. */
  | 'ObservabilityDashboardDefinition'
  /** Grafana in a runtime, with dashboards of QleetOS. There is one in each runtime: several instances share it, and the first decides. */
  | 'ObservabilityDashboardInstance'
  /** Metrics, logs and dashboards of runtimes as a whole: what their own definitions have, in one object. An edit is rolled out to all instances. */
  | 'ObservabilityStackDefinition'
  /** Metrics, logs and dashboards of a runtime, each of which is an object of its own. */
  | 'ObservabilityStackInstance'
  /** Rules for what users write, as expressions: which images, replicas or times are allowed. They are checked by every create, update and plan, and refuse it or warn. Policies belong to project `default` and are for all projects. */
  | 'Policy'
  /** Exempts objects from rules of a policy until a time, with an owner and a reason. Exceptions belong to project `default`. */
  | 'PolicyException'
  /** An application with the images of a pull request, in a namespace of its own and with dependencies of its own. It is deleted with everything that belongs to it, data included, once the pull request is closed, or some time after the last push. */
  | 'Preview'
  /** Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform teams write profiles; those of project `default` are for all projects. */
  | 'Profile'
  /** A namespace for objects that belong together, such as those of a team, a product or an environment. */
  | 'Project'
  /** Approves exactly one revision of an application for an environment. The newest promotion for the environment applies, once as many different users have approved its revision as the environment asks for. */
  | 'Promotion'
  /** A decision about one rollout of an application: to pause it, as long as the decision exists, to abort it, to try it again after it failed, to go on without some of its jobs, or to promote its canary now. It has no effect on other rollouts. */
  | 'RolloutDecision'
  /** A job of one rollout of an application, such as a migration: it runs once, as a Kubernetes Job beside the workload. */
  | 'RolloutJob'
  /** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
  | 'SecretDefinition'
  /** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
  | 'SecretInstance'
  /** An application in one of its environments: the revision that was chosen for it, and how far its rollout has got. */
  | 'Stage'
  /** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
  | 'SupportServiceInstance'
  /** A configuration of Terraform or OpenTofu: its text, or a module. An edit is planned and applied for all instances. */
  | 'TerraformDefinition'
  /** A configuration of Terraform or OpenTofu that is applied, with its variables. Its state is stored encrypted by the control plane. */
  | 'TerraformInstance'
  /** A stage of operation, such as development or production: the defaults, limits, quotas and protection of the objects in it. Tiers belong to project `default` and are for all projects. */
  | 'Tier'
  /** The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is rolled out to all of them. */
  | 'WorkloadDefinition'
  /** A running application: the resources of a definition, applied to a runtime and continuously reconciled. */
  | 'WorkloadInstance'
  /** A service outside of the cluster that an application calls. The application uses a stable address, and the service behind it can change at any time without a restart. */
  | 'WorkloadServiceDependency';

/** The desired state of an object that another object owns. */
export type OwnedDocumentInput = {
  /** The name by which the owner uses a shared object, unique among its owners. */
  claim?: string | null | undefined;
  /** The field of the owner that determines this object. Errors name it to clients that edit the object directly. */
  field?: string | null | undefined;
  /** The time in milliseconds for which the object is retained after its last owner. Default: 0. */
  gracePeriod?: number | null | undefined;
  /** Indicates whether an object that exists stays as it is. Default: false. */
  holdBack?: boolean | null | undefined;
  /** The kind of the object. */
  kind: string;
  /** The labels of the object. */
  labels?: Record<string, string> | null | undefined;
  /** The name of the object. */
  name: string;
  /** The parameters that the owner requests of a shared object, in addition to its spec. */
  parameters?: unknown;
  /** The name of the project of the object. Default: `default`. */
  project?: string | null | undefined;
  /** The spec of the object. If it has several owners, that of the first owner applies. */
  spec?: unknown;
};

/** The providers of clusters. */
export type RuntimeProvider =
  /** A cluster of Azure Kubernetes Service. */
  | 'AKS'
  /** A cluster of Amazon EKS. */
  | 'EKS'
  /** A real API server and etcd, whose pods run nothing. */
  | 'ENVTEST'
  /** A cluster of Google Kubernetes Engine. */
  | 'GKE'
  /** The cluster in which the worker runs. */
  | 'IN_CLUSTER'
  /** A cluster in containers on the machine of the worker, created with kind. */
  | 'KIND'
  /** An existing cluster, accessed with a kubeconfig. */
  | 'KUBECONFIG'
  /** A Kubernetes API server inside QleetOS that runs no containers. */
  | 'SIMULATED';

/** The observed state of a resource in a cluster. */
export type SeenResourceInput = {
  /** The ID of the object on the label of the resource. */
  ownerId: string | number;
  /** The `metadata.resourceVersion` of the resource. Omitted if the resource no longer exists. */
  resourceVersion?: string | null | undefined;
  /** The `metadata.uid` of the resource. */
  uid: string;
};

/** An API version of custom kinds that a cluster serves. */
export type ServedVersionInput = {
  /** The group and version, for example `example.com/v1`. */
  apiVersion: string;
  /** The hash by which the cluster names the state of the schemas. */
  hash: string;
};

/** The schemas of the custom kinds of an API version. */
export type VersionSchemasInput = {
  /** The group and version, for example `example.com/v1`. */
  apiVersion: string;
  /** The hash by which the cluster names the state of the schemas. */
  hash: string;
  /** A map from kinds to their schemas. */
  kinds: unknown;
};

type ObjectFields_AksKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AksKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Application_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ApplicationRevision_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsEksKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsEksKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsObjectStorageBucketDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsObjectStorageBucketInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsPodIdentity_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsRelationalDatabaseDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AwsRelationalDatabaseInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_AzureAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_BucketDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_BucketInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_CanaryWorkload_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ControlPlaneDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ControlPlaneInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_DatabaseDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_DatabaseInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Delivery_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_DomainNameDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_DomainNameInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Environment_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ForgeWebhook_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GatewayDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GatewayInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GatewayPort_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GcpAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GkeKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_GkeKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_HelmWorkloadDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_HelmWorkloadInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Hold_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_HostName_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ImageWebhook_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_KubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_KubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_LogBackend_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_LogStorageDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_LogStorageInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_LoggingDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_LoggingInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_MetricsDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_MetricsInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ModuleApi_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ModuleApiRoute_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_NotificationChannel_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ObservabilityDashboardDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ObservabilityDashboardInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ObservabilityStackDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_ObservabilityStackInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Policy_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_PolicyException_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Preview_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Profile_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Project_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Promotion_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_RolloutDecision_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_RolloutJob_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_SecretDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_SecretInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Stage_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_SupportServiceInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_TerraformDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_TerraformInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_Tier_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_WorkloadDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_WorkloadInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

type ObjectFields_WorkloadServiceDependency_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } };

export type ObjectFieldsFragment =
  | ObjectFields_AksKubernetesRuntimeDefinition_Fragment
  | ObjectFields_AksKubernetesRuntimeInstance_Fragment
  | ObjectFields_Application_Fragment
  | ObjectFields_ApplicationRevision_Fragment
  | ObjectFields_AwsAccount_Fragment
  | ObjectFields_AwsEksKubernetesRuntimeDefinition_Fragment
  | ObjectFields_AwsEksKubernetesRuntimeInstance_Fragment
  | ObjectFields_AwsObjectStorageBucketDefinition_Fragment
  | ObjectFields_AwsObjectStorageBucketInstance_Fragment
  | ObjectFields_AwsPodIdentity_Fragment
  | ObjectFields_AwsRelationalDatabaseDefinition_Fragment
  | ObjectFields_AwsRelationalDatabaseInstance_Fragment
  | ObjectFields_AzureAccount_Fragment
  | ObjectFields_BucketDefinition_Fragment
  | ObjectFields_BucketInstance_Fragment
  | ObjectFields_CanaryWorkload_Fragment
  | ObjectFields_ControlPlaneDefinition_Fragment
  | ObjectFields_ControlPlaneInstance_Fragment
  | ObjectFields_DatabaseDefinition_Fragment
  | ObjectFields_DatabaseInstance_Fragment
  | ObjectFields_Delivery_Fragment
  | ObjectFields_DomainNameDefinition_Fragment
  | ObjectFields_DomainNameInstance_Fragment
  | ObjectFields_Environment_Fragment
  | ObjectFields_ForgeWebhook_Fragment
  | ObjectFields_GatewayDefinition_Fragment
  | ObjectFields_GatewayInstance_Fragment
  | ObjectFields_GatewayPort_Fragment
  | ObjectFields_GcpAccount_Fragment
  | ObjectFields_GkeKubernetesRuntimeDefinition_Fragment
  | ObjectFields_GkeKubernetesRuntimeInstance_Fragment
  | ObjectFields_HelmWorkloadDefinition_Fragment
  | ObjectFields_HelmWorkloadInstance_Fragment
  | ObjectFields_Hold_Fragment
  | ObjectFields_HostName_Fragment
  | ObjectFields_ImageWebhook_Fragment
  | ObjectFields_KubernetesRuntimeDefinition_Fragment
  | ObjectFields_KubernetesRuntimeInstance_Fragment
  | ObjectFields_LogBackend_Fragment
  | ObjectFields_LogStorageDefinition_Fragment
  | ObjectFields_LogStorageInstance_Fragment
  | ObjectFields_LoggingDefinition_Fragment
  | ObjectFields_LoggingInstance_Fragment
  | ObjectFields_MetricsDefinition_Fragment
  | ObjectFields_MetricsInstance_Fragment
  | ObjectFields_ModuleApi_Fragment
  | ObjectFields_ModuleApiRoute_Fragment
  | ObjectFields_NotificationChannel_Fragment
  | ObjectFields_ObservabilityDashboardDefinition_Fragment
  | ObjectFields_ObservabilityDashboardInstance_Fragment
  | ObjectFields_ObservabilityStackDefinition_Fragment
  | ObjectFields_ObservabilityStackInstance_Fragment
  | ObjectFields_Policy_Fragment
  | ObjectFields_PolicyException_Fragment
  | ObjectFields_Preview_Fragment
  | ObjectFields_Profile_Fragment
  | ObjectFields_Project_Fragment
  | ObjectFields_Promotion_Fragment
  | ObjectFields_RolloutDecision_Fragment
  | ObjectFields_RolloutJob_Fragment
  | ObjectFields_SecretDefinition_Fragment
  | ObjectFields_SecretInstance_Fragment
  | ObjectFields_Stage_Fragment
  | ObjectFields_SupportServiceInstance_Fragment
  | ObjectFields_TerraformDefinition_Fragment
  | ObjectFields_TerraformInstance_Fragment
  | ObjectFields_Tier_Fragment
  | ObjectFields_WorkloadDefinition_Fragment
  | ObjectFields_WorkloadInstance_Fragment
  | ObjectFields_WorkloadServiceDependency_Fragment
;

export type AppliedResourceFieldsFragment = { id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null, deletableVersion: string | null };

export type RuntimeForReconcileFragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type RuntimeInEksFragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type ApplicationForReconcileFragment = { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type HelmApplicationForReconcileFragment = { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type AccountForReconcileFragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type RevisionForReconcileFragment = { id: string, kind: ObjectKind, name: string, version: number, ready: boolean, manifestSpec: unknown, status: { outputs: unknown, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type GcpAccountForReconcileFragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type AzureAccountForReconcileFragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } };

type References_AksKubernetesRuntimeDefinition_Fragment = { __typename: 'AksKubernetesRuntimeDefinition' };

type References_AksKubernetesRuntimeInstance_Fragment = { __typename: 'AksKubernetesRuntimeInstance', definition: { manifestSpec: unknown, azureAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

type References_Application_Fragment = { __typename: 'Application', definition: { id: string, generation: number } | null };

type References_ApplicationRevision_Fragment = { __typename: 'ApplicationRevision' };

type References_AwsAccount_Fragment = { __typename: 'AwsAccount' };

type References_AwsEksKubernetesRuntimeDefinition_Fragment = { __typename: 'AwsEksKubernetesRuntimeDefinition' };

type References_AwsEksKubernetesRuntimeInstance_Fragment = { __typename: 'AwsEksKubernetesRuntimeInstance', definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

type References_AwsObjectStorageBucketDefinition_Fragment = { __typename: 'AwsObjectStorageBucketDefinition' };

type References_AwsObjectStorageBucketInstance_Fragment = { __typename: 'AwsObjectStorageBucketInstance', workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

type References_AwsPodIdentity_Fragment = { __typename: 'AwsPodIdentity', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_AwsRelationalDatabaseDefinition_Fragment = { __typename: 'AwsRelationalDatabaseDefinition' };

type References_AwsRelationalDatabaseInstance_Fragment = { __typename: 'AwsRelationalDatabaseInstance', workloadInstance: { id: string, name: string, projectName: string | null } | null, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string, vpcId: string, subnets: Array<string> } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

type References_AzureAccount_Fragment = { __typename: 'AzureAccount' };

type References_BucketDefinition_Fragment = { __typename: 'BucketDefinition' };

type References_BucketInstance_Fragment = { __typename: 'BucketInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_CanaryWorkload_Fragment = { __typename: 'CanaryWorkload', workloadInstance: { id: string, name: string, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, spec: { canaryWeight: number | null }, outputs: { namespace: string | null, dependencies: Array<{ name: string, binding: string | null }> | null } | null } | null, definition: { id: string, generation: number } | null };

type References_ControlPlaneDefinition_Fragment = { __typename: 'ControlPlaneDefinition' };

type References_ControlPlaneInstance_Fragment = { __typename: 'ControlPlaneInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_DatabaseDefinition_Fragment = { __typename: 'DatabaseDefinition' };

type References_DatabaseInstance_Fragment = { __typename: 'DatabaseInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_Delivery_Fragment = { __typename: 'Delivery', application: { id: string, kind: ObjectKind, name: string, version: number, manifestSpec: unknown, registrySecret: { name: string } | null, status: { outputs: unknown } } | null };

type References_DomainNameDefinition_Fragment = { __typename: 'DomainNameDefinition' };

type References_DomainNameInstance_Fragment = { __typename: 'DomainNameInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, definition: { name: string, manifestSpec: unknown } | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_Environment_Fragment = { __typename: 'Environment' };

type References_ForgeWebhook_Fragment = { __typename: 'ForgeWebhook' };

type References_GatewayDefinition_Fragment = { __typename: 'GatewayDefinition' };

type References_GatewayInstance_Fragment = { __typename: 'GatewayInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, spec: { canaryWeight: number | null }, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { name: string, manifestSpec: unknown, domainName: { id: string, version: number, name: string, manifestSpec: unknown } | null } | null };

type References_GatewayPort_Fragment = { __typename: 'GatewayPort' };

type References_GcpAccount_Fragment = { __typename: 'GcpAccount' };

type References_GkeKubernetesRuntimeDefinition_Fragment = { __typename: 'GkeKubernetesRuntimeDefinition' };

type References_GkeKubernetesRuntimeInstance_Fragment = { __typename: 'GkeKubernetesRuntimeInstance', definition: { manifestSpec: unknown, gcpAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

type References_HelmWorkloadDefinition_Fragment = { __typename: 'HelmWorkloadDefinition' };

type References_HelmWorkloadInstance_Fragment = { __typename: 'HelmWorkloadInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { id: string, kind: ObjectKind, name: string, version: number, generation: number, ready: boolean, outputs: { url: string, chart: string, chartVersion: string, appVersion: string, digest: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_Hold_Fragment = { __typename: 'Hold' };

type References_HostName_Fragment = { __typename: 'HostName' };

type References_ImageWebhook_Fragment = { __typename: 'ImageWebhook' };

type References_KubernetesRuntimeDefinition_Fragment = { __typename: 'KubernetesRuntimeDefinition' };

type References_KubernetesRuntimeInstance_Fragment = { __typename: 'KubernetesRuntimeInstance', definition: { manifestSpec: unknown } | null };

type References_LogBackend_Fragment = { __typename: 'LogBackend' };

type References_LogStorageDefinition_Fragment = { __typename: 'LogStorageDefinition' };

type References_LogStorageInstance_Fragment = { __typename: 'LogStorageInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { projectName: string | null, manifestSpec: unknown } | null };

type References_LoggingDefinition_Fragment = { __typename: 'LoggingDefinition' };

type References_LoggingInstance_Fragment = { __typename: 'LoggingInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_MetricsDefinition_Fragment = { __typename: 'MetricsDefinition' };

type References_MetricsInstance_Fragment = { __typename: 'MetricsInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null };

type References_ModuleApi_Fragment = { __typename: 'ModuleApi' };

type References_ModuleApiRoute_Fragment = { __typename: 'ModuleApiRoute' };

type References_NotificationChannel_Fragment = { __typename: 'NotificationChannel', secret: { name: string } | null };

type References_ObservabilityDashboardDefinition_Fragment = { __typename: 'ObservabilityDashboardDefinition' };

type References_ObservabilityDashboardInstance_Fragment = { __typename: 'ObservabilityDashboardInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null, metricsInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { url: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, loggingInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { url: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_ObservabilityStackDefinition_Fragment = { __typename: 'ObservabilityStackDefinition' };

type References_ObservabilityStackInstance_Fragment = { __typename: 'ObservabilityStackInstance', definition: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, outputs: { metricsDefinition: string, loggingDefinition: string, dashboardDefinition: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_Policy_Fragment = { __typename: 'Policy' };

type References_PolicyException_Fragment = { __typename: 'PolicyException', policy: { name: string, manifestSpec: unknown } | null };

type References_Preview_Fragment = { __typename: 'Preview', application: { id: string, kind: ObjectKind, name: string, version: number, manifestSpec: unknown, registrySecret: { name: string } | null } | null };

type References_Profile_Fragment = { __typename: 'Profile' };

type References_Project_Fragment = { __typename: 'Project' };

type References_Promotion_Fragment = { __typename: 'Promotion' };

type References_RolloutDecision_Fragment = { __typename: 'RolloutDecision' };

type References_RolloutJob_Fragment = { __typename: 'RolloutJob', workloadInstance: { runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, outputs: { namespace: string | null } | null } | null, definition: { id: string, generation: number } | null };

type References_SecretDefinition_Fragment = { __typename: 'SecretDefinition' };

type References_SecretInstance_Fragment = { __typename: 'SecretInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { generation: number, manifestSpec: unknown } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_Stage_Fragment = { __typename: 'Stage', environment: { manifestSpec: unknown } | null, revision: { id: string, kind: ObjectKind, name: string, version: number, ready: boolean, manifestSpec: unknown, status: { outputs: unknown, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, fallback: { name: string, manifestSpec: unknown, status: { outputs: unknown } } | null, running: { name: string, manifestSpec: unknown, status: { outputs: unknown } } | null };

type References_SupportServiceInstance_Fragment = { __typename: 'SupportServiceInstance', runtime: { manifestSpec: unknown, id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { kubernetesVersion: string, provider: RuntimeProvider } | null, definition: { manifestSpec: unknown } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_TerraformDefinition_Fragment = { __typename: 'TerraformDefinition' };

type References_TerraformInstance_Fragment = { __typename: 'TerraformInstance', definition: { generation: number, manifestSpec: unknown } | null, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null };

type References_Tier_Fragment = { __typename: 'Tier' };

type References_WorkloadDefinition_Fragment = { __typename: 'WorkloadDefinition' };

type References_WorkloadInstance_Fragment = { __typename: 'WorkloadInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { id: string, generation: number } | null };

type References_WorkloadServiceDependency_Fragment = { __typename: 'WorkloadServiceDependency', spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean }, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null };

export type ReferencesFragment =
  | References_AksKubernetesRuntimeDefinition_Fragment
  | References_AksKubernetesRuntimeInstance_Fragment
  | References_Application_Fragment
  | References_ApplicationRevision_Fragment
  | References_AwsAccount_Fragment
  | References_AwsEksKubernetesRuntimeDefinition_Fragment
  | References_AwsEksKubernetesRuntimeInstance_Fragment
  | References_AwsObjectStorageBucketDefinition_Fragment
  | References_AwsObjectStorageBucketInstance_Fragment
  | References_AwsPodIdentity_Fragment
  | References_AwsRelationalDatabaseDefinition_Fragment
  | References_AwsRelationalDatabaseInstance_Fragment
  | References_AzureAccount_Fragment
  | References_BucketDefinition_Fragment
  | References_BucketInstance_Fragment
  | References_CanaryWorkload_Fragment
  | References_ControlPlaneDefinition_Fragment
  | References_ControlPlaneInstance_Fragment
  | References_DatabaseDefinition_Fragment
  | References_DatabaseInstance_Fragment
  | References_Delivery_Fragment
  | References_DomainNameDefinition_Fragment
  | References_DomainNameInstance_Fragment
  | References_Environment_Fragment
  | References_ForgeWebhook_Fragment
  | References_GatewayDefinition_Fragment
  | References_GatewayInstance_Fragment
  | References_GatewayPort_Fragment
  | References_GcpAccount_Fragment
  | References_GkeKubernetesRuntimeDefinition_Fragment
  | References_GkeKubernetesRuntimeInstance_Fragment
  | References_HelmWorkloadDefinition_Fragment
  | References_HelmWorkloadInstance_Fragment
  | References_Hold_Fragment
  | References_HostName_Fragment
  | References_ImageWebhook_Fragment
  | References_KubernetesRuntimeDefinition_Fragment
  | References_KubernetesRuntimeInstance_Fragment
  | References_LogBackend_Fragment
  | References_LogStorageDefinition_Fragment
  | References_LogStorageInstance_Fragment
  | References_LoggingDefinition_Fragment
  | References_LoggingInstance_Fragment
  | References_MetricsDefinition_Fragment
  | References_MetricsInstance_Fragment
  | References_ModuleApi_Fragment
  | References_ModuleApiRoute_Fragment
  | References_NotificationChannel_Fragment
  | References_ObservabilityDashboardDefinition_Fragment
  | References_ObservabilityDashboardInstance_Fragment
  | References_ObservabilityStackDefinition_Fragment
  | References_ObservabilityStackInstance_Fragment
  | References_Policy_Fragment
  | References_PolicyException_Fragment
  | References_Preview_Fragment
  | References_Profile_Fragment
  | References_Project_Fragment
  | References_Promotion_Fragment
  | References_RolloutDecision_Fragment
  | References_RolloutJob_Fragment
  | References_SecretDefinition_Fragment
  | References_SecretInstance_Fragment
  | References_Stage_Fragment
  | References_SupportServiceInstance_Fragment
  | References_TerraformDefinition_Fragment
  | References_TerraformInstance_Fragment
  | References_Tier_Fragment
  | References_WorkloadDefinition_Fragment
  | References_WorkloadInstance_Fragment
  | References_WorkloadServiceDependency_Fragment
;

export type ReleasePoliciesQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type ReleasePoliciesQuery = { result: unknown };

export type OpenedDefinitionQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type OpenedDefinitionQuery = { result: { generation: number, spec: unknown } };

export type OpenedPartsQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type OpenedPartsQuery = { base: { spec: unknown }, source: { spec: unknown } };

export type OpenedRegistrySecretQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type OpenedRegistrySecretQuery = { result: { spec: unknown } };

export type OpenedPreviewedDefinitionQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type OpenedPreviewedDefinitionQuery = { result: { generation: number, spec: unknown } };

export type OpenedChannelSecretQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type OpenedChannelSecretQuery = { result: { spec: unknown } };

export type TakeNotificationsMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  max: number;
  digest: number;
}>;


export type TakeNotificationsMutation = { result: { pending: number, dropped: number, nextIn: number | null, message: { id: string, test: string | null, notifications: Array<{ notice: unknown, count: number }> } | null } };

export type AcknowledgeMessageMutationVariables = Exact<{
  id: string | number;
  message: string;
}>;


export type AcknowledgeMessageMutation = { result: boolean };

export type PlannedPasswordQueryVariables = Exact<{
  sealed: string;
}>;


export type PlannedPasswordQuery = { result: string };

export type StartReconcileMutationVariables = Exact<{
  id: string | number;
  epoch?: number | null | undefined;
}>;


export type StartReconcileMutation = { result: { epoch: number, triggers: number, owns: boolean, failures: number, state: unknown, forced: boolean, confirmed: Array<string>, secrets: unknown, startedAt: string, controlPlane: string, labelId: string, mayHaveOrphans: boolean, hasAbandoned: boolean, digestKey: string, claims: Array<{ ownerId: string, ownerKind: string, ownerName: string, claim: string | null, parameters: unknown }>, definition: { generation: number, spec: unknown } | null, variables: Array<{ name: string, value: string }>, holders: Array<
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
      | { id: string, kind: ObjectKind, name: string, version: number }
    >, object:
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, labels: Record<string, string>, manifestSpec: unknown, ready: boolean, generation: number, observedGeneration: number, version: number, deletionRequestedAt: string | null, createdAt: string, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, conditions: Array<{ type: string, status: string, reason: string, message: string, observedGeneration: number, lastTransitionTime: string }>, cause: { kind: string, name: string, reason: string, message: string, since: string, retryAt: string | null } | null } }
    , references:
      | { __typename: 'AksKubernetesRuntimeDefinition' }
      | { __typename: 'AksKubernetesRuntimeInstance', definition: { manifestSpec: unknown, azureAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | { __typename: 'Application', definition: { id: string, generation: number } | null }
      | { __typename: 'ApplicationRevision' }
      | { __typename: 'AwsAccount' }
      | { __typename: 'AwsEksKubernetesRuntimeDefinition' }
      | { __typename: 'AwsEksKubernetesRuntimeInstance', definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | { __typename: 'AwsObjectStorageBucketDefinition' }
      | { __typename: 'AwsObjectStorageBucketInstance', workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | { __typename: 'AwsPodIdentity', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { clusterName: string | null, provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'AwsRelationalDatabaseDefinition' }
      | { __typename: 'AwsRelationalDatabaseInstance', workloadInstance: { id: string, name: string, projectName: string | null } | null, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string, network: { accountId: string, region: string, vpcId: string, subnets: Array<string> } | null } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | { __typename: 'AzureAccount' }
      | { __typename: 'BucketDefinition' }
      | { __typename: 'BucketInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'CanaryWorkload', workloadInstance: { id: string, name: string, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, spec: { canaryWeight: number | null }, outputs: { namespace: string | null, dependencies: Array<{ name: string, binding: string | null }> | null } | null } | null, definition: { id: string, generation: number } | null }
      | { __typename: 'ControlPlaneDefinition' }
      | { __typename: 'ControlPlaneInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'DatabaseDefinition' }
      | { __typename: 'DatabaseInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'Delivery', application: { id: string, kind: ObjectKind, name: string, version: number, manifestSpec: unknown, registrySecret: { name: string } | null, status: { outputs: unknown } } | null }
      | { __typename: 'DomainNameDefinition' }
      | { __typename: 'DomainNameInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, definition: { name: string, manifestSpec: unknown } | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'Environment' }
      | { __typename: 'ForgeWebhook' }
      | { __typename: 'GatewayDefinition' }
      | { __typename: 'GatewayInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, spec: { canaryWeight: number | null }, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { name: string, manifestSpec: unknown, domainName: { id: string, version: number, name: string, manifestSpec: unknown } | null } | null }
      | { __typename: 'GatewayPort' }
      | { __typename: 'GcpAccount' }
      | { __typename: 'GkeKubernetesRuntimeDefinition' }
      | { __typename: 'GkeKubernetesRuntimeInstance', definition: { manifestSpec: unknown, gcpAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | { __typename: 'HelmWorkloadDefinition' }
      | { __typename: 'HelmWorkloadInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { id: string, kind: ObjectKind, name: string, version: number, generation: number, ready: boolean, outputs: { url: string, chart: string, chartVersion: string, appVersion: string, digest: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'Hold' }
      | { __typename: 'HostName' }
      | { __typename: 'ImageWebhook' }
      | { __typename: 'KubernetesRuntimeDefinition' }
      | { __typename: 'KubernetesRuntimeInstance', definition: { manifestSpec: unknown } | null }
      | { __typename: 'LogBackend' }
      | { __typename: 'LogStorageDefinition' }
      | { __typename: 'LogStorageInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { projectName: string | null, manifestSpec: unknown } | null }
      | { __typename: 'LoggingDefinition' }
      | { __typename: 'LoggingInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'MetricsDefinition' }
      | { __typename: 'MetricsInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null }
      | { __typename: 'ModuleApi' }
      | { __typename: 'ModuleApiRoute' }
      | { __typename: 'NotificationChannel', secret: { name: string } | null }
      | { __typename: 'ObservabilityDashboardDefinition' }
      | { __typename: 'ObservabilityDashboardInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { manifestSpec: unknown } | null, metricsInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { url: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, loggingInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { url: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'ObservabilityStackDefinition' }
      | { __typename: 'ObservabilityStackInstance', definition: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, outputs: { metricsDefinition: string, loggingDefinition: string, dashboardDefinition: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'Policy' }
      | { __typename: 'PolicyException', policy: { name: string, manifestSpec: unknown } | null }
      | { __typename: 'Preview', application: { id: string, kind: ObjectKind, name: string, version: number, manifestSpec: unknown, registrySecret: { name: string } | null } | null }
      | { __typename: 'Profile' }
      | { __typename: 'Project' }
      | { __typename: 'Promotion' }
      | { __typename: 'RolloutDecision' }
      | { __typename: 'RolloutJob', workloadInstance: { runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, outputs: { namespace: string | null } | null } | null, definition: { id: string, generation: number } | null }
      | { __typename: 'SecretDefinition' }
      | { __typename: 'SecretInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { generation: number, manifestSpec: unknown } | null, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, runtime: { id: string, name: string } | null, outputs: { namespace: string | null, resources: number, services: Array<{ name: string, host: string, ports: Array<{ port: number, scheme: string }> }> | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'Stage', environment: { manifestSpec: unknown } | null, revision: { id: string, kind: ObjectKind, name: string, version: number, ready: boolean, manifestSpec: unknown, status: { outputs: unknown, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, fallback: { name: string, manifestSpec: unknown, status: { outputs: unknown } } | null, running: { name: string, manifestSpec: unknown, status: { outputs: unknown } } | null }
      | { __typename: 'SupportServiceInstance', runtime: { manifestSpec: unknown, id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { kubernetesVersion: string, provider: RuntimeProvider } | null, definition: { manifestSpec: unknown } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'TerraformDefinition' }
      | { __typename: 'TerraformInstance', definition: { generation: number, manifestSpec: unknown } | null, awsAccount: { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, deletionRequestedAt: string | null, manifestSpec: unknown, outputs: { externalId: string } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null }
      | { __typename: 'Tier' }
      | { __typename: 'WorkloadDefinition' }
      | { __typename: 'WorkloadInstance', runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null, definition: { id: string, generation: number } | null }
      | { __typename: 'WorkloadServiceDependency', spec: { upstreamHost: string, upstreamPath: string, upstreamPort: number, upstreamTls: boolean }, workloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null, helmWorkloadInstance: { id: string, kind: ObjectKind, name: string, version: number, outputs: { namespace: string | null } | null, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null }, runtime: { id: string, kind: ObjectKind, name: string, projectName: string | null, ready: boolean, version: number, deletionRequestedAt: string | null, outputs: { provider: RuntimeProvider, kubernetesVersion: string } | null, status: { phase: string, stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } } | null } | null }
      | Record<PropertyKey, never>
    , inventory: Array<{ id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null, deletableVersion: string | null }>, external: Array<{ id: string, provider: string, account: string, region: string, type: string, name: string, externalId: string | null, tags: Record<string, string>, order: number, intendedAt: string, requestedAt: string | null, createdAt: string | null }> } | null };

export type ReadoptMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  orphanedIds: Array<string | number> | string | number;
}>;


export type ReadoptMutation = { result: string | null };

type OwnedObject_AksKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AksKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Application_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ApplicationRevision_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsEksKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsEksKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsObjectStorageBucketDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsObjectStorageBucketInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsPodIdentity_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsRelationalDatabaseDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AwsRelationalDatabaseInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_AzureAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_BucketDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_BucketInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_CanaryWorkload_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ControlPlaneDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ControlPlaneInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_DatabaseDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_DatabaseInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Delivery_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_DomainNameDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_DomainNameInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Environment_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ForgeWebhook_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GatewayDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GatewayInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GatewayPort_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GcpAccount_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GkeKubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_GkeKubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_HelmWorkloadDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_HelmWorkloadInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Hold_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_HostName_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ImageWebhook_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_KubernetesRuntimeDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_KubernetesRuntimeInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_LogBackend_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_LogStorageDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_LogStorageInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_LoggingDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_LoggingInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_MetricsDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_MetricsInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ModuleApi_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ModuleApiRoute_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_NotificationChannel_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ObservabilityDashboardDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ObservabilityDashboardInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ObservabilityStackDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_ObservabilityStackInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Policy_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_PolicyException_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Preview_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Profile_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Project_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Promotion_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_RolloutDecision_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_RolloutJob_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_SecretDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_SecretInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Stage_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_SupportServiceInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_TerraformDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_TerraformInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_Tier_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_WorkloadDefinition_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_WorkloadInstance_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

type OwnedObject_WorkloadServiceDependency_Fragment = { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } };

export type OwnedObjectFragment =
  | OwnedObject_AksKubernetesRuntimeDefinition_Fragment
  | OwnedObject_AksKubernetesRuntimeInstance_Fragment
  | OwnedObject_Application_Fragment
  | OwnedObject_ApplicationRevision_Fragment
  | OwnedObject_AwsAccount_Fragment
  | OwnedObject_AwsEksKubernetesRuntimeDefinition_Fragment
  | OwnedObject_AwsEksKubernetesRuntimeInstance_Fragment
  | OwnedObject_AwsObjectStorageBucketDefinition_Fragment
  | OwnedObject_AwsObjectStorageBucketInstance_Fragment
  | OwnedObject_AwsPodIdentity_Fragment
  | OwnedObject_AwsRelationalDatabaseDefinition_Fragment
  | OwnedObject_AwsRelationalDatabaseInstance_Fragment
  | OwnedObject_AzureAccount_Fragment
  | OwnedObject_BucketDefinition_Fragment
  | OwnedObject_BucketInstance_Fragment
  | OwnedObject_CanaryWorkload_Fragment
  | OwnedObject_ControlPlaneDefinition_Fragment
  | OwnedObject_ControlPlaneInstance_Fragment
  | OwnedObject_DatabaseDefinition_Fragment
  | OwnedObject_DatabaseInstance_Fragment
  | OwnedObject_Delivery_Fragment
  | OwnedObject_DomainNameDefinition_Fragment
  | OwnedObject_DomainNameInstance_Fragment
  | OwnedObject_Environment_Fragment
  | OwnedObject_ForgeWebhook_Fragment
  | OwnedObject_GatewayDefinition_Fragment
  | OwnedObject_GatewayInstance_Fragment
  | OwnedObject_GatewayPort_Fragment
  | OwnedObject_GcpAccount_Fragment
  | OwnedObject_GkeKubernetesRuntimeDefinition_Fragment
  | OwnedObject_GkeKubernetesRuntimeInstance_Fragment
  | OwnedObject_HelmWorkloadDefinition_Fragment
  | OwnedObject_HelmWorkloadInstance_Fragment
  | OwnedObject_Hold_Fragment
  | OwnedObject_HostName_Fragment
  | OwnedObject_ImageWebhook_Fragment
  | OwnedObject_KubernetesRuntimeDefinition_Fragment
  | OwnedObject_KubernetesRuntimeInstance_Fragment
  | OwnedObject_LogBackend_Fragment
  | OwnedObject_LogStorageDefinition_Fragment
  | OwnedObject_LogStorageInstance_Fragment
  | OwnedObject_LoggingDefinition_Fragment
  | OwnedObject_LoggingInstance_Fragment
  | OwnedObject_MetricsDefinition_Fragment
  | OwnedObject_MetricsInstance_Fragment
  | OwnedObject_ModuleApi_Fragment
  | OwnedObject_ModuleApiRoute_Fragment
  | OwnedObject_NotificationChannel_Fragment
  | OwnedObject_ObservabilityDashboardDefinition_Fragment
  | OwnedObject_ObservabilityDashboardInstance_Fragment
  | OwnedObject_ObservabilityStackDefinition_Fragment
  | OwnedObject_ObservabilityStackInstance_Fragment
  | OwnedObject_Policy_Fragment
  | OwnedObject_PolicyException_Fragment
  | OwnedObject_Preview_Fragment
  | OwnedObject_Profile_Fragment
  | OwnedObject_Project_Fragment
  | OwnedObject_Promotion_Fragment
  | OwnedObject_RolloutDecision_Fragment
  | OwnedObject_RolloutJob_Fragment
  | OwnedObject_SecretDefinition_Fragment
  | OwnedObject_SecretInstance_Fragment
  | OwnedObject_Stage_Fragment
  | OwnedObject_SupportServiceInstance_Fragment
  | OwnedObject_TerraformDefinition_Fragment
  | OwnedObject_TerraformInstance_Fragment
  | OwnedObject_Tier_Fragment
  | OwnedObject_WorkloadDefinition_Fragment
  | OwnedObject_WorkloadInstance_Fragment
  | OwnedObject_WorkloadServiceDependency_Fragment
;

type LocationInstance_HelmWorkloadInstance_Fragment = { definition: { name: string } | null, runtime: { labels: Record<string, string> } | null };

type LocationInstance_WorkloadInstance_Fragment = { definition: { name: string } | null, runtime: { labels: Record<string, string> } | null };

export type LocationInstanceFragment =
  | LocationInstance_HelmWorkloadInstance_Fragment
  | LocationInstance_WorkloadInstance_Fragment
;

export type ApplyOwnedMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  documents: Array<OwnedDocumentInput> | OwnedDocumentInput;
  withLocations: boolean;
}>;


export type ApplyOwnedMutation = { result: { objects: Array<
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } } & { definition: { name: string } | null, runtime: { labels: Record<string, string> } | null }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } } & { definition: { name: string } | null, runtime: { labels: Record<string, string> } | null }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    >, heldBack: Array<
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
    >, leaving: Array<
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    >, held: Array<{ id: string, text: string }>, awaited:
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
     | null, taken: { claim: string, owner:
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
        | { id: string, kind: ObjectKind, name: string, version: number }
       } | null } };

export type PlaceInstanceMutationVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type PlaceInstanceMutation = { result: { runtime: string | null, reason: string, rejected: Array<{ runtime: string, reason: string }>, pending:
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, version: number, status: { stalled: boolean, retryable: boolean, cause: { kind: string, name: string, reason: string, message: string } | null } }
     | null, documents: Array<{ kind: string, name: string, project: string, labels: Record<string, string>, spec: unknown, field: string, gracePeriod: number }> } };

export type ReleaseAttachedMutationVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type ReleaseAttachedMutation = { result: { leaving: Array<
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    >, held: Array<{ id: string, text: string }> } };

export type DependenciesQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type DependenciesQuery = { result: Array<{ secrets: unknown, object:
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
      | { id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
     }> };

export type RelatedObjectsQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type RelatedObjectsQuery = { result: Array<
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
    | { manifestSpec: unknown, createdAt: string, id: string, kind: ObjectKind, name: string, projectName: string | null, version: number, ready: boolean, generation: number, observedGeneration: number, deletionRequestedAt: string | null, status: { phase: string, stalled: boolean, retryable: boolean, outputs: unknown, cause: { kind: string, name: string, reason: string, message: string } | null } }
  > };

export type RetireChildrenMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  children: Array<string | number> | string | number;
}>;


export type RetireChildrenMutation = { result: boolean };

export type ReferencedObjectsQueryVariables = Exact<{
  id: string | number;
  epoch: number;
}>;


export type ReferencedObjectsQuery = { result: Array<{ secrets: unknown, object:
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
      | { kind: ObjectKind, name: string, projectName: string | null, manifestSpec: unknown }
     }> };

export type ReportReconcileMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  report: unknown;
  applied?: Array<AppliedResourceInput> | AppliedResourceInput | null | undefined;
  gone?: Array<string | number> | string | number | null | undefined;
}>;


export type ReportReconcileMutation = { result: boolean };

export type RenewLeasesMutationVariables = Exact<{
  reconciles: Array<HeldReconcileInput> | HeldReconcileInput;
}>;


export type RenewLeasesMutation = { result: Array<string> };

export type TakeDueMutationVariables = Exact<{
  kinds: Array<string> | string;
  first: number;
  overdue?: number | null | undefined;
}>;


export type TakeDueMutation = { result: Array<{ id: string, kind: string }> };

export type ConfirmDeletionMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  leaveBehind?: boolean | null | undefined;
  gone?: Array<string | number> | string | number | null | undefined;
  report?: unknown;
}>;


export type ConfirmDeletionMutation = { result: boolean };

export type RecordAppliedMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  resources: Array<AppliedResourceInput> | AppliedResourceInput;
}>;


export type RecordAppliedMutation = { result: Array<{ id: string }> };

export type ForgetAppliedMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  entries: Array<string | number> | string | number;
}>;


export type ForgetAppliedMutation = { result: boolean };

export type ExternalResourceFieldsFragment = { id: string, provider: string, account: string, region: string, type: string, name: string, externalId: string | null, tags: Record<string, string>, order: number, intendedAt: string, requestedAt: string | null, createdAt: string | null };

export type RecordExternalMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  resources: Array<ExternalResourceInput> | ExternalResourceInput;
}>;


export type RecordExternalMutation = { result: Array<{ id: string, provider: string, account: string, region: string, type: string, name: string, externalId: string | null, tags: Record<string, string>, order: number, intendedAt: string, requestedAt: string | null, createdAt: string | null }> };

export type ForgetExternalMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  entries: Array<string | number> | string | number;
}>;


export type ForgetExternalMutation = { result: boolean };

export type FindExternalOrphansQueryVariables = Exact<{
  found: Array<FoundExternalResourceInput> | FoundExternalResourceInput;
}>;


export type FindExternalOrphansQuery = { result: Array<{ provider: string, account: string, region: string, type: string, name: string, externalId: string }> };

export type ReportSchemasMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  served: Array<ServedVersionInput> | ServedVersionInput;
  schemas: Array<VersionSchemasInput> | VersionSchemasInput;
}>;


export type ReportSchemasMutation = { result: Array<string> };

export type TriggerObjectsMutationVariables = Exact<{
  runtimeId: string | number;
  ids?: Array<string | number> | string | number | null | undefined;
}>;


export type TriggerObjectsMutation = { result: boolean };

export type ListRecordedQueryVariables = Exact<{
  runtimeId: string | number;
  group: string;
  version: string;
  kind: string;
  first: number;
  after?: string | number | null | undefined;
}>;


export type ListRecordedQuery = { result: { next: string | null, resources: Array<{ objectId: string, uid: string | null, ready: boolean }> } };

export type ListWatchedQueryVariables = Exact<{
  kind: string;
  first: number;
  after?: string | number | null | undefined;
}>;


export type ListWatchedQuery = { result: { next: string | null, runtimes: Array<{ id: string, name: string, version: number, readySince: string | null, deletionRequestedAt: string | null, outputs: unknown, appliedTypes: Array<{ group: string, version: string, kind: string }> }> } };

export type ReportSeenMutationVariables = Exact<{
  resources: Array<SeenResourceInput> | SeenResourceInput;
}>;


export type ReportSeenMutation = { result: Array<string> };

export type GetInventoryQueryVariables = Exact<{
  id: string | number;
}>;


export type GetInventoryQuery = { result: Array<{ id: string, runtimeId: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null, hash: string | null, resourceVersion: string | null, liveGeneration: number | null, deletableVersion: string | null }> };

export type GetClusterAccessQueryVariables = Exact<{
  id: string | number;
}>;


export type GetClusterAccessQuery = { result: { secrets: unknown, object:
      | { __typename: 'AksKubernetesRuntimeDefinition' }
      | { __typename: 'AksKubernetesRuntimeInstance' }
      | { __typename: 'Application' }
      | { __typename: 'ApplicationRevision' }
      | { __typename: 'AwsAccount' }
      | { __typename: 'AwsEksKubernetesRuntimeDefinition' }
      | { __typename: 'AwsEksKubernetesRuntimeInstance' }
      | { __typename: 'AwsObjectStorageBucketDefinition' }
      | { __typename: 'AwsObjectStorageBucketInstance' }
      | { __typename: 'AwsPodIdentity' }
      | { __typename: 'AwsRelationalDatabaseDefinition' }
      | { __typename: 'AwsRelationalDatabaseInstance' }
      | { __typename: 'AzureAccount' }
      | { __typename: 'BucketDefinition' }
      | { __typename: 'BucketInstance' }
      | { __typename: 'CanaryWorkload' }
      | { __typename: 'ControlPlaneDefinition' }
      | { __typename: 'ControlPlaneInstance' }
      | { __typename: 'DatabaseDefinition' }
      | { __typename: 'DatabaseInstance' }
      | { __typename: 'Delivery' }
      | { __typename: 'DomainNameDefinition' }
      | { __typename: 'DomainNameInstance' }
      | { __typename: 'Environment' }
      | { __typename: 'ForgeWebhook' }
      | { __typename: 'GatewayDefinition' }
      | { __typename: 'GatewayInstance' }
      | { __typename: 'GatewayPort' }
      | { __typename: 'GcpAccount' }
      | { __typename: 'GkeKubernetesRuntimeDefinition' }
      | { __typename: 'GkeKubernetesRuntimeInstance' }
      | { __typename: 'HelmWorkloadDefinition' }
      | { __typename: 'HelmWorkloadInstance' }
      | { __typename: 'Hold' }
      | { __typename: 'HostName' }
      | { __typename: 'ImageWebhook' }
      | { __typename: 'KubernetesRuntimeDefinition' }
      | { __typename: 'KubernetesRuntimeInstance', definition: { manifestSpec: unknown } | null }
      | { __typename: 'LogBackend' }
      | { __typename: 'LogStorageDefinition' }
      | { __typename: 'LogStorageInstance' }
      | { __typename: 'LoggingDefinition' }
      | { __typename: 'LoggingInstance' }
      | { __typename: 'MetricsDefinition' }
      | { __typename: 'MetricsInstance' }
      | { __typename: 'ModuleApi' }
      | { __typename: 'ModuleApiRoute' }
      | { __typename: 'NotificationChannel' }
      | { __typename: 'ObservabilityDashboardDefinition' }
      | { __typename: 'ObservabilityDashboardInstance' }
      | { __typename: 'ObservabilityStackDefinition' }
      | { __typename: 'ObservabilityStackInstance' }
      | { __typename: 'Policy' }
      | { __typename: 'PolicyException' }
      | { __typename: 'Preview' }
      | { __typename: 'Profile' }
      | { __typename: 'Project' }
      | { __typename: 'Promotion' }
      | { __typename: 'RolloutDecision' }
      | { __typename: 'RolloutJob' }
      | { __typename: 'SecretDefinition' }
      | { __typename: 'SecretInstance' }
      | { __typename: 'Stage' }
      | { __typename: 'SupportServiceInstance' }
      | { __typename: 'TerraformDefinition' }
      | { __typename: 'TerraformInstance' }
      | { __typename: 'Tier' }
      | { __typename: 'WorkloadDefinition' }
      | { __typename: 'WorkloadInstance' }
      | { __typename: 'WorkloadServiceDependency' }
     | null } };

export type GetSecretsQueryVariables = Exact<{
  id: string | number;
}>;


export type GetSecretsQuery = { result: { secrets: unknown } };

export type ListAbandonedQueryVariables = Exact<{
  runtimeId: string | number;
}>;


export type ListAbandonedQuery = { result: Array<{ id: string, runtimeId: string | null, objectId: string, objectKind: string, objectName: string, group: string, version: string, kind: string, namespace: string, name: string, order: number, uid: string | null }> };

export type ForgetAbandonedMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ForgetAbandonedMutation = { result: boolean };

export type TerraformRunQueryVariables = Exact<{
  id: string | number;
}>;


export type TerraformRunQuery = { result: { id: string, inputs: string, startedAt: string, finishedAt: string | null, isAlive: boolean, progress: string, result: string | null } | null };

export type TerraformStateQueryVariables = Exact<{
  id: string | number;
}>;


export type TerraformStateQuery = { result: string | null };

export type StartTerraformRunMutationVariables = Exact<{
  id: string | number;
  epoch: number;
  run: string;
  inputs: string;
}>;


export type StartTerraformRunMutation = { result: boolean };

export type RenewTerraformRunMutationVariables = Exact<{
  id: string | number;
  run: string;
  progress: string;
}>;


export type RenewTerraformRunMutation = { result: boolean };

export type RecordTerraformStateMutationVariables = Exact<{
  id: string | number;
  run: string;
  state: string;
}>;


export type RecordTerraformStateMutation = { result: boolean };

export type FinishTerraformRunMutationVariables = Exact<{
  id: string | number;
  run: string;
  result: string;
}>;


export type FinishTerraformRunMutation = { result: boolean };

export type TelemetrySourcesQueryVariables = Exact<{
  runtimeId: string | number;
}>;


export type TelemetrySourcesQuery = { result: { metrics: { namespace: string, service: string, port: number } | null, logs: { namespace: string, service: string, port: number } | null } };

export type ReportProcessMutationVariables = Exact<{
  report: unknown;
}>;


export type ReportProcessMutation = { result: boolean };

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
    fragment ObjectFields on ManagedObject {
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status: reported {
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
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
}
    `, {"fragmentName":"ObjectFields"}) as unknown as TypedDocumentString<ObjectFieldsFragment, unknown>;
export const AppliedResourceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AppliedResourceFields on InventoryEntry {
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
  deletableVersion
}
    `, {"fragmentName":"AppliedResourceFields"}) as unknown as TypedDocumentString<AppliedResourceFieldsFragment, unknown>;
export const RuntimeForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RuntimeForReconcile on KubernetesRuntimeInstance {
  id
  kind
  name
  projectName
  ready
  version
  deletionRequestedAt
  outputs {
    provider
    kubernetesVersion
  }
  status: reported {
    phase
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"RuntimeForReconcile"}) as unknown as TypedDocumentString<RuntimeForReconcileFragment, unknown>;
export const ApplicationForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ApplicationForReconcile on WorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"ApplicationForReconcile"}) as unknown as TypedDocumentString<ApplicationForReconcileFragment, unknown>;
export const HelmApplicationForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment HelmApplicationForReconcile on HelmWorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"HelmApplicationForReconcile"}) as unknown as TypedDocumentString<HelmApplicationForReconcileFragment, unknown>;
export const AccountForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AccountForReconcile on AwsAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"AccountForReconcile"}) as unknown as TypedDocumentString<AccountForReconcileFragment, unknown>;
export const GcpAccountForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment GcpAccountForReconcile on GcpAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"GcpAccountForReconcile"}) as unknown as TypedDocumentString<GcpAccountForReconcileFragment, unknown>;
export const AzureAccountForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AzureAccountForReconcile on AzureAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"AzureAccountForReconcile"}) as unknown as TypedDocumentString<AzureAccountForReconcileFragment, unknown>;
export const RuntimeInEksFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RuntimeInEks on KubernetesRuntimeInstance {
  ...RuntimeForReconcile
  outputs {
    clusterName
    network {
      accountId
      region
    }
  }
}
    fragment RuntimeForReconcile on KubernetesRuntimeInstance {
  id
  kind
  name
  projectName
  ready
  version
  deletionRequestedAt
  outputs {
    provider
    kubernetesVersion
  }
  status: reported {
    phase
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}`, {"fragmentName":"RuntimeInEks"}) as unknown as TypedDocumentString<RuntimeInEksFragment, unknown>;
export const RevisionForReconcileFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RevisionForReconcile on ApplicationRevision {
  id
  kind
  name
  version
  ready
  manifestSpec
  status: reported {
    outputs
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"RevisionForReconcile"}) as unknown as TypedDocumentString<RevisionForReconcileFragment, unknown>;
export const ReferencesFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment References on ManagedObject {
  __typename
  ... on WorkloadInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      id
      generation
    }
  }
  ... on WorkloadServiceDependency {
    spec {
      upstreamHost
      upstreamPath
      upstreamPort
      upstreamTls
    }
    workloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeForReconcile
      }
    }
    helmWorkloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeForReconcile
      }
    }
  }
  ... on PolicyException {
    policy {
      name
      manifestSpec
    }
  }
  ... on SecretInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      generation
      manifestSpec
    }
    workloadInstance {
      ...ApplicationForReconcile
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
  }
  ... on GatewayInstance {
    runtime {
      ...RuntimeForReconcile
    }
    workloadInstance {
      ...ApplicationForReconcile
      spec {
        canaryWeight
      }
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
    definition {
      name
      manifestSpec
      domainName {
        id
        version
        name
        manifestSpec
      }
    }
  }
  ... on DomainNameInstance {
    runtime {
      ...RuntimeForReconcile
      definition {
        name
        manifestSpec
      }
    }
    workloadInstance {
      ...ApplicationForReconcile
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on HelmWorkloadInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      id
      kind
      name
      version
      generation
      ready
      outputs {
        url
        chart
        chartVersion
        appVersion
        digest
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
  ... on SupportServiceInstance {
    runtime {
      ...RuntimeForReconcile
      manifestSpec
      outputs {
        kubernetesVersion
      }
      definition {
        manifestSpec
      }
    }
  }
  ... on DatabaseInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on ControlPlaneInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on BucketInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on KubernetesRuntimeInstance {
    definition {
      manifestSpec
    }
  }
  ... on AwsRelationalDatabaseInstance {
    workloadInstance {
      id
      name
      projectName
    }
    runtime {
      ...RuntimeForReconcile
      outputs {
        network {
          accountId
          region
          vpcId
          subnets
        }
      }
    }
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on AwsEksKubernetesRuntimeInstance {
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on GkeKubernetesRuntimeInstance {
    definition {
      manifestSpec
      gcpAccount {
        ...GcpAccountForReconcile
      }
    }
  }
  ... on AksKubernetesRuntimeInstance {
    definition {
      manifestSpec
      azureAccount {
        ...AzureAccountForReconcile
      }
    }
  }
  ... on AwsPodIdentity {
    runtime {
      ...RuntimeInEks
    }
    awsAccount {
      ...AccountForReconcile
    }
  }
  ... on AwsObjectStorageBucketInstance {
    workloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeInEks
      }
    }
    helmWorkloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeInEks
      }
    }
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on Application {
    definition {
      id
      generation
    }
  }
  ... on NotificationChannel {
    secret {
      name
    }
  }
  ... on Delivery {
    application {
      id
      kind
      name
      version
      manifestSpec
      registrySecret {
        name
      }
      status: reported {
        outputs
      }
    }
  }
  ... on CanaryWorkload {
    workloadInstance {
      id
      name
      runtime {
        ...RuntimeForReconcile
      }
      spec {
        canaryWeight
      }
      outputs {
        namespace
        dependencies {
          name
          binding
        }
      }
    }
    definition {
      id
      generation
    }
  }
  ... on RolloutJob {
    workloadInstance {
      runtime {
        ...RuntimeForReconcile
      }
      outputs {
        namespace
      }
    }
    definition {
      id
      generation
    }
  }
  ... on Preview {
    application {
      id
      kind
      name
      version
      manifestSpec
      registrySecret {
        name
      }
    }
  }
  ... on Stage {
    environment {
      manifestSpec
    }
    revision {
      ...RevisionForReconcile
    }
    fallback {
      name
      manifestSpec
      status: reported {
        outputs
      }
    }
    running {
      name
      manifestSpec
      status: reported {
        outputs
      }
    }
  }
  ... on TerraformInstance {
    definition {
      generation
      manifestSpec
    }
    awsAccount {
      ...AccountForReconcile
    }
  }
  ... on MetricsInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on LoggingInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on LogStorageInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      projectName
      manifestSpec
    }
  }
  ... on ObservabilityDashboardInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
    metricsInstance {
      id
      kind
      name
      version
      outputs {
        url
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
    loggingInstance {
      id
      kind
      name
      version
      outputs {
        url
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
  ... on ObservabilityStackInstance {
    definition {
      id
      kind
      name
      projectName
      version
      outputs {
        metricsDefinition
        loggingDefinition
        dashboardDefinition
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
}
    fragment RuntimeForReconcile on KubernetesRuntimeInstance {
  id
  kind
  name
  projectName
  ready
  version
  deletionRequestedAt
  outputs {
    provider
    kubernetesVersion
  }
  status: reported {
    phase
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment RuntimeInEks on KubernetesRuntimeInstance {
  ...RuntimeForReconcile
  outputs {
    clusterName
    network {
      accountId
      region
    }
  }
}
fragment ApplicationForReconcile on WorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment HelmApplicationForReconcile on HelmWorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment AccountForReconcile on AwsAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment RevisionForReconcile on ApplicationRevision {
  id
  kind
  name
  version
  ready
  manifestSpec
  status: reported {
    outputs
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment GcpAccountForReconcile on GcpAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment AzureAccountForReconcile on AzureAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}`, {"fragmentName":"References"}) as unknown as TypedDocumentString<ReferencesFragment, unknown>;
export const OwnedObjectFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment OwnedObject on ManagedObject {
  id
  kind
  name
  projectName
  version
  ready
  generation
  observedGeneration
  deletionRequestedAt
  status: reported {
    phase
    stalled
    retryable
    outputs
    cause {
      kind
      name
      reason
      message
    }
  }
}
    `, {"fragmentName":"OwnedObject"}) as unknown as TypedDocumentString<OwnedObjectFragment, unknown>;
export const LocationInstanceFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment LocationInstance on ManagedObject {
  ... on WorkloadInstance {
    definition {
      name
    }
    runtime {
      labels
    }
  }
  ... on HelmWorkloadInstance {
    definition {
      name
    }
    runtime {
      labels
    }
  }
}
    `, {"fragmentName":"LocationInstance"}) as unknown as TypedDocumentString<LocationInstanceFragment, unknown>;
export const ExternalResourceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ExternalResourceFields on ExternalInventoryEntry {
  id
  provider
  account
  region
  type
  name
  externalId
  tags
  order
  intendedAt
  requestedAt
  createdAt
}
    `, {"fragmentName":"ExternalResourceFields"}) as unknown as TypedDocumentString<ExternalResourceFieldsFragment, unknown>;
export const ReleasePoliciesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ReleasePolicies($id: ID!, $epoch: Int!) {
  result: releasePolicies(id: $id, epoch: $epoch)
}
    `) as unknown as TypedDocumentString<ReleasePoliciesQuery, ReleasePoliciesQueryVariables>;
export const OpenedDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenedDefinition($id: ID!, $epoch: Int!) {
  result: openedSpec(id: $id, epoch: $epoch, field: "definition") {
    generation
    spec
  }
}
    `) as unknown as TypedDocumentString<OpenedDefinitionQuery, OpenedDefinitionQueryVariables>;
export const OpenedPartsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenedParts($id: ID!, $epoch: Int!) {
  base: openedSpec(id: $id, epoch: $epoch, field: "baseDefinition") {
    spec
  }
  source: openedSpec(id: $id, epoch: $epoch, field: "sourceDefinition") {
    spec
  }
}
    `) as unknown as TypedDocumentString<OpenedPartsQuery, OpenedPartsQueryVariables>;
export const OpenedRegistrySecretDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenedRegistrySecret($id: ID!, $epoch: Int!) {
  result: openedSpec(
    id: $id
    epoch: $epoch
    field: "registrySecret"
    through: "application"
  ) {
    spec
  }
}
    `) as unknown as TypedDocumentString<OpenedRegistrySecretQuery, OpenedRegistrySecretQueryVariables>;
export const OpenedPreviewedDefinitionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenedPreviewedDefinition($id: ID!, $epoch: Int!) {
  result: openedSpec(
    id: $id
    epoch: $epoch
    field: "definition"
    through: "application"
  ) {
    generation
    spec
  }
}
    `) as unknown as TypedDocumentString<OpenedPreviewedDefinitionQuery, OpenedPreviewedDefinitionQueryVariables>;
export const OpenedChannelSecretDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenedChannelSecret($id: ID!, $epoch: Int!) {
  result: openedSpec(id: $id, epoch: $epoch, field: "secret") {
    spec
  }
}
    `) as unknown as TypedDocumentString<OpenedChannelSecretQuery, OpenedChannelSecretQueryVariables>;
export const TakeNotificationsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TakeNotifications($id: ID!, $epoch: Int!, $max: Int!, $digest: Int!) {
  result: takeNotifications(id: $id, epoch: $epoch, max: $max, digest: $digest) {
    pending
    dropped
    nextIn
    message {
      id
      test
      notifications {
        notice
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TakeNotificationsMutation, TakeNotificationsMutationVariables>;
export const AcknowledgeMessageDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AcknowledgeMessage($id: ID!, $message: String!) {
  result: acknowledgeMessage(id: $id, message: $message)
}
    `) as unknown as TypedDocumentString<AcknowledgeMessageMutation, AcknowledgeMessageMutationVariables>;
export const PlannedPasswordDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PlannedPassword($sealed: String!) {
  result: plannedPassword(sealed: $sealed)
}
    `) as unknown as TypedDocumentString<PlannedPasswordQuery, PlannedPasswordQueryVariables>;
export const StartReconcileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartReconcile($id: ID!, $epoch: Int) {
  result: startReconcile(id: $id, epoch: $epoch) {
    epoch
    triggers
    owns
    claims {
      ownerId
      ownerKind
      ownerName
      claim
      parameters
    }
    failures
    state
    forced
    confirmed
    secrets
    definition {
      generation
      spec
    }
    startedAt
    controlPlane
    labelId
    mayHaveOrphans
    hasAbandoned
    digestKey
    variables {
      name
      value
    }
    holders {
      id
      kind
      name
      version
    }
    object {
      ...ObjectFields
    }
    references: node {
      ...References
    }
    inventory {
      ...AppliedResourceFields
    }
    external {
      ...ExternalResourceFields
    }
  }
}
    fragment ObjectFields on ManagedObject {
  id
  kind
  name
  projectName
  labels
  manifestSpec
  status: reported {
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
  ready
  generation
  observedGeneration
  version
  deletionRequestedAt
  createdAt
}
fragment AppliedResourceFields on InventoryEntry {
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
  deletableVersion
}
fragment RuntimeForReconcile on KubernetesRuntimeInstance {
  id
  kind
  name
  projectName
  ready
  version
  deletionRequestedAt
  outputs {
    provider
    kubernetesVersion
  }
  status: reported {
    phase
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment RuntimeInEks on KubernetesRuntimeInstance {
  ...RuntimeForReconcile
  outputs {
    clusterName
    network {
      accountId
      region
    }
  }
}
fragment ApplicationForReconcile on WorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment HelmApplicationForReconcile on HelmWorkloadInstance {
  id
  kind
  name
  version
  runtime {
    id
    name
  }
  outputs {
    namespace
    resources
    services {
      name
      host
      ports {
        port
        scheme
      }
    }
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment AccountForReconcile on AwsAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment RevisionForReconcile on ApplicationRevision {
  id
  kind
  name
  version
  ready
  manifestSpec
  status: reported {
    outputs
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment GcpAccountForReconcile on GcpAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment AzureAccountForReconcile on AzureAccount {
  id
  kind
  name
  projectName
  version
  ready
  deletionRequestedAt
  manifestSpec
  outputs {
    externalId
  }
  status: reported {
    stalled
    retryable
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment References on ManagedObject {
  __typename
  ... on WorkloadInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      id
      generation
    }
  }
  ... on WorkloadServiceDependency {
    spec {
      upstreamHost
      upstreamPath
      upstreamPort
      upstreamTls
    }
    workloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeForReconcile
      }
    }
    helmWorkloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeForReconcile
      }
    }
  }
  ... on PolicyException {
    policy {
      name
      manifestSpec
    }
  }
  ... on SecretInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      generation
      manifestSpec
    }
    workloadInstance {
      ...ApplicationForReconcile
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
  }
  ... on GatewayInstance {
    runtime {
      ...RuntimeForReconcile
    }
    workloadInstance {
      ...ApplicationForReconcile
      spec {
        canaryWeight
      }
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
    definition {
      name
      manifestSpec
      domainName {
        id
        version
        name
        manifestSpec
      }
    }
  }
  ... on DomainNameInstance {
    runtime {
      ...RuntimeForReconcile
      definition {
        name
        manifestSpec
      }
    }
    workloadInstance {
      ...ApplicationForReconcile
    }
    helmWorkloadInstance {
      ...HelmApplicationForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on HelmWorkloadInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      id
      kind
      name
      version
      generation
      ready
      outputs {
        url
        chart
        chartVersion
        appVersion
        digest
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
  ... on SupportServiceInstance {
    runtime {
      ...RuntimeForReconcile
      manifestSpec
      outputs {
        kubernetesVersion
      }
      definition {
        manifestSpec
      }
    }
  }
  ... on DatabaseInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on ControlPlaneInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on BucketInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on KubernetesRuntimeInstance {
    definition {
      manifestSpec
    }
  }
  ... on AwsRelationalDatabaseInstance {
    workloadInstance {
      id
      name
      projectName
    }
    runtime {
      ...RuntimeForReconcile
      outputs {
        network {
          accountId
          region
          vpcId
          subnets
        }
      }
    }
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on AwsEksKubernetesRuntimeInstance {
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on GkeKubernetesRuntimeInstance {
    definition {
      manifestSpec
      gcpAccount {
        ...GcpAccountForReconcile
      }
    }
  }
  ... on AksKubernetesRuntimeInstance {
    definition {
      manifestSpec
      azureAccount {
        ...AzureAccountForReconcile
      }
    }
  }
  ... on AwsPodIdentity {
    runtime {
      ...RuntimeInEks
    }
    awsAccount {
      ...AccountForReconcile
    }
  }
  ... on AwsObjectStorageBucketInstance {
    workloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeInEks
      }
    }
    helmWorkloadInstance {
      id
      kind
      name
      version
      outputs {
        namespace
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
      runtime {
        ...RuntimeInEks
      }
    }
    definition {
      manifestSpec
      awsAccount {
        ...AccountForReconcile
      }
    }
  }
  ... on Application {
    definition {
      id
      generation
    }
  }
  ... on NotificationChannel {
    secret {
      name
    }
  }
  ... on Delivery {
    application {
      id
      kind
      name
      version
      manifestSpec
      registrySecret {
        name
      }
      status: reported {
        outputs
      }
    }
  }
  ... on CanaryWorkload {
    workloadInstance {
      id
      name
      runtime {
        ...RuntimeForReconcile
      }
      spec {
        canaryWeight
      }
      outputs {
        namespace
        dependencies {
          name
          binding
        }
      }
    }
    definition {
      id
      generation
    }
  }
  ... on RolloutJob {
    workloadInstance {
      runtime {
        ...RuntimeForReconcile
      }
      outputs {
        namespace
      }
    }
    definition {
      id
      generation
    }
  }
  ... on Preview {
    application {
      id
      kind
      name
      version
      manifestSpec
      registrySecret {
        name
      }
    }
  }
  ... on Stage {
    environment {
      manifestSpec
    }
    revision {
      ...RevisionForReconcile
    }
    fallback {
      name
      manifestSpec
      status: reported {
        outputs
      }
    }
    running {
      name
      manifestSpec
      status: reported {
        outputs
      }
    }
  }
  ... on TerraformInstance {
    definition {
      generation
      manifestSpec
    }
    awsAccount {
      ...AccountForReconcile
    }
  }
  ... on MetricsInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on LoggingInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
  }
  ... on LogStorageInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      projectName
      manifestSpec
    }
  }
  ... on ObservabilityDashboardInstance {
    runtime {
      ...RuntimeForReconcile
    }
    definition {
      manifestSpec
    }
    metricsInstance {
      id
      kind
      name
      version
      outputs {
        url
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
    loggingInstance {
      id
      kind
      name
      version
      outputs {
        url
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
  ... on ObservabilityStackInstance {
    definition {
      id
      kind
      name
      projectName
      version
      outputs {
        metricsDefinition
        loggingDefinition
        dashboardDefinition
      }
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
  }
}
fragment ExternalResourceFields on ExternalInventoryEntry {
  id
  provider
  account
  region
  type
  name
  externalId
  tags
  order
  intendedAt
  requestedAt
  createdAt
}`) as unknown as TypedDocumentString<StartReconcileMutation, StartReconcileMutationVariables>;
export const ReadoptDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation Readopt($id: ID!, $epoch: Int!, $orphanedIds: [ID!]!) {
  result: readopt(id: $id, epoch: $epoch, orphanedIds: $orphanedIds)
}
    `) as unknown as TypedDocumentString<ReadoptMutation, ReadoptMutationVariables>;
export const ApplyOwnedDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ApplyOwned($id: ID!, $epoch: Int!, $documents: [OwnedDocumentInput!]!, $withLocations: Boolean!) {
  result: applyOwned(id: $id, epoch: $epoch, documents: $documents) {
    objects {
      ...OwnedObject
      ...LocationInstance @include(if: $withLocations)
    }
    heldBack {
      id
    }
    leaving {
      ...OwnedObject
    }
    held {
      id
      text
    }
    awaited {
      ...OwnedObject
    }
    taken {
      claim
      owner {
        id
        kind
        name
        version
      }
    }
  }
}
    fragment OwnedObject on ManagedObject {
  id
  kind
  name
  projectName
  version
  ready
  generation
  observedGeneration
  deletionRequestedAt
  status: reported {
    phase
    stalled
    retryable
    outputs
    cause {
      kind
      name
      reason
      message
    }
  }
}
fragment LocationInstance on ManagedObject {
  ... on WorkloadInstance {
    definition {
      name
    }
    runtime {
      labels
    }
  }
  ... on HelmWorkloadInstance {
    definition {
      name
    }
    runtime {
      labels
    }
  }
}`) as unknown as TypedDocumentString<ApplyOwnedMutation, ApplyOwnedMutationVariables>;
export const PlaceInstanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PlaceInstance($id: ID!, $epoch: Int!) {
  result: placeInstance(id: $id, epoch: $epoch) {
    runtime
    reason
    rejected {
      runtime
      reason
    }
    pending {
      id
      kind
      name
      version
      status: reported {
        stalled
        retryable
        cause {
          kind
          name
          reason
          message
        }
      }
    }
    documents {
      kind
      name
      project
      labels
      spec
      field
      gracePeriod
    }
  }
}
    `) as unknown as TypedDocumentString<PlaceInstanceMutation, PlaceInstanceMutationVariables>;
export const ReleaseAttachedDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReleaseAttached($id: ID!, $epoch: Int!) {
  result: releaseAttached(id: $id, epoch: $epoch) {
    leaving {
      ...OwnedObject
    }
    held {
      id
      text
    }
  }
}
    fragment OwnedObject on ManagedObject {
  id
  kind
  name
  projectName
  version
  ready
  generation
  observedGeneration
  deletionRequestedAt
  status: reported {
    phase
    stalled
    retryable
    outputs
    cause {
      kind
      name
      reason
      message
    }
  }
}`) as unknown as TypedDocumentString<ReleaseAttachedMutation, ReleaseAttachedMutationVariables>;
export const DependenciesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Dependencies($id: ID!, $epoch: Int!) {
  result: dependencies(id: $id, epoch: $epoch) {
    object {
      ...OwnedObject
    }
    secrets
  }
}
    fragment OwnedObject on ManagedObject {
  id
  kind
  name
  projectName
  version
  ready
  generation
  observedGeneration
  deletionRequestedAt
  status: reported {
    phase
    stalled
    retryable
    outputs
    cause {
      kind
      name
      reason
      message
    }
  }
}`) as unknown as TypedDocumentString<DependenciesQuery, DependenciesQueryVariables>;
export const RelatedObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RelatedObjects($id: ID!, $epoch: Int!) {
  result: relatedObjects(id: $id, epoch: $epoch) {
    ...OwnedObject
    manifestSpec
    createdAt
  }
}
    fragment OwnedObject on ManagedObject {
  id
  kind
  name
  projectName
  version
  ready
  generation
  observedGeneration
  deletionRequestedAt
  status: reported {
    phase
    stalled
    retryable
    outputs
    cause {
      kind
      name
      reason
      message
    }
  }
}`) as unknown as TypedDocumentString<RelatedObjectsQuery, RelatedObjectsQueryVariables>;
export const RetireChildrenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RetireChildren($id: ID!, $epoch: Int!, $children: [ID!]!) {
  result: retireChildren(id: $id, epoch: $epoch, children: $children)
}
    `) as unknown as TypedDocumentString<RetireChildrenMutation, RetireChildrenMutationVariables>;
export const ReferencedObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ReferencedObjects($id: ID!, $epoch: Int!) {
  result: dependencies(id: $id, epoch: $epoch) {
    object {
      kind
      name
      projectName
      manifestSpec
    }
    secrets
  }
}
    `) as unknown as TypedDocumentString<ReferencedObjectsQuery, ReferencedObjectsQueryVariables>;
export const ReportReconcileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportReconcile($id: ID!, $epoch: Int!, $report: JSON!, $applied: [AppliedResourceInput!], $gone: [ID!]) {
  result: reportReconcile(
    id: $id
    epoch: $epoch
    report: $report
    applied: $applied
    gone: $gone
  )
}
    `) as unknown as TypedDocumentString<ReportReconcileMutation, ReportReconcileMutationVariables>;
export const RenewLeasesDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RenewLeases($reconciles: [HeldReconcileInput!]!) {
  result: renewLeases(reconciles: $reconciles)
}
    `) as unknown as TypedDocumentString<RenewLeasesMutation, RenewLeasesMutationVariables>;
export const TakeDueDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TakeDue($kinds: [String!]!, $first: Int!, $overdue: Int) {
  result: takeDue(kinds: $kinds, first: $first, overdue: $overdue) {
    id
    kind
  }
}
    `) as unknown as TypedDocumentString<TakeDueMutation, TakeDueMutationVariables>;
export const ConfirmDeletionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmDeletion($id: ID!, $epoch: Int!, $leaveBehind: Boolean, $gone: [ID!], $report: JSON) {
  result: confirmDeletion(
    id: $id
    epoch: $epoch
    leaveBehind: $leaveBehind
    gone: $gone
    report: $report
  )
}
    `) as unknown as TypedDocumentString<ConfirmDeletionMutation, ConfirmDeletionMutationVariables>;
export const RecordAppliedDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RecordApplied($id: ID!, $epoch: Int!, $resources: [AppliedResourceInput!]!) {
  result: recordApplied(id: $id, epoch: $epoch, resources: $resources) {
    id
  }
}
    `) as unknown as TypedDocumentString<RecordAppliedMutation, RecordAppliedMutationVariables>;
export const ForgetAppliedDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ForgetApplied($id: ID!, $epoch: Int!, $entries: [ID!]!) {
  result: forgetApplied(id: $id, epoch: $epoch, entries: $entries)
}
    `) as unknown as TypedDocumentString<ForgetAppliedMutation, ForgetAppliedMutationVariables>;
export const RecordExternalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RecordExternal($id: ID!, $epoch: Int!, $resources: [ExternalResourceInput!]!) {
  result: recordExternal(id: $id, epoch: $epoch, resources: $resources) {
    ...ExternalResourceFields
  }
}
    fragment ExternalResourceFields on ExternalInventoryEntry {
  id
  provider
  account
  region
  type
  name
  externalId
  tags
  order
  intendedAt
  requestedAt
  createdAt
}`) as unknown as TypedDocumentString<RecordExternalMutation, RecordExternalMutationVariables>;
export const ForgetExternalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ForgetExternal($id: ID!, $epoch: Int!, $entries: [ID!]!) {
  result: forgetExternal(id: $id, epoch: $epoch, entries: $entries)
}
    `) as unknown as TypedDocumentString<ForgetExternalMutation, ForgetExternalMutationVariables>;
export const FindExternalOrphansDocument = /*#__PURE__*/ new TypedDocumentString(`
    query FindExternalOrphans($found: [FoundExternalResourceInput!]!) {
  result: externalOrphans(found: $found) {
    provider
    account
    region
    type
    name
    externalId
  }
}
    `) as unknown as TypedDocumentString<FindExternalOrphansQuery, FindExternalOrphansQueryVariables>;
export const ReportSchemasDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportSchemas($id: ID!, $epoch: Int!, $served: [ServedVersionInput!]!, $schemas: [VersionSchemasInput!]!) {
  result: reportSchemas(
    id: $id
    epoch: $epoch
    served: $served
    schemas: $schemas
  )
}
    `) as unknown as TypedDocumentString<ReportSchemasMutation, ReportSchemasMutationVariables>;
export const TriggerObjectsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TriggerObjects($runtimeId: ID!, $ids: [ID!]) {
  result: triggerObjects(runtimeId: $runtimeId, ids: $ids)
}
    `) as unknown as TypedDocumentString<TriggerObjectsMutation, TriggerObjectsMutationVariables>;
export const ListRecordedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListRecorded($runtimeId: ID!, $group: String!, $version: String!, $kind: String!, $first: Int!, $after: ID) {
  result: recordedResources(
    runtimeId: $runtimeId
    group: $group
    version: $version
    kind: $kind
    first: $first
    after: $after
  ) {
    next
    resources {
      objectId
      uid
      ready
    }
  }
}
    `) as unknown as TypedDocumentString<ListRecordedQuery, ListRecordedQueryVariables>;
export const ListWatchedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListWatched($kind: String!, $first: Int!, $after: ID) {
  result: watchedRuntimes(kind: $kind, first: $first, after: $after) {
    next
    runtimes {
      id
      name
      version
      readySince
      deletionRequestedAt
      outputs
      appliedTypes {
        group
        version
        kind
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListWatchedQuery, ListWatchedQueryVariables>;
export const ReportSeenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportSeen($resources: [SeenResourceInput!]!) {
  result: reportSeen(resources: $resources)
}
    `) as unknown as TypedDocumentString<ReportSeenMutation, ReportSeenMutationVariables>;
export const GetInventoryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetInventory($id: ID!) {
  result: inventory(id: $id) {
    ...AppliedResourceFields
  }
}
    fragment AppliedResourceFields on InventoryEntry {
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
  deletableVersion
}`) as unknown as TypedDocumentString<GetInventoryQuery, GetInventoryQueryVariables>;
export const GetClusterAccessDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetClusterAccess($id: ID!) {
  result: clusterAccess(id: $id) {
    secrets
    object {
      __typename
      ... on KubernetesRuntimeInstance {
        definition {
          manifestSpec
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetClusterAccessQuery, GetClusterAccessQueryVariables>;
export const GetSecretsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GetSecrets($id: ID!) {
  result: clusterAccess(id: $id) {
    secrets
  }
}
    `) as unknown as TypedDocumentString<GetSecretsQuery, GetSecretsQueryVariables>;
export const ListAbandonedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ListAbandoned($runtimeId: ID!) {
  result: abandonedIn(runtimeId: $runtimeId) {
    id
    runtimeId
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
  }
}
    `) as unknown as TypedDocumentString<ListAbandonedQuery, ListAbandonedQueryVariables>;
export const ForgetAbandonedDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ForgetAbandoned($ids: [ID!]!) {
  result: forgetAbandoned(ids: $ids)
}
    `) as unknown as TypedDocumentString<ForgetAbandonedMutation, ForgetAbandonedMutationVariables>;
export const TerraformRunDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TerraformRun($id: ID!) {
  result: terraformRun(id: $id) {
    id
    inputs
    startedAt
    finishedAt
    isAlive
    progress
    result
  }
}
    `) as unknown as TypedDocumentString<TerraformRunQuery, TerraformRunQueryVariables>;
export const TerraformStateDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TerraformState($id: ID!) {
  result: terraformState(id: $id)
}
    `) as unknown as TypedDocumentString<TerraformStateQuery, TerraformStateQueryVariables>;
export const StartTerraformRunDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartTerraformRun($id: ID!, $epoch: Int!, $run: String!, $inputs: String!) {
  result: startTerraformRun(id: $id, epoch: $epoch, run: $run, inputs: $inputs)
}
    `) as unknown as TypedDocumentString<StartTerraformRunMutation, StartTerraformRunMutationVariables>;
export const RenewTerraformRunDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RenewTerraformRun($id: ID!, $run: String!, $progress: String!) {
  result: renewTerraformRun(id: $id, run: $run, progress: $progress)
}
    `) as unknown as TypedDocumentString<RenewTerraformRunMutation, RenewTerraformRunMutationVariables>;
export const RecordTerraformStateDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RecordTerraformState($id: ID!, $run: String!, $state: String!) {
  result: recordTerraformState(id: $id, run: $run, state: $state)
}
    `) as unknown as TypedDocumentString<RecordTerraformStateMutation, RecordTerraformStateMutationVariables>;
export const FinishTerraformRunDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation FinishTerraformRun($id: ID!, $run: String!, $result: String!) {
  result: finishTerraformRun(id: $id, run: $run, result: $result)
}
    `) as unknown as TypedDocumentString<FinishTerraformRunMutation, FinishTerraformRunMutationVariables>;
export const TelemetrySourcesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TelemetrySources($runtimeId: ID!) {
  result: telemetrySources(runtimeId: $runtimeId) {
    metrics {
      namespace
      service
      port
    }
    logs {
      namespace
      service
      port
    }
  }
}
    `) as unknown as TypedDocumentString<TelemetrySourcesQuery, TelemetrySourcesQueryVariables>;
export const ReportProcessDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReportProcess($report: JSON!) {
  result: reportProcess(report: $report)
}
    `) as unknown as TypedDocumentString<ReportProcessMutation, ReportProcessMutationVariables>;