import type { Command, Option } from '../command.ts'
import type { Part, Setting } from '../control-plane/run-part.ts'

// Settings of the parts of a control plane: all are variables of the environment, and those without a secret are
// options too. test/cli/processes.test.ts holds them against what the parts read.

const nats: readonly Setting[] = [
  {
    variable: 'QLEET_NATS_URL',
    summary: 'NATS server with JetStream, version 2.9.10 or later.',
    option: ['nats', 'URL'],
    isRequired: true,
  },
  { variable: 'QLEET_NATS_TOKEN', summary: 'Token for NATS, where it wants one.' },
  { variable: 'QLEET_NATS_PREFIX', summary: 'Prefix of everything in NATS. Default: qleet.' },
]
const clusters: readonly Setting[] = [
  {
    variable: 'QLEET_CLUSTER_ALLOW',
    summary:
      'Ranges of addresses that clusters of kubeconfigs may be in although they are refused by default, such as 127.0.0.0/8.',
  },
  { variable: 'QLEET_CLUSTER_DENY', summary: 'Ranges that they may not be in.' },
  { variable: 'QLEET_CLUSTER_HTTP', summary: 'true lets their addresses begin with http://.' },
  {
    variable: 'QLEET_CLUSTER_SKIP_TLS_VERIFY',
    summary: 'true lets their kubeconfigs say insecure-skip-tls-verify.',
  },
]
const logLevel: Setting = {
  variable: 'QLEET_LOG_LEVEL',
  summary: 'debug, info, warn or error. Default: info.',
}

const allowedHosts: Setting = {
  variable: 'QLEET_ALLOWED_HOSTS',
  summary: 'Names it is called by besides that of this machine, with commas between them.',
}

const server: Part = {
  name: 'server',
  script: 'server/main.ts',
  settings: [
    {
      variable: 'QLEET_DATABASE_URL',
      summary: 'Postgres database, version 15 or later. Migrations are applied at the start.',
      option: ['database', 'URL'],
      isRequired: true,
    },
    ...nats,
    { variable: 'QLEET_HOST', summary: 'Where it listens. Default: 127.0.0.1.', option: ['host', 'HOST'] },
    { variable: 'QLEET_PORT', summary: 'Port it listens on. Default: 1323.', option: ['port', 'PORT'] },
    {
      variable: 'QLEET_ENCRYPTION_KEY',
      summary: 'At least 32 random bytes as base64, the same for all servers: encrypts secrets.',
      isRequired: true,
    },
    {
      variable: 'QLEET_FORMER_ENCRYPTION_KEYS',
      summary: 'Former encryption keys, with commas between them, until everything is encrypted anew.',
    },
    {
      variable: 'QLEET_ADMIN_TOKEN',
      summary: 'Token of the administrator, 20 characters or more. Only its hash is stored.',
    },
    { variable: 'QLEET_WORKER_TOKEN', summary: 'Token of the workers, 20 characters or more.' },
    {
      variable: 'QLEET_DATABASE_CONNECTIONS',
      summary: 'Connections of each of its two pools. Default: 10.',
    },
    { variable: 'QLEET_MAX_BODY', summary: 'Longest request in bytes. Default: 16000000.' },
    { variable: 'QLEET_MAX_CONNECTIONS', summary: 'Connections that it takes at once. Default: 5000.' },
    allowedHosts,
    {
      variable: 'QLEET_ALLOWED_ORIGINS',
      summary: 'Origins of pages of others that may use it, with commas between them.',
    },
    {
      variable: 'QLEET_METRICS_HOST',
      summary: 'Where metrics are served without a token. Default: 127.0.0.1.',
    },
    {
      variable: 'QLEET_METRICS_PORT',
      summary: 'Port of metrics without a token. Default: none; with a token they are at /metrics.',
    },
    {
      variable: 'QLEET_CHANGE_RETENTION',
      summary: 'How long changes and events are kept, such as 12h. Default: 30d.',
    },
    { variable: 'QLEET_CHANGE_MOST', summary: 'How many changes are kept at most. Default: 10000000.' },
    ...clusters,
    logLevel,
  ],
}

