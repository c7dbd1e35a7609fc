import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import type { Stack } from './stack.ts'

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
    ours.push(elapsed([qleetctl, 'version'], { HOME: home }))
    if (hasKubectl) theirs.push(elapsed(['kubectl', 'version', '--client'], { HOME: home }))
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

/** The goal of issue 18 for `qleetctl get`, in milliseconds. */
const goalOfGet = 80

/**
 * Measures commands that users repeat all day, with so many workloads present, in turns: `qleetctl get`, and `kubectl get` against a
 * simulated cluster and, if its kubeconfig is given, a real one.
 */
export async function measureCommands(
  stack: Stack,
  { workloads, kubeconfig, runs = 20 }: { workloads: number; kubeconfig?: string | undefined; runs?: number },
): Promise<Figure[]> {
  await createWorkloads(
    stack.client,
    Array.from({ length: workloads }, (_, index) => `work-${index}`),
  )
  await workloadsReady(stack)
  const home = mkdtempSync(join(tmpdir(), 'qleet-home-'))
  try {
    const simulated = join(home, 'kubeconfig')
    writeFileSync(simulated, (await stack.client.kubeconfig({ name: 'bench' })) ?? '')
    const env = { HOME: home, QLEET_SERVER_URL: stack.url, QLEET_TOKEN: stack.token }
    const list = ['get', 'configmaps', '--all-namespaces', '--kubeconfig']
    const commands = {
      one: [qleetctl, 'get', 'workload-instance/work-0'],
      all: [qleetctl, 'get', 'workload-instances'],
      simulated: ['kubectl', ...list, simulated],
      ...(kubeconfig === undefined ? {} : { real: ['kubectl', ...list, kubeconfig] }),
    }
    const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]))
    for (let run = 0; run < runs; run++)
      for (const [name, command] of Object.entries(commands)) times.get(name)?.push(elapsed(command, env))
    const median = (name: string): number => percentile(times.get(name) ?? [], 0.5)
    return figuresOfCommands(median, { workloads, hasReal: kubeconfig !== undefined })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function figuresOfCommands(
  median: (name: string) => number,
  { workloads, hasReal }: { workloads: number; hasReal: boolean },
): Figure[] {
  const goal = { budget: `<= ${goalOfGet} ms` }
  return [
    { what: 'qleetctl get of one workload', value: milliseconds(median('one')), ...goal },
    { what: `qleetctl get of ${workloads} workloads`, value: milliseconds(median('all')), ...goal },
    {
      what: `kubectl get of the ConfigMaps of ${workloads} workloads in a simulated cluster`,
      value: milliseconds(median('simulated')),
      ...(hasReal
        ? {
            peer: `${milliseconds(median('real'))} in the given cluster`,
            ratio: median('simulated') / median('real'),
            budget: '<= 1',
          }
        : {}),
    },
  ]
}

function elapsed([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): number {
  const from = performance.now()
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  return performance.now() - from
}
