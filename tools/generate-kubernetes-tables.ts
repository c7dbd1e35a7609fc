import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clientClasses } from './kubernetes-tables/class-names.ts'
import { readPublished } from './kubernetes-tables/published.ts'
import { servedGroupVersions } from './kubernetes-tables/served.ts'
import { publishedAddress, readFrom } from './kubernetes-tables/source.ts'
import { tablesOf } from './kubernetes-tables/tables.ts'

/*
 * Writes the simulator's tables of facts about Kubernetes from what Kubernetes publishes: discovery, OpenAPI and
 * protobuf definitions. `npm run generate` leaves it out, because it reads from the internet.
 *
 *   node tools/generate-kubernetes-tables.ts <version> [source]
 *
 * version  A tag such as v1.36.3.
 * source   A folder laid out as Kubernetes' repository, or its address. Default: the public repository at the tag.
 */

const [version = '', source = publishedAddress(version)] = process.argv.slice(2)
const simulator = join(import.meta.dirname, '../simulator')

const published = await readPublished(readFrom(source), servedGroupVersions)
const tables = tablesOf(published, { version, classes: await clientClasses() })
for (const [path, text] of Object.entries(tables)) {
  await mkdir(dirname(join(simulator, path)), { recursive: true })
  await writeFile(join(simulator, path), text)
}
