import { z } from 'zod'
import { destinationUrl, logProtocols } from '../log-backends.ts'
import { defineKind, secret, type SpecProblem } from './kind.ts'

interface BackendSpec {
  destination: string
  username?: string | undefined
  password?: string | undefined
  token?: string | undefined
  caCertificate?: string | undefined
}

function checkBackend({ destination, username, password, token, caCertificate }: BackendSpec): SpecProblem[] {
  const problems: SpecProblem[] = []
  const [given, missing] = username === undefined ? ['password', 'username'] : ['username', 'password']
  if ((username === undefined) !== (password === undefined)) {
    const message = `is required by ${given}`
    problems.push({ path: missing, code: 'REQUIRED', message, remedy: 'Set both, or neither.' })
  }
  if (token !== undefined && (username !== undefined || password !== undefined)) {
    const message = 'cannot be combined with username and password'
    problems.push({ path: 'token', code: 'FORBIDDEN', message, remedy: 'Keep one of them.' })
  }
  if (caCertificate !== undefined && !destination.startsWith('https:')) {
    const message = 'applies to an https destination only'
    const remedy = 'Remove it, or use https.'
    problems.push({ path: 'caCertificate', code: 'FORBIDDEN', message, remedy })
  }
  return problems
}

export const LogBackend = defineKind({
  kind: 'LogBackend',
  plural: 'logBackends',
  description:
    'A place outside of QleetOS that stores logs: its address and credentials. The collectors in runtimes connect to it, ' +
    'and nothing else does.',
  aliases: ['lb'],
  spec: z.strictObject({
    destination: z
      .string({ error: 'must be an address such as https://logs.example.com' })
      .max(2048)
      .refine((text) => /^https?:\/\/[^\s#]+$/.test(text) && URL.canParse(text), {
        error: 'must be an address such as https://logs.example.com',
      })
      .refine((text) => !/^[a-z]+:\/\/[^/?]*@/.test(text), {
        error: 'must not contain credentials',
        params: { remedy: 'Set username and password, or token, instead.' },
      })
      .meta({
        description:
          'The address to which logs are sent. Without a path, it is completed by that of the protocol: `/loki/api/v1/push` or ' +
          '`/v1/logs`.',
        filterable: true,
      }),
    protocol: z
      .enum(logProtocols, { error: 'must be loki or otlp' })
      .default('loki')
      .meta({
        description: 'The protocol of the destination.',
        filterable: true,
        enumName: 'LogProtocol',
        enumDescription: 'The protocols by which logs are sent.',
        enumDescriptions: ['The push API of Loki.', 'OpenTelemetry over HTTP.'],
      }),
    tenant: z
      .string({ error: 'must be a string' })
      .max(150)
      .regex(/^[A-Za-z0-9!\-_.*'()]+$/, { error: "must be a tenant of letters, digits and !-_.*'()" })
      .optional()
      .meta({ description: 'The tenant, which is sent as the header `X-Scope-OrgID`. Default: none.' }),
    username: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The user for basic authentication.' }),
    password: secret('The password for basic authentication. It is stored encrypted.').optional(),
    token: secret('The bearer token. It is stored encrypted.').optional(),
    caCertificate: z
      .string()
      .max(20_000)
      .regex(/^\s*-----BEGIN CERTIFICATE-----/, { error: 'must be a certificate in PEM format' })
      .optional()
      .meta({
        description:
          'The certificate of the authority of the destination, in PEM format. Default: those that the collector trusts.',
      }),
    labels: z
      .record(
        z.string().regex(/^[a-zA-Z_]\w*$/, { error: 'must be a label of letters, digits and "_"' }),
        z.string().max(1000),
        { error: 'must be a map of labels' },
      )
      .optional()
      .meta({
        description:
          'Labels that all lines get, besides those of the collector: `cluster`, `namespace`, `pod`, `container`, `node`.',
      }),
  }),
  check: checkBackend,
  examples: [
    { destination: 'https://logs.example.com', tenant: 'shop', token: 'a-token' },
    { destination: 'https://logs.example.com', tenant: 'shop', username: 'shop', password: 'correct horse' },
    { destination: 'https://otlp.example.com', protocol: 'otlp', labels: { region: 'paris' } },
  ],
  outputs: z.strictObject({
    url: z.string().meta({ description: 'The address to which logs are sent, with its path.' }),
  }),
  columns: [
    { header: 'PROTOCOL', path: 'spec.protocol' },
    { header: 'URL', path: 'status.outputs.url' },
    { header: 'TENANT', path: 'spec.tenant', wide: true },
  ],
  reconciled: false,
  derive: ({ destination, protocol }) => ({ url: destinationUrl(destination, protocol) }),
  // Objects have labels of their own.
  rest: { path: 'log-backends', fields: { labels: 'LogLabels' }, associations: ['LogStorageDefinitions'] },
})

export const kinds = [LogBackend]
