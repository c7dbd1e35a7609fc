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
import { isProgramMissing } from './program-failure.ts'
import { ProviderBlocked } from './provider.ts'

/**
 * Credentials that a program gives: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 *
 * The kubeconfig comes from a user of the API and the program runs with the rights of the worker. So it only runs what
 * the operator of the worker has allowed, by name and first arguments, without variables of the user's and without the
 * worker's own secrets.
 */
export interface ResolveExec {
  kubeconfig: string
  /** What came of it last time: used again for as long as its credentials last. */
  stored: string | undefined
  /** The cluster does not take the stored credentials any more. */
  isRefused: boolean
  allowed: readonly (readonly string[])[]
  signal: AbortSignal
  /** Gets what the program says where it fails: its later arguments are the user's, so its words may be those of any host. */
  log: Log
  /** Where the cluster may be, which the program may connect to as well. */
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

/** Kept beside the credentials, where kubeconfigs have room for what is not theirs. */
const Kept = z.object({
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
 * Puts credentials into a kubeconfig, in place of the program that gives them; returns any other as it is. Throws
 * KubeconfigError for one that cannot be used, and ProviderBlocked where the program may not run or gives nothing.
 */
export async function resolveExec(options: ResolveExec): Promise<string> {
  const { kubeconfig, stored, isRefused, allowed, signal, log, policy } = options
  const { name, context, cluster, user } = chooseContext(readKubeconfig(kubeconfig))
  const { exec } = user
  if (exec === undefined || exec === null) return kubeconfig
  refuseOther(exec, allowed)
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

function refuseOther({ command, args, env }: ExecPlugin, allowed: ResolveExec['allowed']): void {
  const line = [command, ...(args ?? [])]
  const isAllowed = allowed.some((words) => words.every((word, index) => word === line[index]))
  if (!isAllowed) {
    throw new ProviderBlocked(
      'ExecNotAllowed',
      `the kubeconfig gets its credentials from the program ${JSON.stringify(command)}, which this worker may not run: use a token or a client certificate, or let the operator of the worker name it in QLEET_EXEC_PLUGINS.`,
    )
  }
  const names = (env ?? []).map(({ name }) => name)
  if (names.length > 0) {
    throw new ProviderBlocked(
      'ExecNotAllowed',
      `the kubeconfig sets ${names.join(', ')} for the program ${JSON.stringify(command)}: take it out, and set it where the worker runs.`,
    )
  }
}

/** Renewed when less than a third of its time is left; without a time, when the cluster refuses it. */
function isFresh(stored: string, source: string): boolean {
  const [kept] = Kept.safeParse(parseQuietly(stored)).data?.preferences.extensions ?? []
  if (kept?.extension.source !== source) return false
  const { issued, expires } = kept.extension
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
  const told = await promisify(execFile)(command, args ?? [], {
    env,
    signal,
    timeout: 20_000,
    maxBuffer: 1_000_000,
  }).catch((cause: unknown) => {
    const { stderr = '' } = cause as { stderr?: string }
    log.warn({ command, stderr: stderr.slice(0, 2000) }, 'a credential plugin has failed')
    throw new ProviderBlocked('ExecFailed', failureText(command, cause))
  })
  const credential = Credential.safeParse(parseQuietly(told.stdout)).data?.status
  const isComplete =
    credential?.token !== undefined ||
    (credential?.clientCertificateData !== undefined && credential.clientKeyData !== undefined)
  if (credential !== undefined && isComplete) return credential
  throw new ProviderBlocked('ExecFailed', `the program ${command} gave no credentials.`)
}

/** As the plugin knows it, with its authority under the name that it has there. */
function infoOf({
  server,
  'certificate-authority-data': authority,
  'tls-server-name': name,
}: Cluster): object {
  return { server, 'certificate-authority-data': authority, 'tls-server-name': name }
}

function failureText(command: string, cause: unknown): string {
  if (isProgramMissing(cause))
    return `the worker finds no program ${command} that it may run: install it where the worker runs.`
  const { code } = cause as { code?: unknown }
  const exit = typeof code === 'number' ? ` (exit code ${code})` : ''
  return `the program ${command} gave no credentials${exit}; the log of the worker has what it says.`
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
