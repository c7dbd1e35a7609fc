import { defineCommand, type Command } from '../command.ts'
import { outputOption } from '../settings/options.ts'

const dataOption = {
  type: 'string',
  value: 'DIR',
  summary: 'Data directory. Default: that of the last start, else ~/.local/share/qleet/NAME.',
} as const

const nameOption = {
  type: 'string',
  short: 'n',
  value: 'NAME',
  summary: 'Name of the control plane. Default: the current context, else "local".',
} as const

/** Commands for control planes, most of them on this machine. */
export const controlPlaneCommands: readonly Command[] = [
  defineCommand({
    name: 'up',
    summary: 'Start a control plane on this machine, with everything it needs.',
    description:
      'Starts Postgres, NATS, a simulated Kubernetes cluster, a server and a worker, with the data of the last start. Reuses a ' +
      'control plane that is already running. Waits while another process is starting or stopping it.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      port: {
        type: 'number',
        max: 65_535,
        value: 'PORT',
        summary: 'Port of the server; 0: any free one. Default: that of the last start, else 1323.',
      },
      foreground: { type: 'flag', summary: 'Run in the foreground until Ctrl-C, then stop everything.' },
      sample: { type: 'flag', summary: 'Deploy the sample application and wait until it is ready.' },
      empty: { type: 'flag', summary: 'Create no runtime, for a restore into this control plane.' },
      runtime: {
        type: 'string',
        value: 'PROVIDER',
        choices: ['simulated', 'envtest', 'kind'],
        summary:
          'Provider of the first runtime: simulated, envtest (a real API server, from the programs in KUBEBUILDER_ASSETS) or kind. ' +
          'Default: that of the last start, else simulated.',
      },
      exitWhenReady: {
        type: 'flag',
        summary: 'Stop everything as soon as it is ready. Exit code 0 if it became ready.',
      },
      timeout: {
        type: 'duration',
        value: 'DURATION',
        default: '5m',
        summary: 'Maximum time for the start.',
      },
      output: { ...outputOption, summary: 'Output format of the summary: table, json or yaml.' },
    },
    examples: [
      ['qleetctl up', 'Start in the background'],
      ['qleetctl up --name restored --empty', 'Start an empty control plane for a restore'],
      ['qleetctl up --foreground --sample', 'Run with the sample application until Ctrl-C'],
      ['qleetctl up --name real --runtime envtest', 'Use a real API server and etcd'],
    ],
    handler: async () => (await import('../control-plane/up.ts')).up,
  }),
  defineCommand({
    name: 'down',
    summary: 'Stop a control plane on this machine. Keeps its data.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      purge: { type: 'flag', summary: 'Also delete its data and its context in the config file.' },
    },
    examples: [['qleetctl down --purge', 'Stop a control plane and delete its data']],
    handler: async () => (await import('../control-plane/down.ts')).down,
  }),
  defineCommand({
    name: 'status',
    summary: 'Show the status of a control plane: components, processes, queue and what is stuck.',
    description:
      'Besides the components, lists all servers and workers with their state, what waits for a worker, and what makes no progress. ' +
      'Exit code 6 if it is not running or not ready, which includes that no worker is connected.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl status', 'Status of the current control plane'],
      ['qleetctl status -o json', 'The same for scripts, in the field health'],
    ],
    handler: async () => (await import('../control-plane/status.ts')).status,
  }),
  defineCommand({
    name: 'console',
    summary: 'Open the console in a browser, logged in.',
    description:
      'Prints a link that logs in once, within five minutes, as the owner of the token. The browser keeps a session of twelve hours ' +
      'and never gets the token. In a terminal, the link is opened in the browser of this machine.',
    group: 'Control plane',
    connects: true,
    options: { noOpen: { type: 'flag', summary: 'Only print the link.' } },
    examples: [
      ['qleetctl console', 'Open the console of the current control plane'],
      ['qleetctl console --no-open', 'Print a link for a browser on another machine'],
    ],
    handler: async () => (await import('../control-plane/console.ts')).openConsole,
  }),
  defineCommand({
    name: 'backup',
    summary: 'Write all objects and the change log of a control plane to a file.',
    description:
      'The backup is a consistent snapshot and does not block other writes. Secrets stay encrypted. Tokens, clusters and the ' +
      'resources in them are not included.',
    group: 'Control plane',
    connects: true,
    arguments: { file: { summary: 'File to write: gzipped lines of JSON, readable only by you.' } },
    options: { force: { type: 'flag', summary: 'Overwrite an existing file.' } },
    examples: [['qleetctl backup qleet-$(date +%F).backup', 'A daily backup']],
    handler: async () => (await import('../control-plane/backup.ts')).backup,
  }),
  defineCommand({
    name: 'restore',
    summary: 'Restore a backup into an empty control plane.',
    description:
      'Restores everything or nothing. Resources in clusters keep running: every object is compared with its cluster once. The ' +
      'servers need the encryption key of the backup in QLEET_ENCRYPTION_KEY, set for the first `qleetctl up`.',
    group: 'Control plane',
    connects: true,
    arguments: { file: { summary: 'File written by `qleetctl backup`.' } },
    examples: [['qleetctl restore qleet-2026-11-21.backup', 'Restore into a new control plane']],
    handler: async () => (await import('../control-plane/restore.ts')).restore,
  }),
  defineCommand({
    name: 'create qleetos',
    summary: 'Start a control plane in the background. Legacy name of `qleetctl up`.',
    group: 'Control plane',
    options: {
      name: { ...nameOption, required: true, summary: 'Name of the new control plane.' },
      provider: {
        type: 'string',
        short: 'p',
        value: 'PROVIDER',
        choices: ['simulated'],
        default: 'simulated',
        summary: 'Provider of its first runtime, default-qleet-compute-space: simulated.',
      },
      forceOverwriteConfig: {
        type: 'flag',
        summary: 'Replace a context of this name that refers to another control plane.',
      },
      port: {
        type: 'number',
        max: 65_535,
        value: 'PORT',
        summary: 'Port of the server; 0: any free one. Default: 1323 if it is free.',
      },
      data: dataOption,
      timeout: {
        type: 'duration',
        value: 'DURATION',
        default: '5m',
        summary: 'Maximum time for the start.',
      },
    },
    examples: [['qleetctl create qleetos --name test', 'The first step of the original guide']],
    handler: async () => (await import('../control-plane/create-qleetos.ts')).createQleetos,
  }),
  defineCommand({
    name: 'delete qleetos',
    summary: 'Stop a control plane and delete its data. Legacy name of `qleetctl down --purge`.',
    group: 'Control plane',
    options: { name: { ...nameOption, required: true, summary: 'Name of the control plane.' } },
    examples: [['qleetctl delete qleetos -n test', 'The last step of the original guide']],
    handler: async () => (await import('../control-plane/create-qleetos.ts')).deleteQleetos,
  }),
  defineCommand({
    name: 'kubeconfig',
    summary: 'Issue a kubeconfig for a runtime.',
    description:
      'The kubeconfig contains a token of the service account qleet-access, which has full access to the cluster; it does not ' +
      'contain the credentials of QleetOS. Each issued kubeconfig is recorded as an event of the runtime.',
    group: 'Control plane',
    connects: true,
    arguments: { runtime: { summary: 'Runtime. Default: the default runtime.', takes: 'optional' } },
    options: {
      write: { type: 'string', value: 'FILE', summary: 'Write it to this file, readable only by you.' },
      merge: {
        type: 'flag',
        summary: 'Merge it into the kubeconfig that kubectl uses, as the current context.',
      },
      project: { type: 'string', value: 'NAME', summary: 'Project of the runtime. Default: "default".' },
      duration: {
        type: 'duration',
        value: 'DURATION',
        default: '24h',
        summary: 'Lifetime of the token, such as 10m or 24h.',
      },
      output: { ...outputOption, default: 'yaml', summary: 'Output format: yaml or json.' },
    },
    examples: [
      [
        'qleetctl kubeconfig --write test.kubeconfig',
        'Then run: kubectl --kubeconfig test.kubeconfig get pods -A',
      ],
      ['qleetctl kubeconfig --merge', 'Use the runtime as the current context of kubectl'],
    ],
    handler: async () => (await import('../settings/kubeconfig.ts')).kubeconfig,
  }),
]
