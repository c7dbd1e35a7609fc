import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat } from '../objects/formats.ts'
import { findApplication, partsOf, type KnownApplication } from './application.ts'
import { comparisonOf, printComparison, revisionSide, runningSide } from './comparison.ts'

interface CompareInput {
  args: { application: string }
  options: {
    to: string
    from: string | undefined
    revision: number | undefined
    project: string | undefined
    output: string
  }
}

/** Prints by which fields the revision in an environment differs from what another one runs, or from another revision. */
export async function compare({ args, options }: CompareInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { to, from, project, revision } = options
  if (from !== undefined && revision !== undefined)
    throw usageError('--from and --revision cannot be used together: both choose what is compared')
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  const known = { application, ...(await partsOf(client, application)) }
  const running = (environment: string) => {
    const side = runningSide(environment, known)
    if (side !== undefined) return side
    throw new PlatformError(
      'CONFLICT',
      `nothing of application/${application.object.name} runs in ${environment} yet. See: qleetctl get stages`,
    )
  }
  const before = running(to)
  const after =
    revision === undefined
      ? running(from ?? environmentBefore(application, to))
      : revisionSide(revision, known, to)
  await printComparison(context, format, await comparisonOf(client, known, { before, after }))
}

/** Returns the environment before one, in the order of the application. */
function environmentBefore({ object, spec }: KnownApplication, environment: string): string {
  const names = spec.environments.map((each) => each.environment)
  const before = names[names.indexOf(environment) - 1]
  if (before !== undefined) return before
  throw usageError(
    `environment ${environment} is the first one of application/${object.name}; name what to compare it with: --from ENVIRONMENT or ` +
      '--revision NUMBER',
  )
}
