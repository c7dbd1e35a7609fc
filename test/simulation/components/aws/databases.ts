import { awsError, type Operations, type Tags } from './service.ts'

/* A model of security groups of EC2 and of databases of RDS, as far as reconcilers use them. */

interface SecurityGroup {
  id: string
  name: string
  tags: Tags
  rules: Permission[]
}

interface Permission {
  IpProtocol: string
  FromPort: number
  ToPort: number
  IpRanges: { CidrIp: string }[]
}

interface Database extends Record<string, unknown> {
  DBInstanceIdentifier: string
  DBInstanceStatus: string
  DBSubnetGroupName: string
  VpcSecurityGroups: { VpcSecurityGroupId: string }[]
  /** Looks until its state ends. */
  looks: number
}

interface Filter {
  Name: string
  Values: string[]
}

const vpc = { VpcId: 'vpc-1', CidrBlock: '172.31.0.0/16' }

/** A model of one region. */
export class DatabasesModel {
  readonly #region: string
  readonly groups = new Map<string, SecurityGroup>()
  readonly subnetGroups = new Map<string, object>()
  readonly databases = new Map<string, Database>()
  readonly snapshots = new Set<string>()
  #made = 0

  constructor(region: string) {
    this.#region = region
  }

  ec2(): Operations {
    const group = (id: string): SecurityGroup => {
      const found = this.groups.get(id)
      if (found === undefined) throw awsError('InvalidGroup.NotFound', 400)
      return found
    }
    return {
      describeRegions: () => ({
        Regions: ['eu-central-1', 'us-east-1'].map((RegionName) => ({ RegionName })),
      }),
      describeVpcs: () => ({ Vpcs: [vpc] }),
      describeSubnets: () => ({ Subnets: ['a', 'b'].map((SubnetId) => ({ SubnetId, VpcId: vpc.VpcId })) }),
      describeSecurityGroups: ({ Filters }: { Filters: Filter[] }) => ({
        SecurityGroups: [...this.groups.values()]
          .filter((each) => Filters.every((filter) => matches(each, filter)))
          .map(({ id, name, tags, rules }) => ({
            GroupId: id,
            GroupName: name,
            Tags: tags,
            IpPermissions: rules,
          })),
      }),
      createSecurityGroup: (input: { GroupName: string; TagSpecifications: { Tags: Tags }[] }) => {
        const taken = [...this.groups.values()].some(({ name }) => name === input.GroupName)
        if (taken) throw awsError('InvalidGroup.Duplicate', 400)
        const id = `sg-${this.#region}-${(this.#made += 1)}`
        this.groups.set(id, {
          id,
          name: input.GroupName,
          tags: input.TagSpecifications[0]?.Tags ?? [],
          rules: [],
        })
        return { GroupId: id }
      },
      authorizeSecurityGroupIngress: (input: { GroupId: string; IpPermissions: Permission[] }) => {
        const { rules } = group(input.GroupId)
        const isKnown = (rule: Permission): boolean =>
          rules.some((each) => JSON.stringify(each) === JSON.stringify(rule))
        if (input.IpPermissions.some(isKnown)) throw awsError('InvalidPermission.Duplicate', 400)
        rules.push(...input.IpPermissions)
      },
      deleteSecurityGroup: ({ GroupId }: { GroupId: string }) => {
        group(GroupId)
        const isUsed = [...this.databases.values()].some(({ VpcSecurityGroups }) =>
          VpcSecurityGroups.some(({ VpcSecurityGroupId }) => VpcSecurityGroupId === GroupId),
        )
        if (isUsed) throw awsError('DependencyViolation', 400)
        this.groups.delete(GroupId)
      },
    }
  }

