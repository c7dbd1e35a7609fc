import { IAM } from '@aws-sdk/client-iam'
import { RDS } from '@aws-sdk/client-rds'
import { S3 } from '@aws-sdk/client-s3'
import type pg from 'pg'
import { clientSettings, motoAccount, motoServer, startMoto } from '../support/moto.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/* Buckets with their users and databases in an account of AWS, for which moto stands in. Workers reach it through a proxy. */

export interface ChaosAws {
  proxy: TcpProxy
  /** The settings of workers. */
  env: Record<string, string>
  /** Returns what the account has, as `type name`. */
  resources(): Promise<string[]>
  stop(): Promise<void>
}

/** Starts moto; undefined where it is not installed. */
export async function startAws(): Promise<ChaosAws | undefined> {
  if (motoServer === undefined) return undefined
  const moto = await startMoto()
  const proxy = await startTcpProxy(moto.url)
  const settings = clientSettings(moto.url)
  const s3 = new S3({ ...settings, forcePathStyle: true })
  const iam = new IAM(settings)
  const rds = new RDS(settings)
  return {
    proxy,
    env: { QLEET_AWS_ENDPOINT: proxy.through(moto.url) },
    resources: async () => {
      const [{ Buckets = [] }, { Users = [] }, { DBInstances = [] }] = await Promise.all([
        s3.listBuckets({}),
        iam.listUsers({}),
        rds.describeDBInstances({}),
      ])
      return [
        ...Buckets.map(({ Name }) => `bucket ${Name}`),
        ...Users.map(({ UserName }) => `user ${UserName}`),
        ...DBInstances.map(({ DBInstanceIdentifier }) => `database ${DBInstanceIdentifier}`),
      ]
    },
    stop: async () => {
      for (const client of [s3, iam, rds]) client.destroy()
      await proxy.close()
      await moto.stop()
    },
  }
}

/** The account in which the objects are. */
export const chaosAccount = {
  kind: 'AwsAccount',
  name: 'main',
  spec: { ...motoAccount, defaultAccount: true },
} as const

/** The latest acknowledged definition of each object, as `pair name`; undefined if it was deleted. */
export type DesiredAws = Map<string, Record<string, unknown> | undefined>

/** Returns the recorded resources of AWS that `resources` lists. */
export async function readRecorded(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ resource: string }>(
    `SELECT type || ' ' || name AS resource FROM "ExternalResource"
     WHERE provider = 'aws' AND type IN ('bucket', 'user', 'database')`,
  )
  return rows.map(({ resource }) => resource)
}

/** What AWS has, what the inventory has, and what was requested. */
export interface AwsAtRest {
  found: readonly string[]
  recorded: readonly string[]
  desired: DesiredAws
}

/** Describes what AWS has and should not have, or the other way round. */
export function wrongInAws({ found, recorded, desired }: AwsAtRest): string[] {
  const wanted = [...desired].reduce(
    (counts, [key, spec]) => {
      if (spec === undefined) return counts
      if (key.startsWith('AwsRelational')) return { ...counts, database: counts.database + 1 }
      return {
        ...counts,
        bucket: counts.bucket + 1,
        user: counts.user + (spec['accessKey'] === true ? 1 : 0),
      }
    },
    { bucket: 0, user: 0, database: 0 },
  )
  const types = Object.keys(wanted) as (keyof typeof wanted)[]
  return [
    ...found
      .filter((each) => !recorded.includes(each))
      .map((each) => `AWS has ${each}, the inventory has not`),
    ...recorded
      .filter((each) => !found.includes(each))
      .map((each) => `the inventory has ${each}, AWS has not`),
    ...types.flatMap((type) => {
      const count = found.filter((each) => each.startsWith(`${type} `)).length
      return count === wanted[type] ? [] : [`AWS has ${count} of type ${type}, not ${wanted[type]}`]
    }),
  ]
}
