// Written by tools/generate-operations.ts. Do not edit.
import { kindClient } from '../kind-client.ts'
import type { Transport } from '../transport.ts'
import {
  GetAksKubernetesRuntimeDefinitionDocument,
  ListAksKubernetesRuntimeDefinitionDocument,
  WatchAksKubernetesRuntimeDefinitionDocument,
  CreateAksKubernetesRuntimeDefinitionDocument,
  UpdateAksKubernetesRuntimeDefinitionDocument,
  DeleteAksKubernetesRuntimeDefinitionDocument,
  GetAksKubernetesRuntimeInstanceDocument,
  ListAksKubernetesRuntimeInstanceDocument,
  WatchAksKubernetesRuntimeInstanceDocument,
  CreateAksKubernetesRuntimeInstanceDocument,
  UpdateAksKubernetesRuntimeInstanceDocument,
  DeleteAksKubernetesRuntimeInstanceDocument,
  GetApplicationDocument,
  ListApplicationDocument,
  WatchApplicationDocument,
  CreateApplicationDocument,
  UpdateApplicationDocument,
  DeleteApplicationDocument,
  GetApplicationRevisionDocument,
  ListApplicationRevisionDocument,
  WatchApplicationRevisionDocument,
  CreateApplicationRevisionDocument,
  UpdateApplicationRevisionDocument,
  DeleteApplicationRevisionDocument,
  GetAwsAccountDocument,
  ListAwsAccountDocument,
  WatchAwsAccountDocument,
  CreateAwsAccountDocument,
  UpdateAwsAccountDocument,
  DeleteAwsAccountDocument,
  GetAwsEksKubernetesRuntimeDefinitionDocument,
  ListAwsEksKubernetesRuntimeDefinitionDocument,
  WatchAwsEksKubernetesRuntimeDefinitionDocument,
  CreateAwsEksKubernetesRuntimeDefinitionDocument,
  UpdateAwsEksKubernetesRuntimeDefinitionDocument,
  DeleteAwsEksKubernetesRuntimeDefinitionDocument,
  GetAwsEksKubernetesRuntimeInstanceDocument,
  ListAwsEksKubernetesRuntimeInstanceDocument,
  WatchAwsEksKubernetesRuntimeInstanceDocument,
  CreateAwsEksKubernetesRuntimeInstanceDocument,
  UpdateAwsEksKubernetesRuntimeInstanceDocument,
  DeleteAwsEksKubernetesRuntimeInstanceDocument,
  GetAwsObjectStorageBucketDefinitionDocument,
  ListAwsObjectStorageBucketDefinitionDocument,
  WatchAwsObjectStorageBucketDefinitionDocument,
  CreateAwsObjectStorageBucketDefinitionDocument,
  UpdateAwsObjectStorageBucketDefinitionDocument,
  DeleteAwsObjectStorageBucketDefinitionDocument,
  GetAwsObjectStorageBucketInstanceDocument,
  ListAwsObjectStorageBucketInstanceDocument,
  WatchAwsObjectStorageBucketInstanceDocument,
  CreateAwsObjectStorageBucketInstanceDocument,
  UpdateAwsObjectStorageBucketInstanceDocument,
  DeleteAwsObjectStorageBucketInstanceDocument,
  GetAwsPodIdentityDocument,
  ListAwsPodIdentityDocument,
  WatchAwsPodIdentityDocument,
  CreateAwsPodIdentityDocument,
  UpdateAwsPodIdentityDocument,
  DeleteAwsPodIdentityDocument,
  GetAwsRelationalDatabaseDefinitionDocument,
  ListAwsRelationalDatabaseDefinitionDocument,
  WatchAwsRelationalDatabaseDefinitionDocument,
  CreateAwsRelationalDatabaseDefinitionDocument,
  UpdateAwsRelationalDatabaseDefinitionDocument,
  DeleteAwsRelationalDatabaseDefinitionDocument,
  GetAwsRelationalDatabaseInstanceDocument,
  ListAwsRelationalDatabaseInstanceDocument,
  WatchAwsRelationalDatabaseInstanceDocument,
  CreateAwsRelationalDatabaseInstanceDocument,
  UpdateAwsRelationalDatabaseInstanceDocument,
  DeleteAwsRelationalDatabaseInstanceDocument,
  GetAzureAccountDocument,
  ListAzureAccountDocument,
  WatchAzureAccountDocument,
  CreateAzureAccountDocument,
  UpdateAzureAccountDocument,
  DeleteAzureAccountDocument,
  GetBucketDefinitionDocument,
  ListBucketDefinitionDocument,
  WatchBucketDefinitionDocument,
  CreateBucketDefinitionDocument,
  UpdateBucketDefinitionDocument,
  DeleteBucketDefinitionDocument,
  GetBucketInstanceDocument,
  ListBucketInstanceDocument,
  WatchBucketInstanceDocument,
  CreateBucketInstanceDocument,
  UpdateBucketInstanceDocument,
  DeleteBucketInstanceDocument,
  GetCanaryWorkloadDocument,
  ListCanaryWorkloadDocument,
  WatchCanaryWorkloadDocument,
  CreateCanaryWorkloadDocument,
  UpdateCanaryWorkloadDocument,
  DeleteCanaryWorkloadDocument,
  GetControlPlaneDefinitionDocument,
  ListControlPlaneDefinitionDocument,
  WatchControlPlaneDefinitionDocument,
  CreateControlPlaneDefinitionDocument,
  UpdateControlPlaneDefinitionDocument,
  DeleteControlPlaneDefinitionDocument,
  GetControlPlaneInstanceDocument,
  ListControlPlaneInstanceDocument,
  WatchControlPlaneInstanceDocument,
  CreateControlPlaneInstanceDocument,
  UpdateControlPlaneInstanceDocument,
  DeleteControlPlaneInstanceDocument,
  GetDatabaseDefinitionDocument,
  ListDatabaseDefinitionDocument,
  WatchDatabaseDefinitionDocument,
  CreateDatabaseDefinitionDocument,
  UpdateDatabaseDefinitionDocument,
  DeleteDatabaseDefinitionDocument,
  GetDatabaseInstanceDocument,
  ListDatabaseInstanceDocument,
  WatchDatabaseInstanceDocument,
  CreateDatabaseInstanceDocument,
  UpdateDatabaseInstanceDocument,
  DeleteDatabaseInstanceDocument,
  GetDeliveryDocument,
  ListDeliveryDocument,
  WatchDeliveryDocument,
  CreateDeliveryDocument,
  UpdateDeliveryDocument,
  DeleteDeliveryDocument,
  GetDomainNameDefinitionDocument,
  ListDomainNameDefinitionDocument,
  WatchDomainNameDefinitionDocument,
  CreateDomainNameDefinitionDocument,
  UpdateDomainNameDefinitionDocument,
  DeleteDomainNameDefinitionDocument,
  GetDomainNameInstanceDocument,
  ListDomainNameInstanceDocument,
  WatchDomainNameInstanceDocument,
  CreateDomainNameInstanceDocument,
  UpdateDomainNameInstanceDocument,
  DeleteDomainNameInstanceDocument,
  GetHostNameDocument,
  ListHostNameDocument,
  WatchHostNameDocument,
  CreateHostNameDocument,
  UpdateHostNameDocument,
  DeleteHostNameDocument,
  GetEnvironmentDocument,
  ListEnvironmentDocument,
  WatchEnvironmentDocument,
  CreateEnvironmentDocument,
  UpdateEnvironmentDocument,
  DeleteEnvironmentDocument,
  GetForgeWebhookDocument,
  ListForgeWebhookDocument,
  WatchForgeWebhookDocument,
  CreateForgeWebhookDocument,
  UpdateForgeWebhookDocument,
  DeleteForgeWebhookDocument,
  GetGatewayDefinitionDocument,
  ListGatewayDefinitionDocument,
  WatchGatewayDefinitionDocument,
  CreateGatewayDefinitionDocument,
  UpdateGatewayDefinitionDocument,
  DeleteGatewayDefinitionDocument,
  GetGatewayInstanceDocument,
  ListGatewayInstanceDocument,
  WatchGatewayInstanceDocument,
  CreateGatewayInstanceDocument,
  UpdateGatewayInstanceDocument,
  DeleteGatewayInstanceDocument,
  GetGatewayPortDocument,
  ListGatewayPortDocument,
  WatchGatewayPortDocument,
  CreateGatewayPortDocument,
  UpdateGatewayPortDocument,
  DeleteGatewayPortDocument,
  GetGcpAccountDocument,
  ListGcpAccountDocument,
  WatchGcpAccountDocument,
  CreateGcpAccountDocument,
  UpdateGcpAccountDocument,
  DeleteGcpAccountDocument,
  GetGkeKubernetesRuntimeDefinitionDocument,
  ListGkeKubernetesRuntimeDefinitionDocument,
  WatchGkeKubernetesRuntimeDefinitionDocument,
  CreateGkeKubernetesRuntimeDefinitionDocument,
  UpdateGkeKubernetesRuntimeDefinitionDocument,
  DeleteGkeKubernetesRuntimeDefinitionDocument,
  GetGkeKubernetesRuntimeInstanceDocument,
  ListGkeKubernetesRuntimeInstanceDocument,
  WatchGkeKubernetesRuntimeInstanceDocument,
  CreateGkeKubernetesRuntimeInstanceDocument,
  UpdateGkeKubernetesRuntimeInstanceDocument,
  DeleteGkeKubernetesRuntimeInstanceDocument,
  GetHelmWorkloadDefinitionDocument,
  ListHelmWorkloadDefinitionDocument,
  WatchHelmWorkloadDefinitionDocument,
  CreateHelmWorkloadDefinitionDocument,
  UpdateHelmWorkloadDefinitionDocument,
  DeleteHelmWorkloadDefinitionDocument,
  GetHelmWorkloadInstanceDocument,
  ListHelmWorkloadInstanceDocument,
  WatchHelmWorkloadInstanceDocument,
  CreateHelmWorkloadInstanceDocument,
  UpdateHelmWorkloadInstanceDocument,
  DeleteHelmWorkloadInstanceDocument,
  GetHoldDocument,
  ListHoldDocument,
  WatchHoldDocument,
  CreateHoldDocument,
  UpdateHoldDocument,
  DeleteHoldDocument,
  GetImageWebhookDocument,
  ListImageWebhookDocument,
  WatchImageWebhookDocument,
  CreateImageWebhookDocument,
  UpdateImageWebhookDocument,
  DeleteImageWebhookDocument,
  GetKubernetesRuntimeDefinitionDocument,
  ListKubernetesRuntimeDefinitionDocument,
  WatchKubernetesRuntimeDefinitionDocument,
  CreateKubernetesRuntimeDefinitionDocument,
  UpdateKubernetesRuntimeDefinitionDocument,
  DeleteKubernetesRuntimeDefinitionDocument,
  GetKubernetesRuntimeInstanceDocument,
  ListKubernetesRuntimeInstanceDocument,
  WatchKubernetesRuntimeInstanceDocument,
  CreateKubernetesRuntimeInstanceDocument,
  UpdateKubernetesRuntimeInstanceDocument,
  DeleteKubernetesRuntimeInstanceDocument,
  GetLogBackendDocument,
  ListLogBackendDocument,
  WatchLogBackendDocument,
  CreateLogBackendDocument,
  UpdateLogBackendDocument,
  DeleteLogBackendDocument,
  GetLogStorageDefinitionDocument,
  ListLogStorageDefinitionDocument,
  WatchLogStorageDefinitionDocument,
  CreateLogStorageDefinitionDocument,
  UpdateLogStorageDefinitionDocument,
  DeleteLogStorageDefinitionDocument,
  GetLogStorageInstanceDocument,
  ListLogStorageInstanceDocument,
  WatchLogStorageInstanceDocument,
  CreateLogStorageInstanceDocument,
  UpdateLogStorageInstanceDocument,
  DeleteLogStorageInstanceDocument,
  GetLoggingDefinitionDocument,
  ListLoggingDefinitionDocument,
  WatchLoggingDefinitionDocument,
  CreateLoggingDefinitionDocument,
  UpdateLoggingDefinitionDocument,
  DeleteLoggingDefinitionDocument,
  GetLoggingInstanceDocument,
  ListLoggingInstanceDocument,
  WatchLoggingInstanceDocument,
  CreateLoggingInstanceDocument,
  UpdateLoggingInstanceDocument,
  DeleteLoggingInstanceDocument,
  GetMetricsDefinitionDocument,
  ListMetricsDefinitionDocument,
  WatchMetricsDefinitionDocument,
  CreateMetricsDefinitionDocument,
  UpdateMetricsDefinitionDocument,
  DeleteMetricsDefinitionDocument,
  GetMetricsInstanceDocument,
  ListMetricsInstanceDocument,
  WatchMetricsInstanceDocument,
  CreateMetricsInstanceDocument,
  UpdateMetricsInstanceDocument,
  DeleteMetricsInstanceDocument,
  GetModuleApiDocument,
  ListModuleApiDocument,
  WatchModuleApiDocument,
  CreateModuleApiDocument,
  UpdateModuleApiDocument,
  DeleteModuleApiDocument,
  GetModuleApiRouteDocument,
  ListModuleApiRouteDocument,
  WatchModuleApiRouteDocument,
  CreateModuleApiRouteDocument,
  UpdateModuleApiRouteDocument,
  DeleteModuleApiRouteDocument,
  GetNotificationChannelDocument,
  ListNotificationChannelDocument,
  WatchNotificationChannelDocument,
  CreateNotificationChannelDocument,
  UpdateNotificationChannelDocument,
  DeleteNotificationChannelDocument,
  GetObservabilityDashboardDefinitionDocument,
  ListObservabilityDashboardDefinitionDocument,
  WatchObservabilityDashboardDefinitionDocument,
  CreateObservabilityDashboardDefinitionDocument,
  UpdateObservabilityDashboardDefinitionDocument,
  DeleteObservabilityDashboardDefinitionDocument,
  GetObservabilityDashboardInstanceDocument,
  ListObservabilityDashboardInstanceDocument,
  WatchObservabilityDashboardInstanceDocument,
  CreateObservabilityDashboardInstanceDocument,
  UpdateObservabilityDashboardInstanceDocument,
  DeleteObservabilityDashboardInstanceDocument,
  GetObservabilityStackDefinitionDocument,
  ListObservabilityStackDefinitionDocument,
  WatchObservabilityStackDefinitionDocument,
  CreateObservabilityStackDefinitionDocument,
  UpdateObservabilityStackDefinitionDocument,
  DeleteObservabilityStackDefinitionDocument,
  GetObservabilityStackInstanceDocument,
  ListObservabilityStackInstanceDocument,
  WatchObservabilityStackInstanceDocument,
  CreateObservabilityStackInstanceDocument,
  UpdateObservabilityStackInstanceDocument,
  DeleteObservabilityStackInstanceDocument,
  GetPolicyDocument,
  ListPolicyDocument,
  WatchPolicyDocument,
  CreatePolicyDocument,
  UpdatePolicyDocument,
  DeletePolicyDocument,
  GetPolicyExceptionDocument,
  ListPolicyExceptionDocument,
  WatchPolicyExceptionDocument,
  CreatePolicyExceptionDocument,
  UpdatePolicyExceptionDocument,
  DeletePolicyExceptionDocument,
  GetPreviewDocument,
  ListPreviewDocument,
  WatchPreviewDocument,
  CreatePreviewDocument,
  UpdatePreviewDocument,
  DeletePreviewDocument,
  GetProfileDocument,
  ListProfileDocument,
  WatchProfileDocument,
  CreateProfileDocument,
  UpdateProfileDocument,
  DeleteProfileDocument,
  GetProjectDocument,
  ListProjectDocument,
  WatchProjectDocument,
  CreateProjectDocument,
  UpdateProjectDocument,
  DeleteProjectDocument,
  GetPromotionDocument,
  ListPromotionDocument,
  WatchPromotionDocument,
  CreatePromotionDocument,
  UpdatePromotionDocument,
  DeletePromotionDocument,
  GetRolloutDecisionDocument,
  ListRolloutDecisionDocument,
  WatchRolloutDecisionDocument,
  CreateRolloutDecisionDocument,
  UpdateRolloutDecisionDocument,
  DeleteRolloutDecisionDocument,
  GetRolloutJobDocument,
  ListRolloutJobDocument,
  WatchRolloutJobDocument,
  CreateRolloutJobDocument,
  UpdateRolloutJobDocument,
  DeleteRolloutJobDocument,
  GetSecretDefinitionDocument,
  ListSecretDefinitionDocument,
  WatchSecretDefinitionDocument,
  CreateSecretDefinitionDocument,
  UpdateSecretDefinitionDocument,
  DeleteSecretDefinitionDocument,
  GetSecretInstanceDocument,
  ListSecretInstanceDocument,
  WatchSecretInstanceDocument,
  CreateSecretInstanceDocument,
  UpdateSecretInstanceDocument,
  DeleteSecretInstanceDocument,
  GetStageDocument,
  ListStageDocument,
  WatchStageDocument,
  CreateStageDocument,
  UpdateStageDocument,
  DeleteStageDocument,
  GetSupportServiceInstanceDocument,
  ListSupportServiceInstanceDocument,
  WatchSupportServiceInstanceDocument,
  CreateSupportServiceInstanceDocument,
  UpdateSupportServiceInstanceDocument,
  DeleteSupportServiceInstanceDocument,
  GetTerraformDefinitionDocument,
  ListTerraformDefinitionDocument,
  WatchTerraformDefinitionDocument,
  CreateTerraformDefinitionDocument,
  UpdateTerraformDefinitionDocument,
  DeleteTerraformDefinitionDocument,
  GetTerraformInstanceDocument,
  ListTerraformInstanceDocument,
  WatchTerraformInstanceDocument,
  CreateTerraformInstanceDocument,
  UpdateTerraformInstanceDocument,
  DeleteTerraformInstanceDocument,
  GetTierDocument,
  ListTierDocument,
  WatchTierDocument,
  CreateTierDocument,
  UpdateTierDocument,
  DeleteTierDocument,
  GetWorkloadDefinitionDocument,
  ListWorkloadDefinitionDocument,
  WatchWorkloadDefinitionDocument,
  CreateWorkloadDefinitionDocument,
  UpdateWorkloadDefinitionDocument,
  DeleteWorkloadDefinitionDocument,
  GetWorkloadInstanceDocument,
  ListWorkloadInstanceDocument,
  WatchWorkloadInstanceDocument,
  CreateWorkloadInstanceDocument,
  UpdateWorkloadInstanceDocument,
  DeleteWorkloadInstanceDocument,
  GetWorkloadServiceDependencyDocument,
  ListWorkloadServiceDependencyDocument,
  WatchWorkloadServiceDependencyDocument,
  CreateWorkloadServiceDependencyDocument,
  UpdateWorkloadServiceDependencyDocument,
  DeleteWorkloadServiceDependencyDocument,
} from './documents.ts'

