import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import type { ControlPlaneInfo } from './location.ts'

/** Formats the notices about the programs of a control plane as warnings, one line each. */
export function warnings(
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
  programs: ControlPlaneInfo['programs'] = {},
): string {
  const paint = painter(stdout, env)
  const notices = Object.values(programs).flatMap(({ notice }) => (notice === undefined ? [] : [notice]))
  return notices.map((notice) => `\n${paint('yellow', 'Warning:')} ${notice}.\n`).join('')
}
