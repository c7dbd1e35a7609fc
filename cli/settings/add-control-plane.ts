import { z } from 'zod'
import type { AnyObject } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { ControlPlaneInstance } from '../../schema/kinds/control-plane.ts'
import { clusterAccess, localPolicy } from '../clusters/cluster-access.ts'
import { getFromCluster } from '../clusters/cluster-request.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { checkedUrl, type Connection } from './connection.ts'
import { saveEntry } from './set-context.ts'

interface AddInput {
  args: { name: string }
  options: { as: string | undefined; url: string | undefined; current: boolean; project: string | undefined }
}

/** Adds a control plane that the selected one runs to the config file, with the token of its administrator. */
export async function addControlPlane(
  { args, options: { as, url, current, project } }: AddInput,
  context: CommandContext,
): Promise<void> {
  const { io, config } = context
  const connection = await context.connect()
  const kind = kindByNoun('control-plane')
  const object = await findTarget(connection.client, { kind, name: args.name, project })
  const outputs = outputsOf(object)
  const APIServer = checkedUrl(url ?? outputs.url)
  const Token = await tokenOf(context, connection, { object, ...outputs })
  const name = as ?? args.name
  await saveEntry(config, { name, change: { APIServer, Token, TokenFile: undefined }, current })
  io.stdout.write(`Control plane "${name}" at ${APIServer} added to ${config.path}.\n`)
  if (!current) io.stderr.write(`Use it: qleetctl config use-context ${name}\n`)
  if (url === undefined && isWithinCluster(APIServer)) io.stderr.write(reachIt(object, outputs, name))
}

type Outputs = z.infer<typeof ControlPlaneInstance.outputs>

function outputsOf({ name, status }: AnyObject): Outputs {
  const { success, data } = ControlPlaneInstance.outputs.safeParse(status.outputs)
  if (success) return data
  const message = `control plane "${name}" is not installed yet. Wait for it: qleetctl wait control-plane/${name}`
  throw new PlatformError('UNAVAILABLE', message)
}

interface TokenPlace extends Pick<Outputs, 'namespace' | 'tokenSecret'> {
  object: AnyObject
}

const Secret = z.object({ data: z.object({ 'admin-token': z.string() }) })

/** Reads the token of the administrator from the runtime of a control plane. */
async function tokenOf(
  { io }: CommandContext,
  { client, url }: Connection,
  { object, namespace, tokenSecret }: TokenPlace,
): Promise<string> {
  const runtime = runtimeOf(object)
  const kubeconfig = await client.kubeconfig({
    ...runtime,
    seconds: 600,
    reason: `read the token of control plane ${object.name}`,
  })
  if (kubeconfig === undefined)
    throw new PlatformError('UNAVAILABLE', `runtime "${runtime.name}" has no kubeconfig yet`)
  const access = clusterAccess(kubeconfig, localPolicy(url, io.env))
  const path = `/api/v1/namespaces/${namespace}/secrets/${tokenSecret}`
  const { status, body } = await getFromCluster(access, path, io.signal)
  const secret = Secret.safeParse(body)
  if (secret.success) return Buffer.from(secret.data.data['admin-token'], 'base64').toString()
  const where = `Secret ${tokenSecret} in namespace ${namespace} of runtime "${runtime.name}"`
  const reason = status === 200 ? 'has no key admin-token' : `cannot be read: the cluster answered ${status}`
  throw new PlatformError('UNAVAILABLE', `${where} ${reason}`)
}

function runtimeOf({ manifestSpec, projectName }: AnyObject): { name: string; project: string | undefined } {
  const { runtime } = z.object({ runtime: z.string() }).parse(manifestSpec)
  const [name = '', project = projectName ?? undefined] = runtime.split('/').toReversed()
  return { name, project }
}

function isWithinCluster(url: string): boolean {
  return new URL(url).hostname.endsWith('.svc.cluster.local')
}

function reachIt(object: AnyObject, { url, namespace }: Outputs, name: string): string {
  const { hostname, port } = new URL(url)
  const [service = ''] = hostname.split('.')
  return (
    'It has no address outside of its cluster. Give it an ingress with valuesDocument, or forward a port:\n' +
    `  qleetctl kubeconfig ${runtimeOf(object).name} --merge\n` +
    `  kubectl port-forward --namespace ${namespace} service/${service} 1324:${port}\n` +
    `  qleetctl config set-context ${name} --server http://127.0.0.1:1324\n`
  )
}
