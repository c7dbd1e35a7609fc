import type { Option } from '../command.ts'

/** Options that several commands have mean the same in all of them. */
export const outputOption = {
  type: 'text',
  short: 'o',
  value: 'FORMAT',
  default: 'table',
  summary: 'How to print: table, wide, json, yaml, name or jsonpath=TEMPLATE.',
} as const satisfies Option

export const projectOption = {
  type: 'text',
  value: 'NAME',
  summary: 'Project of the objects. Default: "default".',
} as const satisfies Option

export const projectOfFilesOption = {
  type: 'text',
  value: 'NAME',
  summary: 'Project of documents that name none. Default: "default".',
} as const satisfies Option

export const waitOption = {
  type: 'flag',
  summary: 'Wait until it is done, showing progress; fail early when it cannot succeed.',
} as const satisfies Option

export const timeoutOption = {
  type: 'duration',
  value: 'DURATION',
  default: '5m',
  summary: 'How long to wait at most, such as 90s or 5m.',
} as const satisfies Option

export const reasonOption = {
  type: 'text',
  value: 'TEXT',
  summary: 'Why, for the change log.',
} as const satisfies Option

export const dryRunOption = {
  type: 'flag',
  summary: 'Let the server check everything, but keep nothing.',
} as const satisfies Option

export const idempotencyKeyOption = {
  type: 'text',
  value: 'KEY',
  summary: 'Write once: the same again within a day changes nothing and gets the same answer.',
} as const satisfies Option

export const filesOption = {
  type: 'texts',
  short: 'f',
  value: 'FILE',
  summary: 'A file, a folder with all files below it, or - for stdin. May be repeated.',
} as const satisfies Option

/** Options of every command that talks to a control plane; see {@link ConnectionOptions}. */
export const connectionOptions = {
  name: { type: 'text', short: 'i', value: 'NAME', summary: 'Control plane of the config file to talk to.' },
  server: { type: 'text', value: 'URL', summary: 'Address of the server. [env: QLEET_SERVER_URL]' },
  tokenFile: {
    type: 'text',
    value: 'FILE',
    summary: 'File with the token. [env: QLEET_TOKEN, the token itself]',
  },
} as const satisfies Record<string, Option>

/** Options of every command. */
export const globalOptions = {
  qleetConfig: {
    type: 'text',
    value: 'FILE',
    summary: 'The config file. Default: ~/.config/qleet/config.yaml. [env: QLEET_CONFIG]',
  },
} as const satisfies Record<string, Option>
