import { deliveryNumbers, type DeliveryNumbers, type Percentiles } from '../../schema/delivery/numbers.ts'
import { kindByNoun } from '../kind-names.ts'
import type { CommandContext } from '../context.ts'
import { findObjects } from '../objects/find.ts'
import { selectedProject } from '../objects/get-selection.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import { showDuration } from '../terminal/time.ts'
import { stagesOf, typed } from './application.ts'
import type { Application } from '../../schema/kinds/application.ts'

interface NumbersInput {
  args: { applications: readonly string[] }
  options: { days: number; project: string | undefined; allProjects: boolean; output: string }
}

interface Row extends DeliveryNumbers {
  application: string
  environment: string
}

/** Prints how applications were delivered into each of their environments, as DORA measures it. */
export async function numbers({ args, options }: NumbersInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const project = selectedProject(options)
  const kinds = [kindByNoun('application')]
  const applications = await findObjects(client, { kinds, names: args.applications, project })
  const from = Date.now() - options.days * 86_400_000
  const rows: Row[] = []
  for (const object of applications) {
    const application = typed<typeof Application>(object)
    const stages = await stagesOf(client, application)
    const order = application.spec.environments.map(({ environment }) => environment)
    const inOrder = stages.toSorted(
      (one, other) => order.indexOf(one.spec.environment) - order.indexOf(other.spec.environment),
    )
    for (const { spec, outputs } of inOrder)
      rows.push({
        application: object.name,
        environment: spec.environment,
        ...deliveryNumbers(outputs.rollouts ?? [], from),
      })
  }
  if (!isTable(format)) {
    const nameOf = ({ application, environment }: Row): string => `${application}/${environment}`
    await printItems(io, format, { items: rows, nameOf })
    return
  }
  if (rows.length === 0) {
    io.stderr.write('There are no applications that are delivered.\n')
    return
  }
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  const cells = rows.map((each) => cellsOf(each, options.days))
  io.stdout.write(
    renderTable(headers, cells, {
      columns,
      optional: ['REWORK', 'ROLLBACKS', 'LEAD P90', 'RECOVERY P90', 'PER DAY', 'RATE'],
    }),
  )
}

const headers = [
  'APPLICATION',
  'ENVIRONMENT',
  'DEPLOYMENTS',
  'PER DAY',
  'LEAD P50',
  'LEAD P90',
  'FAILURES',
  'RATE',
  'REWORK',
  'ROLLBACKS',
  'RECOVERY P50',
  'RECOVERY P90',
  'OPEN',
]

function cellsOf(row: Row, days: number): string[] {
  const { deployments, leadTime, failures, failureRate, reworkRate, rollbacks, recoveryTime, open } = row
  return [
    row.application,
    row.environment,
    String(deployments),
    (deployments / days).toFixed(2),
    ...durations(leadTime),
    String(failures),
    percent(failureRate),
    percent(reworkRate),
    String(rollbacks),
    ...durations(recoveryTime),
    String(open),
  ]
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${Math.round(share * 100)} %`
}

function durations(percentiles: Percentiles | undefined): [string, string] {
  if (percentiles === undefined) return ['-', '-']
  return [showDuration(percentiles.p50 * 1000), showDuration(percentiles.p90 * 1000)]
}
