import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cliExits, errorTable, fieldErrorTable } from '../../schema/errors.ts'

const page = await readFile(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `') || /^\| \d/.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )

describe('docs/reference/errors.md', () => {
  it('lists exactly the codes of the table, with their properties', () => {
    const documented = rows.filter((cells) => cells.length === 5)
    const expected = Object.entries(errorTable).map(([code, { means, http, exit, retry }]) => [
      `\`${code}\``,
      means,
      String(http),
      String(exit),
      retry ? 'yes' : 'no',
    ])
    expect(documented).toEqual(expected)
  })

  it('lists exactly the further exit codes', () => {
    const documented = rows.filter((cells) => cells.length === 2 && /^\d+$/.test(cells[0] ?? ''))
    expect(documented).toEqual(Object.values(cliExits).map(({ exit, means }) => [String(exit), means]))
  })

  it('lists exactly the codes of fields', () => {
    const documented = rows.filter((cells) => cells.length === 2 && cells[0]?.startsWith('`') === true)
    expect(documented).toEqual(Object.entries(fieldErrorTable).map(([code, means]) => [`\`${code}\``, means]))
  })
})
