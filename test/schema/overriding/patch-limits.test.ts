import { describe, expect, it } from 'vitest'
import { maxTextBytes } from '../../../schema/limits.ts'
import type { Manifest } from '../../../schema/manifests.ts'
import { withPatches } from '../../../schema/overriding/patches.ts'

const configMap = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const target = { kind: 'ConfigMap' }
const patched = (patch: string, manifests = [configMap('a')]) => withPatches(manifests, [{ target, patch }])

describe('a patch', () => {
  it('is read as manifests are', () => {
    expect(patched('mode: 0644\nenabled: yes\nbase: &b {x: 1}\ncopy: {<<: *b, z: 2}\n')).toEqual([
      { ...configMap('a'), mode: 420, enabled: true, base: { x: 1 }, copy: { x: 1, z: 2 } },
    ])
  })

  it.each([
    ['a: 1\na: 2\n', /^is not valid YAML: the key "a" is already declared in line 1 \(line 2, column 1\)$/],
    ['a: [\n', /^is not valid YAML: .* \(line \d, column \d\)$/],
    ['['.repeat(1000), /^is not valid YAML: is nested too deeply/],
    [`a: &a [${'1,'.repeat(30_000)}]\nb: [${'*a,'.repeat(1000)}]\n`, /expands to more than 3,145,728 bytes/],
    ['a: 1\n---\nb: 1\n', /^contains more than one YAML document$/],
    ['text', /^is neither a map nor a list/],
  ])('is refused with its position if it is none', (patch, problem) => {
    const field = 'overrides.patches[0]'
    expect(() => patched(patch)).toThrow(
      expect.objectContaining({ field, problem: expect.stringMatching(problem) }),
    )
  })

  it('adds no more to all resources that it matches than a definition may have', () => {
    const patch = JSON.stringify({ data: { a: 'x'.repeat(1000) } })
    const many = Array.from({ length: Math.ceil(maxTextBytes / patch.length) }, (_, index) =>
      configMap(`c${index}`),
    )
    const problem = 'adds, with the patches before it, more than 3,145,728 characters to the resources'
    expect(patched(patch, many.slice(1))).toHaveLength(many.length - 1)
    expect(() => patched(patch, many)).toThrow(expect.objectContaining({ problem }))
  })
})
