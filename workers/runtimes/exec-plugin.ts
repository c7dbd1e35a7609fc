import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { assertAllowed } from '../../schema/clusters/kubeconfig/access.ts'
import {
  chooseContext,
  type Cluster,
  type ExecPlugin,
  type User,
} from '../../schema/clusters/kubeconfig/context.ts'
import { readKubeconfig } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { Log } from '../../telemetry/log.ts'
import { isProgramMissing } from '../program-failure.ts'
import { ProviderBlocked } from './provider.ts'

/**
 * Options of the resolution of a credential plugin:
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 *
 * The kubeconfig comes from a user of the API, and the program runs with the rights of the worker. Therefore only
 * programs that the operator of the worker has allowed are run, by name and leading arguments, without environment
 * variables of the user and without the secrets of the worker.
 */
export interface ResolveExec {
  kubeconfig: string
  /** The previous result, reused until its credentials expire. */
  stored: string | undefined
  /** Reports whether the cluster has refused the stored credentials. */
  isRefused: boolean
  allowed: readonly (readonly string[])[]
  signal: AbortSignal
  /**
   * Records the output of a failed program. It is not shown to the user, whose arguments could make the program print
   * the response of any host.
   */
  log: Log
  /** Restricts the address of the cluster, to which the program may connect as well. */
  policy: ClusterPolicy
}

const Credential = z.object({
  kind: z.literal('ExecCredential'),
  status: z.object({
    expirationTimestamp: z.string().optional(),
    token: z.string().optional(),
    clientCertificateData: z.string().optional(),
    clientKeyData: z.string().optional(),
  }),
})
type Credential = z.infer<typeof Credential>['status']

/** The metadata of a result, stored in the kubeconfig as an extension of its preferences. */
const StoredExec = z.object({
  preferences: z.object({
    extensions: z.array(
      z.object({
        name: z.literal('qleet.io/exec'),
        extension: z.object({ source: z.string(), issued: z.number(), expires: z.number().optional() }),
      }),
    ),
  }),
})

/**
 * Replaces the credential plugin of a kubeconfig by the credentials that it issues. Returns other kubeconfigs unchanged.
 * Throws KubeconfigError for an invalid kubeconfig, and ProviderBlocked when the program is not allowed or fails.
 */
export async function resolveExec(options: ResolveExec): Promise<string> {
  const { kubeconfig, stored, isRefused, allowed, signal, log, policy } = options
  const { name, context, cluster, user } = chooseContext(readKubeconfig(kubeconfig))
  const { exec } = user
  if (exec === undefined || exec === null) return kubeconfig
  assertProgramAllowed(exec, allowed)
  const source = createHash('sha256').update(kubeconfig).digest('hex')
  if (stored !== undefined && !isRefused && isFresh(stored, source)) return stored
  assertAllowed(cluster, policy)
  const credential = await runPlugin(exec, cluster, { signal, log })
  const expires = Date.parse(credential.expirationTimestamp ?? '')
  const extension = { source, issued: Date.now(), ...(Number.isNaN(expires) ? {} : { expires }) }
  const preferences = { extensions: [{ name: 'qleet.io/exec', extension }] }
  return writeKubeconfig({ name, context, cluster, user: asUser(credential), preferences })
}

function parseQuietly(kubeconfig: string): unknown {
  try {
    return parse(kubeconfig)
  } catch {
    return undefined
  }
}

function assertProgramAllowed({ command, args, env }: ExecPlugin, allowed: ResolveExec['allowed']): void {
  const line = [command, ...(args ?? [])]
  const isAllowed = allowed.some((words) => words.every((word, index) => word === line[index]))
  if (!isAllowed) {
    throw new ProviderBlocked(
      'ExecNotAllowed',
      `the kubeconfig gets its credentials from the program ${JSON.stringify(command)}, which this worker is not ` +
        'allowed to run: use a token or a client certificate, or have the operator of the worker add the program to ' +
        'QLEET_EXEC_PLUGINS.',
    )
  }
  const names = (env ?? []).map(({ name }) => name)
  if (names.length > 0) {
    throw new ProviderBlocked(
      'ExecNotAllowed',
      `the kubeconfig sets ${names.join(', ')} for the program ${JSON.stringify(command)}: remove it, and set it in ` +
        'the environment of the worker.',
    )
  }
}

/**
 * Reports whether stored credentials can be reused: at least a third of their lifetime is left. Credentials without an
 * expiry are reused until the cluster refuses them.
 */
function isFresh(stored: string, source: string): boolean {
  const [result] = StoredExec.safeParse(parseQuietly(stored)).data?.preferences.extensions ?? []
  if (result?.extension.source !== source) return false
  const { issued, expires } = result.extension
  return expires === undefined || expires - Date.now() > Math.max(60_000, (expires - issued) / 3)
}

async function runPlugin(
  exec: ExecPlugin,
  cluster: Cluster,
  { signal, log }: Pick<ResolveExec, 'signal' | 'log'>,
): Promise<Credential> {
  const { apiVersion, command, args, provideClusterInfo } = exec
  const spec = { interactive: false, ...(provideClusterInfo === true ? { cluster: infoOf(cluster) } : {}) }
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('QLEET_'))
  const env = {
    ...Object.fromEntries(environment),
    KUBERNETES_EXEC_INFO: JSON.stringify({ apiVersion, kind: 'ExecCredential', spec }),
  }
  const output = await promisify(execFile)(command, args ?? [], {
    env,
    signal,
    timeout: 20_000,
    maxBuffer: 1_000_000,
  }).catch((cause: unknown) => {
    const { stderr = '' } = cause as { stderr?: string }
    log.warn({ command, stderr: stderr.slice(0, 2000) }, 'a credential plugin failed')
    throw new ProviderBlocked('ExecFailed', failureText(command, cause))
  })
  const credential = Credential.safeParse(parseQuietly(output.stdout)).data?.status
  const isComplete =
    credential?.token !== undefined ||
    (credential?.clientCertificateData !== undefined && credential.clientKeyData !== undefined)
  if (credential !== undefined && isComplete) return credential
  throw new ProviderBlocked('ExecFailed', `the program ${command} returned no credentials.`)
}

/** Returns the cluster in the format of `ExecCredential.spec.cluster`. */
function infoOf({
  server,
  'certificate-authority-data': authority,
  'tls-server-name': name,
}: Cluster): object {
  return { server, 'certificate-authority-data': authority, 'tls-server-name': name }
}

function failureText(command: string, cause: unknown): string {
  if (isProgramMissing(cause))
    return `the worker finds no executable program ${command}: install it on the machine of the worker.`
  const { code } = cause as { code?: unknown }
  const exit = typeof code === 'number' ? ` (exit code ${code})` : ''
  return `the program ${command} returned no credentials${exit}; its output is in the log of the worker.`
}

function asUser({ token, clientCertificateData, clientKeyData }: Credential): User {
  const encoded = (text: string): string => Buffer.from(text).toString('base64')
  return {
    ...(token === undefined ? {} : { token }),
    ...(clientCertificateData === undefined
      ? {}
      : { 'client-certificate-data': encoded(clientCertificateData) }),
    ...(clientKeyData === undefined ? {} : { 'client-key-data': encoded(clientKeyData) }),
  }
}
