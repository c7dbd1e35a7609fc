/** Reports whether one version, as numbers with dots between them, is older than another. */
export function isOlderVersion(version: string, other: string): boolean {
  const [parts = [], others = []] = [version, other].map((each) => each.split('.').map(Number))
  const position = others.findIndex((part, index) => part !== (parts[index] ?? 0))
  return position >= 0 && (parts[position] ?? 0) < (others[position] ?? 0)
}
