import { z } from 'zod'
import { LabelKey, LabelValue, Name } from '../name-rules.ts'
import { defaultProject } from '../names.ts'
import { defaultReasons, noticeReasons, severities } from '../notifications/reasons.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

export const channelTypes = ['webhook', 'slack', 'email', 'github', 'gitlab'] as const
export type ChannelType = (typeof channelTypes)[number]

function patterns(description: string) {
  return z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .regex(/^[\w.*-]+$/, { error: 'must be a name, in which * stands for any characters' }),
    )
    .min(1)
    .max(100)
    .optional()
    .meta({ description })
}

function names(description: string) {
  return z.array(Name).min(1).max(100).optional().meta({ description })
}

const MailAddress = z
  .string()
  .max(320)
  .regex(/^[^\s@<>",;:]+@[^\s@<>",;:]+$/, { error: 'must be an address such as team@example.com' })

const Mail = z
  .strictObject({
    host: z
      .string()
      .max(253)
      .regex(/^[A-Za-z0-9.:-]+$/, { error: 'must be a host name such as smtp.example.com' })
      .meta({ description: 'The host of the SMTP server.' }),
    port: z.int().min(1).max(65_535).optional().meta({
      description: 'Its port. Default: 465 for `tls: implicit`, otherwise 587.',
    }),
    tls: z
      .enum(['starttls', 'implicit', 'none'])
      .optional()
      .meta({
        description: 'How the connection is encrypted. Default: `starttls`.',
        enumName: 'SmtpEncryption',
        enumDescription: 'How a connection to an SMTP server is encrypted.',
        enumDescriptions: [
          'It starts without encryption, and nothing is sent unless the server offers STARTTLS.',
          'It is encrypted from the start.',
          'It is not encrypted. A login is refused.',
        ],
      }),
    from: MailAddress.meta({ description: 'The address of the sender.' }),
    to: z
      .array(MailAddress.meta({ description: 'An address.' }))
      .min(1, 'must have at least one address')
      .max(50)
      .meta({ description: 'The addresses of the recipients.' }),
  })
  .meta({ description: 'How e-mails are sent.' })
export type Mail = z.infer<typeof Mail>

