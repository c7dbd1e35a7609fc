import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { namespaceField } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { resourceNameField } from '../resource-name.ts'
import { elsewhereProblems } from '../runtime-of-application.ts'
import { defineKind, reference, secretMap, SecretKey, type OtherSpecs, type SpecProblem } from './kind.ts'

/** The ways in which the values of a Secret reach a cluster. */
const deliveries = ['kubernetes', 'externalSecrets'] as const

const StoreReference = z.strictObject({
  kind: z
    .enum(['SecretStore', 'ClusterSecretStore'], { error: 'must be SecretStore or ClusterSecretStore' })
    .default('SecretStore')
    .meta({ description: 'The kind of the store: in the namespace of the Secret, or of the whole cluster.' }),
  name: z.string().min(1, 'must not be empty').max(253).meta({ description: 'The name of the store.' }),
})

const RemoteValue = z.strictObject({
  store: StoreReference.meta({ description: 'The store that holds the value.' }),
  key: z.string().min(1, 'must not be empty').meta({ description: 'The key of the entry in the store.' }),
  property: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'The property of an entry with several values.' }),
  version: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'The version of the entry. Default: the latest.' }),
})

const sources = ['data', 'binaryData', 'from'] as const
type SecretSources = Partial<Record<(typeof sources)[number], Readonly<Record<string, unknown>> | undefined>>

function keysOf(spec: SecretSources, fields: readonly (typeof sources)[number][] = sources): string[] {
  return fields.flatMap((field) => Object.keys(spec[field] ?? {}))
}

/** Reports whether the values of a definition are in an external store. */
function isExternal(spec: SecretSources): boolean {
  return keysOf(spec, ['from']).length > 0
}

function checkDefinition(spec: SecretSources): SpecProblem[] {
  if (keysOf(spec).length === 0) {
    const message = 'has no keys'
    return [{ path: '', code: 'REQUIRED', message, remedy: 'Set data, binaryData or from.' }]
  }
  const repeated = keysOf(spec, ['binaryData']).filter((key) => Object.hasOwn(spec.data ?? {}, key))
  const literal = keysOf(spec, ['data', 'binaryData'])
  return [
    ...repeated.map((key) => ({
      path: `binaryData.${key}`,
      code: 'DUPLICATE' as const,
      message: 'is a key of data as well',
      remedy: 'Keep one of them.',
    })),
    ...(isExternal(spec) && literal.length > 0
      ? [
          {
            path: 'from',
            code: 'FORBIDDEN' as const,
            message: 'cannot be combined with data and binaryData',
            remedy: 'Move the references to a SecretDefinition of their own.',
          },
        ]
      : []),
  ]
}

/** Refuses to replace values by references: instances chose their delivery by what they found. */
function checkDefinitionWithOthers(spec: SecretSources, { before }: OtherSpecs): SpecProblem[] {
  if (before === undefined || isExternal(before) === isExternal(spec)) return []
  const [from, to] = isExternal(spec) ? ['values', 'references'] : ['references', 'values']
  const message = `cannot change from ${from} to ${to}`
  const remedy = 'Create another SecretDefinition, and change the definition of the instances to it.'
  return [{ path: isExternal(spec) ? 'from' : 'data', code: 'IMMUTABLE', message, remedy }]
}

