import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessTo } from '../../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../../workers/kube/client/client.ts'
import { poll } from '../../support/eventually.ts'
import { freePort } from '../../../process/children/stable-port.ts'
import type { ApiServerProgram } from './real-cluster.ts'

export interface AnotherServer {
  client: KubeClient
  close(): Promise<void>
}

/** Starts another API server in front of the same etcd, as in a cluster with several. */
export async function startAnotherServer(
  { program, args }: ApiServerProgram,
  kubeconfig: string,
): Promise<AnotherServer> {
  const port = await freePort()
  const child = spawn(program, [...args, `--secure-port=${port}`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  // Also when this process exits unexpectedly.
  const end = (): boolean => child.kill('SIGKILL')
  process.once('exit', end)
  const access = { ...accessTo(kubeconfig), server: `https://127.0.0.1:${port}` }
  const client = createKubeClient({ access, timeout: 60_000 })
  const close = async (): Promise<void> => {
    await client.close()
    process.off('exit', end)
    // No orderly shutdown is needed: another server manages the cluster.
    end()
    await ended
  }
  // One client per attempt, as a client does not repeat a request at once after a refusal.
  const ready = await poll(
    async () => {
      const trial = createKubeClient({ access })
      try {
        return await isReady(trial)
      } catch {
        return undefined
      } finally {
        await trial.close()
      }
    },
    { within: 60_000, every: 200 },
  )
  if (ready !== undefined) return { client, close }
  await close()
  throw new Error(`another API server does not start with ${args.join(' ')}`)
}

async function isReady(client: KubeClient): Promise<boolean> {
  // A JSON page, unlike /readyz, which needs the roles that are created at the start.
  await client.request({
    method: 'GET',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin',
  })
  return true
}
