import { stringify } from 'yaml'

/** Long texts as blocks, so that a person can read the YAML inside. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false })
}
