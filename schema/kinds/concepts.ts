/*
 * The registry: one line per concept, with the camelCase name of its file. A contract test compares it with the files
 * of every layer.
 */
export { kinds as awsAccount } from './aws-account.ts'
export { kinds as awsEksKubernetesRuntime } from './aws-eks-kubernetes-runtime.ts'
export { kinds as awsObjectStorageBucket } from './aws-object-storage-bucket.ts'
export { kinds as awsPodIdentity } from './aws-pod-identity.ts'
export { kinds as awsRelationalDatabase } from './aws-relational-database.ts'
export { kinds as bucket } from './bucket.ts'
export { kinds as controlPlane } from './control-plane.ts'
export { kinds as database } from './database.ts'
export { kinds as domainName } from './domain-name.ts'
export { kinds as gateway } from './gateway.ts'
export { kinds as helmWorkload } from './helm-workload.ts'
export { kinds as kubernetesRuntime } from './kubernetes-runtime.ts'
export { kinds as profile } from './profile.ts'
export { kinds as project } from './project.ts'
export { kinds as secret } from './secret.ts'
export { kinds as supportService } from './support-service.ts'
export { kinds as terraform } from './terraform.ts'
export { kinds as tier } from './tier.ts'
export { kinds as workload } from './workload.ts'
export { kinds as workloadServiceDependency } from './workload-service-dependency.ts'
