import { jsonEscape } from '../../../schema/printable.ts'

/** Characters that JSON allows unescaped, but that are line breaks in YAML 1.1 or not allowed there. */
// eslint-disable-next-line no-control-regex -- control characters are what has to be escaped
const special = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/**
 * Serialises a value as JSON that a YAML 1.1 parser reads unchanged, as API servers parse apply patches. Unescaped, line
 * breaks inside strings would be folded with the spaces around them, and control characters would be refused.
 */
export function jsonInYaml(value: unknown): string {
  return JSON.stringify(value).replaceAll(special, jsonEscape)
}
