import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { createLog } from '../../../telemetry/log.ts'
import { createClient } from '../../api-client.ts'
import { createHttpTransport } from '../../http-transport.ts'
import { Job } from '../job.ts'
import { Reports } from './reports.ts'
import { runJob } from './run.ts'

/*
 * A run of Terraform as a process of its own, which outlives the worker that started it. It gets its job by standard input, and
 * reports to the control plane.
 */

const log = createLog('terraform', 'info')
const job = Job.parse(JSON.parse(await text(process.stdin)))
const { object, run, server } = job
// A terminal sends these to all processes of a worker: the run ends what it has begun.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const client = createClient({
  ...server,
  retryFor: 5000,
  program: 'a run of Terraform',
  post: createHttpTransport(),
})
try {
  await runJob(job, new Reports(client, job))
  // Its state is with the control plane. A run that could not report keeps its folder.
  await rm(job.folder, { recursive: true, force: true })
} catch (error) {
  log.error({ err: error, run, id: object.id, folder: job.folder }, 'a run could not report its result')
  process.exitCode = 1
}
process.exit()
