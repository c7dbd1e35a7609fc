import { effectsOf, type ObjectChange, type Operation } from './operation.ts'

/* Runs of Terraform. What they change is known only when they plan. */

const what = 'run of Terraform'

const ofDefinition = ['configuration', 'module', 'type', 'variables']
const ofInstance = [
  'awsAccount',
  'region',
  'variables',
  'optionalVariables',
  'secretVariables',
  'varsDocument',
  'environment',
]

/** Returns the runs that a change of an instance, or of its definition, causes. */
export function terraformOperations({ before, after }: ObjectChange): Operation[] {
  if (after === undefined)
    return before === undefined
      ? []
      : [
          {
            what,
            action: 'delete',
            fields: [],
            risk: 'yes',
            effect: 'all resources of its state are destroyed',
          },
        ]
  const { approval = 'removals' } = after.spec as { approval?: string }
  const effect = approvals[approval] ?? ''
  if (before === undefined)
    return [{ what, action: 'create', fields: [], risk: 'none', effect: `it is new; ${effect}` }]
  const changed = (one: object, other: object, fields: readonly string[]): string[] =>
    effectsOf(
      one,
      other,
      fields.map((field) => ({ field, risk: 'unknown', effect })),
    ).map(({ field }) => field)
  const fields = [
    ...changed(before.definition, after.definition, ofDefinition),
    ...changed(before.spec, after.spec, ofInstance),
  ]
  if (fields.length === 0) return []
  return [{ what, action: 'run', fields: [...new Set(fields)], risk: 'unknown', effect }]
}

/** What becomes of the plan of a run, by the approvals that it needs. */
const approvals: Readonly<Record<string, string>> = {
  automatic: 'what it plans is applied at once',
  removals: 'a plan that deletes or replaces resources waits for a confirmation',
  required: 'its plan waits for a confirmation',
}
