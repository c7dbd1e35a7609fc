import { z } from 'zod'
import { ModuleKind } from '../modules/description.ts'
import { moduleUrl } from '../modules/endpoint.ts'
import { pathProblem, routeName } from '../modules/paths.ts'
import { defineKind, reference } from './kind.ts'

export const ModuleApi = defineKind({
  kind: 'ModuleApi',
  plural: 'moduleApis',
  description:
    'The API server of a module, which adds kinds of its own. Clients reach it through the servers of QleetOS, at the paths of ' +
    'its routes, with the tokens and permissions of QleetOS.',
  aliases: ['module', 'modules', 'ma'],
  spec: z.strictObject({
    endpoint: z
      .string({ error: 'must be a string' })
      .max(500, 'must have at most 500 characters')
      .refine((endpoint) => moduleUrl(endpoint) !== undefined, {
        error: 'must be the address of an API server such as https://shop.example.com:8443, without a query',
      })
      .meta({
        description:
          'The address of the API server: a URL with HTTPS or HTTP, or a host and a port such as `shop.example.com:8080` for HTTP.',
        filterable: true,
      }),
    caCertificate: z
      .string({ error: 'must be a string' })
      .max(100_000, 'must have at most 100000 characters')
      .optional()
      .meta({
        description:
          'The certificates of the authorities that its certificate is verified with, as PEM. Default: those of the system.',
      }),
    timeoutSeconds: z
      .int({ error: 'must be a number of seconds' })
      .min(1, 'must be at least 1')
      .max(600, 'must be at most 600')
      .default(30)
      .meta({ description: 'The seconds within which a response has to start.', filterable: true }),
  }),
  examples: [
    { endpoint: 'https://shop.example.com' },
    { endpoint: 'https://shop.example.com:8443/base', timeoutSeconds: 60 },
  ],
  outputs: z.strictObject({
    description: z.string().optional().meta({ description: 'What the module says of itself.' }),
    version: z.string().optional().meta({ description: 'The version that the module reports.' }),
    latency: z
      .string()
      .meta({ description: 'How fast it answers the checks of the worker, for example `under 10 ms`.' }),
    kinds: z
      .array(ModuleKind)
      .meta({ description: 'The kinds that the module describes, for `qleetctl` and other clients.' }),
  }),
  columns: [
    { header: 'ENDPOINT', path: 'spec.endpoint' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'LATENCY', path: 'status.outputs.latency' },
    { header: 'KINDS', path: 'status.outputs.kinds' },
  ],
  reconciled: true,
  rest: {
    path: 'module-apis',
    fields: { caCertificate: 'CACertificate' },
    associations: ['ModuleApiRoutes'],
  },
})

export const ModuleApiRoute = defineKind({
  kind: 'ModuleApiRoute',
  plural: 'moduleApiRoutes',
  description:
    'A path of the API, below which all requests go to a module. Its name is the path, with dots instead of slashes.',
  aliases: ['module-route', 'module-routes', 'mar'],
  scope: 'global',
  spec: z.strictObject({
    moduleApi: reference('ModuleApi', 'The module that gets the requests.'),
    path: z.string({ error: 'must be a string' }).meta({
      description:
        'The path, such as `/example-com/v0/shops`, with all paths below it. The longest of several routes gets a request.',
      filterable: true,
    }),
  }),
  check: ({ path }) => {
    const problem = pathProblem(path)
    return problem === undefined ? [] : [{ path: 'path', code: 'INVALID', ...problem }]
  },
  nameOf: ({ path }) => routeName(path),
  examples: [{ path: '/example-com/v0/shops' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'PATH', path: 'spec.path' },
    { header: 'MODULE', path: 'spec.moduleApi' },
  ],
  reconciled: false,
  immutable: ['path'],
  rest: { path: 'module-api-routes' },
})

export const kinds = [ModuleApi, ModuleApiRoute]
