import type { CommandContext } from '../context.ts'
import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import {
  assertEnvironment,
  assertRevision,
  findApplication,
  partsOf,
  type KnownApplication,
} from './application.ts'
import { approveRevision, rulesOfApproval, type ApprovalOptions } from './approve-revision.ts'
import { chosenComposition } from './composed-revision.ts'

interface PromoteInput {
  args: { application: string }
  options: ApprovalOptions & {
    to: string
    from: string | undefined
    revision: number | undefined
    only: string | undefined
  }
}

/** Approves one revision of an application for an environment, or parts of it on top of what runs there. */
export async function promote({ args, options }: PromoteInput, context: CommandContext): Promise<void> {
  const { to: environment, project } = options
  if (options.from !== undefined && options.revision !== undefined)
    throw usageError('--from and --revision cannot be used together: both choose the revision')
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  assertEnvironment(application, environment)
  const rules = await rulesOfApproval(client, application, environment)
  const { approvalPlan = 'optional' } = rules
  const parts = await partsOf(client, application)
  const revision = options.revision ?? healthyRevision(application, { environment, from: options.from })
  assertRevision(application, parts.revisions, revision)
  const only = options.only?.split(',').map((part) => part.trim())
  const wanted =
    only === undefined
      ? { revision }
      : chosenComposition(application, { environment, revision, only, ...parts })
  if (approvalPlan !== 'optional' && options.dryRun !== 'plan')
    throw new PlatformError(
      'CONFLICT',
      `environment/${environment} requires approvals of plans. Repeat the command with --dry-run=plan, then: ` +
        `qleetctl approve ${args.application} --plan ID`,
    )
  await approveRevision(context, { client, application, ...parts }, { environment, wanted, rules, options })
}

/** Returns the revision that is healthy in an environment, by default in the one before. */
function healthyRevision(
  application: KnownApplication,
  { environment, from }: { environment: string; from: string | undefined },
): number {
  const listed = application.spec.environments.map((each) => each.environment)
  const source = from ?? listed[listed.indexOf(environment) - 1]
  if (source === undefined)
    throw usageError(
      `environment ${environment} is the first one of application/${application.object.name}; name the revision: --revision NUMBER`,
    )
  assertEnvironment(application, source)
  const found = application.outputs.environments?.find((each) => each.environment === source)?.healthy
  if (found !== undefined) return found
  throw new PlatformError(
    'CONFLICT',
    `no revision has been healthy in ${source}. To promote one nevertheless, use --revision NUMBER. See: qleetctl get stages`,
  )
}
