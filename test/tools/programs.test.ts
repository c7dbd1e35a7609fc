import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleOf, installation } from '../../process/installation.ts'

const bundles = join(installation, 'dist/programs')
const found = /(?:programFile|commandOf)\('([^']+)'\)|\bscript: '([^']+)'|supervisorSource = '([^']+)'/g

const programs = [
  'embedded/main.ts',
  'server/main.ts',
  'server/manifests/thread.ts',
  'simulator/main.ts',
  'workers/main.ts',
  'workers/terraform/run/main.ts',
  'workers/thread.ts',
]

/** Returns the texts of the modules that a program loads at its start, and on demand if that is asked for, by their paths. */
async function modulesOf(program: string, { onDemand = false } = {}): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const imports = onDemand
    ? /^(?:import|export)\b[^;"]*"(\.[^"]+\.mjs)"|\bimport\("(\.[^"]+\.mjs)"\)/gm
    : /^(?:import|export)\b[^;"]*"(\.[^"]+\.mjs)"/gm
  const load = async (name: string): Promise<void> => {
    if (texts.has(name)) return
    texts.set(name, '')
    const text = await readFile(join(bundles, name), 'utf8')
    texts.set(name, text)
    for (const [, path = '', onDemandPath = path] of text.matchAll(imports))
      await load(join(dirname(name), onDemandPath))
  }
  await load(program.replace(/\.ts$/, '.mjs'))
  return texts
}

describe('the bundles of programs', () => {
  test('contain every program that a process starts', async () => {
    const files = execFileSync('git', ['ls-files', 'cli', 'embedded', 'server', 'workers'], {
      cwd: installation,
      encoding: 'utf8',
    })
    const texts = await Promise.all(
      files
        .trim()
        .split('\n')
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFile(join(installation, file), 'utf8')),
    )
    const sources = new Set(
      texts.flatMap((text) => [...text.matchAll(found)]).map(([, ...names]) => names.find(Boolean) ?? ''),
    )
    expect([...sources].sort()).toEqual(programs)
    const missing = [...sources].filter((source) => !existsSync(bundleOf(source)))
    expect(missing).toEqual([])
  })

  test('load no HTTP client of Node.js, and no second graphql', async () => {
    const all = await Promise.all(programs.map((program) => modulesOf(program, { onDemand: true })))
    const texts = new Map(all.flatMap((each) => [...each]))
    const found = (pattern: RegExp): string[] =>
      [...texts].filter(([, text]) => pattern.test(text)).map(([name]) => name)
    // A namespace of it runs the getter of WebSocket.
    expect(found(/^import\b[^;]*from *"(?:node:)?http"/m)).toEqual([])
    expect(found(/\b(?:import|require)\("graphql/)).toEqual([])
    // In a bundle, it would hash in JavaScript.
    expect(found(/^\/\/ node_modules\/@apollo\/utils\.createhash\//m)).toEqual([])
  })

  test.each([
    ['server/main.ts', false],
    ['workers/main.ts', true],
  ])('contain an HTTP client only if the program sends requests: %s', async (program, sends) => {
    const texts = [...(await modulesOf(program)).values()]
    const contains = (name: string): boolean =>
      texts.some((text) => text.includes(`\n// node_modules/${name}/`))
    expect([contains('fastify'), contains('undici')]).toEqual([true, sends])
  })

  test('are in ASCII, which V8 stores in one byte per character', async () => {
    const names = await readdir(bundles, { recursive: true })
    const modules = names.filter((name) => name.endsWith('.mjs'))
    const texts = await Promise.all(
      modules.map(async (name) => [name, await readFile(join(bundles, name), 'utf8')] as const),
    )
    expect(modules.length).toBeGreaterThan(10)
    // oxlint-disable-next-line no-control-regex -- ASCII has control characters
    expect(texts.filter(([, text]) => /[^\0-\x7f]/.test(text)).map(([name]) => name)).toEqual([])
  })
})
