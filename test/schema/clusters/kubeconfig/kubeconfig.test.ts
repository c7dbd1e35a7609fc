import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { chooseContext } from '../../../../schema/clusters/kubeconfig/context.ts'
import { KubeconfigError, readKubeconfig } from '../../../../schema/clusters/kubeconfig/kubeconfig.ts'
import { writeKubeconfig } from '../../../../schema/clusters/kubeconfig/write.ts'

function problemOf(text: string, options: { context?: string; most?: number } = {}) {
  try {
    chooseContext(readKubeconfig(text, options.most), options.context)
  } catch (error) {
    if (error instanceof KubeconfigError) return error.problem
    throw error
  }
  return undefined
}

const kubeconfig = (more: object = {}): string =>
  JSON.stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: 'https://c.example' } }],
    users: [{ name: 'u', user: { token: 'secret@' } }],
    ...more,
  })

describe('a kubeconfig', () => {
  it.each([
    ['nothing', '', 'incomplete', 'is empty'],
    ['blanks and a comment', '  \n# secret@\n', 'incomplete', 'is empty'],
    ['a text', 'secret@', 'incomplete', 'is not a kubeconfig: it must be'],
    ['a list', '- secret', 'incomplete', 'is not a kubeconfig: it must be'],
    ['broken YAML', 'a: 1\ntoken: "secret@\n', 'unreadable', 'is not valid YAML, see line 2 column 8'],
    ['an alias without an anchor', 'token: *secret@', 'unreadable', 'is not valid YAML, see line 1 column 8'],
    ['a duplicate key', 'secret@1: 1\nsecret@1: 2', 'unreadable', 'is not valid YAML, see line 2 column 1'],
    ['bytes that are not UTF-8', '\u0000\u0001secret@', 'incomplete', 'is not a kubeconfig: it must be'],
    ['two documents', `${kubeconfig()}\n---\n{}\n`, 'unreadable', 'more than one YAML document'],
    ['deep brackets', '['.repeat(100_000), 'unreadable', 'too large or too deeply nested'],
    [
      'values in place of lists',
      kubeconfig({ clusters: 7 }),
      'incomplete',
      'is not complete: clusters must be',
    ],
    ['values in place of entries', kubeconfig({ contexts: [null] }), 'incomplete', 'contexts[0] must be'],
    ['an entry without a name', kubeconfig({ users: [{}] }), 'incomplete', 'users[0].name is missing'],
    [
      'a context without a cluster',
      kubeconfig({ contexts: [{ name: 'a', context: { user: 'u' } }] }),
      'incomplete',
      'contexts[0].context.cluster is missing',
    ],
    ['no contexts', 'kind: Config', 'noContext', 'has no current context'],
    ['no current context', kubeconfig({ 'current-context': null }), 'noContext', 'has no current context'],
    ['another current context', kubeconfig({ 'current-context': 'b' }), 'noContext', 'has no context "b"'],
    [
      'no such cluster',
      kubeconfig({ clusters: null }),
      'incomplete',
      'has no cluster "c", which its context',
    ],
    ['no such user', kubeconfig({ users: [] }), 'incomplete', 'has no user "u", which its context'],
    [
      'a cluster without an address',
      kubeconfig({ clusters: [{ name: 'c', cluster: null }] }),
      'incomplete',
      'clusters[0].cluster.server is missing',
    ],
    [
      'a token that is a number',
      kubeconfig({ users: [{ name: 'u', user: { token: 7 } }] }),
      'incomplete',
      'users[0].user.token must be',
    ],
    [
      'a program without a name',
      kubeconfig({ users: [{ name: 'u', user: { exec: { apiVersion: 'v1' } } }] }),
      'incomplete',
      'users[0].user.exec.command is missing',
    ],
  ])('of %s is refused with the reason, and not quoted', (_, text, code, message) => {
    const problem = problemOf(text)
    expect(problem).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(JSON.stringify(problem)).not.toContain('secret@')
  })

  it('lists its contexts in the error, at most ten', () => {
    const contexts = Array.from({ length: 2000 }, (_, at) => ({
      name: `ü-${at}-${'x'.repeat(at)}`,
      context: { cluster: 'c', user: 'u' },
    }))
    const { remedy = '' } = problemOf(kubeconfig({ contexts }), { context: '\u202Ename' }) ?? {}
    expect(remedy).toMatch(/^Its contexts are "ü-0-", "ü-1-x", .* and others\.$/)
    expect(remedy.length).toBeLessThan(300)
  })

  it('is parsed up to a limit, in time that does not depend on the rest', () => {
    const startedAt = performance.now()
    const large = `${kubeconfig().slice(0, -1)}, "x": [${'1,'.repeat(2_000_000)}1]}`
    expect(problemOf(large, { most: 1000 })).toMatchObject({ code: 'unreadable' })
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  it('may have names and contexts in any script, null for empty values, and unknown fields', () => {
    const text = `
apiVersion: v1
preferences: null
current-context: 生产
contexts: [{ name: 生产, context: { cluster: кластер, user: 用户, namespace: x } }]
clusters: [{ name: кластер, cluster: { server: 'https://c.example', proxy-url: null, disable-compression: true } }]
users: [{ name: 用户, user: null }]
extensions: [{ name: mine, extension: 7 }]
`
    expect(chooseContext(readKubeconfig(text))).toEqual({
      name: '生产',
      context: { cluster: 'кластер', user: '用户', namespace: 'x' },
      cluster: { server: 'https://c.example', 'proxy-url': null, 'disable-compression': true },
      user: {},
    })
  })

  it.each(['yes', '1_0', '0777', '12:30:00', '~', '2026-11-21', 'a: b', '#', '"', 'ключ'])(
    'that is written with %j is parsed with it, also by parsers of YAML 1.2',
    (value) => {
      const text = writeKubeconfig({
        name: value,
        context: { cluster: value, user: value },
        cluster: { server: 'https://c.example' },
        user: { token: value },
      })
      expect(chooseContext(readKubeconfig(text))).toMatchObject({ name: value, user: { token: value } })
      expect(parse(text)).toMatchObject({ 'current-context': value })
    },
  )
})
