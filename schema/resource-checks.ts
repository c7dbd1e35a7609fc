import { z } from 'zod'
import { isRecord, type Manifest } from './manifests.ts'

/*
 * What API servers say about resources that a plan would change, found out by dry runs: nothing is stored, but defaults, quotas,
 * immutable fields and admission webhooks are those of the cluster.
 */

export const checkResults = ['accepted', 'unchanged', 'replaced', 'refused', 'unchecked'] as const

/** What an API server says about one resource. */
export interface CheckedResource {
  /** The name by which the plan has the resource, for example `Deployment/web`. */
  resource: string
  result: (typeof checkResults)[number]
  /** One word in CamelCase; empty if there is nothing to explain. */
  reason: string
  /** The message of the API server, or why it was not asked; empty if there is nothing to explain. */
  message: string
  /** The fields that the API server names. */
  fields: string[]
}

const Manifests = z.array(
  z.custom<Manifest>(
    (value) =>
      isRecord(value) && isRecord(value['metadata']) && typeof value['metadata']['name'] === 'string',
  ),
)

/** What decides how the resources of a workload are checked. */
export const CheckRules = z.object({
  /** The owner of the resources, as `workers/resource-owner.ts` has it; the id is "0" for an object that does not exist yet. */
  owner: z.object({
    id: z.string(),
    kind: z.string(),
    project: z.string(),
    name: z.string(),
    controlPlane: z.string(),
  }),
  /** The namespace of resources whose manifest has none. @default as the reconciler of the workload chooses it */
  namespace: z.string().optional(),
  /** Whether resources are replaced that cannot be changed in place. */
  replace: z.boolean(),
  /** Fields that are left to other managers. */
  ignored: z.array(
    z.object({
      group: z.string().optional(),
      kind: z.string(),
      name: z.string().optional(),
      namespace: z.string().optional(),
      fields: z.array(z.string()),
    }),
  ),
  /** What the plan brings to the cluster. */
  arriving: z.object({
    namespaces: z.array(z.string()),
    /** The kinds that definitions among the manifests define, for example `example.com/v1 Widget`. */
    kinds: z.array(z.string()),
    /** Whether it installs software that may bring further kinds. */
    software: z.boolean(),
  }),
})
export type CheckRules = z.infer<typeof CheckRules>

/** A workload with its resources before and after a change. The values of its Secrets are placeholders. */
export const WorkloadToCheck = CheckRules.extend({
  before: Manifests,
  after: Manifests,
  /** The names of the resources to check. */
  resources: z.array(z.string()),
})
export type WorkloadToCheck = z.infer<typeof WorkloadToCheck>

/** Returns the kinds that CustomResourceDefinitions among manifests define, for example `example.com/v1 Widget`. */
export function definedKinds(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ kind, spec }) => {
    if (kind !== 'CustomResourceDefinition' || !isRecord(spec)) return []
    const { group, names, versions } = spec
    if (!isRecord(names) || !Array.isArray(versions)) return []
    return versions
      .filter(isRecord)
      .map(({ name }) => `${String(group)}/${String(name)} ${String(names['kind'])}`)
  })
}
