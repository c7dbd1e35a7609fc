import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { clusterProblems } from '../../schema/clusters/kubeconfig.ts'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { firstIssue, plainly } from '../../schema/inputs.ts'
import { isRecord } from '../../schema/manifests.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../similar.ts'

const Named = z.looseObject({ name: z.string() })
const Kubeconfig = z.object({
  'current-context': z.string().nullish(),
  clusters: z.array(Named.extend({ cluster: z.looseObject({ server: z.string() }) })).nullish(),
  users: z.array(Named.extend({ user: z.looseObject({}).nullish() })).nullish(),
  contexts: z
    .array(Named.extend({ context: z.looseObject({ cluster: z.string(), user: z.string() }) }))
    .nullish(),
})

/** One context of a kubeconfig file, complete in itself. */
export interface FlatKubeconfig {
  context: string
  /** Whether the certificate of the cluster is looked at. */
  isVerified: boolean
  text: string
}

/**
 * Takes one context out of a kubeconfig file and reads the files that it names into it, as `kubectl config view
 * --minify --flatten --raw` does: it is used by workers, which have other files. Throws what to do for credentials
 * that only this machine could get.
 *
 * @param wish.context Default: the current context.
 * @param wish.execPlugin Keep the program that gives the credentials, for workers that may run it.
 */
export async function flattenKubeconfig(
  path: string,
  { context: contextName, execPlugin = false }: { context?: string | undefined; execPlugin?: boolean } = {},
): Promise<FlatKubeconfig> {
  const config = await readKubeconfig(path)
  const desired = contextName ?? config['current-context'] ?? ''
  const contexts = config.contexts ?? []
  const context = contexts.find(({ name }) => name === desired)
  if (context === undefined)
    throw usageError(noContext(path, { desired, names: contexts.map(({ name }) => name) }))
  const { cluster: clusterName, user: userName } = context.context
  const cluster = config.clusters?.find(({ name }) => name === clusterName)
  if (cluster === undefined)
    throw usageError(`${path} has no cluster "${clusterName}", which context "${desired}" names`)
  const user = config.users?.find(({ name }) => name === userName)
  if (user === undefined)
    throw usageError(`${path} has no user "${userName}", which context "${desired}" names`)
  const fields: Record<string, unknown> = { ...cluster.cluster, ...user.user }
  if (execPlugin) delete fields['exec']
  refuseUnusable(path, fields)
  const folder = dirname(path)
  const flatCluster = await withFilesInside(cluster.cluster, folder)
  // What only settings of the control plane allow is for it to refuse.
  const [problem] = clusterProblems(flatCluster, trustedPolicy)
  if (problem !== undefined)
    throw usageError(`${path}: ${problem.field} of its cluster ${problem.message}. ${problem.remedy}`)
  const flat = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: clusterName, cluster: flatCluster }],
    users: [{ name: userName, user: await withFilesInside(user.user ?? {}, folder) }],
    contexts: [context],
    'current-context': desired,
  }
  const isVerified = flatCluster['insecure-skip-tls-verify'] !== true
  return { context: desired, isVerified, text: stringify(flat) }
}

async function readKubeconfig(path: string): Promise<z.infer<typeof Kubeconfig>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw usageError(`cannot read the kubeconfig ${path}: ${reasonOf(cause)}`)
  })
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    throw usageError(`${path} is not YAML: ${reasonOf(error)}`)
  }
  const { data, error } = Kubeconfig.safeParse(value, plainly)
  if (data !== undefined) return data
  throw usageError(`${path} is not a kubeconfig: ${firstIssue(error, value)}`)
}

function noContext(path: string, { desired, names }: { desired: string; names: readonly string[] }): string {
  if (desired === '') return `${path} has no current context. Name one of ${names.join(', ')}: --context NAME`
  const hint = didYouMean(desired, names) || (names.length === 0 ? '' : `There are ${names.join(', ')}.`)
  return `${path} has no context "${desired}". ${hint}`.trimEnd()
}

/** Fields that mean something only on this machine, with why. */
const unusable: Readonly<Record<string, string>> = {
  exec: 'gets its credentials from a program',
  'auth-provider': 'gets its credentials from an auth provider',
  username: 'has a user name and a password, which no API server takes any more',
  'proxy-url': 'goes through a proxy of this machine',
}

function refuseUnusable(path: string, fields: Record<string, unknown>): void {
  const [field, why] = Object.entries(unusable).find(([name]) => fields[name] != null) ?? []
  if (field === undefined) return
  const program = isRecord(fields[field]) ? fields[field]['command'] : undefined
  const named = typeof program === 'string' ? ` (${program})` : ''
  const remedy =
    field === 'proxy-url'
      ? 'Give an address that workers reach directly.'
      : `Make a service account, and import a kubeconfig with its token:
  kubectl create serviceaccount qleetos -n kube-system
  kubectl create clusterrolebinding qleetos --clusterrole=cluster-admin --serviceaccount=kube-system:qleetos
  kubectl create token qleetos -n kube-system --duration=8760h${field === 'exec' ? '\nOr let workers run it: QLEET_EXEC_PLUGINS of the workers, and --exec-plugin here.' : ''}`
  throw usageError(`${path}: the context ${why}${named}; workers cannot do that. ${remedy}`)
}

/** Fields that name a file, the fields that hold its content, and how. */
const fileFields = [
  ['certificate-authority', 'certificate-authority-data', 'base64'],
  ['client-certificate', 'client-certificate-data', 'base64'],
  ['client-key', 'client-key-data', 'base64'],
  ['tokenFile', 'token', 'utf8'],
] as const

/** As in kubectl, data takes precedence over files, but a token file over a token. Paths are relative to the kubeconfig. */
async function withFilesInside(
  fields: Record<string, unknown>,
  folder: string,
): Promise<Record<string, unknown>> {
  const flat = { ...fields }
  for (const [field, into, encoding] of fileFields) {
    const named = flat[field]
    delete flat[field]
    const isGiven = into !== 'token' && typeof flat[into] === 'string' && flat[into] !== ''
    if (typeof named !== 'string' || named === '' || isGiven) continue
    const path = resolve(folder, named)
    const content = await readFile(path).catch((cause: unknown) => {
      throw usageError(`cannot read ${path}, which the kubeconfig names in ${field}: ${reasonOf(cause)}`)
    })
    flat[into] = encoding === 'utf8' ? content.toString('utf8').trim() : content.toString('base64')
  }
  return flat
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
