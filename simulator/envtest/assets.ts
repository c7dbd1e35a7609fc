import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EnvtestBlocked } from './failure.ts'

/* The programs of Kubernetes in a folder, as setup-envtest and kubebuilder lay them out. */

/** What reconciles the objects of a cluster. */
export const controllerChoices = ['simulated', 'kubernetes', 'none'] as const
export type ControllerChoice = (typeof controllerChoices)[number]

/** The programs of a cluster, with the oldest version that runs with our arguments. */
const programs = {
  etcd: { oldest: '3.4', pattern: /etcd Version: (\d+\.\d+)/ },
  'kube-apiserver': { oldest: '1.29', pattern: /Kubernetes v(\d+\.\d+)/ },
  'kube-controller-manager': { oldest: '1.29', pattern: /Kubernetes v(\d+\.\d+)/ },
  'kube-scheduler': { oldest: '1.29', pattern: /Kubernetes v(\d+\.\d+)/ },
} as const
export type ProgramName = keyof typeof programs

/** Returns the programs that a cluster needs. */
export function programsFor(controllers: ControllerChoice): ProgramName[] {
  const always: ProgramName[] = ['etcd', 'kube-apiserver']
  return controllers === 'kubernetes' ? [...always, 'kube-controller-manager', 'kube-scheduler'] : always
}

const howToInstall =
  'Install it with setup-envtest (go run sigs.k8s.io/controller-runtime/tools/setup-envtest@latest use -p path), and set ' +
  'QLEET_ENVTEST_ASSETS or KUBEBUILDER_ASSETS to the folder for the process that runs the simulator.'

/** Throws EnvtestBlocked unless a folder has the programs that a cluster needs, in versions that work. */
export async function checkAssets(folder: string, controllers: ControllerChoice): Promise<void> {
  if (folder === '')
    throw new EnvtestBlocked(
      'NoAssets',
      `No folder with etcd and kube-apiserver is configured. ${howToInstall}`,
    )
  for (const name of programsFor(controllers)) await checkProgram(folder, name, controllers)
}

async function checkProgram(folder: string, name: ProgramName, controllers: ControllerChoice): Promise<void> {
  const path = join(folder, name)
  const isThere = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const remedy =
      controllers === 'kubernetes' && name.startsWith('kube-') && name !== 'kube-apiserver'
        ? 'Add it, or set spec.controllers of the definition to simulated.'
        : howToInstall
    throw new EnvtestBlocked('ProgramMissing', `${path} does not exist or is not executable. ${remedy}`)
  }
  const { oldest, pattern } = programs[name]
  const printed = await versionOutput(path)
  const version = pattern.exec(printed)?.[1]
  if (version === undefined)
    throw new EnvtestBlocked(
      'UnknownProgram',
      `${path} does not print its version (${JSON.stringify(printed.slice(0, 100))}), so it is no ${name} for this machine. Replace it.`,
    )
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw new EnvtestBlocked(
      'VersionNotSupported',
      `${path} is version ${version}, but ${oldest} or newer is required. Replace it.`,
    )
}

async function versionOutput(path: string): Promise<string> {
  try {
    return (await promisify(execFile)(path, ['--version'], { timeout: 20_000 })).stdout
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
