import { canonicalJson } from '../../../schema/canonical-json.ts'
import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import { own } from '../../../schema/own.ts'
import type { KubeObject } from '../client/client.ts'
import { managersOf, owns, type Step } from './ownership.ts'
import { fieldManager } from '../client/resource.ts'
import { placeholderOf } from '../client/secret-values.ts'

/** A field of a resource that differs from its desired state. */
export interface Drift {
  /** The path of the field, for example `.spec.template.spec.containers[name=web].image`. */
  field: string
  /** The value as shortened JSON; `(none)` if the field is absent; a redacted placeholder for values of a Secret. */
  desired: string
  found: string
  /** The field manager that changed the field; empty if `managedFields` names none. */
  manager: string
}

export interface DriftOptions {
  manifest: Manifest
  /** The key for the digests in redacted placeholders. @default every secret value is shown as `(secret)` */
  digestKey?: Buffer | undefined
}

/**
 * Returns what an apply of the manifest would change, by comparing the live object with the result of a dry run. Both
 * have been through defaulting and admission webhooks, so values that the cluster considers equal are no drift. Neither
 * are fields that the manifest does not declare: a controller may have written them in the meantime.
 */
export function driftBetween(
  live: KubeObject,
  applied: KubeObject,
  { manifest, digestKey }: DriftOptions,
): Drift[] {
  const differences = [...differencesOf(comparable(live), comparable(applied), [])].filter(
    // An apply removes only what we own, for example an item that was added to an atomic list.
    ({ steps, desired }) => desired === undefined || declares(manifest, steps),
  )
  const shownAs = (value: unknown, steps: readonly Step[]): string => {
    if (live.kind !== 'Secret' || value === undefined || value === null) return shown(value)
    const [first] = steps
    return placeholderOf(first !== undefined && 'field' in first ? first.field : '', value, digestKey)
  }
  return differences.map(({ steps, found, desired }) => ({
    field: pathOf(steps),
    desired: shownAs(desired, steps),
    found: shownAs(found, steps),
    manager: changedBy(live, steps),
  }))
}

/** Reports whether the manifest declares the field, or an ancestor of it as one value. */
function declares(manifest: Manifest, steps: readonly Step[]): boolean {
  let at: unknown = manifest
  for (const step of steps) {
    if (!isRecord(at) && !Array.isArray(at)) return true
    if (Array.isArray(at)) at = 'item' in step ? itemLike(at, step) : undefined
    else if ('field' in step) at = own(at, step.field)
    if (at === undefined) return false
  }
  return true
}

function itemLike(items: readonly unknown[], { item, index }: { item: unknown; index: number }): unknown {
  const name = nameOf(item)
  return name === undefined ? items[index] : items.find((each) => nameOf(each) === name)
}

/** Describes the drift in one line; names at most three fields. */
export function describeDrift(drifts: readonly Drift[]): string {
  const described = drifts
    .slice(0, 3)
    .map(
      ({ field, desired, found, manager }) =>
        `${field} was changed from ${desired} to ${found}${byManager(manager)}`,
    )
  const more = drifts.length - described.length
  return `${described.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`
}

/** Lists fields that have drifted, with the managers that changed them; names at most three. */
export function describeDriftedFields(drifts: readonly Drift[]): string {
  const described = drifts.slice(0, 3).map(({ field, manager }) => `${field}${byManager(manager)}`)
  const more = drifts.length - described.length
  return `${described.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function byManager(manager: string): string {
  return manager === '' ? '' : ` by ${manager}`
}

/** Returns the object without its status, and of its metadata only the fields that users set. */
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

/** Compares items by name if all of them have unique names, otherwise by index. */
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

/** Formats a path such as `.spec.containers[name=web].image`; quotes keys with other characters: `.metadata.labels["a.b/c"]`. */
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

const maxShownLength = 80

function shown(value: unknown): string {
  if (value === undefined || value === null) return '(none)'
  const json = JSON.stringify(value)
  return json.length > maxShownLength ? `${json.slice(0, maxShownLength)}…` : json
}

/** Returns the manager that owns the field, the latest of several. No manager is recorded for a field that was removed. */
function changedBy(live: KubeObject, steps: readonly Step[]): string {
  const owners = managersOf(live)
    .filter(({ manager, subresource }) => manager !== fieldManager && subresource !== 'status')
    .filter((manager) => owns(manager, steps))
    .sort((a, b) => b.time.localeCompare(a.time))
  return owners[0]?.manager ?? ''
}
