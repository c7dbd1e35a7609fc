import { restoreBackup } from '../../../../server/backup/restore.ts'
import { takeBackup } from '../../../../server/backup/take.ts'
import { deleteChanges, housekeeping } from '../../../../server/store/change-log.ts'
import { definition, write } from '../../../support/store.ts'
import { encryption, type Operation, type Race } from './race.ts'

/** A backup, and the end of the log as housekeeping knew it before. */
interface BackedUp {
  text: string
  upTo: bigint
}

/** A control plane that is empty again, and whose housekeeping was about to delete its whole log. */
const emptied: Race<BackedUp>['prepare'] = async (store, sql) => {
  await store.apply([definition('web')], write)
  await store.apply([definition('web', 'b')], write)
  const pieces: string[] = []
  for await (const piece of takeBackup(sql, encryption)) pieces.push(piece)
  const { rows } = await sql.query<{ upTo: bigint }>('SELECT max(seq) AS "upTo" FROM "Change"')
  const upTo = rows[0]?.upTo ?? 0n
  await sql.query(`DELETE FROM "Object" WHERE kind <> 'Project'`)
  await sql.query(`DELETE FROM "Change" WHERE kind <> 'Project'`)
  const saved = `INSERT INTO "Lease" (name, owner, "expiresAt", position) VALUES ($1, 'holder', now(), $2)`
  await sql.query(saved, [housekeeping, upTo])
  return { text: pieces.join(''), upTo }
}

const restore: Operation<BackedUp> = async ({ sql }, { text }) => {
  async function* lines(): AsyncGenerator<string> {
    yield text
  }
  const { objects, changes } = await restoreBackup({ pool: sql, encryption }, lines())
  return [objects, changes]
}

export const restores: Readonly<Record<string, Race<BackedUp>>> = {
  'two restores': {
    prepare: emptied,
    operations: { one: restore, other: restore },
    preemptions: 1,
  },
  'a restore, and a new object': {
    prepare: emptied,
    operations: { admin: restore, user: ({ store }) => store.create(definition('new'), write) },
    preemptions: 1,
  },
  'a restore, and housekeeping of the former log': {
    prepare: emptied,
    operations: { admin: restore, holder: ({ sql }, { upTo }) => deleteChanges(sql, 0n, upTo) },
    preemptions: 1,
  },
}
