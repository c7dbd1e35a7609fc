import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guide docs/guide/samples.md, as it is written: each section from nothing to nothing. */

const guide = await readFile(join(repository, 'docs/guide/samples.md'), 'utf8')
const sections = [...guide.matchAll(/^## (\S+)\n(.*?)(?=^## |$(?![^]))/gms)].map(
  ([, title = '', text = '']): [string, string[][]] => {
    const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(text) ?? []
    const lines = script.trim().split('\n')
    return [title, lines.map((line) => line.split(' ').slice(1))]
  },
)

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

async function objects(): Promise<string[]> {
  const found: string[] = []
  for await (const { kind, name } of started.plane.client.objects.list()) found.push(`${kind}/${name}`)
  return found.sort()
}

/** What the output of a command of a section must contain. */
const outputs: Readonly<Record<string, readonly [command: string, contains: string | RegExp][]>> = {
  web3: [
    ['plan', 'workload-instance/web3-node'],
    ['plan', 'gateway-instance/web3-site'],
    ['tree', /WorkloadInstance\/web3-node[^]*Pod\/geth/],
    ['get', 'https://web3.example.com'],
  ],
  wordpress: [
    ['describe', /object: wordpress-db\n/],
    ['get', 'https://blog.example.com'],
    ['delete workload', /delete +database-instance\/wordpress-db/],
  ],
  'two-regions': [
    ['get', /shop-frankfurt +Ready|READY/i],
    ['describe', 'NorthAmerica:NewYork'],
  ],
  'platform-team': [
    ['plan', /web-runtimes-local/],
    ['plan', 'cloudnative-pg by profile default/web-databases'],
    ['tree', /DatabaseInstance\/shop-db.*profile default\/web-databases, version 1/],
    ['get database', /profileVersion: 1\n/],
    ['roll-profile web-databases --all --dry-run', '2Gi'],
  ],
  'wordpress-threeport': [['get', 'https://blog.example.com']],
}

describe('the samples', () => {
  it.each(sections)('%s runs from nothing to nothing', async (section, commands) => {
    const before = await objects()
    const printed: [string, string][] = []
    for (const command of commands) {
      const words = command.map((word) => word.replace(/^samples\//, `${repository}/samples/`))
      const { exit, stdout, stderr } = await cli(words)
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      printed.push([command.join(' '), stdout])
    }
    for (const [command, expected] of outputs[section] ?? []) {
      const text = printed.filter(([words]) => words.startsWith(command)).map(([, stdout]) => stdout)
      expect(text.join('\n')).toMatch(expected)
    }
    const isBack = await eventually(async () => (await objects()).join() === before.join())
    expect(isBack, (await objects()).join(', ')).toBe(true)
  })

  it('have their expectations here', () => {
    expect(Object.keys(outputs)).toEqual(sections.map(([title]) => title))
  })
})
