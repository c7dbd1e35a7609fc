import { describe, expect, it } from 'vitest'
import { createAddressRules } from '../../../../schema/clusters/addresses.ts'
import { clusterProblems } from '../../../../schema/clusters/kubeconfig/cluster-problems.ts'
import { trustedPolicy, type ClusterPolicy } from '../../../../schema/clusters/policy.ts'
import { createAuthority } from '../../../workers/kube/client/misbehaving-server.ts'

const strict: ClusterPolicy = {
  ...createAddressRules({ allow: [], deny: [] }),
  allowsHttp: false,
  allowsUnverified: false,
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const server = 'https://cluster.example:6443'
const authority = await createAuthority('ours')

function problemsOf(cluster: object, policy = strict): string[] {
  return clusterProblems(cluster, policy).map(
    ({ field, message, remedy }) => `${field} ${message}. ${remedy}`,
  )
}

describe('a cluster of a kubeconfig', () => {
  it('is valid with TLS, a name and an authority', () => {
    for (const data of [authority.cert, `# two\n${authority.cert}\n${authority.cert}`])
      expect(problemsOf({ server, 'certificate-authority-data': base64(data) })).toEqual([])
    for (const each of [
      'https://10.0.0.1',
      'https://[fd12::1]:6443/',
      'https://rancher.example/k8s/clusters/c-1',
    ])
      expect(problemsOf({ server: each })).toEqual([])
  })

  it.each([
    ['http://cluster.example', 'QLEET_CLUSTER_HTTP=true'],
    [
      'https://127.0.0.1:6443',
      'a loopback address: 127.0.0.1. Use another address, or ask the operator to allow it with QLEET_CLUSTER_ALLOW=127.0.0.0/8',
    ],
    ['https://2130706433', 'a loopback address: 127.0.0.1'],
    ['https://0x7f000001/', 'a loopback address: 127.0.0.1'],
    ['https://0177.1/', 'a loopback address: 127.0.0.1'],
    ['https://LOCALHOST:6443', 'a loopback address'],
    ['https://[::1]:6443', 'QLEET_CLUSTER_ALLOW=::1/128'],
    ['https://[::ffff:169.254.169.254]', 'a link-local address'],
    ['https://169.254.169.254/latest', 'a link-local address'],
    ['https://me:secret@cluster.example', 'contains a user name or a password'],
    ['https://cluster.example/?', 'a query or a fragment'],
    ['https://cluster.example/#', 'a query or a fragment'],
    ['ftp://cluster.example', 'is not the URL of an API server'],
    ['cluster.example', 'is not the URL of an API server'],
    ['https://cluster.example\u202E', 'is not the URL of an API server'],
    ['https://cluster.example/ x', 'is not the URL of an API server'],
  ])('is refused at %j', (address, text) => {
    const [problem = '', ...more] = problemsOf({ server: address })
    expect(problem).toContain(text)
    expect(problem).not.toContain('secret')
    expect(more).toEqual([])
  })

  it.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['not base64!', 'is not base64'],
    [base64(''), 'is empty'],
    [base64('hello'), 'contains no certificate'],
    [base64('-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n'), 'contains an invalid certificate'],
    [base64(authority.cert.replace(/\n.{20}/, '\nAAAA')), 'contains an invalid certificate'],
    [base64(authority.key), 'contains a private key'],
    [base64(authority.cert + authority.key), 'contains a private key'],
  ])('is refused with the authority %j', (data, text) => {
    for (const policy of [strict, trustedPolicy])
      expect(problemsOf({ server, 'certificate-authority-data': data }, policy)).toEqual([
        expect.stringContaining(text),
      ])
  })

  it('is verified unless a setting disables that', () => {
    const cluster = { server, 'insecure-skip-tls-verify': true }
    expect(problemsOf(cluster)).toEqual([expect.stringContaining('QLEET_CLUSTER_SKIP_TLS_VERIFY=true')])
    expect(problemsOf(cluster, { ...strict, allowsUnverified: true })).toEqual([])
  })
})
