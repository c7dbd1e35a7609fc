import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { serverSettings } from '../../process/settings/server.ts'
import { helpOf, type Setting } from '../../process/settings/setting.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import { runCli } from '../support/run-cli.ts'

describe('a process of a control plane', () => {
  it('documents every setting of the simulator, which has its own declaration', async () => {
    const { stdout } = await runCli(['simulator', '--help'], { columns: 300 })
    const own = ['QLEET_PARENT_WATCH', 'QLEET_CONFIG']
    expect(settingsIn(stdout, own)).toEqual(settingsIn(await readFile('simulator/main.ts', 'utf8'), own))
  })

  it.each([
    ['server', serverSettings],
    ['worker', workerSettings],
  ])(
    'documents the settings of a %s with their defaults, and accepts no secret as an option',
    async (part, settings) => {
      const { stdout } = await runCli([part, '--help'], { columns: 300 })
      const lineOf = (variable: string): string =>
        stdout.split('\n').find((line) => line.split(/[\s\]]+/).includes(variable)) ?? ''
      const all = Object.entries<Setting>(settings)
      for (const [variable, setting] of all) expect(lineOf(variable)).toContain(helpOf(setting))
      const secrets = all.filter(([name, { isSecret }]) => isSecret && name !== 'QLEET_DATABASE_URL')
      for (const [variable] of secrets) expect(lineOf(variable)).not.toContain('--')
    },
  )

  it('is refused with all missing settings', async () => {
    expect(await runCli(['worker'], { env: { QLEET_NATS_URL: 'nats://127.0.0.1:1' } })).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'Error: The worker needs more settings:\n' +
        '  --server or QLEET_SERVER_URL: URL of a server, or of a load balancer in front of several.\n' +
        '  QLEET_WORKER_TOKEN: Token of the workers, as configured in servers.\n' +
        'See: qleetctl worker --help\n',
    })
  })
})

function settingsIn(text: string, without: readonly string[]): string[] {
  return [...new Set(text.match(/QLEET_[A-Z_]+/g))].filter((name) => !without.includes(name)).sort()
}
