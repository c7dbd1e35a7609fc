/** What pages know of a kind. */
export interface KindInfo {
  kind: string
  /** The name in addresses and on the command line, such as `workload-instance`. */
  noun: string
  plural: string
  /** The file of the registry that declares it, such as `workload`. */
  concept: string
  description: string
  aliases: readonly string[]
  scope: 'project' | 'global'
  columns: readonly { header: string; path: string; wide: boolean }[]
  /** The kind of its definition, for an instance. */
  definition?: string
  /** The name of definition and instance together, such as `Workload`. */
  pair?: string
  reconciled: boolean
  /** True if only other objects create it. */
  ownedOnly: boolean
  /** True if its removal may ask for a confirmation. */
  isGuarded: boolean
  /** True if its objects may cost something by themselves, in a cloud. */
  isPriced: boolean
  /** True if its edits may reach other objects in waves. */
  rollsOut: boolean
  references: readonly { field: string; to: string }[]
  /** Fields with several references: names, or entries that have the name in the field `key`. */
  referenceLists: readonly { field: string; to: string; key?: string }[]
}
