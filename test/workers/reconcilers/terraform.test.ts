import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyObject } from '../../../client-sdk/index.ts'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf, decoded } from '../../support/kubernetes.ts'
import { defaultRuntime } from '../../support/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  runningPids,
  startPlaneWithTerraform,
  terraformBinary,
  type PlaneWithTerraform,
} from '../../support/terraform.ts'

const kind = 'TerraformInstance'

function documents(
  name: string,
  configuration: string,
  instance: Record<string, unknown> = {},
  definition: Record<string, unknown> = {},
) {
  return [
    { kind: 'TerraformDefinition', name, spec: { configuration, ...definition } },
    { kind, name, spec: { definition: name, ...instance } },
  ]
}

const shop = `
variable "name" { type = string }
variable "password" {
  type      = string
  sensitive = true
}
resource "terraform_data" "shop" {
  input            = var.name
  triggers_replace = var.name
}
output "name" { value = terraform_data.shop.output }
output "tags" { value = { name = var.name } }
output "login" {
  value     = "shop:\${var.password}"
  sensitive = true
}
`

function fileOf(path: string): Promise<true | undefined> {
  return readFile(path).then(
    () => true as const,
    () => undefined,
  )
}

const secretVariables = { password: 'correct horse' }

describe.skipIf(terraformBinary === undefined)('a TerraformInstance', () => {
  let terraform: PlaneWithTerraform
  let plane: TestControlPlane
  let hidden: string
  let cliConfig: string
  beforeAll(async () => {
    hidden = await mkdtemp(join(tmpdir(), 'qleet-hidden-'))
    await mkdir(join(hidden, 'keys'))
    await writeFile(join(hidden, 'keys', 'master'), 'of the control plane')
    cliConfig = join(hidden, 'config.tfrc')
    await writeFile(cliConfig, 'disable_checkpoint = true # with a token of a registry\n')
    terraform = await startPlaneWithTerraform({
      ownProcesses: true,
      env: {
        QLEET_TERRAFORM_MEMORY_MEGABYTES: '1000',
        QLEET_TERRAFORM_HIDDEN: `/nowhere,${hidden}/keys,${hidden}/keys/master`,
        QLEET_TERRAFORM_CONFIG: cliConfig,
      },
    })
    ;({ plane } = terraform)
  })
  afterAll(async () => {
    await terraform?.stop()
    await rm(hidden, { recursive: true, force: true })
  })

  const outputsOf = async (name: string) =>
    (await plane.ready(kind, name)).status.outputs as unknown as {
      values: Record<string, unknown>
      resources: number
      drift?: string[]
    }
  const waitsFor = (name: string, reason: string): Promise<AnyObject> =>
    plane.until(kind, name, ({ status: { cause } }) => cause?.reason === reason)
  const removalsOf = ({ confirmation }: AnyObject) => confirmation?.removals.map(({ text }) => text)
  const confirm = ({ name, confirmation }: AnyObject) =>
    plane.client.objects.confirmRemoval({ kind, name }, confirmation?.token ?? '')
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const database = new pg.Client({ connectionString: plane.databaseUrl })
    await database.connect()
    try {
      return (await database.query<Row>(text)).rows
    } finally {
      await database.end()
    }
  }

  const resourcesOf = (name: string) =>
    query<{ type: string; address: string; externalId: string }>(
      `SELECT type, external.name AS address, "externalId" FROM "ExternalResource" external
       JOIN "Object" ON "Object".id = "objectId" WHERE "Object".name = '${name}' ORDER BY "order"`,
    )

  /** Returns the folder of the last run of an instance; others may be repeating a failed one. */
  const folderOf = async (name: string): Promise<string> => {
    const [run] = await query<{ id: string }>(
      `SELECT run.id FROM "TerraformRun" run JOIN "Object" ON "Object".id = "objectId" WHERE name = '${name}'`,
    )
    if (run === undefined) throw new Error(`${name} has no run`)
    return join(terraform.folder, run.id)
  }
  const pidOf = async (name: string): Promise<number> =>
    Number(await readFile(join(await folderOf(name), 'pid'), 'utf8'))
  /** Resolves when a run has removed its folder, which it does after its report. */
  const ended = (run: string) => eventually(async () => (existsSync(run) ? undefined : true))

  it('applies its configuration, and offers what is not secret as outputs', async () => {
    await plane.client.apply(documents('Shop', shop, { variables: { name: 'eu' }, secretVariables }))
    const { status } = await plane.ready(kind, 'Shop')
    expect(status.outputs).toMatchObject({
      values: { name: 'eu', tags: { name: 'eu' } },
      secretValues: ['login'],
      resources: 1,
      program: expect.stringMatching(/^(Terraform|OpenTofu) v\d/) as string,
    })
    expect(JSON.stringify(status)).not.toContain('correct horse')
    expect(await resourcesOf('Shop')).toEqual([
      { type: 'terraform_data', address: 'terraform_data.shop', externalId: expect.any(String) as string },
    ])
  })

  it('keeps its state encrypted, and nothing on the machine', async () => {
    const rows = await query<{ state: string; result: string }>(
      'SELECT state, result FROM "TerraformState" JOIN "TerraformRun" USING ("objectId")',
    )
    expect(rows).toHaveLength(1)
    for (const { state, result } of rows)
      expect(`${state} ${result}`).not.toMatch(/terraform_data|correct horse/)
    expect(await runningPids(terraform.folder)).toEqual([])
  })

  it('waits for the confirmation of a plan that replaces a resource, and applies exactly that plan', async () => {
    const [before] = await resourcesOf('Shop')
    await plane.client.apply(documents('Shop', shop, { variables: { name: 'us' }, secretVariables }))
    const held = await waitsFor('Shop', 'AwaitingConfirmation')
    expect(removalsOf(held)).toEqual([
      'replace terraform_data.shop',
      'update output name',
      'update output tags',
    ])
    expect(held.status.outputs).toMatchObject({ values: { name: 'eu' } })
    // Another plan needs another confirmation.
    await plane.client.apply(documents('Shop', shop, { variables: { name: 'asia' }, secretVariables }))
    const other = await plane.until(
      kind,
      'Shop',
      ({ confirmation }) => confirmation !== null && confirmation.token !== held.confirmation?.token,
    )
    await expect(confirm(held)).rejects.toThrow(/does not match/)
    await confirm(other)
    await plane.until(kind, 'Shop', ({ ready, status }) => {
      return ready && (status.outputs as { values: { name: string } }).values.name === 'asia'
    })
    expect((await resourcesOf('Shop'))[0]?.externalId).not.toBe(before?.externalId)
  })

  it('plans first wherever that is required', async () => {
    await plane.client.apply(
      documents('Careful', shop, { variables: { name: 'eu' }, secretVariables, approval: 'required' }),
    )
    const held = await waitsFor('Careful', 'AwaitingConfirmation')
    expect(held.status.outputs).toMatchObject({ resources: 0 })
    expect(removalsOf(held)?.[0]).toBe('create terraform_data.shop')
    await confirm(held)
    expect((await outputsOf('Careful')).resources).toBe(1)
  })

  it('keeps what a failed run has created, and continues from it', async () => {
    const steps = (exit: number) => `
      resource "terraform_data" "first" {}
      resource "terraform_data" "second" {
        depends_on = [terraform_data.first]
        provisioner "local-exec" { command = "echo broken >&2; exit ${exit}" }
      }`
    await plane.client.apply(documents('Steps', steps(1)))
    const failed = await waitsFor('Steps', 'ApplyFailed')
    expect(failed.status.cause?.message).toMatch(/terraform_data.second.*local-exec.*broken/)
    const [first] = await eventually(async () => {
      const found = await resourcesOf('Steps')
      return found.length > 0 ? found : undefined
    })
    expect(first?.address).toBe('terraform_data.first')
    await plane.client.apply(documents('Steps', steps(0), { approval: 'automatic' }))
    await plane.ready(kind, 'Steps')
    const found = await resourcesOf('Steps')
    expect(found.map(({ address }) => address)).toEqual(['terraform_data.first', 'terraform_data.second'])
    expect(found[0]).toEqual(first)
  })

  it.each([
    [
      'a variable that is not declared',
      'Undeclared',
      documents('Undeclared', shop, { variables: { nme: 'eu' }, secretVariables }),
      { reason: 'UndeclaredVariable', message: /does not declare variable nme\. Did you mean "?name/ },
    ],
    [
      'a value that is missing',
      'Missing',
      documents('Missing', shop, { secretVariables }),
      { reason: 'PlanFailed', message: /No value for required variable.*"name" is not set/ },
    ],
    [
      'an error in the configuration, at its line',
      'Broken',
      documents('Broken', 'output "x" {\n  value = nothing.here\n}\n'),
      { reason: 'PlanFailed', message: /main\.tf:2.*undeclared resource/ },
    ],
    [
      'a module that does not exist',
      'NoModule',
      [
        {
          kind: 'TerraformDefinition',
          name: 'NoModule',
          spec: { module: { source: 'git::file:///nowhere.git' } },
        },
        { kind, name: 'NoModule', spec: { definition: 'NoModule' } },
      ],
      { reason: 'ModuleNotFetched', message: /git::file:\/\/\/nowhere\.git cannot be fetched: .*nowhere/ },
    ],
  ])('names %s', async (_, name, applied, { reason, message }) => {
    await plane.client.apply(applied)
    expect((await waitsFor(name, reason)).status.cause?.message).toMatch(message)
  })

  it('reads the text of a file with variables, whose values the others override', async () => {
    const varsDocument = 'name = "from file"\npassword = "from file"\n'
    await plane.client.apply(documents('File', shop, { varsDocument }))
    expect((await outputsOf('File')).values['name']).toBe('from file')
    await plane.client.apply(
      documents('File', shop, {
        varsDocument,
        optionalVariables: { name: 'optional', other: 1 },
        approval: 'automatic',
      }),
    )
    const changed = await plane.until(kind, 'File', ({ status }) => {
      return (status.outputs as { values?: { name?: string } }).values?.name === 'optional'
    })
    expect(changed.ready).toBe(true)
  })

  it('gives configurations no environment, no processes and no credentials of the worker', async () => {
    const folder = await temporaryFolder()
    const others = join(terraform.folder, 'run-of-others')
    await mkdir(others)
    const command = [
      `env > ${folder}/env`,
      `ls /proc | grep -c '^[0-9]' > ${folder}/processes`,
      // With capabilities it could uncover what is hidden.
      `umount -l ${hidden}/keys ${cliConfig} ${terraform.folder}`,
      `ls ${terraform.folder} ${hidden}/keys > ${folder}/files`,
      `cat ${cliConfig} ${hidden}/keys/master >> ${folder}/files`,
      'true',
    ].join('; ')
    await plane.client.apply(
      documents(
        'Spy',
        `resource "terraform_data" "spy" {\n  provisioner "local-exec" { command = ${JSON.stringify(command)} }\n}\n`,
        { environment: { SHOP_TOKEN: 'for the provider' } },
      ),
    )
    const { status } = await plane.ready(kind, 'Spy')
    const environment = await readFile(join(folder, 'env'), 'utf8')
    expect(environment).toContain('SHOP_TOKEN=for the provider')
    expect(environment).not.toMatch(/QLEET|NODE_/)
    expect(environment).not.toContain(plane.workerToken)
    expect(environment).toContain('AWS_EC2_METADATA_DISABLED=true')
    const processes = Number(await readFile(join(folder, 'processes'), 'utf8'))
    // Without namespaces, all of the machine are visible.
    const { isolation } = status.outputs as { isolation: string }
    expect(isolation === 'none' || processes < 12, `${isolation}: ${processes}`).toBe(true)
    const files = await readFile(join(folder, 'files'), 'utf8')
    const seen = ['run-of-others', 'master', 'of the control plane', 'with a token of a registry']
    expect(seen.filter((text) => files.includes(text))).toEqual(isolation === 'none' ? seen : [])
    await rm(others, { recursive: true })
  })

  it.skipIf(process.platform !== 'linux')('cannot use more memory than its operator allows', async () => {
    // Without a line end, tail keeps all that it reads.
    const command = 'head -c 1500000000 /dev/zero | tail -n 1 >/dev/null'
    const greedy = `resource "terraform_data" "greedy" {
      provisioner "local-exec" { command = "${command}" }
    }`
    await plane.client.apply(documents('greedy', greedy, { guard: 'off' }))
    const { status } = await waitsFor('greedy', 'OutOfMemory')
    expect(status.cause?.message).toMatch(
      /^It needs more than the 1000 megabytes of memory .*memory exhausted/,
    )
    await plane.client.objects.delete([{ kind, name: 'greedy' }])
    await plane.gone(kind, 'greedy')
  })

  it('outlives the worker that started it', async () => {
    const folder = await temporaryFolder()
    const slow = `
      resource "terraform_data" "first" {}
      resource "terraform_data" "slow" {
        depends_on = [terraform_data.first]
        provisioner "local-exec" { command = "touch ${folder}/begun; while [ ! -e ${folder}/go ]; do sleep 0.1; done" }
      }`
    await plane.client.apply(documents('Slow', slow))
    await eventually(() => fileOf(join(folder, 'begun')))
    const pid = await pidOf('Slow')
    const run = await folderOf('Slow')
    const worker = plane.workers.pop()
    await worker?.kill()
    expect(await runningPids(terraform.folder)).toContain(pid)
    await writeFile(join(folder, 'go'), '')
    // It stores what it has done although there is no worker.
    await ended(run)
    plane.workers.push(await plane.startWorker())
    expect((await outputsOf('Slow')).resources).toBe(2)
    const runs = await query<{ count: string }>(
      `SELECT count(*) FROM "TerraformState" JOIN "Object" ON "Object".id = "objectId" WHERE name = 'Slow'`,
    )
    expect(runs).toEqual([{ count: '1' }])
  })

  it('continues from the last state of a run that has died', async () => {
    const folder = await temporaryFolder()
    const slow = `
      resource "terraform_data" "first" {}
      resource "terraform_data" "slow" {
        depends_on = [terraform_data.first]
        provisioner "local-exec" { command = "[ -e ${folder}/first ] || printf %s \${terraform_data.first.id} > ${folder}/first; echo $$ > ${folder}/begun; while [ ! -e ${folder}/go ]; do sleep 0.1; done; touch ${folder}/ended" }
      }`
    await plane.client.apply(documents('Lost', slow, { approval: 'automatic' }))
    await eventually(() => fileOf(join(folder, 'begun')))
    const lost = await folderOf('Lost')
    process.kill(await pidOf('Lost'), 'SIGKILL')
    await query(
      `UPDATE "TerraformRun" SET "expiresAt" = now() - interval '1 second' WHERE "finishedAt" IS NULL`,
    )
    await writeFile(join(folder, 'go'), '')
    await plane.ready(kind, 'Lost')
    const events = await plane.client.objects.events({ kind, name: 'Lost' })
    expect(events.map(({ reason }) => reason)).toContain('RunLost')
    const states = await query<{ state: string }>(
      `SELECT state FROM "TerraformState" JOIN "Object" ON "Object".id = "objectId" WHERE name = 'Lost'`,
    )
    expect(states.length).toBeGreaterThan(0)
    // The first resource is the same one: it was in the state, or was imported.
    const first = await readFile(join(folder, 'first'), 'utf8')
    expect(await resourcesOf('Lost')).toMatchObject([
      { address: 'terraform_data.first', externalId: first },
      { address: 'terraform_data.slow' },
    ])
    await Promise.all([ended(lost), ended(await folderOf('Lost'))])
  })

  it('is the binding of an application that depends on it', async () => {
    await plane.client.apply([
      ...defaultRuntime,
      {
        kind: 'WorkloadDefinition',
        name: 'web',
        spec: {
          yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n',
          dependencies: [
            {
              name: 'place',
              kind: 'Terraform',
              spec: {
                configuration: shop.replace('= true\n}', '= true\n  default = "correct horse"\n}'),
                variables: { name: 'eu' },
                guard: 'off',
              },
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web', guard: 'off' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'web')
    const { namespace } = status.outputs as { namespace: string }
    const cluster = await clusterOf(plane, 'space')
    const secret = await cluster.get(`/api/v1/namespaces/${namespace}/secrets/place-binding`)
    await cluster.close()
    expect(decoded(secret)).toEqual({
      type: 'terraform',
      provider: 'terraform',
      name: 'eu',
      tags: '{"name":"eu"}',
      login: 'shop:correct horse',
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await plane.gone('WorkloadInstance', 'web')
  })

  it('destroys what a person has added to its state while it was being deleted', async () => {
    const folder = await temporaryFolder()
    const configuration = `resource "terraform_data" "a" {
      provisioner "local-exec" {
        when    = destroy
        command = "touch ${folder}/destroyed"
      }
    }`
    const send = (name: string, path: string, init: { method?: string; body?: string } = {}) =>
      fetch(`${plane.url}/v1/terraform/default/${name}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${plane.token}`, 'content-type': 'application/json' },
      })
    await plane.client.apply([
      ...documents('Source', configuration),
      ...documents('Edited', configuration, { approval: 'required', guard: 'off' }),
    ])
    await plane.ready(kind, 'Source')
    await waitsFor('Edited', 'AwaitingConfirmation')
    const state = await (await send('Source', '')).text()
    const lock = { body: JSON.stringify({ ID: 'a-lock' }) }
    expect((await send('Edited', '/lock', { method: 'POST', ...lock })).status).toBe(200)
    await plane.client.objects.delete([{ kind, name: 'Edited' }])
    expect((await send('Edited', '?ID=a-lock', { method: 'POST', body: state })).status).toBe(200)
    expect((await send('Edited', '/lock', { method: 'DELETE', ...lock })).status).toBe(200)
    await plane.gone(kind, 'Edited')
    expect(await fileOf(join(folder, 'destroyed'))).toBe(true)
  })

  it('destroys everything when it is deleted, after a confirmation', async () => {
    await plane.client.objects.delete([{ kind, name: 'Shop' }])
    const held = await plane.until(kind, 'Shop', ({ confirmation }) => confirmation !== null)
    expect(removalsOf(held)).toEqual(['delete terraform_data.shop'])
    await confirm(held)
    await plane.gone(kind, 'Shop')
    expect(
      await query(`SELECT FROM "TerraformState" WHERE "objectId" NOT IN (SELECT id FROM "Object")`),
    ).toEqual([])
  })
})
