import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { accessTo } from '../../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../../workers/kube/client/client.ts'
import { newAuthority, type Authority, type Identity } from '../../../simulator/certificates/authority.ts'
import { poll } from '../../support/eventually.ts'
import { startFakeNodes } from './fake-nodes.ts'

/**
 * A real control plane on loopback: etcd, API server, controllers, scheduler, and nodes that only report that pods run.
 */
export interface RealCluster {
  kubeconfig: string
  etcdUrl: string
  apiServer: ApiServerProgram
  stop(): Promise<void>
}

/** The program and arguments of an API server of the cluster, without its port. */
export interface ApiServerProgram {
  program: string
  args: readonly string[]
}

interface Process {
  name: string
  child: ChildProcess
  log: string
}

/** Starts the binaries in a folder (envtest's convention, plus kube-controller-manager and kube-scheduler). */
export async function startRealCluster(assets: string): Promise<RealCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-kube-'))
  const processes: Process[] = []
  const [etcdPort = 0, peerPort = 0, apiPort = 0, managerPort = 0, schedulerPort = 0] = await freePorts(5)
  const server = `https://127.0.0.1:${apiPort}`
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const files = await writeCredentials(folder, server)
  const client = createKubeClient({ access: accessTo(files.kubeconfig) })
  const endings: (() => Promise<void>)[] = []

  const start = async (name: string, args: readonly string[]): Promise<void> => {
    const program = join(assets, name)
    if (!existsSync(program)) throw new Error(`KUBEBUILDER_ASSETS has no ${name}: ${program}`)
    const log = join(folder, `${name}.log`)
    const file = await open(log, 'w')
    const child = spawn(program, args, { stdio: ['ignore', file.fd, file.fd] })
    await file.close()
    processes.push({ name, child, log })
    // Also when this process exits unexpectedly.
    process.once('exit', () => child.kill('SIGKILL'))
  }
  const stop = async (): Promise<void> => {
    try {
      for (const end of endings.reverse()) await end()
      await client.close()
    } finally {
      for (const { child } of processes.reverse()) await ended(child)
      await rm(folder, { recursive: true, force: true })
    }
  }

  try {
    await start('etcd', [
      `--data-dir=${join(folder, 'etcd')}`,
      '--unsafe-no-fsync',
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
      '--log-level=warn',
    ])
    await untilResponsive(processes, 'etcd', async () => (await fetch(`${etcdUrl}/health`)).ok)
    const args = apiServerArgs(etcdUrl, files)
    await start('kube-apiserver', [...args, `--secure-port=${apiPort}`])
    await untilResponsive(processes, 'kube-apiserver', () => isReady(client))
    await start('kube-controller-manager', [
      `--kubeconfig=${files.managerKubeconfig}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${managerPort}`,
      '--leader-elect=false',
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${files.tokenKey}`,
      `--root-ca-file=${files.ca}`,
      '--controllers=*',
      '--horizontal-pod-autoscaler-sync-period=1s',
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
      `--flex-volume-plugin-dir=${folder}/flexvolume`,
      '--controller-shutdown-timeout=1s',
    ])
    await start('kube-scheduler', [
      `--kubeconfig=${files.schedulerKubeconfig}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${schedulerPort}`,
      '--leader-elect=false',
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
    ])
    endings.push(await startFakeNodes(files.kubeconfig))
    await untilResponsive(processes, 'kube-controller-manager', () => isFurnished(client))
    const apiServer = { program: join(assets, 'kube-apiserver'), args }
    return { kubeconfig: files.kubeconfig, etcdUrl, apiServer, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function apiServerArgs(etcdUrl: string, files: Credentials): string[] {
  return [
    `--etcd-servers=${etcdUrl}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--client-ca-file=${files.ca}`,
    ...['cert', 'private-key'].map((part) => `--tls-${part}-file=${files.folder}/apiserver.${part}`),
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${files.tokenKey}`,
    `--service-account-signing-key-file=${files.tokenKey}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--profiling=false',
  ]
}

export async function isReady(client: KubeClient): Promise<boolean> {
  // A JSON page, unlike /readyz, which needs the roles that are created at the start.
  await client.request({
    method: 'GET',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin',
  })
  return true
}

/** Reports whether pods can be created and scheduled. */
async function isFurnished(client: KubeClient): Promise<boolean> {
  await client.request({ method: 'GET', path: '/api/v1/namespaces/default/serviceaccounts/default' })
  const nodes = await client.request({ method: 'GET', path: '/api/v1/nodes' })
  return !JSON.stringify(nodes).includes('node.kubernetes.io/not-ready')
}

/** Waits until a process responds; throws with its log otherwise. */
async function untilResponsive(
  processes: readonly Process[],
  name: string,
  ask: () => Promise<boolean>,
): Promise<void> {
  const answered = await poll(
    async () => {
      const dead = processes.find(({ child }) => child.exitCode !== null)
      if (dead !== undefined) return { dead }
      return (await ask().catch(() => false)) ? {} : undefined
    },
    { within: 120_000, every: 100 },
  )
  if (answered !== undefined && !('dead' in answered)) return
  const { log } = processes.find((each) => each === answered?.dead || each.name === name) ?? { log: '' }
  throw new Error(
    `${name} does not start:\n${(await readFile(log, 'utf8')).split('\n').slice(-20).join('\n')}`,
  )
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exit
  clearTimeout(late)
}

interface Credentials {
  folder: string
  ca: string
  tokenKey: string
  /** The administrator's kubeconfig. */
  kubeconfig: string
  managerKubeconfig: string
  schedulerKubeconfig: string
}

async function writeCredentials(root: string, server: string): Promise<Credentials> {
  const folder = join(root, 'pki')
  await mkdir(folder, { mode: 0o700 })
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name)
    await writeFile(file, text, { mode: 0o600 })
    return file
  }
  const authority = await newAuthority('kube-ca')
  const apiServer = await authority.issueServer('kube-apiserver', [
    { type: 'ip', value: '127.0.0.1' },
    { type: 'ip', value: '10.96.0.1' },
    { type: 'dns', value: 'kubernetes.default.svc' },
  ])
  await write('apiserver.cert', apiServer.certificate)
  await write('apiserver.private-key', apiServer.key)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const of = async (name: string, groups?: readonly string[]): Promise<string> =>
    kubeconfigOf({ server, authority, identity: await authority.issueClient(name, groups) })
  return {
    folder,
    ca: await write('ca.crt', authority.ca),
    tokenKey: await write('token.key', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    kubeconfig: await of('kubernetes-admin', ['system:masters']),
    managerKubeconfig: await write('manager.yaml', await of('system:kube-controller-manager')),
    schedulerKubeconfig: await write('scheduler.yaml', await of('system:kube-scheduler')),
  }
}

function kubeconfigOf(of: { server: string; authority: Authority; identity: Identity }): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'real', cluster: { server: of.server, 'certificate-authority-data': base64(of.authority.ca) } },
    ],
    users: [
      {
        name: 'user',
        user: {
          'client-certificate-data': base64(of.identity.certificate),
          'client-key-data': base64(of.identity.key),
        },
      },
    ],
    contexts: [{ name: 'real', context: { cluster: 'real', user: 'user' } }],
    'current-context': 'real',
  })
}

/** Returns free ports; holds all of them until the last is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
