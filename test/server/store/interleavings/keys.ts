import { serialize } from 'node:v8'
import { deleteExpiredKeys } from '../../../../server/store/idempotency-keys.ts'
import { sealResponses } from '../../../../server/store/seal-stored.ts'
import { definition, write } from '../../../support/store.ts'
import { create, running, type Known, type RaceTable } from './initial-states.ts'
import { encryption, type Operation } from './race.ts'

/** A request with a key that creates a definition. */
const request =
  (key: string, name = 'new', data = 'a'): Operation<Known> =>
  ({ store }) =>
    store.once({ actor: 'ci', key, request: { name, data } }, (once) =>
      once.create(definition(name, data), write),
    )

const oldKey = `INSERT INTO "IdempotencyKey" (actor, key, request, answer, "createdAt") VALUES ('ci', 'k', 'other', '', now() - interval '25 hours')`

/** Stores a response as earlier releases did: with the values of Secrets. */
const clearAnswer = serialize({
  yamlDocument: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  password: hunter2\n',
})

export const keys: RaceTable = {
  'one request that is sent twice': {
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
  'one request that is sent twice with an expired key': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      return running(store)
    },
    operations: { one: request('k'), again: request('k') },
  },
  'an expired key, and its removal': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      return running(store)
    },
    operations: {
      one: request('k'),
      housekeeping: ({ sql }) => deleteExpiredKeys(sql, 10).then(() => undefined),
    },
  },
  'sealing of a response, and reuse of its expired key': {
    prepare: async (store, sql) => {
      await sql.query(oldKey)
      await sql.query('UPDATE "IdempotencyKey" SET answer = $1', [clearAnswer])
      return running(store)
    },
    operations: { sealer: ({ sql }) => sealResponses(sql, encryption), again: request('k') },
  },
}
