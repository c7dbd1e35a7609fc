import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/run-program.ts'
import { findHiddenState } from './hidden-state.ts'

/*
 * State of more than three variables has a name: it is a class with fields, which a debugger shows and a test can
 * reach.
 */

const most = 3

const folders =
  '{schema,process,telemetry,prisma,server,workers,embedded,simulator,client-sdk,cli,web,tools}/**/*.{ts,tsx}'

/** Returns what a source text hides. */
function hiddenIn(text: string): string[] {
  return findHiddenState(new Map([['planted.ts', `export {}; ${text}`]]), most).flatMap(
    ({ variables }) => variables,
  )
}

describe('functions and modules', () => {
  it('hide at most three variables that their inner functions change', async () => {
    const files = new Map<string, string>()
    const exclude = (name: string): boolean => name.includes('generated')
    for await (const path of glob(folders, { cwd: repository, exclude }))
      files.set(path, await readFile(join(repository, path), 'utf8'))
    expect(files.size).toBeGreaterThan(300)
    const found = findHiddenState(files, most).map(
      ({ location, variables }) => `${location} ${variables.join(' ')}`,
    )
    expect(found).toEqual([])
  })

  it.each([
    [
      'variables that are assigned, counted up, and swapped',
      'function f() { let a = 0, b = 0, c = 0, d = 0; return () => { a = 1; b++; [c, d] = [d, c] } }',
    ],
    [
      'maps and sets that are filled',
      `function f() { const a = new Map(), b = new Set(); let c = 0, d = 0
        return () => { a.set(1, 1); b.add(1); c ||= 1; ({ d } = c) } }`,
    ],
    [
      'parameters',
      'const f = (a, { b }) => { let c, d; return () => { a = 1; b += 1; c = 1; for (d of []); } }',
    ],
    ['variables of a module', 'let a = 0, b = 0, c = 0, d = 0; const change = () => { a = b = c = d = 1 }'],
  ])('are caught with %s', (_, text) => {
    expect(hiddenIn(text)).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    ['three variables', 'let a = 0, b = 0, c = 0; return () => { a = b = c = 1 }'],
    [
      'variables that no inner function uses',
      'let a = 0, b = 0, c = 0, d = 0; a = b = c = d = 1; return a + b + c + d',
    ],
    ['variables that never change', 'let a = 0, b = 0, c = 0, d = 0; return () => a + b + c + d'],
    [
      'maps and sets that are only read',
      `const a = new Map(), b = new Set(), c = new Map(), d = new Set()
        return () => [a.get(1), b.has(1), c.size, d.size]`,
    ],
    [
      'variables that belong to a single function',
      'let a = 0, b = 0; return () => { let c = 0, d = 0; return () => { a = b = c = d = 1 } }',
    ],
    [
      'fields of the same names',
      'let a = 0; const o = { b: 0, c: 0, d: 0 }; return () => { a = 1; o.b = 1; o.c = 1; o.d = 1 }',
    ],
  ])('may have %s', (_, body) => {
    expect(hiddenIn(`function f() { ${body} }`)).toEqual([])
  })
})
