import { expect, it } from 'vitest'
import { singleLine, statusText } from '../../../../workers/kube/client/status-text.ts'

const template = JSON.stringify({ labels: { app: 'a}"' }, Spec: { Containers: [{ Name: 'a', Image: 'b' }] } })
const struct = `core.PodTemplateSpec{ObjectMeta:v1.ObjectMeta{Name:"", Labels:map[string]string{"app":"a"}}, Spec:core.PodSpec{Volumes:[]core.Volume(nil), RestartPolicy:"Always"}}`

it.each([
  [
    'JSON',
    `Job.batch "j" is invalid: spec.template: Invalid value: ${template.padEnd(130, ' ').replace(/}( *)$/, '$1}')}: field is immutable`,
    'Job.batch "j" is invalid: spec.template: Invalid value: {…}: field is immutable',
  ],
  [
    'a struct of Go',
    `spec.template: Invalid value: ${struct}: field is immutable`,
    'spec.template: Invalid value: {…}: field is immutable',
  ],
  [
    'two of them in a list',
    `[a: Invalid value: ${struct}: field is immutable, b: Invalid value: ${struct}: field is immutable]`,
    '[a: Invalid value: {…}: field is immutable, b: Invalid value: {…}: field is immutable]',
  ],
  [
    'a short one, which stays',
    'spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
    'spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
  ],
  [
    'one that was cut short, which stays',
    `value: {"a": "${'b'.repeat(200)}`,
    `value: {"a": "${'b'.repeat(200)}`,
  ],
])('leaves the value out of a refusal that quotes %s', (_, message, text) => {
  expect(statusText(message)).toBe(text)
})

it('lists the errors of a manifest in one order, whatever the order of the API server', () => {
  const ports = '.spec.ports: duplicate entries for key [port=80]'
  const env = '.spec.env: duplicate entries for key [name="A"]'
  const from = (...errors: string[]): string =>
    singleLine(`failed to create typed patch object (a/b; v1, Kind=C): errors:\n  ${errors.join('\n  ')}`)
  expect(from(ports, env)).toBe(`${env}; ${ports}`)
  expect(from(env, ports)).toBe(`${env}; ${ports}`)
})

it('shows what a changed pod differs in, without the lines around', () => {
  const message = [
    'Pod "j" is invalid: spec: Forbidden: pod updates may not change fields',
    '@@ -151,7 +151,7 @@',
    '  "EphemeralContainers": null,',
    '- "RestartPolicy": "Never",',
    '+ "RestartPolicy": "Always",',
    '  "DNSPolicy": "ClusterFirst",',
    '',
  ].join('\n')
  expect(singleLine(message)).toBe(
    'Pod "j" is invalid: spec: Forbidden: pod updates may not change fields; - "RestartPolicy": "Never"; + "RestartPolicy": "Always"',
  )
})
