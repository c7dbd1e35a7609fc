import { randomBytes } from 'node:crypto'
import type { DBInstance, ModifyDBInstanceCommandInput, RDS } from '@aws-sdk/client-rds'
import { databaseClasses, databasePorts, type AwsDatabaseEngine } from '../../schema/aws.ts'
import { isOlderVersion } from '../../schema/versions.ts'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import { requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../resources/external-resources.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import { uniqueName } from '../resources/unique-name.ts'
import type { AwsAccess } from './account.ts'
import { recordDrift } from '../clouds/drift.ts'
import { removeDatabase, type DatabaseRemoval } from './database-removal.ts'
import { databaseType, inProgress, startAgain, unavailable } from './database-state.ts'
import { isAwsError } from './errors.ts'
import { assertOurs, tagList } from './ownership.ts'
import { ensureSecurityGroup, findNetwork, securityGroupCalls } from './security-group.ts'

/* Databases of Amazon RDS: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/Welcome.html */

export interface DesiredAwsDatabase {
  region: string
  engine: AwsDatabaseEngine
  engineVersion: string
  databaseName: string
  databasePort?: number | undefined
  backupDays: number
  machineSize: string
  storageGb: number
  multiZone: boolean
  subnets?: readonly string[] | undefined
  allowedCidrs?: readonly string[] | undefined
  /** Protects the database from deletions outside of QleetOS. */
  isProtected: boolean
}

const types = { group: 'security-group', subnets: 'subnet-group', database: databaseType } as const

/** Ensures a database with its network. Resolves with it once it is available and as desired, or with why that has to wait. */
export async function ensureDatabase(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredAwsDatabase,
): Promise<DBInstance | Outcome> {
  const { owner, signal, secrets } = context
  const { region, engine } = desired
  const password = secrets['password']
  if (password === undefined) return newPassword(context)
  const clients = access.in(region)
  const rds = await clients.rds()
  const network = await findNetwork(await clients.ec2(), desired, signal)
  const name = nameOf(context)
  const groupId = await ensureSecurityGroup(context, access, {
    name,
    vpcId: network.vpcId,
    region,
    description: `Clients of ${owner.kind} ${owner.name}`.replaceAll(/[^\w .:/()#,@[\]+=&;{}!$*-]/g, '_'),
    port: desired.databasePort ?? databasePorts[engine],
    cidrs: desired.allowedCidrs ?? network.cidrs,
  })
  const place = { provider: 'aws', account: access.accountId, region, name, tags: {} }
  await ensureExternal(
    context,
    { ...place, type: types.subnets, order: 1 },
    subnetGroupCalls(rds, network.subnets),
  )
  const { state } = await ensureExternal(
    context,
    { ...place, type: types.database, order: 2 },
    databaseCalls(rds, { desired, password, groupId }),
  )
  const waiting = unavailable(context, state, desired) ?? (await startAgain(context, rds, state))
  if (waiting !== undefined) return waiting
  const changed = await change(context, { rds, found: state, desired, groupId })
  if (changed) return inProgress(context, 'Modifying', 'RDS is changing the database.')
  return (await rotate(context, { rds, found: state })) ?? state
}

/** Returns the name of all resources of a database: a letter first, and short enough for RDS and for the name of its last snapshot. */
function nameOf({ object, owner, external }: ReconcileContext): string {
  const recorded = external.find(({ provider }) => provider === 'aws')
  return recorded?.name ?? uniqueName(`db-${object.name}`, owner, 50)
}

/** Returns the name of the user: RDS admits at most 16 letters and digits for MySQL and MariaDB. */
export function usernameOf({
  engine,
  databaseName,
}: Pick<DesiredAwsDatabase, 'engine' | 'databaseName'>): string {
  return engine === 'postgres' ? databaseName : databaseName.replaceAll(/[^a-z0-9]/g, '').slice(0, 16)
}

/** Returns an outcome that stores a new password before it is used, so that a crash cannot lose it. */
function newPassword({ updateState, object, now }: ReconcileContext): Outcome {
  updateState({ passwordVersion: versionOf(object), passwordChangedAt: new Date(now()).toISOString() })
  return requeueAfter(0, {
    reason: 'GeneratedPassword',
    message: 'It has generated the password of its user.',
    secretOutputs: { password: generatePassword() },
  })
}

function generatePassword(): string {
  // Without the characters that RDS refuses: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html
  return randomBytes(30).toString('base64url')
}

function versionOf({ manifestSpec }: ReconcileContext['object']): number {
  const { passwordVersion = 1 } = manifestSpec as { passwordVersion?: number }
  return passwordVersion
}

interface Found {
  rds: RDS
  found: DBInstance
  desired: DesiredAwsDatabase
  groupId: string
}

/** Requests the changes that make a database as desired. Reports whether there were any, or some are pending. */
async function change(context: ReconcileContext, { rds, found, desired, groupId }: Found): Promise<boolean> {
  const { DBInstanceIdentifier, PendingModifiedValues: { MasterUserPassword: _, ...pending } = {} } = found
  const settings = settingsOf(found, desired, groupId)
  const different = settings.filter(({ isSame }) => !isSame)
  // Maintenance outside of our control, such as new certificates, waits for its window.
  const isPending = different.some(({ field }) => Object.hasOwn(pending, field))
  recordDrift(context, {
    resource: 'database',
    desired,
    changed: isPending ? [] : different.map(({ name }) => name),
  })
  if (different.length === 0) return false
  if (isPending) return true
  context.assertHeld()
  const request: ModifyDBInstanceCommandInput = {
    DBInstanceIdentifier,
    ApplyImmediately: true,
    ...Object.assign({}, ...different.map(({ input }) => input)),
  }
  try {
    await rds.modifyDBInstance(request, { abortSignal: context.signal })
  } catch (error) {
    // Storage may change again only some hours after a change.
    if (!isAwsError(error, 'InvalidDBInstanceState', 'InvalidDBInstanceStateFault')) throw error
  }
  return true
}

interface Setting {
  /** The name in messages. */
  name: string
  /** The field of pending changes. */
  field: string
  isSame: boolean
  input: Partial<ModifyDBInstanceCommandInput>
}

function settingsOf(found: DBInstance, desired: DesiredAwsDatabase, groupId: string): Setting[] {
  const { machineSize, storageGb, backupDays, multiZone, isProtected } = desired
  const machine = databaseClasses[machineSize] ?? machineSize
  const port = desired.databasePort ?? databasePorts[desired.engine]
  const { EngineVersion = '' } = found
  return [
    {
      name: 'the machine',
      field: 'DBInstanceClass',
      isSame: found.DBInstanceClass === machine,
      input: { DBInstanceClass: machine },
    },
    {
      name: 'the storage',
      field: 'AllocatedStorage',
      // More storage, from outside of QleetOS, cannot be taken back.
      isSame: (found.AllocatedStorage ?? 0) >= storageGb,
      input: { AllocatedStorage: storageGb },
    },
    {
      name: 'the version',
      field: 'EngineVersion',
      isSame:
        isVersion(EngineVersion, desired.engineVersion) ||
        isOlderVersion(desired.engineVersion, EngineVersion),
      input: { EngineVersion: desired.engineVersion, AllowMajorVersionUpgrade: true },
    },
    {
      name: 'the backups',
      field: 'BackupRetentionPeriod',
      isSame: found.BackupRetentionPeriod === backupDays,
      input: { BackupRetentionPeriod: backupDays },
    },
    {
      name: 'the standby',
      field: 'MultiAZ',
      isSame: found.MultiAZ === multiZone,
      input: { MultiAZ: multiZone },
    },
    {
      name: 'the port',
      field: 'Port',
      isSame: found.Endpoint?.Port === undefined || found.Endpoint.Port === port,
      input: { DBPortNumber: port },
    },
    {
      name: 'the protection',
      field: 'DeletionProtection',
      isSame: (found.DeletionProtection ?? false) === isProtected,
      input: { DeletionProtection: isProtected },
    },
    {
      name: 'the security group',
      field: 'VpcSecurityGroups',
      isSame:
        found.VpcSecurityGroups?.some(({ VpcSecurityGroupId }) => VpcSecurityGroupId === groupId) === true,
      input: { VpcSecurityGroupIds: [groupId] },
    },
  ]
}

/** Reports whether an exact version is one of a major version, or the same. */
function isVersion(exact: string, version: string): boolean {
  return exact === version || exact.startsWith(`${version}.`)
}

const day = 86_400_000

/** Replaces the password when its version was raised or it is too old. Resolves with an outcome until that has happened. */
async function rotate(
  context: ReconcileContext,
  { rds, found }: Pick<Found, 'rds' | 'found'>,
): Promise<Outcome | undefined> {
  const { object, state, secrets, updateState, signal: abortSignal, assertHeld, now } = context
  const { password = '', nextPassword } = secrets
  const { passwordMaxAgeDays = Infinity } = object.manifestSpec as { passwordMaxAgeDays?: number }
  const version = versionOf(object)
  const isPending = found.PendingModifiedValues?.MasterUserPassword !== undefined
  if (nextPassword !== undefined) {
    if (state['rotation'] !== 'requested') {
      assertHeld()
      await rds.modifyDBInstance(
        {
          DBInstanceIdentifier: found.DBInstanceIdentifier,
          MasterUserPassword: nextPassword,
          ApplyImmediately: true,
        },
        { abortSignal },
      )
      updateState({ rotation: 'requested' })
      return inProgress(context, 'RotatingPassword', 'RDS is changing the password.')
    }
    if (isPending) return inProgress(context, 'RotatingPassword', 'RDS is changing the password.')
    updateState({
      rotation: undefined,
      passwordVersion: version,
      passwordChangedAt: new Date(now()).toISOString(),
    })
    // From now on, applications get it.
    return requeueAfter(0, {
      reason: 'RotatedPassword',
      message: 'Its password was replaced.',
      outputs: outputsSoFar(context),
      secretOutputs: { password: nextPassword },
    })
  }
  const age = now() - Date.parse(String(state['passwordChangedAt']))
  if (state['passwordVersion'] === version && !(age > passwordMaxAgeDays * day)) return undefined
  return requeueAfter(0, {
    reason: 'GeneratedPassword',
    message: 'It has generated a new password.',
    outputs: outputsSoFar(context),
    secretOutputs: { password, nextPassword: generatePassword() },
  })
}

function subnetGroupCalls(rds: RDS, subnets: readonly string[]): ExternalCalls<undefined> {
  return {
    find: async (entry, abortSignal) => {
      try {
        const { DBSubnetGroups = [] } = await rds.describeDBSubnetGroups(
          { DBSubnetGroupName: entry.name },
          { abortSignal },
        )
        return DBSubnetGroups.length === 0 ? undefined : { externalId: entry.name, state: undefined }
      } catch (error) {
        if (isAwsError(error, 'DBSubnetGroupNotFoundFault')) return undefined
        throw error
      }
    },
    create: async (entry, { signal: abortSignal }) => {
      await rds.createDBSubnetGroup(
        {
          DBSubnetGroupName: entry.name,
          DBSubnetGroupDescription: entry.name,
          SubnetIds: [...subnets],
          Tags: tagList(entry),
        },
        { abortSignal },
      )
      return { externalId: entry.name, state: undefined }
    },
    remove: async ({ externalId }, { signal: abortSignal }) => {
      try {
        await rds.deleteDBSubnetGroup({ DBSubnetGroupName: externalId }, { abortSignal })
      } catch (error) {
        // The database is still being deleted.
        if (!isAwsError(error, 'InvalidDBSubnetGroupStateFault', 'DBSubnetGroupNotFoundFault')) throw error
      }
    },
  }
}

interface NewDatabase {
  desired: DesiredAwsDatabase
  password: string
  groupId: string
}

function databaseCalls(
  rds: RDS,
  made: NewDatabase | undefined,
  removal?: DatabaseRemoval,
): ExternalCalls<DBInstance> {
  return {
    find: async (entry, abortSignal) => {
      const found = await findDatabase(rds, entry.name, abortSignal)
      if (found === undefined) return undefined
      assertOurs(entry, found.TagList)
      return { externalId: entry.name, state: found }
    },
    create: async (entry, { signal: abortSignal }) => {
      if (made === undefined) throw new Error('a database that is being deleted is not created')
      const { desired, password, groupId } = made
      const { DBInstance: created = {} } = await rds.createDBInstance(
        {
          DBInstanceIdentifier: entry.name,
          Engine: desired.engine,
          EngineVersion: desired.engineVersion,
          DBInstanceClass: databaseClasses[desired.machineSize] ?? desired.machineSize,
          AllocatedStorage: desired.storageGb,
          StorageType: 'gp3',
          StorageEncrypted: true,
          MasterUsername: usernameOf(desired),
          MasterUserPassword: password,
          DBName: desired.databaseName,
          Port: desired.databasePort ?? databasePorts[desired.engine],
          BackupRetentionPeriod: desired.backupDays,
          MultiAZ: desired.multiZone,
          DBSubnetGroupName: entry.name,
          VpcSecurityGroupIds: [groupId],
          PubliclyAccessible: false,
          CopyTagsToSnapshot: true,
          DeletionProtection: desired.isProtected,
          // Otherwise an expired version costs extra instead of being refused.
          EngineLifecycleSupport: 'open-source-rds-extended-support-disabled',
          Tags: tagList(entry),
        },
        { abortSignal },
      )
      return { externalId: entry.name, state: created }
    },
    remove: async ({ externalId, state }, { signal }) => {
      if (removal === undefined) throw new Error('a database that is desired is not deleted')
      if (state.DBInstanceStatus !== 'deleting')
        await removeDatabase(rds, { externalId, state, removal, signal })
    },
  }
}

async function findDatabase(
  rds: RDS,
  DBInstanceIdentifier: string,
  abortSignal: AbortSignal,
): Promise<DBInstance | undefined> {
  try {
    const { DBInstances = [] } = await rds.describeDBInstances({ DBInstanceIdentifier }, { abortSignal })
    return DBInstances[0]
  } catch (error) {
    if (isAwsError(error, 'DBInstanceNotFound', 'DBInstanceNotFoundFault')) return undefined
    throw error
  }
}

/** Returns the calls for a recorded resource of a database, for its deletion. */
export async function callsOfDatabase(
  access: AwsAccess,
  { type, region }: ExternalEntry,
  removal: DatabaseRemoval,
): Promise<ExternalCalls<unknown>> {
  const clients = access.in(region)
  if (type === types.group) return securityGroupCalls(await clients.ec2())
  const rds = await clients.rds()
  return type === types.subnets ? subnetGroupCalls(rds, []) : databaseCalls(rds, undefined, removal)
}
