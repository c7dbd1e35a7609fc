import { z } from 'zod'
import { ClusterSettings } from '../schema/clusters/policy.ts'
import { AllowedHosts, byCommas } from '../process/hosts.ts'
import { readEnvironment } from '../process/environment.ts'
import { defaultBody, defaultConnections } from './http/edge/limits.ts'

/** Settings of a server, all from the environment. */
const Environment = z.object({
  QLEET_DATABASE_URL: z
    .string({ error: 'must be the URL of a Postgres database' })
    .regex(/^postgres(ql)?:\/\//, { error: 'must be the URL of a Postgres database' })
    .meta({ is: 'the URL of a Postgres database, such as postgres://qleet@db/qleet', secret: true }),
  QLEET_NATS_URL: z
    .string({ error: 'must be the URL of a NATS server with JetStream' })
    .min(1)
    .meta({ is: 'the URL of a NATS server with JetStream, such as nats://nats:4222' }),
  QLEET_NATS_TOKEN: z.string().optional(),
  /** So that several control planes can share a broker. */
  QLEET_NATS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'must have only lower case letters, digits and "-"' })
    .default('qleet')
    .meta({ is: 'the prefix of everything in NATS' }),
  QLEET_HOST: z.string().default('127.0.0.1'),
  QLEET_PORT: z.coerce.number().int().min(0).max(65535).default(1323).meta({ is: 'the port it listens on' }),
  QLEET_DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .default(10)
    .meta({ is: 'the number of connections of each of its two pools' }),
  /** Their hashes are stored at each start. */
  QLEET_ADMIN_TOKEN: z
    .string()
    .min(20)
    .optional()
    .meta({ is: 'the token of the administrator', secret: true }),
  QLEET_WORKER_TOKEN: z.string().min(20).optional().meta({ is: 'the token of the workers', secret: true }),
  /** Encrypts secrets in the database. */
  QLEET_ENCRYPTION_KEY: z
    .base64({ error: 'must be at least 32 random bytes as base64' })
    .refine((key) => Buffer.from(key, 'base64').length >= 32, { error: 'must have at least 32 bytes' })
    .meta({ is: 'what `openssl rand -base64 32` prints, the same for all servers', secret: true }),
  /** Only open what they have encrypted, while that is encrypted anew. */
  QLEET_FORMER_ENCRYPTION_KEYS: z
    .string()
    .default('')
    .transform((keys) =>
      keys
        .split(',')
        .map((key) => key.trim())
        .filter((key) => key !== ''),
    )
    .refine(
      (keys) =>
        keys.every((key) => z.base64().safeParse(key).success && Buffer.from(key, 'base64').length >= 32),
      {
        error: 'must be keys of at least 32 bytes as base64, with commas between them',
      },
    )
    .meta({ is: 'the former values of QLEET_ENCRYPTION_KEY, with commas between them', secret: true }),
  QLEET_MAX_BODY: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .default(defaultBody)
    .meta({ is: 'the bytes of the longest request that is accepted' }),
  QLEET_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(100)
    .default(defaultConnections)
    .meta({ is: 'the number of connections that it takes at once' }),
  /** Names besides those of this machine, for the check of the header `Host`. */
  QLEET_ALLOWED_HOSTS: AllowedHosts,
  /** Origins of pages besides our own. */
  QLEET_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(byCommas)
    .refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin), {
      error: 'must be origins (scheme, name and port, without a path), with commas between them',
    })
    .meta({ is: 'origins such as https://console.example.com' }),
  /** Where metrics are served to whoever asks; they are served on the port of the API only with a token. */
  QLEET_METRICS_HOST: z.string().default('127.0.0.1'),
  QLEET_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .meta({ is: 'the port that metrics are served on without a token' }),
  /** Milliseconds for which changes and events are kept. */
  QLEET_CHANGE_RETENTION: z
    .string()
    .regex(/^[1-9]\d*[smhd]$/, { error: 'must be a number with a unit, s, m, h or d' })
    .default('30d')
    .transform(milliseconds)
    .meta({ is: 'how long changes and events are kept, such as 30d or 12h' }),
  QLEET_CHANGE_MOST: z.coerce
    .number()
    .int()
    .min(1000)
    .default(10_000_000)
    .meta({ is: 'the number of changes that are kept at most' }),
  /** Where clusters of users may be, and how they may be spoken to; workers have the same settings. */
  QLEET_CLUSTER_ALLOW: ClusterSettings.allow,
  QLEET_CLUSTER_DENY: ClusterSettings.deny,
  QLEET_CLUSTER_HTTP: ClusterSettings.http,
  QLEET_CLUSTER_SKIP_TLS_VERIFY: ClusterSettings.skipTlsVerify,
  QLEET_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})
export type ServerConfig = z.infer<typeof Environment>

function milliseconds(duration: string): number {
  const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  return Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? 1)
}

/** Thrown when variables are wrong: INVALID_INPUT, with a line for each. */
export function readServerConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  return readEnvironment(Environment, environment)
}
