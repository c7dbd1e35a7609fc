interface NamedObject {
  kind: string
  name: string
  /** Absent or null for a kind without projects. */
  projectName?: string | null | undefined
}

/** Returns a key of an object that others name by its kind, its project and its name. */
export function keyOf({ kind, projectName, name }: NamedObject): string {
  return `${kind}/${projectName ?? ''}/${name}`
}
