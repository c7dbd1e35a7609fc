import type { Client } from '../../client-sdk/index.ts'
import type { Preview } from '../../schema/kinds/preview.ts'
import { childrenOf, type KnownApplication, type Typed } from './application.ts'

/** Returns the open preview of a pull request. */
export async function findPreview(
  client: Client,
  application: KnownApplication,
  pullRequest: number,
): Promise<Typed<typeof Preview> | undefined> {
  const previews = await childrenOf<typeof Preview>(client, application, 'Preview')
  return previews.find(({ spec }) => spec.pullRequest === pullRequest)
}
