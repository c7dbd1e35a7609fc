import { describe, expect, it } from 'vitest'
import { checkObject } from '../../../schema/inputs.ts'
import { describeFieldError } from '../../../schema/errors.ts'
import { overridden } from '../../../schema/overriding/overridden.ts'

const manifests = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: {} },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, stringData: { password: 'old' } },
]

/** Returns the errors of an instance with overrides. */
function errorsOf(overrides: unknown): string[] {
  const spec = { definition: 'shop', overrides }
  return checkObject({ kind: 'WorkloadInstance', name: 'shop', spec }, '').errors.map(describeFieldError)
}

function problemOf(patch: object): string {
  try {
    overridden({ manifests, parameters: [] }, { overrides: { patches: [patch as { patch: string }] } })
    return 'none'
  } catch (error) {
    return String(error)
  }
}

describe('a patch of a Secret', () => {
  const secret = 'metadata: {name: login}\nstringData: {password: hunter2}\n'

  it.each([
    ['by its target', { target: { kind: 'Secret' }, patch: secret }],
    ['by its own kind', { patch: `kind: Secret\n${secret}` }],
    ['by its own kind in quotes', { patch: `"kind": 'Secret' # the login\n${secret}` }],
  ])('is refused %s without being quoted', (_, patch) => {
    expect(errorsOf({ patches: [patch] })).toEqual([
      'spec.overrides.patches[0]: cannot patch Secrets, whose values it would not store encrypted. ' +
        'Set their values in the definition or in a SecretDefinition.',
    ])
  })

  it.each([
    [
      'that is too long',
      { patches: [{ patch: `hunter2${' '.repeat(100_000)}` }] },
      'must have at most 100000',
    ],
    [
      'that is no text',
      { patches: [{ patch: { kind: 'Secret', data: { a: 'hunter2' } } }] },
      'must be a string',
    ],
    ['outside of a list', { patches: { patch: 'hunter2' } }, 'must be a list'],
    ['in the place of all overrides', [{ patch: 'hunter2' }], 'must be an object'],
  ])('is not quoted in the error of one %s', (_, overrides, expected) => {
    const [error = ''] = errorsOf(overrides)
    expect(error).toContain(expected)
    expect(error).not.toContain('hunter2')
  })

  it('is refused where it is tried, in whatever form', () => {
    const json = JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, data: {} })
    for (const patch of [{ patch: json }, { target: { name: 'login' }, patch: secret }])
      expect(problemOf(patch)).toContain('matches only Secrets')
  })

  it('is not quoted when it is not valid YAML', () => {
    for (const patch of [
      'a: hunter2: b',
      '@hunter2',
      'a: *hunter2',
      'a: "hunter2',
      'a: |hunter2',
      'hunter2\na: b',
    ])
      expect(problemOf({ patch })).toMatch(
        /^Error: overrides\.patches\[0\] is not valid YAML: (?!.*hunter2)/s,
      )
  })

  it('is not mistaken for one of a resource that refers to a Secret', () => {
    const patch =
      'spec:\n  listeners:\n  - tls:\n      certificateRefs:\n      - kind: Secret\n        name: login\n'
    expect(errorsOf({ patches: [{ target: { kind: 'Gateway' }, patch }] })).toEqual([])
  })
})
