import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { buildQleetctl, qleetctl, runProgram } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startServer } from '../workers/kube/client/misbehaving-server.ts'

/*
 * Modules are most of the time of a command, and one import can load many of them. These took 10 ms each, or more; a test of the
 * time itself would depend on the machine.
 */
const slow = ['crypto', 'tls', 'internal/deps/undici/undici', 'zod']

const report = `process.on('exit', () => {
  const loaded = process.moduleLoadList.map((each) => each.replace('NativeModule ', ''))
  if ('__zod_globalRegistry' in globalThis) loaded.push('zod')
  console.error(JSON.stringify(loaded))
})`

async function modulesOf(command: string[], home: string): Promise<string[]> {
  await buildQleetctl(home)
  await writeFile(`${home}/report.mjs`, report)
  const NODE_OPTIONS = `--import=${home}/report.mjs`
  const { stderr } = await runProgram([process.execPath, qleetctl, ...command], {
    home,
    env: { NODE_OPTIONS },
  })
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
}

it('a command that lists objects loads no module that takes long', async () => {
  const home = await temporaryFolder()
  const server = await startServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"result":{"nodes":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}')
  })
  const config = `${home}/config.yaml`
  await writeFile(config, `QleetOSInstances:\n  - { Name: dev, APIServer: '${server.url}', Token: t }\n`)
  const loaded = await modulesOf(['get', 'workloads', '--qleet-config', config], home)
  expect(server.requests.map(({ url }) => url)).toEqual(['/graphql'])
  expect(loaded).toContain('http')
  expect(slow.filter((name) => loaded.includes(name))).toEqual([])
})

it('a command that only reads settings does so as well', async () => {
  const loaded = await modulesOf(['config', 'get-contexts'], await temporaryFolder())
  expect(loaded).toContain('child_process')
  expect(slow.filter((name) => loaded.includes(name))).toEqual([])
})
