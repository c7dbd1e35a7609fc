import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installation } from '../../process/installation.ts'

const bundles = join(installation, 'dist/programs')
const found = /(?:programFile|commandOf)\('([^']+)'\)|\bscript: '([^']+)'|supervisorSource = '([^']+)'/g

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
    expect([...sources].sort()).toEqual([
      'embedded/main.ts',
      'server/main.ts',
      'server/manifests/thread.ts',
      'simulator/main.ts',
      'workers/main.ts',
      'workers/terraform/run/main.ts',
      'workers/thread.ts',
    ])
    const missing = [...sources].filter(
      (source) => !existsSync(join(bundles, source.replace(/\.ts$/, '.mjs'))),
    )
    expect(missing).toEqual([])
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
