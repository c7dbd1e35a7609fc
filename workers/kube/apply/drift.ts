import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import { own } from '../../../schema/own.ts'
import type { KubeObject } from '../client/client.ts'
import { managersOf, owns, type Step } from './ownership.ts'
import { canonicalJson, fieldManager } from '../client/resource.ts'
import { markOf } from '../client/secret-values.ts'

/** A field of a resource that is not as it is desired. */
export interface Drift {
  /** For example `.spec.template.spec.containers[name=web].image`. */
  field: string
  /** As JSON, shortened; `(none)` where the field is not desired or not there; a mark in a Secret. */
  desired: string
  found: string
  /** The field manager that changed it; empty when the cluster does not tell. */
  manager: string
}

export interface DriftOptions {
  manifest: Manifest
  /** What marks of secrets are made with. @default they are all shown as `(secret)` */
  digestKey?: Buffer | undefined
}

/**
 * What an apply of the manifest would change: the object as it is against what the cluster says it would be afterwards.
 * Both have every default filled in and every webhook behind them, so what is equal to the cluster is no drift. Nor is
 * what the manifest says nothing about: a controller may have written that in between.
 */
export function driftBetween(
  live: KubeObject,
  applied: KubeObject,
  { manifest, digestKey }: DriftOptions,
): Drift[] {
  const differences = [...differencesOf(comparable(live), comparable(applied), [])].filter(
    // What an apply takes away is ours to take away: an item that was added to a list that is one value, for example.
    ({ steps, desired }) => desired === undefined || declares(manifest, steps),
  )
  const shownAs = (value: unknown, steps: readonly Step[]): string => {
    if (live.kind !== 'Secret' || value === undefined || value === null) return shown(value)
    const [first] = steps
    return markOf(first !== undefined && 'field' in first ? first.field : '', value, digestKey)
  }
  return differences.map(({ steps, found, desired }) => ({
    field: pathOf(steps),
    desired: shownAs(desired, steps),
    found: shownAs(found, steps),
    manager: changedBy(live, steps),
  }))
}

/** Whether the manifest has something at the end of the steps, or whole above it. */
function declares(manifest: Manifest, steps: readonly Step[]): boolean {
  let at: unknown = manifest
  for (const [index, step] of steps.entries()) {
    if (!isRecord(at) && !Array.isArray(at)) return true
    if (Array.isArray(at)) at = 'item' in step ? itemLike(at, step) : undefined
    else if ('field' in step) at = index === 0 ? declaredIn(at, step.field) : own(at, step.field)
    if (at === undefined) return false
  }
  return true
}

/** What is written as `stringData` of a Secret comes back as `data`. */
function declaredIn(manifest: Record<string, unknown>, field: string): unknown {
  const { kind, stringData } = manifest
  const declared = own(manifest, field)
  if (kind !== 'Secret' || field !== 'data' || !isRecord(stringData)) return declared
  return isRecord(declared) ? { ...declared, ...stringData } : stringData
}

function itemLike(items: readonly unknown[], { item, index }: { item: unknown; index: number }): unknown {
  const name = nameOf(item)
  return name === undefined ? items[index] : items.find((each) => nameOf(each) === name)
}

/** In one sentence, at most three fields of them. */
export function describeDrift(drifts: readonly Drift[]): string {
  const told = drifts.slice(0, 3).map(({ field, desired, found, manager }) => {
    const by = manager === '' ? '' : ` by ${manager}`
    return `${field} was changed from ${desired} to ${found}${by}`
  })
  const more = drifts.length - told.length
  return `${told.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`
}

/** Of the metadata only what people set; nothing of the status. */
function comparable({ metadata, ...object }: KubeObject): Record<string, unknown> {
  const { labels = {}, annotations = {}, finalizers, ownerReferences } = metadata
  return { ...object, status: undefined, metadata: { labels, annotations, finalizers, ownerReferences } }
}

interface Difference {
  steps: readonly Step[]
  found: unknown
  desired: unknown
}

function* differencesOf(found: unknown, desired: unknown, steps: readonly Step[]): Generator<Difference> {
  if (isRecord(found) && isRecord(desired)) {
    for (const field of new Set([...Object.keys(found), ...Object.keys(desired)]))
      yield* differencesOf(own(found, field), own(desired, field), [...steps, { field }])
  } else if (Array.isArray(found) && Array.isArray(desired)) {
    yield* differencesOfLists(found, desired, steps)
  } else if (canonicalJson(found ?? null) !== canonicalJson(desired ?? null)) {
    yield { steps, found, desired }
  }
}

/** Items with names are compared by them, others by their place. */
function* differencesOfLists(
  found: readonly unknown[],
  desired: readonly unknown[],
  steps: readonly Step[],
): Generator<Difference> {
  const names = [found, desired].map((items) => items.map(nameOf))
  const named = names.every((each) => each.every(Boolean) && new Set(each).size === each.length)
  const pairs = named
    ? [...new Set(names.flat())].map((name) => [
        found.findIndex((item) => nameOf(item) === name),
        desired.findIndex((item) => nameOf(item) === name),
      ])
    : Array.from({ length: Math.max(found.length, desired.length) }, (_, index) => [index, index])
  for (const [at = -1, desiredAt = -1] of pairs) {
    const [item, desiredItem] = [found[at], desired[desiredAt]]
    yield* differencesOf(item, desiredItem, [...steps, { item: item ?? desiredItem, index: Math.max(at, 0) }])
  }
}

function nameOf(item: unknown): string | undefined {
  const name = isRecord(item) ? item['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** `.spec.containers[name=web].image`; keys that are no plain words are quoted: `.metadata.labels["a.b/c"]`. */
function pathOf(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      if ('item' in step) {
        const name = nameOf(step.item)
        return name === undefined ? `[${step.index}]` : `[name=${name}]`
      }
      return /^\w+$/.test(step.field) ? `.${step.field}` : `["${step.field}"]`
    })
    .join('')
}

const longest = 80

function shown(value: unknown): string {
  if (value === undefined || value === null) return '(none)'
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Who owns the field now; where nobody does, it was taken away by the last that changed anything. */
function changedBy(live: KubeObject, steps: readonly Step[]): string {
  const others = managersOf(live)
    .filter(({ manager, subresource }) => manager !== fieldManager && subresource !== 'status')
    .sort((a, b) => b.time.localeCompare(a.time))
  const owner = others.find((manager) => owns(manager, steps))
  return (owner ?? others[0])?.manager ?? ''
}
