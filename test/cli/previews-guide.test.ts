import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { digest } from '../support/applications-delivered.ts'
import { readGuide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf, type CliRun } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

/** Runs qleetctl, and fails with its output on another exit code. */
async function run(command: readonly string[], exit = 0, cwd = '/'): Promise<CliRun> {
  const result = await cli(command, { cwd })
  expect(result.exit, `${command.join(' ')}: ${result.stderr}${result.stdout}`).toBe(exit)
  return result
}

/** Returns the arguments of a command line, with whole digests where it shows their start. */
function wordsOf(line: string): string[] {
  const whole = line
    .replace(/ +#.*/, '')
    .replaceAll(/sha256:([0-9a-f]+)\.{3}/g, (_, start: string) => digest(start))
  return whole.split(' ').slice(1)
}

const image = (letters: string): string => `example.com/shop@${digest(letters)}`

describe('docs/guide/previews.md', () => {
  it('makes, updates and closes the preview of a pull request as it says', async () => {
    const { text, files } = await readGuide('previews.md')
    const cwd = await temporaryFolder({ 'shop.yaml': files[0] ?? '' })
    const lines = [...text.matchAll(/^qleetctl .*$/gm)].map(([line]) => line)
    const results: CliRun[] = []
    for (const line of lines) results.push(await run(wordsOf(line), 0, cwd))
    const [, made, listed, updated, woken, closed] = results
    expect(made?.stdout).toMatch(
      /^preview\/shop-pr-42 created\npreview\/shop-pr-42 Ready, until \S+Z\nhttp:\/\/shop-pr-42\.preview\.example\.com\n$/,
    )
    expect(made?.stderr).toMatch(/✔ preview\/shop-pr-42 +Ready/)
    expect(listed?.stdout).toMatch(
      /^shop-pr-42 +shop +42 +Ready +http:\/\/shop-pr-42\.preview\.example\.com /m,
    )
    expect(JSON.parse(updated?.stdout ?? '')).toMatchObject({
      metadata: { name: 'shop-pr-42' },
      spec: { build: 8 },
      status: {
        outputs: {
          url: 'http://shop-pr-42.preview.example.com',
          images: [{ digest: digest('2c0ffee') }],
          seededAt: expect.any(String),
        },
      },
    })
    expect(woken?.stdout).toMatch(
      /^preview\/shop-pr-42 updated\npreview\/shop-pr-42 Ready, until \S+Z\nhttp:\/\/shop-pr-42\.preview\.example\.com\n$/,
    )
    expect(closed?.stdout).toBe('preview/shop-pr-42 deleted\n')
  })

  it('gives a second environment a host name of its own, which a fixed one is not', async () => {
    const { files } = await readGuide('previews.md')
    const [file = ''] = files
    const more = `---\napiVersion: qleet.io/v1\nkind: Environment\nmetadata: { name: production }\nspec: { settle: 1 }\n`
    const both = file.replace('    - environment: staging\n', '$&    - environment: production\n') + more
    const fixed = (text: string): string =>
      text.replaceAll('shop', 'fixed').replace('{name}.example.com', 'fixed.example.com')
    const cwd = await temporaryFolder({
      'both.yaml': both,
      'first.yaml': fixed(file),
      'second.yaml': fixed(both),
    })
    await run(['apply', '-f', 'both.yaml', '--wait'], 0, cwd)
    const { client, until } = started.plane
    const sites = ['shop-staging-site', 'shop-production-site'] as const
    const gateways = await Promise.all(
      sites.map((name) => client.objects.get({ kind: 'GatewayInstance', name })),
    )
    expect(gateways.map((each) => each?.status.outputs['url'])).toEqual([
      'http://shop-staging.example.com',
      'http://shop-production.example.com',
    ])
    await run(['apply', '-f', 'first.yaml', '--wait'], 0, cwd)
    await run(['apply', '-f', 'second.yaml'], 0, cwd)
    const second = await until(
      'GatewayInstance',
      'fixed-production-site',
      ({ status }) => status.cause?.reason === 'PortTaken',
    )
    expect(second.status.cause?.message).toBe(
      'Port 80 of fixed.example.com in runtime space belongs to GatewayInstance fixed-staging-site already. Choose another port or host name (in a dependency, `{name}` stands for the name of the instance), or delete that gateway.',
    )
  })

  it('says how a push ends that is too old, fails, or is refused', async () => {
    const shop = ['preview', 'shop', '--pull-request', '43']
    await run([...shop, image('a'), '--build', '2', '--no-wait'])
    const old = await run([...shop, image('b'), '--build', '1'])
    expect(old.stdout).toMatch(/^preview\/shop-pr-43 Superseded: build 2 is newer\n/)
    const other = await run([...shop, image('b'), '--build', '2'], 2)
    expect(other.stderr).toContain('spec.build: is that of other images, which the preview has')
    const bad = await run([...shop, image('a').replace('shop@', 'other@'), '--build', '3'], 1)
    expect(bad.stderr).toMatch(
      /^Error: preview\/shop-pr-43 Failed: WorkloadInstance shop-pr-43: spec\.overrides\.images/m,
    )
    const none = await run(['preview', 'close', 'shop', '--pull-request', '99'])
    expect(none.stderr).toBe('application/shop has no preview of pull request 99.\n')
  })

  it('closes a preview that its forge reports', async () => {
    const { files } = await readGuide('previews.md')
    const cwd = await temporaryFolder({
      'hook.yaml': files.find((each) => each.includes('ForgeWebhook')) ?? '',
    })
    await run(['apply', '-f', 'hook.yaml'], 0, cwd)
    const body = JSON.stringify({
      action: 'closed',
      number: 43,
      pull_request: { closed_at: new Date(Date.now() + 60_000).toISOString() },
      repository: { full_name: 'example/shop' },
    })
    const signature = createHmac('sha256', 'correct-horse-battery').update(body).digest('hex')
    const response = await fetch(`${started.plane.url}/v0/webhooks/shop`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'pull_request',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    })
    expect([response.status, await response.json()]).toEqual([202, { deleted: ['shop-pr-43'], ignored: [] }])
    await started.plane.gone('Preview', 'shop-pr-43')
  })
})

describe('samples/ci', () => {
  it.each(['github-previews.yml', 'gitlab-previews.yml'])(
    'calls qleetctl in %s with options that it has',
    async (name) => {
      const text = await readFile(join(repository, 'samples/ci', name), 'utf8')
      const lines = [
        ...scriptsIn(parse(text))
          .join('\n')
          .matchAll(/^qleetctl .*$/gm),
      ].map(([line]) => line)
      expect(lines).toHaveLength(2)
      for (const line of lines) {
        const words = line
          .replace(/ -o '[^']*' > url.txt$/, '')
          .replaceAll(/"[^"]*@\$DIGEST"/g, image('5a'))
          .replaceAll(/"[^"]*(URL|merge_requests)[^"]*"/g, 'https://git.example.com/7')
          .replaceAll(/"\$\w+"/g, '7')
          .split(/ +/)
          .slice(1)
        const { stdout } = await run([...words, '--dry-run', '-o', 'json'])
        const [, output = 'name'] = / -o '(.*)' > url.txt$/.exec(line) ?? []
        expect((await run([...words, '--dry-run', '-o', output])).stdout.trim(), name).toBe('')
        expect(stdout, name).toMatch(words[1] === 'close' ? /"items": \[\]/ : /"pullRequest": 7/)
      }
    },
  )
})

/** Returns all texts in a document. */
function scriptsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scriptsIn) : []
}