/** A Kubernetes cluster of Azure Kubernetes Service: its version, network and nodes. An edit is rolled out to all instances. */
export function aksKubernetesRuntimeDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetAksKubernetesRuntimeDefinitionDocument,
    list: ListAksKubernetesRuntimeDefinitionDocument,
    watch: WatchAksKubernetesRuntimeDefinitionDocument,
    create: CreateAksKubernetesRuntimeDefinitionDocument,
    update: UpdateAksKubernetesRuntimeDefinitionDocument,
    delete: DeleteAksKubernetesRuntimeDefinitionDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster of Azure Kubernetes Service, with its resource group and nodes. */
export function aksKubernetesRuntimeInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetAksKubernetesRuntimeInstanceDocument,
    list: ListAksKubernetesRuntimeInstanceDocument,
    watch: WatchAksKubernetesRuntimeInstanceDocument,
    create: CreateAksKubernetesRuntimeInstanceDocument,
    update: UpdateAksKubernetesRuntimeInstanceDocument,
    delete: DeleteAksKubernetesRuntimeInstanceDocument,
    isGlobal: false,
  })
}

/** An application that is delivered into environments: CI names the images of a build, and each build becomes a revision that goes from environment to environment, by the rules of each. */
export function applications(transport: Transport) {
  return kindClient(transport, {
    get: GetApplicationDocument,
    list: ListApplicationDocument,
    watch: WatchApplicationDocument,
    create: CreateApplicationDocument,
    update: UpdateApplicationDocument,
    delete: DeleteApplicationDocument,
    isGlobal: false,
  })
}

