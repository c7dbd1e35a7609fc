/**
 * Whether no program was started, because the PATH leads to none that this user may run. The system reports `EACCES` in
 * place of `ENOENT` where one folder of the PATH may not be read, and `ENOTDIR` where a file stands for a folder.
 */
export function isProgramMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && missing.has(error.code)
}

const missing: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'ENOTDIR'])
