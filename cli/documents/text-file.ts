import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { PlatformError } from '../../schema/errors.ts'
import { maxRequestBytes } from '../../schema/limits.ts'

/** Reads a text file. Throws an error that names the file, in plain words, for one that cannot be a file of documents. */
export async function readTextFile(path: string, displayName: string): Promise<string> {
  try {
    assertSize((await stat(path)).size, displayName)
    return textOf(await readFile(path), displayName)
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause
    throw new PlatformError('INVALID_INPUT', `cannot read ${displayName}: ${reasonOfFile(cause)}`, { cause })
  }
}

/** Throws for a text that no server accepts, whatever it contains. */
export function assertSize(size: number, displayName: string): void {
  if (size <= maxRequestBytes) return
  const [has, most] = [size, maxRequestBytes].map((bytes) => bytes.toLocaleString('en'))
  const message = `${displayName} has ${has} bytes, more than the maximum of ${most} per request. Split it into several files and apply them one after the other.`
  throw new PlatformError('INVALID_INPUT', message)
}

/** Decodes a text. Throws for a binary file; removes the byte order mark that some editors write. */
export function textOf(bytes: Buffer, displayName: string): string {
  if (bytes.includes(0) || !isUtf8(bytes)) {
    const message = `${displayName} is not a text file: it contains bytes that are not UTF-8 text. Documents are YAML or JSON.`
    throw new PlatformError('INVALID_INPUT', message)
  }
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
}

/** Describes an error of the file system in plain words. */
export function reasonOfFile(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}
