import { z } from 'zod'
import { isAddressRange } from '../../schema/clusters/addresses.ts'
import { PlatformError, describeFieldError, type FieldError } from '../../schema/errors.ts'
import { plainMessages } from '../../schema/input-messages.ts'
import { issueErrors } from '../../schema/inputs.ts'
import type { Setting, SettingValues, Settings, ValuesOf } from './setting.ts'

/** How values of each type are read. */
const readers: { [Type in keyof SettingValues]: (setting: Setting) => z.ZodType<SettingValues[Type]> } = {
  text: () => z.string(),
  token: () => z.string().min(20),
  postgresUrl: () => {
    const error = 'must be the URL of a Postgres database'
    return z.string({ error }).regex(/^postgres(ql)?:\/\//, { error })
  },
  natsUrl: () => z.string({ error: 'must be the URL of a NATS server with JetStream' }).min(1),
  serverUrl: () => z.url({ protocol: /^https?$/, error: 'must be the URL of a QleetOS server' }),
  prefix: () =>
    z.string().regex(/^[a-z0-9-]+$/, { error: 'must have only lower case letters, digits and "-"' }),
  key: () =>
    z
      .base64({ error: 'must be at least 32 random bytes as base64' })
      .refine(isLongKey, { error: 'must have at least 32 bytes' }),
  keys: () =>
    listOf((key) => z.base64().safeParse(key).success && isLongKey(key), {
      error: 'must be keys of at least 32 bytes as base64, with commas between them',
    }),
  integer: ({ min = 0, max = Number.MAX_SAFE_INTEGER }) => z.coerce.number().int().min(min).max(max),
  duration: () =>
    z
      .string()
      .regex(/^[1-9]\d*[smhd]$/, { error: 'must be a number with a unit, s, m, h or d' })
      .transform(milliseconds),
  boolean: () => z.stringbool({ error: 'must be true or false' }),
  logLevel: () => z.enum(['debug', 'info', 'warn', 'error']),
  hosts: () => listOf(isHost, { error: 'must be names without scheme and port, with commas between them' }),
  origins: () =>
    listOf((origin) => URL.parse(origin)?.origin === origin, {
      error: 'must be origins (scheme, name and port, without a path), with commas between them',
    }),
  ranges: () =>
    listOf(isAddressRange, { error: 'must be IP addresses or ranges of them, separated by commas' }),
  programs: () => listOf(() => true, {}).transform((lines) => lines.map((line) => line.split(/\s+/))),
}

/**
 * Reads settings from the environment. Throws INVALID_INPUT where variables are wrong, with a line for each that says what
 * to set it to.
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
    const { is, isSecret = false } = declared[error.path] ?? {}
    return {
      ...error,
      ...(isSecret || value === undefined ? {} : { value }),
      ...(is === undefined ? {} : { remedy: `Set it to ${is}.` }),
    } satisfies FieldError
  })
  const fields = [...new Map(found.map((error) => [error.path, error])).values()]
  const text = `the environment is wrong:\n${fields.map((field) => `  ${describeFieldError(field)}`).join('\n')}`
  throw new PlatformError('INVALID_INPUT', text, { details: { fields } })
}

/** Values with commas between them. */
function listOf(isRight: (value: string) => boolean, error: { error?: string }) {
  return z
    .string()
    .transform(byCommas)
    .refine((values) => values.every(isRight), error)
}

function byCommas(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
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
