import { defaultProject } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, targetsOf } from '../kind-names.ts'
import { enumText } from '../../schema/enum-text.ts'
import { describeOne } from './describe-text.ts'
import { findObjects, findTargets } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { findDetails, type FoundRollout } from './object-details.ts'
import { recordOf } from './record.ts'

interface DescribeInput {
  args: { kind: string; names: readonly string[] }
  options: { project: string | undefined; output: string }
}

export async function describe({ args, options }: DescribeInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const project = options.project ?? defaultProject
  const targets =
    args.kind.includes('/') || args.names.length > 0 ? targetsOf([args.kind, ...args.names], project) : []
  const kinds = targets.length === 0 ? [kindByNoun(args.kind)] : []
  const { client } = await context.connect()
  const objects =
    targets.length === 0
      ? await findObjects(client, { kinds, names: [], project })
      : await findTargets(client, targets)
  if (format.as === 'name') {
    const names = objects.map(nounAndName)
    io.stdout.write(names.map((name) => `${name}\n`).join(''))
    return
  }
  const gathered = await Promise.all(
    objects.map((object) => findDetails(client, kindByNoun(object.kind), object)),
  )
  if (format.as !== 'table' && format.as !== 'wide') {
    const records = gathered.map(
      ({ object, resources, external, usedBy, owners, owned, events, queue, nextTry, rollout }) => ({
        ...recordOf(object),
        ...(queue === null ? {} : { queue }),
        ...(nextTry?.waitingFor == null ? {} : { waitingFor: nextTry.waitingFor }),
        ...(rollout?.definitionRollout == null ? {} : { rollout: rolloutRecord(rollout.definitionRollout) }),
        ...(rollout?.reaches == null || rollout.reaches.total === 0 ? {} : { reaches: rollout.reaches }),
        resources,
        ...(external.length === 0 ? {} : { external }),
        usedBy,
        owners,
        owned: owned.map(({ kind, name }) => ({ kind, name })),
        events,
      }),
    )
    await printValue(io, format, targets.length === 1 ? records[0] : { items: records })
    return
  }
  io.stdout.write(gathered.map((each) => describeOne(io, each, { wide: format.as === 'wide' })).join('\n\n'))
}

/** Returns the rollout of a definition as data, with its state spelled as in text. */
function rolloutRecord({ state, ...rest }: NonNullable<FoundRollout['definitionRollout']>) {
  return { ...rest, state: enumText(state) }
}
