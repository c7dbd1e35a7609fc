import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.ts'

const sources: [string, string][] = [
  ['server', 'server/config.ts'],
  ['worker', 'workers/config.ts'],
  ['simulator', 'simulator/main.ts'],
]

describe('a part of a control plane', () => {
  it.each(sources)('%s tells of every setting that it reads', async (part, source) => {
    const { stdout } = await runCli([part, '--help'], { columns: 300 })
    const own = ['QLEET_LOG_LEVEL', 'QLEET_PARENT_WATCH', 'QLEET_CONFIG']
    const listed = [...stdout.matchAll(/^ +(QLEET_[A-Z_]+)/gm)].map(([, name]) => name)
    expect(listed).toEqual([...new Set(listed)])
    expect(settingsIn(stdout, own)).toEqual(settingsIn(await readFile(source, 'utf8'), own))
  })

  it('is refused with all that is missing', async () => {
    expect(await runCli(['worker'], { env: { QLEET_NATS_URL: 'nats://127.0.0.1:1' } })).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'Error: The worker needs more settings:\n' +
        '  --server or QLEET_SERVER_URL: A server, or a load balancer before several.\n' +
        '  QLEET_WORKER_TOKEN: Token of the workers, as servers know it.\n' +
        'See: qleetctl worker --help\n',
    })
  })
})

function settingsIn(text: string, without: readonly string[]): string[] {
  return [...new Set(text.match(/QLEET_[A-Z_]+/g))].filter((name) => !without.includes(name)).sort()
}
