import { Document, visit } from 'yaml'
import { escapeUnprintable, hasUnprintable } from '../../schema/printable.ts'

/**
 * Long texts as blocks, so that a person can read the YAML inside. A text with characters that cannot be seen is put in
 * quotes, where they can be escaped without becoming others.
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

/** YAML has no pairs of surrogates. https://yaml.org/spec/1.2.2/#57-escaped-characters */
function yamlEscape(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
}
