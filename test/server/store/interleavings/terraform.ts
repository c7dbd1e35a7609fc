import { packed } from '../../../../schema/packed-text.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import { write } from '../../../support/store.ts'
import {
  apply,
  confirm,
  remove,
  report,
  started,
  startedOf,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

/* Races of runs of Terraform, and of people who edit the states. */

const net = { kind: 'TerraformInstance', name: 'net', project: 'default' }

const declared = (configuration: string) => ({
  kind: 'TerraformDefinition',
  name: 'net',
  spec: { configuration: `resource "terraform_data" "${configuration}" {}\n` },
})

/** An instance whose reconcile has started. */
async function idle(store: Store): Promise<Known> {
  await store.apply(
    [declared('a'), { kind: 'TerraformInstance', name: 'net', spec: { definition: 'net' } }],
    write,
  )
  return { net: await started(store, net) }
}

/** The same, with a run that has written a state. */
async function running(store: Store): Promise<Known> {
  const known = await idle(store)
  const { id, epoch } = startedOf(known, 'net')
  await store.startTerraformRun(id, epoch, { runId: 'first', inputs: 'a' })
  await store.recordTerraformState(id, 'first', packed('1'))
  return known
}

/** The same, with a run whose worker has died. */
async function expired(store: Store, sql: Parameters<Race['prepare']>[1]): Promise<Known> {
  const known = await running(store)
  await sql.query(`UPDATE "TerraformRun" SET "expiresAt" = now() - interval '1 second'`)
  return known
}

type Race = RaceTable[string]
type Work = (store: Store, id: bigint, epoch: number) => Promise<unknown>

const on =
  (work: Work): Operation<Known> =>
  ({ store }, known) => {
    const { id, epoch } = startedOf(known, 'net')
    return work(store, id, epoch)
  }

const start = (runId: string): Operation<Known> =>
  on((store, id, epoch) => store.startTerraformRun(id, epoch, { runId, inputs: 'a' }))

const record = (runId: string, state: string): Operation<Known> =>
  on((store, id) => store.recordTerraformState(id, runId, packed(state)))

const finish = (runId: string): Operation<Known> =>
  on((store, id) => store.finishTerraformRun(id, runId, '{"status":"applied"}'))

const lock = (person: string): Operation<Known> =>
  on((store, id) => store.lockState(id, { id: person, note: person }))

const unlock = (person: string): Operation<Known> => on((store, id) => store.unlockState(id, person))

const edit = (lockId: string, state: string): Operation<Known> =>
  on((store, id) => store.writeState(id, { lockId, state }))

/** An instance whose state a person has locked. */
async function locked(store: Store): Promise<Known> {
  const known = await idle(store)
  const { id } = startedOf(known, 'net')
  await store.lockState(id, { id: 'ann', note: 'ann' })
  await store.writeState(id, { lockId: 'ann', state: '1' })
  return known
}

/** The same, with a request to delete the instance, whose reconcile has started. */
const going =
  (prepare: (store: Store) => Promise<Known>): Race['prepare'] =>
  async (store) => {
    await prepare(store)
    await store.delete([net], write)
    return { net: await started(store, net) }
  }

export const terraform: RaceTable = {
  'two runs that start': {
    prepare: idle,
    operations: { one: start('one'), other: start('other') },
  },
  'a run that starts, and the next reconcile': {
    prepare: idle,
    operations: {
      one: start('one'),
      other: on((store, id, epoch) => store.startReconcile(id, epoch)),
    },
  },
  'a run that starts, and a person who locks the state': {
    prepare: idle,
    operations: { worker: start('one'), ann: lock('ann') },
  },
  'two people who lock a state': {
    prepare: idle,
    operations: { ann: lock('ann'), bob: lock('bob') },
  },
  'a run that writes its state late, and the next run': {
    prepare: expired,
    operations: { late: record('first', '2'), next: start('next') },
  },
  'a run that writes its state, and its end': {
    prepare: running,
    operations: { worker: record('first', '2'), other: finish('first') },
  },
  'the end of a run, and a person who waits for it': {
    prepare: running,
    operations: { worker: finish('first'), ann: lock('ann') },
  },
  'a run that ends late, and the next run': {
    prepare: expired,
    operations: { late: finish('first'), next: start('next') },
  },
  'a run that renews its lease late, and the next run': {
    prepare: expired,
    operations: {
      late: on((store, id) => store.renewTerraformRun(id, 'first', 'late')),
      next: start('next'),
    },
  },
  'the end of a run, and a report of the reconcile': {
    prepare: running,
    operations: { run: finish('first'), worker: report('net') },
  },
  'the end of a run, and an edit of its definition': {
    prepare: running,
    operations: { run: finish('first'), user: apply(declared('b')) },
  },
  'a run that writes its state, and the removal of its object': {
    prepare: going(running),
    operations: { run: record('first', '2'), worker: confirm('net') },
  },
  'a person who locks a state, and the removal of its object': {
    prepare: going(idle),
    operations: { ann: lock('ann'), worker: confirm('net') },
  },
  'a person who locks a state, and the deletion of the object': {
    prepare: idle,
    operations: { ann: lock('ann'), user: remove(net) },
  },
  'two edits of a state': {
    prepare: locked,
    operations: { one: edit('ann', '2'), other: edit('ann', '3') },
  },
  'an end of a lock, and a run that starts': {
    prepare: locked,
    operations: { ann: unlock('ann'), worker: start('one') },
  },
}
