import { describe, expect, it, onTestFinished } from 'vitest'
import { createPolicy } from '../../server/auth/policy.ts'
import { useCliServer } from '../support/cli-server.ts'
import { urlOf } from '../support/fake-worker.ts'
import { serverEnv } from '../support/run-cli.ts'
import { createTestServer } from '../support/server.ts'

const used = useCliServer()
const { cli } = used

describe('-v and -q', () => {
  it('reports requests without tokens', async () => {
    const { stdout, stderr } = await cli(['get', 'projects', '-v'])
    expect(stdout).toMatch(/^NAME/)
    expect(stderr).toMatch(
      /^> POST http:\S+\/graphql ListObjects: 200 in \d+ ms, request \S+, release \S+\n$/,
    )
    expect(stderr).not.toContain(used.server.adminToken)
  })

  it('prints no notes, but errors', async () => {
    expect(await cli(['get', 'projects', '-l', 'no=thing', '-q'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: '',
    })
    expect(await cli(['get', 'project', 'nobody-here', '-q'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('There is no Project "nobody-here"'),
    })
  })
})

describe('whoami, version and cluster-info', () => {
  it('show which server responds, with which release', async () => {
    const who = await cli(['whoami', '-o', 'json'])
    const facts = JSON.parse(who.stdout) as Record<string, string>
    expect(facts).toEqual({
      name: 'admin',
      roles: ['admin'],
      server: urlOf(used.server),
      tokenFrom: 'QLEET_TOKEN',
      release: expect.any(String),
    })
    expect((await cli(['version'])).stdout).toMatch(
      new RegExp(`^qleetctl \\S+\nserver ${facts['release'] ?? ''} at ${urlOf(used.server)}\n$`),
    )
    expect(JSON.parse((await cli(['version', '-o', 'json'])).stdout)).toMatchObject({
      server: { version: facts['release'], apiVersion: 'qleet.io/v1', features: expect.any(Array) },
    })
    expect((await cli(['version', '--client'])).stdout).toMatch(/^qleetctl \S+\n$/)
    const info = await cli(['cluster-info'])
    expect(info.stdout).toContain(`GraphQL:       ${urlOf(used.server)}/graphql\n`)
    expect(info.stdout).toMatch(/default +space +Pending/)
  })

  it('refuse a wrong token, but show the version of the server with it', async () => {
    const env = serverEnv({ url: urlOf(used.server), token: 'wrong' })
    expect(await cli(['whoami'], { env })).toMatchObject({ exit: 3 })
    expect(await cli(['version'], { env })).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('\nserver '),
    })
  })

  it('show the version of qleetctl also where the server does not respond', async () => {
    const env = serverEnv({ url: 'http://127.0.0.1:9', token: 'x' })
    expect(await cli(['version'], { env })).toMatchObject({
      exit: 6,
      stdout: expect.stringMatching(/^qleetctl \S+\n$/),
    })
  })
})

describe('auth can-i', () => {
  it.each([
    [['write', 'workloads'], 'yes', 0],
    [['create', 'workload/shop'], 'yes', 0],
    [['delete', 'project', 'team-a'], 'yes', 0],
    [['backup'], 'yes', 0],
    [['work', 'workloads'], 'no', 1],
    [['work', 'all'], 'no', 1],
  ])('%j of an administrator prints %s', async (words, answer, exit) => {
    expect(await cli(['auth', 'can-i', ...words])).toEqual({ exit, stdout: `${answer}\n`, stderr: '' })
  })

  it('decides by the kinds and projects of the permissions', async () => {
    const rules = [{ verbs: ['read'], kinds: ['WorkloadInstance'], projects: ['shop'] }] as const
    const limited = await createTestServer(undefined, { policy: createPolicy(() => rules) })
    onTestFinished(() => limited.stop())
    const env = serverEnv({ url: urlOf(limited), token: limited.adminToken })
    const ask = async (...words: string[]) => (await cli(['auth', 'can-i', ...words], { env })).stdout
    expect(await ask('get', 'workloads', '-n', 'shop')).toBe('yes\n')
    expect(await ask('get', 'workloads')).toBe('no\n')
    expect(await ask('get', 'projects')).toBe('no\n')
    expect(await ask('write', 'workloads', '-n', 'shop')).toBe('no\n')
    expect(await ask('--list')).toMatch(/^VERB +KINDS +PROJECTS\nread +WorkloadInstance +shop\n$/)
  })

  it.each([
    [['frobnicate', 'workloads'], '"frobnicate" is not a verb. Verbs are read, audit, write'],
    [['wriet', 'workloads'], 'Did you mean "write"?'],
    [[], 'Name the verb, as in `qleetctl auth can-i write workloads`'],
    [['read', '--list'], '--list and a verb cannot be used together'],
    [['read', 'nothings'], 'There is no kind "nothings"'],
  ])('%j is refused', async (words, message) => {
    expect(await cli(['auth', 'can-i', ...words])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(message),
    })
  })
})
