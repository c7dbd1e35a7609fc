import type { DeleteDBInstanceCommandInput, RDS } from '@aws-sdk/client-rds'
import { expect, it } from 'vitest'
import { removeDatabase } from '../../../workers/aws/database-removal.ts'

/* Moto knows no databases that are broken, so a stand-in refuses what RDS refuses. */

/** Deletes a database in a state. Resolves with the requests and the events. */
async function removeIn(
  DBInstanceStatus: string,
  { refusal, taken = [] }: { refusal?: string; taken?: string[] } = {},
): Promise<{ requests: DeleteDBInstanceCommandInput[]; notes: string[] }> {
  const requests: DeleteDBInstanceCommandInput[] = []
  const notes: string[] = []
  const refuse = (name: string): never => {
    throw Object.assign(new Error(name), { name })
  }
  const rds = {
    deleteDBInstance: async (input: DeleteDBInstanceCommandInput) => {
      if (refusal !== undefined) refuse(refusal)
      if (taken.includes(input.FinalDBSnapshotIdentifier ?? '')) refuse('DBSnapshotAlreadyExists')
      requests.push(input)
    },
  }
  await removeDatabase(rds as unknown as RDS, {
    externalId: 'db-shop',
    state: { DBInstanceStatus },
    removal: { keepsSnapshot: true, epoch: 7, recordEvent: ({ note }) => notes.push(note) },
    signal: new AbortController().signal,
  })
  return { requests, notes }
}

it.each(['available', 'storage-full', 'incompatible-parameters'])(
  'keeps a last snapshot of a database that is %s',
  async (status) => {
    expect(await removeIn(status)).toMatchObject({
      requests: [{ SkipFinalSnapshot: false, FinalDBSnapshotIdentifier: 'db-shop-final' }],
      notes: [],
    })
  },
)

it('does not take the snapshot of an earlier deletion for its own', async () => {
  const { requests } = await removeIn('available', { taken: ['db-shop-final'] })
  expect(requests).toMatchObject([{ FinalDBSnapshotIdentifier: 'db-shop-7' }])
})

it('says that there is no last snapshot where RDS keeps none', async () => {
  const { requests, notes } = await removeIn('incompatible-network')
  expect(requests).toMatchObject([{ SkipFinalSnapshot: true }])
  expect(notes).toEqual([
    'Database db-shop is deleted without a last snapshot, because RDS keeps none while it is incompatible-network.',
  ])
})

it('waits while a database changes, and is blocked when it is broken', async () => {
  const refusal = 'InvalidDBInstanceState'
  expect(await removeIn('modifying', { refusal })).toEqual({ requests: [], notes: [] })
  await expect(removeIn('restore-error', { refusal })).rejects.toMatchObject({
    reason: 'DatabaseNotDeleted',
    message:
      'RDS refuses to delete database db-shop while it is restore-error. Mend it in RDS, or delete it there.',
  })
})