/** A version of an application that never changes: a copy of its definition, and its images by digest. Revisions are numbered. One that a promotion of parts has made has parts of another revision. */
export function applicationRevisions(transport: Transport) {
  return kindClient(transport, {
    get: GetApplicationRevisionDocument,
    list: ListApplicationRevisionDocument,
    watch: WatchApplicationRevisionDocument,
    create: CreateApplicationRevisionDocument,
    update: UpdateApplicationRevisionDocument,
    delete: DeleteApplicationRevisionDocument,
    isGlobal: false,
  })
}

/** An account of AWS in which QleetOS manages resources: with an access key, with a role that it assumes, or with both. Its credentials are checked when they change, and every ten minutes. */
export function awsAccounts(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsAccountDocument,
    list: ListAwsAccountDocument,
    watch: WatchAwsAccountDocument,
    create: CreateAwsAccountDocument,
    update: UpdateAwsAccountDocument,
    delete: DeleteAwsAccountDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster of Amazon EKS: its version, network and nodes. An edit is rolled out to all instances. */
export function awsEksKubernetesRuntimeDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsEksKubernetesRuntimeDefinitionDocument,
    list: ListAwsEksKubernetesRuntimeDefinitionDocument,
    watch: WatchAwsEksKubernetesRuntimeDefinitionDocument,
    create: CreateAwsEksKubernetesRuntimeDefinitionDocument,
    update: UpdateAwsEksKubernetesRuntimeDefinitionDocument,
    delete: DeleteAwsEksKubernetesRuntimeDefinitionDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster of Amazon EKS, with its network, roles and nodes. */
export function awsEksKubernetesRuntimeInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsEksKubernetesRuntimeInstanceDocument,
    list: ListAwsEksKubernetesRuntimeInstanceDocument,
    watch: WatchAwsEksKubernetesRuntimeInstanceDocument,
    create: CreateAwsEksKubernetesRuntimeInstanceDocument,
    update: UpdateAwsEksKubernetesRuntimeInstanceDocument,
    delete: DeleteAwsEksKubernetesRuntimeInstanceDocument,
    isGlobal: false,
  })
}

/** A bucket of Amazon S3: who may read it, and what it keeps. An edit is rolled out to all instances. */
export function awsObjectStorageBucketDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsObjectStorageBucketDefinitionDocument,
    list: ListAwsObjectStorageBucketDefinitionDocument,
    watch: WatchAwsObjectStorageBucketDefinitionDocument,
    create: CreateAwsObjectStorageBucketDefinitionDocument,
    update: UpdateAwsObjectStorageBucketDefinitionDocument,
    delete: DeleteAwsObjectStorageBucketDefinitionDocument,
    isGlobal: false,
  })
}

/** A bucket of Amazon S3. */
export function awsObjectStorageBucketInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsObjectStorageBucketInstanceDocument,
    list: ListAwsObjectStorageBucketInstanceDocument,
    watch: WatchAwsObjectStorageBucketInstanceDocument,
    create: CreateAwsObjectStorageBucketInstanceDocument,
    update: UpdateAwsObjectStorageBucketInstanceDocument,
    delete: DeleteAwsObjectStorageBucketInstanceDocument,
    isGlobal: false,
  })
}

