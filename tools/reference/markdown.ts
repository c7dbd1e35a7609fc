import { format, resolveConfig } from 'prettier'
import { wrapAnsi } from 'fast-wrap-ansi'

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

/** The longest line of a paragraph. */
const width = 110

/**
 * Joins the parts of a generated page that are not empty, and wraps their paragraphs. Tables are not aligned, so that a change of a cell
 * changes one line.
 */
export function pageOf(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join('\n\n')
  return `${text.split(codeBlocks).map(wrapped).join('').trimEnd()}\n`
}

/** Matches code blocks, which remain parts of a text that is split by them. */
const codeBlocks = /(^```.*?^```$)/ms

function wrapped(text: string): string {
  if (text.startsWith('```')) return text
  const wrap = (line: string): string => (/^[|#]/.test(line) ? line : wrapAnsi(line, width))
  return text.split('\n').map(wrap).join('\n')
}

/** Formats a page that is only partly generated as the Markdown of the repository. */
export async function formattedPage(path: string, text: string): Promise<string> {
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
