import { expect, it } from 'vitest'
import { differences } from '../../schema/differences.ts'

it('lists every field that differs, ordered by path', () => {
  const before = {
    labels: { team: 'red', tier: 'web' },
    annotations: {},
    spec: { port: 443, tls: true, hosts: ['a', 'b'], limits: { cpu: 1, memory: 2 } },
  }
  const after = {
    labels: { team: 'blue', 'example.com/team': 'x' },
    annotations: { note: 'new' },
    spec: { port: 443, tls: false, hosts: ['a'], limits: { cpu: 1, memory: 3 } },
  }
  expect(differences(before, after)).toEqual([
    { path: 'annotations.note', after: 'new' },
    { path: 'labels.example.com/team', after: 'x' },
    { path: 'labels.team', before: 'red', after: 'blue' },
    { path: 'labels.tier', before: 'web' },
    { path: 'spec.hosts[1]', before: 'b' },
    { path: 'spec.limits.memory', before: 2, after: 3 },
    { path: 'spec.tls', before: true, after: false },
  ])
})

it('lists all fields of an object that is created or deleted', () => {
  const state = { labels: { team: 'red' }, spec: { port: 443 } }
  expect(differences(undefined, state)).toEqual([
    { path: 'labels.team', after: 'red' },
    { path: 'spec.port', after: 443 },
  ])
  expect(differences(state, undefined)).toEqual([
    { path: 'labels.team', before: 'red' },
    { path: 'spec.port', before: 443 },
  ])
  expect(differences(state, structuredClone(state))).toEqual([])
})
