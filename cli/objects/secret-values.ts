import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { SecretKey } from '../../schema/kinds/kind.ts'
import { usageError } from '../cli-error.ts'
import { readStdin } from '../documents/source.ts'
import type { Io } from '../terminal/io.ts'
import { assertSize, reasonOfFile } from '../documents/text-file.ts'

/*
 * Values of a Secret from the command line, in the manner of `kubectl create secret generic`. No message contains a value.
 */

export interface ValueOptions {
  fromLiteral: readonly string[]
  fromFile: readonly string[]
  fromEnvFile: readonly string[]
}

/** The values of a SecretDefinition; a value that is no text is base64 in `binaryData`. */
export interface SecretValues {
  data?: Record<string, string>
  binaryData?: Record<string, string>
}

/** Reads the values that the options name. Throws INVALID_INPUT for a malformed option and a repeated key. */
export async function readSecretValues(io: Io, options: ValueOptions): Promise<SecretValues> {
  const values = new Map<string, Buffer>()
  const add = (key: string, value: Buffer, option: string): void => {
    const { error } = SecretKey.safeParse(key)
    if (error !== undefined)
      throw usageError(`${option}: the key "${key}" ${error.issues[0]?.message ?? 'is invalid'}`)
    if (values.has(key)) throw usageError(`${option}: the key "${key}" is given twice`)
    values.set(key, value)
  }
  const stdin = [...options.fromFile.map((given) => given.replace(/^[^=]*=/, '')), ...options.fromEnvFile]
  if (stdin.filter((path) => path === '-').length > 1) throw usageError('stdin (-) can be read only once')
  for (const given of options.fromLiteral) {
    const [key, value] = splitAtEquals(given)
    if (value === undefined) throw usageError('--from-literal must be KEY=VALUE')
    add(key, Buffer.from(value), '--from-literal')
  }
  for (const given of options.fromFile)
    for (const [key, value] of await valuesOfFile(io, given)) add(key, value, '--from-file')
  for (const path of options.fromEnvFile)
    for (const [key, value] of await valuesOfEnvFile(io, path)) add(key, value, `--from-env-file ${path}`)
  return separated(values)
}

function separated(values: ReadonlyMap<string, Buffer>): SecretValues {
  const isText = (value: Buffer): boolean => isUtf8(value) && !value.includes(0)
  const texts = [...values].filter(([, value]) => isText(value))
  const binary = [...values].filter(([, value]) => !isText(value))
  return {
    ...(texts.length === 0
      ? {}
      : { data: Object.fromEntries(texts.map(([key, value]) => [key, value.toString('utf8')])) }),
    ...(binary.length === 0
      ? {}
      : { binaryData: Object.fromEntries(binary.map(([key, value]) => [key, value.toString('base64')])) }),
  }
}

function splitAtEquals(text: string): [before: string, after: string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

async function valuesOfFile(io: Io, given: string): Promise<[string, Buffer][]> {
  const [before, after] = splitAtEquals(given)
  const path = after ?? before
  const key = after === undefined ? undefined : before
  if (path === '' || key === '') throw usageError(`--from-file ${given}: must be PATH or KEY=PATH`)
  if (path === '-') {
    if (key === undefined)
      throw usageError('--from-file -: stdin has no name; set the key: --from-file KEY=-')
    return [[key, await readStdin(io)]]
  }
  const absolute = resolve(io.cwd, path)
  const isFolder = await readingFile(path, async () => (await stat(absolute)).isDirectory())
  if (!isFolder) return [[key ?? basename(absolute), await readBytes(absolute, path)]]
  if (key !== undefined)
    throw usageError(`--from-file ${given}: a folder has several values, so it has no key`)
  const entries = await readingFile(path, () => readdir(absolute, { withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile() && SecretKey.safeParse(entry.name).success)
  return Promise.all(
    files.map(async ({ name }): Promise<[string, Buffer]> => [
      name,
      await readBytes(join(absolute, name), join(path, name)),
    ]),
  )
}

/** Reads lines `KEY=VALUE`, without quotes and escapes, as kubectl does. A key alone takes an environment variable, which must be set. */
async function valuesOfEnvFile(io: Io, path: string): Promise<[string, Buffer][]> {
  const bytes = path === '-' ? await readStdin(io) : await readBytes(resolve(io.cwd, path), path)
  if (!isUtf8(bytes)) throw usageError(`--from-env-file ${path}: is not UTF-8 text`)
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  // The whole line may be a secret without its key, so no message contains any of it.
  const refuse = (index: number, problem: string): never => {
    throw usageError(`${path}:${index + 1}: must be KEY=VALUE${problem}`)
  }
  return lines.flatMap((line, index): [string, Buffer][] => {
    const text = line.trimStart()
    if (text === '' || text.startsWith('#')) return []
    const [key, value] = splitAtEquals(text)
    if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(key))
      return refuse(index, ' with a key of letters, digits, "-", "_" and "."')
    const found = value ?? io.env[key]
    if (found === undefined)
      return refuse(index, '; a key alone takes the environment variable of that name, which is not set')
    return [[key, Buffer.from(found)]]
  })
}

async function readBytes(absolute: string, path: string): Promise<Buffer> {
  return readingFile(path, async () => {
    assertSize((await stat(absolute)).size, path)
    return readFile(absolute)
  })
}

async function readingFile<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw usageError(`cannot read ${path}: ${reasonOfFile(error)}`)
    throw error
  }
}
