import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startControlPlane, type ControlPlaneOptions, type TestControlPlane } from './control-plane.ts'
import { eventually } from './eventually.ts'
import { inPath } from './in-path.ts'

/** The path of Terraform or OpenTofu, if there is one: `QLEET_TEST_TERRAFORM`, or in the PATH. */
export const terraformBinary = process.env['QLEET_TEST_TERRAFORM'] ?? inPath('terraform', 'tofu')

export interface PlaneWithTerraform {
  plane: TestControlPlane
  /** The folder of the folders of runs. */
  folder: string
  stop(): Promise<void>
}

/** Starts a control plane whose workers run Terraform. Its end waits for the runs that are in progress. */
export async function startPlaneWithTerraform({
  env = {},
  ...options
}: ControlPlaneOptions = {}): Promise<PlaneWithTerraform> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-terraform-'))
  const settings = { QLEET_TERRAFORM: terraformBinary ?? 'terraform', QLEET_TERRAFORM_FOLDER: folder }
  const plane = await startControlPlane({ ...options, env: { ...settings, ...env } })
  return {
    plane,
    folder,
    stop: async () => {
      await Promise.all(plane.workers.map((worker) => worker.stop()))
      await eventually(async () => ((await runningPids(folder)).length === 0 ? true : undefined))
      await plane.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the process IDs of runs that are in progress. */
export async function runningPids(folder: string): Promise<number[]> {
  const runs = await readdir(folder)
  const pids = await Promise.all(
    runs.map(async (run) => Number(await readFile(join(folder, run, 'pid'), 'utf8').catch(() => '0'))),
  )
  return pids.filter((pid) => pid > 0 && isRunning(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
