import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/run-program.ts'

/* The documents are easy to skim, and what they name exists. */

const longestLine = 140

interface Document {
  path: string
  /** The text without code blocks. */
  prose: string
}

const documents: Document[] = []
for await (const path of glob(['*.md', 'docs/**/*.md'], { cwd: repository })) {
  const whole = await readFile(join(repository, path), 'utf8')
  documents.push({ path, prose: whole.replaceAll(/^( *)```.*?^\1```$/gms, '') })
}

/** Returns the anchors of headings as GitHub generates them. */
function anchorsIn({ prose }: Document): Set<string> {
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set(headings)
}

const anchors = new Map(documents.map((document) => [document.path, anchorsIn(document)]))

function isBroken({ path }: Document, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : normalize(join(dirname(path), file))
  if (!existsSync(join(repository, target))) return true
  return anchor !== undefined && anchors.get(target)?.has(anchor) !== true
}

const folders =
  'cli|client-sdk|docs|embedded|prisma|process|samples|schema|server|simulator|telemetry|test|tools|web|workers'

/** Returns the paths of this repository in backticks; those of the example kind do not exist yet. */
function pathsIn({ prose }: Document): string[] {
  const paths = [...prose.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))].map(
    ([, path = '']) => path,
  )
  return paths.filter((path) => !path.includes('widget'))
}

describe.each(documents)('$path', (document) => {
  it('has no broken link', () => {
    const links = [...document.prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const local = links.filter((link) => !/^https?:/.test(link))
    expect(local.filter((link) => isBroken(document, link))).toEqual([])
  })

  it('names only existing paths', () => {
    expect(pathsIn(document).filter((path) => !existsSync(join(repository, path)))).toEqual([])
  })

  it(`has no line of prose with more than ${longestLine} characters`, () => {
    const lines = document.prose.split('\n').filter((line) => !line.startsWith('|'))
    expect(lines.filter((line) => line.length > longestLine)).toEqual([])
  })
})

describe('decisions', () => {
  const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path))

  it.each(decisions)('have context, decision and consequences: $path', ({ prose }) => {
    const headings = [...prose.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, 3)).toEqual(['Context', 'Decision', 'Consequences'])
    expect(prose).toMatch(/^# \d{3}: .*\n\nStatus: /)
  })

  it('are listed in order, by their titles', () => {
    const { prose = '' } = documents.find(({ path }) => path === 'docs/decisions/README.md') ?? {}
    const listed = [...prose.matchAll(/^\| \[(\d{3})\]\((\S+)\) +\| (.*?) +\|$/gm)].map((match) =>
      match.slice(1),
    )
    const expected = decisions.map(({ path, prose: text }) => {
      const [, number, title] = /^# (\d{3}): (.*)$/m.exec(text) ?? []
      return [number, path.replace('docs/decisions/', ''), title]
    })
    expect(listed).toEqual(expected.toSorted(([a = ''], [b = '']) => a.localeCompare(b)))
  })
})

describe('docs/providers.md', () => {
  it('shows excerpts that are in the files', async () => {
    const text = await readFile(join(repository, 'docs/providers.md'), 'utf8')
    const excerpts = [...text.matchAll(/^```ts file=(\S+)\n(.*?)^```$/gms)]
    expect(excerpts.length).toBeGreaterThan(3)
    for (const [, file = '', excerpt = ''] of excerpts) {
      const content = await readFile(join(repository, file), 'utf8')
      const plain = (code: string): string => code.replaceAll(/\s+/g, ' ').trim()
      expect(plain(content), file).toContain(plain(excerpt))
    }
  })
})
