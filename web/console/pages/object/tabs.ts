import type { KindInfo } from '../../data/kind-info.ts'

export type TabName =
  'overview' | 'environments' | 'graph' | 'resources' | 'logs' | 'terminal' | 'events' | 'history' | 'yaml'

/** Returns what there is to see of objects of a kind, in order. */
export function tabsFor(kind: KindInfo): TabName[] {
  return [
    ...(kind.kind === 'Application' ? (['environments'] as const) : []),
    'overview',
    'graph',
    ...(hasResources(kind) ? (['resources'] as const) : []),
    ...(runsInCluster(kind) ? (['logs', 'terminal'] as const) : []),
    'events',
    'history',
    'yaml',
  ]
}

/** Reports whether objects of a kind have resources in clusters, or may consist of objects that have some. */
function hasResources({ reconciled, kind, definition, concept }: KindInfo): boolean {
  // A definition has none; its instances do.
  return reconciled && !kind.endsWith('Definition') && (definition !== undefined || concept !== 'project')
}

/** Reports whether objects of a kind have pods of their own: what is placed in a runtime may have some. */
export function runsInCluster({ reconciled, references }: KindInfo): boolean {
  return (
    reconciled && references.some(({ to }) => to === 'KubernetesRuntimeInstance' || to === 'WorkloadInstance')
  )
}