/** A role of IAM for the pods of a service account in a cluster of Amazon EKS, by EKS Pod Identity. Everything that gives the pods access to something owns it together; it is deleted with the last. */
export function awsPodIdentities(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsPodIdentityDocument,
    list: ListAwsPodIdentityDocument,
    watch: WatchAwsPodIdentityDocument,
    create: CreateAwsPodIdentityDocument,
    update: UpdateAwsPodIdentityDocument,
    delete: DeleteAwsPodIdentityDocument,
    isGlobal: false,
  })
}

/** A relational database of Amazon RDS: engine, version, machine, storage and backups. An edit is rolled out to all instances. */
export function awsRelationalDatabaseDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsRelationalDatabaseDefinitionDocument,
    list: ListAwsRelationalDatabaseDefinitionDocument,
    watch: WatchAwsRelationalDatabaseDefinitionDocument,
    create: CreateAwsRelationalDatabaseDefinitionDocument,
    update: UpdateAwsRelationalDatabaseDefinitionDocument,
    delete: DeleteAwsRelationalDatabaseDefinitionDocument,
    isGlobal: false,
  })
}

/** A relational database of Amazon RDS. */
export function awsRelationalDatabaseInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetAwsRelationalDatabaseInstanceDocument,
    list: ListAwsRelationalDatabaseInstanceDocument,
    watch: WatchAwsRelationalDatabaseInstanceDocument,
    create: CreateAwsRelationalDatabaseInstanceDocument,
    update: UpdateAwsRelationalDatabaseInstanceDocument,
    delete: DeleteAwsRelationalDatabaseInstanceDocument,
    isGlobal: false,
  })
}

/** A subscription of Azure in which QleetOS manages resources as a service principal: with a secret, or with the identity of the workers. Its credentials are checked when they change, and every ten minutes. */
export function azureAccounts(transport: Transport) {
  return kindClient(transport, {
    get: GetAzureAccountDocument,
    list: ListAzureAccountDocument,
    watch: WatchAzureAccountDocument,
    create: CreateAzureAccountDocument,
    update: UpdateAzureAccountDocument,
    delete: DeleteAzureAccountDocument,
    isGlobal: false,
  })
}

/** A bucket for objects as an application needs it. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
export function bucketDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetBucketDefinitionDocument,
    list: ListBucketDefinitionDocument,
    watch: WatchBucketDefinitionDocument,
    create: CreateBucketDefinitionDocument,
    update: UpdateBucketDefinitionDocument,
    delete: DeleteBucketDefinitionDocument,
    isGlobal: false,
  })
}

/** A bucket with a key of its own, in a runtime. Applications of that runtime use it as a dependency, over the protocol of S3; several can share it. */
export function bucketInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetBucketInstanceDocument,
    list: ListBucketInstanceDocument,
    watch: WatchBucketInstanceDocument,
    create: CreateBucketInstanceDocument,
    update: UpdateBucketInstanceDocument,
    delete: DeleteBucketInstanceDocument,
    isGlobal: false,
  })
}

/** The new revision of an application beside the one that runs: copies of the Deployments behind its gateways, which get a share of the requests. */
export function canaryWorkloads(transport: Transport) {
  return kindClient(transport, {
    get: GetCanaryWorkloadDocument,
    list: ListCanaryWorkloadDocument,
    watch: WatchCanaryWorkloadDocument,
    create: CreateCanaryWorkloadDocument,
    update: UpdateCanaryWorkloadDocument,
    delete: DeleteCanaryWorkloadDocument,
    isGlobal: false,
  })
}

/** Another QleetOS as it is installed in runtimes: version, size and database. An edit is rolled out to all instances. */
export function controlPlaneDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetControlPlaneDefinitionDocument,
    list: ListControlPlaneDefinitionDocument,
    watch: WatchControlPlaneDefinitionDocument,
    create: CreateControlPlaneDefinitionDocument,
    update: UpdateControlPlaneDefinitionDocument,
    delete: DeleteControlPlaneDefinitionDocument,
    isGlobal: false,
  })
}

/** A control plane that this one, its parent, runs in a namespace of a runtime: a database, servers, workers and NATS. It has users, objects and keys of its own. */
export function controlPlaneInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetControlPlaneInstanceDocument,
    list: ListControlPlaneInstanceDocument,
    watch: WatchControlPlaneInstanceDocument,
    create: CreateControlPlaneInstanceDocument,
    update: UpdateControlPlaneInstanceDocument,
    delete: DeleteControlPlaneInstanceDocument,
    isGlobal: false,
  })
}

/** A relational database as an application needs it: engine, version, size and storage. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
export function databaseDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetDatabaseDefinitionDocument,
    list: ListDatabaseDefinitionDocument,
    watch: WatchDatabaseDefinitionDocument,
    create: CreateDatabaseDefinitionDocument,
    update: UpdateDatabaseDefinitionDocument,
    delete: DeleteDatabaseDefinitionDocument,
    isGlobal: false,
  })
}

/** A running database with a user of its own, in a runtime. Applications of that runtime use it as a dependency; several can share it. */
export function databaseInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetDatabaseInstanceDocument,
    list: ListDatabaseInstanceDocument,
    watch: WatchDatabaseInstanceDocument,
    create: CreateDatabaseInstanceDocument,
    update: UpdateDatabaseInstanceDocument,
    delete: DeleteDatabaseInstanceDocument,
    isGlobal: false,
  })
}

/** A build of an application, as CI delivers it with `qleetctl deliver`. It never changes; its outputs tell what has become of it. */
export function deliveries(transport: Transport) {
  return kindClient(transport, {
    get: GetDeliveryDocument,
    list: ListDeliveryDocument,
    watch: WatchDeliveryDocument,
    create: CreateDeliveryDocument,
    update: UpdateDeliveryDocument,
    delete: DeleteDeliveryDocument,
    isGlobal: false,
  })
}

/** A domain below which gateways serve applications, with its DNS zone and the issuer of its certificates. */
export function domainNameDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetDomainNameDefinitionDocument,
    list: ListDomainNameDefinitionDocument,
    watch: WatchDomainNameDefinitionDocument,
    create: CreateDomainNameDefinitionDocument,
    update: UpdateDomainNameDefinitionDocument,
    delete: DeleteDomainNameDefinitionDocument,
    isGlobal: false,
  })
}

/** A domain that an application uses in a runtime: its zone is delegated, and the runtime can maintain records in it. */
export function domainNameInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetDomainNameInstanceDocument,
    list: ListDomainNameInstanceDocument,
    watch: WatchDomainNameInstanceDocument,
    create: CreateDomainNameInstanceDocument,
    update: UpdateDomainNameInstanceDocument,
    delete: DeleteDomainNameInstanceDocument,
    isGlobal: false,
  })
}

/** A host name whose DNS records a gateway maintains. No two gateways of a control plane have the same. */
export function hostNames(transport: Transport) {
  return kindClient(transport, {
    get: GetHostNameDocument,
    list: ListHostNameDocument,
    watch: WatchHostNameDocument,
    create: CreateHostNameDocument,
    update: UpdateHostNameDocument,
    delete: DeleteHostNameDocument,
    isGlobal: false,
  })
}

/** Where applications run, and by which rules new revisions get there: for example staging, where every build is rolled out, and production, which each revision needs an approval for. */
export function environments(transport: Transport) {
  return kindClient(transport, {
    get: GetEnvironmentDocument,
    list: ListEnvironmentDocument,
    watch: WatchEnvironmentDocument,
    create: CreateEnvironmentDocument,
    update: UpdateEnvironmentDocument,
    delete: DeleteEnvironmentDocument,
    isGlobal: false,
  })
}

/** Deletes the preview of a pull request when its forge reports that it was closed or merged, at `POST /v0/webhooks/PROJECT/NAME`. With `images`, it also makes the preview, and follows the commits of the pull request. */
export function forgeWebhooks(transport: Transport) {
  return kindClient(transport, {
    get: GetForgeWebhookDocument,
    list: ListForgeWebhookDocument,
    watch: WatchForgeWebhookDocument,
    create: CreateForgeWebhookDocument,
    update: UpdateForgeWebhookDocument,
    delete: DeleteForgeWebhookDocument,
    isGlobal: false,
  })
}

