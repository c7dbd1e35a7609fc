import { GetDiagnosisDocument, type GetDiagnosisQuery } from '../../client-sdk/generated/documents.ts'
import { anyReference, toObject } from '../../client-sdk/index.ts'
import { defaultProject } from '../../schema/names.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, nounAndName, targetsOf } from '../kind-names.ts'
import { enumText } from '../../schema/enum-text.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderFields } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { parseFormat, printValue } from './formats.ts'
import { timeUntil } from './next-try.ts'

interface WhyInput {
  args: { objects: readonly string[] }
  options: { project: string | undefined; output: string }
}

type Diagnosed = NonNullable<GetDiagnosisQuery['result']>
type Diagnosis = NonNullable<Diagnosed['why']>

/** Explains why objects are not ready. */
export async function why({ args, options }: WhyInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const targets = targetsOf(args.objects, options.project ?? defaultProject)
  const { client } = await context.connect()
  const found = await Promise.all(
    targets.map(async ({ kind, name, project }) => {
      const by = anyReference({ kind: kind.kind, name, project })
      const { result } = await client.execute(GetDiagnosisDocument, { by })
      if (result === null) throw new PlatformError('NOT_FOUND', `there is no ${formatTarget({ kind, name })}`)
      return result
    }),
  )
  if (format.as !== 'table' && format.as !== 'wide') {
    const records = found.map(({ kind, name, why: diagnosis }) => ({
      kind,
      name,
      ready: diagnosis === null,
      ...diagnosis,
    }))
    await printValue(io, format, records.length === 1 ? records[0] : { items: records })
    return
  }
  io.stdout.write(found.map((each) => explain(context, each)).join('\n'))
}

function explain({ io }: CommandContext, found: Diagnosed): string {
  const { kind, name, why: diagnosis } = found
  const self = nounAndName({ kind, name })
  if (diagnosis === null) return `${self} is ready.\n${attentionText(found)}`
  const { columns } = io.stdout
  return `${stepsText(io, diagnosis)}\n${renderFields(causeFields(diagnosis), { columns })}`
}

/** Returns the message of an object that is ready, but needs attention: pods have to be restarted, or drift recurs; empty for any other. */
function attentionText(found: Diagnosed): string {
  const { outputs, conditions } = toObject(found).status
  const { dependencies = [] } = outputs as { dependencies?: readonly { restartDue?: boolean }[] }
  const ready = conditions.find(({ type }) => type === 'Ready')
  if (ready === undefined) return ''
  const needsAttention =
    ready.reason === 'DriftRecurring' || dependencies.some(({ restartDue }) => restartDue === true)
  return needsAttention ? `${ready.message}\n` : ''
}

function stepsText(io: CommandContext['io'], { steps }: Diagnosis): string {
  const paint = painter(io.stdout, io.env)
  return steps
    .map(({ object }, depth) => {
      const phase = enumText(object.status.phase)
      const target = nounAndName(object)
      const arrow = depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `
      return `${arrow}${target} ${paint(phaseColour(phase), phase)}\n`
    })
    .join('')
}

function causeFields({ cause, remedy }: Diagnosis): [string, string][] {
  const { kind, name, reason, message, since, retryAt } = cause
  return [
    ['Cause', message],
    ['Reason', `${reason} of ${kind} ${name}, for ${ageOf(since)}`],
    ...(retryAt === null ? [] : [['Next try', timeUntil(Date.parse(retryAt))] satisfies [string, string]]),
    ...(remedy === null ? [] : [['Remedy', remedy] satisfies [string, string]]),
  ]
}
