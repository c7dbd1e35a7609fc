import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Digester } from '../../../server/manifests/digests.ts'
import { inlineDigester } from '../../../server/store/check-input.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import { definition, testStore, write } from '../../support/store.ts'

const test = testStore()

/** Returns a store, and the lengths of the texts whose Secrets another thread separated. */
function countingStore(separate: Digester['separate'] = inlineDigester.separate) {
  const separated: number[] = []
  const digester: Digester = {
    ...inlineDigester,
    separate: (task, actor) => {
      separated.push(task.separate.length)
      return separate(task, actor)
    },
  }
  const encryption = createEncryption(randomBytes(32))
  return { store: createStore({ database: test.database, encryption, digester }), separated }
}

const secret = (values: number): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n${Array.from({ length: values }, (_, index) => `  k${index}: hunter${index}\n`).join('')}`

const configMaps = Array.from(
  { length: 500 },
  (_, index) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${index}}\ndata: {a: b}\n`,
).join('')

function withText(name: string, yamlDocument: string) {
  return { ...definition(name), spec: { yamlDocument } }
}

describe('long texts with Secrets', () => {
  it('are separated in another thread, once for each change of them', async () => {
    const { store, separated } = countingStore()
    const text = secret(1500)
    await store.create(withText('long', text), write)
    expect(separated).toEqual([text.length])
    const created = await store.find({ kind: 'WorkloadDefinition', name: 'long' })
    const shown = (created?.spec as { yamlDocument: string }).yamlDocument
    expect(shown).not.toContain('hunter')

    await store.update({ kind: 'WorkloadDefinition', name: 'long', labels: { a: 'b' } }, write)
    const [applied] = await store.apply([withText('long', text)], write)
    expect(applied).toMatchObject({ result: 'updated', object: { spec: { yamlDocument: shown } } })
    expect(separated).toHaveLength(1)

    const edited = shown.replace(/k7: .*/, 'k7: hunter-new')
    await store.update({ kind: 'WorkloadDefinition', name: 'long', spec: { yamlDocument: edited } }, write)
    const after = await store.find({ kind: 'WorkloadDefinition', name: 'long' })
    expect((after?.spec as { yamlDocument: string }).yamlDocument).not.toContain('hunter')
    expect(separated).toEqual([text.length, edited.length])
  })

  it('of which few lines are Secrets are separated at once', async () => {
    const { store, separated } = countingStore()
    const [applied] = await store.apply([withText('mostly-plain', `${secret(3)}${configMaps}`)], write)
    expect((applied?.object.spec as { yamlDocument: string }).yamlDocument).not.toContain('hunter')
    expect(separated).toEqual([])
  })

  it('are rejected if that takes too long', async () => {
    const { store } = countingStore(async () => ({ path: '', code: 'INVALID', message: 'takes too long' }))
    const spec = 'documents[0].spec.yamlDocument'
    await expect(store.apply([withText('slow', secret(1500))], write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: spec, message: 'takes too long' }] },
    })
  })
})
