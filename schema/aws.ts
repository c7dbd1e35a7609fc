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

/** The engines of RDS that are offered. */
export const awsDatabaseEngines = ['postgres', 'mysql', 'mariadb'] as const
export type AwsDatabaseEngine = (typeof awsDatabaseEngines)[number]

/** The usual ports of the engines. */
export const databasePorts: Readonly<Record<AwsDatabaseEngine, number>> = {
  postgres: 5432,
  mysql: 3306,
  mariadb: 3306,
}
