import type { AnyObject } from '../../../../client-sdk/index.ts'
import { useLoaded, type Loaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import type { ResourceNode } from './health.tsx'
import { runsInCluster } from './tabs.ts'
import { kindOf } from '../../data/kinds.ts'
import { useTick } from './use-tick.ts'
import type { View } from './use-view.ts'

/** The resources of an object and of what it consists of, by the ids of the objects. */
export type Trees = ReadonlyMap<string, readonly ResourceNode[]>

/** The most objects whose resources are read for one page. */
const maxTrees = 30

/** Milliseconds between two looks at the clusters. A change of an object that is followed leads to one at once. */
const pace = 10_000

/** Reads the resources in clusters of an object and of its family, again and again while they are shown. */
export function useTrees({ object, family }: View): Loaded<Trees> {
  const tick = useTick(pace)
  const members = [object, ...family].filter(({ kind }) => runsInCluster(kindOf(kind))).slice(0, maxTrees)
  const key = `${members.map(({ id, version, status }) => `${id}@${version}${status.phase}`).join()} ${tick}`
  return useLoaded(key, async () => {
    const trees = await Promise.all(
      members.map(async (member) => [member.id, await nodesOf(member)] as const),
    )
    return new Map(trees)
  })
}

/** A runtime that is away hides its resources, and nothing else of the page. */
async function nodesOf({ kind, name, projectName: project }: AnyObject): Promise<readonly ResourceNode[]> {
  return client.objects.tree({ kind, name, project }).catch(() => [])
}
