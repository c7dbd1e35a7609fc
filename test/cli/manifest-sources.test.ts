import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { describe, expect, it } from 'vitest'
import { readDocuments } from '../../cli/documents/read.ts'
import { PlatformError } from '../../schema/errors.ts'
import { inPath } from '../support/in-path.ts'
import { startRegistry, type TestLayer } from '../support/oci-artifacts.ts'
import { quietIo } from '../support/quiet-io.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const definition = (source: string): string =>
  `apiVersion: qleet.io/v1\nkind: WorkloadDefinition\nmetadata: { name: shop }\nspec:\n  source: ${source}\n`

/** Reads the definition with a source. Resolves with its spec, or with the message of the error. */
async function read(
  source: string,
  { folder, env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<{ spec: Record<string, unknown> } | { error: string }> {
  const cwd = folder ?? (await temporaryFolder())
  await write(cwd, { 'shop.yaml': source.startsWith('apiVersion') ? source : definition(source) })
  try {
    const [object] = await readDocuments(quietIo(cwd, env), ['shop.yaml'])
    return { spec: object?.spec ?? {} }
  } catch (error) {
    if (error instanceof PlatformError) return { error: error.message }
    throw error
  }
}

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

/** Creates a repository with two commits, the first of which has the tag v1. */
async function repository(): Promise<{ url: string; first: string; second: string; folder: string }> {
  const folder = await temporaryFolder()
  git(folder, 'init', '--quiet', '--initial-branch=main')
  await write(folder, { 'deploy/web.yaml': configMap('first'), 'README.md': 'Shop' })
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '-m', 'first')
  const first = git(folder, 'rev-parse', 'HEAD')
  git(folder, 'tag', '-a', '-m', 'one', 'v1')
  await write(folder, { 'deploy/web.yaml': configMap('second'), 'deploy/b.yml': configMap('more') })
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '-m', 'second')
  return { url: `file://${folder}`, folder, first, second: git(folder, 'rev-parse', 'HEAD') }
}

describe.skipIf(inPath('git') === undefined)('a Git repository', () => {
  it('is read at its default branch, and the commit is recorded', async () => {
    const { url, second } = await repository()
    expect(await read(`{ git: "${url}", path: deploy }`)).toEqual({
      spec: {
        source: { git: url, path: 'deploy', resolved: second },
        yamlDocument: `# b.yml\n${configMap('more')}---\n# web.yaml\n${configMap('second')}`,
      },
    })
  })

  it.each(['v1', 'refs/tags/v1', 'commit'] as const)('is read at %s', async (revision) => {
    const { url, first } = await repository()
    const wanted = revision === 'commit' ? first : revision
    expect(await read(`{ git: "${url}", path: deploy/web.yaml, revision: "${wanted}" }`)).toMatchObject({
      spec: { source: { resolved: first }, yamlDocument: configMap('first') },
    })
  })

  it('is read at a recorded commit, wherever its branch is now', async () => {
    const { url, first } = await repository()
    const source = `{ git: "${url}", path: deploy, revision: main, resolved: ${first} }`
    expect(await read(source)).toMatchObject({
      spec: {
        source: { revision: 'main', resolved: first },
        yamlDocument: `# web.yaml\n${configMap('first')}`,
      },
    })
  })

  it('is not followed out of itself by a symbolic link', async () => {
    const { url, folder } = await repository()
    await symlink('/etc/hostname', join(folder, 'deploy/link.yaml'))
    git(folder, 'add', '.')
    git(folder, 'commit', '--quiet', '-m', 'link')
    const result = await read(`{ git: "${url}", path: deploy/link.yaml }`)
    // The link is a file with the path that it leads to.
    expect(result).toMatchObject({
      error: expect.stringMatching(/link\.yaml:1:1: must be a Kubernetes object/),
    })
  })

  it.each([
    ['an unknown revision', '{ git: "URL", revision: v9 }', 'it has no branch, tag or full commit "v9"'],
    [
      'an unknown commit',
      `{ git: "URL", revision: ${'a'.repeat(40)} }`,
      `it has no branch, tag or full commit "${'a'.repeat(40)}"`,
    ],
    [
      'an unknown repository',
      '{ git: "file:///nowhere/at/all" }',
      'cannot read file:///nowhere/at/all: git failed:',
    ],
    ['an unknown path', '{ git: "URL", path: missing }', '/missing: there is no such file or folder'],
    [
      'a folder without manifests',
      '{ git: "URL" }',
      'contains neither a kustomization nor a .yaml, .yml or .json file',
    ],
  ])('with %s is refused at the source', async (_, source, message) => {
    const { url } = await repository()
    const result = await read(source.replace('URL', url))
    expect(result).toMatchObject({ error: expect.stringContaining(message) })
    expect(result).toMatchObject({ error: expect.stringMatching(/^shop\.yaml:5:\d+: spec\.source: /) })
    expect(result).not.toMatchObject({ error: expect.stringContaining('yamlDocument') })
  })

  it('needs git', async () => {
    expect(await read('{ git: "https://git.example.com/shop.git" }', { env: { PATH: '' } })).toMatchObject({
      error: expect.stringContaining(
        'the source https://git.example.com/shop.git needs git, which is not in the PATH. Install it: https://git-scm.com',
      ),
    })
  })
})

