import { cp as copyTree, mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { once } from 'node:events'
import { create, extract, type WriteEntry } from 'tar'
import { isProgramMissing } from '../../schema/clusters/pods/remote-command.ts'
import { isPlatformError, PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { reasonOfFile } from '../file-error.ts'
import { workloadTarget } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { choosePod } from './chosen-pod.ts'
import { localName, parseCopy, splitRemote } from './copy-target.ts'
import { defaultContainer } from './default-container.ts'
import { runInPod, type PodCommand, type PodIo } from './pod-command.ts'

interface CopyInput {
  args: { from: string; to: string }
  options: { container: string | undefined; pod: string | undefined; project: string | undefined }
}

/** A container in which commands run. */
type Container = Pick<PodCommand, 'pod' | 'container'>

/** Copies a file or folder into or out of a container, by the `tar` of the container, as kubectl does. */
export async function copy({ args, options }: CopyInput, context: CommandContext): Promise<void> {
  const { io } = context
  const { upload, local, workload, path } = parseCopy(args.from, args.to)
  const localPath = resolve(io.cwd, local)
  if (upload) await assertReadable(localPath, local)
  const target = workloadTarget(workload, options.project)
  const pod = await choosePod(context, target, { pod: options.pod, purpose: 'copy files with' })
  const container = { pod, container: options.container ?? (await defaultContainer(pod, io)) }
  if (upload) await uploadPath(io, container, { localPath, path })
  else await downloadPath(io, container, { localPath, path })
}

async function assertReadable(path: string, shown: string): Promise<void> {
  await stat(path).catch((error: unknown) => {
    throw usageError(`cannot copy ${shown}: ${reasonOfFile(error)}`)
  })
}

interface Paths {
  localPath: string
  /** Path in the container. */
  path: string
}

async function uploadPath(io: Io, container: Container, { localPath, path }: Paths): Promise<void> {
  const isFolder = path.endsWith('/') || (await isRemoteFolder(io, container, path))
  const { folder, name } = isFolder ? { folder: path, name: localName(localPath) } : splitRemote(path)
  // The copy may have another name than the original.
  const rename = (entry: WriteEntry): void => {
    entry.path = `${name}${entry.path.slice(localName(localPath).length)}`
  }
  const archive = create({ cwd: dirname(localPath), onWriteEntry: rename }, [localName(localPath)])
  await runTar(io, container, {
    command: ['tar', '-xmf', '-', '-C', folder],
    stdin: Readable.from(archive),
  })
}

async function isRemoteFolder(io: Io, container: Container, path: string): Promise<boolean> {
  const silent = { write: () => undefined }
  const quiet: PodIo = { stdin: Readable.from([]), signal: io.signal, stdout: silentOutput, stderr: silent }
  const command = { ...container, command: ['test', '-d', path], stdin: false, tty: false }
  try {
    return (await runInPod(quiet, command)) === 0
  } catch (error) {
    // A container without `test` may have `tar`.
    if (isPlatformError(error) && error.code === 'UNAVAILABLE') return false
    throw error
  }
}

const silentOutput: PodIo['stdout'] = { write: () => undefined, columns: undefined }

/** Extracts into a temporary folder next to the target first, so that a lost connection leaves no half of a file. */
async function downloadPath(io: Io, container: Container, { localPath, path }: Paths): Promise<void> {
  const { folder, name } = splitRemote(path)
  const isFolder = (await stat(localPath).catch(() => undefined))?.isDirectory() === true
  const target = isFolder ? join(localPath, name) : localPath
  const temporary = await mkdtemp(join(dirname(target), '.qleetctl-cp-')).catch((error: unknown) => {
    throw usageError(`cannot write to ${dirname(target)}: ${reasonOfFile(error)}`)
  })
  try {
    const skipped: string[] = []
    const extraction = extract({
      cwd: temporary,
      // Links could point anywhere on this machine.
      filter: (entryPath, entry) => {
        const isPlain = !('type' in entry) || !entry.type.endsWith('Link')
        if (!isPlain) skipped.push(entryPath)
        return isPlain
      },
    })
    const ended = once(extraction, 'close')
    const write = async (data: Uint8Array): Promise<void> => {
      if (!extraction.write(Buffer.from(data))) await once(extraction, 'drain')
    }
    await runTar(io, container, { command: ['tar', '-cf', '-', '-C', folder, name], write })
    extraction.end()
    await ended
    for (const link of skipped) io.stderr.write(`Skipped the link ${link}.\n`)
    await copyTree(join(temporary, name), target, { recursive: true, force: true })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

interface TarRun {
  command: readonly string[]
  stdin?: Readable
  write?: (data: Uint8Array) => void | Promise<void>
}

/** Runs `tar` in a container. Throws with what it wrote to stderr if it fails. */
async function runTar(io: Io, container: Container, { command, stdin, write }: TarRun): Promise<void> {
  let errors = ''
  const podIo: PodIo = {
    stdin: stdin ?? Readable.from([]),
    signal: io.signal,
    stdout: { ...silentOutput, write: write ?? silentOutput.write },
    stderr: { write: (data) => (errors += Buffer.from(data).toString()) },
  }
  const run = { ...container, command, stdin: stdin !== undefined, tty: false }
  const exit = await runInPod(podIo, run).catch((error: unknown) => {
    if (isPlatformError(error) && isProgramMissing(error))
      throw new PlatformError('UNSUPPORTED', `the container has no tar, which cp needs: ${error.message}`)
    throw error
  })
  if (exit === 127) throw new PlatformError('UNSUPPORTED', 'the container has no tar, which cp needs')
  if (exit !== 0)
    throw new PlatformError(
      'INVALID_INPUT',
      `tar in the container failed with exit code ${exit}: ${errors.trim()}`,
    )
}
