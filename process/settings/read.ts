import { z } from 'zod'
import { isAddressRange } from '../../schema/clusters/addresses.ts'
import { PlatformError, describeFieldError, type FieldError } from '../../schema/errors.ts'
import { plainMessages } from '../../schema/input-messages.ts'
import { issueErrors } from '../../schema/issue-errors.ts'
import type { Setting, SettingValues, Settings, ValuesOf } from './setting.ts'

/** Parsers of setting values by type. */
const readers: { [Type in keyof SettingValues]: (setting: Setting) => z.ZodType<SettingValues[Type]> } = {
  string: () => z.string(),
  token: () => z.string().min(20),
  postgresUrl: () => {
    const error = 'must be the URL of a Postgres database'
    return z.string({ error }).regex(/^postgres(ql)?:\/\//, { error })
  },
  natsUrl: () => z.string({ error: 'must be the URL of a NATS server with JetStream' }).min(1),
  serverUrl: () => z.url({ protocol: /^https?$/, error: 'must be the URL of a QleetOS server' }),
  prefix: () =>
    z.string().regex(/^[a-z0-9-]+$/, { error: 'must contain only lower case letters, digits and "-"' }),
  key: () =>
    z
      .base64({ error: 'must be at least 32 random bytes as base64' })
      .refine(isLongKey, { error: 'must have at least 32 bytes' }),
  keys: () =>
    listOf((key) => z.base64().safeParse(key).success && isLongKey(key), {
      error: 'must be keys of at least 32 bytes as base64, separated by commas',
    }),
  integer: ({ min = 0, max = Number.MAX_SAFE_INTEGER }) => z.coerce.number().int().min(min).max(max),
  duration: () =>
    z
      .string()
      .regex(/^[1-9]\d*[smhd]$/, { error: 'must be a number with one of the units s, m, h and d' })
      .transform(milliseconds),
  boolean: () => z.stringbool({ error: 'must be true or false' }),
  logLevel: () => z.enum(['debug', 'info', 'warn', 'error']),
  hosts: () => listOf(isHost, { error: 'must be host names without scheme and port, separated by commas' }),
  origins: () =>
    listOf((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
      error: 'must be origins (scheme, host and port, without a path), separated by commas',
    }),
  ranges: () =>
    listOf(isAddressRange, { error: 'must be IP addresses or address ranges, separated by commas' }),
  mirrors: () =>
    listOf((pair) => mirrorPattern.test(pair), {
      error:
        'must be replacements such as https://charts.example.com=https://mirror.internal, separated by commas',
    }).transform((pairs) => pairs.map(readMirror)),
  programs: () => listOf(() => true, {}).transform((lines) => lines.map((line) => line.split(/\s+/))),
}

/**
 * Reads settings from the environment. Throws INVALID_INPUT if variables are missing or invalid, with one line for each that
 * says what to set it to.
 */
export function readSettings<Declared extends Settings>(
  declared: Declared,
  environment: Readonly<Record<string, string | undefined>>,
): ValuesOf<Declared> {
  const entries: [string, Setting][] = Object.entries(declared)
  const shape = Object.fromEntries(
    entries.map(([name, setting]) => {
      const { default: preset, isRequired } = setting
      const type = readers[setting.type](setting)
      return [name, preset === undefined && isRequired !== true ? type.optional() : type]
    }),
  )
  const input = Object.fromEntries(
    entries.flatMap(([name, { default: preset }]) => {
      const value = environment[name] ?? preset
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const parsed = z.object(shape).safeParse(input, plainMessages)
  // The shape was made of the declarations, which the compiler does not follow.
  if (parsed.success) return parsed.data as ValuesOf<Declared>
  const found = issueErrors(parsed.error, { at: '', input }).map(({ value, ...error }) => {
    const { expected, isSecret = false } = declared[error.path] ?? {}
    return {
      ...error,
      ...(isSecret || value === undefined ? {} : { value }),
      ...(expected === undefined ? {} : { remedy: `Set it to ${expected}.` }),
    } satisfies FieldError
  })
  const fields = [...new Map(found.map((error) => [error.path, error])).values()]
  const message = `the environment is invalid:\n${fields.map((field) => `  ${describeFieldError(field)}`).join('\n')}`
  throw new PlatformError('INVALID_INPUT', message, { details: { fields } })
}

/** Returns a schema for values separated by commas. */
function listOf(isValid: (value: string) => boolean, error: { error?: string }) {
  return z
    .string()
    .transform(splitAtCommas)
    .refine((values) => values.every(isValid), error)
}

function splitAtCommas(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

const mirrorPattern =
  /^((?:https?|oci):\/\/[^=]+|file:\/\/\/[^=]*|\/[^=]*)=((?:https?|oci|oci\+http):\/\/.+|file:\/\/\/.*|\/.*)$/

function readMirror(pair: string): readonly [string, string] {
  const [, prefix = '', replacement = ''] = mirrorPattern.exec(pair) ?? []
  return [prefix, replacement]
}

function isLongKey(key: string): boolean {
  return Buffer.from(key, 'base64').length >= 32
}

function isHost(name: string): boolean {
  return /^(\*|(\*\.)?[a-z\d_]([-\w]*[a-z\d])?(\.[a-z\d]([-\w]*[a-z\d])?)*)$/i.test(name)
}

function milliseconds(duration: string): number {
  const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  return Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? 1)
}
