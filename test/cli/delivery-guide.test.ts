import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { eventually } from '../support/eventually.ts'
import { hashToken } from '../../server/auth/credentials.ts'
import { startImageRegistry } from '../support/image-registry.ts'
import { fetchMetrics } from '../support/metrics.ts'
import { readGuide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf, type CliRun } from '../support/run-cli.ts'
import { repository, runProgram } from '../support/run-program.ts'
import { digest, shopDefinition } from '../support/applications-delivered.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

/** Returns the arguments of the commands in a guide, with whole digests where it shows their start. */
function commandsIn(text: string): string[][] {
  return [...text.matchAll(/^qleetctl (.*)$/gm)].map(([, line = '']) => {
    const whole = line
      .replace(/ +#.*/, '')
      .replaceAll(/sha256:([0-9a-f]+)\.{3}/g, (_, start: string) => digest(start))
    return [...whole.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  })
}

/** Returns the text of a section of a guide. */
function sectionOf(text: string, title: string): string {
  return text.split('\n## ').find((part) => part.startsWith(title)) ?? ''
}

/** Runs qleetctl, and fails with its output on another exit code. */
async function run(command: readonly string[], exit: number, cwd: string): Promise<CliRun> {
  const result = await cli(command, { cwd })
  expect(result.exit, `${command.join(' ')}: ${result.stderr}${result.stdout}`).toBe(exit)
  return result
}

describe('docs/guide/delivery.md', () => {
  it('brings builds into environments as it says', async () => {
    const { text, files } = await readGuide('delivery.md')
    const cwd = await temporaryFolder({ 'shop.yaml': files[0] ?? '' })
    const results: CliRun[] = []
    for (const command of commandsIn(text.split('## Tags and registries')[0] ?? '')) {
      results.push(await run(command, command.some((word) => word.includes('sha256:bad')) ? 1 : 0, cwd))
      // Otherwise the first delivery may be the first revision, which changes all numbers.
      if (command[0] === 'apply')
        await started.plane.until('Application', 'shop', ({ status }) => 'revision' in status.outputs)
    }
    const [, first, promoted, stages, bad, , compared, , rolledBack, held, lists, released] = results
    expect(first?.stdout).toBe('delivery/shop-1 created\ndelivery/shop-1 Healthy (revision 2)\n')
    expect(first?.stderr).toMatch(/^✔ staging {2}Healthy, revision 2/m)
    expect(promoted?.stdout).toBe('promotion/shop-production-r2 created\n')
    expect(stages?.stdout).toMatch(/^shop-production +shop +production +Healthy +2 /m)
    expect(bad?.stderr).toMatch(
      /^Error: delivery\/shop-2 RolledBack \(revision 3\): staging: It was not ready within 5 seconds: .+web/m,
    )
    expect(compared?.stdout).toMatch(
      /^production runs revision 2 \(shop-1, 4f1d2ab\)\.\nstaging runs revision 4 \(shop-3\)\.\n/,
    )
    expect(compared?.stdout).toMatch(
      /^Deployment\/web +spec\.template\.spec\.containers\.web\.image +example\.com\/shop@sha256:1c0ffee\S+ +example\.com\/shop@sha256:2c0ffee/m,
    )
    expect(rolledBack?.stdout).toBe(
      'hold/shop created\nHeld at revision 2. Deliveries wait until: qleetctl release shop\n',
    )
    expect(held?.stdout).toContain('delivery/shop-4 Waiting (revision 5): Held by ann: payments fail\n')
    expect(lists?.stdout).toMatch(/^shop-staging +shop +staging +Healthy +2 /m)
    expect(lists?.stdout).toMatch(/^shop-4 .* Waiting +\d+s +Held by ann: payments fail$/m)
    expect(released?.stdout).toBe('hold/shop deleted\n')
    const [rollouts, ofImage, numbers] = results.slice(-3)
    const places = ofImage?.stdout.split('\n').filter((line) => line.includes(' shop-3')) ?? []
    expect(places.map((line) => / (staging|production) +4 +Healthy /.exec(line)?.[1])).toEqual([
      'production',
      'production',
      'staging',
    ])
    expect(ofImage?.stdout).not.toContain(' shop-1 ')
    expect(rollouts?.stdout).toMatch(
      / staging +3 +(RolledBack|Failed) +.* shop-2 .*It was not ready within 5 seconds/,
    )
    expect(rollouts?.stdout).toMatch(/ production +2 +Healthy +.* shop-1 +4f1d2ab/)
    expect(numbers?.stdout).toMatch(
      /^APPLICATION +ENVIRONMENT +DEPLOYMENTS .*\nshop +staging .*\nshop +production /,
    )
    const metrics = await fetchMetrics(started.plane.url, started.plane.token)
    const labels = 'project="default",application="shop",environment="staging",component="server"'
    expect(metrics).toMatch(new RegExp(`^qleet_delivery_failures\\{${labels}\\} [1-9]`, 'm'))
    expect(metrics).toMatch(new RegExp(`^qleet_delivery_lead_p50_seconds\\{${labels}\\} [0-9.]+$`, 'm'))
  })

  it('looks tags up, and delivers what a registry reports, as it says', async () => {
    const registry = await startImageRegistry({ login: 'ci:geheim' })
    onTestFinished(() => registry.close())
    const { text, files } = await readGuide('delivery.md')
    const local = (part: string): string =>
      part.replaceAll('registry.example.com', registry.host).replace("password: '...'", 'password: geheim')
    const withKind = (kind: string): string =>
      local(files.find((file) => file.includes(`kind: ${kind}\n`)) ?? '')
    const definition = (files[0] ?? '').split('---')[2]?.replaceAll('shop', 'theme') ?? ''
    const cwd = await temporaryFolder({
      'definition.yaml': local(definition.replaceAll('example.com', 'registry.example.com')),
      'login.yaml': withKind('SecretDefinition'),
      'webhook.yaml': withKind('ImageWebhook'),
    })
    await run(['apply', '-f', 'definition.yaml', '-f', 'login.yaml', '-f', 'webhook.yaml'], 0, cwd)
    const digests = ['1.4.2', '1.4.3'].map((tag) => registry.push('theme', tag))
    const results: CliRun[] = []
    for (const command of commandsIn(local(sectionOf(text, 'Tags and registries'))))
      results.push(await run(command, 0, cwd))
    const [delivered, shown] = results
    expect(delivered?.stdout).toMatch(
      /^delivery\/theme-1 created\ndelivery\/theme-1 Healthy \(revision \d\)\n$/,
    )
    expect(shown?.stdout).toContain(`digest: ${digests[0]}`)
    const response = await fetch(`${started.plane.url}/v0/webhooks/theme`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'correct-horse-battery' },
      body: JSON.stringify({
        type: 'PUSH_ARTIFACT',
        occur_at: 1_770_000_000,
        event_data: {
          resources: [{ digest: digests[1], tag: '1.4.3' }],
          repository: { repo_full_name: 'theme' },
        },
      }),
    })
    expect(response.status).toBe(202)
    const { deliveries } = (await response.json()) as { deliveries: string[] }
    const waited = await run(['wait', `delivery/${deliveries[0]}`], 0, cwd)
    expect(waited.stdout).toContain(deliveries[0])
  })

  it('answers a repeated call with the same delivery, and refuses other images under its number', async () => {
    const build = ['--application', 'shop', '--build', '1', '--commit', '4f1d2ab']
    const same = await run(['deliver', `example.com/shop:1.1@${digest('1c0ffee')}`, ...build], 0, '/')
    expect(same.stdout).toBe('delivery/shop-1 unchanged\ndelivery/shop-1 Healthy (revision 2)\n')
    const other = await run(['deliver', `example.com/shop@${digest('a')}`, ...build], 5, '/')
    expect(other.stderr).toMatch(
      /^Error: delivery\/shop-1 exists with another value of images; nothing was changed/,
    )
    const late = await run(
      ['deliver', `example.com/shop@${digest('b')}`, ...build, '--attempt', '2', '-o', 'json'],
      0,
      '/',
    )
    expect(JSON.parse(late.stdout)).toMatchObject({
      metadata: { name: 'shop-1-a2' },
      status: { outputs: { state: 'Superseded', message: 'Build 4 of default is newer.' } },
    })
  })

  it.each<[string, number, string[]]>([
    [
      'example.com:5000/shop@sha256:…, or a tag: example.com:5000/shop:TAG',
      2,
      ['deliver', 'example.com:5000/shop', '--application', 'shop', '--build', '9'],
    ],
    ['digest must be a digest', 2, ['deliver', 'shop@sha256:1', '--application', 'shop', '--build', '9']],
    ['no Application "none"', 4, ['deliver', `a@${digest('a')}`, '--application', 'none', '--build', '9']],
    ["Required option '--build <NUMBER>'", 2, ['deliver', `a@${digest('a')}`, '--application', 'shop']],
    ['takes revisions automatically', 5, ['promote', 'shop', '--to', 'staging']],
    ['It has staging, production.', 4, ['promote', 'shop', '--to', 'moon']],
    ['no revision 99. It has 1, 2, ', 4, ['promote', 'shop', '--to', 'production', '--revision', '99']],
    ['no revision 99', 4, ['rollback', 'shop', '--to', '99', '--reason', 'x']],
    ['have no common earlier revision', 5, ['rollback', 'shop', '--reason', 'x']],
    ['production has, which runs revision 4', 5, ['rollback', 'shop', '--to', '5', '--reason', 'x']],
    ["Required option '--reason <TEXT>'", 2, ['rollback', 'shop']],
    ['staging is the first one of application/shop', 2, ['compare', 'shop', '--to', 'staging']],
    [
      'cannot be used together',
      2,
      ['compare', 'shop', '--to', 'production', '--from', 'staging', '--revision', '2'],
    ],
    ['no revision 99', 4, ['compare', 'shop', '--to', 'production', '--revision', '99']],
    ['application/shop has no hold in staging', 4, ['release', 'shop', '--environment', 'staging']],
  ])('says %s', async (message, exit, command) => {
    expect((await run(command, exit, '/')).stderr).toContain(message)
  })

  it('shows what a promotion or a rollback would change, before it is made', async () => {
    const promotion = ['promote', 'shop', '--to', 'production', '--revision', '5', '--dry-run']
    const rollback = [
      'rollback',
      'shop',
      '--environment',
      'production',
      '--to',
      '2',
      '--reason',
      'x',
      '--dry-run',
    ]
    const field =
      / +spec\.template\.spec\.containers\.web\.image +example\.com\/shop@sha256:2c0ffee\S+ +example\.com\/shop@sha256:/
    const promoted = await run(promotion, 0, '/')
    expect(promoted.stdout).toMatch(
      /^promotion\/shop-production-r5 created \(dry run\)\nproduction runs revision 4/,
    )
    expect(promoted.stdout).toMatch(field)
    const { stdout } = await run(rollback, 0, '/')
    expect(stdout).toContain('Compared with revision 2 (shop-1, 4f1d2ab).\n')
    expect(stdout).toMatch(field)
  })

  it('rolls out what two users have approved, where two have to', async () => {
    const bob = 'b'.repeat(40)
    const database = new Client(started.plane.databaseUrl)
    await database.connect()
    await database.query('INSERT INTO "Token" (name, hash, actor) VALUES ($1, $2, $3)', [
      'bob',
      hashToken(bob),
      'ADMIN',
    ])
    await database.end()
    await run(['patch', 'environment', 'production', '-p', '{"spec":{"approvals":2}}'], 0, '/')
    const promotion = ['promote', 'shop', '--to', 'production', '--revision', '5', '--wait']
    const first = await run(promotion, 0, '/')
    expect(first.stdout).toBe('promotion/shop-production-r5 created\n')
    expect(first.stderr).toMatch(/^Note: revision 5 has 1 of 2 approvals for production, by admin\. /m)
    expect((await run(promotion, 0, '/')).stdout).toBe('promotion/shop-production-r5 unchanged\n')
    const { exit, stdout, stderr } = await cliOf(() => ({ ...started.plane, token: bob }))([
      ...promotion,
      '--expires-in',
      '2h',
    ])
    expect([exit, stdout], stderr).toEqual([0, 'promotion/shop-production-r5-2 created\n'])
    const { stdout: stages } = await run(['get', 'stage', 'shop-production'], 0, '/')
    expect(stages).toMatch(/ Healthy +5 /)
    const { stdout: rollouts } = await run(['rollouts', 'shop', '--environment', 'production'], 0, '/')
    expect(rollouts).toMatch(/ bob \(until (\d{4}-\d\d-\d\d )?\d\d:\d\d UTC\)/)
  })

  it.each(['--no-wait', '--wait=false'])('returns at once with %s', async (option) => {
    const build = ['--application', 'shop', '--build', option === '--no-wait' ? '5' : '6']
    const { stdout, stderr } = await run(
      ['deliver', `example.com/shop@${digest('5')}`, ...build, option],
      0,
      '/',
    )
    expect([stdout, stderr]).toEqual([`delivery/shop-${build.at(-1)} created\n`, ''])
  })

  it('rolls out a canary as it says', async () => {
    const { text, files } = await readGuide('delivery.md')
    const file = files.find((each) => each.includes('strategy: canary\n')) ?? ''
    const cwd = await temporaryFolder({ 'store.yaml': file })
    const results: CliRun[] = []
    for (const command of commandsIn(sectionOf(text, 'Canary and blue-green'))) {
      // What it shows takes a while.
      const isShown = ({ stdout }: CliRun): boolean =>
        command[0] !== 'rollouts' || stdout.includes(' RollingOut (step 1 of 3, 10 % of the requests) ')
      const result = await eventually(async () => {
        const each = await run(command, 0, cwd)
        return isShown(each) ? each : undefined
      })
      results.push(result)
    }
    expect(results.at(-2)?.stdout).toMatch(/^rollout-decision\/store-live-2-skip created\n/)
    expect(results.at(-1)?.stdout).toContain('delivery/store-1')
  })

  it('runs jobs before and after rollouts as it says', async () => {
    const { text, files } = await readGuide('delivery.md')
    const cwd = await temporaryFolder({ 'jobs.yaml': files.find((file) => file.includes('  jobs:\n')) ?? '' })
    const results: CliRun[] = []
    for (const command of commandsIn(sectionOf(text, 'Jobs before and after')))
      results.push(await run(command, command.some((word) => word.includes('sha256:bad')) ? 1 : 0, cwd))
    const [, delivered, bad, rollouts] = results
    expect(delivered?.stdout).toMatch(/^delivery\/shop-7 Healthy /m)
    expect(bad?.stderr).toMatch(
      /^Error: delivery\/shop-8 RolledBack .*: Job migrate, which runs before the rollout, failed: It ended with exit code 1/m,
    )
    const { items } = parse(rollouts?.stdout ?? '') as { items: { delivery?: string }[] }
    expect(items.find((each) => each.delivery === 'shop-7')).toMatchObject({
      jobs: [
        { name: 'migrate', state: 'Succeeded' },
        { name: 'smoke', state: 'Succeeded' },
      ],
    })
  })

  it('plans a delivery and a rollback, which then do that', async () => {
    const cwd = await temporaryFolder({})
    const image = `example.com/shop@${digest('d0')}`
    const planned = await run(
      ['deliver', image, '--application', 'shop', '--build', '40', '--dry-run=plan'],
      0,
      cwd,
    )
    const [, to = ''] = /^shop +staging +\d+ -> (\d+)$/m.exec(planned.stdout) ?? []
    expect(planned.stdout).toContain(`Revision ${to} waits for its promotion to production.`)
    expect(planned.stdout).toMatch(
      /^Deployment\/web +update +restart +workload-instance\/shop-staging +spec\.template\.spec\.containers\.web\.image$/m,
    )
    const planIn = (output: string): string => /^Plan (\w+): /m.exec(output)?.[1] ?? ''
    await run(['apply', '--plan', planIn(planned.stdout), '--wait'], 0, cwd)
    const runs =
      (revision: number) =>
      ({ status }: { status: { outputs: object } }): boolean =>
        'healthy' in status.outputs && status.outputs.healthy === revision
    await started.plane.until('Stage', 'shop-staging', runs(Number(to)))
    const back = ['rollback', 'shop', '--environment', 'production', '--reason', 'It is slow.']
    const { stdout } = await run([...back, '--to', '2', '--dry-run=plan'], 0, cwd)
    expect(stdout).toMatch(/^shop +production +\d+ -> 2 +Held: It is slow\.$/m)
    // Another delivery to staging does not matter for production.
    const other = `example.com/shop@${digest('d1')}`
    await run(['deliver', other, '--application', 'shop', '--build', '41'], 0, cwd)
    await run(['apply', '--plan', planIn(stdout)], 0, cwd)
    await started.plane.until('Stage', 'shop-production', runs(2))
  })
})

