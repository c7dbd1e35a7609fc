import { z } from 'zod'
import { fieldPath } from './parameters.ts'

/* Fields that all kinds with Kubernetes resources of users share: drift, replacement and the guard. */

function threshold(description: string, min: number): z.ZodNumber {
  return z.int().min(min).max(1_000_000).meta({ description })
}

/** Declares a spec field with the name of a Kubernetes namespace. */
export function namespaceField(description: string) {
  return z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
      error: 'must be a DNS label of lower case letters, digits and "-"',
    })
    .optional()
    .meta({ description, filterable: true })
}

/** Spec fields that decide what happens to resources that differ from the desired state. */
export const driftPolicyFields = {
  drift: z
    .enum(['correct', 'report', 'off'], { error: 'must be correct, report or off' })
    .optional()
    .meta({
      description:
        'The reaction to changes that others make to a resource in the cluster: revert them (`correct`, ' +
        'the default), only report them (`report`), or ignore them (`off`). The annotation ' +
        '`qleet.io/drift` of a resource takes precedence.',
      enumDescription: 'The reactions to drift.',
      enumDescriptions: ['Drift is reverted.', 'Drift is reported but not reverted.', 'Drift is ignored.'],
      filterable: true,
    }),
  ignoreDifferences: z
    .array(
      z
        .strictObject({
          group: z.string().optional().meta({ description: 'The API group of the resources. Default: any.' }),
          kind: z
            .string()
            .min(1)
            .meta({ description: 'The kind of the resources, for example `Deployment`.' }),
          name: z.string().optional().meta({ description: 'The name of the resource. Default: any.' }),
          namespace: z
            .string()
            .optional()
            .meta({ description: 'The namespace of the resource. Default: any.' }),
          fields: z
            .array(
              z.string().regex(fieldPath, {
                error: 'must be a path like .spec.replicas or .spec.template.spec.containers[name=web].image',
              }),
            )
            .min(1)
            .meta({ description: 'The paths of the fields.' }),
        })
        .meta({ description: 'Fields of some resources whose drift is ignored.' }),
    )
    .max(100)
    .optional()
    .meta({
      description:
        'Fields that other actors manage in the cluster, so that their drift is ignored. The replicas of ' +
        'autoscaled resources are ignored automatically.',
    }),
  replace: z
    .boolean()
    .optional()
    .meta({
      description:
        'Indicates whether a resource may be deleted and recreated if a change affects immutable fields. ' +
        'Default: false. The annotation `qleet.io/replace` of a resource takes precedence.',
      filterable: true,
    }),
}

/** Spec fields that decide which removals require a confirmation. */
export const guardFields = {
  guard: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .meta({
      description:
        'Specifies whether the removal of many resources at once, or of any resource with data, requires ' +
        'a confirmation. Default: `on`.',
      enumDescription: 'Specifies whether removals require a confirmation.',
      enumDescriptions: ['Removals wait for a confirmation.', 'Removals are executed immediately.'],
      filterable: true,
    }),
  guardThresholds: z
    .strictObject({
      count: threshold('The minimum number of resources that a change removes.', 1),
      percent: threshold(
        'The percentage of all resources that the removed resources must exceed. 100 disables this rule.',
        0,
      ).max(100),
      always: threshold(
        'The number of resources from which any removal requires a confirmation, including the deletion of ' +
          'the instance.',
        1,
      ),
    })
    .partial()
    .optional()
    .meta({
      description:
        'The numbers of resources from which a removal requires a confirmation. Omitted thresholds default ' +
        'to the settings of the workers: 10, 50 and 1000 unless configured otherwise.',
    }),
}

/** The spec field that decides when CustomResourceDefinitions are removed. */
export const crdRemovalField = z
  .enum(['confirm', 'whenUnused'], { error: 'must be confirm or whenUnused' })
  .optional()
  .meta({
    description:
      'Specifies when a CustomResourceDefinition is removed: after a confirmation (`confirm`, the default), or without ' +
      'one, but only if all objects of its kind belong to this instance (`whenUnused`); otherwise it stays in the cluster.',
    enumName: 'CrdRemoval',
    enumDescription: 'Specifies when CustomResourceDefinitions are removed.',
    enumDescriptions: [
      'Removals wait for a confirmation, unless the guard is off.',
      'Definitions with objects of other owners stay in the cluster.',
    ],
    filterable: true,
  })

/** The output with the drift of resources whose drift is only reported. */
export const driftOutput = z
  .array(
    z
      .strictObject({
        resource: z.string().meta({ description: 'The resource that has drifted.' }),
        field: z.string().meta({ description: 'The path of the field that differs.' }),
        desired: z.string().meta({ description: 'The desired value as JSON.' }),
        found: z.string().meta({ description: 'The value in the cluster as JSON.' }),
        manager: z
          .string()
          .meta({ description: 'The field manager that changed the value. Empty if it is unknown.' }),
      })
      .meta({ description: 'A field of a resource that has drifted.' }),
  )
  .optional()
  .meta({
    description:
      'The drift in the cluster, for resources whose drift is only reported, or recurs and is corrected later.',
  })
