// Written by tools/generate-operations.ts. Do not edit.
import { kindClient } from '../kind-client.ts'
import type { Transport } from '../transport.ts'
import {
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
  GetProjectDocument,
  ListProjectDocument,
  WatchProjectDocument,
  CreateProjectDocument,
  UpdateProjectDocument,
  DeleteProjectDocument,
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
  GetSupportServiceInstanceDocument,
  ListSupportServiceInstanceDocument,
  WatchSupportServiceInstanceDocument,
  CreateSupportServiceInstanceDocument,
  UpdateSupportServiceInstanceDocument,
  DeleteSupportServiceInstanceDocument,
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
    /** A bucket for objects as an application needs it. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
    bucketDefinitions: bucketDefinitions(transport),
    /** A bucket with a key of its own, in a runtime. Applications of that runtime use it as a dependency, over the protocol of S3; several can share it. */
    bucketInstances: bucketInstances(transport),
    /** A relational database as an application needs it: engine, version, size and storage. Who provides it is decided where an instance runs. An edit is rolled out to all instances. */
    databaseDefinitions: databaseDefinitions(transport),
    /** A running database with a user of its own, in a runtime. Applications of that runtime use it as a dependency; several can share it. */
    databaseInstances: databaseInstances(transport),
    /** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
    helmWorkloadDefinitions: helmWorkloadDefinitions(transport),
    /** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
    helmWorkloadInstances: helmWorkloadInstances(transport),
    /** A way to provide Kubernetes clusters. Its instances are the clusters. */
    kubernetesRuntimeDefinitions: kubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster that workloads run in. */
    kubernetesRuntimeInstances: kubernetesRuntimeInstances(transport),
    /** A namespace for objects that belong together, such as those of a team, a product or an environment. */
    projects: projects(transport),
    /** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
    secretDefinitions: secretDefinitions(transport),
    /** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
    secretInstances: secretInstances(transport),
    /** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
    supportServiceInstances: supportServiceInstances(transport),
    /** The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is rolled out to all of them. */
    workloadDefinitions: workloadDefinitions(transport),
    /** A running application: the resources of a definition, applied to a runtime and continuously reconciled. */
    workloadInstances: workloadInstances(transport),
    /** A service outside of the cluster that an application calls. The application uses a stable address, and the service behind it can change at any time without a restart. */
    workloadServiceDependencies: workloadServiceDependencies(transport),
  }
}