/** The ports and the host name at which clients outside of the cluster reach a Service of an application. */
export function gatewayDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetGatewayDefinitionDocument,
    list: ListGatewayDefinitionDocument,
    watch: WatchGatewayDefinitionDocument,
    create: CreateGatewayDefinitionDocument,
    update: UpdateGatewayDefinitionDocument,
    delete: DeleteGatewayDefinitionDocument,
    isGlobal: false,
  })
}

/** The gateway of an application: clients outside of the cluster reach it at a stable address. */
export function gatewayInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetGatewayInstanceDocument,
    list: ListGatewayInstanceDocument,
    watch: WatchGatewayInstanceDocument,
    create: CreateGatewayInstanceDocument,
    update: UpdateGatewayInstanceDocument,
    delete: DeleteGatewayInstanceDocument,
    isGlobal: false,
  })
}

/** A port of the gateways in a runtime. Gateways share a port for HTTP if their host names differ; a port for TCP belongs to one. */
export function gatewayPorts(transport: Transport) {
  return kindClient(transport, {
    get: GetGatewayPortDocument,
    list: ListGatewayPortDocument,
    watch: WatchGatewayPortDocument,
    create: CreateGatewayPortDocument,
    update: UpdateGatewayPortDocument,
    delete: DeleteGatewayPortDocument,
    isGlobal: false,
  })
}

/** A project of Google Cloud in which QleetOS manages resources: with the key of a service account, or as a service account that the workers impersonate. Its credentials are checked when they change, and every ten minutes. */
export function gcpAccounts(transport: Transport) {
  return kindClient(transport, {
    get: GetGcpAccountDocument,
    list: ListGcpAccountDocument,
    watch: WatchGcpAccountDocument,
    create: CreateGcpAccountDocument,
    update: UpdateGcpAccountDocument,
    delete: DeleteGcpAccountDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster of Google Kubernetes Engine: its version, network and nodes. An edit is rolled out to all instances. */
export function gkeKubernetesRuntimeDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetGkeKubernetesRuntimeDefinitionDocument,
    list: ListGkeKubernetesRuntimeDefinitionDocument,
    watch: WatchGkeKubernetesRuntimeDefinitionDocument,
    create: CreateGkeKubernetesRuntimeDefinitionDocument,
    update: UpdateGkeKubernetesRuntimeDefinitionDocument,
    delete: DeleteGkeKubernetesRuntimeDefinitionDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster of Google Kubernetes Engine, with its network and nodes. */
export function gkeKubernetesRuntimeInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetGkeKubernetesRuntimeInstanceDocument,
    list: ListGkeKubernetesRuntimeInstanceDocument,
    watch: WatchGkeKubernetesRuntimeInstanceDocument,
    create: CreateGkeKubernetesRuntimeInstanceDocument,
    update: UpdateGkeKubernetesRuntimeInstanceDocument,
    delete: DeleteGkeKubernetesRuntimeInstanceDocument,
    isGlobal: false,
  })
}

/** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
export function helmWorkloadDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetHelmWorkloadDefinitionDocument,
    list: ListHelmWorkloadDefinitionDocument,
    watch: WatchHelmWorkloadDefinitionDocument,
    create: CreateHelmWorkloadDefinitionDocument,
    update: UpdateHelmWorkloadDefinitionDocument,
    delete: DeleteHelmWorkloadDefinitionDocument,
    isGlobal: false,
  })
}

/** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
export function helmWorkloadInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetHelmWorkloadInstanceDocument,
    list: ListHelmWorkloadInstanceDocument,
    watch: WatchHelmWorkloadInstanceDocument,
    create: CreateHelmWorkloadInstanceDocument,
    update: UpdateHelmWorkloadInstanceDocument,
    delete: DeleteHelmWorkloadInstanceDocument,
    isGlobal: false,
  })
}

/** Holds an application at a revision, in one or all of its environments: deliveries are recorded and wait until the hold is deleted, with `qleetctl release`. A rollback is a hold at an earlier revision. */
export function holds(transport: Transport) {
  return kindClient(transport, {
    get: GetHoldDocument,
    list: ListHoldDocument,
    watch: WatchHoldDocument,
    create: CreateHoldDocument,
    update: UpdateHoldDocument,
    delete: DeleteHoldDocument,
    isGlobal: false,
  })
}

/** Delivers an image to an application whenever its registry reports a push, at `POST /v0/webhooks/PROJECT/NAME`. Each push is a `Delivery` whose source is the name of the webhook. */
export function imageWebhooks(transport: Transport) {
  return kindClient(transport, {
    get: GetImageWebhookDocument,
    list: ListImageWebhookDocument,
    watch: WatchImageWebhookDocument,
    create: CreateImageWebhookDocument,
    update: UpdateImageWebhookDocument,
    delete: DeleteImageWebhookDocument,
    isGlobal: false,
  })
}

/** A way to provide Kubernetes clusters. Its instances are the clusters. */
export function kubernetesRuntimeDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetKubernetesRuntimeDefinitionDocument,
    list: ListKubernetesRuntimeDefinitionDocument,
    watch: WatchKubernetesRuntimeDefinitionDocument,
    create: CreateKubernetesRuntimeDefinitionDocument,
    update: UpdateKubernetesRuntimeDefinitionDocument,
    delete: DeleteKubernetesRuntimeDefinitionDocument,
    isGlobal: false,
  })
}

/** A Kubernetes cluster that workloads run in. */
export function kubernetesRuntimeInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetKubernetesRuntimeInstanceDocument,
    list: ListKubernetesRuntimeInstanceDocument,
    watch: WatchKubernetesRuntimeInstanceDocument,
    create: CreateKubernetesRuntimeInstanceDocument,
    update: UpdateKubernetesRuntimeInstanceDocument,
    delete: DeleteKubernetesRuntimeInstanceDocument,
    isGlobal: false,
  })
}

/** A place outside of QleetOS that stores logs: its address and credentials. The collectors in runtimes connect to it, and nothing else does. */
export function logBackends(transport: Transport) {
  return kindClient(transport, {
    get: GetLogBackendDocument,
    list: ListLogBackendDocument,
    watch: WatchLogBackendDocument,
    create: CreateLogBackendDocument,
    update: UpdateLogBackendDocument,
    delete: DeleteLogBackendDocument,
    isGlobal: false,
  })
}

/** The backends that store the logs of runtimes, besides the Loki of the runtime itself. An edit is rolled out to all instances. */
export function logStorageDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetLogStorageDefinitionDocument,
    list: ListLogStorageDefinitionDocument,
    watch: WatchLogStorageDefinitionDocument,
    create: CreateLogStorageDefinitionDocument,
    update: UpdateLogStorageDefinitionDocument,
    delete: DeleteLogStorageDefinitionDocument,
    isGlobal: false,
  })
}

/** The logs of all pods of a runtime in the backends of a definition, to which a collector in the runtime sends them. */
export function logStorageInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetLogStorageInstanceDocument,
    list: ListLogStorageInstanceDocument,
    watch: WatchLogStorageInstanceDocument,
    create: CreateLogStorageInstanceDocument,
    update: UpdateLogStorageInstanceDocument,
    delete: DeleteLogStorageInstanceDocument,
    isGlobal: false,
  })
}

/** Logs of everything in a runtime, by Loki: retention, storage and the values of its chart. An edit is rolled out to all instances. */
export function loggingDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetLoggingDefinitionDocument,
    list: ListLoggingDefinitionDocument,
    watch: WatchLoggingDefinitionDocument,
    create: CreateLoggingDefinitionDocument,
    update: UpdateLoggingDefinitionDocument,
    delete: DeleteLoggingDefinitionDocument,
    isGlobal: false,
  })
}

/** Loki in a runtime, and a collector that sends the logs of all pods to it. There is one in each runtime: several instances share it, and the first decides. */
export function loggingInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetLoggingInstanceDocument,
    list: ListLoggingInstanceDocument,
    watch: WatchLoggingInstanceDocument,
    create: CreateLoggingInstanceDocument,
    update: UpdateLoggingInstanceDocument,
    delete: DeleteLoggingInstanceDocument,
    isGlobal: false,
  })
}

