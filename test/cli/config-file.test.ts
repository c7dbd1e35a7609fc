import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configFile } from '../../cli/settings/config-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const fileAt = (cwd: string, path: string) => configFile({ env: {}, cwd }, path)

describe('the config file', () => {
  it('keeps all of many concurrent changes, and leaves no temporary files', async () => {
    const folder = await temporaryFolder()
    // The state that a killed qleetctl of an earlier release leaves.
    await writeFile(join(folder, 'config.yaml.lock'), '')
    const names = Array.from({ length: 20 }, (_, at) => `i${at}`)
    await Promise.all(
      names.map((name) =>
        fileAt(folder, 'config.yaml').update(({ QleetOSInstances: instances }) => {
          instances.push({ Name: name, APIServer: 'http://127.0.0.1:1' })
        }),
      ),
    )
    const { QleetOSInstances: instances } = await fileAt(folder, 'config.yaml').read()
    expect(instances.map(({ Name }) => Name).toSorted()).toEqual(names.toSorted())
    expect(await readdir(folder)).toEqual(['config.yaml', 'config.yaml.lock'])
    expect((await stat(join(folder, 'config.yaml'))).mode & 0o777).toBe(0o600)
  })

  it('remains a link if it is one', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'dotfiles'))
    await writeFile(join(folder, 'dotfiles/config.yaml'), '')
    await symlink('dotfiles/config.yaml', join(folder, 'config.yaml'))
    await fileAt(folder, 'config.yaml').update((config) => void (config.CurrentInstance = 'a'))
    expect(await fileAt(folder, 'dotfiles/config.yaml').read()).toMatchObject({ CurrentInstance: 'a' })
  })

  it('is reported if it cannot be written', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    await expect(fileAt(folder, 'file/config.yaml').update(() => undefined)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^cannot write the config file .*file\/config\.yaml: /),
    })
  })

  it.each([
    ['- a', 'must be an object'],
    ['QleetOSInstances: a', 'QleetOSInstances must be a list'],
    ['QleetOSInstances: [a]', 'QleetOSInstances[0] must be an object'],
    ['QleetOSInstances: [{ APIServer: a }]', 'QleetOSInstances[0].Name is missing'],
    ['QleetOSInstances: [{ Name: a, APIServer: "" }]', 'QleetOSInstances[0].APIServer is missing'],
    ['QleetOSInstances: [{ Name: a, APIServer: b, Token: 1 }]', 'QleetOSInstances[0].Token must be a string'],
    ['CurrentInstance: [a]', 'CurrentInstance must be a string'],
  ])('is refused as %s', async (text, problem) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'config.yaml'), text)
    await expect(fileAt(folder, 'config.yaml').read()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `the config file ${folder}/config.yaml is invalid: ${problem}. Correct it or remove it.`,
    })
  })

  it('keeps keys of a newer qleetctl, and takes null for an absent key', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'config.yaml'), 'QleetOSInstances: null\nCurrentInstance: null\nnew: 1\n')
    await fileAt(folder, 'config.yaml').update((config) => {
      config.QleetOSInstances.push({ Name: 'a', APIServer: 'http://127.0.0.1:1' })
    })
    expect(await readFile(join(folder, 'config.yaml'), 'utf8')).toBe(
      'new: 1\nQleetOSInstances:\n  - Name: a\n    APIServer: http://127.0.0.1:1\n',
    )
  })
})
