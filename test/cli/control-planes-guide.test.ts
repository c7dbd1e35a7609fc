import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { helmBinary } from '../support/helm.ts'
import { decoded } from '../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { runCli } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guide docs/guide/control-planes.md, as it is written. */

describe.skipIf(helmBinary === undefined)('the guide to control planes', () => {
  let started: PlaneWithRuntime
  let folder: string
  let files: string[]
  let commands: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qleet-control-planes-'))
    started = await startPlaneWithRuntime({
      env: { QLEET_HELM: helmBinary ?? '', QLEET_CHART_CACHE: join(folder, 'cache') },
    })
    const guide = await readFile(join(repository, 'docs/guide/control-planes.md'), 'utf8')
    files = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)
    const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
    commands = script
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, ''))
  })
  afterAll(async () => {
    await started?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const cli = async (line: string) => {
    const run = await runCli(line.split(' ').slice(1), { env: { HOME: folder }, cwd: folder })
    expect(run.exit, `${line}: ${run.stderr}`).toBe(0)
    return run
  }

  it('runs from the parent to the child and back', async () => {
    const { plane, cluster } = started
    await writeFile(join(folder, 'team.yaml'), files[0] ?? '')
    await writeFile(join(folder, 'parent.token'), plane.token)
    await cli(`qleetctl config set-context parent --server ${plane.url} --token-file parent.token --current`)
    const outputs: string[] = []
    for (const command of commands) outputs.push((await cli(command)).stdout)
    const [, planes = '', tree = '', added, , contexts, , plan] = outputs
    const [namespace = ''] = /team-\d+/.exec(planes) ?? []
    expect(planes).toMatch(/team +.*0\.1\.0 +https:\/\/team\.qleet\.example\.com/)
    expect(tree).toMatch(/Cluster\/team-db/)
    expect(tree).toMatch(/Deployment\/team-server[^]*Pod\/team-server-/)
    expect(added).toContain('Control plane "team" at https://team.qleet.example.com added to')
    expect(contexts).toMatch(/\* +team +https:\/\/team\.qleet\.example\.com/)
    expect(plan).toMatch(/destroys data: .*Cluster team-\d+\/team-db/)
    const path = join(folder, '.config/qleet/config.yaml')
    const secret = await cluster.get(`/api/v1/namespaces/${namespace}/secrets/team-secrets`)
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({
      QleetOSInstances: [{ Name: 'parent' }, { Name: 'team', Token: decoded(secret)['admin-token'] }],
      CurrentInstance: 'parent',
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('tells what to do about a child without an address, and about one that is not installed', async () => {
    await writeFile(join(folder, 'east.yaml'), files[1] ?? '')
    await cli('qleetctl apply -f east.yaml --wait')
    const { stdout, stderr } = await cli('qleetctl config add-control-plane east --as eastern')
    expect(stdout).toContain('"eastern" at http://east.east.svc.cluster.local:1323')
    expect(stderr).toContain('kubectl port-forward --namespace east service/east 1324:1323')
    await cli('qleetctl config add-control-plane east --as eastern --url http://127.0.0.1:1324')
    const missing = ['config', 'add-control-plane', 'eats']
    const { exit, stderr: refusal } = await runCli(missing, { env: { HOME: folder } })
    expect({ exit, refusal }).toMatchObject({ refusal: expect.stringContaining('Did you mean "east"?') })
    expect(exit).not.toBe(0)
  })
})
