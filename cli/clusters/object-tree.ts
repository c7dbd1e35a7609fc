import type { ResourceNodeFieldsFragment } from '../../client-sdk/generated/documents.ts'
import type { AnyObject } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import { decidedBy, resourceDecidedBy } from './decided-by.ts'

/** An object with its resources in the cluster and the trees of the objects that it owns. */
export interface ObjectTree {
  object: AnyObject
  nodes: readonly ResourceNodeFieldsFragment[]
  owned: readonly ObjectTree[]
}

/** Returns the resources that a resource owns, by its key, or the top-level ones for null. */
export function childrenOf(nodes: ObjectTree['nodes'], key: string | null): ObjectTree['nodes'] {
  return nodes.filter(({ parentKey }) => parentKey === key)
}

/** Converts a tree to the form that `-o json` and `-o yaml` print: each object and resource contains what it owns. */
export function recordOfTree({ object, nodes, owned }: ObjectTree): object {
  const spec = isRecord(object.manifestSpec) ? object.manifestSpec : {}
  const below = (parent: string | null): object[] =>
    childrenOf(nodes, parent).map(
      ({ group, version, kind, namespace, name, health, reason, message, createdAt, key }) => ({
        group,
        version,
        kind,
        ...(namespace === '' ? {} : { namespace }),
        name,
        health: health.toLowerCase(),
        reason,
        message,
        ...(createdAt === null ? {} : { createdAt }),
        ...listed('decidedBy', parent === null ? resourceDecidedBy({ kind, name }, object) : []),
        owns: below(key),
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
    ...listed('decidedBy', decidedBy(object)),
    owned: owned.map(recordOfTree),
    resources: below(null),
  }
}

/** Returns a field with a list, or nothing for an empty one. */
function listed(field: string, values: readonly string[]): Record<string, readonly string[]> {
  return values.length === 0 ? {} : { [field]: values }
}
