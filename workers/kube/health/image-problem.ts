/**
 * Descriptions of image pull failures by the messages of container runtimes and registries; the first match applies. Kubelets
 * use one reason for all of them. The descriptions are only shown to users; no decision depends on them.
 */
const descriptions: readonly (readonly [RegExp, string])[] = [
  [/toomanyrequests|rate limit|429 Too Many/i, 'not pulled: the rate limit of its registry is exceeded'],
  [
    /may require authorization|insufficient_scope/i,
    'not found, or not readable without credentials (imagePullSecrets)',
  ],
  [
    /unauthorized|authentication required|denied|forbidden|no basic auth/i,
    'may not be pulled with these credentials (imagePullSecrets)',
  ],
  [/no match for platform|no matching manifest/i, "has no variant for the node's processor"],
  [/not found|manifest unknown|does not exist|NotFound/i, 'not found'],
  [/no such host|server misbehaving/i, 'not pulled: the host name of its registry cannot be resolved'],
  [/x509|tls:|certificate/i, 'not pulled: the certificate of its registry is not accepted'],
  [/timeout|deadline exceeded|dial tcp|connection re/i, 'not pulled: its registry is unreachable'],
  [/no space left/i, 'not pulled: the disk of the node is full'],
]

/** Describes the pull failure as the predicate of the image, for example `not found` or `cannot be pulled`. */
export function describePullFailure(reason: string, messages: readonly string[]): string {
  if (reason === 'InvalidImageName') return 'is not a valid name'
  if (reason === 'ErrImageNeverPull') return 'is not on the node, and its pull policy is Never'
  const all = messages.join('\n')
  return descriptions.find(([pattern]) => pattern.test(all))?.[1] ?? 'cannot be pulled'
}

/** Reports whether the message states a cause, rather than only that the pull is retried. */
export function explainsPullFailure(message: string): boolean {
  return descriptions.some(([pattern]) => pattern.test(message))
}
