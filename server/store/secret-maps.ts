import type { FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import type { Kind, SecretMapField } from '../../schema/kinds/kind.ts'
import { maxSecretBytes } from '../../schema/limits.ts'
import { isRecord } from '../../schema/manifests.ts'
import { secretBytes } from '../../schema/secret-placeholders.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Encryption } from './encryption.ts'
import { specOf } from './sql.ts'

/*
 * Maps of secret values in a spec, such as the data of a Secret. Users see the map with redacted placeholders; each value is
 * sealed by itself, under the name of the field and its key, so that a change of one value leaves the others as they are.
 */

/** Binds a sealed value to its object and its place. */
type ContextOf = (name: string) => string

/** Returns the name under which a value of a map is sealed. No field and no key contains a slash. */
function sealedName(field: string, key: string): string {
  return `${field}/${key}`
}

/** Returns a spec with the values of its secrets, by the names under which they are sealed. */
export function withSecrets(
  spec: Readonly<Record<string, unknown>>,
  opened: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const complete: Record<string, unknown> = { ...spec }
  for (const [name, value] of Object.entries(opened)) {
    const [field = '', key] = name.split('/')
    complete[field] = key === undefined ? value : { ...mapAt(complete, field), [key]: value }
  }
  return complete
}

/** A map as it is stored: with placeholders, and its values sealed. */
export interface SealedMap {
  shown: Record<string, string>
  sealed: Record<string, string>
}

export interface SealMapOptions {
  encryption: Encryption
  existing: StoredObject | undefined
  contextOf: ContextOf
  /** The scope of the placeholders. */
  scope: string
}

/**
 * Seals a map of a spec. A value that has not changed keeps its placeholder and its sealed form, and a placeholder stands
 * for the value that has it in the stored map, also under another key.
 */
export function sealMap(spec: Draft['spec'], { field, encoding }: SecretMapField, options: SealMapOptions) {
  const { encryption, existing, contextOf, scope } = options
  const stored = storedMap(existing, field)
  const open = (key: string): string =>
    encryption.open(stored.sealed[key] ?? '', contextOf(sealedName(field, key)))
  const result: SealedMap = { shown: {}, sealed: {} }
  for (const [key, value] of Object.entries(mapAt(spec, field))) {
    const before = stored.sealed[key]
    const name = sealedName(field, key)
    if (before !== undefined && (value === stored.shown[key] || value === open(key))) {
      result.shown[key] = stored.shown[key] ?? ''
      result.sealed[name] = before
      continue
    }
    const source = placeholderPattern.test(value) ? keyOfPlaceholder(stored, value) : undefined
    const plain = source === undefined ? value : open(source)
    result.shown[key] =
      source === undefined ? encryption.placeholder(secretBytes(section(encoding), plain), scope) : value
    result.sealed[name] = encryption.seal(plain, contextOf(name))
  }
  return result
}

/**
 * Returns the errors of maps of secrets that need the stored object: placeholders that match no stored value, and values
 * that are too large in all.
 */
export function secretMapErrors(
  { kind, spec }: Draft,
  existing: StoredObject | undefined,
  path: string,
): FieldError[] {
  const at = join(path, 'spec')
  const unknown = kind.secretMaps.flatMap(({ field }) => {
    const stored = storedMap(existing, field)
    return Object.entries(mapAt(spec, field))
      .filter(([, value]) => placeholderPattern.test(value) && keyOfPlaceholder(stored, value) === undefined)
      .map(([key]) => ({
        path: join(join(at, field), key),
        code: 'INVALID' as const,
        message: 'is the placeholder of a secret that is not stored here',
        remedy: 'Set the value itself.',
      }))
  })
  return [...unknown, ...sizeErrors({ kind, spec }, existing, at)]
}

function sizeErrors(
  { kind, spec }: Pick<Draft, 'kind' | 'spec'>,
  existing: StoredObject | undefined,
  path: string,
): FieldError[] {
  const sizes = kind.secretMaps.map(({ field, encoding }) => {
    const stored = storedMap(existing, field)
    const sizeOf = (value: string): number => {
      const source = placeholderPattern.test(value) ? keyOfPlaceholder(stored, value) : undefined
      if (source === undefined) return secretBytes(section(encoding), value).length
      const length = sealedBytes(stored.sealed[source] ?? '')
      return encoding === 'base64' ? Math.floor((length * 3) / 4) : length
    }
    return Object.values(mapAt(spec, field)).reduce((sum, value) => sum + sizeOf(value), 0)
  })
  const size = sizes.reduce((sum, each) => sum + each, 0)
  if (size <= maxSecretBytes) return []
  const largest = kind.secretMaps[sizes.indexOf(Math.max(...sizes))]
  const message = `has values of ${size.toLocaleString('en')} bytes in all; a Kubernetes Secret holds at most ${maxSecretBytes.toLocaleString('en')}`
  const remedy = 'Split it into several objects.'
  return [{ path: join(path, largest?.field ?? ''), code: 'TOO_LONG', message, remedy }]
}

/** Returns the length in bytes of the value that a sealed one contains, which encryption does not change. */
function sealedBytes(sealed: string): number {
  return Buffer.byteLength(sealed.split(':')[3] ?? '', 'base64')
}

/** A stored map, with sealed values by key. */
interface StoredMap {
  shown: Readonly<Record<string, string>>
  sealed: Readonly<Record<string, string>>
}

function storedMap(existing: StoredObject | undefined, field: string): StoredMap {
  if (existing === undefined) return { shown: {}, sealed: {} }
  const prefix = sealedName(field, '')
  const secrets = Object.entries((existing.secrets ?? {}) as Record<string, string>)
  const sealed = secrets.flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  return {
    shown: mapAt(specOf(existing), field),
    sealed: Object.fromEntries(sealed) as Record<string, string>,
  }
}

function keyOfPlaceholder({ shown, sealed }: StoredMap, placeholder: string): string | undefined {
  return Object.keys(shown).find((key) => shown[key] === placeholder && sealed[key] !== undefined)
}

/** Returns a map of a validated spec; empty if it has none. */
function mapAt(spec: Readonly<Record<string, unknown>>, field: string): Record<string, string> {
  const map = spec[field]
  return isRecord(map) ? (map as Record<string, string>) : {}
}

/** Returns the section of a Kubernetes Secret whose values have this encoding. */
function section(encoding: SecretMapField['encoding']): 'data' | 'stringData' {
  return encoding === 'base64' ? 'data' : 'stringData'
}

/** Reports whether a kind has fields of any sort that are stored encrypted. */
export function hasSecrets({ secrets, secretMaps, manifests }: Kind): boolean {
  return secrets.length + secretMaps.length + manifests.length > 0
}
