import { expect, it } from 'vitest'
import { PlatformError } from '../../../schema/errors.ts'
import { event } from '../../../schema/status.ts'
import type { Client } from '../../../workers/api-client.ts'
import { confirmDeletion } from '../../../workers/engine/confirm-deletion.ts'
import { done } from '../../../workers/engine/outcome.ts'
import { ConfirmDeletionDocument, ForgetAppliedDocument } from '../../../workers/generated/documents.ts'

const holder = { id: '7', epoch: 3 }
const outcome = done('Everything is gone.')
const deleted = event('Normal', 'Deleted', 'Deleted ConfigMap settings.')

/** A client of a server that knows only some arguments, with the requests that it has accepted. */
function serverWith(...known: readonly string[]) {
  const accepted: [unknown, object][] = []
  const execute = async (document: unknown, variables: object): Promise<void> => {
    const name = ['report', 'gone'].find((argument) => argument in variables && !known.includes(argument))
    if (name === undefined) return void accepted.push([document, variables])
    const refused = { part: 'argument', name, known: false } as const
    throw new PlatformError('UNSUPPORTED', 'the server does not know it', { details: { refused } })
  }
  return { accepted, client: { execute } as unknown as Client }
}

it('confirms a deletion with what is gone and the events of its reconcile', async () => {
  const { client, accepted } = serverWith('gone', 'report')
  await confirmDeletion(client, holder, { outcome, events: [deleted], gone: new Set(['1']) })
  const confirmed = { ...holder, gone: ['1'], report: { events: [deleted] }, leaveBehind: false }
  expect(accepted).toEqual([[ConfirmDeletionDocument, confirmed]])
})

it('confirms the deletion of an object that had nothing', async () => {
  const { client, accepted } = serverWith()
  await confirmDeletion(client, holder, { outcome, events: [], gone: new Set() })
  expect(accepted).toEqual([[ConfirmDeletionDocument, { ...holder, leaveBehind: false }]])
})

it('confirms a deletion to earlier servers', async () => {
  const reconcile = { outcome, events: [deleted], gone: new Set(['1']) }
  const former = serverWith('gone')
  await confirmDeletion(former.client, holder, reconcile)
  expect(former.accepted).toEqual([[ConfirmDeletionDocument, { ...holder, gone: ['1'], leaveBehind: false }]])
  const first = serverWith()
  await confirmDeletion(first.client, holder, reconcile)
  expect(first.accepted).toEqual([
    [ForgetAppliedDocument, { ...holder, entries: ['1'] }],
    [ConfirmDeletionDocument, { ...holder, leaveBehind: false }],
  ])
})

it('sends as many events as the server takes', async () => {
  const { client, accepted } = serverWith('report')
  const events = Array.from({ length: 300 }, (_, index) =>
    event('Normal', 'Deleted', `Deleted Pod ${index}.`),
  )
  await confirmDeletion(client, holder, { outcome, events, gone: new Set() })
  expect(accepted.map(([, variables]) => variables)).toEqual([
    { ...holder, report: { events: events.slice(0, 100) }, leaveBehind: false },
  ])
})
