import type { CommandContext } from '../context.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { applyChange } from '../objects/edited.ts'
import { parseFormat } from '../objects/formats.ts'
import { findApplication } from './application.ts'
import { findPreview } from './find-preview.ts'
import { reportPreview, type PreviewReport } from './preview.ts'

interface WakeInput {
  args: { application: string }
  options: PreviewReport & { pullRequest: number }
}

/** Wakes a preview that sleeps, or keeps one awake for longer, and waits until it is ready. */
export async function wakePreview({ args, options }: WakeInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { pullRequest, project, dryRun } = options
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  const found = await findPreview(client, application, pullRequest)
  if (found === undefined)
    throw new CommandFailure(
      exits.usage,
      `application/${application.object.name} has no preview of pull request ${pullRequest}. ` +
        'See: qleetctl get previews',
    )
  const wokenAt = new Date().toISOString()
  const applied = await applyChange(client, {
    objects: [found.object],
    change: (shape) => ({ ...shape, spec: { ...shape.spec, wokenAt } }),
    options: { dryRun, reason: undefined },
  })
  await reportPreview(context, client, { applied, options, format })
}