async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const folder = await temporaryFolder()
  await write(folder, files)
  const chunks: Buffer[] = []
  for await (const chunk of create({ cwd: folder, gzip: true, portable: true }, Object.keys(files)))
    chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const tar = 'application/vnd.cncf.flux.content.v1.tar+gzip'

describe('an OCI artifact', () => {
  it('that is an archive is read, and its digest is recorded', async () => {
    const body = await archive({ 'deploy/web.yaml': configMap('web') })
    const { host, digest } = await startRegistry([{ mediaType: tar, body }])
    expect(await read(`{ oci: "${host}/shop/manifests", revision: "1.0", path: deploy }`)).toEqual({
      spec: {
        source: { oci: `${host}/shop/manifests`, revision: '1.0', path: 'deploy', resolved: digest },
        yamlDocument: `# web.yaml\n${configMap('web')}`,
      },
    })
  })

  it('of single files is read by digest, with the login of docker', async () => {
    const layers: TestLayer[] = [
      { mediaType: 'application/yaml', title: 'a.yaml', body: Buffer.from(configMap('a')) },
      { mediaType: 'text/markdown', title: 'README.md', body: Buffer.from('Shop') },
    ]
    const { host, digest } = await startRegistry(layers, { login: 'ada:secret' })
    const source = `{ oci: "${host}/shop/manifests", revision: "${digest}" }`
    const refused = await read(source)
    expect(refused).toMatchObject({ error: expect.stringContaining(`Log in: docker login ${host}`) })
    const folder = await temporaryFolder()
    const auth = Buffer.from('ada:secret').toString('base64')
    await write(folder, { '.docker/config.json': JSON.stringify({ auths: { [host]: { auth } } }) })
    expect(await read(source, { folder })).toMatchObject({
      spec: { source: { resolved: digest }, yamlDocument: `# a.yaml\n${configMap('a')}` },
    })
  })

  it('is read with the login of a credential helper', async () => {
    const layers = [{ mediaType: 'application/yaml', title: 'a.yaml', body: Buffer.from(configMap('a')) }]
    const { host } = await startRegistry(layers, { login: 'ada:secret' })
    const folder = await temporaryFolder()
    const helper = `#!/bin/sh\ntest "$(cat)" = "${host}" && echo '{"Username":"ada","Secret":"secret"}'\n`
    await write(folder, {
      '.docker/config.json': JSON.stringify({ credHelpers: { [host]: 'vault' } }),
      'bin/docker-credential-vault': helper,
    })
    await chmod(join(folder, 'bin/docker-credential-vault'), 0o755)
    const env = { PATH: `${folder}/bin:${process.env['PATH'] ?? ''}` }
    expect(await read(`{ oci: "${host}/shop/manifests", revision: "1.0" }`, { folder, env })).toMatchObject({
      spec: { yamlDocument: `# a.yaml\n${configMap('a')}` },
    })
  })

  it('whose content was replaced is refused', async () => {
    const body = await archive({ 'web.yaml': configMap('web') })
    const registry = await startRegistry([{ mediaType: tar, body }])
    registry.tamper()
    expect(await read(`{ oci: "${registry.host}/shop/manifests", revision: "1.0" }`)).toMatchObject({
      error: expect.stringMatching(
        /has the digest sha256:\w+ instead of sha256:\w+: do not trust its registry/,
      ),
    })
  })

  it.each([
    [
      'a file outside of its folder',
      { mediaType: 'application/yaml', title: '../a.yaml', body: Buffer.from('a') },
      'has a file outside of its folder: "../a.yaml"',
    ],
    ['a broken archive', { mediaType: tar, body: Buffer.from('no archive') }, 'it is not an archive'],
  ])('with %s is refused', async (_, layer, message) => {
    const { host } = await startRegistry([layer])
    expect(await read(`{ oci: "${host}/shop/manifests", revision: "1.0" }`)).toMatchObject({
      error: expect.stringContaining(message),
    })
  })

  it('that does not exist is refused', async () => {
    const { host } = await startRegistry([])
    expect(await read(`{ oci: "${host}/shop/manifests", revision: "2.0" }`)).toMatchObject({
      error: expect.stringContaining('the server responded with status 404'),
    })
  })
})

