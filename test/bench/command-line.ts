import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { milliseconds, percentile, type Figure } from './figures.ts'

const qleetctl = fileURLToPath(new URL('../../bin/qleetctl', import.meta.url))

/** Measures `qleetctl version` against `kubectl version --client`, in turns. */
export function measureVersion(runs = 30): Figure[] {
  // Neither has settings to read, and the caches of kubectl are removed with the folder.
  const home = mkdtempSync(join(tmpdir(), 'qleet-home-'))
  try {
    return compareVersions(runs, home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function compareVersions(runs: number, home: string): Figure[] {
  const ours: number[] = []
  const theirs: number[] = []
  const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined
  for (let run = 0; run < runs; run++) {
    ours.push(elapsed(home, [qleetctl, 'version']))
    if (hasKubectl) theirs.push(elapsed(home, ['kubectl', 'version', '--client']))
  }
  const own = percentile(ours, 0.5)
  if (!hasKubectl) return [{ what: 'qleetctl version', value: milliseconds(own), peer: 'no kubectl here' }]
  const other = percentile(theirs, 0.5)
  return [
    {
      what: 'qleetctl version',
      value: milliseconds(own),
      peer: `${milliseconds(other)} kubectl version --client`,
      ratio: own / other,
      budget: '<= 1',
    },
  ]
}

function elapsed(home: string, [program = '', ...args]: readonly string[]): number {
  const from = performance.now()
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  return performance.now() - from
}
