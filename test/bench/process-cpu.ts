import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { statFields } from '../../process/children/process-table.ts'

interface Sample {
  parent: number
  /** CPU seconds, with those of children that have ended. */
  cpu: number
}

/** Returns the CPU seconds that a process and all its children have used since they were started. */
export function cpuOf(pid: number): number {
  const samples = process.platform === 'linux' ? samplesOfLinux() : samplesOfPs()
  const sum = (of: number): number => {
    const children = [...samples].filter(([, { parent }]) => parent === of)
    return children.reduce((total, [child]) => total + sum(child), samples.get(of)?.cpu ?? 0)
  }
  return sum(pid)
}

/** The unit of times in `/proc`, which is the same on all architectures that Node.js supports. */
const ticksPerSecond = 100

function samplesOfLinux(): Map<number, Sample> {
  const samples = new Map<number, Sample>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const [, parent = 0, ...rest] = statFields(readStat(entry)).map(Number)
    const times = rest.slice(9, 13).reduce((total, ticks) => total + ticks, 0)
    samples.set(Number(entry), { parent, cpu: times / ticksPerSecond })
  }
  return samples
}

/** Empty for a process that has ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Children that have ended are missing. */
function samplesOfPs(): Map<number, Sample> {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,time='], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [pid, parent, time = ''] = line.trim().split(/\s+/)
      const cpu = time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
      return [Number(pid), { parent: Number(parent), cpu }]
    }),
  )
}
