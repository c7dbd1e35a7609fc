import { z } from 'zod'

/* How a revision takes the place of the one before, with the names that users know from Argo Rollouts and Flagger. */

export const rolloutStrategies = ['rolling', 'canary', 'blueGreen'] as const

const seconds = (description: string, { minimum = 0, maximum = 86_400 } = {}) =>
  z.int().min(minimum).max(maximum).optional().meta({ description })

const CanaryStep = z
  .strictObject({
    weight: z
      .int()
      .min(1)
      .max(100)
      .meta({ description: 'The percentage of the requests that go to the new revision.' }),
    pauseSeconds: seconds(
      'The seconds for which the weight stays, until the analysis decides about the next step. Default: 0.',
    ),
  })
  .meta({ description: 'A step of a canary: a weight, and how long it stays.' })

/** What stands for the names of a rollout in queries. */
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g
const placeholders = ['namespace', 'canary', 'stable'] as const

/** Returns a query with the names of a rollout. */
export function queryWith(query: string, names: Readonly<Record<(typeof placeholders)[number], string>>) {
  return query.replaceAll(placeholder, (text, name: string) => {
    const found = placeholders.find((each) => each === name)
    return found === undefined ? text : names[found]
  })
}

const Metric = z
  .strictObject({
    name: z.string().min(1).max(63).meta({ description: 'The name of the metric, for messages.' }),
    query: z
      .string()
      .min(1)
      .max(5000)
      .refine(
        (query) =>
          [...query.matchAll(placeholder)].every(([, name]) => placeholders.some((each) => each === name)),
        { error: 'must have no other placeholders than {{ namespace }}, {{ canary }} and {{ stable }}' },
      )
      .meta({
        description:
          'The query of Prometheus. `{{ namespace }}` stands for the namespace, and `{{ canary }}` and `{{ stable }}` for the names of ' +
          'the Deployment of the new revision and of the one before.',
      }),
    min: z.number().optional().meta({ description: 'The least value that passes. Default: no limit.' }),
    max: z.number().optional().meta({ description: 'The greatest value that passes. Default: no limit.' }),
    address: z
      .url({ protocol: /^https?$/, error: 'must be a URL such as https://prometheus.example.com' })
      .max(2000)
      .optional()
      .meta({
        description:
          'The address of the HTTP API of Prometheus. Default: that of the observability stack in the runtime.',
      }),
  })
  .meta({ description: 'A query of Prometheus, and which values pass.' })

const Analysis = z
  .strictObject({
    intervalSeconds: seconds('The seconds between two measurements. Default: 10.', {
      minimum: 1,
      maximum: 3600,
    }),
    failureLimit: z.int().min(0).max(100).optional().meta({
      description:
        'The number of failed measurements that a rollout tolerates. One more, and it is rolled back. Default: 0.',
    }),
    maxRestarts: z.int().min(0).max(1000).optional().meta({
      description:
        'The number of restarts of containers of the new revision that a measurement tolerates. Default: 0.',
    }),
    metrics: z.array(Metric).max(20).optional().meta({
      description:
        'The queries of Prometheus that are measured once the new revision gets requests. One without data neither passes nor fails.',
    }),
    ignoreWarnings: z.boolean().optional().meta({
      description:
        'Indicates whether warnings among the events of the new pods are no failures. Default: false.',
    }),
  })
  .meta({ description: 'What is measured of a new revision before it takes the place of the one before.' })

export const RolloutSettings = z
  .strictObject({
    strategy: z
      .enum(rolloutStrategies)
      .optional()
      .meta({
        description: 'How a revision takes the place of the one before. Default: `rolling`.',
        enumName: 'RolloutStrategy',
        enumDescription: 'How a revision takes the place of the one before.',
        enumDescriptions: [
          'The pods of the workload are replaced one after the other.',
          'The new revision runs beside the one before, and gateways send it more and more of the requests, as long as its analysis passes.',
          'The new revision runs beside the one before, and gateways send it all requests at once. The one before stays for `keepSeconds`.',
        ],
      }),
    steps: z.array(CanaryStep).min(1).max(20).optional().meta({
      description:
        'The steps of a canary. After the last one, it gets all requests. Default: 10 %, and then 50 %, for a minute each.',
    }),
    keepSeconds: seconds(
      'The seconds for which the revision before stays after a switch with `blueGreen`, so that an abort switches back at once. Default: 300.',
    ),
    drainSeconds: seconds(
      'The seconds for which pods of the new revision stay after gateways send them no requests any more. Default: 5.',
      { maximum: 3600 },
    ),
    analysis: Analysis.optional().meta({
      description:
        'What is measured of the new revision. Default: readiness, restarts and warnings, every 10 seconds.',
    }),
  })
  .meta({ description: 'How a revision takes the place of the one before in an environment.' })
export type RolloutSettings = z.infer<typeof RolloutSettings>

/** Returns the contradictions between the fields of rollout settings. */
export function rolloutProblems(
  { strategy = 'rolling', steps, keepSeconds, drainSeconds, analysis }: RolloutSettings,
  path: string,
): { path: string; code: 'INVALID'; message: string; remedy: string }[] {
  const invalid = (field: string, message: string, remedy: string) => [
    { path: `${path}.${field}`, code: 'INVALID' as const, message, remedy },
  ]
  const other = (field: string, needs: string) =>
    invalid(field, `has no effect with the strategy ${strategy}`, `Remove it, or set strategy to ${needs}.`)
  const unlimited = (analysis?.metrics ?? []).findIndex(
    ({ min, max }) => min === undefined && max === undefined,
  )
  const weights = (steps ?? []).map(({ weight }) => weight)
  const smaller = weights.findIndex((weight, index) => index > 0 && weight <= (weights[index - 1] ?? 0))
  return [
    ...(steps !== undefined && strategy !== 'canary' ? other('steps', 'canary') : []),
    ...(keepSeconds !== undefined && strategy !== 'blueGreen' ? other('keepSeconds', 'blueGreen') : []),
    ...(drainSeconds !== undefined && strategy === 'rolling'
      ? other('drainSeconds', 'canary or blueGreen')
      : []),
    ...(analysis !== undefined && strategy === 'rolling' ? other('analysis', 'canary or blueGreen') : []),
    ...(unlimited === -1
      ? []
      : invalid(`analysis.metrics[${unlimited}]`, 'has no limit', 'Set min, max or both.')),
    ...(smaller > 0
      ? invalid(
          `steps[${smaller}].weight`,
          `is not more than ${weights[smaller - 1]}, the weight of the step before`,
          'List the steps with growing weights.',
        )
      : []),
  ]
}
