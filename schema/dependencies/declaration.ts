import { z } from 'zod'

/*
 * What an application declares about the software and services that it depends on. Kinds that can be depended on declare
 * `dependency` in their own file (schema/kinds).
 */

/** The kinds that a dependency may have: the name of a kind, or of the pair of a definition and its instance. */
export const dependencyKinds = [
  'Workload',
  'HelmWorkload',
  'WorkloadServiceDependency',
  'Secret',
  'Gateway',
  'DomainName',
  'Database',
  'Bucket',
  'AwsObjectStorageBucket',
  'AwsRelationalDatabase',
  'Terraform',
] as const

/** The maximum number of dependencies of one definition. */
export const maxDependencies = 50

/** A DNS label that leaves room for the suffix `-binding` in the name of a Secret. */
const label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/

const Injection = z.strictObject({
  workload: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'The name of the Deployment, StatefulSet, DaemonSet, Job or CronJob that gets the variables. Default: all ' +
        'of them.',
    }),
  container: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The name of the container. Default: all containers, including init containers.' }),
  prefix: z
    .string()
    .max(60)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
      error: 'must start with a letter or "_" and contain only letters, digits and "_"',
    })
    .optional()
    .meta({
      description:
        'The prefix of the variables for all entries of the binding, for example `DB_` for `DB_HOST`. Default: ' +
        'the name of the dependency, in upper case and followed by `_`, unless `env` is set.',
    }),
  env: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
        error: 'must be the name of an environment variable, such as "DATABASE_URL"',
      }),
      z.string().min(1),
    )
    .optional()
    .meta({
      description:
        'Single variables by their names, with the entry of the binding, as in `DATABASE_URL: uri`.',
    }),
})

export const Dependency = z.strictObject({
  name: z
    .string({ error: 'must be a string' })
    .max(40, 'must have at most 40 characters')
    .regex(label, {
      error: 'must be a DNS label of lower case letters, digits and "-" that starts with a letter',
    })
    .meta({
      description:
        'The name of the dependency within the application. Its binding is the Secret `<name>-binding`.',
    }),
  kind: z.enum(dependencyKinds).meta({
    description: 'The kind of what the application depends on.',
    enumDescription: 'The kinds of dependencies.',
    enumDescriptions: [
      'Another application, such as an RPC node, with an instance of its own.',
      'A Helm chart, with a release of its own.',
      'A service outside of the cluster, called through a stable address.',
      'Values such as passwords, delivered as a Kubernetes Secret.',
      'The address at which clients outside of the cluster reach the application.',
      'A domain for the host names of gateways.',
      'A relational database.',
      'A bucket for objects, with the API of S3.',
      'A bucket of Amazon S3.',
      'A relational database of Amazon RDS.',
      'A configuration of Terraform or OpenTofu.',
    ],
  }),
  spec: z
    .record(z.string(), z.unknown(), { error: 'must be a map' })
    .optional()
    .meta({
      description:
        'The spec of the object that each instance of the application gets: fields of the kind, or of its ' +
        'definition and its instance. In `domain` and `subDomain` of a gateway, `{name}` stands for the name of that instance.',
    }),
  definition: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'The name of an existing definition, as `name` or `project/name`, of which each instance of the application ' +
        'gets an instance.',
    }),
  instance: z.string().min(1).optional().meta({
    description:
      'The name of an existing object, as `name` or `project/name`, which the application uses as it is.',
  }),
  shared: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'The name of the object, if all dependencies in the project with this name share it. It is deleted with the ' +
        'last of them, and its spec is that of the first. Default: each instance of the application gets its own.',
    }),
  profile: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'The name of the profile by which the object is provided, as `name` or `project/name`. Default: the one that takes ' +
        'precedence.',
    }),
  optional: z.boolean().optional().meta({
    description:
      'Indicates whether the application starts and is ready without the dependency. Default: false.',
  }),
  inject: z
    .array(Injection)
    .max(20)
    .optional()
    .meta({
      description:
        'The environment variables that containers get from the binding. A variable that a container declares takes ' +
        'precedence.',
    }),
  rollout: z
    .enum(['onChange', 'manual'], { error: 'must be onChange or manual' })
    .optional()
    .meta({
      description:
        'Specifies whether pods that use the binding are restarted when it changes. Default: `onChange`.',
      enumDescription: 'The reactions of pods to a changed binding.',
      enumDescriptions: [
        'A change of the binding restarts the pods that use it, as in a rollout.',
        'Pods use a changed binding after their next restart.',
      ],
    }),
})
export type Dependency = z.infer<typeof Dependency>

/** Declares the spec field with the dependencies of an application. */
export function dependencies() {
  return z
    .array(Dependency)
    .max(maxDependencies)
    .optional()
    .meta({
      description:
        'The software and services that the application depends on. Each of its instances gets them before it ' +
        'starts, and they are deleted with it.',
      dependencies: true,
    })
}
