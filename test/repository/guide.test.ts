import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository, runProgram, type ProgramRun } from '../support/run-program.ts'

/* Follows CONTRIBUTING.md literally in a copy of the repository, with the real generator, compiler and stack. */

let folder: string
let copy: string
let files: GuideFile[]
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-guide-')))
  copy = join(folder, 'copy')
  await copyRepository()
  files = await filesOf(await readFile(join(copy, 'CONTRIBUTING.md'), 'utf8'))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the kind that CONTRIBUTING.md adds', { timeout: 600_000 }, () => {
  it('is four new files and two changed ones', () => {
    expect(files.filter(({ before }) => before === undefined).map(({ path }) => path)).toEqual([
      'schema/kinds/widget.ts',
      'schema/graphql/kinds/widget.ts',
      'workers/reconcilers/widget.ts',
      'test/workers/reconcilers/widget.test.ts',
    ])
    expect(files.filter(({ before }) => before !== undefined).map(({ path }) => path)).toEqual([
      'schema/kinds/concepts.ts',
      'workers/operations/reconcilers.graphql',
    ])
  })

  it('is generated, compiles, and passes lint and format', async () => {
    for (const { path, after } of files) await writeFile(join(copy, path), after)
    // Detects missing generated files, and generates them.
    await expect(succeeds('node', 'tools/check-generated.ts')).rejects.toThrow(
      /These files differ from the output of "npm run generate".*client-sdk\/generated\/kinds\.ts/s,
    )
    expect(await readFile(join(copy, 'client-sdk/generated/kinds.ts'), 'utf8')).toMatch(/\bwidgets\b/)
    const paths = files.map(({ path }) => path)
    await succeedsToCompile(paths)
    await succeeds('oxlint', ...paths.filter((path) => path.endsWith('.ts')))
    await succeeds('prettier', '--check', ...paths)
  })

  it('passes its own test and those of the registry of kinds', async () => {
    const tests = ['test/workers/reconcilers/widget.test.ts', 'test/contract/registry.test.ts']
    const patience = ['--testTimeout=300000', '--hookTimeout=300000']
    const { stdout } = await succeeds('vitest', 'run', '--reporter=verbose', ...patience, ...tests)
    expect(stdout).toContain('keeps its text in a ConfigMap')
    expect(stdout).toContain('test/contract/registry.test.ts > Widget')
  })

  it('is removed completely with its files and lines', async () => {
    for (const { path, before } of files)
      await (before === undefined ? rm(join(copy, path)) : writeFile(join(copy, path), before))
    await succeeds('node', 'tools/generate.ts')
    expect((await succeeds('git', 'status', '--porcelain')).stdout).toBe('')
  })
})

/** Compiles all that is not a test, and the new files with what they use. */
async function succeedsToCompile(paths: readonly string[]): Promise<void> {
  const { include } = JSON.parse(await readFile(join(copy, 'tsconfig.json'), 'utf8')) as { include: string[] }
  const chosen = [
    ...include.filter((path) => path !== 'test'),
    // Declares what it provides to all tests.
    'test/support/global-setup.ts',
    ...paths.filter((path) => path.endsWith('.ts')),
  ]
  const project = join(copy, 'tsconfig.guide.json')
  await writeFile(project, JSON.stringify({ extends: './tsconfig.json', include: chosen }))
  await succeeds('tsc', '--noEmit', '--project', project)
  await rm(project)
}

interface GuideFile {
  path: string
  /** The content before the step; undefined for a new file. */
  before: string | undefined
  after: string
}

/**
 * Reads the files of the section about kinds. A step names its file first: a TypeScript block is that file, or its last
 * lines if it exists already. A GraphQL block goes to the start of the fragment that the text before it names.
 */
async function filesOf(guide: string): Promise<GuideFile[]> {
  const [, section = ''] = /^## How to add a kind\n(.*?)^## /ms.exec(guide) ?? []
  const steps = section.split(/^(?=\*\*\d\. )/m).slice(1)
  const found: GuideFile[] = []
  const contentOf = async (path: string): Promise<string | undefined> =>
    existsSync(join(copy, path)) ? readFile(join(copy, path), 'utf8') : undefined
  for (const step of steps) {
    const [, file = ''] = /`([\w/.-]+\.ts)`/.exec(step) ?? []
    for (const [, text = '', language, code = ''] of step.matchAll(/(.*?)^```(\w+)\n(.*?)^```$/gms)) {
      const [, fragment = '', inFile = ''] = /fragment\s`(\w+)`\sin\s`([\w/.-]+)`/.exec(text) ?? []
      const path = language === 'ts' ? file : inFile
      const before = await contentOf(path)
      const [head = ''] = new RegExp(`^fragment ${fragment} on \\w+ \\{\n`, 'm').exec(before ?? '') ?? []
      if (language === 'graphql' && head === '')
        throw new Error(`CONTRIBUTING.md names no fragment of ${path}: ${text}`)
      const after =
        language === 'ts' ? `${before ?? ''}${code}` : (before ?? '').replace(head, () => `${head}${code}`)
      found.push({ path, before, after })
    }
  }
  return found
}

/** Copies the tracked files with their current content, and creates a repository from them. */
async function copyRepository(): Promise<void> {
  const listed = await run(repository, 'git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
  const tops = new Set(listed.stdout.split('\0').flatMap((path) => path.split('/').slice(0, 1)))
  await mkdir(copy)
  await Promise.all(
    [...tops]
      .filter((top) => top !== '' && existsSync(join(repository, top)))
      .map((top) => cp(join(repository, top), join(copy, top), { recursive: true, verbatimSymlinks: true })),
  )
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'))
  await succeeds('git', 'init', '--quiet')
  await writeFile(join(copy, '.git/info/exclude'), 'node_modules\n')
  await succeeds('git', 'add', '--all')
  const identity = ['-c', 'user.name=guide', '-c', 'user.email=guide@localhost']
  await succeeds('git', ...identity, 'commit', '--quiet', '--no-verify', '--message', 'before')
}

function succeeds(...argv: string[]): Promise<ProgramRun> {
  return run(copy, ...argv)
}

/** Runs a program; throws its output if it fails. */
async function run(cwd: string, ...argv: string[]): Promise<ProgramRun> {
  const path = [join(repository, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const result = await runProgram(argv, { home: folder, cwd, env: { PATH: path, NO_COLOR: '1' } })
  if (result.exit !== 0) throw new Error(`${argv.join(' ')} failed:\n${result.stdout}${result.stderr}`)
  return result
}
