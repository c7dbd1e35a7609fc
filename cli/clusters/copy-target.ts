import { basename, posix } from 'node:path'
import { usageError } from '../cli-error.ts'

/** One side of a copy: a local path, or a path in a container of a workload. */
export type CopySide = { local: string } | { workload: string; path: string }

/** Parses both sides of `cp`. Exactly one of them must be `WORKLOAD:PATH` or `KIND/NAME:PATH`. */
export function parseCopy(
  from: string,
  to: string,
): { upload: boolean; local: string; workload: string; path: string } {
  const [source, target] = [sideOf(from), sideOf(to)]
  if ('local' in source && 'workload' in target) return { upload: true, ...source, ...target }
  if ('workload' in source && 'local' in target) return { upload: false, ...source, ...target }
  const problem = 'local' in source ? 'both are local' : 'both are in containers'
  throw usageError(
    `"${from}" and "${to}": ${problem}. Write one of them as WORKLOAD:PATH, such as shop:/tmp/report. ` +
      'A local name with a colon starts with ./',
  )
}

function sideOf(text: string): CopySide {
  const [, workload, path] = /^([^:]*):(.*)$/s.exec(text) ?? []
  const isLocal = workload === undefined || path === undefined || /^(\.{0,2}\/|\.\.?$)/.test(workload)
  const isDrive = process.platform === 'win32' && /^[A-Za-z]:[\\/]/.test(text)
  if (isLocal || isDrive) return { local: text }
  if (workload === '')
    throw usageError(`"${text}" names no workload. Write WORKLOAD:PATH, such as shop:/tmp/report.`)
  if (path === '')
    throw usageError(`"${text}" names no path. Write WORKLOAD:PATH, such as ${workload}:/tmp/report.`)
  return { workload, path }
}

/** Returns the folder and the name of a path in a container. */
export function splitRemote(path: string): { folder: string; name: string } {
  const plain = path.replace(/(?<=.)\/+$/, '')
  return { folder: posix.dirname(plain), name: posix.basename(plain) }
}

/** Returns the name of a local path, as the name of its copy. */
export function localName(path: string): string {
  return basename(path)
}
