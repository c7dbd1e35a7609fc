/* Manifests that many scenarios use. */

export function configMapText(name: string, value = 'a', metadata = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${metadata}}\ndata: {value: "${value}"}\n`
}

export function deploymentText(name: string, { replicas = 1, app = name, tag = '3.10' } = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: app, image: "registry.k8s.io/pause:${tag}"}]}
`
}

export function serviceText(name: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports: [{ port: 80 }]\n`
}

export function together(...texts: readonly string[]): string {
  return texts.join('---\n')
}
