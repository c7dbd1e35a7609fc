import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { readGuide } from '../support/guide.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guide docs/guide/policies.md, as it is written, and the policies in samples/policies. */

const { text, files } = await readGuide('policies.md')
const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(text) ?? []
const [, error = ''] = /^```text\n(.*?)\n```$/ms.exec(text) ?? []

let plane: TestControlPlane
let folder: string
beforeAll(async () => {
  plane = await startControlPlane()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-policies-')))
  const names = ['policy.yaml', 'shop.yaml', 'exception.yaml']
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), files[index] ?? '')
})
afterAll(async () => {
  await plane?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => plane)

it('runs the guide to policies', async () => {
  const outputs: Awaited<ReturnType<typeof cli>>[] = []
  for (const line of script.trim().split('\n')) {
    const [command = '', comment = ''] = line.split('#', 2)
    const words = command.trim().split(/ +/).slice(1)
    const given = words.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word))
    const result = await cli(given)
    expect(result.exit, `${line}: ${result.stderr}`).toBe(comment.includes('refused') ? 2 : 0)
    outputs.push(result)
  }
  const [tried, , planned, refused, , written, listed] = outputs
  for (const each of [tried, planned, refused]) {
    expect(each?.stderr).toContain(error)
    expect(each?.stdout).toBe('')
  }
  expect(tried?.stderr).toContain('Warning: WorkloadDefinition "shop": has an image without a version')
  expect(written?.stdout).toContain('workload-definition/shop created')
  expect(written?.stderr).toBe(
    'Warning: WorkloadDefinition "shop": has an image without a version (rule "version" of policy "images"). ' +
      'Use a tag such as 1.29, or a digest.\n',
  )
  expect(listed?.stdout).toMatch(/shop-moves +images +(Active|) *.*payments/)
})

function application(
  image: string,
  { replicas = 2, resources = '{ limits: { memory: 64Mi }, requests: { cpu: 10m } }' } = {},
) {
  return `apiVersion: qleet.io/v1
kind: Project
metadata: { name: shop }
spec: { tier: production }
---
apiVersion: qleet.io/v1
kind: Workload
metadata: { name: web, project: shop }
spec:
  runtime: default/space
  yamlDocument: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: ${replicas}
      selector: { matchLabels: { app: web } }
      template:
        metadata: { labels: { app: web } }
        spec:
          containers: [{ name: web, image: '${image}', resources: ${resources} }]
`
}

function database(machineSize: string) {
  return `apiVersion: qleet.io/v1
kind: AwsRelationalDatabaseDefinition
metadata: { name: ledger }
spec: { engine: postgres, engineVersion: '17', databaseName: ledger, storageGb: 20, machineSize: ${machineSize} }
---
apiVersion: qleet.io/v1
kind: AwsRelationalDatabaseInstance
metadata: { name: ledger }
spec: { definition: ledger }
`
}

const good = application('registry.example.com/web:1.4')
const thursday = '2026-11-26T17:00:00Z'

describe('the policies in samples/policies', () => {
  const cases: [file: string, written: string, at: string, refused: RegExp | undefined][] = [
    ['no-latest', good, thursday, undefined],
    ['no-latest', application('registry.example.com/web'), thursday, /"tag" of policy "no-latest"/],
    [
      'no-latest',
      application('registry.example.com:5000/web:latest'),
      thursday,
      /has an image with the tag latest/,
    ],
    ['no-latest', application(`web@sha256:${'a'.repeat(64)}`), thursday, undefined],
    ['registries', good, thursday, undefined],
    ['registries', application('nginx:1.29'), thursday, /has an image from another registry/],
    ['resources', good, thursday, undefined],
    ['resources', application('a:1', { resources: '{}' }), thursday, /without a limit of memory/],
    ['replicas', good, thursday, undefined],
    ['replicas', application('a:1', { replicas: 1 }), thursday, /fewer than two replicas/],
    ['replicas', application('a:1', { replicas: 1 }).replace('production', 'staging'), thursday, undefined],
    ['budget', good, thursday, undefined],
    ['budget', database('db.m5.xlarge'), thursday, undefined],
    ['budget', database('db.m5.8xlarge'), thursday, /costs more than 1,000 US dollars a month/],
    ['budget', database('db.x9.tiny'), thursday, /Warning: .* has a price that is not known/],
    ['friday', good, thursday, undefined],
    ['friday', good, '2026-11-27T14:59:00Z', undefined],
    ['friday', good, '2026-11-27T15:00:00Z', /on Friday evening/],
    ['friday', good, '2026-11-28T09:00:00Z', undefined],
  ]
  it.each(cases)('%s', async (file, written, at, refused) => {
    const path = join(folder, 'application.yaml')
    await writeFile(path, written)
    const policy = join(repository, 'samples/policies', `${file}.yaml`)
    const { exit, stderr } = await cli(['policy', 'test', '-f', policy, '-f', path, '--at', at])
    expect(exit).toBe(refused === undefined || refused.source.startsWith('Warning') ? 0 : 2)
    expect(stderr).toMatch(refused ?? /^$/)
  })

  it('refuse to check at what is no time', async () => {
    const friday = join(repository, 'samples/policies/friday.yaml')
    const { exit, stderr } = await cli(['policy', 'test', '-f', friday, '--at', 'Friday'])
    expect(exit).toBe(2)
    expect(stderr).toContain('--at: invalid time "Friday". Give a time such as 2026-11-27T17:00:00Z')
  })

  it('are accepted by a server together', async () => {
    const { exit, stderr } = await cli(['apply', '-f', join(repository, 'samples/policies')])
    expect(stderr).toBe('')
    expect(exit).toBe(0)
  })
})

it('locates the error of an expression in the file, whatever its style', async () => {
  const file = join(folder, 'wrong.yaml')
  await writeFile(
    file,
    `apiVersion: qleet.io/v1
kind: Policy
metadata: { name: wrong }
spec:
  rules:
    - { name: plain, message: a, remedy: b, expression: object.name != nme }
    - name: block
      message: a
      remedy: b
      expression: |
        object.name != "" &&
          object.name != nme
`,
  )
  for (const command of [
    ['policy', 'test'],
    ['apply', '--dry-run'],
  ]) {
    const { stderr } = await cli([...command, '-f', file])
    expect(stderr).toContain(`wrong.yaml:6:57: spec.rules[0].expression, line 1 column 16: `)
    expect(stderr).toContain(`wrong.yaml:12:26: spec.rules[1].expression: `)
  }
})
