import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import {
  databaseEngines,
  databaseProviders,
  databaseSizes,
  offeredVersions,
  reservedDatabaseNames,
  type DatabaseEngine,
} from '../databases.ts'
import { bindDatabase } from '../dependencies/databases.ts'
import { profileFields, tierField } from '../profiles/fields.ts'
import { enginesOf } from '../profiles/types.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { shrinkProblems, storageSize } from '../sizes.ts'
import { databaseOperations } from '../operations/databases.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'
import { isOlderVersion } from '../versions.ts'

interface DefinitionSpec {
  engine: DatabaseEngine
  version?: string | undefined
  storage: string
  databaseName: string
  highAvailability: boolean
}

function checkDefinition({ engine, version, databaseName }: DefinitionSpec): SpecProblem[] {
  const { versions } = offeredVersions[engine]
  const problems: SpecProblem[] = []
  if (version !== undefined && !versions.includes(version)) {
    const message = `must be a major version of ${engine} that is offered`
    const remedy = `Use one of ${versions.join(', ')}, or omit it.`
    problems.push({ path: 'version', code: 'INVALID', message, remedy })
  }
  if (reservedDatabaseNames[engine].includes(databaseName)) {
    const message = `is reserved by ${engine}`
    problems.push({ path: 'databaseName', code: 'FORBIDDEN', message, remedy: 'Choose another name.' })
  }
  return problems
}

/** Refuses changes that would lose data, or that the engine cannot undo. */
function checkChange(spec: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  // Another engine is refused as a whole.
  if (before === undefined || before['engine'] !== spec.engine) return []
  const { storage, version, highAvailability } = before as unknown as DefinitionSpec
  const remedy = 'copy the data to a database with less storage'
  const problems = shrinkProblems('storage', { size: spec.storage, before: storage, remedy })
  if (version !== undefined && spec.version !== undefined && isOlderVersion(spec.version, version)) {
    const message = `must not be older than ${version}, because data of a newer version cannot be read by an older one`
    const remedy = 'Keep the version, or copy the data to a database of the older version.'
    problems.push({ path: 'version', code: 'CONFLICT', message, remedy })
  }
  if (spec.engine === 'mysql' && spec.highAvailability !== highAvailability) {
    const message = 'cannot change for mysql, because a single server cannot become a cluster of servers'
    const remedy = 'Create another database with it, and copy the data.'
    problems.push({ path: 'highAvailability', code: 'IMMUTABLE', message, remedy })
  }
  return problems
}

function engineField(description: string) {
  return z.enum(databaseEngines, { error: 'must be postgres or mysql' }).meta({
    description,
    filterable: true,
    enumName: 'DatabaseEngine',
    enumDescription: 'The engines of databases.',
    enumDescriptions: ['PostgreSQL.', 'A database with the protocol of MySQL, such as MariaDB.'],
  })
}

export const DatabaseDefinition = defineKind({
  kind: 'DatabaseDefinition',
  plural: 'databaseDefinitions',
  description:
    'A relational database as an application needs it: engine, version, size and storage. Who provides it is decided ' +
    'where an instance runs. An edit is rolled out to all instances.',
  aliases: ['dbd'],
  spec: z.strictObject({
    engine: engineField('The engine of the database. Cannot change after creation.'),
    version: z
      .string({ error: 'must be a string; quote numbers' })
      .max(20)
      .regex(/^\d+(\.\d+)*$/, { error: 'must be a major version such as "18" or "11.8"' })
      .optional()
      .meta({
        description:
          'The major version of the engine. It can be raised, which upgrades the data, and never lowered. Default: ' +
          'the newest when the instance is created.',
        filterable: true,
      }),
    size: z
      .enum(databaseSizes, { error: 'must be small, medium or large' })
      .default('small')
      .meta({
        description:
          'The CPU and the memory of each server. A change restarts the servers one after the other.',
        filterable: true,
        enumName: 'DatabaseSize',
        enumDescription: 'The sizes of the servers of a database.',
        enumDescriptions: [
          'A quarter of a CPU and 1 GiB of memory.',
          'One CPU and 4 GiB of memory.',
          'Four CPUs and 16 GiB of memory.',
        ],
      }),
    storage: storageSize('The storage of each server. It can grow and never shrink.', {
      min: '1Gi',
      example: '10Gi',
    }).default('10Gi'),
    databaseName: z
      .string({ error: 'must be a string' })
      .max(32, 'must have at most 32 characters')
      .regex(/^[a-z][a-z0-9_]*$/, {
        error: 'must start with a letter and contain only lower case letters, digits and "_"',
      })
      .default('app')
      .meta({
        description:
          'The name of the database on its servers, and of the user that owns it. Cannot change after creation.',
      }),
    highAvailability: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether the database has three servers, so that it survives the loss of one of them. For ' +
          'mysql, it cannot change after creation.',
        filterable: true,
      }),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
  examples: [
    { engine: 'postgres', version: '17', databaseName: 'shop', storage: '10Gi' },
    { engine: 'postgres', version: '18', databaseName: 'shop', storage: '20Gi', size: 'medium' },
    { engine: 'postgres', version: '18', databaseName: 'shop', storage: '20Gi', highAvailability: true },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ENGINE', path: 'spec.engine' },
    { header: 'VERSION', path: 'spec.version' },
    { header: 'SIZE', path: 'spec.size' },
    { header: 'STORAGE', path: 'spec.storage' },
  ],
  reconciled: false,
  immutable: ['engine', 'databaseName'],
  rest: {
    path: 'database-definitions',
    filterAliases: { machinesize: 'Size' },
    inert: inertOfDefinitions,
    associations: ['DatabaseInstances'],
  },
})

