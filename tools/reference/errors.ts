import { readFile } from 'node:fs/promises'
import { cliExits, errorTable, fieldErrorTable } from '../../schema/errors.ts'
import { code, formattedPage, replaceSection, tableOf } from './markdown.ts'

/** Returns the page of errors with its tables renewed; the text around them is written by hand. */
export async function errorsPage(path: string): Promise<string> {
  const tables: Readonly<Record<string, string>> = {
    codes: tableOf(
      ['code', 'means', 'HTTP', 'exit', 'try again'],
      Object.entries(errorTable).map(([name, { means, http, exit, retry }]) => [
        code(name),
        means,
        String(http),
        String(exit),
        retry ? 'yes' : 'no',
      ]),
    ),
    exits: tableOf(
      ['exit', 'means'],
      Object.values(cliExits).map(({ exit, means }) => [String(exit), means]),
    ),
    fields: tableOf(
      ['field code', 'means'],
      Object.entries(fieldErrorTable).map(([name, means]) => [code(name), means]),
    ),
  }
  let text = await readFile(path, 'utf8')
  for (const [name, table] of Object.entries(tables)) text = replaceSection(text, name, table)
  return formattedPage(path, text)
}
