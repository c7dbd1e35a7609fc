import { join } from 'node:path'
import type { Client } from '../../client-sdk/index.ts'
import { installation } from '../../process/installation.ts'
import { readDocuments } from '../documents/read.ts'
import type { DesiredObject } from '../documents/desired.ts'
import { kindByNoun, type Target } from '../kind-names.ts'
import { applyDesired, documentOf } from '../objects/write.ts'
import type { Io } from '../terminal/io.ts'

const sampleFile = join(installation, 'samples/web3/web3.yaml')

/**
 * Deploys a Web3 application with its RPC node and its gateway. Creates missing objects only, so that a restart keeps the
 * changes of users.
 */
export async function deploySample(client: Client, io: Io): Promise<Target[]> {
  const desired = await readDocuments(io, [sampleFile])
  const stored = await Promise.all(
    desired.map(({ kind, name }) => client.objects.get({ kind: kind.kind, name: String(name) })),
  )
  const missing = desired.filter((_, index) => stored[index] === undefined)
  if (missing.length > 0) {
    const documents = missing.map(documentOf)
    await applyDesired(client, { desired: missing, documents }, { reason: 'the sample application' })
  }
  return desired.map(targetOf)
}

function targetOf({ kind, name }: DesiredObject): Target {
  return { kind: kindByNoun(kind.kind), name: String(name), project: 'default' }
}
