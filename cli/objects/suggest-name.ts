import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { KindData } from '../kind-data.ts'
import { defaultProject } from '../../schema/names.ts'
import type { Target } from '../kind-names.ts'
import { mostSimilar } from '../../schema/similar.ts'

/** Maximum number of objects that are read to suggest one. */
const maxCandidates = 1000

interface Missing {
  names: readonly string[]
  project: string | undefined
}

/**
 * Returns what to do about names that do not exist: `Did you mean "hello"?`, or the project in which they exist. Empty if
 * there is nothing similar, or if the objects cannot be listed.
 */
export async function notFoundHint(
  client: Client,
  kind: KindData,
  { names, project }: Missing,
): Promise<string> {
  try {
    const known = await namesOf(client, kind, project)
    const missing = names.filter((name) => !known.includes(name))
    if (missing.length === 0) return ''
    const elsewhere = await findElsewhere(client, kind, { names: missing, project })
    if (elsewhere !== undefined) return elsewhere
    const similar = missing.map((name) => mostSimilar(name, known)).filter((name) => name !== undefined)
    if (similar.length === 0) return ''
    return `Did you mean ${[...new Set(similar)].map((name) => `"${name}"`).join(', ')}?`
  } catch (error) {
    // The hint is optional; the caller reports the error that matters.
    if (isPlatformError(error)) return ''
    throw error
  }
}

async function findElsewhere(client: Client, kind: KindData, { names, project }: Missing) {
  if (kind.scope === 'global' || project === undefined) return undefined
  for await (const { name, projectName } of client.objects.list(kind.kind, { filter: { names: [...names] } }))
    return `"${name}" is in project "${projectName ?? defaultProject}": --project ${projectName ?? defaultProject}`
  return undefined
}

async function namesOf(client: Client, kind: KindData, project: string | undefined): Promise<string[]> {
  const filter = kind.scope === 'global' || project === undefined ? {} : { projects: [project] }
  const names: string[] = []
  for await (const { name } of client.objects.list(kind.kind, { filter })) {
    names.push(name)
    if (names.length >= maxCandidates) break
  }
  return names
}

/** Runs a request about an object, and adds a suggestion to the error of the server if the object does not exist. */
export async function withSuggestion<Result>(
  client: Client,
  { kind, name, project }: Target,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
    const hint = await notFoundHint(client, kind, { names: [name], project: project ?? defaultProject })
    if (hint !== '') error.message = `${error.message.replace(/[.\s]+$/, '')}. ${hint}`
    throw error
  }
}
