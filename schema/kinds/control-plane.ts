import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { guardFields, namespaceField } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { isSmaller, storageSize } from '../sizes.ts'
import { isOlderVersion } from '../versions.ts'
import { defineKind, reference, secret, values, type OtherSpecs, type SpecProblem } from './kind.ts'

interface DefinitionSpec {
  version?: string | undefined
  storage: string
}

/** Refuses changes that the database of a control plane cannot follow. */
function checkChange(spec: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  if (before === undefined) return []
  const { storage, version } = before as unknown as DefinitionSpec
  const problems: SpecProblem[] = []
  if (isSmaller(spec.storage, storage)) {
    const message = `must not be smaller than ${storage}, because volumes cannot shrink`
    problems.push({ path: 'storage', code: 'CONFLICT', message, remedy: `Keep ${storage}.` })
  }
  if (version !== undefined && spec.version !== undefined && isOlderVersion(spec.version, version)) {
    const message = `must not be older than ${version}, whose migrations of the database cannot be undone`
    const remedy = 'Keep the version, or restore a backup of the older one in another control plane.'
    problems.push({ path: 'version', code: 'CONFLICT', message, remedy })
  }
  return problems
}

const valuesDescription =
  'Further values of the chart of QleetOS as a YAML map, for example of an ingress, of resources, or of nodes: see ' +
  '`deploy/helm/qleetos/values.yaml`. Keys, the database and the image are set by other fields.'

export const ControlPlaneDefinition = defineKind({
  kind: 'ControlPlaneDefinition',
  plural: 'controlPlaneDefinitions',
  description:
    'Another QleetOS as it is installed in runtimes: version, size and database. An edit is rolled out to all instances.',
  aliases: ['cpd'],
  spec: z.strictObject({
    version: z
      .string({ error: 'must be a version such as "1.2.3"' })
      .max(100)
      .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, { error: 'must be a version such as "1.2.3"' })
      .optional()
      .meta({
        description:
          'The version of QleetOS, which is the tag of the image. It can be raised, which replaces servers before workers ' +
          'without a downtime, and never lowered. Default: the version of the parent when an instance is created.',
        filterable: true,
      }),
    image: z
      .string({ error: 'must be the name of an image' })
      .max(400)
      .regex(/^[a-z0-9]([a-z0-9._:/-]*[a-z0-9])?$/, {
        error: 'must be the name of an image without a tag, such as registry.example.com/qleetos',
      })
      .refine((name) => !/:[^/]*$/.test(name), {
        error: 'must have no tag',
        params: { remedy: 'Set the field version instead.' },
      })
      .default('ghcr.io/qleet/qleetos')
      .meta({ description: 'The image of servers and workers, with its registry and without a tag.' }),
    highAvailability: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether there are two servers, two workers and three database servers, so that the control plane ' +
          'survives the loss of a node, instead of one of each.',
        filterable: true,
      }),
    database: z
      .enum(['cloudNativePG', 'external'], { error: 'must be cloudNativePG or external' })
      .default('cloudNativePG')
      .meta({
        description: 'The source of the Postgres database. Cannot change after creation.',
        enumName: 'ControlPlaneDatabase',
        enumDescription: 'The sources of the database of a control plane.',
        enumDescriptions: [
          'A new database in the runtime, by CloudNativePG.',
          'An existing database, whose URL the instance has.',
        ],
        filterable: true,
      }),
    storage: storageSize('The storage of each database server. It can grow and never shrink.', {
      min: '1Gi',
      example: '10Gi',
    }).default('10Gi'),
    valuesDocument: values(valuesDescription).optional(),
    rollout: definitionRollout(),
  }),
  checkWithOthers: checkChange,
  examples: [
    { database: 'cloudNativePG', version: '0.1.0', storage: '10Gi' },
    { database: 'cloudNativePG', version: '0.2.0', storage: '20Gi' },
    {
      database: 'cloudNativePG',
      version: '0.2.0',
      storage: '20Gi',
      highAvailability: true,
      valuesDocument: 'nats: { prefix: team }\n',
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'VERSION', path: 'spec.version' },
    { header: 'HIGH AVAILABILITY', path: 'spec.highAvailability' },
    { header: 'DATABASE', path: 'spec.database' },
    { header: 'STORAGE', path: 'spec.storage', wide: true },
  ],
  reconciled: false,
  immutable: ['database'],
  rest: {
    path: 'control-plane-definitions',
    inert: {
      ...inertOfDefinitions,
      AuthEnabled: {
        type: 'boolean',
        default: true,
        description: 'Indicates whether clients are authenticated, as they always are.',
      },
      OnboardParent: {
        type: 'boolean',
        default: true,
        description: 'Indicates whether the control plane knows its parent. It never does.',
      },
    },
    associations: ['ControlPlaneInstances'],
  },
})

