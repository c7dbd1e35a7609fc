import { mapWithLimit } from '../../schema/map-with-limit.ts'
import {
  clients,
  knownIn,
  postObject,
  postWorkload,
  sender,
  type Send,
  type Target,
} from './api-operations.ts'
import { configMapYaml } from './manifests.ts'

/** A REST API of Threeport 0.6 that runs on this machine, without controllers and without client certificates. */
export interface Threeport {
  url: string
  /** The processes of the API and of its own Postgres and NATS. */
  pids: readonly number[]
}

interface Present {
  workloads: number
  /** Workload definitions, those of the workloads among them. */
  definitions: number
}

/** Adds what is missing of what should be present, by requests like those of its own client. */
export async function openThreeport(
  { url, pids }: Threeport,
  present: Present,
): Promise<Target & { close: () => Promise<void> }> {
  const { send, close } = sender({ url })
  try {
    const found = await knownIn(send)
    const runtime = found.runtime === 0 ? await createRuntime(send) : found.runtime
    await addMissing({ send, known: { ...found, runtime } }, present)
    return { send, close, pids, known: { ...(await knownIn(send)), runtime } }
  } catch (error) {
    await close()
    throw error
  }
}

async function createRuntime(send: Send): Promise<number> {
  const KubernetesRuntimeDefinitionID = await postObject(send, 'kubernetes-runtime-definitions', {
    Name: 'bench',
    InfraProvider: 'kind',
  })
  return postObject(send, 'kubernetes-runtime-instances', {
    Name: 'bench',
    KubernetesRuntimeDefinitionID,
    Location: 'Local',
  })
}

async function addMissing(
  { send, known }: Pick<Target, 'send' | 'known'>,
  { workloads, definitions }: Present,
): Promise<void> {
  await repeat(workloads - (await countOf(send, 'workload-instances')), (index) =>
    postWorkload({ send, known }, `work-${process.pid}-${index}`),
  )
  await repeat(definitions - (await countOf(send, 'workload-definitions')), async (index) => {
    const name = `other-${process.pid}-${index}`
    await postObject(send, 'workload-definitions', { Name: name, YAMLDocument: configMapYaml(name, '0') })
  })
}

async function repeat(count: number, run: (index: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: Math.max(count, 0) }, (_, index) => index)
  await mapWithLimit(numbers, clients, run)
}

async function countOf(send: Send, type: string): Promise<number> {
  const { Meta } = (await send(`/v0/${type}?size=1`)) as { Meta: { TotalCount: number } }
  return Meta.TotalCount
}
