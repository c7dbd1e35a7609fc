import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { allKinds } from '../../schema/kinds/index.ts'
import { runCli } from '../support/run-cli.ts'

const resources = (format: string) => runCli(['api-resources', '-o', format])

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
  ])('prints what %s selects', async (template, expected) => {
    expect(await resources(`jsonpath=${template}`)).toEqual({ exit: 0, stdout: `${expected}\n`, stderr: '' })
  })

  it.each(['{.items[?(@.kind=="Project")]}', '{range .items[*]}', '{.items[}'])(
    'refuses what it does not understand: %s',
    async (template) => {
      const { exit, stdout } = await resources(`jsonpath=${template}`)
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    },
  )
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

  it('is one of all kinds where none is named', async () => {
    const { stdout } = await runCli(['schema'])
    expect(JSON.parse(stdout)).toMatchObject({ oneOf: allKinds.map(({ kind }) => ({ title: kind })) })
  })
})
