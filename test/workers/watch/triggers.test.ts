import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { Client } from '../../../workers/api-client.ts'
import type { ObservedResource } from '../../../workers/kube/client/watch.ts'
import { Triggers } from '../../../workers/watch/triggers.ts'
import { eventually } from '../../support/eventually.ts'

const reconciling = new Set<string>()
const undecided = new Set<string>()
const requests: ObservedResource[][] = []

/** A server that cannot decide about the objects in `undecided`. */
async function respond(_: unknown, variables: unknown): Promise<{ result: string[] }> {
  const { resources = [] } = variables as { resources?: ObservedResource[] }
  requests.push(resources)
  const owners = new Set(resources.map(({ ownerId }) => ownerId))
  return { result: [...owners].filter((owner) => undecided.has(owner)) }
}
const client = { execute: respond } as Pick<Client, 'execute'>

const triggers = new Triggers({ client, log: pino({ level: 'silent' }), reconciling: () => reconciling })
afterEach(() => {
  for (const each of [reconciling, undecided]) each.clear()
  requests.length = 0
})

const seen = (ownerId: string, uid: string, resourceVersion: string | null = '1'): ObservedResource => ({
  ownerId,
  uid,
  resourceVersion,
})

const requested = (count: number) =>
  eventually(async () => (requests.flat().length >= count ? requests.flat() : undefined))

it('sends the newest change of each resource', async () => {
  for (const version of ['1', '2', '3']) triggers.resource(seen('7', 'a', version))
  triggers.resource(seen('7', 'b'))
  expect(await requested(2)).toEqual([seen('7', 'a', '3'), seen('7', 'b')])
})

it('sends changes of an object that this worker reconciles once that is done', async () => {
  reconciling.add('7')
  triggers.resource(seen('7', 'a', '1'))
  triggers.resource(seen('8', 'b'))
  expect(await requested(1)).toEqual([seen('8', 'b')])
  triggers.resource(seen('7', 'a', '2'))
  await sleep(300)
  expect(requests.flat()).toEqual([seen('8', 'b')])
  reconciling.clear()
  expect(await requested(2)).toEqual([seen('8', 'b'), seen('7', 'a', '2')])
})

it('sends changes again while the server cannot decide about them, those of many objects together', async () => {
  const owners = Array.from({ length: 50 }, (_, index) => `owner-${index}`)
  for (const owner of owners) undecided.add(owner)
  for (const owner of owners) triggers.resource(seen(owner, `of-${owner}`))
  await requested(2 * owners.length)
  undecided.clear()
  await eventually(async () => {
    const sent = requests.length
    await sleep(400)
    return requests.length === sent ? true : undefined
  })
  expect(new Set(requests.flat().map(({ ownerId }) => ownerId))).toEqual(new Set(owners))
  // With a request for each object, there would be 51 or more.
  expect(requests.length).toBeLessThan(20)
})
