import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { createCharts, type Charts, type ChartSettings } from '../../../workers/charts/charts.ts'
import { createDownloader } from '../../../workers/charts/download.ts'
import { startHttpRepository, startOciRegistry, type TestRepository } from '../../support/chart-repository.ts'
import { chartOf, packChart, writeChart } from '../../support/charts.ts'
import { helmBinary } from '../../support/helm.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const template =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {colour: {{ .Values.colour | quote }}}\n'
const small = (version: string, name = 'small') => chartOf(name, version, { 'templates/a.yaml': template })

let http: TestRepository
let oci: TestRepository
beforeAll(async () => {
  ;[http, oci] = await Promise.all([startHttpRepository(), startOciRegistry()])
  for (const version of ['1.2.0', '1.3.0', '2.0.0-beta.1']) {
    await http.add(small(version))
    await oci.add(small(version))
  }
})
afterAll(async () => Promise.all([http?.close(), oci?.close()]))

const loopback = createAddressRules({ allow: ['127.0.0.0/8'], deny: [] })

async function chartsWith(settings: Partial<ChartSettings> = {}, rules = loopback): Promise<Charts> {
  const defaults = { helm: helmBinary ?? 'helm', cacheBytes: 1e9, mirrors: [], root: undefined }
  const cacheFolder = join(await temporaryFolder(), 'cache')
  return createCharts({ ...defaults, cacheFolder, ...settings }, createDownloader(rules))
}

const { signal } = new AbortController()
const release = {
  name: 'a',
  namespace: 'b',
  values: { colour: 'blue' },
  isUpgrade: false,
  capabilities: { kubeVersion: 'v1.33.0', apiVersions: ['v1', 'apps/v1'] },
}

