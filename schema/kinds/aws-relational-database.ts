import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { awsDatabaseEngines, databaseClasses, type AwsDatabaseEngine } from '../aws.ts'
import { reservedDatabaseNames } from '../databases.ts'
import { bindAwsDatabase } from '../dependencies/databases.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { isOlderVersion } from '../versions.ts'
import { resourceNameField } from '../resource-name.ts'
import { regionField } from './aws-account.ts'
import { awsDatabaseOperations } from '../operations/aws-database.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

interface DefinitionSpec {
  engine: AwsDatabaseEngine
  engineVersion: string
  databaseName: string
  storageGb: number
}

const sizes = Object.keys(databaseClasses)

function checkDefinition({ engine, databaseName }: DefinitionSpec): SpecProblem[] {
  const reserved = [
    ...reservedDatabaseNames[engine === 'postgres' ? 'postgres' : 'mysql'],
    'rdsadmin',
    'admin',
  ]
  if (!reserved.includes(databaseName)) return []
  const message = `is reserved by RDS for ${engine}`
  return [{ path: 'databaseName', code: 'FORBIDDEN', message, remedy: 'Choose another name.' }]
}

/** Refuses changes that RDS cannot make. */
function checkChange(spec: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  // Another engine is refused as a whole.
  if (before === undefined || before['engine'] !== spec.engine) return []
  const { storageGb, engineVersion } = before as unknown as DefinitionSpec
  const problems: SpecProblem[] = []
  if (spec.storageGb < storageGb) {
    const message = `must not be less than ${storageGb}, because RDS cannot shrink storage`
    const remedy = `Keep ${storageGb}, or copy the data to a database with less storage.`
    problems.push({ path: 'storageGb', code: 'CONFLICT', message, remedy })
  }
  if (isOlderVersion(spec.engineVersion, engineVersion)) {
    const message = `must not be older than ${engineVersion}, because an older version cannot read its data`
    const remedy = 'Keep the version, or copy the data to a database of the older version.'
    problems.push({ path: 'engineVersion', code: 'CONFLICT', message, remedy })
  }
  return problems
}

function engineField(description: string) {
  return z.enum(awsDatabaseEngines, { error: `must be one of ${awsDatabaseEngines.join(', ')}` }).meta({
    description,
    filterable: true,
    enumName: 'AwsDatabaseEngine',
    enumDescription: 'The engines of databases of Amazon RDS.',
    enumDescriptions: ['PostgreSQL.', 'MySQL.', 'MariaDB.'],
  })
}

