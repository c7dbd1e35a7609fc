import type { Store } from '../../../../schema/graphql/store.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { deleteExpired } from '../../../../server/store/expired.ts'
import { write } from '../../../support/store.ts'
import {
  apply,
  remove,
  report,
  running,
  started,
  startedOf,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

const dependency = (name: string) => ({ kind: 'WorkloadServiceDependency', name })
const service = { kind: 'SupportServiceInstance', name: 'proxy' }
const reconciledKinds = allKinds.filter(({ reconciled }) => reconciled).map(({ kind }) => kind)

/** Two dependencies whose reconciles have started; the named ones own the service. */
async function owners(store: Store, owning: readonly string[], gracePeriod = 0): Promise<Known> {
  await running(store, 'a')
  const names = ['one', 'two']
  const spec = { workloadInstance: 'a', upstreamHost: 'example.com' }
  await store.apply(
    names.map((name) => ({ ...dependency(name), spec })),
    write,
  )
  const known: Record<string, Awaited<ReturnType<typeof started>>> = {}
  for (const name of names) known[name] = await started(store, dependency(name))
  for (const name of owning) {
    const { id, epoch } = startedOf(known, name)
    await store.applyOwned({ id, epoch }, [documentOf(name, gracePeriod)], write)
  }
  return known
}

function documentOf(claim: string, gracePeriod = 0) {
  return { ...service, spec: { service: 'forward-proxy', runtime: 'space' }, claim, gracePeriod }
}

const own =
  (name: string, claim = name): Operation<Known> =>
  async ({ store }, known) => {
    const { id, epoch } = startedOf(known, name)
    const { awaited, taken } = await store.applyOwned({ id, epoch }, [documentOf(claim)], write)
    return awaited === undefined ? taken?.claim : 'it is being deleted'
  }

const release =
  (name: string): Operation<Known> =>
  async ({ store }, known) => {
    const { id, epoch } = startedOf(known, name)
    await store.applyOwned({ id, epoch }, [], write)
  }

const expireAll: Operation<Known> = async ({ sql }) => {
  await deleteExpired({ sql, reconciledKinds }, { limit: 10, write })
}

export const ownership: RaceTable = {
  'two owners that demand the same object': {
    prepare: (store) => owners(store, []),
    operations: { one: own('one'), two: own('two') },
  },
  'two owners that demand the same claim': {
    prepare: (store) => owners(store, []),
    operations: { one: own('one', 'x'), two: own('two', 'x') },
  },
  'an owner, and a report of what it owns': {
    prepare: async (store) => {
      const known = await owners(store, ['one'])
      return { ...known, proxy: await started(store, service) }
    },
    operations: { one: own('one'), owned: report('proxy') },
  },
  'a report of an owner, and one of what it owns': {
    prepare: async (store) => {
      const known = await owners(store, ['one'])
      return { ...known, proxy: await started(store, service) }
    },
    operations: { one: report('one'), owned: report('proxy') },
  },
  'the first owner that leaves, and a report of the one that decides next': {
    prepare: (store) => owners(store, ['one', 'two']),
    operations: { one: release('one'), two: report('two') },
  },
  'a report of an application, and one of what is attached to it': {
    prepare: async (store) => {
      await owners(store, [])
      const known: Record<string, Awaited<ReturnType<typeof started>>> = {
        a: await started(store, { kind: 'WorkloadInstance', name: 'a' }),
        one: await started(store, dependency('one')),
      }
      const { id, epoch } = startedOf(known, 'a')
      const attached = {
        ...dependency('rates'),
        spec: { workloadInstance: 'a', upstreamHost: 'example.com' },
      }
      await store.applyOwned({ id, epoch }, [attached], write)
      return { ...known, rates: await started(store, dependency('rates')) }
    },
    operations: { application: report('a'), attached: report('rates') },
  },
  'the last two owners, which are deleted': {
    prepare: (store) => owners(store, ['one', 'two']),
    operations: { one: release('one'), two: release('two') },
  },
  'the last owner, which is deleted, and a new one': {
    prepare: (store) => owners(store, ['one']),
    operations: { one: release('one'), two: own('two') },
  },
  'the end of a grace period, and a new owner': {
    prepare: async (store, sql) => {
      const known = await owners(store, ['one'], 60_000)
      const { id, epoch } = startedOf(known, 'one')
      await store.applyOwned({ id, epoch }, [], write)
      await sql.query(
        `UPDATE "Object" SET "expiresAt" = now() - interval '1 second' WHERE "expiresAt" IS NOT NULL`,
      )
      return known
    },
    operations: { expiry: expireAll, two: own('two') },
  },
  'an owner that is deleted, and a new reference to an object that it owns': {
    prepare: (store) => owners(store, ['one']),
    operations: {
      one: release('one'),
      user: apply({ ...dependency('two'), spec: { workloadInstance: 'a', upstreamHost: 'b.example.com' } }),
    },
  },
  'a write of owned objects, and the deletion of their owner': {
    prepare: (store) => owners(store, []),
    operations: { one: own('one'), user: remove(dependency('one')) },
  },
}
