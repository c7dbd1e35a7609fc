/** One step of a path: a field of a map, or an item of a list by its name or index. */
export type Segment = { field: string } | { name: string } | { index: number }

/** Parses a path such as `.spec.template.spec.containers[name=web].image`, `.metadata.annotations["a.b/c"]` or `.spec.ports[0]`. */
export function parseFieldPath(path: string): Segment[] {
  const segments: Segment[] = []
  for (const [, field, quoted, name, index] of path.matchAll(
    /\.?([\w-]+)|\["([^"]+)"\]|\[name=([^\]]+)\]|\[(\d+)\]/g,
  )) {
    if (index !== undefined) segments.push({ index: Number(index) })
    else if (name !== undefined) segments.push({ name })
    else segments.push({ field: quoted ?? field ?? '' })
  }
  return segments
}