describe('samples/ci', () => {
  it('calls qleetctl with options that it has', async () => {
    const folder = join(repository, 'samples/ci')
    const names = await readdir(folder)
    const delivering = names.filter((name) => !name.includes('previews') && name !== 'deliver')
    expect(delivering.toSorted()).toEqual(['Jenkinsfile', 'github-actions.yml', 'gitlab-ci.yml'])
    for (const name of delivering) {
      const text = await readFile(join(folder, name), 'utf8')
      const script = name === 'Jenkinsfile' ? text.replaceAll('\\\n', '') : scriptsIn(parse(text)).join('\n')
      const [, line = ''] = /^ *qleetctl (deliver .*)$/m.exec(script) ?? []
      const words = line
        .replaceAll(/"[^"]*@\$DIGEST"/g, `example.com/shop@${digest('5a')}`)
        .replaceAll(/"\$(GITHUB_RUN_NUMBER|CI_PIPELINE_IID|BUILD_NUMBER|GITHUB_RUN_ATTEMPT)"/g, '7')
        .replaceAll(/"\$(CI_COMMIT_TIMESTAMP|\(git show [^)]*\))"/g, '2026-01-31T12:00:00+01:00')
        .replaceAll(/"[^"]*(URL|RUN_ID)"/g, 'https://ci.example.com/7')
        .replaceAll('"', '')
        .split(/ +/)
      const { stdout } = await run([...words, '--dry-run', '-o', 'json'], 0, '/')
      expect(stdout, name).toContain('"build": 7')
    }
  })
})

