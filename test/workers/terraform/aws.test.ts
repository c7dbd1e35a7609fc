import { S3 } from '@aws-sdk/client-s3'
import pg from 'pg'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../support/eventually.ts'
import { clientSettings, motoAccount, motoServer, startMoto, type TestMoto } from '../../support/moto.ts'
import { startPlaneWithTerraform, terraformBinary, type PlaneWithTerraform } from '../../support/terraform.ts'

/** A folder with the provider of AWS, in the layout of `terraform providers mirror`. */
const mirror = process.env['QLEET_TEST_TERRAFORM_MIRROR']
const isPossible = terraformBinary !== undefined && motoServer !== undefined && mirror !== undefined

const kind = 'TerraformInstance'
const configuration = `
terraform {
  required_providers { aws = { source = "hashicorp/aws" } }
}
provider "aws" {
  s3_use_path_style           = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
  skip_region_validation      = true
}
variable "name" {}
resource "aws_s3_bucket" "files" { bucket = var.name }
output "arn" { value = aws_s3_bucket.files.arn }
output "region" { value = aws_s3_bucket.files.region }
`

describe.skipIf(!isPossible)('a configuration with the provider of AWS', () => {
  let terraform: PlaneWithTerraform
  let plane: TestControlPlane
  let moto: TestMoto
  let s3: S3
  let folder: string
  beforeAll(async () => {
    moto = await startMoto()
    folder = await mkdtemp(join(tmpdir(), 'qleet-mirror-'))
    const cliConfig = join(folder, 'cli.tfrc')
    await writeFile(
      cliConfig,
      `provider_installation {\n  filesystem_mirror { path = ${JSON.stringify(mirror)} }\n}\n`,
    )
    terraform = await startPlaneWithTerraform({
      env: { QLEET_TERRAFORM_CONFIG: cliConfig },
      workerEnv: moto.env,
    })
    ;({ plane } = terraform)
    s3 = new S3({ ...clientSettings(moto.url), forcePathStyle: true })
    // A role, whose credentials the provider fetches from the run.
    const roleArn = `arn:aws:iam::${motoAccount.accountId}:role/runs`
    await plane.client.apply([{ kind: 'AwsAccount', name: 'main', spec: { ...motoAccount, roleArn } }])
    await plane.ready('AwsAccount', 'main')
  })
  afterAll(async () => {
    await terraform?.stop()
    await moto?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const apply = (instance: Record<string, unknown> = {}) =>
    plane.client.apply([
      { kind: 'TerraformDefinition', name: 'files', spec: { configuration } },
      {
        kind,
        name: 'files',
        spec: {
          definition: 'files',
          awsAccount: 'main',
          variables: { name: 'qleet-files' },
          guard: 'off',
          ...instance,
        },
      },
    ])
  const bucketExists = (): Promise<boolean> =>
    s3.headBucket({ Bucket: 'qleet-files' }).then(
      () => true,
      () => false,
    )
  /** Makes the next plan due, as after an hour. */
  const planNow = async (): Promise<void> => {
    const database = new pg.Client({ connectionString: plane.databaseUrl })
    await database.connect()
    await database.query(`UPDATE "TerraformRun" SET "finishedAt" = "finishedAt" - interval '2 hours'`)
    await database.end()
    await plane.client.objects.reconcile({ kind, name: 'files' })
  }

  it('gets the credentials of its account, and pins its providers', async () => {
    await apply()
    const { status } = await plane.until(kind, 'files', ({ ready }) => ready)
    expect(status.outputs).toMatchObject({
      values: { arn: 'arn:aws:s3:::qleet-files', region: 'eu-central-1' },
      resources: 1,
    })
    expect(await bucketExists()).toBe(true)
  })

  it('reports drift, and reverts it where that is wanted', async () => {
    await apply({ drift: 'report' })
    await plane.until(
      kind,
      'files',
      ({ ready, observedGeneration, generation }) => ready && observedGeneration === generation,
    )
    await s3.deleteBucket({ Bucket: 'qleet-files' })
    await planNow()
    const drifted = await plane.until(kind, 'files', ({ status }) => {
      return (status.outputs as { drift?: string[] }).drift !== undefined
    })
    expect(drifted.ready).toBe(true)
    expect((drifted.status.outputs as { drift?: string[] }).drift?.[0]).toBe('create aws_s3_bucket.files')
    expect(await bucketExists()).toBe(false)
    await apply({ drift: 'correct' })
    await planNow()
    await plane.until(kind, 'files', ({ ready, status }) => {
      return ready && (status.outputs as { drift?: string[] }).drift === undefined
    })
    expect(await bucketExists()).toBe(true)
  })

  it('is destroyed with its object, and blocks its account until then', { timeout: 180_000 }, async () => {
    await expect(plane.client.objects.delete([{ kind: 'AwsAccount', name: 'main' }])).rejects.toMatchObject({
      code: 'BLOCKED',
    })
    await plane.client.objects.delete([{ kind, name: 'files' }])
    // The provider of AWS alone takes many seconds to start.
    const isGone = async () =>
      (await plane.client.objects.get({ kind, name: 'files' })) === undefined ? true : undefined
    expect(await eventually(isGone, { within: 120_000 })).toBe(true)
    expect(await bucketExists()).toBe(false)
  })
})
