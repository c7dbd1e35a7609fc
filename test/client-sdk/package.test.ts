import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '../../schema/release.ts'
import { urlOf } from '../support/fake-worker.ts'
import { installRuntime, otherRuntimes } from '../support/javascript-runtimes.ts'
import { repository, runProgram, type ProgramRun } from '../support/run-program.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/* The package as npm packs it, installed in a project that has nothing else. */

let server: TestServer
/** A project with the package installed. */
let project: string
beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'qleet-package-')))
  await writeFile(join(project, 'package.json'), '{"private":true}')
  const out = join(project, 'built')
  expect(await run([process.execPath, 'tools/build-sdk.ts', '--out', out], repository)).toMatchObject({
    exit: 0,
  })
  expect(await run(['npm', 'pack', '--silent', '--pack-destination', project], out)).toMatchObject({
    exit: 0,
  })
  const tarball = `./qleetos-client-sdk-${release}.tgz`
  expect(await run(['npm', 'install', '--offline', '--no-audit', '--no-fund', tarball])).toMatchObject({
    exit: 0,
  })
  server = await createTestServer()
}, 120_000)
afterAll(async () => {
  await rm(project, { recursive: true, force: true })
  await server?.stop()
})

function run(argv: readonly string[], cwd = project): Promise<ProgramRun> {
  const env = {
    QLEET_SERVER_URL: server === undefined ? '' : urlOf(server),
    QLEET_TOKEN: server?.adminToken ?? '',
  }
  return runProgram(argv, { home: project, cwd, env })
}

it('contains the SDK as both kinds of module, its types and its licenses, and depends on nothing', async () => {
  const installed = join(project, 'node_modules/@qleetos/client-sdk')
  expect((await readdir(installed)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES',
    'index.cjs',
    'index.d.cts',
    'index.d.ts',
    'index.js',
    'package.json',
  ])
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(manifest).toMatchObject({ version: release, sideEffects: false, engines: { node: '>=20' } })
  expect(Object.keys(manifest).filter((key) => key.toLowerCase().includes('dependencies'))).toEqual([])
  const [shown] = await readdir(join(project, 'node_modules')).then((names) =>
    names.filter((name) => !name.startsWith('.')),
  )
  expect(shown).toBe('@qleetos')
})

/** Uses reading, writing, errors and a subscription, and prints what it found. */
const program = `
async function main() {
  const client = createClient({ url: process.env.QLEET_SERVER_URL, token: process.env.QLEET_TOKEN, retryFor: 5000 })
  const [{ object }] = await client.apply([{ kind: 'Project', name: 'of-a-package', spec: {} }])
  const seen = []
  for await (const event of client.projects.watch({ names: [object.name] })) {
    seen.push(event.type)
    if (event.type === 'SYNCED') break
  }
  const code = await client.projects.create({ input: { name: object.name } }).catch((error) => error.code)
  console.log(JSON.stringify([object.name, seen, code]))
}
main()
`
const printed = '["of-a-package",["ADDED","SYNCED"],"NAME_TAKEN"]\n'

describe.each(['Node.js 24', ...otherRuntimes])('in %s', (name) => {
  it('runs as an ES module and as CommonJS', { timeout: 120_000 }, async ({ skip }) => {
    const runtime =
      name === 'Node.js 24'
        ? { command: [process.execPath] }
        : await installRuntime(name).catch((error: unknown) => skip(String(error)))
    await writeFile(join(project, 'a.mjs'), `import { createClient } from '@qleetos/client-sdk'\n${program}`)
    await writeFile(
      join(project, 'a.cjs'),
      `const { createClient } = require('@qleetos/client-sdk')\n${program}`,
    )
    for (const file of ['a.mjs', 'a.cjs'])
      expect(await run([...runtime.command, file])).toEqual({ exit: 0, stdout: printed, stderr: '' })
  })
})

/** Returns the TypeScript examples of the README that stand for themselves. */
async function examples(): Promise<string[]> {
  const readme = await readFile(join(project, 'node_modules/@qleetos/client-sdk/README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

const typed = `
async function main(url: string) {
  const client = createClient({ url, token: 't' })
  const workload = await client.workloadInstances.get({ name: 'a' })
  const phase: 'READY' | 'FAILED' | undefined | string = workload?.status.phase
  const replicas: number | undefined = workload?.spec.scale?.[0]?.replicas
  const labels: Record<string, string> | undefined = workload?.labels
  // @ts-expect-error -- the spec has no such field
  await client.workloadInstances.create({ input: { name: 'a', spec: { definition: 'a', wrong: 1 } } })
  const own = {} as { __apiType?: (variables: { id: string }) => { node: { id: string } } } & { toString(): string }
  const id: string = (await client.execute(own, { id: '1' })).node.id
  // @ts-expect-error -- the variables are typed
  await client.execute(own, { id: 1 })
  return { phase, replicas, labels, id }
}
void main
`

describe('its types', () => {
  beforeAll(async () => {
    const [esm, cjs] = [`import { createClient } from '@qleetos/client-sdk'\n${typed}`, typed]
    await mkdir(join(project, 'typed'), { recursive: true })
    await writeFile(join(project, 'typed/a.mts'), esm)
    await writeFile(
      join(project, 'typed/a.cts'),
      `import { createClient } from '@qleetos/client-sdk'\n${cjs}`,
    )
    for (const [index, code] of (await examples()).entries())
      await writeFile(join(project, `typed/example-${index}.mts`), code)
    await mkdir(join(project, 'types'), { recursive: true })
    for (const name of ['node', 'undici-types'])
      await symlink(
        join(repository, 'node_modules', name === 'node' ? '@types/node' : name),
        join(project, 'types', name),
      )
  })

  it.each([
    ['nodenext', true],
    ['nodenext', false],
    ['bundler', false],
  ])(
    'are right for strict TypeScript with %s and skipLibCheck %s',
    { timeout: 60_000 },
    async (resolution, skipLibCheck) => {
      const module = resolution === 'bundler' ? 'preserve' : 'nodenext'
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: 'es2022',
        skipLibCheck,
      }
      const lib = ['es2022', 'dom', 'dom.iterable']
      await writeFile(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            ...options,
            lib,
            module,
            moduleResolution: resolution,
            types: ['node'],
            typeRoots: ['types'],
          },
          include: ['typed'],
        }),
      )
      const tsc = join(repository, 'node_modules/@typescript/native/bin/tsc')
      expect(await run([process.execPath, tsc, '--project', '.'])).toEqual({
        exit: 0,
        stdout: '',
        stderr: '',
      })
    },
  )

  it('are right in the examples of the README, which run', async () => {
    const runs = await Promise.all(
      (await examples()).map((_, index) => run([process.execPath, `typed/example-${index}.mts`])),
    )
    expect(runs.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual(
      runs.map(() => ({ exit: 0, stderr: '' })),
    )
    expect(runs.map(({ stdout }) => stdout)).toEqual([
      'shop The web shop READY\n',
      'default is ready\nadded default\n',
      expect.stringMatching(/^\d+ false true\n$/),
      'NOT_FOUND\n',
    ])
  })
})

it.each([
  ['the whole SDK', "export * from '@qleetos/client-sdk'", 37_000],
  ['one kind', "export { createTransport, projects } from '@qleetos/client-sdk'", 9000],
])('bundles %s for browsers below its limit', async (_, contents, limit) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
  })
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  expect(gzipSync(outputFiles[0]?.text ?? '').length).toBeLessThan(limit)
})
