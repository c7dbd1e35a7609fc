// Written by tools/generate-kubernetes-tables.ts from the definitions of Kubernetes v1.36.3. Do not edit.

/** The version of Kubernetes that is simulated, as `/version` names it. */
export const kubernetesVersion = {"major":"1","minor":"36","gitVersion":"v1.36.3"} as const
