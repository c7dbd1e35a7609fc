/**
 * The annotation of a pod with the container that commands without one mean.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#kubectl-kubernetes-io-default-container
 */
export const defaultContainerKey = 'kubectl.kubernetes.io/default-container'
