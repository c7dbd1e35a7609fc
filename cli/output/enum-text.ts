/** Converts a value of a GraphQL enum that is one word to its spelling in manifests: `READY` to `Ready`. */
export function enumText(value: string): string {
  return `${value.charAt(0)}${value.slice(1).toLowerCase()}`
}
