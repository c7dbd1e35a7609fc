import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pino } from 'pino'
import { parse, stringify } from 'yaml'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { trustedPolicy, type ClusterPolicy } from '../../../schema/clusters/policy.ts'
import { accessTo } from '../../support/access-to.ts'
import { resolveExec } from '../../../workers/runtimes/exec-plugin.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Creates a plugin in the PATH that counts its calls, and issues tokens that last for the given seconds. */
async function plugin(seconds: number | undefined): Promise<{ calls: () => Promise<string[]> }> {
  const folder = await temporaryFolder()
  const calls = join(folder, 'calls')
  const expires =
    seconds === undefined
      ? ''
      : `"expirationTimestamp":"'$(date -u -d "+${seconds} seconds" +%Y-%m-%dT%H:%M:%SZ)'",`
  const script = `#!/bin/sh
echo "$* $(env | grep -c ^QLEET_) $KUBERNETES_EXEC_INFO" >> ${calls}
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{${expires}"token":"token-'$(wc -l < ${calls} | tr -d ' ')'"}}'
`
  await writeFile(join(folder, 'give-token'), script)
  await chmod(join(folder, 'give-token'), 0o755)
  const { PATH, QLEET_TEST_SECRET } = process.env
  process.env['PATH'] = `${folder}:${PATH ?? ''}`
  process.env['QLEET_TEST_SECRET'] = 'x'
  onTestFinished(() => {
    process.env['PATH'] = PATH
    if (QLEET_TEST_SECRET === undefined) delete process.env['QLEET_TEST_SECRET']
  })
  return {
    calls: async () =>
      (await readFile(calls, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
  }
}

function kubeconfig(exec: object): string {
  return stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:6443' } }],
    users: [
      {
        name: 'a',
        user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'give-token', ...exec } },
      },
    ],
  })
}

const resolve = (
  text: string,
  more: { stored?: string; isRefused?: boolean; allowed?: string[][]; policy?: ClusterPolicy } = {},
): Promise<string> =>
  resolveExec({
    kubeconfig: text,
    stored: more.stored,
    isRefused: more.isRefused ?? false,
    allowed: more.allowed ?? [['give-token', 'get']],
    signal: AbortSignal.timeout(10_000),
    log: pino({ level: 'silent' }),
    policy: more.policy ?? trustedPolicy,
  })

const usual = kubeconfig({ args: ['get', '--cluster', 'a'], provideClusterInfo: true })

describe('resolveExec', () => {
  it('replaces an allowed program by its credentials, and passes it none of our secrets', async () => {
    const { calls } = await plugin(3600)
    const resolved = await resolve(usual)
    expect(accessTo(resolved)).toMatchObject({ server: 'https://127.0.0.1:6443', token: 'token-1' })
    const [call = ''] = await calls()
    expect(call).toMatch(
      /^get --cluster a 0 \{"apiVersion":"client.authentication.k8s.io\/v1","kind":"ExecCredential"/,
    )
    expect(call).toContain('"server":"https://127.0.0.1:6443"')
  })

  it('caches credentials until shortly before they expire', async () => {
    const lasting = await plugin(3600)
    const first = await resolve(usual)
    expect(await resolve(usual, { stored: first })).toBe(first)
    expect(await lasting.calls()).toHaveLength(1)
    await plugin(30)
    const short = await resolve(usual)
    expect(await resolve(usual, { stored: short })).not.toBe(short)
  })

  it('renews credentials without an expiry once the cluster refuses them, and those of another kubeconfig', async () => {
    await plugin(undefined)
    const first = await resolve(usual)
    expect(await resolve(usual, { stored: first })).toBe(first)
    expect(accessTo(await resolve(usual, { stored: first, isRefused: true })).token).toBe('token-2')
    const other = kubeconfig({ args: ['get', '--cluster', 'b'] })
    expect(accessTo(await resolve(other, { stored: first })).token).toBe('token-3')
  })

  it.each([
    ['a program that is not allowed', kubeconfig({ command: 'rm' }), 'ExecNotAllowed', 'QLEET_EXEC_PLUGINS'],
    [
      'a program with a path',
      kubeconfig({ command: '/tmp/give-token', args: ['get'] }),
      'ExecNotAllowed',
      'is not allowed to run',
    ],
    [
      'other arguments than allowed',
      kubeconfig({ args: ['put'] }),
      'ExecNotAllowed',
      'is not allowed to run',
    ],
    [
      'variables of the user',
      kubeconfig({ args: ['get'], env: [{ name: 'LD_PRELOAD', value: 'x' }] }),
      'ExecNotAllowed',
      'LD_PRELOAD',
    ],
  ])('refuses %s', async (_, text, reason, message) => {
    const { calls } = await plugin(60)
    await expect(resolve(text)).rejects.toMatchObject({ reason, message: expect.stringContaining(message) })
    expect(await calls()).toEqual([])
  })

  it.each([
    ['that does not exist', 'no-such-plugin', 'the worker finds no executable program no-such-plugin'],
    ['that fails', 'false', 'the program false returned no credentials'],
    ['with other output', 'echo', 'the program echo returned no credentials'],
  ])('reports a program %s', async (_, command, message) => {
    await expect(resolve(kubeconfig({ command }), { allowed: [[command]] })).rejects.toMatchObject({
      reason: 'ExecFailed',
      message: expect.stringContaining(message),
    })
  })

  it('reports that the only program of that name in the PATH may not be executed', async () => {
    await plugin(60)
    const [folder = ''] = (process.env['PATH'] ?? '').split(delimiter)
    await writeFile(join(folder, 'closed-plugin'), '#!/bin/sh\n', { mode: 0o600 })
    const resolved = resolve(kubeconfig({ command: 'closed-plugin' }), { allowed: [['closed-plugin']] })
    await expect(resolved).rejects.toMatchObject({
      reason: 'ExecFailed',
      message: expect.stringContaining('the worker finds no executable program closed-plugin'),
    })
  })

  it('skips entries of the PATH that cannot be searched', async () => {
    const { calls } = await plugin(60)
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'closed'), { mode: 0o000 })
    await writeFile(join(folder, 'file'), '')
    const unusable = ['closed', 'file', 'gone'].map((name) => join(folder, name)).join(delimiter)
    process.env['PATH'] = `${unusable}${delimiter}${process.env['PATH'] ?? ''}`
    expect(accessTo(await resolve(usual)).token).toBe('token-1')
    expect(await calls()).toHaveLength(1)
    process.env['PATH'] = unusable
    await expect(resolve(usual)).rejects.toMatchObject({
      reason: 'ExecFailed',
      message: expect.stringContaining('the worker finds no executable program give-token'),
    })
  })

  it('does not run a program for a cluster that may not be connected to', async () => {
    const { calls } = await plugin(60)
    const policy = { ...trustedPolicy, ...createAddressRules({ allow: [], deny: [] }) }
    await expect(resolve(usual, { policy })).rejects.toThrow('QLEET_CLUSTER_ALLOW=127.0.0.0/8')
    expect(await calls()).toEqual([])
  })

  it('returns a kubeconfig without a program unchanged', async () => {
    const { users: _, ...rest } = parse(usual) as { users: object }
    const text = stringify({ ...rest, users: [{ name: 'a', user: { token: 't' } }] })
    expect(await resolve(text)).toBe(text)
  })
})
