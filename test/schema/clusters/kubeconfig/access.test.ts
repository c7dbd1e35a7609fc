import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { accessOf } from '../../../../schema/clusters/kubeconfig/access.ts'
import { createAuthority } from '../../../workers/kube/client/misbehaving-server.ts'

const { cert } = await createAuthority('ours')
const encoded = (text: string): string => Buffer.from(text).toString('base64')

function kubeconfig(cluster: object = {}, user: object = {}, more: object = {}): string {
  return stringify({
    'current-context': 'a',
    contexts: [
      { name: 'a', context: { cluster: 'a', user: 'a' } },
      { name: 'b', context: { cluster: 'b', user: 'a' } },
    ],
    clusters: [
      { name: 'a', cluster: { server: 'https://a.example.com:6443/', ...cluster } },
      { name: 'b', cluster: { server: 'https://b.example.com' } },
    ],
    users: [{ name: 'a', user }],
    ...more,
  })
}

describe('accessOf', () => {
  it('returns the client certificate, the authority and the expected server name', () => {
    const text = kubeconfig(
      { 'certificate-authority-data': encoded(cert), 'tls-server-name': 'kubernetes' },
      { 'client-certificate-data': encoded('CERT'), 'client-key-data': encoded('KEY') },
    )
    expect(accessOf(text, trustedPolicy)).toEqual({
      policy: trustedPolicy,
      server: 'https://a.example.com:6443',
      ca: cert,
      serverName: 'kubernetes',
      certificate: 'CERT',
      key: 'KEY',
    })
  })

  it('returns the token of the current context', () => {
    expect(accessOf(kubeconfig({}, { token: 't' }, { 'current-context': 'b' }), trustedPolicy)).toEqual({
      policy: trustedPolicy,
      server: 'https://b.example.com',
      token: 't',
    })
  })

  it.each([
    [
      'a file of the worker',
      kubeconfig({ 'certificate-authority': '/etc/passwd' }),
      'Use certificate-authority-data',
    ],
    [
      'a token in a file',
      kubeconfig({}, { tokenFile: '/run/token' }),
      'references a file in tokenFile. Use token ',
    ],
    [
      'a program',
      kubeconfig({}, { exec: { apiVersion: 'v1', command: 'sh' } }),
      'from a program (exec). Use a token',
    ],
    ['an old plugin', kubeconfig({}, { 'auth-provider': { name: 'gcp' } }), 'which Kubernetes has removed'],
    ['a proxy', kubeconfig({ 'proxy-url': 'socks5://x' }), 'uses a proxy'],
    ['another user', kubeconfig({}, { as: 'admin' }), 'impersonates another user'],
    ['an invalid address', kubeconfig({ server: 'a.example.com' }), 'is not the URL of an API server'],
    [
      'an address with a password',
      kubeconfig({ server: 'https://me:secret@a.example.com' }),
      'contains a user name or a password',
    ],
    [
      'a missing context',
      kubeconfig({}, {}, { 'current-context': 'x' }),
      'no context "x". Its contexts are "a", "b".',
    ],
    ['text', 'hello', 'is not a kubeconfig: it must be'],
    ['a password', kubeconfig({}, { username: 'me', password: 'secret@' }), 'a user name and a password'],
    ['broken YAML', '{', 'not valid YAML'],
    ['broken YAML with a token in it', 'a: 1\ntoken: "secret@\n', 'not valid YAML, see line 2'],
    ['an invalid authority', kubeconfig({ 'certificate-authority-data': 'AAAA' }), 'contains no certificate'],
  ])('refuses %s, with an alternative', (_, text, message) => {
    expect(() => accessOf(text, trustedPolicy)).toThrow(message)
    expect(() => accessOf(text, trustedPolicy)).not.toThrow('secret@')
  })
})
