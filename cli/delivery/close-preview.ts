import { defined } from '../../schema/defined.ts'
import type { CommandContext } from '../context.ts'
import { printDeleted } from '../objects/deleted.ts'
import { requestDeletion, targetOf } from '../objects/deletion.ts'
import { parseFormat } from '../objects/formats.ts'
import { isDryRun, isWaiting } from '../objects/write.ts'
import type { DryRun, WaitingInput } from '../settings/options.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { findApplication } from './application.ts'
import { findPreview } from './find-preview.ts'

interface CloseInput {
  args: { application: string }
  options: WaitingInput & {
    pullRequest: number
    reason: string | undefined
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** Deletes the preview of a pull request. One that does not exist is no error, so that a pipeline may repeat it. */
export async function closePreview({ args, options }: CloseInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const { pullRequest, project, reason, timeout } = options
  const dryRun = isDryRun(options.dryRun)
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  const found = await findPreview(client, application, pullRequest)
  if (found === undefined)
    context.io.stderr.write(
      `application/${application.object.name} has no preview of pull request ${pullRequest}.\n`,
    )
  const targets = found === undefined ? [] : [{ ...targetOf(found.object), id: found.object.id }]
  const deleted = await requestDeletion(client, targets, { dryRun, ...defined({ reason }) })
  const waits = isWaiting(options)
  if (waits && targets.length > 0)
    await waitWithProgress(context.io, targets, { client, goal: 'deleted', timeout })
  const outcome = dryRun ? 'would be deleted (dry run)' : waits ? 'deleted' : 'deletion requested'
  await printDeleted(context.io, format, { targets, deleted, outcome })
}
