import { inProject, kebabCase } from './names.ts'

/** A text, or one with commands for the object that has the cause, as commands of qleetctl name it. */
type Remedy = string | ((object: string) => string)

/** What a user can do about a cause, by its reason. Reasons without an entry explain the remedy in their message. */
const remedies: Readonly<Record<string, Remedy>> = {
  AwaitingConfirmation: (object) =>
    `Review the list with \`qleetctl confirm ${object}\`, and confirm it. To keep what it lists, undo the change that removes it; a ` +
    'deletion cannot be undone, and waits.',
  ImagePullBackOff:
    'Check the name and tag of the image, and that the cluster may pull it: imagePullSecrets and network.',
  ErrImagePull:
    'Check the name and tag of the image, and that the cluster may pull it: imagePullSecrets and network.',
  CrashLoopBackOff: (object) =>
    `Read the last output of the container with \`qleetctl logs ${object} --previous\`.`,
  Unschedulable: 'Add nodes, or lower the requested CPU and memory, selectors and tolerations of the pods.',
  SchedulingGated: 'Remove the scheduling gates of the pods, or wait for the controller that does.',
  UnknownKind:
    'Add the CustomResourceDefinition to a definition, or install the operator that provides it, in this runtime.',
  VersionNotServed: 'Change apiVersion in the manifest to the version that the message names.',
  DriftRecurring:
    'Find what deletes the resource in the cluster, and stop it, or remove the resource from the definition.',
  OwnedByAnother: 'Rename the resource, or remove it from the other object.',
  Immutable: 'Set replace: true on the instance to recreate the resource, or restore the field.',
  Forbidden: 'Grant the permission to the credentials of the runtime, or give the runtime other credentials.',
  QuotaExceeded:
    'Remove what is no longer needed in the namespace, lower what the resource requests, or raise the ResourceQuota.',
  PodSecurity:
    'Change the pod as the message asks, or the label pod-security.kubernetes.io/enforce of the namespace.',
  PolicyDenied: 'Change the resource as the message asks, or ask whoever maintains the policy or webhook.',
  NamespaceTerminating:
    'Wait until the namespace is deleted, or find what is left in it with `kubectl describe namespace`.',
  Denied: 'Change the resource as the message asks, or ask the operator of the cluster to allow it.',
  CredentialsRefused:
    'Set valid credentials in the kubeconfig of the runtime: its token may have expired, or its account may be deleted.',
  NoCredentials: 'Set the kubeconfig of the runtime, or a credential plugin that the worker can run.',
  ClientCertificateRefused: 'Issue a new client certificate and set it in the kubeconfig of the runtime.',
  InvalidKubeconfig: 'Correct the kubeconfig of the runtime.',
  AddressNotAllowed:
    'Ask the operator to allow the address (QLEET_CLUSTER_ADDRESSES), or use another address.',
  AddressTaken: 'Create the dependency under another name.',
  ClaimTaken: 'Choose another name, or remove the claim of the other object.',
  Quarantined: (object) => `Fix the cause in the message, then run \`qleetctl reconcile ${object}\`.`,
  ThreadLost: 'Reduce the size of the definition; the log of the workers has the details.',
  DeadlineExceeded:
    'Wait for the retry. If it repeats, check how fast the API server of the cluster responds.',
  Queued: 'Check with `qleetctl status` that workers are running and ready.',
  Terminating: 'Wait, or find the finalizer that is left with `kubectl get -o yaml`.',
}

/** Returns what a user can do about the cause of an object; undefined if only its message says. */
export function remedyFor(
  reason: string,
  { kind, name, project }: { kind: string; name: string; project: string | null },
): string | undefined {
  const remedy = Object.hasOwn(remedies, reason) ? remedies[reason] : undefined
  return typeof remedy === 'function' ? remedy(`${kebabCase(kind)}/${name}${inProject(project)}`) : remedy
}
