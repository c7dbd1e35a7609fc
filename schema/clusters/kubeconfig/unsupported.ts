import type { ChosenContext } from './context.ts'

/** A field of a cluster or a user that only the machine of its owner could do something with. */
export interface UnsupportedField {
  field: string
  /** As the message of a KubeconfigProblem. */
  message: string
  remedy: string
}

const otherCredentials = 'Use a token or a client certificate.'

/** Fields that would change what a connection means if they were ignored. */
const meanings: readonly UnsupportedField[] = [
  { field: 'exec', message: 'gets its credentials from a program (exec)', remedy: otherCredentials },
  {
    field: 'auth-provider',
    message: 'gets its credentials from an auth provider (auth-provider), which Kubernetes has given up',
    remedy: otherCredentials,
  },
  {
    field: 'username',
    message: 'has a user name and a password (username), which no API server takes any more',
    remedy: otherCredentials,
  },
  {
    field: 'proxy-url',
    message: 'goes through a proxy (proxy-url), which is not supported',
    remedy: 'Give an address that workers reach directly.',
  },
  {
    field: 'as',
    message: 'impersonates another user (as), which is not supported',
    remedy: 'Use a token or a client certificate of that user.',
  },
]

/** Fields that name a file, with those that hold its content. */
export const fileFields = [
  { field: 'certificate-authority', into: 'certificate-authority-data' },
  { field: 'client-certificate', into: 'client-certificate-data' },
  { field: 'client-key', into: 'client-key-data' },
  { field: 'tokenFile', into: 'token' },
] as const

/** Finds the first field that is not supported. What is empty counts as absent, as with kubectl. */
export function unsupportedField({
  cluster,
  user,
}: Pick<ChosenContext, 'cluster' | 'user'>): UnsupportedField | undefined {
  const fields: Record<string, unknown> = { ...cluster, ...user }
  return meanings.find(({ field }) => isGiven(fields[field]))
}

/** Finds the first field that names a file, which means a file of whoever reads it. */
export function namedFile({
  cluster,
  user,
}: Pick<ChosenContext, 'cluster' | 'user'>): UnsupportedField | undefined {
  const fields: Record<string, unknown> = { ...cluster, ...user }
  const named = fileFields.find(({ field }) => isGiven(fields[field]))
  if (named === undefined) return undefined
  const { field, into } = named
  const remedy = `Use ${into} (kubectl config view --flatten --raw).`
  return { field, message: `names a file in ${field}`, remedy }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
