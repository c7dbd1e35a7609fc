/**
 * A text as a YAML reader takes it, with the same lines; what is such a text already stays as it is. kubectl reads more than
 * YAML allows: a byte order mark before any document, as where files were joined, and JSON objects one after the other
 * with nothing between them.
 */
export function asYamlStream(text: string): string {
  const unmarked = text.replaceAll(/^\uFEFF/gm, '')
  // Between objects in column 1 there is nothing else in JSON, nor in a YAML text that begins like that.
  return /^\s*\{/.test(unmarked) ? unmarked.replaceAll(/(?<=\}\s*\n)\{/g, '--- {') : unmarked
}
