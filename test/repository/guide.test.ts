import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { repository, runProgram } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/* The example of CONTRIBUTING.md in a copy of what a kind consists of. Types and its test are tried by hand: they take minutes. */

const parts = ['schema', 'prisma', 'client-sdk', 'workers', 'process', 'telemetry', 'package.json']

const tell = `
import { printSchema } from 'graphql'
import { allKinds } from './schema/kinds/index.ts'
import { schema } from './schema/graphql/schema.ts'
import { reconcilers } from './workers/registry.ts'
console.log(JSON.stringify({
  columns: allKinds.find(({ kind }) => kind === 'Widget')?.columns,
  schema: printSchema(schema),
  reconciled: [...reconcilers.keys()],
}))`

it('adds a kind to the API and to the workers with what the guide shows', async () => {
  const guide = await readFile(join(repository, 'CONTRIBUTING.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```(ts|graphql)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
    language,
    text,
  }))
  const [declaration, line, type, reconciler] = blocks
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text)
  const copy = await temporaryFolder()
  await Promise.all(parts.map((part) => cp(join(repository, part), join(copy, part), { recursive: true })))
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'))
  await writeFile(join(copy, 'schema/kinds/widget.ts'), declaration ?? '')
  await writeFile(join(copy, 'schema/kinds/concepts.ts'), line ?? '', { flag: 'a' })
  await writeFile(join(copy, 'schema/graphql/kinds/widget.ts'), type ?? '')
  await writeFile(join(copy, 'workers/reconcilers/widget.ts'), reconciler ?? '')
  await writeFile(join(copy, 'tell.ts'), tell)
  await mkdir(join(copy, 'home'))

  const { exit, stdout, stderr } = await runProgram([process.execPath, join(copy, 'tell.ts')], {
    home: join(copy, 'home'),
  })
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  const told = JSON.parse(stdout) as { columns: object[]; schema: string; reconciled: string[] }
  expect(told.columns).toEqual([{ header: 'CONFIG MAP', path: 'status.outputs.configMap' }])
  expect(told.reconciled).toContain('Widget')
  const operations = await readFile(join(repository, 'workers/operations/reconcilers.graphql'), 'utf8')
  const fragment = blocks.find(({ language }) => language === 'graphql')?.text ?? ''
  const document = parse(operations.replace('fragment References on Object {', (head) => head + fragment))
  expect(document.definitions.length).toBeGreaterThan(1)
  const errors = validate(buildSchema(told.schema), document).map(({ message }) => message)
  // What other files of operations use is unused here.
  expect(errors.filter((message) => !message.includes('is never used'))).toEqual([])
})
