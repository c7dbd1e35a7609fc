import { serialize } from 'node:v8'
import { deleteExpiredKeys } from '../../../../server/store/idempotency-keys.ts'
import { sealResponses } from '../../../../server/store/seal-stored.ts'
import { definition, write } from '../../../support/store.ts'
import { create, running, type Known, type RaceTable } from './ground.ts'
import { encryption, type Operation } from './race.ts'

/** A request with a key, to make a definition. */
const request =
  (key: string, name = 'new', data = 'a'): Operation<Known> =>
  ({ store }) =>
    store.once({ actor: 'ci', key, request: { name, data } }, (once) =>
      once.create(definition(name, data), write),
    )

const oldKey = `INSERT INTO "IdempotencyKey" (actor, key, request, answer, "createdAt") VALUES ('ci', 'k', 'other', '', now() - interval '25 hours')`

/** As releases before kept answers: with the values of Secrets in them. */
const clearAnswer = serialize({
  yamlDocument: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  password: hunter2\n',
})

export const keys: RaceTable = {
  'one request that comes twice': {
    prepare: (store) => running(store),
    operations: { one: request('k'), again: request('k') },
  },
  'one key for two requests': {
    prepare: (store) => running(store),
    operations: { one: request('k', 'one'), other: request('k', 'other') },
  },
  'two keys for one name': {
    prepare: (store) => running(store),
    operations: { one: request('k1', 'new', 'a'), other: request('k2', 'new', 'b') },
  },
  'a request with a key, and one without': {
    prepare: (store) => running(store),
    operations: { one: request('k'), other: create(definition('new', 'b')) },
  },
  'one request that comes twice with a key that is over': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      return running(store)
    },
    operations: { one: request('k'), again: request('k') },
  },
  'a key that is over, and its removal': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      return running(store)
    },
    operations: {
      one: request('k'),
      housekeeping: ({ sql }) => deleteExpiredKeys(sql, 10).then(() => undefined),
    },
  },
  'sealing of an answer, and its key that is over and comes again': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      await sql.query('UPDATE "IdempotencyKey" SET answer = $1', [clearAnswer])
      return running(store)
    },
    operations: { sealer: ({ sql }) => sealResponses(sql, encryption), again: request('k') },
  },
}
