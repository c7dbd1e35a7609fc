import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clientClasses } from './kubernetes-tables/class-names.ts'
import { readPublished } from './kubernetes-tables/published.ts'
import { servedGroupVersions } from './kubernetes-tables/served.ts'
import { publishedAddress, readFrom } from './kubernetes-tables/source.ts'
import { tablesOf } from './kubernetes-tables/tables.ts'

/*
 * Writes the simulator's tables of facts about Kubernetes from its published discovery, OpenAPI and protobuf
 * definitions. It is not part of `npm run generate`, because it downloads files.
 *
 *   node tools/generate-kubernetes-tables.ts <version> [source]
 *
 * version  A tag such as v1.36.3.
 * source   A folder with the layout of the Kubernetes repository, or its URL. Default: the public repository at the tag.
 */

const [version = '', source = publishedAddress(version)] = process.argv.slice(2)
const simulator = join(import.meta.dirname, '../simulator')

const published = await readPublished(readFrom(source), servedGroupVersions)
const tables = tablesOf(published, { version, classes: await clientClasses() })
for (const [path, text] of Object.entries(tables)) {
  await mkdir(dirname(join(simulator, path)), { recursive: true })
  await writeFile(join(simulator, path), text)
}
