import { z } from 'zod'
import { describeIdentity, identityOf, isRecord, type Manifest } from '../../schema/manifests.ts'
import { ChartError } from './chart-error.ts'

/*
 * Charts generate passwords, keys and certificates while they are rendered, so that each rendering differs. The fields
 * in which two renderings differ keep the values of the first one.
 */

type Path = readonly (string | number)[]

/** A field with a generated value. */
const GeneratedValue = z.object({
  /** The resource: see {@link describeIdentity}. */
  resource: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  value: z.unknown(),
})
export type GeneratedValue = z.infer<typeof GeneratedValue>

const GeneratedValues = z.array(GeneratedValue)

/** Reads stored values. Throws for anything else, because generating new ones would replace passwords that are in use. */
export function readGenerated(stored: string | undefined): readonly GeneratedValue[] {
  return stored === undefined ? [] : GeneratedValues.parse(JSON.parse(stored))
}

/**
 * Returns the fields in which two renderings of the same inputs differ, with the values of the first. Throws RandomNames
 * when they differ in the names of resources, which would be replaced forever.
 */
export function generatedValues(first: readonly Manifest[], second: readonly Manifest[]): GeneratedValue[] {
  if (first === second) return []
  const others = new Map(second.map((manifest) => [keyOf(manifest), manifest]))
  return first.flatMap((manifest) => {
    const resource = keyOf(manifest)
    const other = others.get(resource)
    if (other === undefined) {
      const message =
        `the chart gives ${resource} another name in each rendering: set a fixed name in the values, because it would ` +
        'be replaced forever'
      throw new ChartError('RandomNames', message, { blocked: true })
    }
    return differences(manifest, other, []).map((each) => ({ resource, ...each }))
  })
}

function keyOf(manifest: Manifest): string {
  return describeIdentity(identityOf(manifest))
}

function differences(
  first: unknown,
  second: unknown,
  path: Path,
): { path: (string | number)[]; value: unknown }[] {
  if (isRecord(first) && isRecord(second)) {
    const keys = Object.keys(first)
    if (keys.length === Object.keys(second).length && keys.every((key) => key in second))
      return keys.flatMap((key) => differences(first[key], second[key], [...path, key]))
  } else if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.flatMap((item, index) => differences(item, second[index], [...path, index]))
  else if (first === second) return []
  return [{ path: [...path], value: first }]
}

/**
 * Returns the values for a changed rendering: those that are stored, and new ones for fields that were not generated
 * before. With changed inputs, annotations get new values, because they are usually checksums, by which pods notice a
 * change.
 */
export function carriedOver(
  found: readonly GeneratedValue[],
  stored: readonly GeneratedValue[],
  { areInputsChanged }: { areInputsChanged: boolean },
): readonly GeneratedValue[] {
  const before = new Map(stored.map((each) => [fieldOf(each), each]))
  const isKept = ({ path }: GeneratedValue): boolean => !areInputsChanged || !path.includes('annotations')
  return found.map((each) => (isKept(each) ? (before.get(fieldOf(each)) ?? each) : each))
}

function fieldOf({ resource, path }: GeneratedValue): string {
  return JSON.stringify([resource, path])
}

/** Returns the manifests with generated values in their fields. Fields that no longer exist are left out. */
export function withGenerated(
  manifests: readonly Manifest[],
  values: readonly GeneratedValue[],
): readonly Manifest[] {
  if (values.length === 0) return manifests
  const byResource = Map.groupBy(values, ({ resource }) => resource)
  return manifests.map((manifest) => {
    const own = byResource.get(keyOf(manifest))
    if (own === undefined) return manifest
    const copy = structuredClone(manifest)
    for (const { path, value } of own) setField(copy, path, value)
    return copy
  })
}

function setField(target: unknown, path: Path, value: unknown): void {
  const [last] = path.slice(-1)
  const container = path.slice(0, -1).reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) ? at[key] : undefined
  }, target)
  if (Array.isArray(container) && Number(last) < container.length) container[Number(last)] = value
  else if (isRecord(container) && last !== undefined && last in container) container[last] = value
}