export const SecretDefinition = defineKind({
  kind: 'SecretDefinition',
  plural: 'secretDefinitions',
  description:
    'The values of a Secret, or where an external store has them. Its instances deliver them to clusters, and an ' +
    'edit is rolled out to all of them.',
  aliases: ['sd'],
  spec: z.strictObject({
    data: secretMap(
      'The values by key, as text. They are stored encrypted and returned as placeholders; a placeholder in an ' +
        'update keeps the stored value, and a key that an update omits is removed.',
    ).optional(),
    binaryData: secretMap(
      'The values by key, as base64, for values that are no text. They are treated like those of `data`.',
      'base64',
    ).optional(),
    from: z
      .record(SecretKey, RemoteValue)
      .optional()
      .meta({
        description:
          'References to values in external stores, by key, for the delivery `externalSecrets`: `store` (`kind`, ' +
          '`name`), `key`, `property` and `version`. Cannot be combined with values.',
      }),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  checkWithOthers: checkDefinitionWithOthers,
  examples: [
    { data: { username: 'shop', password: 'correct horse' } },
    { data: { username: 'shop', password: 'battery staple' } },
    { data: { username: 'shop' }, binaryData: { key: 'AAECAwQ=' } },
  ],
  outputs: z.strictObject({
    keys: z.array(z.string()).meta({ description: 'The keys, in alphabetical order.' }),
  }),
  columns: [{ header: 'KEYS', path: 'status.outputs.keys' }],
  reconciled: false,
  derive: (spec) => ({ keys: keysOf(spec).toSorted() }),
  rest: {
    path: 'secret-definitions',
    inert: inertOfDefinitions,
    kept: {
      AwsAccountID: {
        to: 'AwsAccount',
        description: 'The legacy system stored the values in its Secrets Manager. It has no effect here.',
      },
    },
    associations: ['SecretInstances'],
  },
})

/** Keys that Kubernetes requires of the types of Secrets. One of each list is enough for `any`. */
const requiredKeys: Readonly<Record<string, { all?: readonly string[]; any?: readonly string[] }>> = {
  'kubernetes.io/tls': { all: ['tls.crt', 'tls.key'] },
  'kubernetes.io/dockerconfigjson': { all: ['.dockerconfigjson'] },
  'kubernetes.io/dockercfg': { all: ['.dockercfg'] },
  'kubernetes.io/basic-auth': { any: ['username', 'password'] },
  'kubernetes.io/ssh-auth': { all: ['ssh-privatekey'] },
}

interface InstanceSpec {
  runtime?: string | undefined
  workloadInstance?: string | undefined
  helmWorkloadInstance?: string | undefined
  namespace?: string | undefined
  type: string
  delivery?: (typeof deliveries)[number] | undefined
  refreshInterval?: string | undefined
}

function checkInstance(spec: InstanceSpec): SpecProblem[] {
  const { namespace } = spec
  const [application, other] = (['workloadInstance', 'helmWorkloadInstance'] as const).filter(
    (field) => spec[field] !== undefined,
  )
  const remedy = 'Set one of workloadInstance, helmWorkloadInstance and namespace.'
  if (application === undefined)
    return namespace === undefined
      ? [{ path: 'namespace', code: 'REQUIRED', message: 'is missing', remedy }]
      : []
  if (other !== undefined)
    return [{ path: other, code: 'FORBIDDEN', message: `cannot be combined with ${application}`, remedy }]
  if (namespace === undefined) return []
  const message = `cannot be combined with ${application}, whose namespace is used`
  return [{ path: 'namespace', code: 'FORBIDDEN', message, remedy }]
}

function checkInstanceWithOthers(spec: InstanceSpec, others: OtherSpecs): SpecProblem[] {
  const { definition } = others.referenced
  return [
    ...elsewhereProblems(spec, others),
    ...(definition === undefined ? [] : checkDelivery(spec, definition.spec)),
  ]
}

function checkDelivery(spec: InstanceSpec, definition: SecretSources): SpecProblem[] {
  const external = isExternal(definition)
  if (spec.delivery === 'kubernetes' && external) {
    const message = 'cannot be kubernetes, because the definition has references to an external store'
    return [{ path: 'delivery', code: 'CONFLICT', message, remedy: 'Set externalSecrets, or omit it.' }]
  }
  if (spec.delivery === 'externalSecrets' && !external) {
    const message = 'cannot be externalSecrets, because the definition has values and no references'
    const remedy = 'Omit it, or set from in the definition.'
    return [{ path: 'delivery', code: 'CONFLICT', message, remedy }]
  }
  if (spec.refreshInterval !== undefined && !external) {
    const message = 'applies to the delivery externalSecrets only'
    return [{ path: 'refreshInterval', code: 'FORBIDDEN', message, remedy: 'Remove it.' }]
  }
  return missingKeys(spec.type, keysOf(definition))
}

function missingKeys(type: string, keys: readonly string[]): SpecProblem[] {
  const { all = [], any = [] } = requiredKeys[type] ?? {}
  const missing = all.filter((key) => !keys.includes(key))
  const hasAny = any.length === 0 || any.some((key) => keys.includes(key))
  if (missing.length === 0 && hasAny) return []
  const required = missing.length > 0 ? missing.join(' and ') : any.join(' or ')
  const message = `requires ${required}, which the definition does not have`
  return [{ path: 'type', code: 'CONFLICT', message, remedy: 'Add the keys to the definition.' }]
}

export const SecretInstance = defineKind({
  kind: 'SecretInstance',
  plural: 'secretInstances',
  description: 'A Kubernetes Secret with the values of a definition, in a namespace of a runtime.',
  aliases: ['si'],
  spec: z.strictObject({
    definition: reference('SecretDefinition', 'The definition with the values.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the Secret. Default: that of the workload instance, once it has one, or else the default runtime.',
      { defaultsToWhere: 'defaultRuntime', defaultsToThatOf: ['workloadInstance', 'helmWorkloadInstance'] },
    ).optional(),
    workloadInstance: reference(
      'WorkloadInstance',
      'The application that uses the Secret, which is created in its namespace.',
    ).optional(),
    helmWorkloadInstance: reference(
      'HelmWorkloadInstance',
      'The Helm workload that uses the Secret, which is created in the namespace of its release.',
      { insteadOf: 'workloadInstance' },
    ).optional(),
    namespace: namespaceField(
      'The namespace of the Secret, which must exist, unless `workloadInstance` or `helmWorkloadInstance` is set.',
    ),
    secretName: resourceNameField(
      'The name of the Secret in the cluster. Default: the name of the instance in lower case, with "-" for "_".',
    ),
    type: z
      .string()
      .min(1, 'must not be empty')
      .max(253)
      .default('Opaque')
      .meta({ description: 'The type of the Secret, for example `kubernetes.io/tls`.', filterable: true }),
    delivery: z
      .enum(deliveries, { error: 'must be kubernetes or externalSecrets' })
      .optional()
      .meta({
        description:
          'The way in which the values reach the cluster: as a Secret that QleetOS applies (`kubernetes`), or as an ' +
          'ExternalSecret, from which External Secrets creates it (`externalSecrets`). Default: by the definition.',
        enumName: 'SecretDelivery',
        enumDescription: 'The ways in which the values of a Secret reach a cluster.',
        enumDescriptions: [
          'QleetOS applies the Secret.',
          'External Secrets creates the Secret from an external store.',
        ],
        filterable: true,
      }),
    refreshInterval: z
      .string()
      .regex(/^(0|(\d+(h|m|s))+)$/, { error: 'must be a duration such as 30m or 1h30m, or 0' })
      .optional()
      .meta({
        description:
          'The interval at which External Secrets reads the values again; 0 for once. Default: 1h. For the ' +
          'delivery `externalSecrets`.',
      }),
  }),
  check: checkInstance,
  checkWithOthers: checkInstanceWithOthers,
  examples: [{}, { type: 'example.com/credentials' }],
  outputs: z.strictObject({
    secretName: z.string().meta({ description: 'The name of the Secret in the cluster.' }),
    namespace: z.string().meta({ description: 'The namespace of the Secret.' }),
    keys: z.array(z.string()).meta({ description: 'The keys of the Secret, in alphabetical order.' }),
    digest: z
      .string()
      .optional()
      .meta({
        description:
          'A keyed digest of the values, which changes when a value or a key does and reveals nothing about them. ' +
          'Absent while the values are unknown.',
      }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace' },
    { header: 'SECRET', path: 'status.outputs.secretName' },
    { header: 'KEYS', path: 'status.outputs.keys', wide: true },
  ],
  reconciled: true,
  owns: ['SupportServiceInstance'],
  services: ({ definition }) => (definition['from'] === undefined ? [] : ['secrets']),
  pair: { name: 'Secret', definition: 'SecretDefinition' },
  dependency: {
    attachedBy: 'workloadInstance',
    isPrivate: true,
    bind: ({ secretName, keys, digest }) => ({ secret: secretName, keys, digest }),
  },
  immutable: ['runtime', 'workloadInstance', 'helmWorkloadInstance', 'namespace'],
  location: 'runtime',
  rest: { path: 'secret-instances' },
})

export const kinds = [SecretDefinition, SecretInstance]