describe('a folder', () => {
  it('is read relative to the document, without a revision', async () => {
    const folder = await temporaryFolder()
    await write(folder, { 'deploy/web.yaml': configMap('web') })
    expect(await read('{ folder: ./deploy }', { folder })).toEqual({
      spec: { source: { folder: './deploy' }, yamlDocument: `# web.yaml\n${configMap('web')}` },
    })
  })

  it.skipIf(inPath('kustomize', 'kubectl') === undefined)('with a kustomization is built', async () => {
    const folder = await temporaryFolder()
    await write(folder, {
      'base/web.yaml': configMap('web'),
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'production/kustomization.yaml': 'namePrefix: production-\nresources: [../base]\n',
    })
    expect(await read('{ folder: production }', { folder })).toMatchObject({
      spec: { yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: production-web\n' },
    })
  })

  it('has errors in its manifests reported by file and line', async () => {
    const folder = await temporaryFolder()
    await write(folder, { 'deploy/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { nam: web }\n' })
    expect(await read('{ folder: deploy }', { folder })).toMatchObject({
      error: expect.stringMatching(/deploy:\d+:\d+: .*nam/),
    })
  })
})

describe('a source', () => {
  it.each([
    ['{}', 'spec.source: names no place. Set exactly one of git, oci, folder.'],
    ['{ folder: a, git: "https://git.example.com/a" }', 'names git and folder'],
    ['{ folder: a, revision: v1 }', 'does not apply to a folder'],
    ['{ git: "ext::sh -c id" }', 'must be an address such as'],
    ['{ git: "--upload-pack=id" }', 'must be an address such as'],
    ['{ git: "https://ada:secret@git.example.com/a" }', 'must not contain credentials'],
    [
      '{ git: "https://git.example.com/a", revision: --upload-pack=id }',
      'must be a branch, a tag, a commit or a digest',
    ],
    ['{ git: "https://git.example.com/a", path: ../../etc }', 'must be relative and stay below the root'],
    ['{ oci: "registry.example.com/shop:1.0" }', 'without a tag; set the tag in revision'],
  ])('%s is refused', async (source, message) => {
    const result = await read(source)
    expect(result).toMatchObject({ error: expect.stringContaining(message) })
    expect(result).not.toMatchObject({ error: expect.stringContaining('secret@') })
  })

  it('is not read again for a document that contains its manifests', async () => {
    const printed = `${definition('{ git: "file:///nowhere", resolved: ' + 'a'.repeat(40) + ' }')}  yamlDocument: |\n    ${configMap('web').replaceAll('\n', '\n    ').trimEnd()}\n`
    expect(await read(printed)).toMatchObject({ spec: { yamlDocument: configMap('web') } })
  })
})
