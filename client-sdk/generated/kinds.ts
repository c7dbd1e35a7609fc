// Written by tools/generate-operations.ts. Do not edit.
import { kindClient } from '../kind-client.ts'
import type { Transport } from '../transport.ts'
import {
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
    /** A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run exactly that version. */
    helmWorkloadDefinitions: helmWorkloadDefinitions(transport),
    /** A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders the chart; inventory, health, drift and pruning are those of every workload. */
    helmWorkloadInstances: helmWorkloadInstances(transport),
    /** A way to provide Kubernetes clusters. Its instances are the clusters. */
    kubernetesRuntimeDefinitions: kubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster that workloads run in. */
    kubernetesRuntimeInstances: kubernetesRuntimeInstances(transport),
    /** Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform teams write profiles; those of project `default` are for all projects. */
    profiles: profiles(transport),
    /** A namespace for objects that belong together, such as those of a team, a product or an environment. */
    projects: projects(transport),
    /** The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an edit is rolled out to all of them. */
    secretDefinitions: secretDefinitions(transport),
    /** A Kubernetes Secret with the values of a definition, in a namespace of a runtime. */
    secretInstances: secretInstances(transport),
    /** Software that provides a capability to the applications in a runtime. It is created for the first object that requires it and deleted with the last. */
    supportServiceInstances: supportServiceInstances(transport),
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
