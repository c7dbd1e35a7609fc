import { z } from 'zod'
import { shownValue } from '../../errors.ts'
import { plainMessages } from '../../input-messages.ts'
import { KubeconfigError, incomplete, shownNames, type Kubeconfig } from './kubeconfig.ts'

const OptionalString = z.string().nullish()

const Cluster = z.looseObject({
  server: z.string(),
  'certificate-authority-data': OptionalString,
  'certificate-authority': OptionalString,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': OptionalString,
  'proxy-url': OptionalString,
})
export type Cluster = z.infer<typeof Cluster>

// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
const ExecPlugin = z.looseObject({
  apiVersion: z.string(),
  command: z.string(),
  args: z.array(z.string()).nullish(),
  env: z.array(z.looseObject({ name: z.string() })).nullish(),
  provideClusterInfo: z.boolean().nullish(),
})
export type ExecPlugin = z.infer<typeof ExecPlugin>

const User = z.looseObject({
  'client-certificate-data': OptionalString,
  'client-key-data': OptionalString,
  'client-certificate': OptionalString,
  'client-key': OptionalString,
  token: OptionalString,
  tokenFile: OptionalString,
  exec: ExecPlugin.nullish(),
})
export type User = z.infer<typeof User>

/** A context of a kubeconfig, with the cluster and user that it references. */
export interface ChosenContext {
  name: string
  context: { cluster: string; user: string }
  cluster: Cluster
  user: User
}

/**
 * Returns a context of a kubeconfig with its cluster and its user. As with kubectl, both must exist. Throws
 * KubeconfigError.
 *
 * @param contextName @default the current context
 */
export function chooseContext(config: Kubeconfig, contextName?: string): ChosenContext {
  const name = contextName ?? config['current-context'] ?? ''
  const contexts = config.contexts ?? []
  const context = contexts.find((each) => each.name === name)?.context
  if (context === undefined)
    throw noContext(
      name,
      contexts.map((each) => each.name),
    )
  return {
    name,
    context,
    cluster: entryOf(config, { list: 'clusters', field: 'cluster', name: context.cluster, type: Cluster }),
    user: entryOf(config, { list: 'users', field: 'user', name: context.user, type: User }),
  }
}

function noContext(name: string, known: readonly string[]): KubeconfigError {
  return new KubeconfigError({
    code: 'noContext',
    message: name === '' ? 'has no current context' : `has no context ${shownValue(name)}`,
    remedy: known.length === 0 ? 'It has no contexts.' : `Its contexts are ${shownNames(known)}.`,
  })
}

function entryOf<Entry>(
  config: Kubeconfig,
  {
    list,
    field,
    name,
    type,
  }: { list: 'clusters' | 'users'; field: 'cluster' | 'user'; name: string; type: z.ZodType<Entry> },
): Entry {
  const entries = config[list] ?? []
  const index = entries.findIndex((each) => each.name === name)
  const entry = entries[index]
  if (entry === undefined) {
    const message = `has no ${field} ${shownValue(name)}, which its context references`
    throw new KubeconfigError({ code: 'incomplete', message })
  }
  const input = entry[field] ?? {}
  const parsed = type.safeParse(input, plainMessages)
  if (parsed.success) return parsed.data
  throw incomplete(parsed.error, { at: `${list}[${index}].${field}`, input })
}
