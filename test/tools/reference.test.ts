import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { allKinds } from '../../schema/kinds/index.ts'
import { replaceSection } from '../../tools/reference/markdown.ts'
import { kindsPage } from '../../tools/reference/kinds.ts'
import { settingsPage } from '../../tools/reference/settings.ts'

/* `npm run check` compares all pages with what the generators write; these tests cover the generators. */

describe('the reference of kinds', () => {
  it('has a section for every kind, with each field of its spec', () => {
    const page = kindsPage()
    for (const { kind, spec } of allKinds) {
      const section = page.split(`\n## ${kind}\n`)[1]?.split('\n## ')[0] ?? ''
      for (const field of Object.keys(spec.shape)) expect(section, kind).toContain(`\`spec.${field}\``)
    }
  })
})

describe('the page of settings', () => {
  it('is the committed one', async () => {
    const path = 'docs/operations/settings.md'
    expect(await settingsPage(path)).toBe(await readFile(path, 'utf8'))
  })
})

describe('replaceSection', () => {
  it('replaces only what is between the marker comments', () => {
    const text = 'a\n<!-- x, generated -->\nold\n<!-- end of x -->\nb'
    expect(replaceSection(text, 'x', 'new')).toBe('a\n<!-- x, generated -->\n\nnew\n\n<!-- end of x -->\nb')
  })

  it('refuses a page without them', () => {
    expect(() => replaceSection('# Settings', 'settings of server', '')).toThrow(
      'the page has no marker comments "<!-- settings of server, generated -->"',
    )
  })
})
