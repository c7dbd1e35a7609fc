import { useEffect, useMemo, useRef, useState } from 'react'
import type { AnyObject, ObjectFilter } from '../../../../client-sdk/index.ts'
import type { KindInfo } from '../../data/kind-info.ts'
import { useLive, type Live } from '../../data/live.ts'
import { useLoaded } from '../../data/load.ts'
import { readLock, type Lock } from '../../data/lock.ts'
import { keyOf } from '../../data/object-key.ts'
import { readOwners } from '../../data/owners.ts'
import type { Named } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { filtersFor, membersOf, readFamily, usesOf, type Use } from './related.ts'

/** The kinds of objects about the delivery of an application, which refer to it. */
const deliveryKinds = ['Promotion', 'Hold', 'Delivery', 'RolloutDecision'] as const

export function isDecisionKind(kind: string): boolean {
  return deliveryKinds.some((each) => each === kind)
}

/** An object as its page shows it, with what it has to do with others. All are as they are now. */
export interface View {
  object: AnyObject
  /** What it consists of, directly. */
  owned: readonly AnyObject[]
  /** Returns what an object in the family consists of. */
  ownedBy: (id: string) => readonly AnyObject[]
  /** All that it consists of. */
  family: readonly AnyObject[]
  /** False until all that it consists of is known. */
  isFamilyKnown: boolean
  uses: readonly Use[]
  owners: readonly Named[]
  /** Why users cannot change it. Undefined also until that is known. */
  lock: Lock | undefined
  /** Whether users can change it. False until that is known. */
  isChangeable: boolean
  /** Returns an object that the page follows. */
  find: (named: Named) => AnyObject | undefined
  /** What has been decided about an application: its deliveries, promotions, holds and decisions. */
  decisions: readonly AnyObject[]
}

export interface ViewState {
  view?: View
  isGone: boolean
  /** The ID of the object, also once it is gone. Absent until the object is known. */
  id?: string
  error?: Error
}

/** Follows an object, what it consists of and what it uses, over one subscription. */
export function useView(kind: KindInfo, name: string, project: string | undefined): ViewState {
  const projectName = kind.scope === 'global' ? null : (project ?? null)
  const self = { kind: kind.kind, name, projectName }
  const first = useLoaded(keyOf(self), () =>
    client.objects.get({ kind: kind.kind, name, project: projectName }),
  )
  const [followed, setFollowed] = useState<Followed>({ related: [] })
  const live = useSteady(filterOf(self, followed))
  const found = [...live.objects.values()].find((each) => keyOf(each) === keyOf(self))
  const object = found ?? (live.isComplete ? undefined : first.value)
  const id = object?.id

  const isDecision = (each: AnyObject): boolean => kind.kind === 'Application' && isDecisionKind(each.kind)
  const uses = useMemo(() => (object === undefined ? [] : usesOf(object)), [object])
  const known = new Set(followed.related.map(keyOf))
  const direct = [...live.objects.values()].filter(
    (each) => each.id !== id && !isDecision(each) && !known.has(keyOf(each)),
  )
  const familyKey = live.isComplete
    ? `${id} ${direct.map((each) => `${each.id} ${each.status.phase}`).join()}`
    : ''
  const family = useLoaded(familyKey, async (signal) =>
    id === undefined || familyKey === '' ? undefined : readFamily(id, signal),
  )
  const owners = useLoaded(`owners of ${id}`, async () => (id === undefined ? [] : readOwners(id)))
  const lockKey = object === undefined ? '' : `${id} ${object.deletionRequestedAt}`
  const lock = useLoaded(lockKey, async (signal) =>
    object === undefined
      ? undefined
      : // If it cannot be read, the server refuses what is not possible, with the reason.
        { key: lockKey, lock: await readLock(object, signal).catch(() => undefined) },
  )
  const knownLock = lock.value?.key === lockKey ? lock.value : undefined

  const members = family.value === undefined ? [] : membersOf(family.value)
  const isDirect = new Set(
    id === undefined ? [] : (family.value?.ownedBy.get(id) ?? []).map((each) => each.id),
  )
  const related = [...members.filter((each) => !isDirect.has(each.id)), ...uses]
  const keys = related.map(keyOf).toSorted().join()
  useEffect(() => {
    if (id !== undefined) setFollowed({ id, related })
    // The keys say which objects these are.
  }, [id, keys])

  const view = useMemo((): View | undefined => {
    if (object === undefined) return undefined
    const byKey = new Map([...live.objects.values()].map((each) => [keyOf(each), each]))
    const now = (each: AnyObject): AnyObject => live.objects.get(each.id) ?? each
    const owned = [
      ...new Map(
        [...direct, ...members.filter((each) => isDirect.has(each.id))].map((each) => [each.id, now(each)]),
      ).values(),
    ].filter((each) => !live.isComplete || live.objects.has(each.id))
    return {
      object,
      owned,
      ownedBy: (owner) => (owner === object.id ? owned : (family.value?.ownedBy.get(owner) ?? []).map(now)),
      family: [...new Map([...owned, ...members].map((each) => [each.id, now(each)])).values()],
      isFamilyKnown: family.value !== undefined,
      uses,
      owners: owners.value ?? [],
      lock: knownLock?.lock,
      isChangeable: knownLock !== undefined && knownLock.lock === undefined,
      find: (named) => byKey.get(keyOf(named)),
      decisions: [...live.objects.values()].filter(isDecision),
    }
    // The objects are of these two, which change together with all else.
  }, [object, live, family.value, owners.value, knownLock, uses])

  const error = live.error ?? (object === undefined ? first.error : undefined)
  return {
    ...(view === undefined ? {} : { view }),
    isGone: object === undefined && live.isComplete && !first.isLoading,
    ...(followed.id === undefined ? {} : { id: followed.id }),
    ...(error === undefined ? {} : { error }),
  }
}

/** What is known of the objects that a page has to follow. */
interface Followed {
  /** Absent until the object is known. */
  id?: string
  related: readonly Named[]
}

function filterOf(self: Named, { id, related }: Followed): ObjectFilter {
  return {
    or: [
      ...filtersFor([self]),
      ...(id === undefined ? [] : [{ ownedBy: id }]),
      ...(id === undefined || self.kind !== 'Application'
        ? []
        : [{ kinds: [...deliveryKinds], references: { id, field: 'application' } }]),
      ...filtersFor(related),
    ],
  }
}

/** Follows objects as `useLive` does. When the filter changes, what was there stays until the new objects are complete. */
function useSteady(filter: ObjectFilter): Live {
  const live = useLive(filter)
  const last = useRef<Live>(undefined)
  if (live.isComplete) last.current = live
  return live.isComplete || live.error !== undefined ? live : (last.current ?? live)
}
