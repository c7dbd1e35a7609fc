import { Document, visit } from 'yaml'
import { escapeUnprintable, hasUnprintable } from '../../schema/printable.ts'

/**
 * Formats a value as YAML. Multi-line strings become literal blocks, so that embedded manifests stay readable. Strings
 * with unprintable characters are double-quoted, since only there YAML has escapes.
 */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && hasUnprintable(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  return escapeUnprintable(document.toString({ lineWidth: 0, blockQuote: 'literal' }), yamlEscape)
}

/** Escapes a character by its code point: YAML has no surrogate pairs. https://yaml.org/spec/1.2.2/#57-escaped-characters */
function yamlEscape(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
}
