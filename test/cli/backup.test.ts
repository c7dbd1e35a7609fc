import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { loseDatabase } from '../support/lose-database.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { definition } from '../support/store.ts'

let world: PlaneWithRuntime
let folder: string
beforeAll(async () => {
  world = await startPlaneWithRuntime({ ownProcesses: true })
  folder = await mkdtemp(join(tmpdir(), 'qleet-backup-'))
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => world.plane)

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: 'example.com/app:1'}]}
`

function workload(name: string, yamlDocument: string) {
  return [
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: name } },
  ]
}

interface Listed {
  items: { metadata: { namespace: string; name: string; uid: string; resourceVersion: string } }[]
}

/** Returns the resources of some workloads in the cluster, with the version of each. */
async function inCluster(namespaces: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of [
    '/apis/apps/v1/deployments',
    '/api/v1/pods',
    '/api/v1/configmaps',
    '/api/v1/namespaces',
  ]) {
    const { items } = (await world.cluster.client.request({ method: 'GET', path })) as Listed
    for (const { metadata } of items) {
      const namespace = path.endsWith('namespaces') ? metadata.name : metadata.namespace
      if (namespaces.includes(namespace))
        found.set(`${path}/${namespace}/${metadata.name}`, `${metadata.uid} ${metadata.resourceVersion}`)
    }
  }
  return found
}

describe('qleetctl backup and restore', () => {
  it('restore a control plane under load, and running workloads are unchanged', async () => {
    const { plane } = world
    const steady = ['web', 'kept-1', 'kept-2']
    await plane.client.apply([
      ...workload('web', deployment),
      ...workload('kept-1', definition('kept-1').spec.yamlDocument),
      ...workload('kept-2', definition('kept-2').spec.yamlDocument),
      ...workload('busy', definition('busy').spec.yamlDocument),
    ])
    for (const name of [...steady, 'busy']) await plane.ready('WorkloadInstance', name)

    const file = join(folder, 'load.backup')
    let writing = true
    const load = (async () => {
      for (let count = 1; writing; count++)
        await plane.client.apply(workload('busy', definition('busy', String(count)).spec.yamlDocument))
    })()
    const taken = await cli(['backup', file])
    writing = false
    await load
    expect(taken, taken.stderr).toMatchObject({ exit: 0 })
    expect(taken.stdout).toMatch(/load\.backup has 18 objects and \d+ entries of the change log as of /)
    expect(taken.stderr).toBe(
      'Its secrets are encrypted. Back up the key too: QLEET_ENCRYPTION_KEY of the servers.\n',
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await plane.ready('WorkloadInstance', 'busy')
    const before = await inCluster(steady)
    expect(before.size).toBeGreaterThanOrEqual(3 + 1 + 2 + 2)

    const late = workload('late', deployment)
    const managed = [
      { kind: 'WorkloadDefinition', name: 'managed', spec: { yamlDocument: deployment } },
      { kind: 'WorkloadInstance', name: 'managed', spec: { definition: 'managed' } },
    ]
    await plane.client.apply([...late, ...managed])
    await plane.ready('WorkloadInstance', 'late')
    const { status } = await plane.ready('WorkloadInstance', 'managed')
    const lateNamespaces = ['late', (status.outputs as { namespace: string }).namespace]
    const lateBefore = await inCluster(lateNamespaces)
    expect(lateBefore.size).toBe(2 * 5)

    await loseDatabase(plane)
    expect(await plane.client.objects.get({ kind: 'WorkloadInstance', name: 'web' })).toBeUndefined()
    const back = await cli(['restore', file])
    expect(back, back.stderr).toMatchObject({ exit: 0 })
    expect(back.stdout).toMatch(/^Restored 18 objects and \d+ entries/)

    for (const name of [...steady, 'busy']) {
      // Reconciled since the restore: reconciles before the backup have small epochs.
      const looked = await eventually(async () => {
        const { rows } = await epochOf(name)
        return (rows[0]?.epoch ?? 0) > 1000 ? true : undefined
      })
      expect(looked, name).toBe(true)
      await plane.ready('WorkloadInstance', name)
    }
    expect(await inCluster(steady)).toEqual(before)
    const busy = await plane.client.workloadDefinitions.get({ name: 'busy' })
    const isBack = await eventually(async () => {
      const { data } = (await world.cluster.get('/api/v1/namespaces/busy/configmaps/busy')) as {
        data?: object
      }
      const { value } = data as { value: string }
      return busy?.spec.yamlDocument.includes(`value: "${value}"`) === true ? true : undefined
    })
    expect(isBack).toBe(true)

    const orphans = await cli(['orphans', '-o', 'json'])
    expect(orphans, orphans.stderr).toMatchObject({ exit: 0 })
    const { items } = JSON.parse(orphans.stdout) as {
      items: { kind: string; namespace: string; name: string; objectKind: string; objectName: string }[]
    }
    expect(
      items.map(({ kind, objectKind, objectName }) => `${kind} ${objectKind} ${objectName}`).sort(),
    ).toEqual([
      'Deployment WorkloadInstance late',
      'Deployment WorkloadInstance managed',
      'Namespace WorkloadInstance late',
      'Namespace WorkloadInstance managed',
    ])
    expect((await cli(['orphans'])).stdout).toMatch(/space +Deployment\.apps late\/web/)

    // Objects of other control planes and other names are unchanged.
    await plane.client.apply([
      { kind: 'WorkloadInstance', name: 'other', spec: { definition: 'web', namespace: 'late' } },
    ])
    await eventually(async () => {
      const other = await plane.client.objects.get({ kind: 'WorkloadInstance', name: 'other' })
      return other?.status.cause?.reason === 'OwnedByAnother' ? true : undefined
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'other' }])
    await plane.gone('WorkloadInstance', 'other')

    await plane.client.apply([...late, ...managed])
    for (const name of ['late', 'managed']) await plane.ready('WorkloadInstance', name)
    expect(await inCluster(lateNamespaces)).toEqual(lateBefore)
    expect(await cli(['orphans'])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'No orphans found.\n',
    })
    const tree = await cli(['tree', 'late'])
    expect(tree.stdout, tree.stderr).toContain('Pod')
    await plane.client.objects.delete(
      ['WorkloadInstance', 'WorkloadDefinition'].map((kind) => ({ kind, name: 'managed' })),
    )
    await plane.gone('WorkloadInstance', 'managed')

    await plane.client.apply(workload('later', definition('later').spec.yamlDocument))
    await plane.ready('WorkloadInstance', 'later')
  })

  async function epochOf(name: string) {
    const client = new pg.Client({ connectionString: world.plane.databaseUrl })
    await client.connect()
    try {
      return await client.query<{ epoch: number }>(
        `SELECT epoch FROM "Object" WHERE kind = 'WorkloadInstance' AND name = $1`,
        [name],
      )
    } finally {
      await client.end()
    }
  }

  it('keeps an existing file unless --force replaces it', async () => {
    const file = join(folder, 'there.backup')
    await writeFile(file, 'mine')
    expect(await cli(['backup', file])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('already exists. Choose another name, or overwrite it: --force'),
    })
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await cli(['backup', file, '--force'])).toMatchObject({ exit: 0 })
  })

  it('refuse an incomplete backup, and unusable paths', async () => {
    const file = join(folder, 'cut.backup')
    await cli(['backup', file])
    await truncate(file, 300)
    expect(await cli(['restore', file])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is not a complete backup: it is damaged, truncated or another file.'),
    })
    expect(await cli(['restore', join(folder, 'absent')])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('annot use'),
    })
    expect(await cli(['backup', join(folder, 'no/such/folder/b')])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('annot use'),
    })
  })

  it('restores only into an empty control plane', async () => {
    const file = join(folder, 'again.backup')
    await cli(['backup', file])
    expect(await cli(['restore', file])).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('he control plane is not empty'),
    })
  })
})
