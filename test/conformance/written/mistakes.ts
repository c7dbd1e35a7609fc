import { deployment, web } from './deployment.ts'
import { configMapWith, refused, refusedAtSubmit, unchecked, type WrittenManifests } from './written.ts'

/** Mistakes that the cluster refuses, each followed by its correction. */
export const mistakes: readonly WrittenManifests[] = [
  refused(
    'too-big',
    [configMapWith('big', 'x'.repeat(1_100_000)), configMapWith('big', 'x'.repeat(700_000))],
    {
      message: /1048576 bytes/,
      has: { 'configmaps/big': {} },
    },
  ),
  refused(
    'long-annotation',
    [300_000, 200_000].map(
      (length) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {note: ${'x'.repeat(length)}}}\n`,
    ) as [string, string],
    { message: /262144 bytes/, has: { 'configmaps/a': {} } },
  ),
  refused(
    'key-of-a-value',
    ['with space', 'without'].map(
      (key) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {"${key}": b}\n`,
    ) as [string, string],
    {
      message: /data\[with space\]/,
      has: { 'configmaps/a': {} },
    },
  ),
  refused('capitals', [configMapWith('Settings', 'a'), configMapWith('settings', 'a')], {
    message: /RFC 1123/,
    has: { 'configmaps/settings': {} },
  }),
  refusedAtSubmit('typing-error', [deployment('replica: 2'), deployment('replicas: 2')], {
    message: /spec\.replica .*is not a field of DeploymentSpec\. Did you mean "replicas"/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refusedAtSubmit('number-in-quotes', [deployment('replicas: "2"'), deployment('replicas: 2')], {
    message: /spec\.replicas .*must be an integer, got "2"\. Remove the quotes/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refusedAtSubmit(
    'number-without-quotes',
    [8080, '"8080"'].map((value) =>
      deployment(
        '',
        `containers: [{name: app, image: "registry.k8s.io/pause:3.10", env: [{name: PORT, value: ${value}}]}]`,
      ),
    ) as [string, string],
    { message: /value .*must be a string, got 8080\. Put it in quotes/, has: { [web]: {} } },
  ),
  refusedAtSubmit(
    'true-without-quotes',
    ['true', '"true"'].map(
      (value) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {flag: ${value}}\n`,
    ) as [string, string],
    {
      message: /data\.flag .*must be a string, got true\. Put it in quotes/,
      has: { 'configmaps/a': { data: { flag: 'true' } } },
    },
  ),
  refusedAtSubmit('selector-astray', [deployment('').replace('{app: web}', '{app: other}'), deployment('')], {
    message: /matchLabels\.app .*must be a label of the template/,
    has: { [web]: {} },
  }),
  refusedAtSubmit(
    'lower-case-kind',
    ['apiVersion: v1\nkind: configmap\nmetadata: {name: a}\n', configMapWith('a', '1')],
    {
      message: /is not a kind of v1, got "configmap"\. Did you mean "ConfigMap"/,
      has: { 'configmaps/a': {} },
    },
  ),
  refused('typing-error-unchecked', [unchecked(deployment('replica: 2')), deployment('replicas: 2')], {
    reason: 'Invalid',
    message: /replica/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refused(
    'selector-astray-unchecked',
    [unchecked(deployment('')).replace('{app: web}', '{app: other}'), deployment('')],
    { message: /selector/, has: { [web]: {} } },
  ),
  refused('number-unchecked', [unchecked(deployment('replicas: "2"')), deployment('replicas: 2')], {
    reason: 'Invalid',
    message: /replicas/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refused(
    'kind-of-old',
    ['apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n', configMapWith('a', '1')],
    { reason: 'VersionNotServed', message: /extensions\/v1beta1/, has: { 'configmaps/a': {} } },
  ),
  refused(
    'namespace-away',
    [
      configMapWith('a', '1').replace('{name: a}', '{name: a, namespace: corpus-is-not-there}'),
      configMapWith('a', '1'),
    ],
    { reason: 'NotFound', message: /is-not-there/, has: { 'configmaps/a': {} } },
  ),
]
