import { resolve } from 'node:path'
import type { AnyObject } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { kebabCase } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { recordOf } from '../objects/record.ts'
import { applyBuilt, awaitedOf } from '../objects/write.ts'
import { nounAndName } from '../kind-names.ts'
import { kubectlConfig } from '../settings/kubeconfig.ts'
import { renderFields } from '../terminal/table.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { flattenKubeconfig } from './flatten-kubeconfig.ts'

interface ImportInput {
  args: { name: string }
  options: {
    kubeconfig: string | undefined
    context: string | undefined
    execPlugin: boolean
    default: boolean
    location: string | undefined
    timeout: number
    project: string | undefined
    reason: string | undefined
    output: string
  }
}

/** Milliseconds after which a cluster that workers cannot reach fails the import. */
const connectTimeout = 5000

/** Imports an existing cluster as a runtime, and reports whether workers reach it and with which permissions. */
export async function importRuntime({ args, options }: ImportInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const path = options.kubeconfig === undefined ? kubectlConfig(io) : resolve(io.cwd, options.kubeconfig)
  const flat = await flattenKubeconfig(path, options)
  const { client } = await context.connect()
  const { name } = args
  const inProject = options.project === undefined ? {} : { project: options.project }
  const existing = await client.objects.get({ kind: 'KubernetesRuntimeInstance', name, ...inProject })
  const spec = {
    // Keeps all other fields, since a repeated import only replaces credentials.
    ...(isRecord(existing?.manifestSpec) ? existing.manifestSpec : {}),
    definition: name,
    kubeconfig: flat.text,
    context: flat.context,
    ...(options.location === undefined ? {} : { location: options.location }),
    ...(options.default ? { defaultRuntime: true } : {}),
  }
  const documents = [
    { kind: 'KubernetesRuntimeDefinition', name, ...inProject, spec: { provider: 'kubeconfig' } },
    { kind: 'KubernetesRuntimeInstance', name, ...inProject, labels: existing?.labels ?? {}, spec },
  ]
  const write = options.reason === undefined ? {} : { reason: options.reason }
  const applied = await applyBuilt(client, documents, write).catch((error: unknown) => {
    if (isPlatformError(error)) error.message = userMessage(error.message)
    throw error
  })
  if (!flat.isVerified) io.stderr.write(unverified)
  const progress = format.as === 'table' ? io.stdout : io.stderr
  progress.write(
    applied.map(({ object, result }) => `${nounAndName(object)} ${result.toLowerCase()}\n`).join(''),
  )
  const found = await waitWithProgress(io, awaitedOf(applied), {
    client,
    goal: 'ready',
    timeout: options.timeout,
    unreachableTimeout: connectTimeout,
  })
  const runtime = found.find(({ kind }) => kind === 'KubernetesRuntimeInstance')
  if (runtime === undefined) return
  if (format.as === 'name') io.stdout.write(`${nounAndName(runtime)}\n`)
  else if (format.as !== 'table') await printValue(io, format, recordOf(runtime))
  else io.stdout.write(`\n${renderFields(outputFields(runtime))}`)
}

const unverified =
  'Warning: the kubeconfig sets insecure-skip-tls-verify, so the connection can be intercepted. ' +
  'Set certificate-authority-data instead.\n'

/** Appends to a message how to change the setting that it names, for a control plane on this machine. */
function userMessage(message: string): string {
  const [setting] = /QLEET_CLUSTER_\w+=[\w.:/]+/.exec(message) ?? []
  const how =
    setting === undefined
      ? ''
      : `\nFor a control plane on this machine, restart it with the setting: qleetctl down && ${setting} qleetctl up`
  return message + how
}

/** Returns the outputs of a runtime as fields, such as `Kubernetes version:  v1.34.1`. */
function outputFields({ status }: AnyObject): [string, string][] {
  const outputs = isRecord(status.outputs) ? status.outputs : {}
  return Object.entries(outputs).map(([name, value]) => {
    const words = kebabCase(name).replaceAll('-', ' ').replace(/^api /, 'API ')
    return [`${words.charAt(0).toUpperCase()}${words.slice(1)}`, formatOutput(value)]
  })
}

function formatOutput(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(formatOutput).join('\n')
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${formatOutput(each)}`)
    .join(', ')
}
