/**
 * Converts a text that kubectl accepts to a valid YAML stream with the same line numbers. kubectl accepts more than
 * YAML allows: a byte order mark before any document, as in concatenated files, and consecutive JSON objects without
 * separators.
 */
export function asYamlStream(text: string): string {
  const unmarked = text.replaceAll(/^\uFEFF/gm, '')
  // In JSON, and in YAML that starts with an object, a brace in column 1 after a closing brace always starts an object.
  return /^\s*\{/.test(unmarked) ? unmarked.replaceAll(/(?<=\}\s*\n)\{/g, '--- {') : unmarked
}
