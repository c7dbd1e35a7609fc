import type { AnyObject, AppliedObject, Client } from '../../client-sdk/index.ts'
import { defaultProject } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, targetsOf } from '../kind-names.ts'
import { differencesOf, unifiedDiff } from '../objects/differences.ts'
import { findTarget } from '../objects/find.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { findReferrers } from '../objects/referrers.ts'
import { isDryRun, writeOptions } from '../objects/write.ts'
import type { DryRun } from '../settings/options.ts'
import { renderTable } from '../terminal/table.ts'

interface RollInput {
  args: { profile: string; objects: readonly string[] }
  options: {
    all: boolean
    profileProject: string | undefined
    project: string | undefined
    dryRun: DryRun
    reason: string | undefined
    output: string
  }
}

/** Moves objects to the current version of a profile, or lists the objects that use it. */
export async function rollProfile({ args, options }: RollInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const project = options.project ?? defaultProject
  const target = { name: args.profile, project: options.profileProject ?? project }
  if (args.objects.length === 0 && !options.all) {
    const profile = await findTarget(client, { kind: kindByNoun('profile'), ...target })
    const users = await usersOf(client, profile)
    if (format.as !== 'table' && format.as !== 'wide') return printValue(io, format, { items: users })
    const rows = users.map((user) => [user.object, user.project, String(user.version), user.state])
    io.stdout.write(renderTable(['OBJECT', 'PROJECT', 'VERSION', 'STATE'], rows))
    return
  }
  const objects = targetsOf(args.objects, project).map((each) => ({ ...each, kind: each.kind.kind }))
  const moved = await client.rollProfile(target, {
    ...writeOptions(options),
    ...(options.all ? {} : { objects }),
  })
  if (format.as !== 'table' && format.as !== 'wide')
    return printValue(io, format, { items: moved.map(({ object }) => object) })
  if (isDryRun(options.dryRun)) {
    for (const difference of await differencesOf(client, moved)) io.stdout.write(unifiedDiff(io, difference))
    return
  }
  io.stdout.write(moved.map((each) => `${describeMove(each)}\n`).join('') || 'nothing to move\n')
}

function describeMove({ object, result }: AppliedObject): string {
  const what = nounAndName(object)
  const version = String(versionOf(object))
  return result.toLowerCase() === 'unchanged'
    ? `${what} has version ${version}`
    : `${what} moved to version ${version}`
}

function versionOf({ manifestSpec }: AnyObject): unknown {
  return (manifestSpec as Record<string, unknown>)['profileVersion']
}

interface ProfileUser {
  object: string
  project: string
  version: number
  state: 'current' | 'outdated'
}

/** Returns the objects that a profile provides, with the version of the profile that each of them has. */
async function usersOf(client: Client, profile: AnyObject): Promise<ProfileUser[]> {
  const referrers = (await findReferrers(client, profile.id)).filter(({ field }) => field === 'profile')
  const objects = await Promise.all(referrers.map(({ node }) => client.objects.getById(node.id)))
  return objects.flatMap((object) => {
    if (object === undefined) return []
    const version = Number(versionOf(object))
    return [
      {
        object: nounAndName(object),
        project: object.projectName ?? '',
        version,
        state: version < profile.generation ? ('outdated' as const) : ('current' as const),
      },
    ]
  })
}
