import { z } from 'zod'
import { nodeProfiles, nodeSizes } from '../nodes.ts'
import { databaseProviders, databaseSizes, offeredVersions } from '../databases.ts'
import { Labels } from '../name-rules.ts'
import { hostedZonesField, kubernetesVersionField } from '../runtimes.ts'
import { quantity } from '../sizes.ts'
import { moduleFields, variablesField } from '../terraform.ts'
import { supportServicePrefix } from './support-services.ts'
import { terraformPrefix } from './terraform-types.ts'

/*
 * What a profile may decide: for each type, the providers and the parameters that each of them understands.
 */

const sizeParameters = z.strictObject({
  cpu: quantity().optional(),
  memory: quantity().optional(),
})

/** What operators of databases understand. */
export const databaseParameters = z.strictObject({
  /** The number of servers of a database with high availability. */
  instances: z.int().min(2).max(9).optional(),
  /** The repository of the images of the servers, without a tag. */
  image: z.string().min(1).max(500).optional(),
  storageClass: z.string().min(1).max(253).optional(),
  /** The resources of servers of each size that developers choose. */
  sizes: z.partialRecord(z.enum(databaseSizes), sizeParameters).optional(),
})

/** What SeaweedFS understands. */
export const seaweedfsParameters = z.strictObject({
  region: z.string().min(1).max(100).optional(),
  /** The image whose shell manages buckets. */
  image: z.string().min(1).max(500).optional(),
})

/** The name of an account of the cloud: of the project of the object, or `project/name`. */
const accountParameter = z.string().min(1).max(127)

/** What buckets of Amazon S3 understand. */
export const awsBucketParameters = z.strictObject({
  /** @default the default account of the project */
  account: accountParameter.optional(),
  /** @default the default region of the account */
  region: z.string().min(1).max(30).optional(),
})

/** What databases of Amazon RDS understand. Fields without a comment are those of AwsRelationalDatabase. */
export const awsDatabaseParameters = z.strictObject({
  /** @default the default account of the project */
  account: accountParameter.optional(),
  /** @default the default region of the account */
  region: z.string().min(1).max(30).optional(),
  /** The machines of the sizes that developers choose: `Small`, or a class such as `db.r7g.large`. */
  sizes: z.partialRecord(z.enum(databaseSizes), z.string().min(1).max(50)).optional(),
  backupDays: z.int().min(0).max(35).optional(),
  subnets: z.array(z.string()).min(2).max(20).optional(),
  allowedCidrs: z.array(z.string()).max(50).optional(),
  finalSnapshot: z.boolean().optional(),
  passwordMaxAgeDays: z.int().min(1).max(3650).optional(),
})

/** What a configuration of Terraform understands that provides a type of dependencies. */
const configurationParameters = z.strictObject({
  ...moduleFields,
  /** The values of variables. They take precedence over those of the developer. */
  variables: variablesField(''),
})

/** The same for databases and buckets, whose instances get an account. */
export const terraformParameters = configurationParameters.extend({
  /** @default none */
  account: accountParameter.optional(),
  /** @default the default region of the account */
  region: z.string().min(1).max(30).optional(),
})

export const gatewayParameters = z.strictObject({ gatewayClass: z.string().min(1).max(253).optional() })

/** What the installation of a support service understands: another chart, version or values than those of the release. */
export const chartParameters = z.strictObject({
  repo: z.string().min(1).max(500).optional(),
  chart: z.string().min(1).max(500).optional(),
  version: z.string().min(1).max(100).optional(),
  /** Merged over those of the release, and below those of the runtime. */
  values: z.record(z.string(), z.unknown(), { error: 'must be a map' }).optional(),
})

/** What placement understands of a profile from which it makes runtimes. */
export const runtimeParameters = z.strictObject({
  labels: Labels.optional(),
  maxInstances: z.int().min(1).max(100_000).optional(),
  /** Seconds for which a runtime without an instance is retained. */
  gracePeriod: z.int().min(0).max(604_800).optional(),
})

/** The spec fields of a KubernetesRuntimeDefinition that a profile may set for a provider in a cloud. */
export const cloudParameters = z.strictObject({
  account: accountParameter.optional(),
  kubernetesVersion: kubernetesVersionField('').optional(),
  hostedZones: hostedZonesField().optional(),
  highAvailability: z.boolean().optional(),
  nodeSize: z.enum(nodeSizes).optional(),
  nodeProfile: z.enum(nodeProfiles).optional(),
  nodeMaximum: z.int().min(1).max(450).optional(),
})

/** The same for runtimes in a cloud. */
export const cloudRuntimeParameters = runtimeParameters.extend(cloudParameters.shape)
export type RuntimeParameters = z.infer<typeof cloudRuntimeParameters>

/** The schemas of parameters, by type and provider. */
const parametersByProvider: Readonly<Record<string, Readonly<Record<string, z.ZodObject>>>> = {
  Database: {
    ...Object.fromEntries(databaseProviders.map((name) => [name, databaseParameters])),
    aws: awsDatabaseParameters,
    terraform: terraformParameters,
  },
  Bucket: { seaweedfs: seaweedfsParameters, aws: awsBucketParameters, terraform: terraformParameters },
  Gateway: { 'envoy-gateway': gatewayParameters },
  KubernetesRuntime: {
    simulated: runtimeParameters,
    kind: runtimeParameters,
    eks: cloudRuntimeParameters,
    gke: cloudRuntimeParameters.omit({ hostedZones: true }),
    aks: cloudRuntimeParameters.omit({ hostedZones: true }),
    envtest: runtimeParameters,
  },
}

/** The types of profiles, without those of support services. */
const namedTypes: readonly string[] = Object.keys(parametersByProvider)

/** Returns the schemas of the parameters of a type by provider; undefined if no profile can have the type. */
export function providersOf(type: string): Readonly<Record<string, z.ZodObject>> | undefined {
  if (type.startsWith(supportServicePrefix) && type.length > supportServicePrefix.length)
    return { chart: chartParameters }
  if (type.startsWith(terraformPrefix) && type.length > terraformPrefix.length)
    return { terraform: configurationParameters }
  return Object.hasOwn(parametersByProvider, type) ? parametersByProvider[type] : undefined
}

/** The types of profiles in words, for errors and descriptions. */
export const typesInWords = `${namedTypes.join(', ')}, ${supportServicePrefix}<name> or ${terraformPrefix}<name>`

/** Reports whether an object of a type must have a profile or a provider. Support services have defaults in each release. */
export function needsProfile(type: string): boolean {
  return !type.startsWith(supportServicePrefix)
}

/** Returns the engines that a provider of databases has; undefined for any other provider. */
export function enginesOf(provider: string): readonly string[] | undefined {
  const engines = Object.entries(offeredVersions).flatMap(([engine, offered]) =>
    offered.provider === provider ? [engine] : [],
  )
  return engines.length === 0 ? undefined : engines
}
