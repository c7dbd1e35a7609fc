import { createClient } from '../../../client-sdk/index.ts'
import { configMapYaml } from '../manifests.ts'
import type { HealthReport } from './messages.ts'

/*
 * The process of a healthy client: a small query and a small mutation, each at a steady rate.
 * Requests are sent when they are due, whether or not earlier ones are done, so that a stalled server shows with its
 * full duration. Reports its measurements when it gets a message.
 */

/** Milliseconds between two requests of a kind: 20 per second. */
const every = 50

const [url = '', token = '', mark = ''] = process.argv.slice(2)
const client = createClient({ url, token, retryFor: 0 })
let latencies: number[] = []
let failures: string[] = []
const running = new Set<Promise<void>>()

async function timed(request: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await request().catch((error: unknown) => failures.push(String(error)))
  latencies.push(performance.now() - from)
}

function begin(request: () => Promise<unknown>): void {
  const work = timed(request).finally(() => running.delete(work))
  running.add(work)
}

const began = performance.now()
let due = 0
setInterval(() => {
  while (performance.now() - began >= due * every) {
    const name = `${mark}-${(due += 1)}`
    begin(() => client.objects.get({ kind: 'Project', name: 'default' }))
    begin(() =>
      client.workloadDefinitions.create({
        input: { name, spec: { yamlDocument: configMapYaml(name, '0') } },
      }),
    )
  }
}, 10)

/** Includes requests without a response so far, with their time until now. */
async function report(): Promise<void> {
  await Promise.all(running)
  process.send?.({ latencies, failures } satisfies HealthReport)
  latencies = []
  failures = []
}

process.on('message', () => void report())
process.on('disconnect', () => process.exit(0))