describe('resolve', () => {
  it.each([
    [undefined, '1.3.0'],
    ['1.2.0', '1.2.0'],
    ['~1.2', '1.2.0'],
    ['>= 1.0, < 1.3', '1.2.0'],
    ['>=2.0.0-0', '2.0.0-beta.1'],
  ])('chooses the version for %s in a repository and in a registry', async (version, expected) => {
    const charts = await chartsWith()
    for (const { url } of [http, oci]) {
      const resolved = await charts.resolve({ repo: url, chart: 'small', version }, {}, signal)
      expect(resolved).toMatchObject({ chart: 'small', chartVersion: expected, appVersion: `7.${expected}` })
      expect(resolved.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    }
  })

  it.each([
    [
      'a version that does not exist',
      { version: '^3' },
      'VersionNotFound',
      'its newest versions are 2.0.0-beta.1, 1.3.0',
    ],
    ['a range that is none', { version: 'one!' }, 'InvalidVersion', 'neither a version nor a range'],
    [
      'a chart that does not exist',
      { chart: 'other' },
      'ChartNotFound',
      '/charts/index.yaml has no chart "other"',
    ],
    ['a repository without an index', { repo: '/nothing' }, 'NotFound', '/nothing/index.yaml does not exist'],
    ['another digest', { digest: `sha256:${'1'.repeat(64)}` }, 'DigestMismatch', 'instead of sha256:1111'],
  ])(
    'reports %s',
    async (_, { repo, ...given }: { repo?: string; [field: string]: string | undefined }, reason, text) => {
      const charts = await chartsWith()
      const source = {
        repo: repo === undefined ? http.url : http.url.replace('/charts', repo),
        chart: 'small',
        ...given,
      }
      await expect(charts.resolve(source, {}, signal)).rejects.toMatchObject({
        reason,
        message: expect.stringContaining(text),
      })
    },
  )

  it('reports a repository that is away, with its address', async () => {
    const closed = await startHttpRepository()
    await closed.close()
    await expect(
      (await chartsWith()).resolve({ repo: closed.url, chart: 'small' }, {}, signal),
    ).rejects.toMatchObject({
      reason: 'Unreachable',
      blocked: false,
      message: `${closed.url}/index.yaml cannot be reached (ECONNREFUSED); it is retried`,
    })
  })

  it('connects to no address that the operator refuses', async () => {
    const charts = await chartsWith({}, createAddressRules({ allow: [], deny: [] }))
    await expect(charts.resolve({ repo: http.url, chart: 'small' }, {}, signal)).rejects.toMatchObject({
      reason: 'AddressRefused',
    })
  })

  it('fetches a chart once for all who wait for it', async () => {
    const charts = await chartsWith()
    http.requests.length = 0
    await Promise.all([1, 2, 3].map(() => charts.resolve({ repo: http.url, chart: 'small' }, {}, signal)))
    expect(http.requests).toEqual(['/charts/index.yaml', '/charts/small-1.3.0.tgz'])
  })

  it('refuses an archive that is no chart', async () => {
    const folder = await temporaryFolder({ 'none-1.0.0.tgz': 'no archive' })
    const charts = await chartsWith({ root: folder })
    await expect(charts.resolve({ repo: folder, chart: 'none' }, {}, signal)).rejects.toMatchObject({
      reason: 'InvalidChart',
    })
  })

  it('refuses a library chart, which has no resources', async () => {
    const folder = await temporaryFolder()
    const library = chartOf('lib', '1.0.0', { 'Chart.yaml': 'name: lib\nversion: 1.0.0\ntype: library\n' })
    await writeFile(join(folder, 'lib-1.0.0.tgz'), await packChart(library))
    const charts = await chartsWith({ root: folder })
    await expect(charts.resolve({ repo: folder, chart: 'lib' }, {}, signal)).rejects.toMatchObject({
      reason: 'InvalidChart',
    })
  })
})

describe('folders', () => {
  it('gives an unpacked chart the same digest each time, and another one after a change', async () => {
    const folder = await temporaryFolder()
    await writeChart(folder, small('1.0.0'))
    const charts = await chartsWith({ root: folder })
    const source = { repo: `file://${folder}`, chart: 'small' }
    const { digest } = await charts.resolve(source, {}, signal)
    expect((await charts.resolve(source, {}, signal)).digest).toBe(digest)
    await writeFile(join(folder, 'small', 'values.yaml'), 'colour: red\n')
    expect((await charts.resolve(source, {}, signal)).digest).not.toBe(digest)
  })

  it('leave out of an unpacked chart what its .helmignore names, as an archive of its publisher does', async () => {
    const folder = await temporaryFolder()
    const chart = small('1.0.0')
    await writeChart(folder, chart)
    const charts = await chartsWith({ root: folder })
    const source = { repo: folder, chart: 'small' }
    const ignored = '# Documents\ntemplates/docs/README.md\nci/\n*.tmpl\n.helmignore\n'
    await writeFile(join(folder, 'small', '.helmignore'), ignored)
    const { digest } = await charts.resolve(source, {}, signal)
    const files = {
      'templates/docs/README.md': 'a: b: c',
      'ci/values.yaml': '',
      'x.tmpl': '',
      'templates/.y': ': :',
    }
    await writeChart(folder, { ...chart, files: { ...chart.files, ...files } })
    expect((await charts.resolve(source, {}, signal)).digest).toBe(digest)
    await writeChart(folder, { ...chart, files: { ...chart.files, 'templates/docs/readme.md': '' } })
    expect((await charts.resolve(source, {}, signal)).digest).not.toBe(digest)
  })

  it('have archives of versions that start with a v, as the tags of many publishers', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'small-v1.3.0.tgz'), await packChart(small('v1.3.0')))
    await writeFile(join(folder, 'small-very-9.0.0.tgz'), 'the archive of another chart')
    const charts = await chartsWith({ root: folder })
    const source = { repo: folder, chart: 'small', version: 'v1.3.0' }
    expect(await charts.resolve(source, {}, signal)).toMatchObject({ chartVersion: 'v1.3.0' })
  })

  it('are refused without a setting, outside of it, and behind a link that leaves it', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'allowed'))
    await writeChart(folder, small('1.0.0'))
    await symlink(join(folder, 'small'), join(folder, 'allowed', 'small'))
    const reasonOf = async (root: string | undefined, repo: string): Promise<unknown> =>
      (await chartsWith({ root }))
        .resolve({ repo, chart: 'small' }, {}, signal)
        .catch(({ reason }: { reason: string }) => reason)
    expect(await reasonOf(undefined, folder)).toBe('FolderNotAllowed')
    expect(await reasonOf(join(folder, 'allowed'), folder)).toBe('FolderNotFound')
    expect(await reasonOf(join(folder, 'allowed'), join(folder, 'allowed'))).toBe('FolderNotFound')
  })
})

