import { expect, it } from 'vitest'
import { definition, testStore, write } from '../../support/store.ts'

const test = testStore()

const plain = { kind: 'WorkloadDefinition', name: 'plain' }

it('continues with prepared statements after a migration has added a column', async () => {
  const { store, database } = test
  const read = () => Promise.all(Array.from({ length: 30 }, () => store.find(plain)))
  const change = (value: string) => store.apply([definition('plain', value)], write)
  await change('a')
  await read()
  for (const column of ['first', 'second']) {
    await database.sql.query(`ALTER TABLE "Object" ADD COLUMN "${column}" TEXT`)
    for (const found of await read()) expect(found).toMatchObject(plain)
    expect(await change(column)).toMatchObject([{ result: 'updated' }])
    const started = await store.create(
      { kind: 'KubernetesRuntimeDefinition', name: column, spec: { provider: 'simulated' } },
      write,
    )
    await store.delete([{ id: started.id }], write)
  }
})
