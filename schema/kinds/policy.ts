import { z } from 'zod'
import { Name } from '../name-rules.ts'
import { defaultProject } from '../names.ts'
import { checkException, checkPolicy, checkSharedProject } from '../policies/check.ts'
import { defineKind, reference } from './kind.ts'

function names(description: string) {
  return z.array(Name).min(1).max(100).optional().meta({ description })
}

/** The operations that a rule can check. */
export const policyOperations = ['create', 'update', 'delete'] as const
export type PolicyOperation = (typeof policyOperations)[number]

export const PolicyRule = z
  .strictObject({
    name: Name.meta({ description: 'The name of the rule, unique in its policy.' }),
    expression: z
      .string()
      .min(1)
      .max(4000)
      .meta({
        description:
          'The condition that an object must meet, as an expression of the Common Expression Language (CEL) that is true for an ' +
          'object that is allowed. It reads `object`, `old`, `operation`, `project`, `tier`, `manifests`, `images`, `cost`, ' +
          '`actor` and `now`. ' +
          'An expression that fails for an object counts as false.',
      }),
    message: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'What is wrong with an object that does not meet the condition.' }),
    remedy: z.string().min(1).max(500).meta({ description: 'How to change such an object.' }),
    field: z
      .string()
      .max(200)
      .regex(/^(spec|labels|annotations|name)(\.[\w-]+|\[\d+\])*$/, {
        error: 'must be a path such as spec or spec.yamlDocument',
      })
      .optional()
      .meta({ description: 'The path of the field to change, for errors. Default: `spec`.' }),
    severity: z
      .enum(['deny', 'warn'])
      .optional()
      .meta({
        description: 'What happens to a write that breaks the rule. Default: `deny`.',
        enumName: 'PolicySeverity',
        enumDescription: 'What happens to a write that breaks a rule.',
        enumDescriptions: ['The write is refused.', 'The write succeeds with a warning.'],
      }),
  })
  .meta({ description: 'A condition that objects must meet.' })
export type PolicyRule = z.infer<typeof PolicyRule>

export const Policy = defineKind({
  kind: 'Policy',
  plural: 'policies',
  description:
    'Rules for what users write, as expressions: which images, replicas or times are allowed. They are checked by every create, ' +
    'update and plan, and refuse it or warn. Policies belong to project `default` and are for all projects.',
  spec: z.strictObject({
    description: z.string().max(1000).optional().meta({ description: 'The purpose of the policy.' }),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Indicates whether the rules are checked. Default: true.' }),
    projects: names('The projects whose objects are checked. Default: all.'),
    tiers: names(
      'The tiers whose objects are checked. An object without a tier is in `development`. Default: all.',
    ),
    kinds: z.array(z.string().min(1).max(100)).min(1).max(100).optional().meta({
      description:
        'The kinds of the objects that are checked, for example `WorkloadDefinition`. Default: all but policies and exceptions.',
    }),
    operations: z
      .array(
        z.enum(policyOperations).meta({
          description: 'An operation.',
          enumName: 'PolicyOperation',
          enumDescription: 'The operations that policies check.',
          enumDescriptions: ['Objects are created.', 'Objects are changed.', 'Objects are deleted.'],
        }),
      )
      .min(1)
      .max(3)
      .optional()
      .meta({ description: 'The operations that are checked. Default: `create` and `update`.' }),
    rules: z
      .array(PolicyRule)
      .min(1, 'must have at least one rule')
      .max(50)
      .meta({ description: 'The rules. A write must meet all of them.' }),
  }),
  check: checkPolicy,
  checkWithOthers: checkSharedProject('policies'),
  examples: [
    {
      projects: ['nobody'],
      rules: [{ name: 'named', expression: 'object.name != ""', message: 'has no name', remedy: 'Set it.' }],
    },
    {
      projects: ['nobody'],
      enabled: false,
      rules: [
        { name: 'named', expression: 'object.name != ""', message: 'has no name', remedy: 'Set it.' },
        {
          name: 'team',
          expression: 'has(object.labels.team)',
          message: 'has no team',
          remedy: 'Set the label team.',
          severity: 'warn',
        },
      ],
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'RULES', path: 'spec.rules' },
    { header: 'KINDS', path: 'spec.kinds' },
    { header: 'TIERS', path: 'spec.tiers' },
    { header: 'ENABLED', path: 'spec.enabled', wide: true },
    { header: 'DESCRIPTION', path: 'spec.description', wide: true },
  ],
  reconciled: false,
  rest: { path: 'policies' },
})

export const ExceptedObjects = z
  .strictObject({
    kind: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The kind of the objects. Default: any.' }),
    name: pattern('The name of the objects, in which `*` stands for any characters. Default: any.'),
    project: pattern('The project of the objects, in which `*` stands for any characters. Default: any.'),
  })
  .meta({ description: 'A set of objects.' })
export type ExceptedObjects = z.infer<typeof ExceptedObjects>

function pattern(description: string) {
  return z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w.*-]+$/, { error: 'must be a name, in which * stands for any characters' })
    .optional()
    .meta({ description })
}

export const PolicyException = defineKind({
  kind: 'PolicyException',
  plural: 'policyExceptions',
  description:
    'Exempts objects from rules of a policy until a time, with an owner and a reason. Exceptions belong to project `default`.',
  spec: z.strictObject({
    policy: reference('Policy', 'The policy.', { in: defaultProject }),
    rules: names('The names of the rules. Default: all of the policy.'),
    objects: z
      .array(ExceptedObjects)
      .min(1, 'must have at least one entry')
      .max(100)
      .meta({ description: 'The objects that are exempt.' }),
    owner: z.string().min(1).max(255).meta({ description: 'Who to ask about the exception.' }),
    reason: z.string().min(1).max(500).meta({ description: 'The reason.' }),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2027-01-31T18:00:00Z' })
      .meta({ description: 'The time from which the exception has no effect, as an RFC 3339 timestamp.' }),
  }),
  checkWithOthers: checkException,
  examples: [
    {
      objects: [{ name: 'legacy-*' }],
      owner: 'payments',
      reason: 'Moved in spring.',
      expiresAt: '2099-01-01T00:00:00Z',
    },
    {
      objects: [{ kind: 'WorkloadDefinition', project: 'shop' }],
      owner: 'payments',
      reason: 'Moved in summer.',
      expiresAt: '2099-06-01T00:00:00Z',
    },
  ],
  outputs: z.strictObject({
    state: z.enum(['Active', 'Expired']).meta({
      description: 'The state of the exception.',
      enumName: 'PolicyExceptionState',
      enumDescription: 'The states of an exception.',
      enumDescriptions: ['The objects are exempt.', 'The exception has no effect any more.'],
    }),
  }),
  columns: [
    { header: 'POLICY', path: 'spec.policy' },
    { header: 'STATE', path: 'status.outputs.state' },
    { header: 'EXPIRES', path: 'spec.expiresAt' },
    { header: 'OWNER', path: 'spec.owner' },
    { header: 'REASON', path: 'spec.reason', wide: true },
  ],
  reconciled: true,
  rest: { path: 'policy-exceptions' },
})

export const kinds = [Policy, PolicyException]