export const AwsRelationalDatabaseDefinition = defineKind({
  kind: 'AwsRelationalDatabaseDefinition',
  plural: 'awsRelationalDatabaseDefinitions',
  description:
    'A relational database of Amazon RDS: engine, version, machine, storage and backups. An edit is rolled out to all ' +
    'instances.',
  aliases: ['ardd'],
  spec: z.strictObject({
    awsAccount: reference('AwsAccount', 'The account of the databases. Default: the default account.', {
      defaultsToWhere: 'defaultAccount',
    }),
    engine: engineField('The engine. Cannot change after creation.'),
    engineVersion: z
      .string({ error: 'must be a string; quote numbers' })
      .max(20)
      .regex(/^\d+(\.\d+){0,2}$/, { error: 'must be a version such as "17", "17.4" or "8.4"' })
      .meta({
        description:
          'The version of the engine: a major one, whose minor version RDS chooses and keeps current, or an exact one. It can ' +
          'be raised, which upgrades the data, and never lowered.',
        filterable: true,
      }),
    databaseName: z
      .string({ error: 'must be a string' })
      .max(63, 'must have at most 63 characters')
      .regex(/^[a-z][a-z0-9_]*$/, {
        error: 'must start with a letter and contain only lower case letters, digits and "_"',
      })
      .meta({
        description: 'The name of the database, and of its user. Cannot change after creation.',
      }),
    databasePort: z
      .int({ error: 'must be a port from 1150 to 65535' })
      .min(1150, 'must be at least 1150')
      .max(65_535, 'must be at most 65535')
      .optional()
      .meta({ description: 'The port. Default: that of the engine, 5432 or 3306.' }),
    backupDays: z
      .int({ error: 'must be a number of days' })
      .min(0)
      .max(35, 'must be at most 35')
      .default(7)
      .meta({ description: 'The days for which daily backups are kept. 0 turns them off.' }),
    machineSize: z
      .string({ error: 'must be a string' })
      .refine((size) => sizes.includes(size) || /^db\.[a-z0-9-]+\.[a-z0-9]+$/.test(size), {
        error: `must be one of ${sizes.join(', ')}, or a class such as "db.r7g.large"`,
      })
      .default('Small')
      .meta({
        description: `The size of the machine, one of ${sizes.join(', ')}, or a class of RDS. A change restarts the database.`,
        filterable: true,
      }),
    storageGb: z
      .int({ error: 'must be a number of gigabytes' })
      .min(20, 'must be at least 20')
      .max(65_536, 'must be at most 65536')
      .default(20)
      .meta({ description: 'The storage in GiB. It can grow and never shrink.' }),
    multiZone: z.boolean().default(false).meta({
      description:
        'Indicates whether a standby in a second zone takes over when the first fails. It doubles the cost.',
      filterable: true,
    }),
    subnets: z
      .array(z.string().regex(/^subnet-[0-9a-f]+$/, { error: 'must be the ID of a subnet' }))
      .min(2, 'must have at least two, in different zones')
      .max(20)
      .optional()
      .meta({
        description:
          'The IDs of the subnets of the databases, in at least two zones. Cannot change after creation. Default: those of ' +
          'the default VPC of the region.',
      }),
    allowedCidrs: z
      .array(z.cidrv4({ error: 'must be an address range such as "10.0.0.0/16"' }))
      .max(50)
      .optional()
      .meta({
        description: 'The address ranges that may connect. Default: that of the VPC of the subnets.',
      }),
    workloadSecretName: resourceNameField(
      'The name of the Secret for the `workloadInstance` of an instance, with the keys `db-endpoint`, `db-port`, `db-name`, ' +
        '`db-user` and `db-password`. Default: the name of the instance in lower case, with "-" for "_".',
    ),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
  examples: [
    { engine: 'postgres', engineVersion: '17', databaseName: 'shop' },
    { engine: 'postgres', engineVersion: '17', databaseName: 'shop', machineSize: 'Medium', storageGb: 50 },
    {
      engine: 'postgres',
      engineVersion: '18',
      databaseName: 'shop',
      storageGb: 50,
      backupDays: 14,
      multiZone: true,
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ACCOUNT', path: 'spec.awsAccount' },
    { header: 'ENGINE', path: 'spec.engine' },
    { header: 'VERSION', path: 'spec.engineVersion' },
    { header: 'SIZE', path: 'spec.machineSize' },
    { header: 'STORAGE', path: 'spec.storageGb' },
  ],
  reconciled: false,
  immutable: ['awsAccount', 'engine', 'databaseName', 'subnets'],
  rest: {
    path: 'aws-relational-database-definitions',
    always: ['WorkloadSecretName'],
    inert: inertOfDefinitions,
    associations: ['AwsRelationalDatabaseInstances'],
  },
})

export const AwsRelationalDatabaseInstance = defineKind({
  kind: 'AwsRelationalDatabaseInstance',
  plural: 'awsRelationalDatabaseInstances',
  description: 'A relational database of Amazon RDS.',
  aliases: ['ardi', 'rds'],
  spec: z.strictObject({
    definition: reference('AwsRelationalDatabaseDefinition', 'The definition of the database.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime whose applications use the database. If it is a cluster of Amazon EKS, the database is in its VPC, unless the ' +
        'definition has subnets or the region is another. Cannot change after creation. Default: that of the workload instance, once ' +
        'it has one.',
      { defaultsToThatOf: ['workloadInstance'] },
    ).optional(),
    region: regionField(
      'The region of the database. Cannot change after creation. Default: that of its runtime in EKS, or of the account, when it is ' +
        'created.',
    ).optional(),
    workloadInstance: reference(
      'WorkloadInstance',
      'The application that gets a Secret with the address and the credentials, in its namespace. A dependency of the application ' +
        'does more: it waits for the database and rolls out changes.',
    ).optional(),
    guard: guardFields.guard,
    finalSnapshot: z
      .boolean()
      .default(true)
      .meta({ description: 'Indicates whether a deletion keeps a snapshot of the data, which costs money.' }),
    passwordVersion: z
      .int()
      .min(1)
      .default(1)
      .meta({ description: 'The version of the password. Raise it for a new one.' }),
    passwordMaxAgeDays: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .meta({ description: 'The days after which the password is replaced. Default: never.' }),
  }),
  guard: 'guard',
  examples: [{ guard: 'off' }, { guard: 'off', passwordVersion: 2, finalSnapshot: false }],
  outputs: z.strictObject({
    identifier: z.string().meta({ description: 'The identifier of the database in RDS.' }),
    arn: z.string().meta({ description: 'The ARN of the database.' }),
    region: z.string().meta({ description: 'The region of the database.' }),
    engine: engineField('The engine of the database.'),
    version: z.string().meta({ description: 'The exact version that runs.' }),
    host: z.string().meta({ description: 'The DNS name of the database.' }),
    port: z.int().meta({ description: 'The port of the database.' }),
    database: z.string().meta({ description: 'The name of the database.' }),
    username: z.string().meta({ description: 'The user that owns the database.' }),
    passwordChangedAt: z.iso
      .datetime()
      .meta({ description: 'The time at which the password was generated.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'REGION', path: 'status.outputs.region' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'HOST', path: 'status.outputs.host', wide: true },
  ],
  reconciled: true,
  owns: ['SecretDefinition', 'SecretInstance'],
  operations: awsDatabaseOperations,
  pair: { name: 'AwsRelationalDatabase', definition: 'AwsRelationalDatabaseDefinition' },
  dependency: { bind: bindAwsDatabase },
  immutable: ['definition', 'runtime', 'region', 'workloadInstance'],
  location: 'runtime',
  rest: {
    path: 'aws-relational-database-instances',
    always: ['WorkloadInstanceID'],
    inert: {
      ResourceInventory: { type: 'json', description: 'See the external resources of the object.' },
    },
  },
})

export const kinds = [AwsRelationalDatabaseDefinition, AwsRelationalDatabaseInstance]
