/** Converts a value of a GraphQL enum to its spelling in manifests: `READY` to `Ready`, `ROLLED_BACK` to `RolledBack`. */
export function enumText(value: string): string {
  return value
    .split('_')
    .map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
    .join('')
}
