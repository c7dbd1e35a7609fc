import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { createCanaries } from '../support/canaries.ts'
import { eventually } from '../support/eventually.ts'
import { cliOf } from '../support/run-cli.ts'
import { apply, secret, texts, workload } from '../support/secret-documents.ts'
import { startSearchedPlane, type SearchedPlane } from '../support/searched-plane.ts'
import { storedText } from '../support/stored-text.ts'

/*
 * Passes secret values through every function of a control plane, and then searches for them wherever it writes or
 * responds. Only the cluster has them.
 */

const canaries = createCanaries()

let searched: SearchedPlane
let plane: SearchedPlane['plane']
let cluster: SearchedPlane['cluster']
let responses: string[]
let send: SearchedPlane['send']
let graphql: SearchedPlane['graphql']

beforeAll(async () => {
  searched = await startSearchedPlane()
  ;({ plane, cluster, responses, send, graphql } = searched)
}, 120_000)
afterAll(() => searched?.stop())

/** Waits until the status of an object meets a condition, and keeps what it is until then. */
async function until(kind: string, name: string, condition: (status: string) => boolean): Promise<void> {
  const { status } = await plane.until(kind, name, (object) => {
    const text = JSON.stringify(object.status)
    responses.push(text)
    return condition(text)
  })
  expect(status).toBeDefined()
}

