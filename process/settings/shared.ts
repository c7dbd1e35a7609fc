import type { Settings } from './setting.ts'

/** Settings that servers and workers share. */
export const natsSettings = {
  QLEET_NATS_URL: {
    type: 'natsUrl',
    summary: 'NATS server with JetStream, version 2.9.10 or later.',
    expected: 'the URL of a NATS server with JetStream, such as nats://nats:4222',
    isRequired: true,
    option: ['nats', 'URL'],
  },
  QLEET_NATS_TOKEN: { type: 'string', summary: 'Token for NATS, if it requires one.', isSecret: true },
  QLEET_NATS_PREFIX: {
    type: 'prefix',
    summary: 'Prefix of all names in NATS, so that several control planes can share one NATS.',
    expected: 'the prefix of all names in NATS',
    default: 'qleet',
  },
} as const satisfies Settings

/** Settings for connections to clusters of users. qleetctl reads them too, for `exec` and `port-forward`. */
export const clusterSettings = {
  QLEET_CLUSTER_ALLOW: {
    type: 'ranges',
    summary:
      'Address ranges in which clusters and modules are allowed although they are refused by default, such as 127.0.0.0/8.',
    expected: 'the address ranges to allow for clusters and modules, such as 127.0.0.0/8',
    default: '',
  },
  QLEET_CLUSTER_DENY: {
    type: 'ranges',
    summary: 'Address ranges in which clusters and modules are refused.',
    docs: 'Such as `10.0.0.0/8,fd00::/8`.',
    expected: 'the address ranges to refuse for clusters and modules, such as 10.0.0.0/8,fd00::/8',
    default: '',
  },
  QLEET_CLUSTER_HTTP: {
    type: 'boolean',
    summary: 'true allows cluster addresses with http://.',
    default: 'false',
  },
  QLEET_CLUSTER_SKIP_TLS_VERIFY: {
    type: 'boolean',
    summary: 'true allows insecure-skip-tls-verify in kubeconfigs.',
    docs: 'Runtimes that use it have a warning.',
    default: 'false',
  },
} as const satisfies Settings

export const logSettings = {
  QLEET_LOG_LEVEL: { type: 'logLevel', summary: 'Log level: debug, info, warn or error.', default: 'info' },
} as const satisfies Settings

export const hostSettings = {
  QLEET_ALLOWED_HOSTS: {
    type: 'hosts',
    summary: 'Host names of this process besides the name of the machine, separated by commas.',
    expected: 'host names such as qleet.example.com or *.example.com, or * for any',
    default: '',
    docs: 'Such as `qleet.example.com,*.internal.example`; `*` for any. Addresses and `localhost` are always allowed.',
  },
} as const satisfies Settings
