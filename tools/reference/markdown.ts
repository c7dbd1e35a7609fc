import { format, resolveConfig } from 'prettier'

/** Returns a table, or nothing for a table without rows. */
export function tableOf(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns a text as inline code, or nothing for an empty text. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

/** Joins the parts of a page that are not empty, and formats it as the repository's Markdown. */
export async function pageOf(path: string, parts: readonly string[]): Promise<string> {
  const text = parts.filter((part) => part !== '').join('\n\n')
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown', proseWrap: 'always' })
}

/** Replaces what is between the marker comments of a section. Throws if the text lacks them. */
export function replaceSection(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}, generated -->`, `<!-- end of ${name} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`the page has no marker comments "${begin}" and "${end}"`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}
