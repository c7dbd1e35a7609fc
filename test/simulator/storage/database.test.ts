import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../simulator/storage/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const key = (name: string) => ({ resource: 'configmaps', namespace: 'default', name })

function put(database: Database, name: string, revision: number): void {
  const metadata = {
    name,
    uid: name,
    resourceVersion: String(revision),
    creationTimestamp: '2026-11-30T00:00:00Z',
  }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  database.put({ ...key(name), revision, object })
}

async function newFile(): Promise<string> {
  return join(await temporaryFolder(), 'objects.sqlite')
}

function revisionAfter(file: string): number {
  const database = openDatabase(file)
  const { revision } = database.load()
  database.close()
  return revision
}

it('continues after the revision of the last removal once it was closed', async () => {
  const file = await newFile()
  const database = openDatabase(file)
  expect(database.load()).toEqual({ rows: [], revision: 0 })
  put(database, 'a', 1)
  put(database, 'b', 2)
  database.remove(key('b'), 3)
  database.close()
  expect(revisionAfter(file)).toBe(3)
})

it('never repeats the revision of a removal of a process that was killed', async () => {
  const file = await newFile()
  const killed = openDatabase(file)
  killed.load()
  for (let revision = 1; revision < 4001; revision += 2) {
    put(killed, 'a', revision)
    killed.remove(key('a'), revision + 1)
  }
  // Another process finds what is stored, as after a kill.
  const after = revisionAfter(file)
  expect(after).toBeGreaterThanOrEqual(4000)
  expect(after).toBeLessThan(6000)
  killed.close()
})

it('continues after the last put, also beyond what is reserved', async () => {
  const file = await newFile()
  const database = openDatabase(file)
  database.load()
  put(database, 'a', 1)
  database.remove(key('a'), 2)
  put(database, 'b', 5000)
  database.close()
  expect(revisionAfter(file)).toBe(5000)
})

it('writes less for removals than one row each', async () => {
  const file = await newFile()
  const database = openDatabase(file)
  database.load()
  const count = 500
  for (let index = 0; index < count; index++) put(database, `a-${index}`, index + 1)
  const reader = new DatabaseSync(file)
  const revisionOf = () => reader.prepare('select revision from last_revision').get()?.['revision']
  const reserved = new Set<unknown>()
  for (let index = 0; index < count; index++) {
    database.remove(key(`a-${index}`), count + index + 1)
    reserved.add(revisionOf())
  }
  reader.close()
  database.close()
  expect(reserved.size).toBe(1)
})
