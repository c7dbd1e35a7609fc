import { EC2 } from '@aws-sdk/client-ec2'
import { expect, it } from 'vitest'
import { ec2Calls, type Ec2Type } from '../../../workers/aws/ec2-resources.ts'
import type { AwsTag } from '../../../workers/aws/ownership.ts'
import type { ExternalEntry } from '../../../workers/engine/external-inventory.ts'

const { signal } = new AbortController()
const ec2 = new EC2({ region: 'eu-central-1' })
const access = { ec2, now: () => Date.now() }

/** A type of resource that EC2 does not list yet. */
const unlisted: Ec2Type<{ id: string; Tags?: AwsTag[] }> = {
  type: 'vpc',
  list: async () => [],
  idOf: ({ id }) => id,
  create: async () => ({ id: 'vpc-1' }),
  remove: async () => undefined,
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

function entryOf(times: Pick<ExternalEntry, 'intendedAt' | 'createdAt'>): ExternalEntry {
  const place = {
    provider: 'aws',
    account: '123456789012',
    region: 'eu-central-1',
    type: 'vpc',
    name: 'cloud',
  }
  return { ...place, ...times, id: '1', order: 1, externalId: 'vpc-1', requestedAt: null, tags: {} }
}

it('waits for a resource that was just created, although its entry is old', async () => {
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(0) })
  await expect(ec2Calls(access, unlisted).find(entry, signal)).rejects.toThrow('does not list vpc cloud yet')
})

it('does not find a resource that was created a while ago and is not listed', async () => {
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(2) })
  expect(await ec2Calls(access, unlisted).find(entry, signal)).toBeUndefined()
})

it('compares the times of an entry with that of the control plane, whatever the clock of the worker is', async () => {
  const later = { ec2, now: () => Date.now() + 60 * 60_000 }
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(0) })
  expect(await ec2Calls(later, unlisted).find(entry, signal)).toBeUndefined()
})
