import { createHash } from 'node:crypto'
import type { EC2 } from '@aws-sdk/client-ec2'
import type { EKS } from '@aws-sdk/client-eks'
import type { IAM } from '@aws-sdk/client-iam'
import type { RDS } from '@aws-sdk/client-rds'
import type { S3 } from '@aws-sdk/client-s3'
import type { STS } from '@aws-sdk/client-sts'
import { LRUCache } from 'lru-cache'
import { credentialsOf, type AwsCredentials, type AwsIdentity } from './credentials.ts'

/** The services of AWS that reconcilers use. */
export interface AwsServices {
  s3: S3
  iam: IAM
  sts: STS
  ec2: EC2
  /** EC2 without retries: a repeated call that knows no token may create a second resource. */
  ec2Once: EC2
  rds: RDS
  eks: EKS
}

type ServiceClients = {
  readonly [Service in keyof AwsServices]: () => Promise<AwsServices[Service]>
}

/** Clients of one region, with the credentials of one account. Each is loaded when it is first used. */
export interface RegionClients extends ServiceClients {
  /** Returns a token for the Kubernetes API of a cluster of EKS, which expires after {@link tokenLifetime}. */
  clusterToken(cluster: string): Promise<string>
  /** Returns the credentials themselves, for a program that is run with them. Those of a role expire after an hour. */
  credentials(): Promise<AwsKeys>
}

/** Credentials as AWS accepts them. */
export interface AwsKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** The settings of AWS, from the configuration of the worker. */
export interface AwsSettings {
  /** The URL of all services, for a private endpoint or a stand-in. @default those of AWS */
  endpoint?: string | undefined
  /** The identity of the worker itself, if accounts may use it. */
  identity?: AwsIdentity | undefined
  /** Opens the clients of a region. @default the AWS SDK */
  open?: ((credentials: AwsCredentials, region: string) => RegionClients) | undefined
}

/** A cache of clients, whose connections and assumed roles are shared by reconciles. */
export interface AwsClients {
  of(credentials: AwsCredentials, region: string): RegionClients
}

/** The maximum number of accounts and regions with open clients. */
const maxOpen = 100

export function createAwsClients(settings: AwsSettings): AwsClients {
  const { open = (credentials, region) => openRegion(settings, credentials, region) } = settings
  const opened = new LRUCache<string, RegionClients>({ max: maxOpen })
  return {
    of: (credentials, region) => {
      const key = `${region} ${digestOf(credentials)}`
      const known = opened.get(key)
      if (known !== undefined) return known
      const clients = open(credentials, region)
      opened.set(key, clients)
      return clients
    },
  }
}

/** Returns a digest, so that a heap dump of the cache has no secrets as keys. */
function digestOf(credentials: AwsCredentials): string {
  return createHash('sha256').update(JSON.stringify(credentials)).digest('hex')
}

/** Milliseconds until a connection has to be established, and until a response has to arrive. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 20_000 }

/**
 * Opens clients of the AWS SDK. The SDK is loaded on first use only: with all services, it takes seconds and much memory, and
 * most workers never need it.
 */
function openRegion(settings: AwsSettings, credentials: AwsCredentials, region: string): RegionClients {
  const { endpoint } = settings
  let options: Promise<object> | undefined
  const optionsOf = async (): Promise<object> => {
    const { NodeHttpHandler } = await import('@smithy/node-http-handler')
    return {
      region,
      credentials: await credentialsOf(settings, credentials, region),
      maxAttempts: 3,
      requestHandler: new NodeHttpHandler(timeouts),
      ...(endpoint === undefined ? {} : { endpoint }),
    }
  }
  const lazily = <Client>(create: (given: object) => Promise<Client>): (() => Promise<Client>) => {
    let client: Promise<Client> | undefined
    return () => (client ??= (options ??= optionsOf()).then(create))
  }
  const sts = lazily(async (given) => new (await import('@aws-sdk/client-sts')).STS(given))
  return {
    // Stand-ins have one host for all buckets.
    s3: lazily(async (given) => {
      const { S3 } = await import('@aws-sdk/client-s3')
      return new S3({ ...given, forcePathStyle: endpoint !== undefined })
    }),
    iam: lazily(async (given) => new (await import('@aws-sdk/client-iam')).IAM(given)),
    sts,
    ec2: lazily(async (given) => new (await import('@aws-sdk/client-ec2')).EC2(given)),
    ec2Once: lazily(
      async (given) => new (await import('@aws-sdk/client-ec2')).EC2({ ...given, maxAttempts: 1 }),
    ),
    rds: lazily(async (given) => new (await import('@aws-sdk/client-rds')).RDS(given)),
    eks: lazily(async (given) => new (await import('@aws-sdk/client-eks')).EKS(given)),
    credentials: async () => (await credentialsOf(settings, credentials, region))(),
    clusterToken: async (cluster) => (await import('./eks/token.ts')).clusterToken(await sts(), cluster),
  }
}
