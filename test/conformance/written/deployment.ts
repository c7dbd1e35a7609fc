import { podSpec } from './written.ts'

/** Returns the selector and template of a workload whose pods have the label `app`. */
export const template = (app: string, spec = podSpec): string =>
  `selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}, creationTimestamp: null}
    spec:${spec.startsWith('\n') ? spec : ` {${spec}}`}`

/** Returns a Deployment as kubectl prints it, with further fields of its spec. */
export const deployment = (more: string, spec?: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, creationTimestamp: null}
spec:
  strategy: {}
  ${template('web', spec)}
  ${more}
status: {}
`

export const web = 'apps/v1/deployments/web'
