import type { NodeTypes } from './nodes.ts'

/* What QleetOS knows of AWS: data that the API, the console and the workers share. */

/** Returns the partition of a region, which is part of every ARN in it. */
export function partitionOf(region: string): 'aws' | 'aws-cn' | 'aws-us-gov' {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

/**
 * The instance classes of databases by the machine sizes of the legacy system, in the generations that RDS offers for all
 * engines today: https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Concepts.DBInstanceClass.Support.html
 */
export const databaseClasses: Readonly<Record<string, string>> = {
  XSmall: 'db.t4g.micro',
  Small: 'db.t4g.small',
  Medium: 'db.t4g.medium',
  Large: 'db.m7g.large',
  XLarge: 'db.m7g.xlarge',
  '2XLarge': 'db.m7g.2xlarge',
  '3XLarge': 'db.m7g.4xlarge',
  '4XLarge': 'db.m7g.8xlarge',
}

/** The machine sizes of RDS for the sizes of databases that developers choose, with at least their memory. */
export const databaseMachines = { small: 'XSmall', medium: 'Medium', large: 'XLarge' } as const

/** The least storage of a database of RDS in GiB. */
export const leastDatabaseStorage = 20

/** The engines of RDS that are offered. */
export const awsDatabaseEngines = ['postgres', 'mysql', 'mariadb'] as const
export type AwsDatabaseEngine = (typeof awsDatabaseEngines)[number]

/** The usual ports of the engines. */
export const databasePorts: Readonly<Record<AwsDatabaseEngine, number>> = {
  postgres: 5432,
  mysql: 3306,
  mariadb: 3306,
}

/** The region of each location of the legacy system. `Local` is in the default region of an account. */
export const regionByLocation: Readonly<Record<string, string>> = {
  'NorthAmerica:NewYork': 'us-east-1',
  'NorthAmerica:Chicago': 'us-east-2',
  'NorthAmerica:LosAngeles': 'us-west-1',
  'NorthAmerica:Seattle': 'us-west-2',
  'NorthAmerica:Toronto': 'ca-central-1',
  'SouthAmerica:SaoPaulo': 'sa-east-1',
  'Africa:CapeTown': 'af-south-1',
  'Asia:HongKong': 'ap-east-1',
  'Asia:Hyderabad': 'ap-south-2',
  'Asia:Jakarta': 'ap-southeast-3',
  'Asia:Mumbai': 'ap-south-1',
  'Asia:Osaka': 'ap-northeast-3',
  'Asia:Seoul': 'ap-northeast-2',
  'Asia:Singapore': 'ap-southeast-1',
  'Asia:Tokyo': 'ap-northeast-1',
  'Asia:Manama': 'me-south-1',
  'Asia:Dubai': 'me-central-1',
  'Oceana:Sydney': 'ap-southeast-2',
  'Oceana:Melbourne': 'ap-southeast-4',
  'Europe:Frankfurt': 'eu-central-1',
  'Europe:Dublin': 'eu-west-1',
  'Europe:London': 'eu-west-2',
  'Europe:Milan': 'eu-south-1',
  'Europe:Paris': 'eu-west-3',
  'Europe:Madrid': 'eu-south-2',
  'Europe:Stockholm': 'eu-north-1',
  'Europe:Zurich': 'eu-central-2',
}

/**
 * The instance types of nodes by profile and size, from 0.5 GiB to 128 GiB of memory. Balanced ones are those of the legacy system,
 * whose other tables were incomplete: https://aws.amazon.com/ec2/instance-types/
 */
export const nodeTypes: NodeTypes = {
  Balanced: {
    '2XSmall': 't3.nano',
    XSmall: 't3.micro',
    Small: 't3.small',
    Medium: 't3.medium',
    Large: 'm7i.large',
    XLarge: 'm7i.xlarge',
    '2XLarge': 'm7i.2xlarge',
    '3XLarge': 'm7i.4xlarge',
    '4XLarge': 'm7i.8xlarge',
  },
  ComputeOptimized: {
    Small: 'c7g.medium',
    Medium: 'c7g.large',
    Large: 'c7g.xlarge',
    XLarge: 'c7g.2xlarge',
    '2XLarge': 'c7g.4xlarge',
    '3XLarge': 'c7g.8xlarge',
    '4XLarge': 'c7g.12xlarge',
  },
  MemoryOptimized: {
    Medium: 'r6i.large',
    Large: 'r6i.xlarge',
    XLarge: 'r6i.2xlarge',
    '2XLarge': 'r6i.4xlarge',
    '3XLarge': 'r6i.8xlarge',
    '4XLarge': 'r6i.12xlarge',
  },
}

/**
 * The zones in which EKS has no control planes:
 * https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html#network-requirements-subnets
 */
export const zonesWithoutEks: readonly string[] = ['use1-az3', 'usw1-az2', 'cac1-az3']
