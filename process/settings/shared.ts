import type { Settings } from './setting.ts'

/** Settings that servers and workers have alike. */
export const natsSettings = {
  QLEET_NATS_URL: {
    type: 'natsUrl',
    summary: 'NATS server with JetStream, version 2.9.10 or later.',
    is: 'the URL of a NATS server with JetStream, such as nats://nats:4222',
    isRequired: true,
    option: ['nats', 'URL'],
  },
  QLEET_NATS_TOKEN: { type: 'text', summary: 'Token for NATS, where it wants one.', isSecret: true },
  QLEET_NATS_PREFIX: {
    type: 'prefix',
    summary: 'Prefix of everything in NATS, so that several control planes can share one.',
    is: 'the prefix of everything in NATS',
    default: 'qleet',
  },
} as const satisfies Settings

/** Where clusters of users may be, and how they may be spoken to. qleetctl reads them too, for `exec` and `port-forward`. */
export const clusterSettings = {
  QLEET_CLUSTER_ALLOW: {
    type: 'ranges',
    summary:
      'Ranges of addresses that clusters of kubeconfigs may be in although they are refused by default, such as 127.0.0.0/8.',
    is: 'the ranges that clusters may be in although they are refused, such as 127.0.0.0/8',
    default: '',
  },
  QLEET_CLUSTER_DENY: {
    type: 'ranges',
    summary: 'Ranges that they may not be in.',
    more: 'Such as `10.0.0.0/8,fd00::/8`.',
    is: 'the ranges that clusters may not be in, such as 10.0.0.0/8,fd00::/8',
    default: '',
  },
  QLEET_CLUSTER_HTTP: {
    type: 'boolean',
    summary: 'true lets their addresses begin with http://.',
    default: 'false',
  },
  QLEET_CLUSTER_SKIP_TLS_VERIFY: {
    type: 'boolean',
    summary: 'true lets their kubeconfigs say insecure-skip-tls-verify.',
    more: 'A runtime that has it says so, with a warning.',
    default: 'false',
  },
} as const satisfies Settings

export const logSettings = {
  QLEET_LOG_LEVEL: { type: 'logLevel', summary: 'debug, info, warn or error.', default: 'info' },
} as const satisfies Settings

export const hostSettings = {
  QLEET_ALLOWED_HOSTS: {
    type: 'hosts',
    summary: 'Names it is called by besides that of this machine, with commas between them.',
    is: 'names such as qleet.example.com or *.example.com, or * for any',
    default: '',
    more: 'Such as `qleet.example.com,*.internal.example`; `*` for any. Addresses and `localhost` need not be named.',
  },
} as const satisfies Settings