const worker: Part = {
  name: 'worker',
  script: 'workers/main.ts',
  settings: [
    {
      variable: 'QLEET_SERVER_URL',
      summary: 'A server, or a load balancer before several.',
      option: ['server', 'URL'],
      isRequired: true,
    },
    ...nats,
    {
      variable: 'QLEET_SIMULATOR_URL',
      summary: 'The simulator, where there is one.',
      option: ['simulator', 'URL'],
    },
    {
      variable: 'QLEET_WORKER_THREADS',
      summary: 'Threads that reconcile. Default: 0, which chooses.',
      option: ['threads', 'COUNT'],
    },
    {
      variable: 'QLEET_WORKER_HOST',
      summary: 'Where health and metrics are served. Default: 127.0.0.1.',
      option: ['host', 'HOST'],
    },
    {
      variable: 'QLEET_WORKER_PORT',
      summary: 'Port of health and metrics. Default: 0, a free one.',
      option: ['port', 'PORT'],
    },
    allowedHosts,
    {
      variable: 'QLEET_WORKER_TOKEN',
      summary: 'Token of the workers, as servers know it.',
      isRequired: true,
    },
    { variable: 'QLEET_SIMULATOR_TOKEN', summary: 'Token of the simulator.' },
    {
      variable: 'QLEET_EXEC_PLUGINS',
      summary: 'Programs that kubeconfigs may name to get credentials, with commas between them.',
    },
    {
      variable: 'QLEET_IN_CLUSTER',
      summary: 'true lets runtimes of provider inCluster use the service account of the worker.',
    },
    {
      variable: 'QLEET_GUARD_COUNT',
      summary: 'Least number of resources of a prune that waits for a confirmation. Default: 10.',
    },
    {
      variable: 'QLEET_GUARD_PERCENT',
      summary: 'Percentage of all that such a prune is more than. Default: 50.',
    },
    {
      variable: 'QLEET_GUARD_ALWAYS',
      summary: 'Least number of resources of any removal that waits. Default: 1000.',
    },
    { variable: 'QLEET_ENVOY_IMAGE', summary: 'Image of the forward proxy, for a mirror.' },
    ...clusters,
    logLevel,
  ],
}

const simulator: Part = {
  name: 'simulator',
  script: 'simulator/main.ts',
  settings: [
    {
      variable: 'QLEET_SIMULATOR_DATA',
      summary: 'Folder of its clusters.',
      option: ['data', 'DIR'],
      isRequired: true,
    },
    {
      variable: 'QLEET_SIMULATOR_PORT',
      summary: 'Port it listens on. Default: 0, a free one.',
      option: ['port', 'PORT'],
    },
    { variable: 'QLEET_SIMULATOR_TOKEN', summary: 'Token that it asks workers for.', isRequired: true },
  ],
}

/** Parts of a control plane, each alone: scaled out there are any number of servers and workers, found by URL. */
export const processCommands: readonly Command[] = [
  partCommand(server, {
    summary: 'Run a server alone, in the foreground: API, relay and resync.',
    example: 'qleetctl server --database postgres://qleet@db/qleet --nats nats://nats:4222',
  }),
  partCommand(worker, {
    summary: 'Run a worker alone, in the foreground: it reconciles.',
    example: 'qleetctl worker --server http://qleet:1323 --nats nats://nats:4222',
  }),
  partCommand(simulator, {
    summary: 'Run a simulator of Kubernetes clusters alone, in the foreground.',
    example: 'qleetctl simulator --data clusters --port 7443',
  }),
]

function partCommand(part: Part, { summary, example }: { summary: string; example: string }): Command {
  return {
    name: part.name,
    summary,
    description:
      'One part of a control plane that is scaled out; `qleetctl up` runs all of them on this machine. It logs to ' +
      'stderr, a line of JSON for each fact.',
    group: 'Control plane',
    options: Object.fromEntries(part.settings.flatMap(optionOf)),
    environment: part.settings
      .filter(({ option }) => option === undefined)
      .map(({ variable, summary: text, isRequired }) => [variable, required(text, isRequired)]),
    examples: [[example, 'With what is required in the environment']],
    handler: async () => (await import('../control-plane/run-part.ts')).partRunner(part),
  }
}

function optionOf({ option, summary, variable, isRequired }: Setting): [string, Option][] {
  if (option === undefined) return []
  const [name, value] = option
  return [[name, { type: 'text', value, summary: `${required(summary, isRequired)} [env: ${variable}]` }]]
}

function required(summary: string, isRequired = false): string {
  return isRequired ? `${summary} Required.` : summary
}
