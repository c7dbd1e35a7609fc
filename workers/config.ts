import { z } from 'zod'

/** Settings of a worker, all from the environment. */
const Environment = z.object({
  QLEET_SERVER_URL: z.string({ error: 'must be the URL of a QleetOS server' }).min(1),
  QLEET_WORKER_TOKEN: z.string({ error: 'must be the token of the workers' }).min(20),
  QLEET_NATS_URL: z.string({ error: 'must be the URL of the NATS server' }).min(1),
  QLEET_NATS_TOKEN: z.string().optional(),
  QLEET_NATS_PREFIX: z.string().default('qleet'),
  /** Threads of the reconcile pool; 0 chooses by the number of processors. */
  QLEET_WORKER_THREADS: z.coerce.number().int().min(0).max(64).default(0),
  /** Where health and metrics are served; 0 chooses a free port. */
  QLEET_WORKER_HOST: z.string().default('127.0.0.1'),
  QLEET_WORKER_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** The process that hosts simulated clusters. */
  QLEET_SIMULATOR_URL: z.string().optional(),
  QLEET_SIMULATOR_TOKEN: z.string().optional(),
  /** Image of the forward proxy; a mirror can stand in. */
  QLEET_ENVOY_IMAGE: z.string().default('docker.io/envoyproxy/envoy:v1.40.0'),
})
export type WorkerConfig = z.infer<typeof Environment>

/** Thrown text lists every variable that is wrong. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const parsed = Environment.safeParse(environment)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new Error(`The environment is not complete:\n${lines.join('\n')}`)
}
