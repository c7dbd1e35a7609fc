import { z } from 'zod'
import { chartVersionField } from './charts.ts'
import { values, type OtherSpecs, type SpecProblem } from './kinds/kind.ts'
import { providedByOutput } from './provided-by.ts'
import { isSmaller, shrinkProblems, storageSize } from './sizes.ts'

/* What the kinds of observability have in common: the charts that they consist of, retention, and addresses. */

const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 }

/** Returns the hours of a retention such as `15d`. */
function hoursOf(retention: string): number {
  return Number(retention.slice(0, -1)) * (hours[retention.slice(-1)] ?? 0)
}

/** Declares a spec field with the time for which data is retained, such as `15d`. Prometheus and Loki read it as it is. */
function retentionField(description: string, { min }: { min: string }) {
  return z
    .string({ error: 'must be a time such as 12h, 15d or 4w' })
    .regex(/^[1-9]\d{0,4}[hdw]$/, { error: 'must be a time such as 12h, 15d or 4w' })
    .refine((retention) => hoursOf(retention) >= hoursOf(min), { error: `must be at least ${min}` })
    .meta({ description, filterable: true })
}

/** The spec fields about data that definitions of metrics, and of whole stacks, have under their own names. */
export const metricsFields = {
  retention: retentionField('The time for which samples are retained.', { min: '2h' }).default('15d'),
  retentionSize: storageSize(
    'The size of all samples from which on the oldest are deleted. Default: 85 % of the storage.',
    { min: '512Mi', example: '10Gi' },
  ).optional(),
  storage: storageSize('The storage of Prometheus. It can grow and never shrink.', {
    min: '1Gi',
    example: '20Gi',
  }).default('20Gi'),
}

/** The same for logs. */
export const logsFields = {
  retention: retentionField('The time for which lines of logs are retained.', { min: '24h' }).default('7d'),
  storage: storageSize('The storage of Loki. It can grow and never shrink.', {
    min: '1Gi',
    example: '20Gi',
  }).default('20Gi'),
}

/** The same for dashboards. */
export const dashboardFields = {
  storage: storageSize(
    'The storage of Grafana, for what people create in its user interface. It can grow and never shrink. Default: none, ' +
      'so that only dashboards from ConfigMaps survive a restart.',
    { min: '1Gi', example: '5Gi' },
  ).optional(),
}

/** Returns the contradiction of samples that do not fit into the storage. */
export function retentionSizeProblems(
  [field, storageField]: readonly [string, string],
  { size, storage }: { size: string | undefined; storage: string },
): SpecProblem[] {
  if (size === undefined || !isSmaller(storage, size)) return []
  const message = `is more than ${storageField}, which is ${storage}`
  return [{ path: field, code: 'CONFLICT', message, remedy: `Lower it, or raise ${storageField}.` }]
}

/** Returns the contradictions of volumes that would have to shrink, by their fields. */
export function storageChangeProblems(
  fields: readonly string[],
  spec: Readonly<Record<string, unknown>>,
  { before }: OtherSpecs,
): SpecProblem[] {
  const remedy = 'delete the instances with their data, and create others with another definition'
  return fields.flatMap((field) => {
    const size = spec[field]
    return typeof size === 'string' ? shrinkProblems(field, { size, before: before?.[field], remedy }) : []
  })
}

/** Declares a spec field of a definition with the version of the chart of a program. */
export function programVersionField(program: string) {
  return chartVersionField(
    `The version of the chart of ${program}, or a range of versions. Default: the newest that QleetOS knew at the first ` +
      'installation, which then stays.',
  )
}

/** Declares a spec field of a definition with values of the chart of a program. */
export function definitionValuesField(program: string) {
  return values(
    `Values of the chart of ${program} as a YAML map, merged over those of QleetOS. Values of an instance take precedence.`,
  ).optional()
}

/** Declares a spec field of an instance with values of the chart of a program. */
export function instanceValuesField(program: string) {
  return values(
    `Values of the chart of ${program} as a YAML map, merged over those of the definition.`,
  ).optional()
}

/** The outputs of software that is installed once in a runtime. */
export const installationOutputs = {
  providedBy: providedByOutput,
  version: z
    .string()
    .optional()
    .meta({ description: 'The version of the chart, or that of the installation which the cluster had.' }),
  available: z
    .string()
    .optional()
    .meta({ description: 'The newest version of the chart that QleetOS knows.' }),
  namespace: z.string().optional().meta({ description: 'The namespace of the software.' }),
  service: z.string().optional().meta({ description: 'The name of its Service.' }),
  port: z.int().optional().meta({ description: 'The port of its Service.' }),
  url: z.string().optional().meta({ description: 'The URL of its API within the cluster.' }),
}

/** The fields of the legacy API about Promtail, which is no longer maintained. */
export const inertOfPromtail = {
  PromtailHelmChartVersion: {
    type: 'string',
    description:
      'The version of the chart of Promtail, which Alloy has replaced. Set the version of the support service ' +
      '`log-collector` in SupportServices of the runtime.',
  },
  PromtailHelmValuesDocument: {
    type: 'string',
    description:
      'Values of the chart of Promtail, which Alloy has replaced and which has other values. Set those of the support ' +
      'service `log-collector` in SupportServices of the runtime.',
  },
} as const
