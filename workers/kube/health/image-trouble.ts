/**
 * Why an image is not there, in the words of container runtimes and registries; the first that fits. Kubelets have one
 * reason for all of it. Nothing is decided by it but what people read.
 */
const whys: readonly (readonly [RegExp, string])[] = [
  [/toomanyrequests|rate limit|429 Too Many/i, 'not pulled: the registry allows no more pulls for now'],
  [
    /may require authorization|insufficient_scope/i,
    'not found, or not readable without credentials (imagePullSecrets)',
  ],
  [
    /unauthorized|authentication required|denied|forbidden|no basic auth/i,
    'may not be read with these credentials (imagePullSecrets)',
  ],
  [/no match for platform|no matching manifest/i, "has no variant for the node's processor"],
  [/not found|manifest unknown|does not exist|NotFound/i, 'not found'],
  [/no such host|server misbehaving/i, 'not pulled: the name of its registry is not known'],
  [/x509|tls:|certificate/i, 'not pulled: the certificate of its registry is not accepted'],
  [/timeout|deadline exceeded|dial tcp|connection re/i, 'not pulled: its registry does not answer'],
  [/no space left/i, 'not pulled: the disk of the node is full'],
]

/** `not found`, `cannot be pulled` …: to be said of the image. */
export function imageTrouble(reason: string, messages: readonly string[]): string {
  if (reason === 'InvalidImageName') return 'is not a valid name'
  if (reason === 'ErrImageNeverPull') return 'is not on the node, and its pull policy is Never'
  const all = messages.join('\n')
  return whys.find(([pattern]) => pattern.test(all))?.[1] ?? 'cannot be pulled'
}

/** Whether the messages say more than that it is tried again. */
export function isTellingPull(message: string): boolean {
  return whys.some(([pattern]) => pattern.test(message))
}
