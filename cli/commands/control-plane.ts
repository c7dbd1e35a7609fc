import { defineCommand, type Command } from '../command.ts'
import { outputOption } from '../settings/options.ts'

const dataOption = {
  type: 'text',
  value: 'DIR',
  summary: 'Folder of its data. Default: that of the last time, else ~/.local/share/qleet/NAME.',
} as const

const nameOption = {
  type: 'text',
  short: 'n',
  value: 'NAME',
  summary: 'Name of the control plane. Default: the current one, else "local".',
} as const

/** Control planes on this machine. */
export const controlPlaneCommands: readonly Command[] = [
  defineCommand({
    name: 'up',
    summary: 'Start a control plane on this machine, with everything it needs.',
    description:
      'Starts Postgres, NATS, a simulated Kubernetes cluster, a server and a worker, and continues where it was. ' +
      'Running already, it says so; being started or stopped by somebody else, it waits for that.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      port: {
        type: 'number',
        value: 'PORT',
        summary: 'Port of the server. Default: that of the last time, else 1323.',
      },
      foreground: { type: 'flag', summary: 'Stay until Ctrl-C, then stop everything.' },
      sample: { type: 'flag', summary: 'Deploy the sample application and wait until it is ready.' },
      empty: { type: 'flag', summary: 'Make no runtime in it, as a restore needs it.' },
      exitWhenReady: {
        type: 'flag',
        summary: 'Stop everything again once all is ready; exit code 0 when it came so far.',
      },
      timeout: {
        type: 'duration',
        value: 'DURATION',
        default: '5m',
        summary: 'How long the start may take.',
      },
      output: { ...outputOption, summary: 'How to print the summary: table, json or yaml.' },
    },
    examples: [
      ['qleetctl up', 'In the background'],
      ['qleetctl up --name restored --empty', 'For a restore'],
      ['qleetctl up --foreground --sample', 'With the sample application, until Ctrl-C'],
    ],
    handler: async () => (await import('../control-plane/up.ts')).up,
  }),
  defineCommand({
    name: 'down',
    summary: 'Stop a control plane on this machine. Its data stays.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      purge: { type: 'flag', summary: 'Remove its data too, and its entry in the config file.' },
    },
    examples: [['qleetctl down --purge', 'Stop and forget everything']],
    handler: async () => (await import('../control-plane/down.ts')).down,
  }),
  defineCommand({
    name: 'status',
    summary: 'Show how a control plane is doing, part by part.',
    description: 'Exit code 6 when it does not run or is not ready.',
    group: 'Control plane',
    options: {
      name: nameOption,
      data: dataOption,
      output: outputOption,
    },
    examples: [['qleetctl status', 'The current one']],
    handler: async () => (await import('../control-plane/status.ts')).status,
  }),
  defineCommand({
    name: 'backup',
    summary: 'Write everything that a control plane knows into a file.',
    description:
      'One moment of it, however much is written meanwhile; nothing is held up. Secrets stay encrypted. Clusters and what ' +
      'runs in them are not in it, tokens neither.',
    group: 'Control plane',
    connects: true,
    arguments: { file: { summary: 'The file, readable only for you; gzipped lines of JSON.' } },
    options: { force: { type: 'flag', summary: 'Replace a file that exists.' } },
    examples: [['qleetctl backup qleet-$(date +%F).backup', 'Once a day']],
    handler: async () => (await import('../control-plane/backup.ts')).backup,
  }),
  defineCommand({
    name: 'restore',
    summary: 'Make an empty control plane what it was when a backup was taken.',
    description:
      'All of it or nothing. What runs in clusters goes on untouched: every object is compared with its cluster once. The ' +
      'servers need the encryption key of the backup: QLEET_ENCRYPTION_KEY, also for the first `qleetctl up`.',
    group: 'Control plane',
    connects: true,
    arguments: { file: { summary: 'A file that `qleetctl backup` has written.' } },
    examples: [['qleetctl restore qleet-2026-11-21.backup', 'Into a new control plane']],
    handler: async () => (await import('../control-plane/restore.ts')).restore,
  }),
  defineCommand({
    name: 'create qleetos',
    summary: 'Start a control plane in the background; the original words for `up`.',
    group: 'Control plane',
    options: {
      name: { ...nameOption, required: true, summary: 'Name of the new control plane.' },
      provider: {
        type: 'text',
        short: 'p',
        value: 'PROVIDER',
        choices: ['simulated'],
        default: 'simulated',
        summary: 'Who provides its first runtime, default-qleet-compute-space: simulated.',
      },
      forceOverwriteConfig: {
        type: 'flag',
        summary: 'Replace an entry of this name in the config file that leads elsewhere.',
      },
      port: { type: 'number', value: 'PORT', summary: 'Port of the server. Default: 1323 when it is free.' },
      data: dataOption,
      timeout: {
        type: 'duration',
        value: 'DURATION',
        default: '5m',
        summary: 'How long the start may take.',
      },
    },
    examples: [['qleetctl create qleetos --name test', 'As in the original guide']],
    handler: async () => (await import('../control-plane/create-qleetos.ts')).createQleetos,
  }),
  defineCommand({
    name: 'delete qleetos',
    summary: 'Stop a control plane and remove its data; the original words for `down --purge`.',
    group: 'Control plane',
    options: { name: { ...nameOption, required: true, summary: 'Name of the control plane.' } },
    examples: [['qleetctl delete qleetos -n test', 'As in the original guide']],
    handler: async () => (await import('../control-plane/create-qleetos.ts')).deleteQleetos,
  }),
  defineCommand({
    name: 'kubeconfig',
    summary: 'Make a kubeconfig for a runtime, and print or keep it.',
    description:
      'It holds a token of the service account qleet-access, which may do everything in the cluster, and not the ' +
      'credentials of QleetOS. Who was given one is an event of the runtime.',
    group: 'Control plane',
    connects: true,
    arguments: { runtime: { summary: 'Runtime. Default: the default one.', takes: 'optional' } },
    options: {
      write: { type: 'text', value: 'FILE', summary: 'Write it to this file, for its owner only.' },
      merge: {
        type: 'flag',
        summary: 'Add it to the kubeconfig that kubectl uses, and make it current there.',
      },
      project: { type: 'text', value: 'NAME', summary: 'Project of the runtime. Default: "default".' },
      duration: {
        type: 'duration',
        value: 'DURATION',
        default: '24h',
        summary: 'For how long it is good, such as 10m or 24h.',
      },
      output: { ...outputOption, default: 'yaml', summary: 'How to print: yaml or json.' },
    },
    examples: [
      ['qleetctl kubeconfig --write test.kubeconfig', 'For kubectl --kubeconfig test.kubeconfig get pods -A'],
      ['qleetctl kubeconfig --merge', 'For every kubectl from now on'],
    ],
    handler: async () => (await import('../settings/kubeconfig.ts')).kubeconfig,
  }),
]
