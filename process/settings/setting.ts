/*
 * Declarations of environment variables. Parsers, the options and help of qleetctl and the tables of
 * docs/operations/settings.md are derived from them. They are plain data, so that qleetctl can show help without loading
 * a parser.
 */

/** The types of settings, with the types of their parsed values. */
export interface SettingValues {
  string: string
  /** A string of at least 20 characters. */
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
  /** A duration such as `30d` or `12h`, parsed to milliseconds. */
  duration: number
  boolean: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Names of hosts, without scheme and port. */
  hosts: readonly string[]
  origins: readonly string[]
  /** IP addresses and address ranges. */
  ranges: readonly string[]
  /** Programs, each with its first arguments. */
  programs: readonly (readonly string[])[]
  /** Prefixes of addresses with their replacements. */
  mirrors: readonly (readonly [prefix: string, replacement: string])[]
}

export interface Setting {
  type: keyof SettingValues
  /** One sentence for help and documentation. */
  summary: string
  /** The expected value; completes "Set it to …" in errors. */
  expected?: string
  /** The default in its unparsed form; absent if the setting is required or has none. */
  default?: string
  /** The text that help shows instead of the default. */
  shownDefault?: string
  isRequired?: true
  /** Values are never shown. Secrets usually have no option, because other users of the machine can see options. */
  isSecret?: true
  min?: number
  max?: number
  /** The equivalent option of qleetctl and the placeholder of its value. */
  option?: readonly [name: string, value: string]
  /** Markdown that docs/operations/settings.md appends to the summary. */
  docs?: string
}

export type Settings = Readonly<Record<string, Setting>>

type AlwaysSet<Declared extends Settings> = {
  [Name in keyof Declared]: Declared[Name] extends { default: string } | { isRequired: true } ? Name : never
}[keyof Declared]

/** The parsed values of settings; optional settings without a default may be absent. */
export type ValuesOf<Declared extends Settings> = {
  [Name in AlwaysSet<Declared>]: SettingValues[Declared[Name]['type']]
} & {
  [Name in Exclude<keyof Declared, AlwaysSet<Declared>>]?: SettingValues[Declared[Name]['type']]
}

/** Returns the help text of a setting: its summary, its default, and if it is required. */
export function helpOf({ summary, type, default: preset = '', shownDefault, isRequired }: Setting): string {
  const shown = shownDefault ?? (type === 'boolean' ? '' : preset)
  const defaultNote = shown === '' ? '' : ` Default: ${shown}.`
  return `${summary}${defaultNote}${isRequired === true ? ' Required.' : ''}`
}
