import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { cliOf } from '../support/run-cli.ts'
import { defaultRuntime } from '../support/store.ts'

/** A simulated container writes `line N of NAMESPACE/POD/CONTAINER` each second. */

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  await apply('shop', deployment('web', { replicas: 2, containers: ['app', 'proxy'] }))
  await plane.ready('WorkloadInstance', 'shop')
})
afterAll(() => plane?.stop())

function deployment(
  name: string,
  {
    replicas = 1,
    containers = ['app'],
    image = 'example.com/app:1',
  }: { replicas?: number; containers?: string[]; image?: string } = {},
): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: ${JSON.stringify(containers.map((container) => ({ name: container, image })))}}
`
}

function apply(name: string, yamlDocument: string) {
  return plane.client.apply([
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: name } },
  ])
}

const cli = cliOf(() => plane)

/** Follows until the output is sufficient. */
async function follow(
  argv: readonly string[],
  isEnough: (stdout: string) => boolean | Promise<void>,
  options = {},
) {
  const ended = new AbortController()
  let stdout = ''
  const onOutput = (text: string): void => {
    stdout += text
    if (isEnough(stdout) === true) ended.abort()
  }
  return cli(['logs', ...argv, '-f'], { signal: ended.signal, onOutput, ...options })
}

const podsOf = (text: string): string[] => [...new Set(text.match(/^web-\S+(?=\/)/gm))]

describe('logs', () => {
  it('prints the lines of all pods and containers, each with its source', async () => {
    const { exit, stdout, stderr } = await cli(['logs', 'shop'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(podsOf(stdout)).toHaveLength(2)
    for (const line of stdout.trimEnd().split('\n')) {
      const [, pod, container, text] = /^(web-\S+)\/(app|proxy) \| (.*)$/.exec(line) ?? []
      expect(text).toMatch(new RegExp(`^simulated line \\d+ of shop/${pod}/${container}$`))
    }
  })

  it('prints them in chronological order', async () => {
    const { stdout } = await cli(['logs', 'shop', '-o', 'json'])
    const times = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: string }).time)
    expect(times).toEqual([...times].sort())
  })

  it.each([
    [
      ['--container', 'app', '--tail', '1'],
      /^web-\S+\/app \| simulated line \d+ of \S+\nweb-\S+\/app \| simulated line \d+ of \S+\n$/,
    ],
    [
      ['--container', 'app', '--tail', '1', '--no-prefix'],
      /^simulated line \d+ of \S+\nsimulated line \d+ of \S+\n$/,
    ],
    [
      ['--tail', '1', '-c', 'proxy', '--timestamps', '--no-prefix'],
      /^2\S+Z simulated line \d+ of \S+\/proxy\n/,
    ],
    [['--tail', '-1', '-c', 'app', '--no-prefix'], /^(simulated line \d+ of \S+\n){2,}$/],
    // A line may have been written in this very second.
    [['--since', '0s'], /^(web-\S+ \| simulated line \d+ of \S+\n){0,4}$/],
  ])('prints the selected lines with %j', async (options, stdout) => {
    expect(await cli(['logs', 'shop', ...options])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(stdout),
    })
  })

  it('explains on stderr why there is no output', async () => {
    expect(await cli(['logs', 'shop', '--previous', '-c', 'app'])).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^web-\S+\/app: has no run before this one\n/),
    })
    expect(await cli(['logs', 'shop', '-c', 'nobody'])).toMatchObject({
      exit: 4,
      stderr: 'Error: No pod has a container "nobody". Its containers are app, proxy.\n',
    })
    expect(await cli(['logs', 'shp'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('Did you mean "shop"?'),
    })
    await apply('bare', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n')
    await plane.ready('WorkloadInstance', 'bare')
    expect(await cli(['logs', 'bare'])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'workload-instance/bare: there are no pods\n',
    })
    expect(await cli(['logs', 'nobody'])).toMatchObject({ exit: 4 })
    expect(await cli(['logs', 'shop', '-f', '-p'])).toMatchObject({ exit: 2 })
  })

  it('shows why a container does not start', async () => {
    await apply('stuck', deployment('web', { image: 'example.com/simulate/image-missing:1' }))
    const ended = new AbortController()
    const { stderr } = await cli(['logs', 'stuck', '-f'], {
      signal: ended.signal,
      onOutput: (text) => text.includes('has not started') && ended.abort(),
    })
    expect(stderr).toMatch(/^web-\S+\/app: has not started: (ErrImagePull|ImagePullBackOff)$/m)
  })

  it('follows, including new pods, each in its own colour', async () => {
    await apply('growing', deployment('web'))
    await plane.ready('WorkloadInstance', 'growing')
    let isScaled = false
    const { exit, stdout } = await follow(
      ['growing'],
      (text) => {
        const pods = new Set(text.match(/web-\S+(?=\/app \|)/g))
        if (pods.size === 1 && !isScaled) {
          isScaled = true
          void apply('growing', deployment('web', { replicas: 2 }))
        }
        return pods.size === 2 && text.split('\n').length > 4
      },
      { columns: 200 },
    )
    expect(exit).toBe(130)
    expect(stdout).toContain('\u001B[36mweb-')
    expect(stdout).toContain('\u001B[35mweb-')
  })

  it('prints each run of a crashing container once, and the previous one with --previous', async () => {
    await apply('crashing', deployment('web', { image: 'example.com/simulate/crash:1' }))
    let restarts = 0
    const { stdout } = await follow(['crashing'], (text) => {
      restarts = text.split('simulated line 0 of').length - 1
      return restarts >= 2
    })
    expect(restarts).toBeGreaterThanOrEqual(2)
    expect(stdout).not.toMatch(/simulated line 0 of (\S+)\n(.*simulated line 0 of \1\n){3}/)
    expect(await cli(['logs', 'crashing', '--previous'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/simulated line 0 of/),
    })
  })

  it('resumes at its position when its worker or its server stops, and prints nothing twice', async () => {
    let isStopped = false
    const { stdout, stderr } = await follow(['shop', '-c', 'app', '--tail', '1'], (text) => {
      const lines = text.split('\n').filter((line) => line.includes('| simulated line')).length
      if (!isStopped && lines >= 2) {
        isStopped = true
        void (async () => {
          await plane.workers[0]?.stop()
          await plane.startWorker()
        })()
      }
      return isStopped && text.includes('retrying') && lines >= 10
    })
    expect(stderr).toContain('The worker that served the query is stopping; try again; retrying\n'.slice(4))
    const lines = stdout.trimEnd().split('\n')
    expect(new Set(lines).size).toBe(lines.length)
    for (const pod of podsOf(stdout)) {
      const numbers = [...stdout.matchAll(new RegExp(`simulated line (\\d+) of shop/${pod}`, 'g'))].map(
        ([, each]) => Number(each),
      )
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    }
  })
})
