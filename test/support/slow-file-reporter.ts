import type { Reporter } from 'vitest/node'

/** Reports the test files that took longer than the given milliseconds. */
export function slowFileReporter({ milliseconds }: { milliseconds: number }): Reporter {
  const slow: string[] = []
  return {
    onTestModuleEnd: (module) => {
      const { duration } = module.diagnostic()
      if (duration > milliseconds) slow.push(`${module.relativeModuleId} (${(duration / 1000).toFixed(1)} s)`)
    },
    onTestRunEnd: () => {
      if (slow.length === 0) return
      const limit = `${milliseconds / 1000} s`
      process.stdout.write(
        `Took more than ${limit}. Unless the machine was busy, add to test/slow-files.ts:\n  ${slow.sort().join('\n  ')}\n`,
      )
      slow.length = 0
    },
  }
}
