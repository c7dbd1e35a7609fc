import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { configMap, deployment, newNamespace, useCluster } from './simulated.ts'

const run = promisify(execFile)
const binary = process.env['KUBECTL'] ?? 'kubectl'

interface Result {
  code: number
  out: string
  err: string
}

function isInstalled(): boolean {
  try {
    execFileSync(binary, ['version', '--client'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// Tests with the client that users have, if it is installed.
describe.skipIf(!isInstalled())('kubectl', () => {
  const simulated = useCluster()
  let namespace = ''
  let kubeconfig = ''

  beforeAll(async () => {
    kubeconfig = join(simulated.dataDir, 'kubeconfig')
    writeFileSync(kubeconfig, simulated.cluster.kubeconfig, { mode: 0o600 })
    namespace = await newNamespace(simulated.client)
  })

  async function kubectl(...args: string[]): Promise<Result> {
    const env = { ...process.env, KUBECONFIG: kubeconfig, HOME: simulated.dataDir }
    try {
      const { stdout, stderr } = await run(binary, ['-n', namespace, ...args], { env })
      return { code: 0, out: stdout.trim(), err: stderr.trim() }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, out: stdout.trim(), err: stderr.trim() }
    }
  }

  function file(name: string, ...objects: object[]): string {
    const path = join(simulated.dataDir, name)
    writeFileSync(path, objects.map((object) => stringify(object)).join('---\n'))
    return path
  }

  it('applies, finds no difference, then one, and applies it', async () => {
    const path = file('c.yaml', { ...configMap('c', { a: '1' }) })
    expect(await kubectl('apply', '-f', path)).toMatchObject({ code: 0, out: 'configmap/c created' })
    expect(await kubectl('apply', '-f', path)).toMatchObject({ out: 'configmap/c unchanged' })
    expect(await kubectl('diff', '-f', path)).toMatchObject({ code: 0, out: '' })
    file('c.yaml', configMap('c', { b: '2' }))
    const { code, out } = await kubectl('diff', '-f', path)
    expect(code).toBe(1)
    expect(out).toContain('-  a: "1"')
    expect(out).toContain('+  b: "2"')
    expect(await kubectl('apply', '-f', path)).toMatchObject({ out: 'configmap/c configured' })
    expect(await kubectl('get', 'cm/c', '-o', 'jsonpath={.data}')).toMatchObject({ out: '{"b":"2"}' })
  })

  it('applies server-side, gets conflicts, and forces', async () => {
    const path = file('s.yaml', configMap('s', { a: '1' }))
    expect(await kubectl('apply', '--server-side', '-f', path)).toMatchObject({
      out: 'configmap/s serverside-applied',
    })
    file('s.yaml', configMap('s', { a: '2' }))
    const refused = await kubectl('apply', '--server-side', '--field-manager=other', '-f', path)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('Apply failed with 1 conflict: conflict with "kubectl": .data.a')
    const forced = await kubectl(
      'apply',
      '--server-side',
      '--field-manager=other',
      '--force-conflicts',
      '-f',
      path,
    )
    expect(forced.code).toBe(0)
  })

  it('takes over fields from client-side apply with server-side apply', async () => {
    const path = file('o.yaml', configMap('o', { a: '1' }))
    await kubectl('apply', '-f', path)
    file('o.yaml', configMap('o', { a: '2' }))
    expect(await kubectl('apply', '--server-side', '-f', path)).toMatchObject({ code: 0, err: '' })
    const owners = await kubectl('get', 'cm/o', '--show-managed-fields', '-o', 'jsonpath={..manager}')
    expect(owners.out.split(' ').toSorted()).toEqual(['kubectl', 'kubectl-last-applied'])
  })

  it('applies lists, and gets an error for unknown kinds', async () => {
    const items = [configMap('l1'), configMap('l2')]
    const list = file('list.yaml', { apiVersion: 'v1', kind: 'List', items })
    expect((await kubectl('apply', '-f', list)).out).toBe('configmap/l1 created\nconfigmap/l2 created')
    const unknown = file('unknown.yaml', {
      apiVersion: 'none.example.com/v1',
      kind: 'None',
      metadata: { name: 'none' },
    })
    expect((await kubectl('apply', '-f', unknown)).err).toContain(
      'no matches for kind "None" in version "none.example.com/v1"',
    )
  })

  it('creates jobs from cron jobs', async () => {
    await kubectl('create', 'cronjob', 'c', '--image=job:1', '--schedule=0 0 1 1 *', '--', 'sh', '-c', 'true')
    expect((await kubectl('create', 'job', 'j', '--from=cronjob/c')).out).toBe('job.batch/j created')
    expect((await kubectl('wait', '--for=condition=Complete', 'job/j', '--timeout=20s')).code).toBe(0)
  })

  it('rolls daemon sets back', async () => {
    const template = (image: string) => ({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image }] } },
      },
    })
    await kubectl('apply', '-f', file('a.yaml', template('i:1')))
    await kubectl('rollout', 'status', 'ds/a', '--timeout=20s')
    await kubectl('apply', '-f', file('a.yaml', template('i:2')))
    await kubectl('rollout', 'status', 'ds/a', '--timeout=20s')
    expect((await kubectl('rollout', 'undo', 'ds/a')).out).toBe('daemonset.apps/a rolled back')
    expect((await kubectl('get', 'ds/a', '-o', 'jsonpath={..image}')).out).toBe('i:1')
    await kubectl('rollout', 'status', 'ds/a', '--timeout=20s')
    expect((await kubectl('rollout', 'history', 'ds/a')).out).toMatch(/\n2 +<none>\n3 +<none>$/)
  })

  it('rolls out, waits, scales, undoes and restarts', async () => {
    const path = file('d.yaml', deployment('d', { replicas: 2, image: 'nginx:1' }))
    await kubectl('apply', '-f', path)
    const status = await kubectl('rollout', 'status', 'deploy/d', '--timeout=20s')
    expect(status.out).toMatch(/deployment "d" successfully rolled out$/)
    expect((await kubectl('wait', '--for=condition=Available', 'deploy/d', '--timeout=20s')).out).toBe(
      'deployment.apps/d condition met',
    )
    expect((await kubectl('set', 'image', 'deploy/d', 'web=nginx:2')).out).toBe(
      'deployment.apps/d image updated',
    )
    await kubectl('rollout', 'status', 'deploy/d', '--timeout=20s')
    expect((await kubectl('rollout', 'history', 'deploy/d')).out).toMatch(
      /REVISION +CHANGE-CAUSE\n1 +<none>\n2 +<none>/,
    )
    expect((await kubectl('rollout', 'undo', 'deploy/d')).out).toBe('deployment.apps/d rolled back')
    expect((await kubectl('get', 'deploy/d', '-o', 'jsonpath={..image}')).out).toBe('nginx:1')
    expect((await kubectl('scale', 'deploy/d', '--replicas=1')).out).toBe('deployment.apps/d scaled')
    expect((await kubectl('rollout', 'restart', 'deploy/d')).out).toBe('deployment.apps/d restarted')
    expect((await kubectl('rollout', 'status', 'deploy/d', '--timeout=20s')).code).toBe(0)
    expect((await kubectl('get', 'deploy')).out).toMatch(
      /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nd +1\/1 +1 +1 +\d+s$/,
    )
  })

  it('describes pods with their events, and reads their logs', async () => {
    await kubectl('run', 'p', '--image=nginx:1')
    await kubectl('wait', '--for=condition=Ready', 'pod/p', '--timeout=20s')
    const { out } = await kubectl('describe', 'pod', 'p')
    expect(out).toMatch(/^Status: +Running$/m)
    expect(out).toMatch(/Normal +Started +.*kubelet/)
    expect((await kubectl('logs', 'p')).code).toBe(0)
  })

  it('debugs copies of pods, nodes, and pods themselves', async () => {
    await kubectl('run', 'ill', '--image=nginx')
    expect(await kubectl('wait', '--for=condition=Ready', 'pod/ill')).toMatchObject({ code: 0 })
    const image = ['--image=busybox', '--profile=general']
    expect(await kubectl('debug', 'ill', '--copy-to=copy', '-c', 'tool', ...image)).toMatchObject({ code: 0 })
    const containers = '-o=jsonpath={.spec.containers[*].name}'
    expect((await kubectl('get', 'pod', 'copy', containers)).out).toBe('ill tool')
    expect(await kubectl('debug', 'ill', '-c', 'tool', '--target=ill', ...image)).toMatchObject({ code: 0 })
    const running = '-o=jsonpath={.status.ephemeralContainerStatuses[0].state.running}'
    expect(
      (
        await kubectl(
          'wait',
          'pod/ill',
          '--for=jsonpath={.status.ephemeralContainerStatuses[0].started}=true',
        )
      ).code,
    ).toBe(0)
    expect((await kubectl('get', 'pod', 'ill', running)).out).toContain('startedAt')
    expect(await kubectl('debug', 'node/node-1', '--image=busybox', '--profile=sysadmin')).toMatchObject({
      code: 0,
      out: expect.stringContaining('on node node-1'),
    })
    const debuggers = '-o=jsonpath={.items[?(@.spec.hostPID==true)].spec.nodeName}'
    expect((await kubectl('get', 'pods', debuggers)).out).toBe('node-1')
  })

  it('approves requests for a foreign signer, and gets an error for all others', async () => {
    const request = (name: string, signerName: string) => ({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: { request: 'LQ==', signerName, usages: ['client auth'] },
    })
    await kubectl('create', '-f', file('own.yaml', request('own', 'example.com/own')))
    expect(await kubectl('certificate', 'approve', 'own')).toMatchObject({
      code: 0,
      out: 'certificatesigningrequest.certificates.k8s.io/own approved',
    })
    const refused = await kubectl(
      'create',
      '-f',
      file('builtin.yaml', request('a', 'kubernetes.io/kubelet-serving')),
    )
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('the simulated cluster signs no certificates'),
    })
  })

  it('runs commands of simulated containers, and gets an error for what needs processes', async () => {
    await kubectl('run', 'idle', '--image=nginx')
    expect(await kubectl('wait', '--for=condition=Ready', 'pod/idle')).toMatchObject({ code: 0 })
    expect(await kubectl('exec', 'idle', '--', 'hostname')).toMatchObject({ code: 0, out: 'idle' })
    for (const [what, ...args] of [
      ['attach', 'attach', 'idle'],
      ['portforward', 'port-forward', 'idle', '8080:80'],
    ] as const)
      expect((await kubectl(...args)).err).toContain(
        `the simulated cluster runs no processes and has no pods/${what}`,
      )
  })

  it('deletes and waits for the removal', async () => {
    await kubectl('create', 'configmap', 'gone', '--from-literal=a=b')
    expect((await kubectl('delete', 'cm', 'gone')).out).toContain('configmap "gone" deleted')
    expect(await kubectl('get', 'cm', 'gone')).toMatchObject({
      code: 1,
      err: 'Error from server (NotFound): configmaps "gone" not found',
    })
    expect((await kubectl('delete', 'cm', 'gone', '--ignore-not-found')).code).toBe(0)
  })

  it('explains fields, and lists the resources', async () => {
    expect((await kubectl('explain', 'deploy.spec.replicas')).out).toMatch(/FIELD: replicas <integer>/)
    expect((await kubectl('explain', 'deploy.spec')).out).toMatch(/selector\t<LabelSelector> -required-/)
    expect((await kubectl('api-resources', '--api-group=apps', '-o', 'name')).out.split('\n')).toContain(
      'deployments.apps',
    )
    expect((await kubectl('auth', 'can-i', 'delete', 'pods')).out).toBe('yes')
  })

  it('gets the errors of a manifest', async () => {
    const path = file('bad.yaml', { ...configMap('bad'), dta: { a: 'b' } })
    expect((await kubectl('apply', '-f', path)).err).toContain('strict decoding error: unknown field "dta"')
    const typed = file('typed.yaml', { ...deployment('bad'), spec: { replicas: 'many' } })
    expect((await kubectl('apply', '-f', typed)).err).toContain(
      'cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    )
  })
})
