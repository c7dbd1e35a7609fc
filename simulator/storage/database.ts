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
  /** Stores an object. @param replaced The revision of its row before; undefined for a new object */
  put(row: Row, replaced: number | undefined): void
  /** Removes the row with a revision. @param revision The revision of the removal */
  remove(removed: number, revision: number): void
  close(): void
}

/**
 * The revisions that are reserved at once. A put has its revision in its row, a removal leaves none: instead of one more write with each
 * removal, the last revision that it may have is stored before. After a process that was killed, revisions go on from there.
 */
const reservedAtOnce = 1000

/** In the order of revisions, so that a write appends a row instead of changing pages between others. */
const tables = `
  create table if not exists object (
    resource text not null, namespace text not null, name text not null,
    revision integer primary key, body text not null
  );
  create table if not exists last_revision (id integer primary key check (id = 1), revision integer not null);
`

/** Converts a file of an earlier version, whose rows are in the order of names. */
const reordered = `
  begin;
  alter table object rename to former;
  ${tables}
  insert into object select resource, namespace, name, revision, body from former order by revision;
  drop table former;
  commit;
`

export function openDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file)
  // NORMAL loses the last writes when the machine loses power, but not when the process dies, which is the guarantee.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal;')
  const former = sqlite.prepare(
    `select 1 from sqlite_schema where name = 'object' and sql like '%without rowid%'`,
  )
  sqlite.exec(former.get() === undefined ? tables : reordered)
  const add = sqlite.prepare('insert into object values (?, ?, ?, ?, ?)')
  const replace = sqlite.prepare('update object set revision = ?, body = ? where revision = ?')
  const remove = sqlite.prepare('delete from object where revision = ?')
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
    put({ resource, namespace, name, revision, object }, replaced) {
      const body = JSON.stringify(object)
      if (replaced === undefined) add.run(resource, namespace, name, revision, body)
      else replace.run(revision, body, replaced)
      latest = revision
    },
    remove(removed, revision) {
      if (revision > reserved) reserve(revision + reservedAtOnce)
      remove.run(removed)
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
