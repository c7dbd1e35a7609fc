import { newestWhole } from '../../schema/delivery/composition.ts'
import { describeFailure, failureIn } from '../../schema/delivery/failed-revisions.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Hold } from '../../schema/kinds/hold.ts'
import { defined } from '../../schema/defined.ts'
import type { CommandContext } from '../context.ts'
import { printDeleted } from '../objects/deleted.ts'
import { requestDeletion, targetOf } from '../objects/deletion.ts'
import { parseFormat } from '../objects/formats.ts'
import { isDryRun } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import {
  assertEnvironment,
  childrenOf,
  findApplication,
  partsOf,
  type KnownRevision,
  type KnownStage,
  type Typed,
} from './application.ts'

interface ReleaseInput {
  args: { application: string }
  options: {
    environment: string | undefined
    reason: string | undefined
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** Deletes the holds of an application, or those of one environment. */
export async function release({ args, options }: ReleaseInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const { environment, project, reason } = options
  const dryRun = isDryRun(options.dryRun)
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  if (environment !== undefined) assertEnvironment(application, environment)
  const holds = await childrenOf<typeof Hold>(client, application, 'Hold')
  const chosen = holds.filter(({ spec }) => environment === undefined || spec.environment === environment)
  if (chosen.length === 0) throw nothingHeld(application.object.name, { environment, holds })
  const targets = chosen.map(({ object }) => targetOf(object))
  const deleted = await requestDeletion(client, targets, { dryRun, ...defined({ reason }) })
  const outcome = dryRun ? 'would be deleted (dry run)' : 'deleted'
  await printDeleted(context.io, format, { targets, deleted, outcome })
  const { revisions, stages } = await partsOf(client, application)
  const newest = newestWhole(revisions)
  for (const stage of stages) {
    if (environment !== undefined && stage.spec.environment !== environment) continue
    const note = newest && failureNote(stage, newest)
    if (note !== undefined) context.io.stderr.write(`Note: ${note}\n`)
  }
}

/** Returns a note on the newest revision if a release does not roll it out, because it has failed there. */
function failureNote(stage: KnownStage, { object, spec }: KnownRevision): string | undefined {
  const failure = failureIn(stage, spec.number)
  if (failure === undefined || stage.spec.revision === object.name) return undefined
  return describeFailure(stage.spec, failure)
}

function nothingHeld(
  application: string,
  { environment, holds }: { environment: string | undefined; holds: readonly Typed<typeof Hold>[] },
): PlatformError {
  const where = environment === undefined ? '' : ` in ${environment}`
  const whole = holds.find(({ spec }) => spec.environment === undefined)
  const remedy =
    whole === undefined
      ? ''
      : `; hold/${whole.object.name} is on all environments: qleetctl release ${application}`
  return new PlatformError('NOT_FOUND', `application/${application} has no hold${where}${remedy}`)
}
