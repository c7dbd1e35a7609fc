import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCliServer } from '../support/cli-server.ts'
import { urlOf } from '../support/fake-worker.ts'
import { serverEnv } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const used = useCliServer()

/** Returns the values of a definition as reconcilers see them. */
async function valuesOf(name: string): Promise<Record<string, string>> {
  const { store } = used.server
  const object = await store.find({ kind: 'SecretDefinition', name })
  return store.secrets(object?.id ?? 0n)
}

describe('create secret', () => {
  it('takes values from literals, files, folders, environment files and stdin', async () => {
    const cwd = await temporaryFolder({
      'password.txt': 'sesame\n',
      'folder/a.conf': 'in a folder',
      'folder/not a key': 'ignored',
      'key.der': Uint8Array.from([0, 1, 255]),
      '.env': '# comment\nHOST=db.example\n  URL=a=b # kept\n\nFROM_ENV\n',
    })
    const literals = '--from-literal user=shop=x --from-literal empty='
    const files =
      '--from-file password.txt --from-file pw=password.txt --from-file folder --from-file key.der'
    const streams = '--from-env-file .env --from-file in=-'
    const run = await used.cli(`create secret all ${literals} ${files} ${streams}`.split(' '), {
      cwd,
      stdin: 'typed',
      env: { ...serverEnv({ url: urlOf(used.server), token: used.server.adminToken }), FROM_ENV: 'set' },
    })
    expect(run).toEqual({ exit: 0, stdout: 'secret-definition/all created\n', stderr: '' })
    expect(await valuesOf('all')).toEqual({
      'data/user': 'shop=x',
      'data/empty': '',
      'data/password.txt': 'sesame\n',
      'data/pw': 'sesame\n',
      'data/a.conf': 'in a folder',
      'data/HOST': 'db.example',
      'data/URL': 'a=b # kept',
      'data/FROM_ENV': 'set',
      'data/in': 'typed',
      'binaryData/key.der': 'AAH/',
    })
  })

  it.each([
    [
      'a line that is no KEY=VALUE',
      'A=b\nhush hush\n',
      'secrets.env:2: must be KEY=VALUE with a key of letters',
    ],
    ['a value that continues in the next line', 'A="b\nhush"\n', 'secrets.env:2: must be KEY=VALUE'],
    ['an export', '# c\n\nexport A=hush\n', 'secrets.env:3: must be KEY=VALUE'],
    ['no key', '=hush\n', 'secrets.env:1: must be KEY=VALUE'],
    [
      'a key alone whose variable is not set',
      'A=b\nhush\n',
      'secrets.env:2: must be KEY=VALUE; a key alone takes the environment variable of that name, which is not set',
    ],
  ])('refuses an environment file with %s, with the line and without its text', async (_, text, message) => {
    const cwd = await temporaryFolder({ 'secrets.env': text })
    const { exit, stdout, stderr } = await used.cli(
      ['create', 'secret', 'x', '--from-env-file', 'secrets.env'],
      { cwd },
    )
    expect(exit).toBe(2)
    expect(stderr.toLowerCase()).toContain(message.toLowerCase())
    expect(stdout + stderr).not.toContain('hush')
  })

  it('delivers it with a namespace, and updates it only with --update', async () => {
    const argv = ['create', 'secret', 'rotated', '--namespace', 'shop', '--from-literal']
    expect((await used.cli([...argv, 'a=one'])).stdout).toBe(
      'secret-definition/rotated created\nsecret-instance/rotated created\n',
    )
    const refused = await used.cli([...argv, 'a=two'])
    expect(refused.exit).not.toBe(0)
    expect(refused.stderr).toContain('SecretDefinition "rotated" already exists')
    expect(refused.stderr).not.toContain('documents[')
    expect((await used.cli([...argv, 'b=two', '--update'])).stdout).toBe(
      'secret-definition/rotated updated\n  reaches 1 object at once: secret-instance/rotated\n' +
        'secret-instance/rotated unchanged\n',
    )
    expect(await valuesOf('rotated')).toEqual({ 'data/b': 'two' })
    expect((await used.cli(['get', 'secrets'])).stdout).toMatch(
      /^NAME +DEFINITION +RUNTIME[^\n]*\nrotated +rotated +space/,
    )
    const described = (await used.cli(['describe', 'secret-definition', 'rotated'])).stdout
    expect(described).toMatch(/\(secret [0-9a-f]{16}\)/)
  })

  it('reads the legacy formats', async () => {
    const cwd = await temporaryFolder({
      'secret.yaml':
        'Secret:\n  Name: legacy\n  AwsAccountName: default\n  Namespace: shop\n  Data: {password: sesame}\n',
    })
    const run = await used.cli(['create', 'secret', '--config', join(cwd, 'secret.yaml')])
    expect(run).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('secret-definition/legacy created'),
    })
    expect(run.stderr).toContain('AwsAccountName')
    expect(await valuesOf('legacy')).toEqual({ 'data/password': 'sesame' })
  })

  it('shows documents with a dry run, and changes nothing', async () => {
    const argv = ['create', 'secret', 'dry', '--from-literal', 'a=one', '-o', 'json', '--dry-run=client']
    const { exit, stdout } = await used.cli(argv)
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      items: [{ kind: 'SecretDefinition', spec: { data: { a: 'one' } } }],
    })
    expect(await used.server.store.find({ kind: 'SecretDefinition', name: 'dry' })).toBeUndefined()
  })

  it.each([
    [['x', '--from-literal', 'hush'], '--from-literal must be KEY=VALUE'],
    [['x', '--from-literal', 'a b=hush'], 'the key "a b" must be a key of letters'],
    [['x', '--from-literal', 'a=hush', '--from-literal', 'a=hush'], 'the key "a" is given twice'],
    [['x', '--from-file', '-'], 'set the key: --from-file KEY=-'],
    [['x', '--from-file', 'a=-', '--from-env-file', '-'], 'Stdin (-) can be read only once'],
    [['x', '--from-file', 'missing.txt'], 'Cannot read missing.txt: there is no such file or folder'],
    [['x', '--from-env-file', '-'], '-:1: must be KEY=VALUE'],
    [['x'], 'Set --from-literal, --from-file or --from-env-file'],
    [[], 'Set the NAME of the Secret'],
    [['x', '--from-literal', 'a=hush', '--runtime', 'space'], 'Set --workload or --namespace'],
    [['x', '--from-literal', 'a=hush', '--workload', 'none'], 'there is no WorkloadInstance with this name'],
    [['x', '--from-literal', 'a=hush', '--namespace', 'No'], 'must be a DNS label'],
  ])('refuses %j without the value', async (argv, message) => {
    const { exit, stdout, stderr } = await used.cli(['create', 'secret', ...argv], { stdin: 'hush hush\n' })
    expect(exit).toBe(2)
    expect(stderr).toContain(message)
    expect(stdout + stderr).not.toContain('hush')
  })
})
