import { kindNamed } from '../../schema/kinds/index.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { createManifestReader } from '../../schema/policies/cel/subject.ts'
import { RuleRunner, violationError, type PolicySet } from '../../schema/policies/cel/violations.ts'
import { event } from '../../schema/status.ts'
import { ReleasePoliciesDocument } from '../generated/documents.ts'
import { failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** The state with the revision of a release that policies have allowed. */
const allowed = 'allowedRevision'

interface Rendered {
  /** The id of the revision. */
  revision: string
  /** True if the revision was installed before this reconcile. */
  isInstalled: boolean
  manifests: readonly Manifest[]
}

/**
 * Checks the resources of a revision of a chart by the rules of policies that read resources, before anything of it is applied. Returns an
 * outcome if one of them forbids it. A revision that was allowed, or is installed, is not checked again: as with other objects, a new
 * rule does not concern what stays as it is.
 */
export async function refusedByPolicies(
  context: ReconcileContext,
  { revision, isInstalled, manifests }: Rendered,
): Promise<Outcome | undefined> {
  const { client, object, epoch, state, updateState, recordEvent } = context
  if (state[allowed] === revision) return undefined
  if (state[allowed] === undefined && isInstalled) {
    updateState({ [allowed]: revision })
    return undefined
  }
  const { result } = await client.execute(ReleasePoliciesDocument, { id: object.id, epoch })
  const { tier, annotations, ...set } = result as PolicySet & {
    tier: string
    annotations: Record<string, string>
  }
  const kind = kindNamed(object.kind)
  const { name, projectName, labels, manifestSpec } = object
  const project = projectName ?? ''
  const broken = new RuleRunner(createManifestReader()).violations(set, {
    object: {
      kind,
      name,
      project,
      labels,
      annotations,
      spec: manifestSpec as Record<string, unknown>,
    },
    operation: state['deployed'] === true ? 'update' : 'create',
    tier,
    actor: 'worker',
    now: new Date(context.now()),
    rendered: manifests,
  })
  const texts = broken.map((violation) => {
    const { path, message, remedy } = violationError(violation, '')
    return { isDenied: violation.rule.severity !== 'warn', text: `${path}: ${message}. ${remedy}`.trim() }
  })
  for (const { isDenied, text } of texts)
    if (!isDenied) recordEvent(event('Warning', 'PolicyWarning', `The chart breaks a rule: ${text}`))
  const denied = texts.filter(({ isDenied }) => isDenied).map(({ text }) => text)
  if (denied.length === 0) {
    updateState({ [allowed]: revision })
    return undefined
  }
  const message = `Policies forbid what the chart renders, so nothing of this revision is applied. ${denied.join(' ')}`
  return failed({ reason: 'PolicyViolation', message: message.slice(0, 4000) })
}