describe('values of secrets', () => {
  it('reach the cluster when they are created, changed over GraphQL, and changed over REST', async () => {
    const first = canaries.make('created')
    await graphql(apply, { documents: workload('main', secret('main', texts(first))) })
    await plane.ready('WorkloadInstance', 'main')
    const live = await cluster.get('/api/v1/namespaces/ns-main/secrets/main')
    const packed = Buffer.from(first).toString('base64')
    expect(live).toMatchObject({ data: { password: packed, token: packed } })

    const updated = canaries.make('updated')
    const variables = { documents: workload('main', secret('main', texts(updated))), key: 'k-1' }
    const answered = await graphql(apply, variables)
    expect((await graphql(apply, variables)).text).toBe(answered.text)
    await plane.ready('WorkloadInstance', 'main')

    const { id = '' } = (await plane.client.objects.get({ kind: 'WorkloadDefinition', name: 'main' })) ?? {}
    const rest = canaries.make('rest')
    const body = { YAMLDocument: secret('main', texts(rest)) }
    const headers = { 'idempotency-key': 'k-2' }
    const path = `/v0/workload-definitions/${id}`
    const patched = await send(path, body, { method: 'PATCH', headers })
    expect(patched.status).toBe(200)
    expect((await send(path, body, { method: 'PATCH', headers })).text).toBe(patched.text)
    await send(path)
    await plane.ready('WorkloadInstance', 'main')
    expect(await cluster.get('/api/v1/namespaces/ns-main/secrets/main')).toMatchObject({
      data: { password: Buffer.from(rest).toString('base64') },
    })
  })

  it('are used in a dry run, and refused in invalid input', async () => {
    const dry = canaries.make('dry-run')
    const documents = workload('main', secret('main', texts(dry)))
    expect((await graphql(apply, { documents, dryRun: true })).text).toContain('UPDATED')
    const wrong = canaries.make('wrong-input')
    for (const text of [
      secret('a', `stringData:\n  a: |${wrong}\n`),
      secret('a', `stringData:\n  a: "\\q${wrong}"\n`),
      secret('a', `stringData:\n  a: @${wrong}\n`),
      secret('a', `stringData: {a: ${wrong}\n`),
      secret('a', `stringData:\n  a: '${wrong}'\n  b: (secret 0123456789abcdef)\n`),
      `'${wrong}'`,
      `- ${wrong}\n`,
      secret('a', '').replace('{name: a}', `{name: a, annotations: {x: {a: '${wrong}'}}}`),
      secret('a', '').replace('{name: a}', `{name: a, labels: ['${wrong}']}`),
    ]) {
      const { text: answer } = await graphql(apply, { documents: workload('wrong', text) })
      expect(JSON.parse(answer)).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] })
    }
    for (const spec of [
      { yamlDocument: { kind: 'Secret', data: wrong } },
      { yamlDocument: [wrong] },
      [wrong],
    ]) {
      await graphql(apply, { documents: [{ kind: 'WorkloadDefinition', name: 'wrong', spec }] })
      const create = `mutation ($input: CreateWorkloadDefinitionInput!) { createWorkloadDefinition(input: $input) { changeCursor } }`
      await graphql(create, { input: { name: 'wrong', spec } })
      await send('/v0/workload-definitions', { Name: 'wrong', YAMLDocument: spec })
    }
    for (const literal of [`["${wrong}"]`, `{a: "${wrong}"}`])
      await graphql(
        `mutation { createKubernetesRuntimeInstance(input: {name: "x", spec: {definition: "x", kubeconfig: ${literal}}}) { changeCursor } }`,
      )
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })

  it('are refused at submit and by the cluster without being quoted', async () => {
    const failing = canaries.make('failing')
    const values = { failing: `data:\n  a: '${failing}'\n`, typed: `stringData:\n  a: {b: '${failing}'}\n` }
    for (const [name, text] of Object.entries(values)) {
      const { text: answer } = await graphql(apply, { documents: workload(name, secret(name, text)) })
      expect(JSON.parse(answer)).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] })
      const unchecked = secret(name, text).replace('}', ', annotations: {qleet.io/validate: none}}')
      await graphql(apply, { documents: workload(name, unchecked) })
      await until('WorkloadInstance', name, (status) => status.includes('"phase":"Failed"'))
    }
  })

  it('are compared with the cluster to report and revert drift', async () => {
    const documents = workload('drifting', secret('drifting', texts(canaries.make('desired'))), {
      drift: 'report',
    })
    await graphql(apply, { documents })
    await plane.ready('WorkloadInstance', 'drifting')
    const path = '/api/v1/namespaces/ns-drifting/secrets/drifting'
    const other = Buffer.from(canaries.make('drifted')).toString('base64')
    await cluster.merge(path, { data: { password: other } })
    await until('WorkloadInstance', 'drifting', (status) =>
      /"drift":\[\{.*\(secret [0-9a-f]{16}\).*\(secret [0-9a-f]{16}\)/.test(status),
    )
    await plane.client.workloadInstances.update({ name: 'drifting', input: { spec: { drift: 'CORRECT' } } })
    const corrected = await eventually(async () => {
      const live = (await cluster.get(path)) as { data?: Record<string, string> } | undefined
      return live?.data?.['password'] === other ? undefined : true
    })
    expect(corrected).toBe(true)
  })

  it('are in conflict with existing fields', async () => {
    await cluster.client.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { metadata: { name: 'ns-adopted' } },
    })
    await cluster.client.request({
      method: 'PATCH',
      path: '/api/v1/namespaces/ns-adopted/secrets/adopted',
      query: { fieldManager: 'somebody', force: 'true' },
      contentType: 'application/apply-patch+yaml',
      body: {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'adopted' },
        stringData: { password: canaries.make('before') },
      },
    })
    const values = `stringData:\n  password: '${canaries.make('conflicting')}'\n`
    await graphql(apply, { documents: workload('adopted', secret('adopted', values)) })
    await until('WorkloadInstance', 'adopted', (status) => /"phase":"(Failed|Ready)"/.test(status))
  })

  it('are delivered by a SecretInstance, created and changed over GraphQL, REST and the command line', async () => {
    const path = '/api/v1/namespaces/ns-drifting/secrets/delivered'
    const live = async () => (await cluster.get(path))?.['data'] as Record<string, string> | undefined
    const first = canaries.make('kind-created')
    const documents = [
      {
        kind: 'SecretDefinition',
        name: 'delivered',
        spec: { data: { a: first }, binaryData: { b: btoa(first) } },
      },
      {
        kind: 'SecretInstance',
        name: 'delivered',
        spec: { definition: 'delivered', workloadInstance: 'drifting' },
      },
    ]
    await graphql(apply, { documents, key: 'k-3' })
    expect((await graphql(apply, { documents, key: 'k-3' })).text).not.toContain('errors')
    await plane.ready('SecretInstance', 'delivered')
    expect(await live()).toEqual({ a: btoa(first), b: btoa(first) })

    const update = `mutation ($input: UpdateSecretDefinitionInput!) { updateSecretDefinition(input: $input) {
      secretDefinition { manifest spec { data binaryData } } diff { path before after } } }`
    const target = { named: { name: 'delivered' } }
    const changed = canaries.make('kind-updated')
    const updated = await graphql(update, { input: { target, spec: { data: { a: changed } } } })
    expect(updated.text).toMatch(/"path":"spec.data.a","before":"\(secret [0-9a-f]{16}\)","after":"\(secret/)
    await plane.ready('SecretInstance', 'delivered')
    expect(await live()).toEqual({ a: btoa(changed), b: btoa(first) })

    const { id = '' } =
      (await plane.client.objects.get({ kind: 'SecretDefinition', name: 'delivered' })) ?? {}
    const rest = canaries.make('kind-rest')
    const url = `/v0/secret-definitions/${id}`
    const body = { Data: { a: rest } }
    expect((await send(url, body, { method: 'PATCH', headers: { 'idempotency-key': 'k-4' } })).status).toBe(
      200,
    )
    const created = { Name: 'of-rest', Data: { a: canaries.make('kind-rest-created') } }
    expect((await send('/v0/secret-definitions', created)).status).toBe(201)
    await send('/v0/secret-definitions?data=x')
    await plane.ready('SecretInstance', 'delivered')
    expect(await live()).toEqual({ a: btoa(rest), b: btoa(first) })

    const cli = cliOf(() => plane)
    const typed = canaries.make('kind-typed')
    for (const [argv, stdin] of [
      [
        ['create', 'secret', 'delivered', '--update', '--from-file', 'a=-', '--dry-run'],
        canaries.make('kind-dry'),
      ],
      [['create', 'secret', 'delivered', '--update', '--from-file', 'a=-'], typed],
      [['get', 'secret-definition,secrets', '-o', 'yaml'], ''],
      [['describe', 'secret-definition', 'delivered'], ''],
      [['describe', 'secret', 'delivered'], ''],
      [['history', 'secret-definition/delivered'], ''],
      [['get', 'all', '-A', '--search', 'canary'], ''],
      [['tree', 'secret/delivered'], ''],
      [['history', 'secret-definition/delivered', '--generation', '1'], ''],
      [['events', 'secret', 'delivered'], ''],
    ] as const) {
      const { stdout, stderr, exit } = await cli(argv, { stdin })
      expect(exit, `${argv.join(' ')}: ${stderr}`).toBe(0)
      responses.push(stdout, stderr)
    }
    await plane.ready('SecretInstance', 'delivered')
    expect(await live()).toEqual({ a: btoa(typed) })
    const stdin = `kind: SecretDefinition\napiVersion: qleet.io/v1\nmetadata: {name: delivered}\nspec: {data: {a: '${canaries.make('kind-diff')}'}}\n`
    const compared = await cli(['diff', '-f', '-'], { stdin })
    expect(compared).toMatchObject({
      exit: 8,
      stdout: expect.stringMatching(/-.*\(secret .*\n\+.*\(secret /),
    })
    responses.push(compared.stdout)
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })

  it('of a SecretDefinition are absent from every error, of the API and of the cluster', async () => {
    const wrong = canaries.make('kind-wrong')
    const specs = [
      { data: wrong },
      { data: [wrong] },
      { data: { a: [wrong] } },
      { data: { a: { b: wrong } } },
      { data: { 'a b': wrong } },
      { data: { a: wrong }, binaryData: { a: btoa(wrong) } },
      { data: { a: wrong }, from: { b: { store: { name: 'x' }, key: 'y' } } },
      { data: { a: wrong, b: '(secret 0123456789abcdef)' } },
      { data: { a: wrong, b: 'x'.repeat(1_100_000) } },
      { binaryData: { a: wrong } },
      { binaryData: wrong },
    ]
    const create = `mutation ($input: CreateSecretDefinitionInput!) { createSecretDefinition(input: $input) { changeCursor } }`
    for (const spec of specs) {
      const documents = [{ kind: 'SecretDefinition', name: 'wrong', spec }]
      expect((await graphql(apply, { documents })).text).toContain('INVALID_INPUT')
      await graphql(create, { input: { name: 'wrong', spec } })
      const { data, binaryData, ...others } = spec
      const body = { Name: 'wrong', Data: data, BinaryData: binaryData, ...others }
      expect((await send('/v0/secret-definitions', body)).status).toBe(400)
    }
    for (const literal of [`"${wrong}"`, `["${wrong}"]`, `{a: {b: "${wrong}"}}`])
      await graphql(
        `mutation { createSecretDefinition(input: {name: "wrong", spec: {data: ${literal}}}) { changeCursor } }`,
      )
    // Refused by the API server, which requires JSON.
    const documents = [
      { kind: 'SecretDefinition', name: 'refused', spec: { data: { '.dockerconfigjson': wrong } } },
      {
        kind: 'SecretInstance',
        name: 'refused',
        spec: { definition: 'refused', namespace: 'ns-drifting', type: 'kubernetes.io/dockerconfigjson' },
      },
    ]
    await graphql(apply, { documents })
    await until('SecretInstance', 'refused', (status) => /"phase":"(Failed|Ready)"/.test(status))
    const missing = { definition: 'refused', namespace: 'missing' }
    await graphql(apply, { documents: [{ kind: 'SecretInstance', name: 'nowhere', spec: missing }] })
    await plane.until('SecretInstance', 'nowhere', ({ status }) => status.phase === 'Failed')
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })

  it('are in kubeconfigs, valid or not', async () => {
    const token = canaries.make('kubeconfig')
    const own = (await plane.client.kubeconfig({ name: 'space' })) ?? ''
    const { users, ...rest } = parse(own) as { users: { name: string }[] }
    const kubeconfig = stringify({ ...rest, users: users.map(({ name }) => ({ name, user: { token } })) })
    const broken = `a: "${canaries.make('broken-kubeconfig')}\n- {`
    const runtime = (name: string, text: string) => ({
      kind: 'KubernetesRuntimeInstance',
      name,
      spec: { definition: 'imported', kubeconfig: text },
    })
    const definition = {
      kind: 'KubernetesRuntimeDefinition',
      name: 'imported',
      spec: { provider: 'kubeconfig' },
    }
    const { text: answer } = await graphql(apply, { documents: [definition, runtime('broken', broken)] })
    expect(answer).toContain('documents[1].spec.kubeconfig: is not valid YAML')
    await graphql(apply, { documents: [definition, runtime('refused', kubeconfig)] })
    await until(
      'KubernetesRuntimeInstance',
      'refused',
      (status) => !/"phase":"(Pending|Progressing)"/.test(status),
    )
    const { text } = await graphql(`
      mutation {
        issueKubeconfig(input: { runtime: { named: { name: "refused" } } }) {
          issued {
            kubeconfig
          }
        }
      }
    `)
    expect(text).not.toContain(token)
    const stored =
      '{ kubernetesRuntimeInstance(by: { named: { name: "refused" } }) { spec { kubeconfig } manifest } }'
    expect((await graphql(stored)).text).toMatch(/\(secret [0-9a-f]{16}\)/)
  })

  it('of databases and buckets reach the applications that use them', async () => {
    const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n`
    const dependencies = [
      { name: 'db', kind: 'Database', spec: { engine: 'postgres' } },
      { name: 'wiki', kind: 'Database', spec: { engine: 'mysql' } },
      { name: 'files', kind: 'Bucket', spec: {} },
    ]
    const documents = [
      { kind: 'WorkloadDefinition', name: 'store', spec: { yamlDocument, dependencies } },
      { kind: 'WorkloadInstance', name: 'store', spec: { definition: 'store', namespace: 'ns-store' } },
    ]
    await graphql(apply, { documents })
    await plane.ready('WorkloadInstance', 'store')
    const entryOf = async (path: string, key: string): Promise<string> => {
      const data = ((await cluster.get(path))?.['data'] ?? {}) as Record<string, string>
      return Buffer.from(data[key] ?? '', 'base64').toString()
    }
    const bound = '/api/v1/namespaces/ns-store/secrets'
    for (const [name, key] of [
      ['db', 'password'],
      ['wiki', 'password'],
      ['files', 'secret-access-key'],
      ['files', 'access-key-id'],
    ] as const) {
      const value = await entryOf(`${bound}/${name}-binding`, key)
      expect(value.length).toBeGreaterThan(15)
      canaries.add(`generated ${key} of ${name}`, value)
    }
    const { status } = await plane.ready('DatabaseInstance', 'store-db')
    const { namespace } = status.outputs as { namespace: string }
    const rotated = canaries.make('rotated')
    await cluster.merge(`/api/v1/namespaces/${namespace}/secrets/postgres-app`, {
      data: { password: Buffer.from(rotated).toString('base64') },
    })
    const delivered = await eventually(async () =>
      (await entryOf(`${bound}/db-binding`, 'password')) === rotated ? true : undefined,
    )
    expect(delivered).toBe(true)
    const { text } = await graphql(`
      {
        objects(filter: { kinds: [DatabaseInstance, BucketInstance, WorkloadInstance] }, first: 20) {
          nodes {
            name
            manifest
            events {
              nodes {
                note
              }
            }
            history {
              nodes {
                diff {
                  before
                  after
                }
              }
            }
          }
        }
      }
    `)
    expect(text).toContain('store-wiki')
    await send('/v0/database-instances')
    await send('/v0/bucket-instances')
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })

  it('of logins are known to the browser only', async () => {
    const { code } = await plane.client.createLoginCode()
    canaries.add('login code', code)
    const headers = { 'content-type': 'application/json', origin: plane.url }
    const login = async () =>
      fetch(`${plane.url}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) })
    const cookie = (await login()).headers.get('set-cookie')?.split(';')[0] ?? ''
    const value = cookie.split('=')[1] ?? ''
    expect(value).toHaveLength(43)
    canaries.add('session', value)
    responses.push(await (await login()).text())
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/v0/projects'],
      ['GET', '/v0/missing'],
      ['DELETE', '/session'],
      ['GET', '/v0/projects'],
    ] as const)
      responses.push(
        await (await fetch(plane.url + path, { method, headers: { ...headers, cookie } })).text(),
      )
    expect(responses.at(-4)).toContain('"Data"')
    expect(responses.at(-1)).toContain('the session has ended')
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })

  it('are returned as placeholders, which stand for the stored values when applied again', async () => {
    const cli = cliOf(() => plane)
    const printed = await cli(['get', 'workload-definition', 'main', '-o', 'yaml'])
    expect(printed.stdout).toMatch(/# A comment that stays\.[^]*password: '\(secret [0-9a-f]{16}\)'/)
    const again = await cli(['apply', '-f', '-'], { stdin: printed.stdout })
    expect(again).toMatchObject({ exit: 0, stdout: 'workload-definition/main unchanged\n' })
    const unknown = printed.stdout.replace(/\(secret [0-9a-f]{16}\)/, '(secret 0123456789abcdef)')
    const refused = await cli(['apply', '-f', '-'], { stdin: unknown })
    expect(refused.exit).toBe(2)
    expect(refused.stderr).toContain('is the placeholder of a secret that is not stored here')
    expect(refused.stderr).toContain('stringData.password')
    for (const argv of [
      ['get', 'all', '-A', '-o', 'yaml'],
      ['get', 'all', '-A', '-o', 'json'],
      ['describe', 'workload-definition', 'main'],
      ...['main', 'failing', 'typed', 'drifting', 'adopted'].flatMap((name) => [
        ['describe', 'workload', name],
        ['tree', 'workload', name],
        ['events', 'workload', name],
      ]),
      ['describe', 'runtime', 'refused'],
      ['kubeconfig', 'space'],
    ]) {
      const { stdout, stderr } = await cli(argv)
      responses.push(stdout, stderr)
    }
    expect(
      (await plane.client.objects.events({ kind: 'KubernetesRuntimeInstance', name: 'space' })).map(
        ({ reason }) => reason,
      ),
    ).toContain('AccessIssued')
  })

  it('are absent from history, subscriptions, backups and metrics', async () => {
    await graphql('{ changes(after: "0", first: 1000) { nodes { specBefore specAfter reason } } }')
    const stop = new AbortController()
    for await (const change of plane.client.follow({ after: '0', signal: stop.signal })) {
      responses.push(JSON.stringify(change))
      // The last object of the tests above, without a kubeconfig.
      if (JSON.stringify(change).includes('nowhere')) stop.abort()
    }
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'main' }])
    await plane.gone('WorkloadInstance', 'main')
    await plane.client.objects.delete([{ kind: 'WorkloadDefinition', name: 'main' }])
    const backup = await fetch(`${plane.url}/v1/backup`, {
      headers: { authorization: `Bearer ${plane.token}` },
    })
    const text = gunzipSync(Buffer.from(await backup.arrayBuffer())).toString()
    expect(text).toContain('A comment that stays.')
    responses.push(text)
    for (const { url } of [...plane.servers, ...plane.workers])
      responses.push(
        await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${plane.token}` } })).text(),
      )
    expect(canaries.findIn(responses.join('\n'))).toEqual([])
  })
})

describe('values of secrets are stored', () => {
  it('in no column of any table, nor in the files of the database and its log', async () => {
    const { tables, rows, bytes, folders } = await storedText(plane.databaseUrl)
    expect(tables).toEqual(expect.arrayContaining(['Object', 'Change', 'IdempotencyKey']))
    expect(rows).toContain('A comment that stays.')
    expect(bytes).toContain('A comment that stays.')
    expect(canaries.findIn(rows)).toEqual([])
    expect(canaries.findIn(bytes)).toEqual([])
    expect(folders).toHaveLength(2)
    expect(canaries.findBelow(...folders)).toEqual([])
  })

  it('in no log of a server or worker, nor in the broker or in traces', async () => {
    const logs = [...plane.servers, ...plane.workers].map(({ log }) => log)
    expect(await readFile(logs[0] ?? '', 'utf8')).toContain('"level":"info"')
    expect(canaries.findBelow(...logs, searched.folder)).toEqual([])
    expect(searched.traces.join('')).toContain('reconcile WorkloadInstance')
    expect(canaries.findIn(searched.traces.join(''))).toEqual([])
  })

  it('only in the cluster', async () => {
    const live = await cluster.get('/api/v1/namespaces/ns-drifting/secrets/drifting')
    expect(canaries.findIn(JSON.stringify(live))).not.toEqual([])
    expect(canaries.findIn(canaries.make('control'))).toEqual(['control (clear)'])
  })
})
