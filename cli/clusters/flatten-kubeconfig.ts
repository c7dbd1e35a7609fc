import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { chooseContext, type ChosenContext } from '../../schema/clusters/kubeconfig/context.ts'
import {
  KubeconfigError,
  readKubeconfig,
  type Kubeconfig,
} from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { clusterProblems } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { fileFields, unsupportedField } from '../../schema/clusters/kubeconfig/unsupported.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../../schema/similar.ts'

/** One context of a kubeconfig, self-contained. */
export interface FlatKubeconfig {
  context: string
  /** False if the kubeconfig disables verification of the cluster's certificate. */
  isVerified: boolean
  text: string
}

/**
 * Extracts one context of a kubeconfig and inlines the files that it refers to, as `kubectl config view --minify --flatten
 * --raw` does, since workers cannot read the files of this machine. Throws for credentials that only this machine can
 * obtain, with a remedy.
 *
 * @param options.context Default: the current context.
 * @param options.execPlugin Keeps the exec plugin for credentials, for workers that may run it.
 */
export async function flattenKubeconfig(
  path: string,
  { context: contextName, execPlugin = false }: { context?: string | undefined; execPlugin?: boolean } = {},
): Promise<FlatKubeconfig> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw usageError(`cannot read the kubeconfig ${path}: ${reasonOf(cause)}`)
  })
  const { name, context, cluster, user } = parseContext(path, text, contextName)
  assertSupported(path, { cluster, user: execPlugin ? { ...user, exec: undefined } : user })
  const folder = dirname(path)
  const flatCluster = await inlineFiles(cluster, folder)
  // The trusted policy leaves checks that depend on settings to the server.
  const [problem] = clusterProblems(flatCluster, trustedPolicy)
  if (problem !== undefined)
    throw usageError(`${path}: ${problem.field} of its cluster ${problem.message}. ${problem.remedy}`)
  return {
    context: name,
    isVerified: flatCluster['insecure-skip-tls-verify'] !== true,
    text: writeKubeconfig({ name, context, cluster: flatCluster, user: await inlineFiles(user, folder) }),
  }
}

function parseContext(path: string, text: string, chosen: string | undefined): ChosenContext {
  let config: Kubeconfig | undefined
  try {
    config = readKubeconfig(text)
    return chooseContext(config, chosen)
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    const { code, message, remedy = '' } = error.problem
    const names = (config?.contexts ?? []).map(({ name }) => name)
    const isOther = code === 'noContext' && names.length > 0
    const similar = isOther && chosen !== undefined ? didYouMean(chosen, names) : ''
    const choose = isOther && chosen === undefined ? ' Choose one: --context NAME' : ''
    throw usageError(`${path} ${message}. ${similar || remedy}${choose}`.trimEnd())
  }
}

/** Throws for fields of a kubeconfig that workers cannot use. */
function assertSupported(path: string, { cluster, user }: Pick<ChosenContext, 'cluster' | 'user'>): void {
  const found = unsupportedField({ cluster, user })
  if (found === undefined) return
  const program = found.field === 'exec' && user.exec != null ? `: ${user.exec.command}` : ''
  const remedy =
    found.field === 'proxy-url'
      ? found.remedy
      : `Create a service account, and import a kubeconfig with its token:
  kubectl create serviceaccount qleetos -n kube-system
  kubectl create clusterrolebinding qleetos --clusterrole=cluster-admin --serviceaccount=kube-system:qleetos
  kubectl create token qleetos -n kube-system --duration=8760h${found.field === 'exec' ? '\nOr allow workers to run it: set QLEET_EXEC_PLUGINS of the workers, and use --exec-plugin here.' : ''}`
  throw usageError(`${path} ${found.message}${program}; workers cannot do that. ${remedy}`)
}

/**
 * Replaces file names with the contents of the files. As in kubectl, inline data takes precedence over files, but a token
 * file over a token, and paths are relative to the kubeconfig.
 */
async function inlineFiles(
  fields: Record<string, unknown>,
  folder: string,
): Promise<Record<string, unknown>> {
  const flat = { ...fields }
  for (const { field, into } of fileFields) {
    const named = flat[field]
    delete flat[field]
    const isGiven = into !== 'token' && typeof flat[into] === 'string' && flat[into] !== ''
    if (typeof named !== 'string' || named === '' || isGiven) continue
    const path = resolve(folder, named)
    const content = await readFile(path).catch((cause: unknown) => {
      throw usageError(`cannot read ${path}, given in ${field} of the kubeconfig: ${reasonOf(cause)}`)
    })
    flat[into] = into === 'token' ? content.toString('utf8').trim() : content.toString('base64')
  }
  return flat
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
