import type { ResourceNodeFieldsFragment } from '../../client-sdk/generated/documents.ts'
import type { AnyObject } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { messageOf, phaseOf } from '../objects/record.ts'

/** An object, what it has in its cluster, and the objects that it owns. */
export interface Shown {
  object: AnyObject
  nodes: readonly ResourceNodeFieldsFragment[]
  owned: readonly Shown[]
}

/** What a resource owns; of null, what is at the top. */
export function childrenOf(nodes: Shown['nodes'], id: string | null): Shown['nodes'] {
  return nodes.filter(({ parentId }) => parentId === id)
}

/** As `-o json` and `-o yaml` print it: each object and resource with what it owns below it. */
export function recordOfTree({ object, nodes, owned }: Shown): object {
  const spec = isRecord(object.manifestSpec) ? object.manifestSpec : {}
  const below = (parent: string | null): object[] =>
    childrenOf(nodes, parent).map(
      ({ group, version, kind, namespace, name, health, reason, message, createdAt, id }) => ({
        group,
        version,
        kind,
        ...(namespace === '' ? {} : { namespace }),
        name,
        health,
        reason,
        message,
        ...(createdAt === null ? {} : { createdAt }),
        owns: below(id),
      }),
    )
  return {
    kind: object.kind,
    name: object.name,
    ...(object.projectName === null ? {} : { project: object.projectName }),
    ...(typeof spec['definition'] === 'string' ? { definition: spec['definition'] } : {}),
    phase: phaseOf(object),
    message: messageOf(object),
    createdAt: object.createdAt,
    owned: owned.map(recordOfTree),
    resources: below(null),
  }
}
