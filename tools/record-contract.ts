import { readFile, writeFile } from 'node:fs/promises'
import * as documents from '../client-sdk/generated/documents.ts'
import { WakeUp } from '../schema/events.ts'
import { ObjectStatus } from '../schema/status.ts'

/*
 * Writes down what this release says to servers and workers of the next one. Run it once when a release is made, with its
 * version in package.json, and commit the file; files of releases that are not supported any more go. test/contract
 * holds each server and worker to what is recorded.
 */

const root = new URL('../', import.meta.url)
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string }

const operations = Object.fromEntries(
  Object.entries(documents)
    .filter(([name]) => name.endsWith('Document'))
    .map(([name, document]) => [name, String(document)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
)

const time = '2026-01-01T00:00:00.000Z'
const conditionTypes = ['Accepted', 'Progressing', 'Ready', 'Reachable'] as const
const statuses = (['True', 'False', 'Unknown'] as const).map((status) =>
  ObjectStatus.parse({
    phase: status === 'True' ? 'Ready' : status === 'False' ? 'Failed' : 'Unreachable',
    conditions: conditionTypes.map((type) => ({
      type,
      status,
      reason: 'Recorded',
      message: 'As it was recorded.',
      observedGeneration: 1,
      lastTransitionTime: time,
    })),
    ...(status === 'True'
      ? {}
      : {
          cause: {
            kind: 'KubernetesRuntimeInstance',
            name: 'space',
            reason: 'Recorded',
            message: 'As it was recorded.',
            since: time,
            retryAt: time,
          },
        }),
    outputs: { namespace: 'recorded' },
  }),
)

const wakeUps = [
  { v: 1, kind: 'WorkloadInstance', id: '42' },
  { v: 1, kind: 'WorkloadInstance', id: '42', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
].map((wakeUp) => WakeUp.parse(wakeUp))

const file = new URL(`test/contract/recorded/${version}.json`, root)
await writeFile(file, `${JSON.stringify({ release: version, operations, wakeUps, statuses }, null, 2)}\n`)
process.stdout.write(`recorded ${Object.keys(operations).length} operations of ${version}\n`)