/** Metrics of a runtime and of everything in it, by Prometheus: retention, storage and the values of the chart kube-prometheus-stack. An edit is rolled out to all instances. */
export function metricsDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetMetricsDefinitionDocument,
    list: ListMetricsDefinitionDocument,
    watch: WatchMetricsDefinitionDocument,
    create: CreateMetricsDefinitionDocument,
    update: UpdateMetricsDefinitionDocument,
    delete: DeleteMetricsDefinitionDocument,
    isGlobal: false,
  })
}

/** Prometheus in a runtime. There is one in each runtime: several instances share it, and the first decides. One that the cluster had already is used as it is. */
export function metricsInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetMetricsInstanceDocument,
    list: ListMetricsInstanceDocument,
    watch: WatchMetricsInstanceDocument,
    create: CreateMetricsInstanceDocument,
    update: UpdateMetricsInstanceDocument,
    delete: DeleteMetricsInstanceDocument,
    isGlobal: false,
  })
}

/** The API server of a module, which adds kinds of its own. Clients reach it through the servers of QleetOS, at the paths of its routes, with the tokens and permissions of QleetOS. */
export function moduleApis(transport: Transport) {
  return kindClient(transport, {
    get: GetModuleApiDocument,
    list: ListModuleApiDocument,
    watch: WatchModuleApiDocument,
    create: CreateModuleApiDocument,
    update: UpdateModuleApiDocument,
    delete: DeleteModuleApiDocument,
    isGlobal: false,
  })
}

/** A path of the API, below which all requests go to a module. Its name is the path, with dots instead of slashes. */
export function moduleApiRoutes(transport: Transport) {
  return kindClient(transport, {
    get: GetModuleApiRouteDocument,
    list: ListModuleApiRouteDocument,
    watch: WatchModuleApiRouteDocument,
    create: CreateModuleApiRouteDocument,
    update: UpdateModuleApiRouteDocument,
    delete: DeleteModuleApiRouteDocument,
    isGlobal: true,
  })
}

/** Notifies people or programs of what happens to the objects of its project: by a webhook, Slack or e-mail. Channels for GitHub and GitLab report deployments to the repository of an application. */
export function notificationChannels(transport: Transport) {
  return kindClient(transport, {
    get: GetNotificationChannelDocument,
    list: ListNotificationChannelDocument,
    watch: WatchNotificationChannelDocument,
    create: CreateNotificationChannelDocument,
    update: UpdateNotificationChannelDocument,
    delete: DeleteNotificationChannelDocument,
    isGlobal: false,
  })
}

/** Dashboards about a runtime and the workloads in it, by Grafana: storage and the values of its chart. An edit is rolled out to all instances. */
export function observabilityDashboardDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetObservabilityDashboardDefinitionDocument,
    list: ListObservabilityDashboardDefinitionDocument,
    watch: WatchObservabilityDashboardDefinitionDocument,
    create: CreateObservabilityDashboardDefinitionDocument,
    update: UpdateObservabilityDashboardDefinitionDocument,
    delete: DeleteObservabilityDashboardDefinitionDocument,
    isGlobal: false,
  })
}

/** Grafana in a runtime, with dashboards of QleetOS. There is one in each runtime: several instances share it, and the first decides. */
export function observabilityDashboardInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetObservabilityDashboardInstanceDocument,
    list: ListObservabilityDashboardInstanceDocument,
    watch: WatchObservabilityDashboardInstanceDocument,
    create: CreateObservabilityDashboardInstanceDocument,
    update: UpdateObservabilityDashboardInstanceDocument,
    delete: DeleteObservabilityDashboardInstanceDocument,
    isGlobal: false,
  })
}

/** Metrics, logs and dashboards of runtimes as a whole: what their own definitions have, in one object. An edit is rolled out to all instances. */
export function observabilityStackDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetObservabilityStackDefinitionDocument,
    list: ListObservabilityStackDefinitionDocument,
    watch: WatchObservabilityStackDefinitionDocument,
    create: CreateObservabilityStackDefinitionDocument,
    update: UpdateObservabilityStackDefinitionDocument,
    delete: DeleteObservabilityStackDefinitionDocument,
    isGlobal: false,
  })
}

/** Metrics, logs and dashboards of a runtime, each of which is an object of its own. */
export function observabilityStackInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetObservabilityStackInstanceDocument,
    list: ListObservabilityStackInstanceDocument,
    watch: WatchObservabilityStackInstanceDocument,
    create: CreateObservabilityStackInstanceDocument,
    update: UpdateObservabilityStackInstanceDocument,
    delete: DeleteObservabilityStackInstanceDocument,
    isGlobal: false,
  })
}

/** Rules for what users write, as expressions: which images, replicas or times are allowed. They are checked by every create, update and plan, and refuse it or warn. Policies belong to project `default` and are for all projects. */
export function policies(transport: Transport) {
  return kindClient(transport, {
    get: GetPolicyDocument,
    list: ListPolicyDocument,
    watch: WatchPolicyDocument,
    create: CreatePolicyDocument,
    update: UpdatePolicyDocument,
    delete: DeletePolicyDocument,
    isGlobal: false,
  })
}

/** Exempts objects from rules of a policy until a time, with an owner and a reason. Exceptions belong to project `default`. */
export function policyExceptions(transport: Transport) {
  return kindClient(transport, {
    get: GetPolicyExceptionDocument,
    list: ListPolicyExceptionDocument,
    watch: WatchPolicyExceptionDocument,
    create: CreatePolicyExceptionDocument,
    update: UpdatePolicyExceptionDocument,
    delete: DeletePolicyExceptionDocument,
    isGlobal: false,
  })
}

/** An application with the images of a pull request, in a namespace of its own and with dependencies of its own. It is deleted with everything that belongs to it, data included, once the pull request is closed, or some time after the last push. */
export function previews(transport: Transport) {
  return kindClient(transport, {
    get: GetPreviewDocument,
    list: ListPreviewDocument,
    watch: WatchPreviewDocument,
    create: CreatePreviewDocument,
    update: UpdatePreviewDocument,
    delete: DeletePreviewDocument,
    isGlobal: false,
  })
}

/** Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform teams write profiles; those of project `default` are for all projects. */
export function profiles(transport: Transport) {
  return kindClient(transport, {
    get: GetProfileDocument,
    list: ListProfileDocument,
    watch: WatchProfileDocument,
    create: CreateProfileDocument,
    update: UpdateProfileDocument,
    delete: DeleteProfileDocument,
    isGlobal: false,
  })
}

/** A namespace for objects that belong together, such as those of a team, a product or an environment. */
export function projects(transport: Transport) {
  return kindClient(transport, {
    get: GetProjectDocument,
    list: ListProjectDocument,
    watch: WatchProjectDocument,
    create: CreateProjectDocument,
    update: UpdateProjectDocument,
    delete: DeleteProjectDocument,
    isGlobal: true,
  })
}

/** Approves exactly one revision of an application for an environment. The newest promotion for the environment applies, once as many different users have approved its revision as the environment asks for. */
export function promotions(transport: Transport) {
  return kindClient(transport, {
    get: GetPromotionDocument,
    list: ListPromotionDocument,
    watch: WatchPromotionDocument,
    create: CreatePromotionDocument,
    update: UpdatePromotionDocument,
    delete: DeletePromotionDocument,
    isGlobal: false,
  })
}

/** A decision about one rollout of an application: to pause it, as long as the decision exists, to abort it, to try it again after it failed, to go on without some of its jobs, or to promote its canary now. It has no effect on other rollouts. */
export function rolloutDecisions(transport: Transport) {
  return kindClient(transport, {
    get: GetRolloutDecisionDocument,
    list: ListRolloutDecisionDocument,
    watch: WatchRolloutDecisionDocument,
    create: CreateRolloutDecisionDocument,
    update: UpdateRolloutDecisionDocument,
    delete: DeleteRolloutDecisionDocument,
    isGlobal: false,
  })
}

