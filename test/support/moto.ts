import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { EC2 } from '@aws-sdk/client-ec2'
import { EKS } from '@aws-sdk/client-eks'
import { IAM } from '@aws-sdk/client-iam'
import { RDS } from '@aws-sdk/client-rds'
import { S3 } from '@aws-sdk/client-s3'
import { STS } from '@aws-sdk/client-sts'
import { freePort } from '../../process/children/stable-port.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { inPath } from './in-path.ts'

/**
 * The path of moto's server, a stand-in for AWS over its real protocols, if there is one: `QLEET_TEST_MOTO`, or `moto_server` in
 * the PATH. `pip install 'moto[server]'` installs one; `.ci/run` does so.
 */
export const motoServer = process.env['QLEET_TEST_MOTO'] ?? inPath('moto_server')

export interface TestMoto {
  url: string
  /** The settings of workers that use it. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** The account of moto, which accepts any access key. */
export const motoAccount = {
  accountId: '123456789012',
  defaultRegion: 'eu-central-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** Starts moto on a free port. */
export async function startMoto(env: Readonly<Record<string, string>> = {}): Promise<TestMoto> {
  if (motoServer === undefined) throw new Error('there is no moto_server')
  const port = await freePort()
  const child = spawn(motoServer, ['-H', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, MOTO_IAM_LOAD_MANAGED_POLICIES: 'true', ...env },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`${url}/moto-api/`).catch(() => undefined)
    if (response?.ok === true) return { url, env: { QLEET_AWS_ENDPOINT: url }, stop }
    if (child.exitCode !== null) break
    await sleep(100)
  }
  await stop()
  throw new Error('moto does not start')
}

/**
 * Sends a request to each service. moto loads a service with its first request, which takes seconds of CPU, and tests limit how long
 * QleetOS takes.
 */
export async function loadServices(settings: ClientSettings): Promise<void> {
  await new STS(settings).getCallerIdentity({})
  await new IAM(settings).listPolicies({ MaxItems: 1 })
  await new EC2(settings).describeVpcs({})
  await new EKS(settings).listClusters({})
  await new RDS(settings).describeDBInstances({})
  await new S3({ ...settings, forcePathStyle: true }).listBuckets({})
}

/** The settings of clients of the SDK. */
export interface ClientSettings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/** Returns the settings of clients that act beside the control plane, as the administrator of the account. */
export function clientSettings(endpoint: string): ClientSettings {
  return {
    endpoint,
    region: motoAccount.defaultRegion,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  }
}

export interface PlaneWithAws {
  plane: TestControlPlane
  /** The settings of clients of the SDK, which act beside the control plane. */
  settings: ClientSettings
  stop(): Promise<void>
}

/**
 * Starts moto, and a control plane whose workers use it.
 *
 * @param env The environment of moto.
 * @param ofWorkers Further settings of the workers.
 */
export async function startPlaneWithAws(
  env: Readonly<Record<string, string>> = {},
  ofWorkers: Readonly<Record<string, string>> = {},
): Promise<PlaneWithAws> {
  const moto = await startMoto(env)
  const plane = await startControlPlane({ workerEnv: { ...moto.env, ...ofWorkers } })
  return {
    plane,
    settings: clientSettings(moto.url),
    stop: async () => {
      await plane.stop()
      await moto.stop()
    },
  }
}
