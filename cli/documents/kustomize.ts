import { resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'
import { runProgram } from './run-program.ts'

/** The programs that build a kustomization, by preference. */
const programs = [
  { program: 'kustomize', args: ['build'] },
  { program: 'kubectl', args: ['kustomize'] },
] as const

/** Builds the kustomization in a folder with the `kustomize` or `kubectl` of this machine. */
export async function buildKustomization(io: Io, folder: string, displayName = folder): Promise<string> {
  for (const { program, args } of programs) {
    const built = await runProgram(io, program, { args: [...args, resolve(io.cwd, folder)] })
    if (built === undefined) continue
    if ('text' in built) return built.text
    const message = `cannot build the kustomization in ${displayName}: ${built.failure.replaceAll(folder, displayName)}`
    throw new PlatformError('INVALID_INPUT', message)
  }
  const message = `the kustomization in ${displayName} needs kustomize or kubectl, and neither is in the PATH`
  throw new PlatformError('INVALID_INPUT', `${message}. Install one: https://kubectl.docs.kubernetes.io`)
}