/** A job of one rollout of an application, such as a migration: it runs once, as a Kubernetes Job beside the workload. */
export function rolloutJobs(transport: Transport) {
  return kindClient(transport, {
    get: GetRolloutJobDocument,
    list: ListRolloutJobDocument,
    watch: WatchRolloutJobDocument,
    create: CreateRolloutJobDocument,
    update: UpdateRolloutJobDocument,
    delete: DeleteRolloutJobDocument,
    isGlobal: false,
  })
}

/** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
export function secretDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetSecretDefinitionDocument,
    list: ListSecretDefinitionDocument,
    watch: WatchSecretDefinitionDocument,
    create: CreateSecretDefinitionDocument,
    update: UpdateSecretDefinitionDocument,
    delete: DeleteSecretDefinitionDocument,
    isGlobal: false,
  })
}

/** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
export function secretInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetSecretInstanceDocument,
    list: ListSecretInstanceDocument,
    watch: WatchSecretInstanceDocument,
    create: CreateSecretInstanceDocument,
    update: UpdateSecretInstanceDocument,
    delete: DeleteSecretInstanceDocument,
    isGlobal: false,
  })
}

/** An application in one of its environments: the revision that was chosen for it, and how far its rollout has got. */
export function stages(transport: Transport) {
  return kindClient(transport, {
    get: GetStageDocument,
    list: ListStageDocument,
    watch: WatchStageDocument,
    create: CreateStageDocument,
    update: UpdateStageDocument,
    delete: DeleteStageDocument,
    isGlobal: false,
  })
}

/** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
export function supportServiceInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetSupportServiceInstanceDocument,
    list: ListSupportServiceInstanceDocument,
    watch: WatchSupportServiceInstanceDocument,
    create: CreateSupportServiceInstanceDocument,
    update: UpdateSupportServiceInstanceDocument,
    delete: DeleteSupportServiceInstanceDocument,
    isGlobal: false,
  })
}

/** A configuration of Terraform or OpenTofu: its text, or a module. An edit is planned and applied for all instances. */
export function terraformDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetTerraformDefinitionDocument,
    list: ListTerraformDefinitionDocument,
    watch: WatchTerraformDefinitionDocument,
    create: CreateTerraformDefinitionDocument,
    update: UpdateTerraformDefinitionDocument,
    delete: DeleteTerraformDefinitionDocument,
    isGlobal: false,
  })
}

/** A configuration of Terraform or OpenTofu that is applied, with its variables. Its state is stored encrypted by the control plane. */
export function terraformInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetTerraformInstanceDocument,
    list: ListTerraformInstanceDocument,
    watch: WatchTerraformInstanceDocument,
    create: CreateTerraformInstanceDocument,
    update: UpdateTerraformInstanceDocument,
    delete: DeleteTerraformInstanceDocument,
    isGlobal: false,
  })
}

/** A stage of operation, such as development or production: the defaults, limits, quotas and protection of the objects in it. Tiers belong to project `default` and are for all projects. */
export function tiers(transport: Transport) {
  return kindClient(transport, {
    get: GetTierDocument,
    list: ListTierDocument,
    watch: WatchTierDocument,
    create: CreateTierDocument,
    update: UpdateTierDocument,
    delete: DeleteTierDocument,
    isGlobal: false,
  })
}

/** The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is rolled out to all of them. */
export function workloadDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadDefinitionDocument,
    list: ListWorkloadDefinitionDocument,
    watch: WatchWorkloadDefinitionDocument,
    create: CreateWorkloadDefinitionDocument,
    update: UpdateWorkloadDefinitionDocument,
    delete: DeleteWorkloadDefinitionDocument,
    isGlobal: false,
  })
}

/** A running application: the resources of a definition, applied to a runtime and continuously reconciled. */
export function workloadInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadInstanceDocument,
    list: ListWorkloadInstanceDocument,
    watch: WatchWorkloadInstanceDocument,
    create: CreateWorkloadInstanceDocument,
    update: UpdateWorkloadInstanceDocument,
    delete: DeleteWorkloadInstanceDocument,
    isGlobal: false,
  })
}

/** A service outside of the cluster that an application calls. The application uses a stable address, and the service behind it can change at any time without a restart. */
export function workloadServiceDependencies(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadServiceDependencyDocument,
    list: ListWorkloadServiceDependencyDocument,
    watch: WatchWorkloadServiceDependencyDocument,
    create: CreateWorkloadServiceDependencyDocument,
    update: UpdateWorkloadServiceDependencyDocument,
    delete: DeleteWorkloadServiceDependencyDocument,
    isGlobal: false,
  })
}

