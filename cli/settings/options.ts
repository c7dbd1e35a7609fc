import type { Option } from '../command.ts'

/** Options shared by several commands, with the same meaning in each. */
export const outputOption = {
  type: 'string',
  short: 'o',
  value: 'FORMAT',
  default: 'table',
  summary:
    'Output format: table, wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=PATH or ' +
    'custom-columns=HEADER:PATH,…. jsonpath-file and custom-columns-file read a file.',
} as const satisfies Option

export const projectOption = {
  type: 'string',
  short: 'n',
  value: 'NAME',
  summary: 'Project of the objects. Default: "default".',
} as const satisfies Option

export const allProjectsOption = {
  type: 'flag',
  short: 'A',
  summary: 'List the objects of all projects.',
} as const satisfies Option

export const projectOfFilesOption = {
  type: 'string',
  short: 'n',
  value: 'NAME',
  summary: 'Project of documents that do not name one. Default: "default".',
} as const satisfies Option

export const waitOption = {
  type: 'flag',
  summary: 'Wait until the objects are ready, showing progress. Fail early if one is stalled.',
} as const satisfies Option

/** The values of {@link waitingOptions}. */
export interface WaitingInput {
  wait: string
  noWait: boolean
  timeout: number
}

/** Options of commands that wait unless it is requested otherwise. */
export const waitingOptions = {
  wait: {
    type: 'string',
    value: '=BOOLEAN',
    choices: ['true', 'false'],
    implied: 'true',
    default: 'true',
    summary: 'Wait for the end. Default: true.',
  },
  noWait: { type: 'flag', summary: 'Same as --wait=false.' },
  timeout: {
    type: 'duration',
    value: 'DURATION',
    default: '15m',
    summary: 'Maximum time to wait, such as 90s or 15m.',
  },
} as const satisfies Record<string, Option>

export const timeoutOption = {
  type: 'duration',
  value: 'DURATION',
  default: '5m',
  summary: 'Maximum time to wait, such as 90s or 5m.',
} as const satisfies Option

export const reasonOption = {
  type: 'string',
  value: 'TEXT',
  summary: 'Reason to record in the change log.',
} as const satisfies Option

export const dryRunOption = {
  type: 'string',
  value: '=MODE',
  choices: ['server', 'client', 'plan', 'none'],
  implied: 'server',
  summary:
    'Show what would change without changing anything: server (the default) validates on the server, client on this machine only. ' +
    'plan also shows what follows from it, and records it: `qleetctl apply --plan ID` does exactly that.',
} as const satisfies Option

export type DryRun = 'server' | 'client' | 'plan' | 'none' | undefined

/** Options for the files that commands read. */
export const sourceOptions = {
  recursive: { type: 'flag', short: 'R', summary: 'Include the folders within folders.' },
  kustomize: {
    type: 'string',
    short: 'k',
    value: 'DIR',
    summary: 'Folder with a kustomization, built by the kustomize or kubectl of this machine.',
  },
} as const satisfies Record<string, Option>

export const idempotencyKeyOption = {
  type: 'string',
  value: 'KEY',
  summary: 'Key that makes a retry safe: within a day, a repeated request returns the first result.',
} as const satisfies Option

export const filesOption = {
  type: 'strings',
  short: 'f',
  value: 'FILE',
  summary: 'File, folder, URL, or - for stdin. May be repeated.',
} as const satisfies Option

/** Options of every command that connects to a control plane; see {@link ConnectionOptions}. */
export const connectionOptions = {
  context: {
    type: 'string',
    value: 'NAME',
    summary: 'Control plane in the config file. Default: the current one. [env: QLEET_CONTEXT]',
  },
  name: { type: 'string', short: 'i', value: 'NAME', summary: 'Same as --context.' },
  server: { type: 'string', value: 'URL', summary: 'URL of the server. [env: QLEET_SERVER_URL]' },
  tokenFile: {
    type: 'string',
    value: 'FILE',
    summary: 'File that contains the token. [env: QLEET_TOKEN, the token itself]',
  },
} as const satisfies Record<string, Option>

/** Options of every command. */
export const globalOptions = {
  qleetConfig: {
    type: 'string',
    value: 'FILE',
    summary: 'Config file. Default: ~/.config/qleet/config.yaml. [env: QLEET_CONFIG]',
  },
  verbose: {
    type: 'flag',
    short: 'v',
    summary: 'Report requests on stderr, with status, duration and ID. Never prints tokens.',
  },
  quiet: { type: 'flag', short: 'q', summary: 'Print no progress and no notes on stderr, only errors.' },
} as const satisfies Record<string, Option>
