import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shopDefinition } from '../../support/applications-delivered.ts'
import { defaultRuntime, restartNamed, testStore, write } from '../../support/store.ts'

const test = testStore([
  ...defaultRuntime,
  { kind: 'Project', name: 'other', spec: {} },
  { kind: 'Environment', name: 'live', spec: {} },
])

const guess = '4711'

function secretDefinition(name: string, data: Record<string, string>, project = 'default') {
  return { kind: 'SecretDefinition', name, project, spec: { data } }
}

function workloadDefinition(name: string, value: string) {
  const secret = `---\napiVersion: v1\nkind: Secret\nmetadata: {name: pin}\nstringData: {pin: '${value}'}\n`
  const { kind, spec } = shopDefinition('shop')
  return { kind, name, spec: { yamlDocument: `${spec.yamlDocument}${secret}` } }
}

/** Returns the placeholders in a spec, in order. */
function placeholdersIn(spec: unknown): string[] {
  return JSON.stringify(spec).match(/\(secret [0-9a-f]{16}\)/g) ?? []
}

describe('the placeholder of a value', () => {
  it('cannot be compared with one of a guess in another object, project, kind or field, also in a dry run', async () => {
    const { store } = test
    const dryRun = { ...write, dryRun: true }
    const { spec } = await store.create(secretDefinition('guarded', { pin: guess }), write)
    const guesses = await Promise.all([
      store.create(secretDefinition('mine', { pin: guess }), dryRun),
      store.create(secretDefinition('guarded', { pin: guess }, 'other'), dryRun),
      store.create(workloadDefinition('guarded', guess), dryRun),
      store.create(
        { kind: 'SecretDefinition', name: 'bytes', spec: { binaryData: { pin: btoa(guess) } } },
        dryRun,
      ),
    ])
    const placeholders = [spec, ...guesses.map((each) => each.spec)].flatMap(placeholdersIn)
    expect(placeholders).toHaveLength(5)
    expect(new Set(placeholders).size).toBe(5)
  })

  it('stays with an unchanged value, and comes back with it', async () => {
    const { store } = test
    const { spec } = await store.create(secretDefinition('kept', { pin: guess }), write)
    const [same] = await store.apply([secretDefinition('kept', { pin: guess })], write)
    expect(same).toMatchObject({ result: 'unchanged', object: { spec } })
    await store.update(secretDefinition('kept', { pin: 'another' }), write)
    expect((await store.update(secretDefinition('kept', { pin: guess }), write)).spec).toEqual(spec)
  })

  it('stays as an earlier release has made it, for all objects alike', async () => {
    const { store, database } = test
    const { id } = await store.create(secretDefinition('earlier', { pin: guess }), write)
    const digest = createHmac('sha256', 'any key').update(guess).digest('hex')
    const spec = { data: { pin: `(secret ${digest.slice(0, 16)})` } }
    await database.sql.query('UPDATE "Object" SET spec = $2 WHERE id = $1', [id, JSON.stringify(spec)])
    for (const pin of [guess, spec.data.pin])
      expect(await store.apply([secretDefinition('earlier', { pin })], write)).toMatchObject([
        { result: 'unchanged', object: { spec } },
      ])
    expect(await store.secrets(id)).toEqual({ 'data/pin': guess })
  })

  it('is the same in the definition of an application and in those of its revisions, which users compare', async () => {
    const { store } = test
    const original = await store.create(workloadDefinition('shop', guess), write)
    const application = { definition: 'shop', environments: [{ environment: 'live' }] }
    await store.create({ kind: 'Application', name: 'shop', spec: application }, write)
    const revisions = ['shop-r1', 'shop-r2'].map((name, index) => {
      const spec = { application: 'shop', definition: 'shop', number: index + 1, images: [] }
      return { kind: 'ApplicationRevision', name, spec }
    })
    await store.applyOwned(await restartNamed(store, 'Application', 'shop'), revisions, write)
    const copies = []
    for (const { name } of revisions) {
      const holder = await restartNamed(store, 'ApplicationRevision', name)
      copies.push(...(await store.applyOwned(holder, [workloadDefinition(name, guess)], write)).objects)
    }
    expect(copies.map(({ spec }) => placeholdersIn(spec))).toEqual([
      placeholdersIn(original.spec),
      placeholdersIn(original.spec),
    ])
    expect(placeholdersIn(original.spec)).toHaveLength(1)
  })
})