/** The clients of all kinds, by the name of their list. */
export function kindClients(transport: Transport) {
  return {
    /** A Kubernetes cluster of Azure Kubernetes Service: its version, network and nodes. An edit is rolled out to all instances. */
    aksKubernetesRuntimeDefinitions: aksKubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster of Azure Kubernetes Service, with its resource group and nodes. */
    aksKubernetesRuntimeInstances: aksKubernetesRuntimeInstances(transport),
    /** An application that is delivered into environments: CI names the images of a build, and each build becomes a revision that goes from environment to environment, by the rules of each. */
    applications: applications(transport),
    /** A version of an application that never changes: a copy of its definition, and its images by digest. Revisions are numbered. One that a promotion of parts has made has parts of another revision. */
    applicationRevisions: applicationRevisions(transport),
    /** An account of AWS in which QleetOS manages resources: with an access key, with a role that it assumes, or with both. Its credentials are checked when they change, and every ten minutes. */
    awsAccounts: awsAccounts(transport),
    /** A Kubernetes cluster of Amazon EKS: its version, network and nodes. An edit is rolled out to all instances. */
    awsEksKubernetesRuntimeDefinitions: awsEksKubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster of Amazon EKS, with its network, roles and nodes. */
    awsEksKubernetesRuntimeInstances: awsEksKubernetesRuntimeInstances(transport),
    /** A bucket of Amazon S3: who may read it, and what it keeps. An edit is rolled out to all instances. */
    awsObjectStorageBucketDefinitions: awsObjectStorageBucketDefinitions(transport),
    /** A bucket of Amazon S3. */
    awsObjectStorageBucketInstances: awsObjectStorageBucketInstances(transport),
    /** A role of IAM for the pods of a service account in a cluster of Amazon EKS, by EKS Pod Identity. Everything that gives the pods access to something owns it together; it is deleted with the last. */
    awsPodIdentities: awsPodIdentities(transport),
    /** A relational database of Amazon RDS: engine, version, machine, storage and backups. An edit is rolled out to all instances. */
    awsRelationalDatabaseDefinitions: awsRelationalDatabaseDefinitions(transport),
    /** A relational database of Amazon RDS. */
    awsRelationalDatabaseInstances: awsRelationalDatabaseInstances(transport),
    /** A subscription of Azure in which QleetOS manages resources as a service principal: with a secret, or with the identity of the workers. Its credentials are checked when they change, and every ten minutes. */
    azureAccounts: azureAccounts(transport),
    /** A bucket for objects as an application needs it. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
    bucketDefinitions: bucketDefinitions(transport),
    /** A bucket with a key of its own, in a runtime. Applications of that runtime use it as a dependency, over the protocol of S3; several can share it. */
    bucketInstances: bucketInstances(transport),
    /** The new revision of an application beside the one that runs: copies of the Deployments behind its gateways, which get a share of the requests. */
    canaryWorkloads: canaryWorkloads(transport),
    /** Another QleetOS as it is installed in runtimes: version, size and database. An edit is rolled out to all instances. */
    controlPlaneDefinitions: controlPlaneDefinitions(transport),
    /** A control plane that this one, its parent, runs in a namespace of a runtime: a database, servers, workers and NATS. It has users, objects and keys of its own. */
    controlPlaneInstances: controlPlaneInstances(transport),
    /** A relational database as an application needs it: engine, version, size and storage. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
    databaseDefinitions: databaseDefinitions(transport),
    /** A running database with a user of its own, in a runtime. Applications of that runtime use it as a dependency; several can share it. */
    databaseInstances: databaseInstances(transport),
    /** A build of an application, as CI delivers it with `qleetctl deliver`. It never changes; its outputs tell what has become of it. */
    deliveries: deliveries(transport),
    /** A domain below which gateways serve applications, with its DNS zone and the issuer of its certificates. */
    domainNameDefinitions: domainNameDefinitions(transport),
    /** A domain that an application uses in a runtime: its zone is delegated, and the runtime can maintain records in it. */
    domainNameInstances: domainNameInstances(transport),
    /** A host name whose DNS records a gateway maintains. No two gateways of a control plane have the same. */
    hostNames: hostNames(transport),
    /** Where applications run, and by which rules new revisions get there: for example staging, where every build is rolled out, and production, which each revision needs an approval for. */
    environments: environments(transport),
    /** Deletes the preview of a pull request when its forge reports that it was closed or merged, at `POST /v0/webhooks/PROJECT/NAME`. With `images`, it also makes the preview, and follows the commits of the pull request. */
    forgeWebhooks: forgeWebhooks(transport),
    /** The ports and the host name at which clients outside of the cluster reach a Service of an application. */
    gatewayDefinitions: gatewayDefinitions(transport),
    /** The gateway of an application: clients outside of the cluster reach it at a stable address. */
    gatewayInstances: gatewayInstances(transport),
    /** A port of the gateways in a runtime. Gateways share a port for HTTP if their host names differ; a port for TCP belongs to one. */
    gatewayPorts: gatewayPorts(transport),
    /** A project of Google Cloud in which QleetOS manages resources: with the key of a service account, or as a service account that the workers impersonate. Its credentials are checked when they change, and every ten minutes. */
    gcpAccounts: gcpAccounts(transport),
    /** A Kubernetes cluster of Google Kubernetes Engine: its version, network and nodes. An edit is rolled out to all instances. */
    gkeKubernetesRuntimeDefinitions: gkeKubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster of Google Kubernetes Engine, with its network and nodes. */
    gkeKubernetesRuntimeInstances: gkeKubernetesRuntimeInstances(transport),
    /** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
    helmWorkloadDefinitions: helmWorkloadDefinitions(transport),
    /** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
    helmWorkloadInstances: helmWorkloadInstances(transport),
    /** Holds an application at a revision, in one or all of its environments: deliveries are recorded and wait until the hold is deleted, with `qleetctl release`. A rollback is a hold at an earlier revision. */
    holds: holds(transport),
    /** Delivers an image to an application whenever its registry reports a push, at `POST /v0/webhooks/PROJECT/NAME`. Each push is a `Delivery` whose source is the name of the webhook. */
    imageWebhooks: imageWebhooks(transport),
    /** A way to provide Kubernetes clusters. Its instances are the clusters. */
    kubernetesRuntimeDefinitions: kubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster that workloads run in. */
    kubernetesRuntimeInstances: kubernetesRuntimeInstances(transport),
    /** A place outside of QleetOS that stores logs: its address and credentials. The collectors in runtimes connect to it, and nothing else does. */
    logBackends: logBackends(transport),
    /** The backends that store the logs of runtimes, besides the Loki of the runtime itself. An edit is rolled out to all instances. */
    logStorageDefinitions: logStorageDefinitions(transport),
    /** The logs of all pods of a runtime in the backends of a definition, to which a collector in the runtime sends them. */
    logStorageInstances: logStorageInstances(transport),
    /** Logs of everything in a runtime, by Loki: retention, storage and the values of its chart. An edit is rolled out to all instances. */
    loggingDefinitions: loggingDefinitions(transport),
    /** Loki in a runtime, and a collector that sends the logs of all pods to it. There is one in each runtime: several instances share it, and the first decides. */
    loggingInstances: loggingInstances(transport),
    /** Metrics of a runtime and of everything in it, by Prometheus: retention, storage and the values of the chart kube-prometheus-stack. An edit is rolled out to all instances. */
    metricsDefinitions: metricsDefinitions(transport),
    /** Prometheus in a runtime. There is one in each runtime: several instances share it, and the first decides. One that the cluster had already is used as it is. */
    metricsInstances: metricsInstances(transport),
    /** The API server of a module, which adds kinds of its own. Clients reach it through the servers of QleetOS, at the paths of its routes, with the tokens and permissions of QleetOS. */
    moduleApis: moduleApis(transport),
    /** A path of the API, below which all requests go to a module. Its name is the path, with dots instead of slashes. */
    moduleApiRoutes: moduleApiRoutes(transport),
    /** Notifies people or programs of what happens to the objects of its project: by a webhook, Slack or e-mail. Channels for GitHub and GitLab report deployments to the repository of an application. */
    notificationChannels: notificationChannels(transport),
    /** Dashboards about a runtime and the workloads in it, by Grafana: storage and the values of its chart. An edit is rolled out to all instances. */
    observabilityDashboardDefinitions: observabilityDashboardDefinitions(transport),
    /** Grafana in a runtime, with dashboards of QleetOS. There is one in each runtime: several instances share it, and the first decides. */
    observabilityDashboardInstances: observabilityDashboardInstances(transport),
    /** Metrics, logs and dashboards of runtimes as a whole: what their own definitions have, in one object. An edit is rolled out to all instances. */
    observabilityStackDefinitions: observabilityStackDefinitions(transport),
    /** Metrics, logs and dashboards of a runtime, each of which is an object of its own. */
    observabilityStackInstances: observabilityStackInstances(transport),
    /** Rules for what users write, as expressions: which images, replicas or times are allowed. They are checked by every create, update and plan, and refuse it or warn. Policies belong to project `default` and are for all projects. */
    policies: policies(transport),
    /** Exempts objects from rules of a policy until a time, with an owner and a reason. Exceptions belong to project `default`. */
    policyExceptions: policyExceptions(transport),
    /** An application with the images of a pull request, in a namespace of its own and with dependencies of its own. It is deleted with everything that belongs to it, data included, once the pull request is closed, or some time after the last push. */
    previews: previews(transport),
    /** Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform teams write profiles; those of project `default` are for all projects. */
    profiles: profiles(transport),
    /** A namespace for objects that belong together, such as those of a team, a product or an environment. */
    projects: projects(transport),
    /** Approves exactly one revision of an application for an environment. The newest promotion for the environment applies, once as many different users have approved its revision as the environment asks for. */
    promotions: promotions(transport),
    /** A decision about one rollout of an application: to pause it, as long as the decision exists, to abort it, to try it again after it failed, to go on without some of its jobs, or to promote its canary now. It has no effect on other rollouts. */
    rolloutDecisions: rolloutDecisions(transport),
    /** A job of one rollout of an application, such as a migration: it runs once, as a Kubernetes Job beside the workload. */
    rolloutJobs: rolloutJobs(transport),
    /** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
    secretDefinitions: secretDefinitions(transport),
    /** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
    secretInstances: secretInstances(transport),
    /** An application in one of its environments: the revision that was chosen for it, and how far its rollout has got. */
    stages: stages(transport),
    /** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
    supportServiceInstances: supportServiceInstances(transport),
    /** A configuration of Terraform or OpenTofu: its text, or a module. An edit is planned and applied for all instances. */
    terraformDefinitions: terraformDefinitions(transport),
    /** A configuration of Terraform or OpenTofu that is applied, with its variables. Its state is stored encrypted by the control plane. */
    terraformInstances: terraformInstances(transport),
    /** A stage of operation, such as development or production: the defaults, limits, quotas and protection of the objects in it. Tiers belong to project `default` and are for all projects. */
    tiers: tiers(transport),
    /** The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is rolled out to all of them. */
    workloadDefinitions: workloadDefinitions(transport),
    /** A running application: the resources of a definition, applied to a runtime and continuously reconciled. */
    workloadInstances: workloadInstances(transport),
    /** A service outside of the cluster that an application calls. The application uses a stable address, and the service behind it can change at any time without a restart. */
    workloadServiceDependencies: workloadServiceDependencies(transport),
  }
}
