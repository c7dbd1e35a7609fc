import type { ClusterContext } from '../context.ts'
import { notImplemented } from '../errors/status-error.ts'
import type { Target } from '../target.ts'
import { exec } from './exec.ts'
import { finalize } from './finalize.ts'
import { fieldSubresource } from './field-subresource.ts'
import { binding, eviction, log } from './pod-subresources.ts'
import { scale } from './scale.ts'
import { serviceProxy } from './service-proxy.ts'
import { token } from './service-account-tokens.ts'
import type { SubresourceResponse, SubresourceCall, SubresourceHandler } from './subresource.ts'

const handlers: Readonly<Record<string, SubresourceHandler>> = {
  approval: fieldSubresource('status', 'conditions'),
  binding,
  ephemeralcontainers: fieldSubresource('spec', 'ephemeralContainers'),
  eviction,
  exec,
  finalize,
  log,
  scale,
  token,
}

/** Handles a request for a subresource other than status; returns undefined if the response is a stream. */
export async function handleSubresource(
  context: ClusterContext,
  target: Target,
  call: SubresourceCall,
): Promise<SubresourceResponse | undefined> {
  const name = target.subresource.split('/')[0] ?? ''
  const isService = target.resource.group === '' && target.resource.plural === 'services'
  const handler = isService && name === 'proxy' ? serviceProxy : handlers[name]
  if (handler !== undefined) return handler(context, target, call)
  throw notImplemented(
    `the simulated cluster runs no processes and has no ${target.resource.plural}/${target.subresource}`,
  )
}
