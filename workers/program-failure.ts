/**
 * Reports whether a program could not be started because the PATH contains no such executable. The error is `EACCES`
 * instead of `ENOENT` when a folder of the PATH is not readable, and `ENOTDIR` when an entry of the PATH is a file.
 */
export function isProgramMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && missing.has(error.code)
}

const missing: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'ENOTDIR'])
