import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clusterOf, decoded, type TestCluster } from '../../support/kubernetes.ts'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { defaultRuntime } from '../../support/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startPlaneWithTerraform, terraformBinary, type PlaneWithTerraform } from '../../support/terraform.ts'

const database = `
variable "name" {}
variable "engine_version" {}
variable "storage_gb" { type = number }
variable "zone" {}
resource "terraform_data" "database" { input = "\${var.name}-\${var.engine_version}-\${var.storage_gb}-\${var.zone}" }
output "host" { value = "\${terraform_data.database.output}.example.org" }
output "port" { value = 5432 }
output "username" { value = "app" }
output "password" {
  value     = "battery staple"
  sensitive = true
}
`

const cache = `
variable "size" { default = "small" }
variable "password" {}
resource "terraform_data" "cache" { input = var.size }
output "host" { value = "\${terraform_data.cache.output}.cache.example.org" }
`

function workload(name: string, dependency: Record<string, unknown>) {
  return [
    {
      kind: 'WorkloadDefinition',
      name,
      spec: {
        yamlDocument: `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`,
        dependencies: [dependency],
      },
    },
    { kind: 'WorkloadInstance', name, spec: { definition: name } },
  ]
}

describe.skipIf(terraformBinary === undefined)('a profile that names a configuration', () => {
  let terraform: PlaneWithTerraform
  let plane: TestControlPlane
  let cluster: TestCluster
  beforeAll(async () => {
    terraform = await startPlaneWithTerraform()
    ;({ plane } = terraform)
    await plane.client.apply(defaultRuntime)
    await plane.ready('KubernetesRuntimeInstance', 'space')
    cluster = await clusterOf(plane, 'space')
  })
  afterAll(async () => {
    await cluster?.close()
    await terraform?.stop()
  })

  const bindingOf = async (name: string, dependency: string): Promise<Record<string, string>> => {
    const { namespace } = (await plane.ready('WorkloadInstance', name)).status.outputs as {
      namespace: string
    }
    return decoded(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/${dependency}-binding`))
  }

  it('provides databases with the binding of any other database', async () => {
    await plane.client.apply([
      {
        kind: 'Profile',
        name: 'house-postgres',
        spec: {
          type: 'Database',
          provider: 'terraform',
          conditions: { engine: ['postgres'] },
          parameters: { configuration: database, variables: { zone: 'a' } },
        },
      },
      ...workload('shop', {
        name: 'db',
        kind: 'Database',
        spec: { engine: 'postgres', version: '17', storage: '20Gi', guard: 'off' },
      }),
    ])
    const binding = await bindingOf('shop', 'db')
    expect(binding).toMatchObject({
      type: 'postgresql',
      provider: 'terraform',
      host: expect.stringMatching(/-17-20-a\.example\.org$/) as string,
      port: '5432',
      database: 'app',
      username: 'app',
      password: 'battery staple',
    })
  })

  it('says which outputs its configuration lacks', async () => {
    await plane.client.apply([
      {
        kind: 'Profile',
        name: 'broken',
        spec: {
          type: 'Bucket',
          provider: 'terraform',
          parameters: { configuration: 'output "bucket" { value = "b" }\n' },
        },
      },
      { kind: 'BucketDefinition', name: 'files', spec: {} },
      {
        kind: 'BucketInstance',
        name: 'files',
        spec: { definition: 'files', profile: 'broken', guard: 'off' },
      },
    ])
    const { status } = await plane.until(
      'BucketInstance',
      'files',
      ({ status: { cause } }) => cause?.reason === 'MissingOutputs',
    )
    expect(status.cause?.message).toBe(
      'The configuration that its profile names has no output endpoint, region, access_key_id, secret_access_key. Add them to it.',
    )
  })

  it('adds a type of dependencies, with the variables that it decides', async () => {
    const dependency = {
      name: 'cache',
      kind: 'Terraform',
      spec: { type: 'cache', variables: { size: 'large' }, guard: 'off' },
    }
    await expect(plane.client.apply(workload('web', dependency))).rejects.toThrow(
      /no profile of type Terraform\/cache applies/,
    )
    await plane.client.apply([
      {
        kind: 'Profile',
        name: 'cache',
        spec: {
          type: 'Terraform/cache',
          provider: 'terraform',
          parameters: { configuration: cache, variables: { password: 'chosen by operations' } },
        },
      },
      ...workload('web', dependency),
    ])
    expect(await bindingOf('web', 'cache')).toMatchObject({
      type: 'terraform',
      host: 'large.cache.example.org',
    })
  })

  it('pins the files of a module in a repository', async () => {
    const folder = await temporaryFolder({ 'modules/place/main.tf': 'output "place" { value = "eu" }\n' })
    const git = (...args: string[]): string =>
      execFileSync('git', [
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.org',
        '-C',
        folder,
        ...args,
      ]).toString()
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'one')
    const source = `git::file://${folder}//modules/place`
    const documents = (more: Record<string, unknown> = {}, instance: Record<string, unknown> = {}) => [
      { kind: 'TerraformDefinition', name: 'place', spec: { module: { source, ...more } } },
      { kind: 'TerraformInstance', name: 'place', spec: { definition: 'place', ...instance } },
    ]
    await plane.client.apply(documents())
    const { status } = await plane.ready('TerraformInstance', 'place')
    const { moduleDigest, values } = status.outputs as unknown as { moduleDigest: string; values: object }
    expect(values).toEqual({ place: 'eu' })
    writeFileSync(join(folder, 'modules/place/main.tf'), 'output "place" { value = "us" }\n')
    git('commit', '--quiet', '-am', 'two')
    await plane.client.apply(documents({ digest: moduleDigest }))
    const refused = await plane.until(
      'TerraformInstance',
      'place',
      ({ status: { cause } }) => cause?.reason === 'ModuleChanged',
    )
    expect(refused.status.cause?.message).toContain(`instead of ${moduleDigest}`)
    await plane.client.apply(
      documents({ digest: `sha256:${/digest sha256:(\w+)/.exec(refused.status.cause?.message ?? '')?.[1]}` }),
    )
    await plane.until('TerraformInstance', 'place', ({ status: { outputs } }) => {
      return (outputs as { values?: { place?: string } }).values?.place === 'us'
    })
  })
})