export const ControlPlaneInstance = defineKind({
  kind: 'ControlPlaneInstance',
  plural: 'controlPlaneInstances',
  description:
    'A control plane that this one, its parent, runs in a namespace of a runtime: a database, servers, workers and NATS. It ' +
    'has users, objects and keys of its own.',
  aliases: ['cpi', 'control-plane', 'control-planes'],
  spec: z.strictObject({
    definition: reference('ControlPlaneDefinition', 'The definition of the control plane.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the control plane. Default: the default runtime.',
      { defaultsToWhere: 'defaultRuntime' },
    ),
    namespace: namespaceField(
      'The namespace of the control plane. Default: one that is created for this instance and deleted with it.',
    ),
    databaseUrl: secret(
      'The URL of a Postgres database that no other control plane uses, for example `postgres://user:password@host/qleet`, ' +
        'if the definition asks for an external one. It is stored encrypted and never returned.',
    ).optional(),
    valuesDocument: values(`${valuesDescription} They are merged over those of the definition.`).optional(),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  examples: [{ guard: 'off' }, { guard: 'off', valuesDocument: 'worker: { replicas: 3 }\n' }],
  outputs: z.strictObject({
    version: z.string().meta({ description: 'The version that is installed.' }),
    namespace: z.string().meta({ description: 'The namespace of its resources.' }),
    url: z.string().meta({
      description:
        'The address of its API: that of its ingress, or else that of its Service within the cluster.',
    }),
    tokenSecret: z.string().meta({
      description:
        'The Secret in the namespace with the token of its administrator, under the key `admin-token`.',
    }),
    parent: z.string().optional().meta({ description: 'The ID of the control plane that runs it.' }),
    resources: z.int().meta({ description: 'The number of resources in the cluster.' }),
    readyResources: z.int().meta({ description: 'The number of ready resources.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'URL', path: 'status.outputs.url' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
  ],
  reconciled: true,
  pair: { name: 'ControlPlane', definition: 'ControlPlaneDefinition' },
  owns: ['SupportServiceInstance'],
  services: ({ definition: { database } }) => (database === 'external' ? [] : ['databases']),
  immutable: ['definition', 'runtime', 'namespace'],
  location: 'runtime',
  rest: {
    path: 'control-plane-instances',
    outputs: { ApiServerEndpoint: 'url' },
    inert: {
      IsSelf: {
        type: 'boolean',
        default: false,
        description: 'Indicates whether it is this control plane, which is no object of its own.',
      },
      Genesis: {
        type: 'boolean',
        default: false,
        description: 'Indicates whether it has no parent. All instances have one.',
      },
      CACert: { type: 'string', description: 'The certificate authority of the API.' },
      ClientCert: { type: 'string', description: 'Clients authenticate with tokens instead.' },
      ClientKey: { type: 'string', description: 'Clients authenticate with tokens instead.' },
      ParentControlPlaneInstanceID: {
        type: 'integer',
        description: 'The ID of the parent, which is no object of its own.',
      },
      CustomComponentInfo: {
        type: 'json',
        description:
          'The components of the legacy system. Set the version of the definition, or ValuesDocument, instead.',
      },
    },
    associations: ['Children', 'Parent'],
  },
})

export const kinds = [ControlPlaneDefinition, ControlPlaneInstance]
