/*
 * The filter of lists of objects: a tree whose inner nodes are `and`, `or` and `not`. Each node is the conjunction of all of
 * its conditions, so an empty node matches every object.
 */

/** A node of a filter. An object must meet all conditions of the node. */
export interface ObjectFilter extends ObjectConditions {
  /** Matches objects that every one of these nodes matches. */
  and?: readonly ObjectFilter[]
  /** Matches objects that at least one of these nodes matches; an empty list matches none. */
  or?: readonly ObjectFilter[]
  /** Matches objects that this node does not match. */
  not?: ObjectFilter
}

/** The conditions of a node. A condition with an empty list of values matches no object. */
export interface ObjectConditions {
  ids?: readonly bigint[]
  kind?: string
  kinds?: readonly string[]
  /** Name of the project. @default all projects */
  project?: string
  projects?: readonly string[]
  names?: readonly string[]
  /** Matches objects that have all of these labels. */
  labels?: Readonly<Record<string, string>>
  /** Matches objects that meet all of these requirements. */
  labelExpressions?: readonly LabelRequirement[]
  /** A substring of the name. */
  search?: string
  /**
   * Words in the name, the labels or the spec: matches objects that have, for each of these words, one that begins with it.
   * Case-insensitive, without punctuation, in any script. Secrets are not searched.
   */
  text?: string
  phases?: readonly string[]
  /** Matches objects whose newest generation is ready and that are not being deleted. */
  ready?: boolean
  stalled?: boolean
  /** Matches objects whose deletion has been requested. */
  deleting?: boolean
  /** Matches objects that were created at this time or later. */
  createdAfter?: Date
  /** Matches objects that were created before this time. */
  createdBefore?: Date
  /** Matches objects that were last changed at this time or later. */
  updatedAfter?: Date
  /** Matches objects that were last changed before this time. */
  updatedBefore?: Date
  /** Matches objects that reference this one, by any spec field or by the given one. */
  references?: bigint | { id: bigint; field: string }
  /** Matches the owners of this object. */
  owners?: bigint
  /** Matches objects that this one owns. */
  ownedBy?: bigint
  /**
   * Matches objects whose spec fields have these values, or one of several values. The fields must be `filterable` in one
   * of the kinds that the node, or a node around it, selects.
   */
  specFields?: Readonly<Record<string, SpecValue | readonly SpecValue[]>>
}

/** The value of a filterable spec field. */
export type SpecValue = string | number | boolean

/** The operators of label selectors, with the semantics of Kubernetes. */
export const labelOperators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const

export type LabelOperator = (typeof labelOperators)[number]

/** A requirement of a label selector. `NotIn` and `DoesNotExist` also match objects without the label. */
export interface LabelRequirement {
  key: string
  operator: LabelOperator
  /** The values of `In` and `NotIn`; absent or empty for the other operators. */
  values?: readonly string[]
}

/** The maximum number of conditions in a filter. Each label, label requirement and spec field counts as one. */
export const maxConditions = 100

/** The maximum number of words of a full-text search. */
export const maxSearchWords = 10

/** The maximum depth of a filter: the number of nodes from the root to the deepest one. */
export const maxFilterDepth = 10
