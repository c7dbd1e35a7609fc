// Written by tools/generate-operations.ts. Do not edit.
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

/** The operations of every kind, by the name of its list. */
export const kindDocuments = {
  /** How clusters of one sort are provided. Its instances are the clusters. */
  kubernetesRuntimeDefinitions: {
    get: GetKubernetesRuntimeDefinitionDocument,
    list: ListKubernetesRuntimeDefinitionDocument,
    create: CreateKubernetesRuntimeDefinitionDocument,
    update: UpdateKubernetesRuntimeDefinitionDocument,
    delete: DeleteKubernetesRuntimeDefinitionDocument,
  },
  /** A Kubernetes cluster that workloads run in. */
  kubernetesRuntimeInstances: {
    get: GetKubernetesRuntimeInstanceDocument,
    list: ListKubernetesRuntimeInstanceDocument,
    create: CreateKubernetesRuntimeInstanceDocument,
    update: UpdateKubernetesRuntimeInstanceDocument,
    delete: DeleteKubernetesRuntimeInstanceDocument,
  },
  /** A space of names for everything that belongs together: a team, a product, an environment. */
  projects: {
    get: GetProjectDocument,
    list: ListProjectDocument,
    create: CreateProjectDocument,
    update: UpdateProjectDocument,
    delete: DeleteProjectDocument,
  },
  /** Software that a runtime needs so that applications find a capability there. It comes with the first object that needs it and goes with the last. */
  supportServiceInstances: {
    get: GetSupportServiceInstanceDocument,
    list: ListSupportServiceInstanceDocument,
    create: CreateSupportServiceInstanceDocument,
    update: UpdateSupportServiceInstanceDocument,
    delete: DeleteSupportServiceInstanceDocument,
  },
  /** What an application consists of: Kubernetes resources as YAML. Its instances run it; an edit rolls to all of them. */
  workloadDefinitions: {
    get: GetWorkloadDefinitionDocument,
    list: ListWorkloadDefinitionDocument,
    create: CreateWorkloadDefinitionDocument,
    update: UpdateWorkloadDefinitionDocument,
    delete: DeleteWorkloadDefinitionDocument,
  },
  /** An application that runs: the resources of a definition, kept in a runtime as they are declared. */
  workloadInstances: {
    get: GetWorkloadInstanceDocument,
    list: ListWorkloadInstanceDocument,
    create: CreateWorkloadInstanceDocument,
    update: UpdateWorkloadInstanceDocument,
    delete: DeleteWorkloadInstanceDocument,
  },
  /** A service outside the cluster that an application calls. The application uses one address that stays; which service answers can change at any time without a restart. */
  workloadServiceDependencies: {
    get: GetWorkloadServiceDependencyDocument,
    list: ListWorkloadServiceDependencyDocument,
    create: CreateWorkloadServiceDependencyDocument,
    update: UpdateWorkloadServiceDependencyDocument,
    delete: DeleteWorkloadServiceDependencyDocument,
  },
} as const
