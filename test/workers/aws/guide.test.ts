import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { neededActions } from '../../../workers/aws/permissions.ts'
import { readGuide } from '../../support/guide.ts'
import { motoServer, startPlaneWithAws, type PlaneWithAws } from '../../support/moto.ts'
import { cliOf } from '../../support/run-cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { userObjects } from '../../support/user-objects.ts'

/** The application in the guide, to which a bucket is attached. */
const gallery = `apiVersion: qleet.io/v1
kind: KubernetesRuntimeDefinition
metadata: { name: local }
spec: { provider: simulated }
---
apiVersion: qleet.io/v1
kind: KubernetesRuntimeInstance
metadata: { name: local }
spec: { definition: local, defaultRuntime: true }
---
apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata: { name: gallery }
spec: { yamlDocument: "apiVersion: v1\\nkind: ConfigMap\\nmetadata: { name: web }\\n" }
---
apiVersion: qleet.io/v1
kind: WorkloadInstance
metadata: { name: gallery }
spec: { definition: gallery }
`

const { text: guide, files, commands } = await readGuide('aws.md')

describe('the policy in the guide to AWS', () => {
  it('allows everything that reconcilers do', () => {
    const [, text = ''] = /^```json\n(.*?)^```$/ms.exec(guide) ?? []
    const { Statement } = JSON.parse(text) as { Statement: { Action: string[] }[] }
    const allowed = Statement.flatMap(({ Action }) => Action).map(
      (pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`),
    )
    expect(neededActions.filter((action) => !allowed.some((pattern) => pattern.test(action)))).toEqual([])
  })
})

describe.skipIf(motoServer === undefined)('the guide to AWS', () => {
  let aws: PlaneWithAws
  beforeAll(async () => {
    aws = await startPlaneWithAws()
  })
  afterAll(() => aws?.stop())
  const cli = cliOf(() => aws.plane)

  it('runs from nothing to nothing', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'account.yaml'), files[0] ?? '')
    await writeFile(join(cwd, 'aws.yaml'), files[1] ?? '')
    const outputs: string[] = []
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command, { cwd })
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      outputs.push(stdout)
    }
    const [, , accounts, buckets, databases] = outputs
    expect(accounts).toMatch(/main +123456789012 +true +eu-central-1/)
    expect(buckets).toMatch(/reports +reports +reports-[0-9a-f]{10} +eu-central-1/)
    expect(databases).toMatch(/ledger +ledger +eu-west-1 +17\.4 +db-ledger-/)
    expect(await userObjects(aws.plane.client)).toEqual([])
  })

  it('shows profiles and an attached bucket that are valid', async () => {
    for (const stdin of [files.at(-1) ?? '', gallery, `${files[0]}---\n${files[2]}`]) {
      const applied = await cli(['apply', '-f', '-'], { stdin })
      expect(applied.exit, applied.stderr).toBe(0)
    }
  })
})
