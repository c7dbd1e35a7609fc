import type { ChosenContext } from './context.ts'

/** A field of a cluster or user entry that has a meaning only on the machine of the user. */
export interface UnsupportedField {
  field: string
  /** A message as in KubeconfigProblem. */
  message: string
  remedy: string
}

const otherCredentials = 'Use a token or a client certificate.'

/** Fields that change the meaning of a connection, so that they cannot be ignored. */
const unsupportedFields: readonly UnsupportedField[] = [
  { field: 'exec', message: 'gets its credentials from a program (exec)', remedy: otherCredentials },
  {
    field: 'auth-provider',
    message: 'gets its credentials from an auth provider (auth-provider), which Kubernetes has removed',
    remedy: otherCredentials,
  },
  {
    field: 'username',
    message: 'has a user name and a password (username), which API servers no longer accept',
    remedy: otherCredentials,
  },
  {
    field: 'proxy-url',
    message: 'uses a proxy (proxy-url), which is not supported',
    remedy: 'Use an address that workers can reach directly.',
  },
  {
    field: 'as',
    message: 'impersonates another user (as), which is not supported',
    remedy: 'Use a token or a client certificate of that user.',
  },
]

/** Fields that reference a file, with the fields for its content. */
export const fileFields = [
  { field: 'certificate-authority', into: 'certificate-authority-data' },
  { field: 'client-certificate', into: 'client-certificate-data' },
  { field: 'client-key', into: 'client-key-data' },
  { field: 'tokenFile', into: 'token' },
] as const

/** Returns the first unsupported field. An empty field counts as absent, as with kubectl. */
export function unsupportedField({
  cluster,
  user,
}: Pick<ChosenContext, 'cluster' | 'user'>): UnsupportedField | undefined {
  const fields: Record<string, unknown> = { ...cluster, ...user }
  return unsupportedFields.find(({ field }) => isGiven(fields[field]))
}

/** Returns the first field that references a file: it would be a file on the machine that reads the kubeconfig. */
export function namedFile({
  cluster,
  user,
}: Pick<ChosenContext, 'cluster' | 'user'>): UnsupportedField | undefined {
  const fields: Record<string, unknown> = { ...cluster, ...user }
  const named = fileFields.find(({ field }) => isGiven(fields[field]))
  if (named === undefined) return undefined
  const { field, into } = named
  const remedy = `Use ${into} (kubectl config view --flatten --raw).`
  return { field, message: `references a file in ${field}`, remedy }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
