import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { describe, expect, it } from 'vitest'

const violations = fileURLToPath(new URL('violations', import.meta.url))
const options = await extractConfig(fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url)))

describe('dependencies between folders', () => {
  it('are checked by rules, each of which catches its planted violation', async () => {
    const { output } = await cruise(['.'], {
      ...options,
      baseDir: violations,
      validate: true,
      exclude: { path: '^nothing$' },
    })
    const caught = new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))
    const rules = (options.ruleSet?.forbidden ?? []).map(({ name }) => name)
    expect(rules.length).toBeGreaterThan(10)
    expect(rules.filter((name) => name !== undefined && !caught.has(name))).toEqual([])
  })
})
