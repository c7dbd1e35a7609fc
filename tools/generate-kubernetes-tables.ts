import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clientClasses } from './kubernetes-tables/class-names.ts'
import { readPublished } from './kubernetes-tables/published.ts'
import { servedGroupVersions } from './kubernetes-tables/served.ts'
import { publishedAddress, readFrom } from './kubernetes-tables/source.ts'
import { manifestTypesFile } from './kubernetes-tables/manifest-types.ts'
import { noticeOf, tablesOf } from './kubernetes-tables/tables.ts'

/*
 * Writes the tables of facts about Kubernetes, those of the simulator and the types by which manifests are checked, from
 * its published discovery, OpenAPI and protobuf definitions. It is not part of `npm run generate`, because it downloads files.
 *
 *   node tools/generate-kubernetes-tables.ts <version> [source]
 *
 * version  A tag such as v1.36.3.
 * source   A folder with the layout of the Kubernetes repository, its URL, or the module k8s.io/kubernetes in the module
 *          cache of Go, with k8s.io/api and k8s.io/apimachinery. Default: the public repository at the tag.
 */

const [version = '', source = publishedAddress(version)] = process.argv.slice(2)
const repository = join(import.meta.dirname, '..')

const read = readFrom(source)
const published = await readPublished(read, servedGroupVersions)
const tables = tablesOf(published, { version, classes: await clientClasses() })
const files = {
  ...Object.fromEntries(Object.entries(tables).map(([path, text]) => [`simulator/${path}`, text])),
  'schema/kubernetes/generated/manifest-types.ts': await manifestTypesFile(read, noticeOf(version)),
}
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(repository, path)), { recursive: true })
  await writeFile(join(repository, path), text)
}
