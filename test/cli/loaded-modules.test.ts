import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { buildQleetctl, qleetctl, runProgram } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
  const [home, requests]: [string, string[]] = [await temporaryFolder(), []]
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"result":{"nodes":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}')
  }).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const config = `${home}/config.yaml`
    await writeFile(config, `QleetOSInstances:\n  - { Name: dev, APIServer: '${url}', Token: t }\n`)
    const loaded = await modulesOf(['get', 'workloads', '--qleet-config', config], home)
    expect(requests).toEqual(['/graphql'])
    expect(loaded).toContain('http')
    expect(slow.filter((name) => loaded.includes(name))).toEqual([])
  } finally {
    server.close()
  }
})

it('a command that only reads settings does so as well', async () => {
  const loaded = await modulesOf(['config', 'get-contexts'], await temporaryFolder())
  expect(loaded).toContain('child_process')
  expect(slow.filter((name) => loaded.includes(name))).toEqual([])
})
