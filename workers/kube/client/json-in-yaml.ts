/** Line breaks of YAML 1.1 that JSON does not know, and what YAML does not allow as it is. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const special = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/**
 * JSON as a reader of YAML 1.1 takes it, as API servers read what is applied: line breaks in a text would be folded together
 * with the spaces around them, and control characters be refused. Written as escapes they are what they are.
 */
export function jsonInYaml(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    special,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
