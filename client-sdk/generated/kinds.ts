// Written by tools/generate-operations.ts. Do not edit.
import { kindClient } from '../kind-client.ts'
import type { Transport } from '../transport.ts'
import {
  GetKubernetesRuntimeDefinitionDocument,
  ListKubernetesRuntimeDefinitionDocument,
  CreateKubernetesRuntimeDefinitionDocument,
  UpdateKubernetesRuntimeDefinitionDocument,
  DeleteKubernetesRuntimeDefinitionDocument,
  GetKubernetesRuntimeInstanceDocument,
  ListKubernetesRuntimeInstanceDocument,
  CreateKubernetesRuntimeInstanceDocument,
  UpdateKubernetesRuntimeInstanceDocument,
  DeleteKubernetesRuntimeInstanceDocument,
  GetProjectDocument,
  ListProjectDocument,
  CreateProjectDocument,
  UpdateProjectDocument,
  DeleteProjectDocument,
  GetSupportServiceInstanceDocument,
  ListSupportServiceInstanceDocument,
  CreateSupportServiceInstanceDocument,
  UpdateSupportServiceInstanceDocument,
  DeleteSupportServiceInstanceDocument,
  GetWorkloadDefinitionDocument,
  ListWorkloadDefinitionDocument,
  CreateWorkloadDefinitionDocument,
  UpdateWorkloadDefinitionDocument,
  DeleteWorkloadDefinitionDocument,
  GetWorkloadInstanceDocument,
  ListWorkloadInstanceDocument,
  CreateWorkloadInstanceDocument,
  UpdateWorkloadInstanceDocument,
  DeleteWorkloadInstanceDocument,
  GetWorkloadServiceDependencyDocument,
  ListWorkloadServiceDependencyDocument,
  CreateWorkloadServiceDependencyDocument,
  UpdateWorkloadServiceDependencyDocument,
  DeleteWorkloadServiceDependencyDocument,
} from './documents.ts'

/** How clusters of one sort are provided. Its instances are the clusters. */
export function kubernetesRuntimeDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetKubernetesRuntimeDefinitionDocument,
    list: ListKubernetesRuntimeDefinitionDocument,
    create: CreateKubernetesRuntimeDefinitionDocument,
    update: UpdateKubernetesRuntimeDefinitionDocument,
    delete: DeleteKubernetesRuntimeDefinitionDocument,
  })
}

/** A Kubernetes cluster that workloads run in. */
export function kubernetesRuntimeInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetKubernetesRuntimeInstanceDocument,
    list: ListKubernetesRuntimeInstanceDocument,
    create: CreateKubernetesRuntimeInstanceDocument,
    update: UpdateKubernetesRuntimeInstanceDocument,
    delete: DeleteKubernetesRuntimeInstanceDocument,
  })
}

/** A space of names for everything that belongs together: a team, a product, an environment. */
export function projects(transport: Transport) {
  return kindClient(transport, {
    get: GetProjectDocument,
    list: ListProjectDocument,
    create: CreateProjectDocument,
    update: UpdateProjectDocument,
    delete: DeleteProjectDocument,
  })
}

/** Software that a runtime needs so that applications find a capability there. It comes with the first object that needs it and goes with the last. */
export function supportServiceInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetSupportServiceInstanceDocument,
    list: ListSupportServiceInstanceDocument,
    create: CreateSupportServiceInstanceDocument,
    update: UpdateSupportServiceInstanceDocument,
    delete: DeleteSupportServiceInstanceDocument,
  })
}

/** What an application consists of: Kubernetes resources as YAML. Its instances run it; an edit rolls to all of them. */
export function workloadDefinitions(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadDefinitionDocument,
    list: ListWorkloadDefinitionDocument,
    create: CreateWorkloadDefinitionDocument,
    update: UpdateWorkloadDefinitionDocument,
    delete: DeleteWorkloadDefinitionDocument,
  })
}

/** An application that runs: the resources of a definition, kept in a runtime as they are declared. */
export function workloadInstances(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadInstanceDocument,
    list: ListWorkloadInstanceDocument,
    create: CreateWorkloadInstanceDocument,
    update: UpdateWorkloadInstanceDocument,
    delete: DeleteWorkloadInstanceDocument,
  })
}

/** A service outside the cluster that an application calls. The application uses one address that stays; which service answers can change at any time without a restart. */
export function workloadServiceDependencies(transport: Transport) {
  return kindClient(transport, {
    get: GetWorkloadServiceDependencyDocument,
    list: ListWorkloadServiceDependencyDocument,
    create: CreateWorkloadServiceDependencyDocument,
    update: UpdateWorkloadServiceDependencyDocument,
    delete: DeleteWorkloadServiceDependencyDocument,
  })
}

/** The clients of all kinds, by the name of their list. */
export function kindClients(transport: Transport) {
  return {
    /** How clusters of one sort are provided. Its instances are the clusters. */
    kubernetesRuntimeDefinitions: kubernetesRuntimeDefinitions(transport),
    /** A Kubernetes cluster that workloads run in. */
    kubernetesRuntimeInstances: kubernetesRuntimeInstances(transport),
    /** A space of names for everything that belongs together: a team, a product, an environment. */
    projects: projects(transport),
    /** Software that a runtime needs so that applications find a capability there. It comes with the first object that needs it and goes with the last. */
    supportServiceInstances: supportServiceInstances(transport),
    /** What an application consists of: Kubernetes resources as YAML. Its instances run it; an edit rolls to all of them. */
    workloadDefinitions: workloadDefinitions(transport),
    /** An application that runs: the resources of a definition, kept in a runtime as they are declared. */
    workloadInstances: workloadInstances(transport),
    /** A service outside the cluster that an application calls. The application uses one address that stays; which service answers can change at any time without a restart. */
    workloadServiceDependencies: workloadServiceDependencies(transport),
  }
}
