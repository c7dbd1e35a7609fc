import { DatabaseSync } from 'node:sqlite'
import type { KubeObject } from './object.ts'

export interface Row {
  resource: string
  namespace: string
  name: string
  revision: number
  object: KubeObject
}

/** One cluster's objects on disk. A completed call survives kill -9 of this process. */
export interface Database {
  load(): { rows: Row[]; revision: number }
  put(row: Row): void
  remove(key: { resource: string; namespace: string; name: string }, revision: number): void
  close(): void
}

/**
 * The revisions that are reserved at once. A put has its revision in its row, a removal leaves none: instead of one more write with each
 * removal, the last revision that it may have is stored before. After a process that was killed, revisions go on from there.
 */
const reservedAtOnce = 1000

const tables = `
  create table if not exists object (
    resource text not null, namespace text not null, name text not null,
    revision integer not null, body text not null,
    primary key (resource, namespace, name)
  ) without rowid;
  create table if not exists last_revision (id integer primary key check (id = 1), revision integer not null);
`

export function openDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file)
  // NORMAL loses the last writes when the machine loses power, but not when the process dies, which is the guarantee.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal;')
  sqlite.exec(tables)
  const put = sqlite.prepare('insert or replace into object values (?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('delete from object where resource = ? and namespace = ? and name = ?')
  const putLastRevision = sqlite.prepare('insert or replace into last_revision values (1, ?)')
  let latest = 0
  let reserved = 0
  const reserve = (upTo: number): void => {
    putLastRevision.run(upTo)
    reserved = upTo
  }
  return {
    load() {
      const rows = sqlite
        .prepare('select resource, namespace, name, revision, body from object')
        .all()
        .map(rowOf)
      const last = sqlite.prepare('select revision from last_revision').get()
      latest = rows.reduce((max, row) => Math.max(max, row.revision), Number(last?.['revision'] ?? 0))
      return { rows, revision: latest }
    },
    put(row) {
      put.run(row.resource, row.namespace, row.name, row.revision, JSON.stringify(row.object))
      latest = row.revision
    },
    remove(key, revision) {
      if (revision > reserved) reserve(revision + reservedAtOnce)
      remove.run(key.resource, key.namespace, key.name)
      latest = revision
    },
    close() {
      if (reserved > 0) reserve(latest)
      sqlite.close()
    },
  }
}

function rowOf(row: Record<string, unknown>): Row {
  // Only `put` above writes these rows, so the body is an object.
  const object = JSON.parse(String(row['body'])) as KubeObject
  return {
    resource: String(row['resource']),
    namespace: String(row['namespace']),
    name: String(row['name']),
    revision: Number(row['revision']),
    object,
  }
}