function providerField(description: string) {
  return z.enum(databaseProviders, { error: `must be ${databaseProviders.join(' or ')}` }).meta({
    description,
    enumName: 'DatabaseProvider',
    enumDescription: 'The providers of databases.',
    enumDescriptions: [
      'PostgreSQL in the runtime, by CloudNativePG.',
      'MariaDB in the runtime, by mariadb-operator. It has the protocol of MySQL.',
      'Amazon RDS: PostgreSQL, or MariaDB, which has the protocol of MySQL.',
      'A configuration of Terraform or OpenTofu, which the profile names.',
    ],
  })
}

/** Returns the problem of a provider that does not have the engine of the definition. */
function checkInstance(
  { provider }: { provider?: string | undefined },
  { referenced: { definition } }: OtherSpecs,
): SpecProblem[] {
  const engine = definition?.spec['engine']
  const engines = provider === undefined ? undefined : enginesOf(provider)
  if (typeof engine !== 'string' || engines === undefined || engines.includes(engine)) return []
  const message = `has no ${engine}, which the definition asks for`
  return [{ path: 'provider', code: 'CONFLICT', message, remedy: 'Omit it.' }]
}

export const DatabaseInstance = defineKind({
  kind: 'DatabaseInstance',
  plural: 'databaseInstances',
  description:
    'A running database with a user of its own, in a runtime. Applications of that runtime use it as a dependency; ' +
    'several can share it.',
  aliases: ['dbi', 'database', 'databases'],
  spec: z.strictObject({
    definition: reference('DatabaseDefinition', 'The definition of the database.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the database. Default: the default runtime.',
      { defaultsToWhere: 'defaultRuntime' },
    ),
    guard: guardFields.guard,
    tier: tierField(),
    ...profileFields,
    provider: providerField(
      'Who provides the database. Default: as the profile decides. Cannot change after creation.',
    ).optional(),
  }),
  guard: 'guard',
  checkWithOthers: checkInstance,
  profiled: 'Database',
  examples: [{ guard: 'off' }],
  outputs: z.strictObject({
    provider: providerField('Who provides the database.'),
    engine: engineField('The engine of the database.'),
    version: z.string().meta({ description: 'The major version that runs.' }),
    host: z.string().meta({ description: 'The DNS name of the server that accepts writes.' }),
    port: z.int().meta({ description: 'The port of the server.' }),
    database: z.string().meta({ description: 'The name of the database on the server.' }),
    username: z.string().meta({ description: 'The user that owns the database.' }),
    namespace: z.string().optional().meta({
      description:
        'The namespace of the resources of the database. Null for a provider outside of the runtime.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PROVIDER', path: 'status.outputs.provider' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'HOST', path: 'status.outputs.host', wide: true },
  ],
  reconciled: true,
  operations: databaseOperations,
  pair: { name: 'Database', definition: 'DatabaseDefinition' },
  owns: [
    'SupportServiceInstance',
    'AwsRelationalDatabaseDefinition',
    'AwsRelationalDatabaseInstance',
    'TerraformDefinition',
    'TerraformInstance',
  ],
  services: ({ spec: { provider }, definition: { engine } }) => {
    if (provider === 'aws' || provider === 'terraform') return []
    return [engine === 'mysql' ? 'mysql' : 'databases']
  },
  dependency: { bind: bindDatabase },
  immutable: ['definition', 'runtime', 'provider'],
  location: 'runtime',
  rest: { path: 'database-instances' },
})

export const kinds = [DatabaseDefinition, DatabaseInstance]
