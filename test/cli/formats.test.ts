import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { enumText } from '../../schema/enum-text.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { kebabCase } from '../../schema/names.ts'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const resources = (format: string) => runCli(['api-resources', '-o', format])

it.each([
  ['READY', 'Ready'],
  ['ROLLED_BACK', 'RolledBack'],
])('spells the value %s of an enum %s, as in manifests', (value, text) => {
  expect(enumText(value)).toBe(text)
})

describe('-o jsonpath', () => {
  const names = allKinds.map(({ kind }) => kind)
  const [first = ''] = names
  it.each([
    ['{.items[0].kind}', first],
    ['.items[0].kind', first],
    ['items[0].kind', first],
    ['{$.items[0].kind}', first],
    ["{.items[0]['kind']}", first],
    ['{.items[-1].kind}', names.at(-1)],
    ['{.items[*].kind}', names.join(' ')],
    ['{..kind}', names.join(' ')],
    ['kind: {.items[0].kind}{"\\n"}{"\\t"}.', `kind: ${first}\n\t.`],
    ['{.items[0].aliases}', JSON.stringify(allKinds[0]?.aliases ?? [])],
    ['{.items[0].inProject}', String(allKinds[0]?.scope !== 'global')],
    ['{.nothing}', ''],
    ['{.items[999].kind}', ''],
    ['{.constructor}', ''],
    ['{.items[?(@.kind=="Project")].name}', 'projects'],
    [
      "{.items[?(@.kind!='Project')].inProject}",
      allKinds
        .filter(({ kind }) => kind !== 'Project')
        .map(({ scope }) => String(scope !== 'global'))
        .join(' '),
    ],
    [
      '{range .items[*]}{.kind}={@.inProject}{";"}{end}',
      allKinds.map(({ kind, scope }) => `${kind}=${scope !== 'global'};`).join(''),
    ],
    [
      '{range .items[0,1]}{$.items[-1].kind} {.kind}, {end}',
      names
        .slice(0, 2)
        .map((kind) => `${names.at(-1)} ${kind}, `)
        .join(''),
    ],
    ["{.items[0]['kind', 'name']}", `${first} ${kebabCase(allKinds[0]?.plural ?? '')}`],
    ['{.items[0:2].kind}', names.slice(0, 2).join(' ')],
    ['{.items[0].kind "/" .items[1].kind}', `${first}/${names[1]}`],
    ['{"{\\"}"}', '{"}'],
  ])('prints the values that %s selects', async (template, expected) => {
    expect(await resources(`jsonpath=${template}`)).toEqual({ exit: 0, stdout: `${expected}\n`, stderr: '' })
  })

  it('ends with one line break, even if the template does', async () => {
    expect((await resources('jsonpath={.items[0].kind}{"\\n"}')).stdout).toBe(`${first}\n`)
  })

  it.each([
    ['{range .items[*]}', '{range .items[*]} without {end}'],
    ['{end}', '{end} without {range PATH}'],
    ['{.items[}', 'it is incomplete'],
    ['{.items', 'a brace that is never closed: "{.items"'],
    ['{.items[?(@.kind==)]}', '".items[?(@.kind==)]" is not a JSONPath expression'],
    ['', 'needs a template'],
  ])('refuses the template %s', async (template, reason) => {
    const { exit, stdout, stderr } = await resources(`jsonpath=${template}`)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })
})

describe('other templates', () => {
  const names = allKinds.map(({ kind }) => kind)

  it('prints custom columns', async () => {
    const columns = 'custom-columns=KIND:.kind,ALIAS:{.aliases[0]},NONE:.nothing'
    const { exit, stdout } = await resources(columns)
    expect(exit).toBe(0)
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['KIND', 'ALIAS', 'NONE'],
      ...allKinds.map(({ kind, aliases }) => [kind, aliases?.[0] ?? '<none>', '<none>']),
      [''],
    ])
  })

  it('prints the values of a path as JSON', async () => {
    expect(JSON.parse((await resources('jsonpath-as-json={.items[*].kind}')).stdout)).toEqual(names)
  })

  it('reads templates from files', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'path'), '{.items[0].kind}\n')
    await writeFile(join(cwd, 'columns'), 'KIND    PROJECT\n.kind   .inProject\n')
    await writeFile(join(cwd, 'uneven'), 'KIND PROJECT\n.kind\n')
    const run = (format: string) => runCli(['api-resources', '-o', format], { cwd })
    expect(await run('jsonpath-file=path')).toMatchObject({ exit: 0, stdout: `${names[0]}\n` })
    expect((await run('custom-columns-file=columns')).stdout).toMatch(/^KIND +PROJECT\n/)
    expect(await run('custom-columns-file=uneven')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('got 2 headers and 1 paths'),
    })
    expect(await run('jsonpath-file=absent')).toMatchObject({
      exit: 2,
      stderr: 'Error: -o jsonpath-file: cannot read absent: it does not exist\n',
    })
  })

  it.each([
    ['custom-columns=KIND', 'is not a column'],
    ['custom-columns=KIND:.a[', 'is not a JSONPath expression'],
    ['go-template={{.kind}}', 'jsonpath='],
    ['jsonpth={.a}', 'is not an output format'],
  ])('refuses %s', async (format, reason) => {
    const { exit, stdout, stderr } = await resources(format)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })
})

describe('api-resources', () => {
  it.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parse(text)],
  ])('has every kind as %s', async (format, read) => {
    const { exit, stdout } = await resources(format)
    expect(exit).toBe(0)
    expect(read(stdout)).toMatchObject({
      items: allKinds.map(({ kind, description }) => ({ kind, description })),
    })
  })

  it('has more columns when wide', async () => {
    const [table = '', wide = ''] = await Promise.all(
      ['table', 'wide'].map(async (format) => (await resources(format)).stdout.split('\n')[0]),
    )
    expect(table.split(/ {2,}/)).toEqual(['NAME', 'ALIASES', 'KIND', 'IN PROJECT'])
    expect(wide.split(/ {2,}/)).toEqual([...table.split(/ {2,}/), 'COLUMNS', 'DESCRIPTION'])
  })
})

describe('schema', () => {
  it.each(allKinds.map(({ kind }) => kind))('is JSON Schema of %s', async (kind) => {
    const { exit, stdout } = await runCli(['schema', kind])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ $schema: expect.any(String), title: kind, type: 'object' })
  })

  it('covers all kinds if none is given', async () => {
    const { stdout } = await runCli(['schema'])
    expect(JSON.parse(stdout)).toMatchObject({ oneOf: allKinds.map(({ kind }) => ({ title: kind })) })
  })
})
