import { writeFile } from 'node:fs/promises'
import { cliPage, manPageText } from './reference/cli.ts'
import { errorsPage } from './reference/errors.ts'
import { graphqlPage } from './reference/graphql.ts'
import { kindsPage } from './reference/kinds.ts'
import { restPage } from './reference/rest.ts'
import { sdkPage } from './reference/sdk.ts'
import { settingsPage } from './reference/settings.ts'

/* Writes the pages in docs/reference, and the tables of settings, from the code that they describe. */

const pages: Readonly<Record<string, (path: string) => Promise<string> | string>> = {
  'docs/operations/settings.md': settingsPage,
  'docs/reference/cli.md': cliPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/graphql.md': graphqlPage,
  'docs/reference/kinds.md': kindsPage,
  'docs/reference/qleetctl.1': manPageText,
  'docs/reference/rest.md': restPage,
  'docs/reference/sdk.md': sdkPage,
}

for (const [path, page] of Object.entries(pages)) await writeFile(path, await page(path))
