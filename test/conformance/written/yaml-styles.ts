import { configMapWith, type WrittenManifests } from './written.ts'

/* Styles of YAML. */

const plain = (value: string) => ({ has: { 'configmaps/plain': { data: { value } } } })

/** Returns manifests of one ConfigMap in the given style, with one value and then another. */
function written(name: string, style: (text: string) => string): WrittenManifests {
  return {
    name,
    text: style(configMapWith('plain', 'one')),
    becomes: plain('one'),
    edited: { text: style(configMapWith('plain', 'two')), becomes: plain('two') },
  }
}

/** Returns manifests that the cluster or the server refuses, and a corrected version. */
function corrected(
  name: string,
  refused: string,
  invalid: RegExp,
  taken = configMapWith('plain', 'two'),
): WrittenManifests {
  return { name, text: refused, becomes: { invalid }, edited: { text: taken, becomes: plain('two') } }
}

export const yamlStyles: readonly WrittenManifests[] = [
  written('windows-lines', (text) => text.replaceAll('\n', '\r\n')),
  written('byte-order-mark', (text) => `\uFEFF${text}`),
  written('two-marks', (text) => `\uFEFF${configMapWith('first', 'a')}---\n\uFEFF${text}`),
  written('old-mac-tail', (text) => `${text}\n\n   \n`),
  written('without-last-line-end', (text) => text.trimEnd()),
  written('directive', (text) => `%YAML 1.1\n---\n${text}...\n`),
  written(
    'comments',
    (text) => `# Source: chart/a.yaml\n---\n# nothing here\n---\n--- # with words\n${text}---\n#\n`,
  ),
  written('spaces-after-marks', (text) => `---   \n${text}---\t\n   \n---  \n`),
  written(
    'json',
    (text) =>
      `{"apiVersion":"v1","kind":"ConfigMap",\n\t"metadata":{"name":"plain"},\n\t"data":{"value":"${/"(\w+)"/.exec(text)?.[1] ?? ''}"}}`,
  ),
  written('quoted-keys', (text) => text.replace('apiVersion', '"apiVersion"').replace('kind', "'kind'")),
  written('explicit-tags', (text) => text.replace('{value: "', '{number: !!str 5, value: !!str "')),
  written('tail-of-an-export', (text) =>
    text.replace(
      '{name: plain}',
      '{name: plain, namespace: null, creationTimestamp: null, uid: 1c1c1c1c-0000-4000-8000-000000000000, resourceVersion: "12", generation: 3, managedFields: [], annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}',
    ),
  ),
  written('empty-maps', (text) =>
    text.replace('{name: plain}', '{name: plain, labels: , annotations: {}, finalizers: []}'),
  ),
  written('long-name', (text) => `${text}---\n${configMapWith(`${'long.'.repeat(49)}name`, 'a')}`),
  {
    name: 'anchors',
    text: `apiVersion: v1
kind: ConfigMap
metadata: &metadata
  name: base
  labels: &labels {team: shop, tier: "1"}
data: &data {a: "1", b: "2"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: derived, labels: &own {team: pay}}
data: &more
  a: &one "1"
  b: *one
---
apiVersion: v1
kind: ConfigMap
metadata: {name: merged}
data:
  <<: &shared {one: "1", two: "2"}
  two: "3"
`,
    becomes: {
      has: {
        'configmaps/base': { metadata: { labels: { team: 'shop', tier: '1' } } },
        'configmaps/derived': { data: { a: '1', b: '1' } },
        'configmaps/merged': { data: { one: '1', two: '3' } },
      },
    },
    edited: {
      text: `apiVersion: v1
kind: ConfigMap
metadata: {name: merged}
data: {<<: {one: "4"}, three: "5"}
`,
      becomes: { has: { 'configmaps/merged': { data: { one: '4', three: '5' } }, 'configmaps/base': null } },
    },
  },
  {
    name: 'scalars',
    text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: scalars
  annotations: {when: 2001-01-01, at: 12:30:45, version: v1, hex: "0x10", tilde: "~"}
data:
  literal: |
    a
      b
  kept: |+
    a

  folded: >-
    a
    b
  indented: |2
      a
  unicode: "ünï 🎈 \\u2028"
  breaks: "a \\u0085 b \\u2029\\u2028 c"
  controls: "\\u007F \\u009B \\uFEFF"
  quoted: 'it''s'
  "yes": "yes"
`,
    becomes: {
      has: {
        'configmaps/scalars': {
          metadata: { annotations: { when: '2001-01-01', at: '12:30:45' } },
          data: {
            literal: 'a\n  b\n',
            kept: 'a\n\n',
            folded: 'a b',
            indented: '  a\n',
            unicode: 'ünï 🎈 \u2028',
            breaks: 'a \u0085 b \u2029\u2028 c',
            controls: '\u007F \u009B \uFEFF',
            quoted: "it's",
            yes: 'yes',
          },
        },
      },
    },
    edited: {
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: scalars}\ndata:\n  literal: |-\n    a\n',
      becomes: { has: { 'configmaps/scalars': { data: { literal: 'a' } } } },
    },
  },
  {
    name: 'windows-block',
    text: 'apiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: plain\r\ndata:\r\n  value: |\r\n    one\r\n    two\r\n',
    becomes: plain('one\ntwo\n'),
    edited: {
      text: 'apiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: plain\r\ndata:\r\n  value: |-\r\n    one\r\n',
      becomes: plain('one'),
    },
  },
  {
    name: 'list-of-a-kind',
    text: `apiVersion: v1
kind: ConfigMapList
metadata: {resourceVersion: ""}
items:
  - {metadata: {name: a}, data: {value: one}}
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
`,
    becomes: { has: { 'configmaps/a': { data: { value: 'one' } }, 'configmaps/b': {} } },
    edited: {
      text: 'apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: a}, data: {value: two}}]\n',
      becomes: { has: { 'configmaps/a': { data: { value: 'two' } }, 'configmaps/b': null } },
    },
  },
  {
    name: 'list-of-lists',
    text: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: SecretList
    items: [{metadata: {name: s}, stringData: {a: b}}]
  - {apiVersion: v1, kind: List, items: []}
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: plain}, data: {value: one}}
`,
    becomes: { has: { 'secrets/s': { data: { a: 'Yg==' } }, ...plain('one').has } },
    edited: {
      text: `apiVersion: v1\nkind: List\nitems:\n---\n${configMapWith('plain', 'two')}`,
      becomes: { has: { 'secrets/s': null, ...plain('two').has } },
    },
  },
  corrected(
    'generate-name',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n',
    /generateName.*is not supported/,
  ),
  corrected('no-kind', 'apiVersion: v1\nmetadata: {name: a}\n', /kind.*is missing/),
  corrected(
    'no-name',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n',
    /metadata\.name.*is missing/,
  ),
  corrected(
    'number-as-label',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {version: 1.10}}\n',
    /labels\.version.*must be a (text|string)/,
  ),
  corrected(
    'yes-as-annotation',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {on: yes}}\n',
    /annotations.*must be a (text|string)/,
  ),
  corrected(
    'key-twice',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "1", a: "2"}\n',
    /twice|duplicate|already/i,
  ),
  corrected('tab', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n', /[Tt]ab/),
  corrected('not-closed', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\n', /line \d/),
  corrected(
    'unknown-alias',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: *nowhere\n',
    /alias without an anchor/,
  ),
  corrected('a-text', 'hello\n', /must be a Kubernetes object/),
  corrected('twice', `${configMapWith('a', '1')}---\n${configMapWith('a', '2')}`, /already declared in line/),
]
