import { fieldNumbers } from './field-numbers.ts'
import type { Published } from './published.ts'
import { resourcesOf } from './resources.ts'
import { typeFacts } from './types.ts'

/** Returns the first line of the generated files. */
export function noticeOf(version: string): string {
  return `// Written by tools/generate-kubernetes-tables.ts from the definitions of Kubernetes ${version}. Do not edit.\n`
}

/** Returns the contents of the generated files of the simulator, by path within its folder. */
export function tablesOf(
  published: Published,
  { version, classes }: { version: string; classes: ReadonlySet<string> },
): Record<string, string> {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? []
  if (minor === undefined) throw new Error(`${version} is not a version such as v1.36.3`)
  const notice = noticeOf(version)
  return {
    'generated/kubernetes-version.ts': `${notice}
/** The version of Kubernetes that is simulated, as \`/version\` names it. */
export const kubernetesVersion = ${JSON.stringify({ major, minor, gitVersion: version })} as const
`,
    'resources/generated/resources.ts': `${notice}
import type { BuiltinResource } from '../resource.ts'

/** The resources that are served without any CustomResourceDefinition, in the order of discovery. */
export const declaredResources: readonly BuiltinResource[] = [
${resourcesOf(published, classes)
  .map((resource) => `  ${JSON.stringify(resource)},`)
  .join('\n')}
]
`,
    'schema/generated/type-facts.ts': `${notice}
import type { TypeFacts } from '../type-facts.ts'

/** Facts about types by the client library's classes. */
export const factsByModel: Readonly<Record<string, TypeFacts>> = ${record(typeFacts(published, classes))}
`,
    'api/protobuf/generated/field-numbers.ts': `${notice}
import type { FieldNumbers } from '../field-numbers.ts'

/** The numbers of fields in the binary form by the client library's classes. */
export const numbersByModel: Readonly<Record<string, FieldNumbers>> = ${record(fieldNumbers(published, classes))}
`,
  }
}

/** Formats a record with one line per entry, so that differences between versions are readable. */
function record(entries: Record<string, unknown>): string {
  const lines = Object.entries(entries).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`)
  return `{\n${lines.join('')}}`
}
