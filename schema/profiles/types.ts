import { z } from 'zod'
import { Labels } from '../names.ts'
import { supportServicePrefix } from './support-services.ts'

/*
 * What a profile may decide: for each type, the providers and the parameters that each of them understands.
 */

const quantity = z
  .string()
  .regex(/^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/, { error: 'must be a quantity such as 500m or 10Gi' })

const sizeParameters = z.strictObject({
  cpu: quantity.optional(),
  memory: quantity.optional(),
})

/** What operators of databases understand: `sizes` replaces the resources of the sizes that developers choose. */
const databaseParameters = z.strictObject({
  instances: z.int().min(1).max(9).optional(),
  image: z.string().min(1).max(500).optional(),
  storageClass: z.string().min(1).max(253).optional(),
  sizes: z.record(z.string(), sizeParameters).optional(),
})

const chartParameters = z.strictObject({
  repo: z.string().min(1).max(500).optional(),
  chart: z.string().min(1).max(500).optional(),
  version: z.string().min(1).max(100).optional(),
  valuesDocument: z.string().max(100_000).optional(),
})

/** What placement understands of a profile from which it makes runtimes. */
export const runtimeParameters = z.strictObject({
  labels: Labels.optional(),
  maxInstances: z.int().min(1).max(100_000).optional(),
  /** Seconds for which a runtime without an instance is retained. */
  gracePeriod: z.int().min(0).max(604_800).optional(),
})
export type RuntimeParameters = z.infer<typeof runtimeParameters>

/** The schemas of parameters, by type and provider. */
const parametersByProvider: Readonly<Record<string, Readonly<Record<string, z.ZodObject>>>> = {
  Database: { 'cloudnative-pg': databaseParameters, 'mariadb-operator': databaseParameters },
  Bucket: {
    seaweedfs: z.strictObject({
      region: z.string().min(1).max(100).optional(),
      image: z.string().min(1).max(500).optional(),
    }),
  },
  Gateway: {
    'envoy-gateway': z.strictObject({ gatewayClass: z.string().min(1).max(253).optional() }),
  },
  KubernetesRuntime: {
    simulated: runtimeParameters,
    kind: runtimeParameters,
  },
}

/** The types of profiles, without those of support services. */
const namedTypes: readonly string[] = Object.keys(parametersByProvider)

/** Returns the schemas of the parameters of a type by provider; undefined if no profile can have the type. */
export function providersOf(type: string): Readonly<Record<string, z.ZodObject>> | undefined {
  if (type.startsWith(supportServicePrefix) && type.length > supportServicePrefix.length)
    return { chart: chartParameters }
  return Object.hasOwn(parametersByProvider, type) ? parametersByProvider[type] : undefined
}

/** The types of profiles in words, for errors and descriptions. */
export const typesInWords = `${namedTypes.join(', ')} or ${supportServicePrefix}<name>`
