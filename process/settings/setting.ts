/*
 * What a process is told by its environment: each variable is declared once, and its parser, the options and the help of
 * qleetctl and the tables of docs/operations/settings.md follow from that. Plain data, since qleetctl shows it without loading a parser.
 */

/** What the value of a setting becomes, by how it is written. */
export interface SettingValues {
  text: string
  /** A text of at least 20 characters. */
  token: string
  postgresUrl: string
  natsUrl: string
  serverUrl: string
  /** Lower case letters, digits and `-`. */
  prefix: string
  /** At least 32 bytes in base64. */
  key: string
  keys: readonly string[]
  integer: number
  /** `30d`, `12h`, as milliseconds. */
  duration: number
  boolean: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Names of hosts, without scheme and port. */
  hosts: readonly string[]
  origins: readonly string[]
  /** IP addresses and ranges of them. */
  ranges: readonly string[]
  /** Programs, each with its first arguments. */
  programs: readonly (readonly string[])[]
}

export interface Setting {
  type: keyof SettingValues
  /** What it is, in one sentence. */
  summary: string
  /** Completes "Set it to …" for who has given a wrong value. */
  is?: string
  /** As it is written. Absent where it is required or there is none. */
  default?: string
  /** What help says in place of the default. */
  defaultIs?: string
  isRequired?: true
  /** Set where the value is never shown. It gets no option either, since other users of the machine see options. */
  isSecret?: true
  min?: number
  max?: number
  /** The option of qleetctl that says the same, and the placeholder of its value. */
  option?: readonly [name: string, value: string]
  /** What docs/operations/settings.md adds, in Markdown. */
  more?: string
}

export type Settings = Readonly<Record<string, Setting>>

type Given<Declared extends Settings> = {
  [Name in keyof Declared]: Declared[Name] extends { default: string } | { isRequired: true } ? Name : never
}[keyof Declared]

/** What is read of settings: those without a default may be absent. */
export type ValuesOf<Declared extends Settings> = {
  [Name in Given<Declared>]: SettingValues[Declared[Name]['type']]
} & {
  [Name in Exclude<keyof Declared, Given<Declared>>]?: SettingValues[Declared[Name]['type']]
}

/** The summary with the default and with what else has to be known before a value is given. */
export function helpOf({ summary, type, default: preset = '', defaultIs, isRequired }: Setting): string {
  const shown = defaultIs ?? (type === 'boolean' ? '' : preset)
  const byDefault = shown === '' ? '' : ` Default: ${shown}.`
  return `${summary}${byDefault}${isRequired === true ? ' Required.' : ''}`
}
