import type { CommandContext } from '../context.ts'
import { usageError } from '../cli-error.ts'
import { formatTarget, targetsOf } from '../kind-names.ts'
import { withSuggestion } from './suggest-name.ts'

interface ReconcileInput {
  args: { objects: readonly string[] }
  options: { project: string | undefined; reason: string | undefined }
}

export async function reconcile({ args, options }: ReconcileInput, context: CommandContext): Promise<void> {
  const targets = targetsOf(args.objects, options.project)
  if (targets.length === 0)
    throw usageError(`name the object to reconcile: ${args.objects[0] ?? 'KIND'}/NAME`)
  const { client } = await context.connect()
  for (const target of targets) {
    const { kind, name, project } = target
    await withSuggestion(client, target, () =>
      client.objects.reconcile({ kind: kind.kind, name, project: project ?? null }, options.reason),
    )
    context.io.stdout.write(`${formatTarget(target)} triggered\n`)
  }
}