  rds(): Operations {
    const of = ({ DBInstanceIdentifier: id }: { DBInstanceIdentifier: string }): Database => {
      const found = this.databases.get(id)
      if (found === undefined) throw awsError('DBInstanceNotFoundFault', 404)
      return found
    }
    const begin = (database: Database, status: string): void => {
      database.DBInstanceStatus = status
      database.looks = 2
    }
    return {
      describeDBSubnetGroups: ({ DBSubnetGroupName }: { DBSubnetGroupName: string }) => {
        if (!this.subnetGroups.has(DBSubnetGroupName)) throw awsError('DBSubnetGroupNotFoundFault', 404)
        return { DBSubnetGroups: [{ DBSubnetGroupName }] }
      },
      createDBSubnetGroup: ({ DBSubnetGroupName }: { DBSubnetGroupName: string }) => {
        if (this.subnetGroups.has(DBSubnetGroupName)) throw awsError('DBSubnetGroupAlreadyExistsFault', 400)
        this.subnetGroups.set(DBSubnetGroupName, {})
      },
      deleteDBSubnetGroup: ({ DBSubnetGroupName }: { DBSubnetGroupName: string }) => {
        if ([...this.databases.values()].some((each) => each.DBSubnetGroupName === DBSubnetGroupName))
          throw awsError('InvalidDBSubnetGroupStateFault', 400)
        this.subnetGroups.delete(DBSubnetGroupName)
      },
      describeDBInstances: (input: { DBInstanceIdentifier?: string }) => {
        if (input.DBInstanceIdentifier === undefined) return { DBInstances: [...this.databases.values()] }
        const database = of({ DBInstanceIdentifier: input.DBInstanceIdentifier })
        database.looks -= 1
        if (database.looks <= 0 && database.DBInstanceStatus === 'deleting') {
          this.databases.delete(database.DBInstanceIdentifier)
          throw awsError('DBInstanceNotFoundFault', 404)
        }
        if (database.looks <= 0) {
          database.DBInstanceStatus = 'available'
          Object.assign(database, database['PendingModifiedValues'], { PendingModifiedValues: {} })
        }
        return { DBInstances: [database] }
      },
      createDBInstance: (input: Record<string, unknown> & { DBInstanceIdentifier: string }) => {
        if (this.databases.has(input.DBInstanceIdentifier))
          throw awsError('DBInstanceAlreadyExistsFault', 400)
        const { VpcSecurityGroupIds, Tags: TagList, Port, EngineVersion, ...rest } = input
        const [VpcSecurityGroupId] = VpcSecurityGroupIds as string[]
        const database = {
          ...rest,
          EngineVersion: `${String(EngineVersion)}.1`,
          TagList,
          DBInstanceArn: `arn:aws:rds:eu-central-1:123456789012:db:${input.DBInstanceIdentifier}`,
          Endpoint: { Address: `${input.DBInstanceIdentifier}.rds.amazonaws.com`, Port },
          VpcSecurityGroups: [{ VpcSecurityGroupId }],
          PendingModifiedValues: {},
        } as unknown as Database
        begin(database, 'creating')
        this.databases.set(input.DBInstanceIdentifier, database)
        return { DBInstance: database }
      },
      modifyDBInstance: ({
        EngineVersion,
        ...input
      }: Record<string, unknown> & { DBInstanceIdentifier: string }) => {
        const database = of(input)
        if (database.DBInstanceStatus !== 'available' && input['DeletionProtection'] === undefined)
          throw awsError('InvalidDBInstanceStateFault', 400)
        const version = EngineVersion === undefined ? {} : { EngineVersion: `${String(EngineVersion)}.1` }
        const {
          DBInstanceIdentifier: _,
          ApplyImmediately: __,
          AllowMajorVersionUpgrade: ___,
          ...pending
        } = input
        if (input['DeletionProtection'] !== undefined)
          database['DeletionProtection'] = input['DeletionProtection']
        database['PendingModifiedValues'] = {
          ...(database['PendingModifiedValues'] as object),
          ...pending,
          ...version,
        }
        begin(database, 'modifying')
      },
      deleteDBInstance: (input: {
        DBInstanceIdentifier: string
        SkipFinalSnapshot: boolean
        FinalDBSnapshotIdentifier?: string
      }) => {
        const database = of(input)
        if (database['DeletionProtection'] === true) throw awsError('InvalidParameterCombination', 400)
        if (database.DBInstanceStatus === 'creating' && !input.SkipFinalSnapshot)
          throw awsError('InvalidDBInstanceStateFault', 400)
        if (database.DBInstanceStatus === 'deleting') throw awsError('InvalidDBInstanceStateFault', 400)
        if (input.FinalDBSnapshotIdentifier !== undefined) this.snapshots.add(input.FinalDBSnapshotIdentifier)
        begin(database, 'deleting')
      },
    }
  }

  /** Returns the resources as `type id`. */
  resources(): string[] {
    return [
      ...[...this.groups.keys()].map((id) => `security-group ${id}`),
      ...[...this.subnetGroups.keys()].map((name) => `subnet-group ${name}`),
      ...[...this.databases.keys()].map((name) => `database ${name}`),
    ]
  }
}

function matches({ name, tags }: SecurityGroup, { Name, Values }: Filter): boolean {
  if (Name === 'group-name') return Values.includes(name)
  return tags.some(({ Key, Value = '' }) => `tag:${Key}` === Name && Values.includes(Value))
}
