import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../simulator/storage/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function put(database: Database, name: string, revision: number, replaced?: number): void {
  const metadata = {
    name,
    uid: name,
    resourceVersion: String(revision),
    creationTimestamp: '2026-11-30T00:00:00Z',
  }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  database.put({ resource: 'configmaps', namespace: 'default', name, revision, object }, replaced)
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

function stored(file: string): string[] {
  const database = openDatabase(file)
  const { rows } = database.load()
  database.close()
  return rows.map(({ name, revision }) => `${name} ${revision}`)
}

it('stores the last state of each object', async () => {
  const file = await newFile()
  const database = openDatabase(file)
  database.load()
  put(database, 'a', 1)
  put(database, 'b', 2)
  put(database, 'a', 3, 1)
  put(database, 'c', 4)
  database.remove(2, 5)
  put(database, 'b', 6)
  database.close()
  expect(stored(file)).toEqual(['a 3', 'c 4', 'b 6'])
})

it('opens a file whose rows are in the order of names', async () => {
  const file = await newFile()
  const former = new DatabaseSync(file)
  former.exec(`
    create table object (
      resource text not null, namespace text not null, name text not null,
      revision integer not null, body text not null,
      primary key (resource, namespace, name)
    ) without rowid;
    create table last_revision (id integer primary key check (id = 1), revision integer not null);
    insert into object values ('pods', 'default', 'a', 7, '{"a":1}'), ('pods', 'default', 'b', 3, '{"b":1}');
    insert into last_revision values (1, 9);
  `)
  former.close()
  const database = openDatabase(file)
  const row = { resource: 'pods', namespace: 'default' }
  expect(database.load()).toEqual({
    rows: [
      { ...row, name: 'b', revision: 3, object: { b: 1 } },
      { ...row, name: 'a', revision: 7, object: { a: 1 } },
    ],
    revision: 9,
  })
  put(database, 'a', 10, 7)
  database.remove(3, 11)
  database.close()
  expect(stored(file)).toEqual(['a 10'])
  expect(revisionAfter(file)).toBe(11)
})

it('continues after the revision of the last removal once it was closed', async () => {
  const file = await newFile()
  const database = openDatabase(file)
  expect(database.load()).toEqual({ rows: [], revision: 0 })
  put(database, 'a', 1)
  put(database, 'b', 2)
  database.remove(2, 3)
  database.close()
  expect(revisionAfter(file)).toBe(3)
})

it('never repeats the revision of a removal of a process that was killed', async () => {
  const file = await newFile()
  const killed = openDatabase(file)
  killed.load()
  for (let revision = 1; revision < 4001; revision += 2) {
    put(killed, 'a', revision)
    killed.remove(revision, revision + 1)
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
  database.remove(1, 2)
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
    database.remove(index + 1, count + index + 1)
    reserved.add(revisionOf())
  }
  reader.close()
  database.close()
  expect(reserved.size).toBe(1)
})
