import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { userObjects } from '../support/user-objects.ts'

/** The guide docs/guide/databases.md, as it is written. */

let started: PlaneWithRuntime
let files: string[]
let commands: string[]
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  const guide = await readFile(join(repository, 'docs/guide/databases.md'), 'utf8')
  files = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  commands = script
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +#.*/, ''))
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

describe('the guide to databases and buckets', () => {
  it('runs from nothing to nothing', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'gallery.yaml'), files[0] ?? '')
    const outputs = new Map<string, string>()
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command.replaceAll("'", '').split(' ').slice(1), { cwd })
      expect(exit, `${command}: ${stderr}`).toBe(0)
      outputs.set(command, stdout)
    }
    const [, databases, buckets, tree, plan] = [...outputs.values()]
    expect(databases).toMatch(/gallery-db +.*cloudnative-pg +18 +postgres-rw\.gallery-db-/)
    expect(buckets).toMatch(/gallery-photos +.*seaweedfs +gallery-photos-/)
    expect(tree).toMatch(/DatabaseInstance\/gallery-db[^]*Cluster\/postgres[^]*Pod\/postgres-1/)
    expect(plan).toMatch(/database-instance\/gallery-db .*destroys data: Cluster gallery-db-\d+\/postgres/)
    expect(plan).toMatch(/bucket-instance\/gallery-photos .*destroys data: bucket gallery-photos-/)
    for (const service of ['databases-space', 'object-storage-space'])
      await started.plane.gone('SupportServiceInstance', service)
    await started.plane.gone('WorkloadDefinition', 'gallery')
    expect(await userObjects(started.plane.client)).toEqual([])
  })

  it('shows a database of its own, which an application uses and which cannot go before it', async () => {
    const { plane } = started
    const applied = await cli(['apply', '-f', '-', '--wait'], { stdin: files[1] ?? '' })
    expect(applied.exit, applied.stderr).toBe(0)
    const dependencies = [{ name: 'db', kind: 'Database', instance: 'ledger' }]
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n'
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'books', spec: { yamlDocument, dependencies } },
      { kind: 'WorkloadInstance', name: 'books', spec: { definition: 'books', namespace: 'books' } },
    ])
    await plane.ready('WorkloadInstance', 'books')
    expect(await started.cluster.get('/api/v1/namespaces/books/secrets/db-binding')).toMatchObject({
      type: 'servicebinding.io/postgresql',
    })
    await expect(
      plane.client.objects.delete([{ kind: 'DatabaseInstance', name: 'ledger' }]),
    ).rejects.toMatchObject({ code: 'BLOCKED' })
  })
})