export const NotificationChannel = defineKind({
  kind: 'NotificationChannel',
  plural: 'notificationChannels',
  description:
    'Notifies people or programs of what happens to the objects of its project: by a webhook, Slack or e-mail. Channels for ' +
    'GitHub and GitLab report deployments to the repository of an application.',
  aliases: ['channel', 'channels', 'notification', 'notifications'],
  spec: z.strictObject({
    type: z.enum(channelTypes).meta({
      description: 'Where notifications are sent.',
      enumName: 'NotificationChannelType',
      enumDescription: 'The types of notification channels.',
      enumDescriptions: [
        'A URL, as JSON that is signed as Standard Webhooks describe.',
        'An incoming webhook of Slack, or of a compatible chat such as Mattermost.',
        'An SMTP server.',
        'The deployments of a repository of GitHub.',
        'The statuses of the commits in a project of GitLab.',
      ],
    }),
    address: z
      .url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com/hook' })
      .max(2000)
      .optional()
      .meta({
        description:
          'The URL of a webhook, or of the API of a forge of your own. A URL that contains a secret, as those of Slack do, belongs in ' +
          'the key `address` of the Secret.',
      }),
    repository: z
      .string()
      .max(255)
      .regex(/^[\w.-]+(\/[\w.-]+)+$/, { error: 'must be a path such as example/shop' })
      .optional()
      .meta({ description: 'The repository of GitHub or the project of GitLab, such as `example/shop`.' }),
    email: Mail.optional().meta({
      description: 'The SMTP server, the sender and the recipients of e-mails.',
    }),
    secret: reference(
      'SecretDefinition',
      'The definition of a Secret. Its keys are `signingKey` and `address` for a webhook, `address` for Slack, `username` and ' +
        '`password` for e-mail, and `token` for GitHub and GitLab.',
    ).optional(),
    reasons: patterns(
      `The reasons, in which \`*\` stands for any characters: ${noticeReasons.map((each) => `\`${each}\``).join(', ')}, and those of ` +
        `events. Default: ${defaultReasons.map((each) => `\`${each}\``).join(', ')}; for forges, the steps of rollouts.`,
    ),
    minSeverity: z
      .enum(severities)
      .optional()
      .meta({
        description: 'The lowest severity. Default: `info`.',
        enumName: 'NotificationSeverity',
        enumDescription: 'How much a notification matters.',
        enumDescriptions: ['Nothing has to be done.', 'Something may be wrong.', 'Something is wrong.'],
      }),
    kinds: names('The kinds of objects. Default: all.'),
    names: patterns('The names of objects, in which `*` stands for any characters. Default: all.'),
    matchLabels: z
      .record(LabelKey, LabelValue)
      .optional()
      .meta({ description: 'The labels that objects must have. Default: any.' }),
    applications: names(
      'The applications, for notifications of deliveries and rollouts. Default: all objects.',
    ),
    environments: names('The environments, for notifications of rollouts. Default: all objects.'),
    allProjects: z.boolean().optional().meta({
      description:
        'Indicates whether the objects of all projects are included. Only for channels in project `default`. Default: false.',
    }),
    digest: z
      .int()
      .min(0)
      .max(3600)
      .optional()
      .meta({
        description:
          'Seconds for which notifications are collected and then sent together. Default: 30 for e-mail, 5 for Slack. Webhooks and forges ' +
          'get each on its own, at once.',
      }),
    repeatInterval: z.int().min(0).max(86_400).optional().meta({
      description:
        'Seconds before the same is notified of the same object again, with the number of times that it happened. Default: 300; 0 for forges.',
    }),
  }),
  check: checkTarget,
  checkWithOthers: checkProjects,
  examples: [
    { type: 'webhook', address: 'https://example.com/hook' },
    { type: 'webhook', address: 'https://example.com/hook', reasons: ['RolledBack'], minSeverity: 'warning' },
  ],
  outputs: z.strictObject({
    lastSuccessAt: z.iso.datetime().optional().meta({
      description: 'The time at which the sink has last accepted a message. Absent if it never has.',
    }),
    lastAnswer: z.string().max(1000).optional().meta({ description: 'What it answered.' }),
    lastMessage: z.string().optional().meta({ description: 'The ID of that message.' }),
    lastFailureAt: z.iso.datetime().optional().meta({
      description: 'The time at which a message was last not accepted. Absent if all were.',
    }),
    lastFailure: z.string().max(1000).optional().meta({ description: 'Why, without secrets.' }),
    lastTest: z.string().optional().meta({ description: 'The ID of the last test that the sink accepted.' }),
    pending: z.int().optional().meta({ description: 'The number of notifications that wait to be sent.' }),
    dropped: z.int().optional().meta({
      description: 'The number of notifications of the last seven days that could not be sent within a day.',
    }),
  }),
  columns: [
    { header: 'TYPE', path: 'spec.type' },
    { header: 'PENDING', path: 'status.outputs.pending' },
    { header: 'DROPPED', path: 'status.outputs.dropped' },
    { header: 'LAST SUCCESS', path: 'status.outputs.lastSuccessAt' },
    { header: 'REASONS', path: 'spec.reasons', wide: true },
  ],
  reconciled: true,
  rest: { path: 'notification-channels' },
})

type Field = 'address' | 'repository' | 'email' | 'secret' | 'digest'

/** The fields of each type; those that it requires come first. */
const fieldsOf: Readonly<Record<ChannelType, { required: readonly Field[]; optional: readonly Field[] }>> = {
  webhook: { required: [], optional: ['address', 'secret'] },
  slack: { required: ['secret'], optional: ['digest'] },
  email: { required: ['email'], optional: ['secret', 'digest'] },
  github: { required: ['repository', 'secret'], optional: ['address'] },
  gitlab: { required: ['repository', 'secret'], optional: ['address'] },
}

function checkTarget(
  spec: { type: ChannelType; email?: Mail | undefined } & Partial<Record<Field, unknown>>,
): SpecProblem[] {
  const { required, optional } = fieldsOf[spec.type]
  const problems: SpecProblem[] = required
    .filter((field) => spec[field] === undefined)
    .map((field) => ({
      path: field,
      code: 'REQUIRED',
      message: `is required for a channel of type ${spec.type}`,
      remedy: `Set ${field}.`,
    }))
  const all: readonly Field[] = ['address', 'repository', 'email', 'secret', 'digest']
  for (const field of all)
    if (spec[field] !== undefined && !required.includes(field) && !optional.includes(field))
      problems.push({
        path: field,
        code: 'FORBIDDEN',
        message: `has no effect in a channel of type ${spec.type}`,
        remedy:
          field === 'address' && spec.type === 'slack'
            ? 'Put the URL into the key address of the Secret, because it contains a secret.'
            : `Remove ${field}.`,
      })
  if (spec.type === 'webhook' && spec.address === undefined && spec.secret === undefined)
    problems.push({
      path: 'address',
      code: 'REQUIRED',
      message: 'is required for a webhook without a secret',
      remedy: 'Set address, or set secret to a SecretDefinition with the key address.',
    })
  problems.push(...secretsInAddress(spec))
  if (spec.email?.tls === 'none' && spec.secret !== undefined)
    problems.push({
      path: 'email.tls',
      code: 'INVALID',
      message: 'would send the login without encryption',
      remedy: 'Use starttls or implicit, or remove secret.',
    })
  return problems
}

/** Returns the error of an address that contains a secret, which all readers of the channel would see. */
function secretsInAddress({ type, address }: { type: ChannelType; address?: unknown }): SpecProblem[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return []
  const { username, password, hostname } = new URL(address)
  const hasLogin = username !== '' || password !== ''
  if (!hasLogin && hostname !== 'hooks.slack.com') return []
  const remedy =
    type === 'webhook'
      ? 'Remove address, put the URL into the key address of a SecretDefinition, and name that in secret.'
      : 'Remove the login; the key token of the Secret is sent instead.'
  const message = hasLogin
    ? 'contains a login, which all readers of the channel would see'
    : 'is a URL of Slack, whose path is a secret that all readers of the channel would see'
  return [{ path: 'address', code: 'FORBIDDEN', message, remedy }]
}

function checkProjects(spec: { allProjects?: boolean | undefined }, { project }: OtherSpecs): SpecProblem[] {
  if (spec.allProjects !== true || project === defaultProject) return []
  return [
    {
      path: 'allProjects',
      code: 'FORBIDDEN',
      message: `is for channels in project ${defaultProject} only`,
      remedy: `Remove it, or create the channel in project ${defaultProject}.`,
    },
  ]
}

export const kinds = [NotificationChannel]
