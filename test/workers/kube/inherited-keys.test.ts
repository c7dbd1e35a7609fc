import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import { parseManifests, type Manifest } from '../../../schema/manifests.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { driftBetween } from '../../../workers/kube/apply/drift.ts'
import { parseFieldPath } from '../../../schema/field-path.ts'
import { findField } from '../../../workers/kube/apply/field-path.ts'
import { withoutDelegatedFields } from '../../../workers/kube/apply/ownership-transfer.ts'
import { inheritedKeys } from '../../support/odd-values.ts'

/** Returns a ConfigMap with this key. */
function configMap(key: string, value = 'x'): Manifest {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations: {"${key}": "${value}"}\ndata:\n  "${key}": "${value}"\n`
  const { manifests, errors } = parseManifests(text)
  expect(errors).toEqual([])
  const [manifest] = manifests
  if (manifest === undefined) throw new Error('no manifest')
  return manifest
}

const live = (manifest: object): KubeObject => manifest as KubeObject

describe.each(inheritedKeys)('the key %s of a manifest', (key) => {
  it('is kept by parsing, and applied to the cluster', () => {
    const sent: unknown = JSON.parse(JSON.stringify(configMap(key)))
    expect(JSON.stringify(sent)).toContain(`"data":{"${key}":"x"}`)
    expect(canonicalJson(sent)).toContain(`"annotations":{"${key}":"x"}`)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('is drift if the cluster lacks it, or has another value', () => {
    const desired = configMap(key)
    const empty = live({ ...desired, data: {} })
    expect(driftBetween(empty, live(desired), { manifest: desired })).toEqual([
      expect.objectContaining({ field: `.data.${key}`, desired: '"x"', found: '(none)' }),
    ])
    expect(driftBetween(live(configMap(key, 'y')), live(desired), { manifest: desired })).toHaveLength(2)
    expect(driftBetween(live(desired), live(desired), { manifest: desired })).toEqual([])
  })

  it('is found by its path only where it is present', () => {
    expect(findField(configMap(key), parseFieldPath(`.data.${key}`))?.value).toBe('x')
    expect(findField({ data: {} }, parseFieldPath(`.data.${key}`))).toBeUndefined()
    expect(findField({ data: {} }, parseFieldPath(`.data["${key}"].toString`))).toBeUndefined()
  })

  it('removes nothing from the prototype of all objects where its path is ignored', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const owner = {
      manager: 'other',
      operation: 'Update',
      fieldsV1: { 'f:data': { [`f:${key}`]: { 'f:toString': {} } } },
    }
    const found = live({ ...configMap('a'), metadata: { name: 'a', managedFields: [owner] } })
    withoutDelegatedFields(configMap('a'), found, [`.data.${key}.toString`, `.${key}.toString`, `.${key}`])
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })
})
