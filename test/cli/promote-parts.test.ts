import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Application } from '../../schema/kinds/application.ts'
import { hashToken } from '../../server/auth/credentials.ts'
import { delivery } from '../support/applications-delivered.ts'
import { eventually } from '../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'

/* Promotions of parts of a revision, from the command to what runs in the cluster. */

type Outputs = z.infer<(typeof Application)['outputs']>

let started: PlaneWithRuntime
const cli = cliOf(() => started.plane)

/** A definition with a Secret, whose values a user never sees, and a ConfigMap. */
function definition(mode: string, password: string) {
  const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "example.com/shop:1.0" }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { mode: ${mode} }
---
apiVersion: v1
kind: Secret
metadata: { name: login }
stringData: { password: ${password} }
`
  return { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument } }
}

async function outputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  const object = await started.plane.client.objects.get({ kind, name })
  return object?.status.outputs ?? {}
}

/** Waits until an environment is healthy with a revision, and its application says so. */
async function healthy(environment: string, revision: number): Promise<void> {
  await eventually(async () => {
    const { environments = [] } = (await outputsOf('Application', 'shop')) as Partial<Outputs>
    const found = environments.find((each) => each.environment === environment)
    return (found?.state === 'Healthy' && found.healthy === revision) || undefined
  })
}

interface Live {
  data: Record<string, string>
  spec: { template: { spec: { containers: { image: string }[] } } }
}

async function live(path: string): Promise<Live> {
  const { namespace } = await outputsOf('WorkloadInstance', 'shop-production')
  const [group, plural] = path.startsWith('deployments') ? ['apis/apps/v1', path] : ['api/v1', path]
  return (await started.cluster.get(`/${group}/namespaces/${String(namespace)}/${plural}`)) as unknown as Live
}

/** Returns what runs in production: the start of the digest, the setting and the password. */
async function inProduction() {
  const [{ spec }, { data: settings }, { data: secret }] = await Promise.all([
    live('deployments/web'),
    live('configmaps/settings'),
    live('secrets/login'),
  ])
  const image = spec.template.spec.containers[0]?.image ?? ''
  const password = Buffer.from(secret['password'] ?? '', 'base64').toString()
  return [image.split('sha256:')[1]?.slice(0, 2), settings['mode'], password]
}

async function run(command: string, exit = 0) {
  const result = await cli(command.split(' '))
  expect(result.exit, `${command}: ${result.stderr}${result.stdout}`).toBe(exit)
  return result
}

beforeAll(async () => {
  started = await startPlaneWithRuntime()
  const { client } = started.plane
  await client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
    { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
    definition('slow', 'first'),
    {
      kind: 'Application',
      name: 'shop',
      spec: {
        definition: 'shop',
        environments: [{ environment: 'staging' }, { environment: 'production' }],
      },
    },
  ])
  await healthy('staging', 1)
  await client.apply([delivery('shop', 1, 'a1', { commit: 'c1' })])
  await healthy('staging', 2)
})
afterAll(() => started?.stop())

const only = '--only image,config.Secret/login'

describe('a promotion of parts', () => {
  it('is refused where nothing runs yet', async () => {
    const { stderr } = await run('promote shop --to production --only image', 5)
    expect(stderr).toContain('promote a whole revision first, without --only')
    await run('promote shop --to production --wait')
    await started.plane.client.apply([definition('fast', 'second')])
    await healthy('staging', 3)
    await started.plane.client.apply([delivery('shop', 2, 'a2', { commit: 'c2' })])
    await healthy('staging', 4)
  })

  it('can name what compare lists, and nothing else', async () => {
    const { stdout } = await run('compare shop --to production -o json')
    const { parts, differences } = JSON.parse(stdout) as { parts: string[]; differences: { part: string }[] }
    expect(parts).toEqual([
      'config.ConfigMap/settings.data.mode',
      'config.Secret/login.stringData.password',
      'image.example.com/shop',
    ])
    expect(differences.map(({ part }) => part).toSorted()).toEqual(parts)
    const { stderr } = await run('promote shop --to production --only image,config.ConfigMap/other', 2)
    expect(stderr).toContain(
      'spec.only[0]: is not a part by which revision 4 differs from 2, got "config.ConfigMap/other". These differ: ' +
        `${parts.join(', ')}.`,
    )
  })

  it('shows what it would change, and can be planned', async () => {
    const { stdout } = await run(`promote shop --to production ${only} --dry-run`)
    expect(stdout).toContain(
      'Compared with revision 2 with config.Secret/login, image of revision 4 (shop-2, c2).',
    )
    expect(stdout).not.toContain('ConfigMap')
    const planned = await run(`promote shop --to production ${only} --dry-run=plan`)
    expect(planned.stdout).toMatch(/shop +production +2 -> 5/)
    expect(planned.stdout).not.toContain('ConfigMap/settings')
    const [, id = ''] = /approve shop --plan (\w+)/.exec(planned.stdout) ?? []
    await run(`approve shop --plan ${id} --wait`)
    await healthy('production', 5)
    expect(await inProduction()).toEqual(['a2', 'slow', 'second'])
  })

  it('makes one revision, whoever repeats it, which says what it is made of', async () => {
    await run('promote shop --to production --only config.Secret/login,image --wait')
    const again = await run('promote shop --to production --only image,config.Secret/login --wait')
    expect(again.stdout).toContain('unchanged')
    const revision = await started.plane.client.objects.get({ kind: 'ApplicationRevision', name: 'shop-r5' })
    expect(revision?.manifestSpec).toMatchObject({
      composition: { base: 2, revision: 4, only: ['config.Secret/login', 'image'] },
      rank: 3,
      commit: 'c2',
    })
    const { stdout } = await run('compare shop --to production')
    expect(stdout).toContain(
      'production runs revision 5 (c2), made of 2 with config.Secret/login, image of 4.',
    )
    expect(
      await started.plane.client.objects.get({ kind: 'ApplicationRevision', name: 'shop-r6' }),
    ).toBeUndefined()
  })

  it('lets the revisions that it is made of go once it is recorded', async () => {
    const revision = await eventually(async () => {
      const found = await started.plane.client.objects.get({ kind: 'ApplicationRevision', name: 'shop-r5' })
      return 'baseDefinition' in (found?.manifestSpec as object) ? undefined : found
    })
    expect(revision?.status.outputs).toMatchObject({ definition: 'shop-r5' })
  })

  it('is no new version for builds, which go on from the newest whole one', async () => {
    await started.plane.client.apply([delivery('shop', 3, 'a3')])
    await healthy('staging', 6)
    const { stdout } = await run('compare shop --to production --from staging -o json')
    expect(JSON.parse(stdout)).toMatchObject({
      revisions: [{ number: 4 }, { number: 6 }],
      parts: ['config.ConfigMap/settings.data.mode', 'image.example.com/shop'],
    })
  })

  it('is refused on top of what does not run there', async () => {
    const spec = { application: 'shop', environment: 'production', revision: 6, base: 2, only: ['image'] }
    await expect(started.plane.client.apply([{ kind: 'Promotion', name: 'stale', spec }])).rejects.toThrow(
      /spec.base: does not run in production, which runs revision 5, got 2/,
    )
    await expect(
      started.plane.client.apply([{ kind: 'Promotion', name: 'half', spec: { ...spec, base: undefined } }]),
    ).rejects.toThrow(/spec.base: is missing, and only is set/)
  })

  it('is followed by the whole revision as a deployment, and can be returned to', async () => {
    await run('promote shop --to production --revision 4 --wait')
    expect(await inProduction()).toEqual(['a2', 'fast', 'second'])
    const { stdout } = await run('numbers shop -o json')
    const numbers = JSON.parse(stdout) as { items: { environment: string }[] }
    expect(numbers.items.find(({ environment }) => environment === 'production')).toMatchObject({
      deployments: 3,
      rollbacks: 0,
    })
    await run('rollback shop --environment production --reason bug --wait')
    expect(await inProduction()).toEqual(['a2', 'slow', 'second'])
    await run('release shop')
    // The whole revision is still the promoted one.
    await healthy('production', 4)
  })

  it('is promoted by its number as well, which counts as one of its parts', async () => {
    const bob = 'b'.repeat(40)
    const database = new Client(started.plane.databaseUrl)
    await database.connect()
    const values = ['bob', hashToken(bob), 'ADMIN']
    await database.query('INSERT INTO "Token" (name, hash, actor) VALUES ($1, $2, $3)', values)
    await database.end()
    const promotion = 'promote shop --to production --revision 5'
    await run('patch environment production -p {"spec":{"approvals":3}}')
    const { stderr } = await cliOf(() => ({ ...started.plane, token: bob }))(
      `${promotion} --dry-run`.split(' '),
    )
    expect(stderr).toContain('revision 5 has 2 of 3 approvals for production, by admin and bob.')
    await run('patch environment production -p {"spec":{"approvals":1}}')
    await run(`${promotion} --wait`)
    const { stdout } = await run('rollouts shop --environment production -o json')
    const { items } = JSON.parse(stdout) as { items: { revision: number; approvals?: unknown[] }[] }
    expect(items[0]).toMatchObject({ revision: 5 })
    // With a plan, of the same parts without one, and by its number.
    expect(items[0]?.approvals).toHaveLength(3)
  })
})
