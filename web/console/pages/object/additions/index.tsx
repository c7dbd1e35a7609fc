import type { ComponentType } from 'react'
import type { KindInfo } from '../../../data/kind-info.ts'
import { Skeleton } from '../../../parts/basics.tsx'
import { deferred } from '../../../parts/deferred.tsx'
import type { View } from '../use-view.ts'

/* What the overview of a kind shows besides what it shows of any. Loaded when a page needs it. */

type Addition = ComponentType<{ view: View; kind: KindInfo }>

const addition = (load: () => Promise<{ default: Addition }>): Addition =>
  deferred(load, <Skeleton lines={4} />)

const additions: Readonly<Record<string, Addition>> = {
  KubernetesRuntimeInstance: addition(() => import('./runtime.tsx')),
  Profile: addition(() => import('./profile.tsx')),
  SupportServiceInstance: addition(() => import('./support-service.tsx')),
}

const rollout: Addition = addition(() => import('./definition-rollout.tsx'))

/** Returns the additions to the overview of a kind. */
export function additionsFor(kind: KindInfo): readonly Addition[] {
  const own = additions[kind.kind]
  return [...(kind.rollsOut ? [rollout] : []), ...(own === undefined ? [] : [own])]
}

/** The kinds whose additions show all that refers to their objects. */
export const showUsers: ReadonlySet<string> = new Set([
  'KubernetesRuntimeInstance',
  'Profile',
  'SupportServiceInstance',
])