/** An action of GitHub that runs a script. */
interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { steps: { env: Record<string, string>; run: string }[] }
}

describe('samples/ci/deliver', () => {
  const action = async (inputs: Record<string, string>) => {
    const path = join(repository, 'samples/ci/deliver')
    // The file is that of this repository.
    const { runs } = parse(await readFile(join(path, 'action.yml'), 'utf8')) as Action
    const [step] = runs.steps
    if (step === undefined) throw new Error('the action has no step')
    const folder = await temporaryFolder({ output: '' })
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input: string) => inputs[input] ?? `no ${input}`),
      ]),
    )
    const ran = await runProgram(['bash', '-eo', 'pipefail', '-c', step.run], {
      home: folder,
      env: { ...env, GITHUB_ACTION_PATH: path, GITHUB_OUTPUT: join(folder, 'output') },
    })
    return { ...ran, output: await readFile(join(folder, 'output'), 'utf8') }
  }

  it('delivers a build, and ends as the delivery ends', async () => {
    const inputs = {
      server: started.plane.url,
      token: started.plane.token,
      application: 'action',
      project: 'default',
      source: 'example/shop',
      attempt: '1',
      commit: 'c1',
      url: 'https://ci.example.com/7',
      timeout: '1m',
    }
    await started.plane.client.apply([
      { kind: 'Environment', name: 'action', spec: { settle: 1, deadline: 5 } },
      shopDefinition('action'),
      {
        kind: 'Application',
        name: 'action',
        spec: { definition: 'action', environments: [{ environment: 'action' }] },
      },
    ])
    await started.plane.until('Application', 'action', ({ status }) => 'revision' in status.outputs)
    const image = (letters: string) => `example.com/shop@${digest(letters)}`
    const good = await action({ ...inputs, build: '1', images: `\n  ${image('a1')}  \n` })
    expect(good, good.stderr).toMatchObject({
      exit: 0,
      output: expect.stringMatching(/^delivery=action-1-\w+\nstate=Healthy\n$/),
    })
    const bad = await action({ ...inputs, build: '2', images: image('bad') })
    expect(bad, bad.stderr).toMatchObject({
      exit: 1,
      output: expect.stringMatching(/^delivery=action-2-\w+\nstate=RolledBack\n$/),
    })
    const refused = await action({ ...inputs, build: '3', images: '$(touch /tmp/x)' })
    expect(refused).toMatchObject({ exit: 2, output: 'delivery=\nstate=\n' })
    expect(refused.stderr).toContain('$(touch /tmp/x)')
  })
})

/** Returns all texts in a document. */
function scriptsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scriptsIn) : []
}

describe('rollout retry --wait', () => {
  it('marks an environment as failed in which the revision fails again', async () => {
    await started.plane.client.apply([
      { kind: 'Environment', name: 'retries', spec: { settle: 2, deadline: 3 } },
      shopDefinition('retried'),
      {
        kind: 'Application',
        name: 'retried',
        spec: { definition: 'retried', environments: [{ environment: 'retries' }] },
      },
    ])
    const bad = `example.com/shop@${digest('bad')}`
    expect((await cli(['deliver', bad, '--application', 'retried', '--build', '1'])).exit).toBe(1)
    const retry = await cli(['rollout', 'retry', 'retried', '--environment', 'retries', '--wait'])
    expect(retry).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/^✖ stage\/retried-retries {2}(Failed|RolledBack)/m),
    })
    expect(retry.stderr).not.toContain('✔')
    expect(retry.stderr).toMatch(/^Error: Revision \d failed in retries/m)
  })
})
