import { z } from 'zod'

/** Settings of a server, all from the environment. */
const Environment = z.object({
  QLEET_DATABASE_URL: z.string({ error: 'must be the URL of a Postgres database' }).min(1),
  QLEET_NATS_URL: z.string({ error: 'must be the URL of a NATS server with JetStream' }).min(1),
  QLEET_NATS_TOKEN: z.string().optional(),
  /** Prefix of everything in NATS, so that several control planes can share a broker. */
  QLEET_NATS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('qleet'),
  QLEET_HOST: z.string().default('127.0.0.1'),
  QLEET_PORT: z.coerce.number().int().min(0).max(65535).default(1323),
  /** Connections of each of the two pools to Postgres. */
  QLEET_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).default(10),
  /** Token of the administrator and of the workers; their hashes are stored at each start. */
  QLEET_ADMIN_TOKEN: z.string().min(20).optional(),
  QLEET_WORKER_TOKEN: z.string().min(20).optional(),
  /** At least 32 bytes as base64: encrypts secrets in the database. The same for all servers. */
  QLEET_ENCRYPTION_KEY: z
    .base64({ error: 'must be at least 32 random bytes as base64' })
    .refine((key) => Buffer.from(key, 'base64').length >= 32, { error: 'must have at least 32 bytes' }),
  /** Longest accepted request body, in bytes. */
  QLEET_MAX_BODY: z.coerce.number().int().min(1_000_000).default(32_000_000),
})
export type ServerConfig = z.infer<typeof Environment>

/** Thrown text lists every variable that is wrong. */
export function readServerConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  const parsed = Environment.safeParse(environment)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new Error(`The environment is not complete:\n${lines.join('\n')}`)
}
