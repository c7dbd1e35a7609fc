/* Documents of applications that are delivered, for tests. */

/** A definition with one image, `example.com/shop`. */
export function shopDefinition(name: string, greeting = 'hello') {
  const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
      annotations: { greeting: ${greeting} }
    spec:
      containers:
        - name: web
          image: example.com/shop:1.0
`
  return { kind: 'WorkloadDefinition', name, spec: { yamlDocument } }
}

/** A digest that is the same for the same letters, hexadecimal ones. Those that start with `bad` crash in the simulator. */
export function digest(letters: string): string {
  return `sha256:${letters.padEnd(64, '0')}`
}

/** A delivery of a build of `example.com/shop`. */
export function delivery(
  application: string,
  build: number,
  letters: string,
  spec: Record<string, unknown> = {},
) {
  return {
    kind: 'Delivery',
    name: `${application}-${build}`,
    spec: { application, build, images: [{ name: 'example.com/shop', digest: digest(letters) }], ...spec },
  }
}
