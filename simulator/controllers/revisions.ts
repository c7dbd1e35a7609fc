import { at, clone, equal, type Json, type JsonObject } from '../json.ts'
import type { DaemonSet, StatefulSet } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import { listOwned } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import { controllerReference, type Control } from './controller.ts'

const resource = 'controllerrevisions.apps'

/** The label with the revision of the set that a pod was created from. */
export const revisionLabel = 'controller-revision-hash'

export interface Revision {
  name: string
  hash: string
}

/**
 * Stores the template of a set as its latest revision, for rollbacks. A revision that existed before becomes the latest
 * again.
 */
export async function ensureRevision(
  set: DaemonSet | StatefulSet,
  hashLabel: string,
  { context, writes }: Control,
): Promise<Revision> {
  const { metadata, spec } = set
  const template = objectWithDirective(clone(spec.template))
  const revisions = listOwned(context.store, resource, set)
  const newest = Math.max(0, ...revisions.map(numberOf))
  const known = revisions.find((each) => equal(at(each, 'data', 'spec', 'template'), template))
  if (known !== undefined) {
    if (numberOf(known) < newest)
      await writes.update(known, (draft) => {
        draft['revision'] = newest + 1
      })
    return { name: known.metadata.name, hash: known.metadata.labels?.[hashLabel] ?? '' }
  }
  const hash = shortHash(clone(spec.template))
  const name = `${metadata.name}-${hash}`
  await writes.create({
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name,
      namespace: metadata.namespace,
      labels: { ...spec.template.metadata.labels, [hashLabel]: hash },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ownerReferences: [controllerReference(set)],
    },
    revision: newest + 1,
    data: { spec: { template } },
  })
  return { name, hash }
}

/** Deletes the oldest unused revisions beyond the set's limit. */
export async function truncateRevisions(
  set: DaemonSet | StatefulSet,
  isUsed: (revision: KubeObject) => boolean,
  { context, writes }: Control,
): Promise<void> {
  const unused = listOwned(context.store, resource, set).filter((each) => !isUsed(each))
  const surplus = unused.length - (set.spec.revisionHistoryLimit ?? 10)
  if (surplus <= 0) return
  for (const each of unused.sort((a, b) => numberOf(a) - numberOf(b)).slice(0, surplus))
    await writes.delete(each)
}

/** Returns the template of a revision. */
export function templateOfRevision(
  set: StatefulSet,
  name: string,
  { context }: Control,
): StatefulSet['spec']['template'] {
  const found = context.store.get({ resource, namespace: set.metadata.namespace ?? '', name })
  // Only the function above writes revisions, with a template in them.
  const data = found?.['data'] as { spec: { template: StatefulSet['spec']['template'] } } | undefined
  return data?.spec.template ?? set.spec.template
}

/** Adds the directive of a strategic merge patch: a rollback replaces the whole template. */
function objectWithDirective(template: Json): JsonObject {
  return { $patch: 'replace', ...(template as JsonObject) }
}

function numberOf(revision: KubeObject): number {
  return Number(revision['revision'] ?? 0)
}
