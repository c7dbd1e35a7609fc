import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { Autoscaling, autoscaling, servicesOfAutoscaling } from '../autoscaling.ts'
import { dependencies } from '../dependencies/declaration.ts'
import { kindsOwnedByApplications } from '../dependencies/owned-kinds.ts'
import { dependenciesOutput } from '../dependencies/outputs.ts'
import { bindServices, servicesOutput } from '../dependencies/services.ts'
import { Overrides } from '../overrides.ts'
import { tierField } from '../profiles/fields.ts'
import { parameters, ParameterValue } from '../parameters.ts'
import { manifestSource } from '../manifest-source.ts'
import {
  locationRolloutOutput,
  locationsOutput,
  placement,
  placementErrors,
  placementOutput,
} from '../placement/declaration.ts'
import { defineKind, manifests, reference } from './kind.ts'
import {
  crdRemovalField,
  driftOutput,
  driftPolicyFields,
  guardFields,
  namespaceField,
} from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'

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
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - name: http
      port: 80
`
}

const service = `apiVersion: v1
kind: Service
metadata:
  name: node
spec:
  selector:
    app: node
  ports:
    - name: http
      port: 8545
`

export const WorkloadDefinition = defineKind({
  kind: 'WorkloadDefinition',
  plural: 'workloadDefinitions',
  description:
    'The Kubernetes resources of an application, as YAML. Its instances run the application, and an edit is ' +
    'rolled out to all of them.',
  aliases: ['wd'],
  spec: z.strictObject({
    yamlDocument: manifests(
      'Kubernetes resources as a stream of YAML documents, validated against the schemas of built-in kinds, of CRDs in ' +
        'the same text, and of custom kinds that the runtimes of the instances serve. Values of Secrets are stored encrypted and ' +
        'returned as placeholders; a placeholder in an update keeps the stored value.',
    ),
    source: manifestSource('yamlDocument'),
    parameters: parameters(),
    dependencies: dependencies(),
    autoscaling: autoscaling(),
    rollout: definitionRollout(),
  }),
  examples: [
    { yamlDocument: [settings('blue'), application('nginx:1.29')].join('---\n') },
    { yamlDocument: [settings('green'), application('nginx:1.29')].join('---\n') },
    { yamlDocument: settings('green') },
    { yamlDocument: [settings('blue'), application('nginx:1.30')].join('---\n') },
    {
      yamlDocument: [settings('red'), application('nginx:1.30')].join('---\n'),
      rollout: { waves: [{ instances: 1 }, { percent: 50 }], settle: 1, deadline: 60 },
    },
    {
      yamlDocument: application('nginx:1.30'),
      source: { git: 'https://git.example.com/shop.git', revision: 'v1', resolved: 'a'.repeat(40) },
      dependencies: [
        {
          name: 'node',
          kind: 'Workload',
          spec: { yamlDocument: service },
          inject: [{ workload: 'web', env: { NODE_URL: 'uri' } }],
        },
        { name: 'rates', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rates.example.com' } },
      ],
    },
  ],
  outputs: z.strictObject({
    resources: z
      .array(
        z
          .strictObject({
            group: z
              .string()
              .meta({ description: 'The API group of the resource. Empty for the core group.' }),
            kind: z.string().meta({ description: 'The kind of the resource, for example `Deployment`.' }),
            namespace: z.string().meta({
              description: 'The namespace of the resource. Empty if the definition specifies none.',
            }),
            name: z.string().meta({ description: 'The name of the resource.' }),
          })
          .meta({ description: 'A resource in the YAML of a WorkloadDefinition.' }),
      )
      .meta({ description: 'The resources in the YAML, in their order.' }),
    requiredParameters: z
      .array(z.string())
      .optional()
      .meta({ description: 'The parameters that each instance must set. Absent if there are none.' }),
    dependencies: z
      .int()
      .optional()
      .meta({ description: 'The number of dependencies of each instance. Absent if there are none.' }),
  }),
  columns: [{ header: 'RESOURCES', path: 'status.outputs.resources' }],
  reconciled: false,
  derive: ({ yamlDocument, parameters: declared = [], dependencies: list = [] }, { digestManifests }) => {
    const required = declared.flatMap((each) => (each.default === undefined ? [each.name] : []))
    return {
      resources: [...digestManifests(yamlDocument).resources],
      ...(required.length === 0 ? {} : { requiredParameters: required }),
      ...(list.length === 0 ? {} : { dependencies: list.length }),
    }
  },
  rest: {
    path: 'workload-definitions',
    fields: { yamlDocument: 'YAMLDocument' },
    inert: inertOfDefinitions,
    associations: ['WorkloadResourceDefinitions', 'WorkloadInstances'],
    documents: {
      yamlDocument: {
        path: 'workload-resource-definitions',
        type: 'WorkloadResourceDefinition',
        set: 'workload-resource-definition-sets',
        description: 'A manifest in the YAML of a WorkloadDefinition.',
      },
    },
  },
})

/** A patch that fits every definition. */
const labelPatch = { target: {}, patch: 'metadata: { labels: { patched: "true" } }' }

/** The fields that each location of an instance may change. */
export const overridable = {
  parameters: z
    .record(z.string(), ParameterValue)
    .optional()
    .meta({ description: 'The values of the parameters that the definition declares.' }),
  overrides: Overrides.optional().meta({
    description: 'What this instance changes about the resources of the definition.',
  }),
}

export const WorkloadInstance = defineKind({
  kind: 'WorkloadInstance',
  plural: 'workloadInstances',
  description:
    'A running application: the resources of a definition, applied to a runtime and continuously reconciled.',
  aliases: ['wi', 'workload', 'workloads'],
  spec: z.strictObject({
    definition: reference('WorkloadDefinition', 'The definition of the application.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime to run the application in. Default: the one that fits `placement`, or else the default runtime.',
      {
        defaultsToWhere: 'defaultRuntime',
      },
    ).optional(),
    placement: placement(overridable),
    namespace: namespaceField(
      'The namespace of resources that specify none. Default: the only Namespace in the definition, or ' +
        'else one that is created for this instance and deleted with it.',
    ),
    ...overridable,
    tier: tierField(),
    ...driftPolicyFields,
    scale: z
      .array(
        z
          .strictObject({
            kind: z
              .string()
              .min(1)
              .optional()
              .meta({ description: 'The kind of the resource, for example `Deployment`. Default: any.' }),
            name: z.string().min(1).meta({ description: 'The name of the resource.' }),
            replicas: z.int().min(0).max(100_000).meta({ description: 'The number of its replicas.' }),
          })
          .meta({ description: 'The number of replicas of a resource.' }),
      )
      .max(100)
      .optional()
      .meta({
        description:
          'Numbers of replicas of this instance, which take precedence over those in the definition. An entry ' +
          'without a resource of that name has no effect. The replicas of autoscaled resources are left to ' +
          'their autoscaler.',
      }),
    restartedAt: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/, {
        error: 'must be a time such as 2026-11-22T09:00:00Z',
      })
      .optional()
      .meta({
        description:
          'The time of the last requested restart, as an RFC 3339 timestamp. A change restarts all pods of Deployments, StatefulSets ' +
          'and DaemonSets, one after the other as in a rollout.',
      }),
    paused: z.boolean().optional().meta({
      description:
        'Indicates whether changes of pods are not rolled out for now: Deployments are paused. Default: false.',
    }),
    asleep: z
      .boolean()
      .optional()
      .meta({
        description:
          'Indicates whether nothing of it runs for now, to save what its pods cost: Deployments, StatefulSets and ReplicaSets have no ' +
          'replicas, CronJobs are suspended, and autoscalers are left out. DaemonSets, Jobs that run, volumes and dependencies stay. ' +
          'Default: false.',
      }),
    prepareOnly: z
      .boolean()
      .optional()
      .meta({
        description:
          'Indicates whether only the namespace and the dependencies of the instance are created, as for jobs that run before it ' +
          'starts. Resources that it has stay as they are. Default: false.',
      }),
    canaryWeight: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({
        description:
          'The percentage of the requests through its gateways that go to its canary, as the rollout of an application sets it. Default: ' +
          'it has no canary.',
      }),
    ...guardFields,
    crdRemoval: crdRemovalField,
  }),
  guard: 'guard',
  examples: [{}, { guard: 'off' }, { replace: true }, { overrides: { patches: [labelPatch] } }],
  outputs: z.strictObject({
    namespace: z.string().optional().meta({
      description: 'The namespace of resources that specify none. Absent for an instance without a runtime.',
    }),
    resources: z.number().int().meta({ description: 'The number of resources in the cluster.' }),
    readyResources: z.number().int().meta({ description: 'The number of ready resources.' }),
    services: servicesOutput,
    dependencies: dependenciesOutput,
    drift: driftOutput,
    placement: placementOutput,
    locations: locationsOutput,
    rollout: locationRolloutOutput,
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'TIER', path: 'spec.tier', wide: true },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
    { header: 'RESOURCES', path: 'status.outputs.resources', wide: true },
    { header: 'LOCATIONS', path: 'status.outputs.locations', wide: true },
  ],
  reconciled: true,
  check: placementErrors,
  pair: { name: 'Workload', definition: 'WorkloadDefinition' },
  owns: kindsOwnedByApplications,
  services: ({ definition }) =>
    servicesOfAutoscaling(z.array(Autoscaling).parse(definition['autoscaling'] ?? [])),
  dependency: { bind: bindServices },
  immutable: ['runtime', 'namespace'],
  location: 'runtime',
  rest: {
    path: 'workload-instances',
    always: ['KubernetesRuntimeInstanceID'],
    fieldAliases: { WorkloadClusterID: 'runtime' },
    associations: ['WorkloadResourceInstances', 'Events'],
    events: { path: 'workload-events', type: 'WorkloadEvent' },
    resources: { path: 'workload-resource-instances', type: 'WorkloadResourceInstance' },
  },
})

export const kinds = [WorkloadDefinition, WorkloadInstance]
