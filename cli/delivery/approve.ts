import type { SavedPlan } from '../../client-sdk/index.ts'
import { plannedPromotions } from '../../schema/delivery/planned-promotions.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { assertEnvironment, findApplication, partsOf, type KnownApplication } from './application.ts'
import { approveRevision, rulesOfApproval, type ApprovalOptions } from './approve-revision.ts'

interface ApproveInput {
  args: { application: string }
  options: ApprovalOptions & { plan: string; to: string | undefined }
}

/** Approves the promotion that a plan is about, for as long as it would do what the plan says. */
export async function approve({ args, options }: ApproveInput, context: CommandContext): Promise<void> {
  const { plan: id, to, project } = options
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  if (to !== undefined) assertEnvironment(application, to)
  const asked = promotionIn(await client.savedPlan(id), application, to)
  const { environment, ...wanted } = asked
  const rules = await rulesOfApproval(client, application, environment)
  const parts = await partsOf(client, application)
  await approveRevision(
    context,
    { client, application, ...parts },
    { environment, wanted, plan: id, rules, options },
  )
}

/** Returns the promotion of an application that a plan makes. Throws if there is none, or more than one. */
function promotionIn(plan: SavedPlan, { object }: KnownApplication, to: string | undefined) {
  const changes = plan.changes.map(({ object: { kind, project }, diff }) => {
    return { kind, project, differences: diff }
  })
  const found = plannedPromotions(changes).filter(
    ({ project, application }) => project === object.projectName && application === object.name,
  )
  const chosen = found.filter(({ environment }) => to === undefined || environment === to)
  const [first, ...others] = chosen
  const places = found.map(({ environment }) => environment).join(', ')
  if (first === undefined)
    throw new PlatformError(
      'CONFLICT',
      `plan ${plan.id} promotes nothing of application/${object.name}${to === undefined ? '' : ` to ${to}`}` +
        `${places === '' ? '' : `, only to ${places}`}. Plans of promotions are made with: qleetctl promote ${object.name} --to ENVIRONMENT ` +
        '--dry-run=plan',
    )
  if (others.length > 0)
    throw new PlatformError(
      'CONFLICT',
      `plan ${plan.id} promotes to ${places}; choose one with --to ENVIRONMENT`,
    )
  const { project: _, application: __, ...asked } = first
  return asked
}
