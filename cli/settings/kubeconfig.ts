import { readFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Client } from '../../client-sdk/index.ts'
import { chooseContext } from '../../schema/clusters/kubeconfig/context.ts'
import {
  KubeconfigError,
  readKubeconfig,
  type Kubeconfig,
} from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { kubeconfigText } from '../../schema/clusters/kubeconfig/write.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import type { Io } from '../terminal/io.ts'
import { homeFolder, isAbsent, nonEmpty } from './config-file.ts'
import { replaceFile } from './replace-file.ts'

interface KubeconfigInput {
  args: { runtime: string | undefined }
  options: {
    write: string | undefined
    merge: boolean
    project: string | undefined
    /** Milliseconds. */
    duration: number
    output: string
  }
}

export async function kubeconfig({ args, options }: KubeconfigInput, context: CommandContext): Promise<void> {
  const { io } = context
  if (options.merge && options.write !== undefined)
    throw usageError('--write and --merge cannot be used together')
  const format = parseFormat(options.output, ['yaml', 'json'])
  const { client, instance } = await context.connect()
  const project = options.project ?? defaultProject
  const name = args.runtime ?? (await defaultRuntime(client, project))
  const seconds = Math.round(options.duration / 1000)
  const { kubeconfig: text, expiresAt } = await issueKubeconfig(client, { name, project, seconds })
  io.stderr.write(`The kubeconfig expires at ${expiresAt}.\n`)
  if (options.merge) {
    const path = kubectlConfig(io)
    const contextName = `qleet-${instance?.Name ?? 'server'}-${name}`
    await replaceFile(
      path,
      kubeconfigText(merged(await readIfExists(path), text, { name: contextName, path })),
    )
    io.stderr.write(`Merged into ${path}; the current context is now ${contextName}.\n`)
  } else if (options.write !== undefined) {
    await replaceFile(resolve(io.cwd, options.write), text)
    io.stderr.write(`Written to ${options.write}.\n`)
  } else if (format.as === 'yaml') io.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  else await printValue(io, format, parse(text))
}

interface Issued {
  kubeconfig: string
  expiresAt: string
}

/** Issues a kubeconfig for a runtime. Throws UNAVAILABLE until the cluster exists. */
export async function issueKubeconfig(
  client: Client,
  target: { name: string; project: string; seconds: number },
): Promise<Issued> {
  const { name, project } = target
  const object = await client.objects.get({ kind: 'KubernetesRuntimeInstance', name, project })
  if (object === undefined) {
    throw new PlatformError(
      'NOT_FOUND',
      `there is no KubernetesRuntimeInstance "${target.name}" in project "${target.project}"`,
    )
  }
  const issued = await client.issueKubeconfig(target)
  if (issued !== undefined) return issued
  const message =
    `runtime "${target.name}" has no kubeconfig yet: it is ${object.status.phase}. ` +
    `Wait for it: qleetctl wait runtime/${target.name}`
  throw new PlatformError('UNAVAILABLE', message)
}

/** Returns the default runtime of a project. If none is marked as default, returns the only one. */
export async function defaultRuntime(client: Client, project: string): Promise<string> {
  const names: string[] = []
  for await (const { name, manifestSpec } of client.objects.list('KubernetesRuntimeInstance', {
    filter: { projects: [project] },
  })) {
    if (isRecord(manifestSpec) && manifestSpec['defaultRuntime'] === true) return name
    names.push(name)
  }
  const [only, another] = names
  if (only !== undefined && another === undefined) return only
  const message =
    only === undefined ? 'has no runtime' : `has no default runtime. Name one of ${names.join(', ')}.`
  throw new PlatformError('NOT_FOUND', `project "${project}" ${message}`)
}

/** Adds the current context of one kubeconfig to another, under the given name, and makes it the current context. */
export function merged(
  existing: string | undefined,
  added: string,
  { name, path }: { name: string; path: string },
): Kubeconfig {
  const isNew = existing === undefined || existing.trim() === ''
  const into: Kubeconfig = isNew ? {} : parseOrThrow(path, () => readKubeconfig(existing))
  const from = parseOrThrow('the server', () => chooseContext(readKubeconfig(added)))
  const { context, cluster, user } = from
  return {
    apiVersion: 'v1',
    kind: 'Config',
    ...into,
    clusters: replaced(into.clusters, { name, cluster }),
    users: replaced(into.users, { name, user }),
    contexts: replaced(into.contexts, { name, context: { ...context, cluster: name, user: name } }),
    'current-context': name,
  }
}

function replaced<Entry extends { name: string }>(
  entries: readonly Entry[] | null | undefined,
  entry: Entry,
): Entry[] {
  return [...(entries ?? []).filter(({ name }) => name !== entry.name), entry]
}

/** Rethrows a KubeconfigError as a usage error that names its source. */
function parseOrThrow<Result>(source: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (error instanceof KubeconfigError) throw usageError(`${source}: ${error.message}`)
    throw error
  }
}

/** Returns the path of the kubeconfig that kubectl uses. */
export function kubectlConfig(io: Io): string {
  const [first] = (nonEmpty(io.env['KUBECONFIG']) ?? '').split(delimiter).filter((path) => path !== '')
  return first === undefined ? join(homeFolder(io), '.kube', 'config') : resolve(io.cwd, first)
}

async function readIfExists(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
}
