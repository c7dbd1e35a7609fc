import { writeFile } from 'node:fs/promises'
import * as documents from '../client-sdk/generated/documents.ts'
import { hashOf } from '../server/http/trusted-documents.ts'

/* Writes the manifest of the trusted documents of the SDK: the texts of its operations, by their SHA-256 hashes. */

const texts = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([, document]) => String(document))
const entries = texts.map((text) => [hashOf(text), text] as const)
const manifest = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(
  new URL('../client-sdk/generated/trusted-documents.json', import.meta.url),
  `${JSON.stringify(manifest, null, 1)}\n`,
)
