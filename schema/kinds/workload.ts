import { z } from 'zod'
import { defineKind, manifests, reference } from './kind.ts'

/** `.spec.replicas`, `.spec.containers[name=web].image`, `.metadata.annotations["a.b/c"]`. */
const fieldPath = /^(\.[\w-]+|\["[^"]+"\]|\[name=[^\]]+\]|\[\d+\])+$/

function settings(colour: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  colour: ${colour}
`
}

function application(image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: ${image}
`
}

export const WorkloadDefinition = defineKind({
  kind: 'WorkloadDefinition',
  plural: 'workloadDefinitions',
  description:
    'What an application consists of: Kubernetes resources as YAML. Its instances run it; an edit rolls to all of them.',
  aliases: ['wd'],
  spec: z.strictObject({
    yamlDocument: manifests(
      'Kubernetes resources, many YAML documents in one text. Values of Secrets are stored encrypted and shown as marks; ' +
        'a mark that is sent back stands for the stored value.',
    ),
  }),
  examples: [
    { yamlDocument: [settings('blue'), application('nginx:1.29')].join('---\n') },
    { yamlDocument: [settings('green'), application('nginx:1.29')].join('---\n') },
    { yamlDocument: settings('green') },
    { yamlDocument: [settings('blue'), application('nginx:1.30')].join('---\n') },
  ],
  outputs: z.strictObject({
    resources: z
      .array(
        z.strictObject({
          group: z.string().meta({ description: 'API group; empty for the core group.' }),
          kind: z.string().meta({ description: 'Kind, for example `Deployment`.' }),
          namespace: z.string().meta({ description: 'Namespace, empty where the definition names none.' }),
          name: z.string().meta({ description: 'Name.' }),
        }),
      )
      .meta({ description: 'The resources that the YAML holds, in its order.' }),
  }),
  columns: [{ header: 'RESOURCES', path: 'status.outputs.resources' }],
  reconciled: false,
  derive: ({ yamlDocument }, { digestManifests }) => ({
    resources: [...digestManifests(yamlDocument).resources],
  }),
  rest: { path: 'workload-definitions', fields: { yamlDocument: 'YAMLDocument' } },
})

function threshold(description: string, least: number): z.ZodNumber {
  return z.int().min(least).max(1_000_000).meta({ description })
}

export const WorkloadInstance = defineKind({
  kind: 'WorkloadInstance',
  plural: 'workloadInstances',
  description:
    'An application that runs: the resources of a definition, kept in a runtime as they are declared.',
  aliases: ['wi', 'workload', 'workloads'],
  spec: z.strictObject({
    definition: reference('WorkloadDefinition', 'What runs.'),
    runtime: reference('KubernetesRuntimeInstance', 'Where it runs. Default: the default runtime.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    namespace: z
      .string()
      .max(63)
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
        error: 'must be a DNS label: lower case letters, digits and "-"',
      })
      .optional()
      .meta({
        description:
          'Namespace of the resources that name none. Default: the only Namespace that the definition holds, ' +
          'else one that is made for this instance and goes with it.',
      }),
    drift: z
      .enum(['correct', 'report', 'off'], { error: 'must be correct, report or off' })
      .optional()
      .meta({
        description:
          'What is done when somebody changes a resource in the cluster: set it back (`correct`, also when left out), only ' +
          'tell (`report`), or nothing (`off`). The annotation qleet.io/drift of a resource takes precedence.',
        enumDescriptions: ['It is set back.', 'It is told and left.', 'Nothing is done.'],
      }),
    ignoreDifferences: z
      .array(
        z.strictObject({
          group: z.string().optional().meta({ description: 'API group. Default: any.' }),
          kind: z.string().min(1).meta({ description: 'Kind of the resources, for example `Deployment`.' }),
          name: z.string().optional().meta({ description: 'Name of the resource. Default: any.' }),
          namespace: z.string().optional().meta({ description: 'Its namespace. Default: any.' }),
          fields: z
            .array(
              z.string().regex(fieldPath, {
                error: 'must be a path like .spec.replicas or .spec.template.spec.containers[name=web].image',
              }),
            )
            .min(1)
            .meta({ description: 'Paths of the fields.' }),
        }),
      )
      .max(100)
      .optional()
      .meta({
        description:
          'Fields that others decide in the cluster. The replicas of what an autoscaler scales are theirs without this.',
      }),
    replace: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether a resource may be deleted and made anew when a change touches what cannot be changed. Default: no. ' +
          'The annotation qleet.io/replace of a resource takes precedence.',
      }),
    guard: z
      .enum(['on', 'off'], { error: 'must be on or off' })
      .optional()
      .meta({
        description:
          'Whether removing many resources at once, or any that holds data, waits until somebody confirms it. Default: on.',
        enumDescriptions: ['It waits.', 'It happens at once.'],
      }),
    guardThresholds: z
      .strictObject({
        count: threshold('Least number of resources that a change takes away.', 1),
        percent: threshold(
          'Percentage of all resources that they are more than; 100 turns this rule off.',
          0,
        ).max(100),
        always: threshold('Least number of any removal that waits, also of a deletion.', 1),
      })
      .partial()
      .optional()
      .meta({
        description:
          'How many resources at once are too many to be removed unseen. What is left out is as the workers are set: ' +
          '10, 50 and 1000, if nobody has changed that.',
      }),
  }),
  guard: 'guard',
  examples: [{}, { guard: 'off' }, { replace: true }],
  outputs: z.strictObject({
    namespace: z.string().meta({ description: 'Namespace of the resources that name none.' }),
    resources: z.number().int().meta({ description: 'How many resources it has in the cluster.' }),
    readyResources: z.number().int().meta({ description: 'How many of them are ready.' }),
    drift: z
      .array(
        z.strictObject({
          resource: z.string().meta({ description: 'The resource.' }),
          field: z.string().meta({ description: 'The field that differs.' }),
          desired: z.string().meta({ description: 'What the definition says, as JSON.' }),
          found: z.string().meta({ description: 'What the cluster has, as JSON.' }),
          manager: z.string().meta({ description: 'The field manager that changed it; empty when unknown.' }),
        }),
      )
      .optional()
      .meta({ description: 'What was changed in the cluster, where that is only reported.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
    { header: 'RESOURCES', path: 'status.outputs.resources', wide: true },
  ],
  reconciled: true,
  pair: { name: 'Workload', definition: 'WorkloadDefinition' },
  immutable: ['runtime', 'namespace'],
  location: 'runtime',
  rest: { path: 'workload-instances', fieldAliases: { WorkloadClusterID: 'runtime' } },
})

export const kinds = [WorkloadDefinition, WorkloadInstance]
