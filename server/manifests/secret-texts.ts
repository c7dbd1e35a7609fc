import { stringify } from 'yaml'
import { isRecord } from '../../schema/records.ts'
import { secretBytes, secretPlaceholder } from '../../schema/secret-placeholders.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'
import { asYamlStream } from '../../schema/yaml-stream.ts'
import { readYamlValues } from '../../schema/ordinary-yaml.ts'
import {
  containsSecrets,
  itemKind,
  lastApplied,
  secretEntries,
  secretValues,
  type SecretEntry,
  type SecretValue,
} from './secret-values.ts'

/*
 * Texts with manifests of Kubernetes Secrets. Users see the text with redacted placeholders instead of the values, and with comments
 * and layout unchanged; the original text is stored encrypted, for reconcilers.
 */

/** A text with placeholders, as users see it, and with the values, as reconcilers see it. */
export interface SeparatedText {
  shown: string
  plain: string
  /** Placeholders that match no stored value. */
  unknown: readonly SecretValue[]
}

/** A text as it is stored. */
export type StoredText = Pick<SeparatedText, 'shown' | 'plain'>

/** A text from which values of Secrets are to be separated. */
export interface SeparatingTask {
  separate: string
  /** The key of its placeholders, by which those of no other text can be made. */
  key: Uint8Array
  stored: StoredText | undefined
}

/** Separates the values of Secrets from a text; returns undefined for a text without Secrets. */
export function separate({ separate: text, key, stored }: SeparatingTask): SeparatedText | undefined {
  if (!containsSecrets(text)) return undefined
  const scoped = Buffer.from(key)
  return separateSecrets(text, { placeholder: (bytes) => secretPlaceholder(scoped, bytes), stored })
}

export interface SeparateOptions {
  /** Returns the placeholder of a value. */
  placeholder(bytes: Buffer): string
  /** The stored text that this one replaces. */
  stored?: StoredText | undefined
}

/**
 * Separates the values of Secrets from a text. A placeholder stands for the value that has it in the stored text. Unchanged
 * values keep their placeholders, regardless of the key with which these were made.
 */
export function separateSecrets(given: string, { placeholder, stored }: SeparateOptions): SeparatedText {
  // Normalised as the parser does, so that positions refer to the same text.
  const text = asYamlStream(given)
  const values = secretValues(text)
  const known = stored === undefined ? [] : storedPlaceholders(stored)
  const valueOf = new Map(known.map(({ section, shown, value }) => [`${section} ${shown}`, value]))
  const placeholderOf = new Map(known.map(({ section, shown, value }) => [bytesKey(section, value), shown]))
  const isPlaceholder = ({ value }: SecretValue): boolean =>
    typeof value === 'string' && placeholderPattern.test(value)
  const shownFor = (section: string, value: unknown): string =>
    placeholderOf.get(bytesKey(section, value)) ?? placeholder(secretBytes(section, value))
  const desired = values.map((each) =>
    isPlaceholder(each)
      ? { ...each, shown: String(each.value), isPlaceholder: true }
      : { ...each, shown: shownFor(each.section, each.value), isPlaceholder: false },
  )
  const unknown = desired.filter(
    (each) => each.isPlaceholder && !valueOf.has(`${each.section} ${each.shown}`),
  )
  const shown = replaceValues(text, desired, (each, source) =>
    each.isPlaceholder ? source : quoteAs(each.shown, source),
  )
  const plain = replaceValues(text, desired, (each, source) =>
    each.isPlaceholder ? (JSON.stringify(valueOf.get(`${each.section} ${each.shown}`)) ?? source) : source,
  )
  return { shown: hidesValues(shown, desired) ? shown : reserialised(text, shownFor), plain, unknown }
}

/** Returns the placeholders of a stored text with the values that they stand for. */
function storedPlaceholders({ shown, plain }: StoredText) {
  const values = new Map(secretEntries(plain).map(({ path, value }) => [pathKey(path), value]))
  return secretEntries(shown).flatMap(({ path, section, value }) => {
    const key = pathKey(path)
    return values.has(key) ? [{ section, shown: String(value), value: values.get(key) }] : []
  })
}

function pathKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path)
}

function bytesKey(section: string, value: unknown): string {
  return `${section} ${secretBytes(section, value).toString('base64')}`
}

function replaceValues<Each extends SecretValue>(
  text: string,
  values: readonly Each[],
  write: (value: Each, source: string) => string,
): string {
  let result = ''
  let at = 0
  for (const value of values) {
    const source = text.slice(value.start, value.end)
    // The source of a block scalar includes its final line break, which must stay.
    const end = source.endsWith('\n') ? '\n' : ''
    const written = write(value, source)
    result += text.slice(at, value.start) + (written === source ? source : `${written}${end}`)
    at = value.end
  }
  return result + text.slice(at)
}

/** Quotes a placeholder as the value was quoted, so that JSON stays JSON. */
function quoteAs(placeholder: string, source: string): string {
  const [quote] = /^["']/.exec(source) ?? ['']
  return `${quote}${placeholder}${quote}`
}

/** Reports whether a text has these placeholders in place of values of Secrets, and no other value. */
function hidesValues(shown: string, desired: readonly (SecretEntry & { shown: string })[]): boolean {
  const found = secretEntries(shown)
  const shownAt = new Map(found.map(({ path, value }) => [pathKey(path), value]))
  const placeholders = new Set<unknown>(desired.map((each) => each.shown))
  return (
    desired.every((each) => shownAt.get(pathKey(each.path)) === each.shown) &&
    found.every(({ value }) => placeholders.has(value))
  )
}

/**
 * Serialises the manifests again with placeholders, for texts in which a value cannot be replaced in place, for example
 * after a tag. Layout and comments are lost.
 */
function reserialised(text: string, shownFor: (section: string, value: unknown) => string): string {
  const placeholderOf = (section: string, value: unknown): unknown =>
    value === null || (typeof value === 'string' && placeholderPattern.test(value))
      ? value
      : shownFor(section, value)
  const edited = (
    value: unknown,
    key: string,
    edit: (value: Record<string, unknown>) => Record<string, unknown>,
  ) => (isRecord(value) && isRecord(value[key]) ? { ...value, [key]: edit(value[key]) } : value)
  const hidden = (value: unknown, listed?: string): unknown => {
    if (!isRecord(value)) return value
    const { kind = listed, items } = value
    if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
      return { ...value, items: items.map((item) => hidden(item, itemKind(kind))) }
    }
    if (kind !== 'Secret') return value
    const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
      if (key === 'metadata')
        return [
          key,
          edited(entry, 'annotations', (annotations) =>
            lastApplied in annotations
              ? { ...annotations, [lastApplied]: placeholderOf('annotation', annotations[lastApplied]) }
              : annotations,
          ),
        ]
      if (key !== 'data' && key !== 'stringData') return [key, entry]
      if (!isRecord(entry)) return [key, placeholderOf(key, entry)]
      return [
        key,
        Object.fromEntries(Object.entries(entry).map(([name, each]) => [name, placeholderOf(key, each)])),
      ]
    })
    return Object.fromEntries(entries)
  }
  return Array.from(readYamlValues(text), ({ value }) => stringify(hidden(value))).join('---\n')
}