describe('mirrors', () => {
  it('replace repositories and registries by each other and by folders, the longest prefix first', async () => {
    const folder = await temporaryFolder({ 'small-5.0.0.tgz': await packChart(small('5.0.0')) })
    const charts = await chartsWith({
      mirrors: [
        ['https://charts.example.com', http.url],
        ['https://charts.example.com/team', folder],
        ['oci://registry.example.com/charts', oci.url],
        ['oci://other.example.com', http.url],
      ],
    })
    const versionAt = async (repo: string): Promise<string> =>
      (await charts.resolve({ repo, chart: 'small' }, {}, signal)).chartVersion
    expect(await versionAt('https://charts.example.com')).toBe('1.3.0')
    expect(await versionAt('https://charts.example.com/team')).toBe('5.0.0')
    expect(await versionAt('oci://registry.example.com/charts')).toBe('1.3.0')
    expect(await versionAt('oci://other.example.com')).toBe('1.3.0')
  })

  it('may be on addresses that users may not name', async () => {
    const mirrors = [['https://charts.example.com', http.url]] as const
    const charts = await chartsWith({ mirrors }, createAddressRules({ allow: [], deny: [] }))
    const found = await charts.resolve({ repo: 'https://charts.example.com', chart: 'small' }, {}, signal)
    expect(found.chartVersion).toBe('1.3.0')
  })
})

describe('render', () => {
  const source = () => ({ repo: http.url, chart: 'small' })

  it.skipIf(helmBinary === undefined)('needs no repository once the chart is in the cache', async () => {
    const charts = await chartsWith()
    const chart = await charts.resolve(source(), {}, signal)
    http.requests.length = 0
    const request = { source: source(), credentials: {}, chart, release, secretValues: {} }
    expect(await charts.render(request, signal)).toMatchObject([
      { kind: 'ConfigMap', data: { colour: 'blue' } },
    ])
    expect(http.requests).toEqual([])
  })

  it.skipIf(helmBinary === undefined)('fetches exactly the recorded chart into an empty cache', async () => {
    const chart = await (await chartsWith()).resolve({ ...source(), version: '1.2.0' }, {}, signal)
    const charts = await chartsWith()
    const request = { source: source(), credentials: {}, chart, release, secretValues: {} }
    expect(await charts.render(request, signal)).toHaveLength(1)
    const replaced = { ...request, chart: { ...chart, digest: `sha256:${'2'.repeat(64)}` } }
    await expect(charts.render(replaced, signal)).rejects.toMatchObject({ reason: 'DigestMismatch' })
  })

  it('says in one sentence how to get helm if it is missing', async () => {
    const charts = await chartsWith({ helm: '/nonexistent/helm' })
    const chart = await charts.resolve(source(), {}, signal)
    const request = { source: source(), credentials: {}, chart, release, secretValues: {} }
    await expect(charts.render(request, signal)).rejects.toMatchObject({
      reason: 'HelmNotInstalled',
      message:
        'The worker finds no executable program "/nonexistent/helm": install Helm 3 or 4 on the machine of the worker ' +
        '(https://helm.sh/docs/intro/install/), or set QLEET_HELM to its path.',
    })
  })
})

it('deletes the least recently used charts beyond the size of the cache', async () => {
  const cacheFolder = join(await temporaryFolder(), 'cache')
  const charts = await chartsWith({ cacheFolder, cacheBytes: 1 })
  for (const version of ['1.2.0', '1.3.0'])
    await charts.resolve({ repo: http.url, chart: 'small', version }, {}, signal)
  expect(await readdir(cacheFolder)).toHaveLength(1)
})
