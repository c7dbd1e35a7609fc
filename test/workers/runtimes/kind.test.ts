import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import { clusterName, kind } from '../../../workers/runtimes/kind.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const settingsWith = (kindProgram: string) => ({ policy: trustedPolicy, kindProgram })

interface FakeKind {
  program: string
  calls(): Promise<string[]>
  clusters(): Promise<string[]>
  /** Ends a pending creation. */
  finish(): Promise<void>
}

/** Creates a program that does to a folder what kind does to Docker, and records its calls. */
async function fakeKind(creating = ''): Promise<FakeKind> {
  const folder = await temporaryFolder()
  const program = join(folder, 'kind')
  const [calls, clusters, done] = ['calls', 'clusters', 'done'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(clusters)
  await writeFile(
    program,
    `#!/bin/sh
echo "$*" >> ${calls}
case "$1 $2" in
  "get clusters") ls ${clusters}; [ -n "$(ls ${clusters})" ] || echo "No kind clusters found." >&2 ;;
  "get kubeconfig") cat ${clusters}/$4 ;;
  "create cluster")
    ${creating === '' ? `while [ ! -e ${done} ]; do sleep 0.05; done; echo "kubeconfig of $4" > ${clusters}/$4` : creating} ;;
  "delete cluster") rm -f ${clusters}/$4 ;;
esac
`,
  )
  await chmod(program, 0o755)
  return {
    program,
    calls: async () => (await readFile(calls, 'utf8')).trim().split('\n'),
    clusters: () => readdir(clusters),
    finish: () => writeFile(done, ''),
  }
}

let id = 0
function contextOf(name: string): ReconcileContext {
  const object = { name, id: String((id += 1)), createdAt: new Date().toISOString() }
  // The provider reads only these fields.
  return {
    object,
    assertHeld: () => undefined,
    signal: AbortSignal.timeout(20_000),
  } as unknown as ReconcileContext
}

describe('provider kind', () => {
  it('creates a cluster once, waits for it, returns its kubeconfig, and deletes it', async () => {
    const fake = await fakeKind()
    const settings = settingsWith(fake.program)
    const context = contextOf('Dev Space')
    const name = clusterName(context.object)
    expect(await kind.ensure(context, settings)).toMatchObject({ reason: 'Creating' })
    expect(await kind.ensure(context, settings)).toMatchObject({ reason: 'Creating' })
    expect(await kind.remove(context, settings)).toMatchObject({ reason: 'Creating' })
    await fake.finish()
    const provided = await eventually(async () => {
      const now = await kind.ensure(context, settings)
      return 'kubeconfig' in now ? now : undefined
    })
    expect(provided).toEqual({ kubeconfig: `kubeconfig of ${name}\n` })
    expect(await kind.ensure(context, settings)).toEqual(provided)
    const calls = await fake.calls()
    const [create, ...again] = calls.filter((call) => call.startsWith('create'))
    expect(again).toEqual([])
    // The kubeconfig of the worker's user stays unchanged.
    expect(create).toMatch(
      new RegExp(`^create cluster --name ${name} --kubeconfig /\\S+/${name}.kubeconfig$`),
    )
    expect(await kind.remove(context, settings)).toBe('gone')
    expect(await kind.remove(context, settings)).toBe('gone')
    expect(await fake.clusters()).toEqual([])
  })

  it('reports the message of kind when it cannot create a cluster, and retries', async () => {
    const fake = await fakeKind(
      'echo "ERROR: failed to create cluster: all predefined address pools have been fully subnetted" >&2; exit 1',
    )
    const settings = settingsWith(fake.program)
    const context = contextOf('dev')
    const failure = await eventually(() =>
      kind.ensure(context, settings).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(failure).toMatchObject({ reason: 'KindFailed', message: expect.stringContaining('address pools') })
    expect(await kind.ensure(context, settings)).toMatchObject({ reason: 'Creating' })
    await eventually(async () =>
      (await fake.calls()).filter((call) => call.startsWith('create')).length >= 2 ? true : undefined,
    )
    await eventually(() =>
      kind.remove(context, settings).then((left) => (left === 'gone' ? true : undefined)),
    )
  })

  it.each([
    [
      'Docker is not running',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    ],
    [
      'Docker is not installed',
      'ERROR: failed to list clusters: exec: "docker": executable file not found in $PATH',
    ],
  ])('reports what is missing when %s', async (_, output) => {
    const folder = await temporaryFolder()
    const program = join(folder, 'kind')
    await writeFile(program, `#!/bin/sh\necho '${output}' >&2\nexit 1\n`)
    await chmod(program, 0o755)
    await expect(kind.ensure(contextOf('dev'), settingsWith(program))).rejects.toMatchObject({
      reason: 'NoContainerEngine',
      message: expect.stringContaining('kind needs Docker or Podman'),
    })
  })

  it('reports how to install kind when it is missing', async () => {
    await expect(kind.ensure(contextOf('dev'), settingsWith('no-such-kind'))).rejects.toMatchObject({
      reason: 'KindNotInstalled',
      message: expect.stringContaining('https://kind.sigs.k8s.io'),
    })
  })

  it.each([
    [
      'exists but is not executable',
      async (folder: string) => writeFile(join(folder, 'kind'), '#!/bin/sh\n'),
    ],
    [
      'has a file in its path',
      async (folder: string) => rm(folder, { recursive: true }).then(() => writeFile(folder, '')),
    ],
  ])('reports how to install kind when it %s', async (_, prepare) => {
    const folder = join(await temporaryFolder(), 'bin')
    await mkdir(folder)
    await prepare(folder)
    const ensured = kind.ensure(contextOf('dev'), settingsWith(join(folder, 'kind')))
    await expect(ensured).rejects.toMatchObject({ reason: 'KindNotInstalled' })
  })

  it('gives clusters short and unique names', () => {
    const createdAt = '2026-11-21T07:00:00Z'
    const [one, other] = ['1', '2'].map((each) =>
      clusterName({ name: 'Ein sehr langer Name für einen Cluster!', id: each, createdAt }),
    )
    expect(one).toMatch(/^qleet-[a-z0-9-]+-[0-9a-f]{8}$/)
    expect(one?.length).toBeLessThan(45)
    expect(one).not.toBe(other)
  })
})
